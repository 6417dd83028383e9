"""Every wager of every jurisdiction, at every permitted deck count and paytable, by a plain walk.

The payouts below are written down from the rule texts a second time, as functions of the cards, so
that a slip in a TOML file cannot hide behind itself.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests import plain
from warodds import compare, jurisdictions, load, odds

HALF = Fraction(1, 2)

Nets = Callable[[Any, Any, Any, Any], Fraction | int | None]


def main_wager(second_tie: int) -> Nets:
    def net(p: Any, d: Any, x: Any, y: Any) -> int:
        if x is None:
            return {"higher": 1, "lower": -1}[plain.compared(p, d)]
        return {"higher": 0, "tie": second_tie, "lower": -1}[plain.compared(x, y)]

    return net


def war_wager(second_tie: int) -> Nets:
    return lambda p, d, x, y: (
        {"higher": 1, "tie": second_tie, "lower": -1}[plain.compared(x, y)] if x else None
    )


def tie(p: Any, d: Any, x: Any, y: Any) -> int:
    return 10 if p[0] == d[0] else -1


def war_tie(p: Any, d: Any, x: Any, y: Any) -> int | None:
    return (10 if x[0] == y[0] else -1) if x else None


def a_bomb(p: Any, d: Any, x: Any, y: Any) -> int:
    return 10 if p[0] == 14 else -1


def pairs(perfect: int, coloured: int, mixed: int, war: bool) -> Nets:
    pays = {"perfect": perfect, "coloured": coloured, "mixed": mixed, "no_pair": -1}

    def net(p: Any, d: Any, x: Any, y: Any) -> int | None:
        if war:
            return pays[plain.paired(x, y)] if x else None
        return pays[plain.paired(p, d)]

    return net


PERTH_PAYTABLES = {
    4: [(30, 12, 5)],
    6: [(25, 12, 5), (30, 12, 5), (30, 10, 5), (25, 12, 6)],
    8: [(25, 12, 5), (25, 12, 6)],
}

GAMES: dict[str, tuple[list[int], str, str, dict[str, Nets]]] = {
    "pennsylvania": (
        [6, 7, 8],
        "initial",
        "war",
        {"initial": main_wager(0), "war": war_wager(2), "tie": tie, "war-tie": war_tie},
    ),
    "new-zealand": (
        [4, 5, 6, 7, 8],
        "casino-war",
        "go-to-war",
        {"casino-war": main_wager(0), "go-to-war": war_wager(2), "tie": tie},
    ),
    "crown-perth": (
        [4, 6, 8],
        "casino-war",
        "go-to-war",
        {"casino-war": main_wager(1), "go-to-war": war_wager(1), "tie": tie, "a-bomb": a_bomb},
    ),
    "california": (
        [6, 7, 8, 9, 12, 16],
        "primary",
        "war",
        {"primary": main_wager(0), "war": war_wager(2), "tie": tie, "war-tie": war_tie},
    ),
}


def wagers_of(name: str, decks: int) -> dict[tuple[str, str | None], Nets]:
    wagers: dict[tuple[str, str | None], Nets] = {
        (wager, None): net for wager, net in GAMES[name][3].items()
    }
    if name == "crown-perth":
        for table in PERTH_PAYTABLES[decks]:
            label = "/".join(map(str, table))
            wagers["perfect-pairs", label] = pairs(*table, war=False)
            wagers["war-perfect-pairs", label] = pairs(*table, war=True)
    return wagers


@cache
def walked(decks: int, suited: bool) -> list[tuple[Any, Any, Any, Any, int]]:
    shoe = plain.full_shoe(decks) if suited else plain.rank_shoe(decks)
    return list(plain.rounds(shoe))


@cache
def plain_law(name: str, decks: int) -> dict[tuple[str, str | None], dict[Any, Fraction]]:
    """Each wager's law of its net units, given that it is placed; and the game's."""
    main, war, _ = GAMES[name][1:]
    wagers = wagers_of(name, decks)
    counts: dict[tuple[str, str | None], dict[Any, int]] = {key: {} for key in wagers}
    counts["game", None] = {}
    for p, d, x, y, ways in walked(decks, name == "crown-perth"):
        nets = {key: net(p, d, x, y) for key, net in wagers.items()}
        nets["game", None] = (nets[main, None] or 0) + (nets[war, None] or 0)
        for key, net in nets.items():
            if net is not None:
                counts[key][net] = counts[key].get(net, 0) + ways
    return {
        key: {net: Fraction(ways, sum(each.values())) for net, ways in each.items()}
        for key, each in counts.items()
    }


EVERY_GAME = [(name, decks) for name, game in GAMES.items() for decks in game[0]]


def test_the_list_of_games_is_complete() -> None:
    assert sorted(GAMES) == list(jurisdictions())
    for name, (decks, *_) in GAMES.items():
        rule = load(name).decks
        assert rule.at_least == 6 if name == "california" else list(rule.permitted) == decks


@pytest.mark.parametrize(("name", "decks"), EVERY_GAME)
def test_every_wager_equals_the_plain_walk(name: str, decks: int) -> None:
    result = odds(name, decks)
    expected = plain_law(name, decks)
    ours = {(w.id, w.paytable): w for w in result.wagers}
    assert {*ours, ("game", None)} == set(expected)
    for key, law in expected.items():
        figures = result.game if key == ("game", None) else ours[key]
        mine: dict[Fraction, Fraction] = {}
        for outcome in figures.outcomes:
            mine[outcome.net] = mine.get(outcome.net, Fraction()) + outcome.probability
        assert {net: p for net, p in mine.items() if p} == law, key
        ev = sum(net * p for net, p in law.items())
        assert figures.ev == ev == -figures.house_edge
        assert figures.variance == sum((net - ev) ** 2 * p for net, p in law.items())
        assert figures.hit == sum(p for net, p in law.items() if net > 0)


@pytest.mark.parametrize(("name", "decks"), EVERY_GAME)
def test_ways_add_up_to_the_deals_they_are_out_of(name: str, decks: int) -> None:
    result = odds(name, decks)
    ties = sum(o.ways for o in result.game.outcomes if o.event.startswith("war_"))
    for wager in result.wagers:
        total = result.deals if wager.wager.deal == "first" else ties
        assert sum(o.ways for o in wager.outcomes) == total
        assert all(o.probability == Fraction(o.ways, total) for o in wager.outcomes)
        for part in wager.split:
            assert sum(o.probability for o in part.outcomes) == 1
        if wager.split:
            assert sum(part.probability * part.ev for part in wager.split) == wager.ev


def test_second_pairs_split_by_the_first_agree_with_the_plain_walk() -> None:
    result = odds("crown-perth", 6).wager("war-perfect-pairs", "30/12/5")
    net = pairs(30, 12, 5, war=True)
    for part in result.split:
        total, ways_total = Fraction(), 0
        for p, d, x, y, ways in walked(6, True):
            if x is not None and plain.paired(p, d) == part.first:
                total += Fraction(net(p, d, x, y) or 0) * ways
                ways_total += ways
        assert part.ev == total / ways_total


def test_known_values() -> None:
    pa = odds("pennsylvania", 6)
    assert pa.game.ev == Fraction(-23138, 993023)
    assert pa.game.average_staked == Fraction(334, 311)
    assert pa.game.strategy is not None
    assert pa.game.strategy.surrender == Fraction(-23, 622)
    assert pa.wager("tie").ev == Fraction(-58, 311)
    assert pa.wager("war-tie").ev == Fraction(-2974, 15965)
    perth = odds("crown-perth", 6)
    assert perth.wager("perfect-pairs", "30/12/5").ev == Fraction(-6, 311)
    assert perth.wager("war-perfect-pairs", "30/12/5").ev == Fraction(-1398, 73439)
    assert perth.wager("a-bomb").ev == Fraction(-2, 13)


def test_the_same_sum_is_attributed_differently() -> None:
    perth, pa = odds("crown-perth", 6), odds("pennsylvania", 6)
    assert perth.wager("casino-war").ev != pa.wager("initial").ev
    assert perth.wager("go-to-war").ev != pa.wager("war").ev
    assert perth.game.ev == pa.game.ev
    # What one wager gains the other loses: the unit paid on a second tie.
    p_tie = pa.wager("tie").hit
    for main, war in ((perth.wager("casino-war"), perth.wager("go-to-war")), pa.wagers[:2]):
        assert main.ev + p_tie * war.ev == pa.game.ev


@pytest.mark.parametrize("name", sorted(GAMES))
def test_both_burn_procedures_of_a_text_give_the_same_figures(name: str) -> None:
    # California's Standards of play burn three before each war card, its Round of Play three
    # once; New Zealand's dealer may discard none or three. M1: no figure differs.
    import dataclasses

    rules = load(name)
    assert rules.war is not None
    as_written = odds(rules, 6)
    for before_player, before_dealer in ((0, 0), (3, 3)):
        war = rules.war._replace(burn_before_player=before_player, burn_before_dealer=before_dealer)
        other = odds(dataclasses.replace(rules, war=war), 6)
        for one, two in zip(as_written.wagers, other.wagers, strict=True):
            assert [o.probability for o in one.outcomes] == [o.probability for o in two.outcomes]


def test_all_four_games_are_worth_the_same_at_six_decks() -> None:
    games = compare(jurisdictions()).results
    assert {result.game.ev for result in games} == {Fraction(-23138, 993023)}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_value_of_a_text_has_its_clause(name: str) -> None:
    rules = load(name)
    for part in (rules.decks, rules.boxes, rules.shoe_start, rules.cut_card, rules.war):
        assert part is not None
        assert part.clause
    for wager in rules.wagers:
        assert wager.clause
        assert all(payout.clause for table in wager.paytables for payout in table.payouts)
