"""Every wager of a game, and the game as a whole, from one enumeration: all of it exact.

A wager's figures are per unit of that wager, given that it is placed; a wager on the war deal is
therefore conditional on a first tie. *House edge* is loss per unit of initial wager; *element of
risk* is loss per unit of all money staked, initial and war wagers together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

from warodds.cards import Card, Shoe, read_cards
from warodds.deal import Round, enumerate_rounds
from warodds.errors import WaroddsError, listed, nearest
from warodds.law import Law
from warodds.rules import Rules, Wager, load
from warodds.rules.model import EVENTS, Decision, Payout, Paytable
from warodds.settle import burn_of, detail_of, event_reader, round_event, round_net
from warodds.shown import Shown


@dataclass(frozen=True, slots=True)
class Outcome:
    """One event of a wager: how many ordered deals realise it, and what it pays."""

    event: str
    ways: int
    probability: Fraction
    net: Fraction
    clause: str = ""

    @property
    def contribution(self) -> Fraction:
        """What the event adds to the EV."""
        return self.probability * self.net

    @property
    def true_odds(self) -> Fraction | None:
        """The odds against the event, to one; None for an event that cannot happen."""
        return _against(self.probability)


@dataclass(frozen=True, slots=True)
class _Figures:
    """What any table of outcomes is worth."""

    outcomes: tuple[Outcome, ...]

    @property
    def ev(self) -> Fraction:
        """Expected net units per unit staked."""
        return sum((outcome.contribution for outcome in self.outcomes), Fraction())

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit of the wager."""
        return -self.ev

    @property
    def variance(self) -> Fraction:
        """Variance of the net units; its square root is the standard deviation."""
        square = sum((o.probability * o.net**2 for o in self.outcomes), Fraction())
        return square - self.ev**2

    @property
    def hit(self) -> Fraction:
        """Probability of winning anything, the hit frequency."""
        return sum((o.probability for o in self.outcomes if o.net > 0), Fraction())

    @property
    def one_in(self) -> Fraction | None:
        """The hit frequency as "1 in n"; None where nothing ever wins."""
        return 1 / self.hit if self.hit else None

    @property
    def true_odds(self) -> Fraction | None:
        """The odds against winning anything, to one."""
        return _against(self.hit)


@dataclass(frozen=True, slots=True)
class WagerOdds(Shown, _Figures):
    """One wager under one paytable. `split` holds it again after each kind of first pair."""

    wager: Wager
    paytable: str | None
    split: tuple[SplitOdds, ...] = ()

    @property
    def id(self) -> str:
        """The wager's id."""
        return self.wager.id


@dataclass(frozen=True, slots=True)
class SplitOdds(_Figures):
    """A wager on second cards, given the kind of the first pair."""

    first: str
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Strategy:
    """Always war against always surrender, per unit of initial wager."""

    war: Fraction
    surrender: Fraction

    @property
    def better(self) -> Decision:
        """The decision worth more."""
        return "war" if self.war >= self.surrender else "surrender"

    @property
    def difference(self) -> Fraction:
        """What the better decision is worth above the other."""
        return abs(self.war - self.surrender)


@dataclass(frozen=True, slots=True)
class GameOdds(_Figures):
    """Main and war wager together, under one decision, per unit of initial wager."""

    average_staked: Fraction
    strategy: Strategy | None

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss per unit of all money staked."""
        return self.house_edge / self.average_staked

    @property
    def rtp_initial(self) -> Fraction:
        """Return to player per unit of initial wager."""
        return 1 - self.house_edge

    @property
    def rtp_staked(self) -> Fraction:
        """Return to player per unit of all money staked."""
        return 1 - self.element_of_risk


@dataclass(frozen=True, slots=True)
class Odds(Shown):
    """Everything about one game with one shoe. `deals` counts the ordered deals enumerated."""

    rules: Rules
    decks: int
    cards: int
    seen: tuple[Card, ...]
    decision: Decision | None
    study: bool
    deals: int
    game: GameOdds
    wagers: tuple[WagerOdds, ...]

    def wager(self, wager_id: str, paytable: str | None = None) -> WagerOdds:
        """Return one wager by its id and, where it has several, its paytable.

        >>> odds("crown-perth", decks=6).wager("perfect-pairs", "30/12/5").ev
        Fraction(-6, 311)
        """
        found = [wager for wager in self.wagers if wager.id == wager_id]
        if not found:
            raise _unknown(wager_id, (wager.id for wager in self.wagers))
        tables = [str(wager.paytable) for wager in found]
        if paytable is None and len(found) > 1:
            raise WaroddsError(f"{wager_id} has several paytables; expected {listed(tables)}")
        if paytable is not None and paytable not in tables:
            raise WaroddsError(f"paytable {paytable!r} of {wager_id}; expected {listed(tables)}")
        return found[0 if paytable is None else tables.index(paytable)]


@dataclass(frozen=True, slots=True)
class Comparison(Shown):
    """Several games side by side: deck counts of one jurisdiction, or several jurisdictions."""

    results: tuple[Odds, ...]


def odds(
    rules: Rules | str | Path,
    decks: int = 6,
    *,
    seen: str | Iterable[Card] = (),
    decision: Decision | None = None,
    wagers: Collection[str] | None = None,
    paytable: str | None = None,
    study: bool = False,
) -> Odds:
    """Return the exact odds of a game: a built-in jurisdiction, a rule file or loaded rules.

    `seen` are cards known to be gone, `wagers` the ids to evaluate (all of them by default).
    A deck count or paytable that the rules do not permit is refused, except for a `study`.

    >>> result = odds("pennsylvania", decks=6)
    >>> result.game.ev, result.wager("tie").ev
    (Fraction(-23138, 993023), Fraction(-58, 311))
    """
    if not isinstance(rules, Rules):
        rules = load(rules)
    decision = _decision(rules, decision)
    if decks not in rules.decks and not study:
        raise WaroddsError(
            f"{rules.id} permits {rules.decks} decks{_cited(rules.decks.clause)}, not {decks}; "
            "--study, or study=True, computes it all the same"
        )
    cards = read_cards(seen) if isinstance(seen, str) else tuple(seen)
    chosen = _chosen(rules, wagers)
    tables = _tables(rules, chosen, decks, paytable, study)
    shoe = Shoe.of(decks, cards)
    _check_suits(cards, chosen)
    needed = [rules.main_wager, *chosen]
    law = enumerate_rounds(
        shoe, burn_of(rules), detail_of(needed, "first"), detail_of(needed, "war")
    )
    results = [_wager_odds(wager, table, law, rules, decision) for wager, table in tables]
    return Odds(
        rules,
        decks,
        shoe.size,
        cards,
        decision,
        decks not in rules.decks or any(decks not in _for(table, decks) for _, table in tables),
        law.total,
        _game_odds(rules, law, decision),
        tuple(result for result in results if result is not None),
    )


def compare(
    names: Iterable[Rules | str | Path],
    decks: Iterable[int] = (6,),
    *,
    seen: str | Iterable[Card] = (),
    decision: Decision | None = None,
    wagers: Collection[str] | None = None,
    paytable: str | None = None,
    study: bool = False,
    watch: Callable[[Sequence[tuple[Rules, int]]], Iterable[tuple[Rules, int]]] = iter,
) -> Comparison:
    """Return several games side by side: every deck count of every jurisdiction.

    A wager need not exist in each of several jurisdictions, but must in one of them. `watch`
    passes the work on, game by game, and may show how far it has come.

    >>> [str(result.game.ev) for result in compare(["pennsylvania"], [6, 8]).results]
    ['-23138/993023', '-276706/11826255']
    """
    games = [name if isinstance(name, Rules) else load(name) for name in names]
    known = {wager.id: None for rules in games for wager in rules.wagers}
    for wager_id in wagers or ():
        if wager_id not in known:
            raise _unknown(wager_id, known)
    results = []
    for rules, count in watch([(rules, count) for rules in games for count in decks]):
        own = {wager.id for wager in rules.wagers}
        results.append(
            odds(
                rules,
                count,
                seen=seen,
                decision=decision,
                wagers=None if wagers is None else own.intersection(wagers),
                paytable=paytable,
                study=study,
            )
        )
    return Comparison(tuple(results))


def _against(probability: Fraction) -> Fraction | None:
    return (1 - probability) / probability if probability else None


def _cited(clause: str) -> str:
    return f" ({clause})" if clause else ""


def _unknown(wager_id: str, ids: Iterable[str]) -> WaroddsError:
    ids = tuple(dict.fromkeys(ids))
    return WaroddsError(f"no wager {wager_id!r}; expected {listed(ids)}{nearest(wager_id, ids)}")


def _decision(rules: Rules, decision: Decision | None) -> Decision | None:
    if rules.war is None:
        if decision is not None:
            raise WaroddsError(f"{rules.id} has no war: a tie leaves nothing to decide")
        return None
    if decision not in (None, "war", "surrender"):
        raise WaroddsError(f"decision {decision!r}; expected 'war' or 'surrender'")
    if decision == "surrender" and not rules.has_surrender:
        raise WaroddsError(f"{rules.id} has no surrender; expected the decision 'war'")
    return decision or "war"


def _chosen(rules: Rules, ids: Collection[str] | None) -> tuple[Wager, ...]:
    known = [wager.id for wager in rules.wagers]
    for wager_id in ids or ():
        if wager_id not in known:
            raise _unknown(wager_id, known)
    return tuple(wager for wager in rules.wagers if ids is None or wager.id in ids)


def _for(table: Paytable, decks: int) -> tuple[int, ...]:
    """Return the deck counts of a paytable; one without a list is for every deck count."""
    return table.decks or (decks,)


def _tables(
    rules: Rules, wagers: Iterable[Wager], decks: int, paytable: str | None, study: bool
) -> list[tuple[Wager, Paytable]]:
    """Return each wager with each paytable to evaluate it by."""
    pairs = []
    known: list[str] = []
    for wager in wagers:
        offered = [table for table in wager.paytables if decks in _for(table, decks)]
        if study and (paytable or not offered):
            offered = list(wager.paytables)
        names = [table.name for table in offered if table.name is not None]
        known += names
        pairs += [
            (wager, table)
            for table in offered
            if paytable is None or table.name is None or table.name == paytable
        ]
    if paytable is not None and paytable not in known:
        choices = tuple(dict.fromkeys(known))
        expected = f"expected {listed(choices)}" if choices else "no wager asked for has paytables"
        raise WaroddsError(f"paytable {paytable!r} of {rules.id} at {decks} decks: {expected}")
    return pairs


def _check_suits(seen: Iterable[Card], wagers: Iterable[Wager]) -> None:
    bare = next((card for card in seen if card.suit is None), None)
    pairs = next((wager for wager in wagers if wager.on == "pair"), None)
    if bare is not None and pairs is not None:
        raise WaroddsError(
            f"{str(bare)!r} was seen without a suit, and {pairs.name} depends on suits; "
            f"expected such as {bare}s, or other wagers chosen with --wager"
        )


def _outcomes(
    law: Law[str], payouts: Iterable[Payout], net: Callable[[Payout], Fraction]
) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(
            payout.event,
            law.ways.get(payout.event, 0),
            law.probability(payout.event),
            net(payout),
            payout.clause,
        )
        for payout in payouts
    )


def _played(payouts: Iterable[Payout], decision: Decision | None) -> list[Payout]:
    """Leave out how a round cannot end under a decision."""
    if decision == "war":
        return [payout for payout in payouts if payout.event != "surrender"]
    return [payout for payout in payouts if not payout.event.startswith("war_")]


def _wager_odds(
    wager: Wager, table: Paytable, law: Law[Round], rules: Rules, decision: Decision | None
) -> WagerOdds | None:
    """Return one wager's odds; None for a wager on the war deal where no war is dealt."""
    event = event_reader(wager, rules, decision)
    placed = law.given(lambda played: wager.deal == "first" or played.war is not None)
    if not placed.total or (wager.deal == "war" and decision != "war"):
        return None
    payouts = _played(table.payouts, decision) if wager.role == "main" else table.payouts

    def figures(part: Law[Round]) -> tuple[Outcome, ...]:
        return _outcomes(part.map(event), payouts, lambda payout: payout.net)

    split = []
    if wager.deal == "war" and wager.on == "pair":
        for kind in EVENTS["pair"]:
            part = placed.given(partial(_first_pair_is, kind))
            if part.total:
                share = Fraction(part.total, placed.total)
                split.append(SplitOdds(figures(part), kind, share))
    return WagerOdds(figures(placed), wager, table.name, tuple(split))


def _first_pair_is(kind: str, played: Round) -> bool:
    return played.first.pair == kind


def _game_odds(rules: Rules, law: Law[Round], decision: Decision | None) -> GameOdds:
    payouts = rules.main_wager.paytables[0].payouts

    def outcomes(decision: Decision | None) -> tuple[Outcome, ...]:
        events = law.map(lambda played: round_event(played, rules, decision))
        return _outcomes(
            events, _played(payouts, decision), lambda payout: round_net(payout.event, rules)
        )

    wars = law.given(lambda played: played.war is not None).total if decision == "war" else 0
    strategy = None
    if rules.has_surrender and rules.war is not None:
        strategy = Strategy(_Figures(outcomes("war")).ev, _Figures(outcomes("surrender")).ev)
    return GameOdds(outcomes(decision), 1 + Fraction(wars, law.total), strategy)
