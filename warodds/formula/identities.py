"""Statements about a game that hold for every deck count, decided as equalities of closed forms.

Both sides of an identity are derived on their own from enumerated counts and then compared: as
`Closed` has one form only, `==` settles the matter for all d at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from warodds.deal import Burn, Round
from warodds.formula.behaviour import Run, signs
from warodds.formula.closed import Closed
from warodds.formula.counts import Counts, Proof
from warodds.formula.wagers import (
    Formula,
    Formulas,
    derive,
    game_formula,
    probability,
    rounds_of,
)
from warodds.settle import burn_of, round_net


@dataclass(frozen=True, slots=True)
class Identity:
    """Two closed forms that are said to be equal; `about` says of what."""

    about: str
    left: Closed
    right: Closed

    @property
    def holds(self) -> bool:
        """Whether they are equal at every deck count."""
        return self.left == self.right


@dataclass(frozen=True, slots=True)
class BurnIdentities:
    """M1: the EV and every probability of the game and each wager, with the burn and without it.

    `proof` is that of the counts without a burn; a round takes fewer cards then.
    """

    cards: int
    evs: tuple[Identity, ...]
    probabilities: tuple[Identity, ...]
    proof: Proof

    @property
    def holds(self) -> bool:
        """Whether the burn changes nothing at any deck count."""
        return all(identity.holds for identity in (*self.evs, *self.probabilities))


@dataclass(frozen=True, slots=True)
class WarIdentity:
    """M3 and M4: EV(always war) − EV(always surrender) from the probabilities of two ties alone.

    With h, t and l the nets of a war won, tied and lost, s that of a surrender and m = (h + l)/2,
    swap symmetry (M2) leaves (t − m)·P(both deals tie) + (m − s)·P(first deal ties). The usual
    nets are 1, b, −2 and −½: m = s, and the difference is (b + ½)·P(both deals tie).
    """

    war: Closed
    surrender: Closed
    both_tie: Closed
    first_tie: Closed
    both_weight: Fraction
    first_weight: Fraction
    start: int

    @property
    def difference(self) -> Closed:
        """EV(always war) − EV(always surrender)."""
        return self.war - self.surrender

    @property
    def holds(self) -> bool:
        """Whether the difference is what M3 says, at every deck count."""
        return (
            self.difference == self.both_tie * self.both_weight + self.first_tie * self.first_weight
        )

    @property
    def signs(self) -> tuple[Run, ...]:
        """Where war is worth more than surrender (positive), and where less."""
        return signs(self.difference, self.start)


@dataclass(frozen=True, slots=True)
class Identities:
    """All that is checked of a game; None where its rules leave nothing to state."""

    burn: BurnIdentities | None
    swap: tuple[Identity, ...]
    war: WarIdentity | None

    @property
    def hold(self) -> bool:
        """Whether every one of them holds."""
        parts = [part for part in (self.burn, self.war) if part is not None]
        return all(part.holds for part in (*parts, *self.swap))


def identities(formulas: Formulas) -> Identities:
    """Check the identities of a game, for the wagers that its closed forms were derived for.

    >>> from warodds.formula import formulas
    >>> found = identities(formulas("pennsylvania"))
    >>> found.hold, found.war.both_weight, [run.what for run in found.war.signs]
    (True, Fraction(5, 2), ['positive'])
    """
    counts, _ = rounds_of((wager for wager, _ in formulas.tables), burn_of(formulas.rules))
    return Identities(_burn(formulas), _swap(counts), _war(formulas, counts))


def _burn(formulas: Formulas) -> BurnIdentities | None:
    burn = burn_of(formulas.rules)
    if burn is None or burn == Burn():
        return None
    without = derive(formulas.rules, formulas.decision, formulas.tables, Burn())
    parts: list[tuple[str, Formula, Formula]] = [
        ("game", formulas.game, without.game),
        *(
            (ours.label, ours, theirs)
            for ours, theirs in zip(formulas.wagers, without.wagers, strict=True)
        ),
    ]
    evs = [Identity(label, ours.ev, theirs.ev) for label, ours, theirs in parts]
    probabilities = []
    for label, ours, theirs in parts:
        with_burn, with_none = _probabilities(ours), _probabilities(theirs)
        for event in dict.fromkeys((*with_burn, *with_none)):
            sides = (each.get(event, Closed.constant(0)) for each in (with_burn, with_none))
            probabilities.append(Identity(f"{label}, {event}", *sides))
    return BurnIdentities(
        burn.before_player + burn.before_dealer, tuple(evs), tuple(probabilities), without.proof
    )


def _probabilities(form: Formula) -> dict[str, Closed]:
    return {outcome.event: outcome.probability for outcome in form.outcomes}


def _swap(counts: Counts[Round]) -> tuple[Identity, ...]:
    """M2: exchanging the two cards of a deal turns higher into lower."""
    first = Identity(
        "first deal",
        probability(counts, lambda played: played.first.comparison == "higher"),
        probability(counts, lambda played: played.first.comparison == "lower"),
    )
    wars = counts.given(lambda played: played.war is not None)
    if not wars.ways:
        return (first,)
    return (
        first,
        Identity(
            "war deal",
            probability(wars, _war_shows("higher")),
            probability(wars, _war_shows("lower")),
        ),
    )


def _war(formulas: Formulas, counts: Counts[Round]) -> WarIdentity | None:
    rules = formulas.rules
    if rules.war is None or not rules.has_surrender:
        return None
    higher, tie, lower = (
        round_net(event, rules) for event in ("war_higher", "war_tie", "war_lower")
    )
    middle = (higher + lower) / 2
    return WarIdentity(
        game_formula(rules, counts, "war").ev,
        game_formula(rules, counts, "surrender").ev,
        probability(counts, _war_shows("tie")),
        probability(counts, lambda played: played.war is not None),
        tie - middle,
        middle - round_net("surrender", rules),
        formulas.proof.start,
    )


def _war_shows(comparison: str) -> Callable[[Round], bool]:
    return lambda played: played.war is not None and played.war.comparison == comparison
