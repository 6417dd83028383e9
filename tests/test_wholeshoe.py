"""A whole shoe: the fast laws against shoes dealt card by card, and what follows from M1 to M6."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tests.games import house, side, toml
from tests.plain_shoe import Pair, Score, marginal, moments, plain_shoe, ranks
from warodds import Shoe, WaroddsError, jurisdictions, load, odds
from warodds.wholeshoe import (
    Choices,
    Nets,
    Procedure,
    cluster_of,
    game_nets,
    histogram,
    marked_cluster,
    marked_wager,
    procedure_of,
    quantiles,
    result_law,
    spread,
    tally_law,
    wager_nets,
    whole_shoe,
)
from warodds.wholeshoe.ties import tie_base

WAR = Nets(Fraction(1), Fraction(-1), (Fraction(1), Fraction(-2), Fraction(2)))
SURRENDER = Nets(Fraction(1), Fraction(-1), (Fraction(-1, 2),) * 3)
ODD = Nets(Fraction(3, 2), Fraction(-1), (Fraction(-1, 3), Fraction(5), Fraction(-7)))


def compared(pair: Pair) -> int:
    player, dealer = pair
    return (player.rank > dealer.rank) - (player.rank < dealer.rank)


def scored(nets: Nets) -> Callable[[Pair, Pair | None], Score]:
    """A round's score: untied, tied, tied twice, net units, and their square."""
    higher, lower, tie = nets.war

    def score(first: Pair, war: Pair | None) -> Score:
        if compared(first):
            net = nets.higher if compared(first) > 0 else nets.lower
            return Fraction(1), Fraction(0), Fraction(0), net, net**2
        second = compared(war) if war else 1
        net = {1: higher, 0: tie, -1: lower}[second]
        return Fraction(0), Fraction(1), Fraction(second == 0), net, net**2

    return score


def procedures(by_rank: tuple[int, ...]) -> list[Procedure]:
    """Every burn procedure and both cut-card rules, at every cut that they permit."""
    every = product(
        range(1, sum(by_rank)),
        ("dealt", "burned", "burned-with-value"),
        (0, 1),
        (None, 0, 3),
        ("round-played", "shuffled-at-once"),
    )
    return [each for each in (Procedure(*values) for values in every) if fits(each, by_rank)]


def fits(procedure: Procedure, by_rank: tuple[int, ...]) -> bool:
    try:
        procedure.check(Shoe(by_rank))
    except WaroddsError:
        return False
    return True


def agree(by_rank: tuple[int, ...], procedure: Procedure, nets: Nets) -> None:
    if procedure.war_burn is None:
        nets = SURRENDER
    dealt = plain_shoe(ranks(by_rank), procedure, scored(nets))
    tallies = tally_law(Shoe(by_rank), procedure)
    total = tallies.total
    fast = {tuple(map(Fraction, tally)): Fraction(ways, total) for tally, ways in tallies}
    assert fast == marginal(dealt, 0, 1, 2)
    law = result_law(tallies, nets)
    total = law.total
    assert {(net,): Fraction(ways, total) for net, ways in law} == marginal(dealt, 3)
    assert list(law.ways) == sorted(law.ways)
    by_definition = moments(dealt, lambda score: score[0] + score[1], 3, 4)
    assert cluster_of(tallies, nets) == by_definition


@pytest.mark.parametrize("by_rank", [(4, 4, 4), (6, 6), (5, 3, 2)])
def test_a_shoe_dealt_card_by_card_has_the_same_laws(by_rank: tuple[int, ...]) -> None:
    every = procedures(by_rank)
    assert {each.first_card for each in every} == {"dealt", "burned", "burned-with-value"}
    assert {each.war_burn for each in every} == {None, 0, 3}
    for number, procedure in enumerate(every):
        agree(by_rank, procedure, ODD if number % 2 else WAR)


@pytest.mark.slow
def test_a_larger_shoe_dealt_card_by_card_has_the_same_laws() -> None:
    for procedure in procedures((4, 4, 4, 4)):
        agree((4, 4, 4, 4), procedure, WAR)


def test_four_ranks_of_four() -> None:
    agree((4, 4, 4, 4), Procedure(8, "burned", 0, 3, "round-played"), WAR)
    agree((4, 4, 4, 4), Procedure(8, "burned", 0, 3, "shuffled-at-once"), WAR)
    agree((4, 4, 4, 4), Procedure(7, "burned-with-value", 0, 0, "shuffled-at-once"), WAR)


@pytest.mark.parametrize("decks", [1, 6])
def test_a_face_up_first_card_moves_positions_only(decks: int) -> None:
    """Whatever its rank, j given pairs tie as often as without it."""
    full, seen = [4 * decks] * 13, [4 * decks - 1] + [4 * decks] * 12
    for before, after in zip(tie_base(full, 20), tie_base(seen, 20), strict=True):
        size = 52 * decks
        # Over (size)_40 and (size − 1)_40: size times the latter is (size − 40) times the former.
        assert before * (size - 40) == after * size


@pytest.mark.parametrize("name", jurisdictions())
def test_a_shoe_of_one_round_is_a_fresh_round(name: str) -> None:
    """With the cut card in front of the first round, every wager is worth what `odds` says."""
    rules = load(name)
    shoe = Shoe.of(6)
    usual = procedure_of(rules, 6, "war")
    one = replace(usual, cut=312, as_first_card="round-played", first_card="dealt")
    assert set(tally_law(shoe, one).map(lambda tally: tally.rounds).ways) == {1}
    game = odds(rules, 6)
    fresh = whole_shoe(rules, 6)
    assert fresh.fresh_ev == game.game.ev
    for wager in game.wagers:
        table = next(t for t in wager.wager.paytables if t.name == wager.paytable)
        if wager.wager.on == "comparison":
            continue
        found = marked_cluster(shoe, one, marked_wager(wager.wager, table, shoe))
        assert (found.ev, found.naive_variance) == (wager.ev, wager.variance)


@pytest.mark.parametrize("name", jurisdictions())
def test_one_round_of_the_game_and_of_wagers_on_higher_and_lower(name: str) -> None:
    rules = load(name)
    tallies = tally_law(Shoe.of(6), Procedure(312, war_burn=3))
    game = odds(rules, 6)
    found = cluster_of(tallies, game_nets(rules, "war"))
    assert (found.ev, found.naive_variance) == (game.game.ev, game.game.variance)
    assert found.design_effect == 1
    for wager in game.wagers:
        if wager.wager.on == "comparison":
            table = wager.wager.paytables[0]
            found = cluster_of(tallies, wager_nets(wager.wager, table, "war"))
            assert (found.ev, found.naive_variance) == (wager.ev, wager.variance)


@pytest.mark.parametrize("name", jurisdictions())
def test_the_law_of_the_result_has_the_moments_of_the_tally(name: str) -> None:
    shoe = whole_shoe(name, 6)
    assert shoe.law is not None
    assert spread(shoe.law) == (shoe.cluster.result, shoe.cluster.result_variance)
    assert spread(shoe.rounds) == (shoe.cluster.placed, shoe.cluster.placed_variance)


def test_a_tie_wager_wins_eleven_units_back_on_each_tie() -> None:
    shoe = whole_shoe("pennsylvania", 6, wager="tie")
    assert shoe.law is not None
    nets = shoe.tallies.map(lambda tally: Fraction(11 * tally.ties - tally.rounds))
    assert set(nets.ways) == set(shoe.law.ways)
    for net, ways in shoe.law:
        assert ways * nets.total == nets.ways[net] * shoe.law.total


@pytest.mark.parametrize("name", ["pennsylvania", "new-zealand"])
def test_a_fixed_number_of_rounds_has_no_cut_card_effect(name: str) -> None:
    """Surrendered ties take no more cards than other rounds (M1)."""
    shoe = whole_shoe(name, 6, decision="surrender")
    assert len(shoe.rounds) == 1
    assert shoe.cut_card_effect == 0
    assert whole_shoe(name, 6).cut_card_effect != 0


def test_main_and_war_wager_make_up_the_game() -> None:
    game = whole_shoe("crown-perth", 6).cluster
    main = whole_shoe("crown-perth", 6, wager="casino-war").cluster
    war = whole_shoe("crown-perth", 6, wager="go-to-war").cluster
    assert game.result == main.result + war.result
    assert main.placed == game.placed
    assert war.placed == spread(whole_shoe("crown-perth", 6).ties)[0]


def test_a_house_without_a_war_and_one_that_burns_twice(tmp_path: Path) -> None:
    twice = house(tmp_path, toml(burn=(2, 1)))
    assert whole_shoe(twice, 2).procedure.war_burn == 3
    assert whole_shoe(twice, 2).procedure.first_card == "dealt"
    text = toml(more=side("t", "first", "comparison", {"tie": "10 to 1", "other": "lose"}))
    assert whole_shoe(house(tmp_path, text), 2, wager="t").law is not None
    peace = """
name = "Peace"
[source]
title = "No war"
[decks]
permitted = [1]
[[wager]]
id = "main"
name = "Main"
role = "main"
[wager.pays]
higher = "1 to 1"
tie = "lose 1/2"
lower = "lose"
"""
    shoe = whole_shoe(house(tmp_path, peace), 1)
    assert shoe.procedure.war_burn is None
    assert shoe.cluster.ev == shoe.fresh_ev == Fraction(-1, 34)


@pytest.mark.parametrize(
    ("name", "decks", "cut"),
    [
        ("pennsylvania", 6, 78),
        ("pennsylvania", 7, 91),
        ("new-zealand", 5, 130),
        ("crown-perth", 8, 52),
        ("california", 6, 78),
    ],
)
def test_the_cut_is_the_jurisdictions_own_limit(name: str, decks: int, cut: int) -> None:
    assert procedure_of(load(name), decks, "war").cut == cut


@pytest.mark.parametrize(
    ("name", "choices", "reason"),
    [
        ("pennsylvania", Choices(cut=77), r"at least 1/4 of the stack .*§ 651a.5\(d\)"),
        ("new-zealand", Choices(cut=157), r"at most 1/2 of the stack .*7.7\(a\)"),
        ("crown-perth", Choices(cut=51), "at least 1 deck .* behind .*4.5"),
        ("crown-perth", Choices(cut=261), "at least 1 deck .* ahead .*4.5"),
        ("california", Choices(cut=6), "can take 7 cards .* at least 7 cards"),
        ("new-zealand", Choices(cut=5), r"at least 6 cards .* discards \(9.5\)"),
        ("california", Choices(cut=312), "expected 0 to 311"),
        ("pennsylvania", Choices(war_burn=False), r"--no-war-burn.*§ 651a.9\(f\)"),
        ("pennsylvania", Choices(round_burn=True), "--round-burn"),
        ("crown-perth", Choices(first_card_burn=False), "--no-first-card-burn.*4.6"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_clause(
    name: str, choices: Choices, reason: str
) -> None:
    with pytest.raises(WaroddsError, match=reason):
        whole_shoe(name, 6, choices)


def test_a_study_goes_beyond_the_limit_but_never_out_of_cards() -> None:
    assert whole_shoe("pennsylvania", 6, Choices(cut=50), study=True).study
    with pytest.raises(WaroddsError, match="run out"):
        whole_shoe("pennsylvania", 6, Choices(cut=6), study=True)
    with pytest.raises(WaroddsError, match="before the first round"):
        whole_shoe("crown-perth", 6, Choices(cut=301), study=True)


def test_the_deepest_cut_that_no_round_overruns() -> None:
    """The last round may take the last card; a burn before each round needs one card more."""
    seven = whole_shoe("california", 6, Choices(cut=7))
    assert max(seven.rounds.ways) == 153  # (305 − 1) / 2 rounds, and the one at the cut card
    deep = Choices(cut=6)
    assert whole_shoe("new-zealand", 6, deep).procedure.cut == 6
    assert whole_shoe("new-zealand", 6, Choices(cut=3, war_burn=False)).procedure.war_burn == 0
    # Without any burn no round starts after an odd number of cards: the last has four.
    bare = Choices(cut=2, first_card_burn=False, war_burn=False)
    assert max(whole_shoe("new-zealand", 6, bare).rounds.ways) == 155
    with pytest.raises(WaroddsError, match="expected at least 2 cards"):
        whole_shoe("new-zealand", 6, replace(bare, cut=0))


def test_operators_choices_change_the_number_of_rounds() -> None:
    mean = {
        choice: spread(whole_shoe("crown-perth", 6, Choices(round_burn=choice)).rounds)[0]
        for choice in (None, False, True)
    }
    assert mean[None] == mean[False] > mean[True]
    zealand = whole_shoe("new-zealand", 6).cluster.placed
    assert whole_shoe("new-zealand", 6, Choices(war_burn=False)).cluster.placed > zealand
    assert whole_shoe("new-zealand", 6, Choices(first_card_burn=False)).cluster.placed > zealand
    assert whole_shoe("new-zealand", 6, Choices(cut=Fraction(1, 3))).procedure.cut == 104


def test_a_wager_on_a_war_needs_wars_and_a_paytable_a_choice() -> None:
    with pytest.raises(WaroddsError, match="war-tie is never placed"):
        whole_shoe("pennsylvania", 6, wager="war-tie", decision="surrender")
    with pytest.raises(WaroddsError, match="several paytables; expected --paytable 30/12/5"):
        whole_shoe("crown-perth", 6, wager="perfect-pairs")


def test_an_ace_bomb_in_perth_has_a_cut_card_effect() -> None:
    """A first ace burns fewest cards: the longest shoes are those with an ace gone."""
    assert whole_shoe("crown-perth", 6, wager="a-bomb").cut_card_effect < 0


def test_quantiles_and_bins_cover_the_law() -> None:
    law = whole_shoe("pennsylvania", 6).law
    assert law is not None
    low, high = quantiles(law, [Fraction(1, 20), Fraction(19, 20)])
    below = sum(ways for net, ways in law if net <= low)
    assert Fraction(below, law.total) >= Fraction(1, 20)
    assert Fraction(below - law.ways[low], law.total) < Fraction(1, 20)
    assert low < 0 < high
    bins = histogram(law)
    assert sum(each.probability for each in bins) == 1
    assert bins[0].low == min(law.ways)
    assert bins[-1].high == max(law.ways)
    assert 0 in {each.low for each in bins}
