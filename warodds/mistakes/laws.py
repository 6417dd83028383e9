"""The exact law of one round, or of one wager, under any mistakes that have one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from warodds.cards import Shoe
from warodds.deal import Round
from warodds.errors import WaroddsError, listed, unknown
from warodds.law import Law
from warodds.mistakes.dealt import compare, integral, ranks, rounds, shoe_of
from warodds.mistakes.library import apply, find
from warodds.mistakes.model import MOST_WARS, Dealing, raised
from warodds.mistakes.repeats import further_wars
from warodds.rules.model import Deal, Decision, Paytable, Rules, Wager, event_on
from warodds.settle import burn_of, event_reader, round_event, round_net


class Cell(NamedTuple):
    """What one round shows: how it ended, net units of main and war wager together, and ranks.

    Ranks are 0 for a two to 12 for an ace. Where wars repeat, the war cards are those of the war
    that decided.
    """

    event: str
    net: Fraction
    player: int
    dealer: int
    war_player: int | None = None
    war_dealer: int | None = None


def law_of(
    rules: Rules,
    decks: int | None,
    decision: Decision | None,
    mistakes: Sequence[str] = (),
) -> Law[Cell]:
    """Return the law of a round from a fresh shoe; `decks` is None for infinitely many.

    >>> from warodds.rules import load
    >>> rules = load("pennsylvania")
    >>> law_of(rules, 6, "war").mean(lambda cell: cell.net)
    Fraction(-23138, 993023)
    >>> law_of(rules, 6, "war", ["missing-A"]).mean(lambda cell: cell.net)
    Fraction(-1702, 70889)
    """
    rules, shoe, dealing = _made(rules, decks, mistakes)
    return law_from(rules, shoe, decision, dealing)


def law_from(
    rules: Rules,
    shoe: Shoe,
    decision: Decision | None,
    dealing: Dealing,
    most_wars: int = MOST_WARS,
) -> Law[Cell]:
    """Return the law of a round from any shoe, dealt in any way."""
    decision = _decided(rules, decision)
    weights: dict[Cell, int | Fraction] = {}
    for cell, weight in _cells(rules, shoe, decision, dealing, most_wars):
        if cell.event not in dealing.unlogged:
            weights[cell] = weights.get(cell, 0) + weight
    return integral(weights)


def wager_law(
    rules: Rules,
    decks: int | None,
    wager_id: str,
    decision: Decision | None,
    mistakes: Sequence[str] = (),
    paytable: str | None = None,
) -> Law[tuple[str, Fraction]]:
    """Return the law of a wager's event and net, given that it is placed.

    The id `game` stands for the main and the war wager together. Side wagers on the war deal ride
    on the first war of a round.

    >>> from warodds.rules import load
    >>> rules = load("pennsylvania")
    >>> law = wager_law(rules, 6, "tie", "war", ["tie-pays-for-one"])
    >>> law.probability(("tie", Fraction(9)))
    Fraction(23, 311)
    """
    if wager_id == "game":
        return law_of(rules, decks, decision, mistakes).map(lambda cell: (cell.event, cell.net))
    rules, shoe, dealing = _made(rules, decks, mistakes)
    decision = _decided(rules, decision)
    wager = _wager(rules, wager_id)
    if wager.deal == "war" and decision != "war":
        raise WaroddsError(f"{wager_id} rides on the war deal, and a surrender has none")
    if wager.role != "side" and dealing.further_wars != "none":
        raise WaroddsError(
            f"wars that repeat have no stakes of {wager_id} alone; expected the wager 'game'"
        )
    table = _paytable(wager, decks, paytable)
    law = rounds(shoe, burn_of(rules), dealing, wager.on == "pair")
    placed = law.given(
        lambda played: (
            (wager.deal == "first" or played.war is not None)
            and round_event(played, rules, decision) not in dealing.unlogged
        )
    )
    if not placed.total:
        raise WaroddsError(f"{wager_id} is in no round that is logged")
    read = event_reader(wager, table, rules, decision)

    def paid(played: Round) -> tuple[str, Fraction]:
        event = read(played)
        return event, table.payout(event).net

    return placed.map(paid)


def pair_law(rules: Rules, decks: int | None, deal: Deal, mistakes: Sequence[str] = ()) -> Law[str]:
    """Return the law of the kind of pair, given that a deal is one and its round is logged.

    Where wars repeat, the kinds are those of any war: nobody knows the suits that went before (M1).

    >>> from warodds.rules import load
    >>> pair_law(load("pennsylvania"), 6, "first").probability("perfect")
    Fraction(5, 23)
    """
    rules, shoe, dealing = _made(rules, decks, mistakes)
    decision = _decided(rules, "war")
    law = rounds(shoe, burn_of(rules), dealing, True).given(
        lambda played: round_event(played, rules, decision) not in dealing.unlogged
    )
    shown = law.map(lambda played: played.first if deal == "first" else played.war)
    paired = shown.given(lambda showing: showing is not None and showing.pair != "no_pair")
    return paired.map(lambda showing: showing.pair if showing else "")


def _made(rules: Rules, decks: int | None, mistakes: Sequence[str]) -> tuple[Rules, Shoe, Dealing]:
    for name in mistakes:
        if not find(name).exact:
            raise WaroddsError(f"{name} has no exact law: it can be simulated only")
    rules, dealing = apply(rules, mistakes)
    if decks is None:  # infinitely many decks are one whose cards come back
        dealing = replace(dealing, put_back="each card")
    return rules, shoe_of(decks or 1, dealing), dealing


def _decided(rules: Rules, decision: Decision | None) -> Decision | None:
    """Return the decision on a tie: war unless another is made, and none where there is no war."""
    if rules.war is None:
        return None
    if decision == "surrender" and not rules.has_surrender:
        raise WaroddsError(f"{rules.id} has no surrender; expected the decision 'war'")
    return decision or "war"


def _cells(
    rules: Rules, shoe: Shoe, decision: Decision | None, dealing: Dealing, most_wars: int
) -> Iterator[tuple[Cell, int | Fraction]]:
    """Yield what rounds show, with weights; a kind of round may come more than once."""
    burn = burn_of(rules)
    law = rounds(shoe, burn, dealing, False)
    repeats = dealing.further_wars != "none" and decision == "war" and burn is not None
    nets = cache(lambda event: round_net(event, rules))
    for played, ways in law:
        event = round_event(played, rules, decision)
        if repeats and event == "war_tie" and most_wars > 1:
            continue
        war = played.war if event.startswith("war_") else None
        war_ranks = ranks(war) if war else (None, None)
        yield Cell(event, nets(event), *ranks(played.first), *war_ranks), ways
    if repeats and burn is not None:
        total = law.total
        back = dealing.put_back == "each card"
        for wars, tied, player, dealer, chance in further_wars(shoe, burn, back, most_wars):
            event = event_on("war", compare(player, dealer, dealing.aces_low))
            net = raised(nets(event), wars, dealing)
            yield Cell(event, net, tied, tied, player, dealer), chance * total


def _wager(rules: Rules, wager_id: str) -> Wager:
    wagers = {wager.id: wager for wager in rules.wagers}
    if wager_id not in wagers:
        raise unknown("wager", wager_id, [*wagers, "game"])
    return wagers[wager_id]


def _paytable(wager: Wager, decks: int | None, name: str | None) -> Paytable:
    """Return the paytable asked for, or the only one there is for the deck count."""
    if name is not None:
        found = [table for table in wager.paytables if table.name == name]
        if not found:
            names = listed(table.name for table in wager.paytables if table.name)
            expected = f"expected {names}" if names else "it has one table, without a name"
            raise WaroddsError(f"paytable {name!r} of {wager.id}; {expected}")
        return found[0]
    offered = [table for table in wager.paytables if not table.decks or decks in table.decks]
    if len(offered) != 1:
        names = listed(table.name for table in offered or wager.paytables)
        raise WaroddsError(f"{wager.id} has several paytables; expected {names}")
    return offered[0]
