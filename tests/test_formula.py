"""Closed forms of the games: equal to the enumerator at every deck count, and their identities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.games import MAIN, WAR, house, side, template, toml
from warodds import Rules, WaroddsError, jurisdictions, load, odds
from warodds.deal import enumerate_rounds
from warodds.figures import GameOdds, WagerOdds
from warodds.formula import (
    Closed,
    GameFormula,
    WagerFormula,
    directions,
    formulas,
    free_payouts,
    identities,
    solve,
)
from warodds.formula import counts as formula_counts
from warodds.rules.model import Decision, Payout

DECKS = range(1, 41)


def paytables(rules: Rules) -> list[str | None]:
    """Every paytable's name, or None for rules without any: one evaluation for each."""
    names = {table.name for wager in rules.wagers for table in wager.paytables if table.name}
    return [*sorted(names)] if names else [None]


def agree(form: GameFormula | WagerFormula, figures: GameOdds | WagerOdds, decks: int) -> None:
    assert form.ev(decks) == figures.ev
    assert form.variance(decks) == figures.variance
    assert form.hit(decks) == figures.hit
    by_event = {outcome.event: outcome for outcome in figures.outcomes}
    happening = {outcome.event for outcome in form.outcomes}
    assert all(not by_event[event].ways for event in set(by_event) - happening)
    for outcome in form.outcomes:
        assert outcome.net == by_event[outcome.event].net
        assert outcome.ways(decks) == by_event[outcome.event].ways
        assert outcome.probability(decks) == by_event[outcome.event].probability


def check(rules: Rules, decks: int, decision: Decision | None = None) -> int:
    """Compare every closed form of a game with the enumerator; return how many wagers it has."""
    compared: set[tuple[str, str | None]] = set()
    found = formulas(rules, decision=decision)
    for paytable in paytables(rules):
        result = odds(rules, decks, decision=decision, paytable=paytable, study=True)
        agree(found.game, result.game, decks)
        assert found.game.average_staked(decks) == result.game.average_staked
        assert found.game.element_of_risk(decks) == result.game.element_of_risk
        for wager in result.wagers:
            agree(found.wager(wager.id, wager.paytable), wager, decks)
            compared.add((wager.id, wager.paytable))
    assert compared == {(wager.id, wager.paytable.name) for wager in found.wagers}
    return len(compared)


@pytest.mark.parametrize("name", jurisdictions())
def test_every_wager_and_paytable_from_1_to_40_decks_is_what_the_enumerator_finds(
    name: str,
) -> None:
    rules = load(name)
    wagers = sum(len(wager.paytables) for wager in rules.wagers)
    for decks in DECKS:
        assert check(rules, decks) == wagers


@pytest.mark.parametrize("name", jurisdictions())
def test_the_same_where_every_tie_is_surrendered(name: str) -> None:
    for decks in (1, 2, 6, 17, 40):
        assert check(load(name), decks, "surrender") < len(formulas(name).wagers)


def houses() -> Iterator[tuple[str, str]]:
    yield "the template", template()
    yield "a burn before each war card", toml(burn=(2, 3))
    yield "no burn", toml(burn=(0, 0))
    yield (
        "no surrender",
        toml({event: pays for event, pays in MAIN.items() if event != "surrender"}),
    )
    yield "a push on a second tie", toml(war=WAR | {"war_tie": "push"})
    yield "a win in a war pays both wagers", toml(MAIN | {"war_higher": "1 to 1"})
    yield (
        "side wagers of every kind on both deals",
        toml(
            more="\n".join(
                [
                    side(
                        "kings",
                        "first",
                        "player_rank",
                        {"K": "8 to 1", "Q": "3 to 2", "other": "lose"},
                    ),
                    side("low", "war", "dealer_rank", {"war_2": "11 to 1", "war_other": "lose"}),
                    side("suited", "war", "pair", {"war_perfect": "40 to 1", "war_other": "lose"}),
                    side("under", "first", "comparison", {"lower": "1 to 1", "other": "lose"}),
                ]
            )
        ),
    )


@pytest.mark.parametrize("text", [text for _, text in houses()], ids=[name for name, _ in houses()])
def test_a_house_s_own_rules_have_closed_forms_as_well(text: str, tmp_path: Path) -> None:
    rules = house(tmp_path, text)
    for decks in (1, 2, 7, 33):
        check(rules, decks)
    assert identities(formulas(rules)).hold


def no_war(folder: Path) -> Rules:
    parts = toml({"higher": "1 to 1", "tie": "lose 1/2", "lower": "lose"}).split("[[wager]]")
    head = parts[0][: parts[0].index("[war]")]
    return house(folder, f"{head}[[wager]]{parts[1]}")


def test_a_game_without_a_war_takes_two_cards(tmp_path: Path) -> None:
    rules = no_war(tmp_path)
    found = formulas(rules)
    assert found.proof.bound == 2
    assert str(found.game.ev) == "-(4*d - 1)/(2*(52*d - 1))"
    for decks in (1, 2, 30):
        check(rules, decks)
    checked = identities(found)
    assert checked.hold
    assert (checked.burn, checked.war, len(checked.swap)) == (None, None, 1)


def infinite(rules: Rules) -> Fraction:
    """The game's EV where every card is drawn anew: thirteen equally likely ranks each time."""
    main, war = rules.main_wager.paytables[0], rules.war_wager
    assert war is not None

    def compared(player: int, dealer: int) -> str:
        return "tie" if player == dealer else "higher" if player > dealer else "lower"

    total = Fraction()
    for player, dealer, war_player, war_dealer in product(range(13), repeat=4):
        event = compared(player, dealer)
        if event == "tie":
            event = f"war_{compared(war_player, war_dealer)}"
            total += war.paytables[0].payout(event).net
        total += main.payout(event).net
    return total / 13**4


@pytest.mark.parametrize("name", jurisdictions())
def test_the_limit_is_the_infinite_deck(name: str) -> None:
    found = formulas(name)
    assert found.game.ev.limit == infinite(found.rules) == Fraction(-4, 169)
    for wager in found.wagers:
        assert abs(wager.ev.limit - wager.ev(10**9)) < Fraction(1, 10**8)


@pytest.mark.parametrize("name", jurisdictions())
def test_every_count_has_the_degree_of_the_bound_and_none_a_higher(name: str) -> None:
    found = formulas(name)
    assert found.proof.bound == 7
    for part in (found.game, *found.wagers):
        assert part.degree == 7
        assert all(len(outcome.ways.numerator) <= 8 for outcome in part.outcomes)


@pytest.mark.parametrize("name", jurisdictions())
def test_the_course_of_an_edge_is_what_40_deck_counts_show(name: str) -> None:
    found = formulas(name)
    for part in (found.game, *found.wagers):
        edges = [part.house_edge(decks) for decks in DECKS]
        for run in directions(part.house_edge, 1):
            inside = edges[run.first - 1 : run.last]
            order = {"rises": sorted(set(inside)), "falls": sorted(set(inside), reverse=True)}
            assert inside == order.get(run.what, [inside[0]] * len(inside))


def test_the_closed_forms_of_the_usual_game() -> None:
    """As a reader would derive them: P(T1) = (4d−1)/(52d−1), and M3 with b = 2."""
    first = Closed.of([-1, 4], [-1, 52])
    found = formulas("pennsylvania")
    assert found.wager("tie").outcomes[0].probability == first
    assert found.wager("tie").ev == first * 11 - 1
    checked = identities(found).war
    assert checked is not None
    assert found.game.ev == first * Fraction(-1, 2) + checked.both_tie * Fraction(5, 2)
    # The second tie: the first rank again, or another of the twelve.
    again = Closed.of([3 * 2, -5 * 4, 16]) + Closed.of([0, -12 * 4, 12 * 16])
    assert checked.both_tie == first * again / Closed.of([6, -5 * 52, 52 * 52])


@pytest.mark.parametrize("name", jurisdictions())
def test_war_beats_surrender_at_every_deck_count(name: str) -> None:
    found = identities(formulas(name))
    assert found.hold
    war = found.war
    assert war is not None
    assert (war.both_weight, war.first_weight) == (Fraction(5, 2), Fraction(0))
    assert [(run.first, run.last, run.what) for run in war.signs] == [(1, None, "positive")]
    for decks in (1, 6, 8):
        strategy = odds(name, decks, study=True).game.strategy
        assert strategy is not None
        assert war.difference(decks) == strategy.war - strategy.surrender


@pytest.mark.parametrize(
    ("tie", "weight"), [("push", "-1/2"), ("lose 1/2", "-1"), ("5 to 1", "9/2")]
)
def test_the_weight_of_a_second_tie_is_b_and_a_half_whatever_b(
    tie: str, weight: str, tmp_path: Path
) -> None:
    """b is the net of both wagers together; here the main wager loses one on a second tie."""
    rules = house(tmp_path, toml(MAIN | {"war_tie": "lose"}, WAR | {"war_tie": tie}))
    war = identities(formulas(rules)).war
    assert war is not None
    assert war.holds
    assert war.both_weight == Fraction(weight)
    assert {run.what for run in war.signs} == {"negative" if weight[0] == "-" else "positive"}


def test_a_game_in_which_the_better_decision_depends_on_the_deck_count(tmp_path: Path) -> None:
    """Surrender is cheaper here, and a second tie, rare with few decks, pays for the war."""
    rules = house(tmp_path, toml(MAIN | {"surrender": "lose 0.1"}, WAR | {"war_tie": "5 to 1"}))
    war = identities(formulas(rules)).war
    assert war is not None
    assert war.holds
    turns = [(run.first, run.what) for run in war.signs]
    assert [what for _, what in turns] == ["negative", "positive"]
    for decks in (turns[1][0] - 1, turns[1][0]):
        strategy = odds(rules, decks, study=True).game.strategy
        assert strategy is not None
        assert strategy.better == ("surrender" if decks < turns[1][0] else "war")


def test_an_enumerator_that_lets_the_burn_matter_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Second ties taken for wins where cards are burned: every degree stays, M1 and M2 break."""
    true = enumerate_rounds

    def false(shoe: Any, burn: Any, *details: Any) -> Any:
        def mistaken(played: Any) -> Any:
            if burn and burn.before_player and played.war and played.war.comparison == "tie":
                return played._replace(war=played.war._replace(comparison="higher"))
            return played

        law = true(shoe, burn, *details)
        return law.map(mistaken)

    monkeypatch.setattr(formula_counts, "enumerate_rounds", false)
    formula_counts.count_rounds.cache_clear()
    try:
        found = identities(formulas("pennsylvania", wagers=["initial"]))
    finally:
        formula_counts.count_rounds.cache_clear()
    assert not found.hold
    assert found.burn is not None
    assert not found.burn.holds
    assert [same.holds for same in found.swap] == [True, False]


def paying(rules: Rules, wager_id: str, event: str, net: Fraction, table: str | None) -> Rules:
    """The same rules, with another payout on one event of one wager."""

    def changed(payout: Payout) -> Payout:
        return payout._replace(net=net) if payout.event == event else payout

    wagers = []
    for wager in rules.wagers:
        tables = tuple(
            each._replace(payouts=tuple(map(changed, each.payouts))) if each.name == table else each
            for each in wager.paytables
        )
        wagers.append(replace(wager, paytables=tables) if wager.id == wager_id else wager)
    return replace(rules, wagers=tuple(wagers))


@pytest.mark.parametrize("name", jurisdictions())
def test_every_event_paid_its_fair_payout_makes_its_wager_fair(name: str) -> None:
    rules = load(name)
    for wager in formulas(rules).wagers:
        for outcome in wager.outcomes:
            (free,) = free_payouts(rules, wager.id, outcome.event, paytable=wager.paytable.name)
            assert free.ev(outcome.net) == wager.ev
            changed = paying(rules, wager.id, outcome.event, free.fair(6), wager.paytable.name)
            result = odds(changed, 6, paytable=wager.paytable.name)
            assert result.wager(wager.id, wager.paytable.name).ev == 0


@pytest.mark.parametrize("edge", [Fraction(1, 20), Fraction(0), Fraction(-1, 100), Fraction(1, 3)])
def test_a_solved_payout_hits_the_edge_and_printable_ones_have_the_edges_shown(
    edge: Fraction,
) -> None:
    rules = load("crown-perth")
    for wager, event, table in (
        ("tie", None, None),
        ("a-bomb", None, None),
        ("perfect-pairs", "mixed", "25/12/6"),
        ("war-perfect-pairs", "war_perfect", "30/10/5"),
    ):
        solution = solve(rules, wager, edge, event, paytable=table, decks=[2, 6])
        for solved in solution.solved:
            assert solved.payout == solution.payout(solved.decks)
            assert solved.payout is not None
            nets = [each.net for each in solved.printable]
            assert nets == sorted(set(nets))
            assert all(2 * net == int(2 * net) for net in nets)
            assert solved.payable == (solved.payout >= -1)
            for step in (Fraction(1), Fraction(1, 2)) if solved.payable else ():
                stepped = [net for net in nets if net % step == 0]
                assert any(0 <= solved.payout - net < step for net in stepped)
                assert any(0 <= net - solved.payout < step for net in stepped)
            for net, wanted in [
                (solved.payout, edge),
                *((each.net, each.edge) for each in solved.printable),
            ]:
                changed = paying(rules, wager, solution.free.event, net, table)
                result = odds(changed, solved.decks, paytable=table, study=True)
                assert result.wager(wager, table).house_edge == wanted


def test_the_payout_of_a_second_tie_can_be_solved_for_the_whole_game() -> None:
    solution = solve("pennsylvania", "game", Fraction(1, 40), "war_tie", decks=[6])
    bonus = solution.solved[0].payout
    assert bonus is not None
    changed = paying(load("pennsylvania"), "war", "war_tie", bonus, None)
    assert odds(changed, 6).game.house_edge == Fraction(1, 40)
    # At two units in all, as the rules have it, the edge is the rules' own.
    rules = {each.net: each.edge for each in solution.solved[0].printable}
    assert rules[Fraction(2)] == Fraction(23138, 993023)


def test_a_payout_that_is_printable_itself_stands_alone() -> None:
    edge = odds("pennsylvania", 6).wager("tie").house_edge
    (solved,) = solve("pennsylvania", "tie", edge, decks=[6]).solved
    assert solved.payout == 10
    assert [(each.net, each.edge) for each in solved.printable] == [(Fraction(10), edge)]


def test_an_edge_that_no_payout_can_give() -> None:
    (solved,) = solve("pennsylvania", "war", Fraction(1, 2), "war_tie", decks=[6]).solved
    assert not solved.payable
    assert [each.net for each in solved.printable] == [-1]


def test_an_event_that_never_happens_has_no_payout() -> None:
    (solved,) = solve(
        "crown-perth", "perfect-pairs", Fraction(0), "perfect", paytable="30/12/5", decks=[1]
    ).solved
    assert (solved.payout, solved.payable, solved.printable) == (None, False, ())


def test_deck_counts_are_the_permitted_ones_unless_asked_for() -> None:
    def decks(name: str, wager: str, **more: Any) -> list[int]:
        return [solved.decks for solved in solve(name, wager, Fraction(0), **more).solved]

    assert decks("pennsylvania", "tie") == [6, 7, 8]
    assert decks("california", "tie") == [6]
    assert decks("crown-perth", "perfect-pairs", event="mixed", paytable="30/12/5") == [4, 6]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: formulas("pennsylvania", wagers=["ties"]), "no wager 'ties'.*mean 'tie'"),
        (lambda: formulas("pennsylvania").wager("ties"), "no wager 'ties'"),
        (lambda: formulas("crown-perth").wager("perfect-pairs"), "several paytables"),
        (lambda: formulas("crown-perth").wager("tie", "30/12/5"), "no paytable '30/12/5'"),
        (lambda: formulas("crown-perth", paytable="1/2/3"), "expected 30/12/5, 25/12/5"),
        (lambda: formulas("pennsylvania", paytable="x"), "no wager asked for has paytables"),
        (lambda: free_payouts("pennsylvania", "war"), "wins on 2 events"),
        (lambda: free_payouts("pennsylvania", "game", "war"), "no event of game 'war'"),
        (lambda: free_payouts("pennsylvania", "war-tie", decision="surrender"), "never placed"),
        (lambda: solve("crown-perth", "perfect-pairs", Fraction(0), "mixed"), "several paytables"),
        (lambda: solve("pennsylvania", "tie", Fraction(0), decks=[0]), "0 decks are too few"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_was_expected(call: Any, message: str) -> None:
    with pytest.raises(WaroddsError, match=message) as error:
        call()
    assert "\n" not in str(error.value)
