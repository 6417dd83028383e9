"""Every wager of a game, and the game as a whole, from one enumeration: all of it exact."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from warodds.cards import Card, Shoe, read_cards
from warodds.deal import Round, enumerate_rounds
from warodds.errors import WaroddsError, listed, unknown
from warodds.figures import (
    Comparison,
    Figures,
    GameOdds,
    Odds,
    Outcome,
    SplitOdds,
    Strategy,
    WagerOdds,
)
from warodds.law import Law
from warodds.rules import Rules, Wager, load
from warodds.rules.model import EVENTS, Decision, Payout, Paytable
from warodds.settle import burn_of, detail_of, event_reader, round_clause, round_event, round_net


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
    decision = decision_on_tie(rules, decision)
    if isinstance(decks, bool) or not isinstance(decks, int) or decks < 1:
        raise WaroddsError(f"{decks!r} decks; expected a whole number, 1 or more")
    if decks not in rules.decks and not study:
        raise WaroddsError(
            f"{rules.id} permits {rules.decks} decks{_cited(rules.decks.clause)}, not {decks}; "
            "--study, or study=True, computes it all the same"
        )
    cards = read_cards(seen) if isinstance(seen, str) else tuple(seen)
    chosen = chosen_wagers(rules, wagers, decision)
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

    A wager or paytable need not exist in each of several jurisdictions, but must in one. `watch`
    passes the work on, game by game, and may show how far it has come.

    >>> [str(result.game.ev) for result in compare(["pennsylvania"], [6, 8]).results]
    ['-23138/993023', '-276706/11826255']
    """
    games = [name if isinstance(name, Rules) else load(name) for name in names]
    counts = tuple(decks)
    if not games or not counts:
        raise WaroddsError("nothing to compare; expected a jurisdiction and a deck count")
    _check_ids(wagers, [wager.id for rules in games for wager in rules.wagers])
    with_paytable = {rules.id for rules in games if paytable in _paytables(rules)}
    results = []
    for rules, count in watch([(rules, count) for rules in games for count in counts]):
        own = {wager.id for wager in rules.wagers}
        results.append(
            odds(
                rules,
                count,
                seen=seen,
                decision=decision,
                wagers=None if wagers is None else own.intersection(wagers),
                paytable=paytable if rules.id in with_paytable or not with_paytable else None,
                study=study,
            )
        )
    return Comparison(tuple(results))


def _cited(clause: str) -> str:
    return f" ({clause})" if clause else ""


def decision_on_tie(rules: Rules, decision: Decision | None) -> Decision | None:
    """Return the decision a game is evaluated under: war unless another is asked for."""
    if rules.war is None:
        if decision is not None:
            raise WaroddsError(f"{rules.id} has no war: a tie leaves nothing to decide")
        return None
    if decision not in (None, "war", "surrender"):
        raise WaroddsError(f"decision {decision!r}; expected 'war' or 'surrender'")
    if decision == "surrender" and not rules.has_surrender:
        raise WaroddsError(f"{rules.id} has no surrender; expected the decision 'war'")
    return decision or "war"


def _check_ids(ids: Collection[str] | None, known: Collection[str]) -> None:
    if isinstance(ids, str):
        raise WaroddsError(f"wagers {ids!r}; expected a list of ids, such as [{ids!r}]")
    for wager_id in ids or ():
        if wager_id not in known:
            raise unknown("wager", wager_id, known)


def chosen_wagers(
    rules: Rules, ids: Collection[str] | None, decision: Decision | None
) -> tuple[Wager, ...]:
    """Return the wagers asked for, less those on a war deal that a decision never reaches."""
    _check_ids(ids, [wager.id for wager in rules.wagers])
    asked = [wager for wager in rules.wagers if ids is None or wager.id in ids]
    placed = tuple(wager for wager in asked if wager.deal == "first" or decision == "war")
    if ids and not placed:
        raise WaroddsError(f"{listed(ids)} is never placed when every tie is surrendered")
    return placed


def _paytables(rules: Rules) -> set[str | None]:
    return {table.name for wager in rules.wagers for table in wager.paytables}


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
    law: Law[str],
    payouts: Iterable[Payout],
    net: Callable[[Payout], Fraction],
    clause: Callable[[Payout], str],
) -> tuple[Outcome, ...]:
    outcomes = tuple(
        Outcome(
            payout.event,
            law.ways.get(payout.event, 0),
            law.probability(payout.event),
            net(payout),
            clause(payout),
        )
        for payout in payouts
    )
    if sum(outcome.ways for outcome in outcomes) != law.total:
        raise ArithmeticError("some deals were not settled by any event of the paytable")
    return outcomes


def _played(payouts: Iterable[Payout], decision: Decision | None) -> list[Payout]:
    """Leave out how a round cannot end under a decision."""
    if decision == "war":
        return [payout for payout in payouts if payout.event != "surrender"]
    return [payout for payout in payouts if not payout.event.startswith("war_")]


def _wager_odds(
    wager: Wager, table: Paytable, law: Law[Round], rules: Rules, decision: Decision | None
) -> WagerOdds | None:
    """Return one wager's odds; None for a wager on the war deal where no tie is possible."""
    event = event_reader(wager, table, rules, decision)
    placed = law.given(lambda played: wager.deal == "first" or played.war is not None)
    if not placed.total:
        return None
    payouts = _played(table.payouts, decision) if wager.role == "main" else table.payouts

    def figures(part: Law[Round]) -> tuple[Outcome, ...]:
        return _outcomes(
            part.map(event), payouts, lambda payout: payout.net, lambda payout: payout.clause
        )

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
            events,
            _played(payouts, decision),
            lambda payout: round_net(payout.event, rules),
            lambda payout: round_clause(payout.event, rules),
        )

    wars = law.given(lambda played: played.war is not None).total if decision == "war" else 0
    strategy = None
    if rules.has_surrender and rules.war is not None:
        strategy = Strategy(Figures(outcomes("war")).ev, Figures(outcomes("surrender")).ev)
    return GameOdds(outcomes(decision), 1 + Fraction(wars, law.total), strategy)
