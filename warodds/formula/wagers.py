"""Every wager and the game as closed forms in the deck count d: probabilities, EV, variance.

The counts are `counts.py`'s; which round is which event, and what it pays, is settled by the same
functions as for one shoe (`settle.py`). What is said here of a formula is said of the enumerator.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from warodds.deal import Burn, Round
from warodds.errors import WaroddsError, listed, unknown
from warodds.evaluate import chosen_wagers, decision_on_tie
from warodds.formula.closed import Closed, Polynomial
from warodds.formula.counts import Counts, Proof, count_rounds
from warodds.rules import Rules, Wager, load
from warodds.rules.model import Decision, Payout, Paytable
from warodds.settle import burn_of, detail_of, event_reader, round_event, round_net
from warodds.shown import Shown


@dataclass(frozen=True, slots=True)
class OutcomeFormula:
    """One event of a wager: what it pays, its ordered deals and its probability in d."""

    event: str
    net: Fraction
    ways: Closed
    probability: Closed


@dataclass(frozen=True)
class Formula:
    """What a table of outcomes is worth, in closed form."""

    outcomes: tuple[OutcomeFormula, ...]

    @cached_property
    def ev(self) -> Closed:
        """Expected net units per unit staked."""
        return _expectation(self.outcomes, lambda net: net)

    @cached_property
    def house_edge(self) -> Closed:
        """Expected loss per unit of the wager."""
        return -self.ev

    @cached_property
    def variance(self) -> Closed:
        """Variance of the net units."""
        return _expectation(self.outcomes, lambda net: net**2) - self.ev * self.ev

    @cached_property
    def hit(self) -> Closed:
        """Probability of winning anything."""
        return _expectation(self.outcomes, lambda net: Fraction(net > 0))

    @property
    def degree(self) -> int:
        """The greatest degree of a count; the proof's bound is never less."""
        return max(len(outcome.ways.numerator) - 1 for outcome in self.outcomes)


@dataclass(frozen=True)
class WagerFormula(Formula):
    """One wager under one paytable; a wager on the war deal is given a first tie."""

    wager: Wager
    paytable: Paytable

    @property
    def id(self) -> str:
        """The wager's id."""
        return self.wager.id

    @property
    def label(self) -> str:
        """The wager's id and, where it has several, its paytable."""
        return self.id + (f" {self.paytable.name}" if self.paytable.name else "")


@dataclass(frozen=True)
class GameFormula(Formula):
    """Main and war wager together under one decision, per unit of initial wager."""

    average_staked: Closed

    @cached_property
    def element_of_risk(self) -> Closed:
        """Expected loss per unit of all money staked."""
        return self.house_edge / self.average_staked


@dataclass(frozen=True)
class Formulas(Shown):
    """A game's closed forms, valid for every deck count from `proof.start` on."""

    rules: Rules
    decision: Decision | None
    proof: Proof
    game: GameFormula
    wagers: tuple[WagerFormula, ...]

    @property
    def tables(self) -> tuple[tuple[Wager, Paytable], ...]:
        """Each wager with each paytable that has a closed form here."""
        return tuple((wager.wager, wager.paytable) for wager in self.wagers)

    def wager(self, wager_id: str, paytable: str | None = None) -> WagerFormula:
        """Return one wager by its id and, where it has several, its paytable.

        >>> print(formulas("crown-perth").wager("perfect-pairs", "30/12/5").ev)
        2*(2*d - 15)/(52*d - 1)
        """
        found = {str(w.paytable.name): w for w in self.wagers if w.id == wager_id}
        if not found:
            raise unknown("wager", wager_id, (wager.id for wager in self.wagers))
        if paytable is None and len(found) == 1:
            return next(iter(found.values()))
        if paytable not in found:
            which = "several paytables" if paytable is None else f"no paytable {paytable!r}"
            raise WaroddsError(f"{wager_id} has {which}; expected {listed(found)}")
        return found[paytable]


def formulas(
    rules: Rules | str | Path,
    *,
    decision: Decision | None = None,
    wagers: Collection[str] | None = None,
    paytable: str | None = None,
) -> Formulas:
    """Return the closed forms of a game: a built-in jurisdiction, a rule file or loaded rules.

    `wagers` are the ids to derive (all of them by default); `paytable` leaves one paytable of
    the wagers that have several.

    >>> game = formulas("pennsylvania").game
    >>> print(game.ev)
    -2*(4*d - 1)*(208*d**2 + 10*d - 3)/((26*d - 1)*(52*d - 3)*(52*d - 1))
    >>> game.ev(6), game.ev.limit
    (Fraction(-23138, 993023), Fraction(-4, 169))
    """
    if not isinstance(rules, Rules):
        rules = load(rules)
    decision = decision_on_tie(rules, decision)
    tables = _tables(rules, chosen_wagers(rules, wagers, decision), paytable)
    return derive(rules, decision, tables, burn_of(rules))


def derive(
    rules: Rules,
    decision: Decision | None,
    tables: Iterable[tuple[Wager, Paytable]],
    burn: Burn | None,
) -> Formulas:
    """Return the closed forms of a game played with a burn that need not be the rules' own."""
    tables = tuple(tables)
    counts, proof = rounds_of((wager for wager, _ in tables), burn)
    each = (_wager_formula(wager, table, counts, rules, decision) for wager, table in tables)
    placed = tuple(wager for wager in each if wager is not None)
    return Formulas(rules, decision, proof, game_formula(rules, counts, decision), placed)


def rounds_of(wagers: Iterable[Wager], burn: Burn | None) -> tuple[Counts[Round], Proof]:
    """Return the counts of all rounds, told apart as far as some wagers ask."""
    wagers = tuple(wagers)
    return count_rounds(burn, detail_of(wagers, "first"), detail_of(wagers, "war"))


def game_formula(rules: Rules, counts: Counts[Round], decision: Decision | None) -> GameFormula:
    """Return the closed forms of the main and the war wager together."""
    events = counts.map(lambda played: round_event(played, rules, decision))
    outcomes = _outcomes(
        events, rules.main_wager.paytables[0].payouts, lambda payout: round_net(payout.event, rules)
    )
    wars = counts.given(lambda played: played.war is not None and decision == "war")
    return GameFormula(outcomes, Closed.of(wars.total, counts.total) + 1)


def probability(counts: Counts[Round], condition: Callable[[Round], bool]) -> Closed:
    """Return the chance that a round satisfies a condition."""
    return Closed.of(counts.given(condition).total, counts.total)


def _wager_formula(
    wager: Wager,
    table: Paytable,
    counts: Counts[Round],
    rules: Rules,
    decision: Decision | None,
) -> WagerFormula | None:
    """Return one wager's closed forms; None for a wager on the war deal where none is dealt."""
    if wager.deal == "war" and decision != "war":
        return None
    placed = counts.given(lambda played: wager.deal == "first" or played.war is not None)
    events = placed.map(event_reader(wager, table, rules, decision))
    outcomes = _outcomes(events, table.payouts, lambda payout: payout.net)
    return WagerFormula(outcomes, wager, table)


def _outcomes(
    events: Counts[str], payouts: Iterable[Payout], net: Callable[[Payout], Fraction]
) -> tuple[OutcomeFormula, ...]:
    """Return the events that can happen, in the order of the paytable."""
    total: Polynomial = events.total
    return tuple(
        OutcomeFormula(
            payout.event,
            net(payout),
            Closed.of(events.ways[payout.event]),
            Closed.of(events.ways[payout.event], total),
        )
        for payout in payouts
        if payout.event in events.ways
    )


def _expectation(
    outcomes: Iterable[OutcomeFormula], value: Callable[[Fraction], Fraction]
) -> Closed:
    zero = Closed.constant(0)
    return sum((outcome.probability * value(outcome.net) for outcome in outcomes), zero)


def _tables(
    rules: Rules, wagers: Iterable[Wager], paytable: str | None
) -> list[tuple[Wager, Paytable]]:
    """Return each wager with each of its paytables, or with the one asked for."""
    pairs = [(wager, table) for wager in wagers for table in wager.paytables]
    names = list(dict.fromkeys(table.name for _, table in pairs if table.name is not None))
    if paytable is None:
        return pairs
    if paytable not in names:
        expected = f"expected {listed(names)}" if names else "no wager asked for has paytables"
        raise WaroddsError(f"paytable {paytable!r} of {rules.id}: {expected}")
    return [(wager, table) for wager, table in pairs if table.name in (None, paytable)]
