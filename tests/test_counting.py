"""Counting, judged by going through every composition that the cards left can have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warodds import Shoe, WaroddsError, load, odds
from warodds.counting import count, counts
from warodds.counting.forms import (
    Form,
    comparison_form,
    form_of,
    pair_form,
    rank_form,
)
from warodds.counting.gain import Case, cases, gains
from warodds.counting.game import Game
from warodds.counting.joint import Compositions
from warodds.counting.tail import Groups
from warodds.deal import enumerate_rounds
from warodds.rules import Rules, Wager
from warodds.rules.cut import cut_cards
from warodds.rules.model import Paytable, War
from warodds.settle import burn_of, detail_of, event_reader, round_event, round_net


def small(*ranks: int) -> Shoe:
    """A shoe with so many cards of neighbouring ranks, the last of them aces; no suits known."""
    return Shoe((0,) * (13 - len(ranks)) + ranks)


def suited(*ranks: tuple[int, int, int, int]) -> Shoe:
    none = ((0, 0, 0, 0),) * (13 - len(ranks))
    return Shoe(tuple(map(sum, (*none, *ranks))), (*none, *ranks))


def compositions(shoe: Shoe, left: int) -> Iterator[tuple[Shoe, int]]:
    """Every way to have `left` cards left of a shoe, with the number of sets of cards it is."""
    stock = shoe.by_rank if shoe.by_suit is None else [n for suits in shoe.by_suit for n in suits]
    for counts_left in product(*(range(cards + 1) for cards in stock)):
        if sum(counts_left) != left:
            continue
        ways = 1
        for cards, k in zip(stock, counts_left, strict=True):
            ways *= comb(cards, k)
        if shoe.by_suit is None:
            yield Shoe(tuple(counts_left)), ways
        else:
            ranks = [counts_left[i : i + 4] for i in range(0, 52, 4)]
            by_suit = tuple((c, d, h, s) for c, d, h, s in ranks)
            yield Shoe(tuple(map(sum, by_suit)), by_suit), ways


def unburned(name: str) -> Rules:
    return replace(load(name), war=War())


def wager_of(rules: Rules, wager_id: str) -> Wager:
    return next(wager for wager in rules.wagers if wager.id == wager_id)


def walked(rules: Rules, wager: Wager, table: Paytable, shoe: Shoe) -> tuple[Fraction, Fraction]:
    """By the enumerator: the chance that a wager is placed, and its EV then."""
    needed = [rules.main_wager, wager]
    law = enumerate_rounds(
        shoe, burn_of(rules), detail_of(needed, "first"), detail_of(needed, "war")
    )
    if wager.role == "main":
        return Fraction(1), law.mean(
            lambda played: round_net(round_event(played, rules, "war"), rules)
        )
    placed = law.given(lambda played: wager.deal == "first" or played.war is not None)
    if not placed.total:
        return Fraction(), Fraction()
    read = event_reader(wager, table, rules, "war")
    ev = placed.mean(lambda played: table.payout(read(played)).net)
    return Fraction(placed.total, law.total), ev


def plain_gain(
    rules: Rules, wager: Wager, table: Paytable, shoe: Shoe, left: int
) -> tuple[Fraction, Fraction]:
    """The chance that a first-deal wager is favourable, and the gain, over all compositions."""
    chance = gain = Fraction()
    for rest, ways in compositions(shoe, left):
        _, ev = walked(rules, wager, table, rest)
        if ev > 0:
            chance += Fraction(ways, comb(shoe.size, left))
            gain += ev * Fraction(ways, comb(shoe.size, left))
    return chance, gain


def plain_war_gain(
    wager: Wager, table: Paytable, shoe: Shoe, left: int
) -> tuple[Fraction, Fraction]:
    """Likewise for a wager on the war deal, knowing all cards left after each first tie."""
    chance = gain = Fraction()
    form = form_of(wager, table)
    for rest, ways in compositions(shoe, left):
        for case in cases(rest, wager):
            ev = form.ev(case.shoe)
            if ev > 0:
                weight = case.probability * Fraction(ways, comb(shoe.size, left))
                chance += weight
                gain += ev * weight
    return chance, gain


def full_law(groups: Groups, left: int) -> dict[int, int]:
    return groups.lower({left: groups.greatest[left]})[left]


# The law of the statistic


@pytest.mark.parametrize("shoe", [small(4, 4, 4), small(5, 2, 3, 1), small(6, 6)])
def test_the_law_of_equal_pairs_is_that_of_all_compositions(shoe: Shoe) -> None:
    form = comparison_form(Fraction(10), Fraction(-1))
    for left in range(shoe.size + 1):
        law: dict[int, int] = {}
        for rest, ways in compositions(shoe, left):
            law[form.value(rest)] = law.get(form.value(rest), 0) + ways
        found = full_law(form.groups(shoe), left)
        assert found == law
        assert sum(found.values()) == comb(shoe.size, left)


def test_the_law_of_pair_kinds_is_that_of_all_compositions() -> None:
    shoe = suited((2, 1, 1, 0), (1, 1, 0, 2), (1, 1, 1, 1))
    form = pair_form([Fraction(net) for net in (30, 12, 5, -1)])
    for left in range(shoe.size + 1):
        law: dict[int, int] = {}
        for rest, ways in compositions(shoe, left):
            law[form.value(rest)] = law.get(form.value(rest), 0) + ways
        assert full_law(form.groups(shoe), left) == law


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_laws_at_full_size_count_every_set_of_cards(decks: int) -> None:
    shoe = Shoe.of(decks)
    forms = {
        "tie": comparison_form(Fraction(10), Fraction(-1)),
        "rank": rank_form([Fraction(-1)] * 12 + [Fraction(10)]),
    }
    if decks == 1:
        forms["pair"] = pair_form([Fraction(net) for net in (30, 12, 5, -1)])
    for form in forms.values():
        left = shoe.size // 4
        assert sum(full_law(form.groups(shoe), left).values()) == comb(shoe.size, left)


def test_one_power_in_two_variables_gives_the_same_law_of_ties() -> None:
    from flint import fmpz_poly

    decks, left = 2, 26
    groups = comparison_form(Fraction(10), Fraction(-1)).groups(Shoe.of(decks))
    stride = 13 * comb(4 * decks, 2) + 1
    terms = [0] * (4 * decks * stride + comb(4 * decks, 2) + 1)
    for k in range(4 * decks + 1):
        terms[k * stride + comb(k, 2)] = comb(4 * decks, k)
    power = fmpz_poly(terms) ** 13
    plain = {v: int(power[left * stride + v]) for v in range(stride) if power[left * stride + v]}
    assert full_law(groups, left) == plain
    limits = {left: 50, left + 1: 55, left + 30: 180}
    for depth, law in groups.lower(limits).items():
        whole = {v: int(power[depth * stride + v]) for v in range(limits[depth] + 1)}
        assert law == {value: ways for value, ways in whole.items() if ways}


groups_of_cards = st.lists(
    st.tuples(
        st.integers(1, 3),
        st.dictionaries(
            st.tuples(st.integers(0, 3), st.integers(-6, 6)), st.integers(1, 5), max_size=6
        ),
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=150, deadline=None)
@given(groups_of_cards, st.data())
def test_either_end_of_any_law_is_a_part_of_the_whole(
    drawn: list[tuple[int, dict[tuple[int, int], int]]], data: st.DataObject
) -> None:
    # Every number of cards up to the most must be possible, as it is of a group of cards.
    alike = tuple((number, {**{(k, 0): 1 for k in range(4)}, **ways}) for number, ways in drawn)
    whole: dict[tuple[int, int], int] = {(0, 0): 1}
    for number, ways in alike:
        for _ in range(number):
            longer: dict[tuple[int, int], int] = {}
            for (k, v), w in whole.items():
                for (more, value), times in ways.items():
                    key = k + more, v + value
                    longer[key] = longer.get(key, 0) + w * times
            whole = longer
    groups = Groups(alike)
    most = max(k for k, _ in whole)
    lefts = data.draw(st.lists(st.integers(0, most), min_size=1, max_size=3, unique=True))
    limits = {left: data.draw(st.integers(-20, 40)) for left in lefts}
    found, totals = groups.lower(limits), groups.totals(limits)
    for left, limit in limits.items():
        law = {v: w for (k, v), w in whole.items() if k == left and v <= limit}
        assert found[left] == law
        assert totals[left] == (sum(law.values()), sum(v * w for v, w in law.items()))
        assert groups.least[left] == min(v for k, v in whole if k == left)
        assert groups.greatest[left] == max(v for k, v in whole if k == left)


# What it is worth to know


@pytest.mark.parametrize("wager_id", ["tie", "a-bomb"])
@pytest.mark.parametrize("shoe", [small(4, 4, 4), small(3, 1, 5, 2)])
def test_gains_are_those_over_all_compositions(wager_id: str, shoe: Shoe) -> None:
    rules = unburned("crown-perth")
    wager = wager_of(rules, wager_id)
    # With few ranks a tie at 10 to 1 is always favourable: short odds make it a question.
    odds_table = wager.paytables[0]
    short = odds_table._replace(
        payouts=tuple(
            payout._replace(net=Fraction(3, 2) if payout.net > 0 else payout.net)
            for payout in odds_table.payouts
        ),
    )
    for table in (odds_table, short):
        form = form_of(wager, table)
        lefts = range(4, shoe.size + 1)
        for gain in gains(form, cases(shoe, wager), lefts):
            expected = plain_gain(rules, wager, table, shoe, gain.left)
            assert (gain.favourable, gain.gain_per_round) == expected


def test_gains_on_pairs_are_those_over_all_compositions() -> None:
    rules = unburned("crown-perth")
    wager = wager_of(rules, "perfect-pairs")
    shoe = suited((1, 1, 1, 1), (1, 1, 1, 0), (1, 0, 1, 1))
    payouts = tuple(
        payout._replace(net=net)
        for payout, net in zip(
            wager.paytables[0].payouts, map(Fraction, (9, 7, 1, -1)), strict=True
        )
    )
    table = wager.paytables[0]._replace(payouts=payouts)
    for gain in gains(form_of(wager, table), cases(shoe, wager), range(4, 11)):
        expected = plain_gain(rules, wager, table, shoe, gain.left)
        assert (gain.favourable, gain.gain_per_round) == expected


@pytest.mark.parametrize(
    ("wager_id", "shoe"),
    [
        ("go-to-war", small(4, 4, 4)),
        ("war-perfect-pairs", suited((1, 1, 1, 1), (1, 1, 1, 0), (1, 0, 1, 1))),
    ],
)
def test_gains_on_the_war_deal_are_those_over_all_compositions_and_ties(
    wager_id: str, shoe: Shoe
) -> None:
    rules = unburned("crown-perth")
    wager = wager_of(rules, wager_id)
    nets = (9, 7, 1, -1) if wager.on == "pair" else (-1, 1, -1)
    payouts = tuple(
        payout._replace(net=Fraction(net))
        for payout, net in zip(wager.paytables[0].payouts, nets, strict=True)
    )
    table = wager.paytables[0]._replace(payouts=payouts)
    for gain in gains(form_of(wager, table), cases(shoe, wager), range(5, 10)):
        chance, won = plain_war_gain(wager, table, shoe, gain.left)
        assert (gain.favourable * gain.placed, gain.gain_per_round) == (chance, won)


def test_a_wager_that_likes_few_ties_is_favourable_at_the_other_end() -> None:
    form = comparison_form(Fraction(-1), Fraction(1, 5))
    shoe = small(4, 4, 4)
    for gain in gains(form, [Case(Fraction(1), shoe)], range(2, 13)):
        parts = [
            (form.ev(rest) * ways, ways)
            for rest, ways in compositions(shoe, gain.left)
            if form.ev(rest) > 0
        ]
        assert gain.favourable == Fraction(sum(w for _, w in parts), comb(12, gain.left))
        assert gain.gain_per_round == sum((e for e, _ in parts), Fraction()) / comb(12, gain.left)


def test_a_wager_that_no_card_moves_is_always_or_never_favourable() -> None:
    for net in (Fraction(1, 7), Fraction(-1, 7)):
        form = comparison_form(net, net)
        [gain] = gains(form, [Case(Fraction(1), small(4, 4, 4))], [6])
        assert gain.favourable == int(net > 0)
        assert gain.gain_per_round == max(net, 0)


games = {
    "a war tie pays 2": Game(Fraction(0), Fraction(-1, 2), Fraction(5, 2)),
    "a war tie pays 20": Game(Fraction(0), Fraction(-1, 2), Fraction(41, 2)),
    "a war tie is a push": Game(Fraction(0), Fraction(-1, 2), Fraction(1, 2)),
    "a war tie loses both": Game(Fraction(1, 20), Fraction(-1, 4), Fraction(-7, 4)),
    "a war pays, a war tie loses": Game(Fraction(-1, 9), Fraction(1, 2), Fraction(-3, 2)),
    "always favourable": Game(Fraction(1), Fraction(1, 2), Fraction(1, 2)),
    "never favourable": Game(Fraction(-1), Fraction(-1, 2), Fraction(-1, 2)),
    "favourable at both ends": Game(Fraction(1, 10), Fraction(-1), Fraction(5, 2)),
    "favourable between the ends": Game(Fraction(-1, 10), Fraction(1), Fraction(-5, 2)),
}


@pytest.mark.parametrize("game", games.values(), ids=games)
@pytest.mark.parametrize(
    "shoe",
    [
        small(4, 4, 4),
        small(2, 5, 3),
        small(1, 1, 6, 2),
        small(8, 8),
        small(3, 3, 3, 3, 3),
        small(9),
    ],
)
def test_gains_on_the_game_are_those_over_all_compositions(game: Game, shoe: Shoe) -> None:
    for gain in game.gains(shoe, range(4, shoe.size + 1)):
        evs = [(game.ev(rest), ways) for rest, ways in compositions(shoe, gain.left)]
        total = comb(shoe.size, gain.left)
        # The mean over all compositions is the EV now (M1).
        assert sum((ev * ways for ev, ways in evs), Fraction()) / total == game.ev(shoe)
        assert gain.favourable == Fraction(sum(ways for ev, ways in evs if ev > 0), total)
        won = sum((ev * ways for ev, ways in evs if ev > 0), Fraction())
        assert gain.gain_per_round == won / total


def test_the_game_is_worth_what_the_enumeration_says() -> None:
    for name in ("pennsylvania", "crown-perth"):
        rules = unburned(name)
        main = rules.main_wager
        for shoe in (small(4, 4, 4), small(2, 5, 3), small(1, 1, 6, 2)):
            for rest, _ in compositions(shoe, 6):
                ev = walked(rules, main, main.paytables[0], rest)[1]
                assert Game.of(rules).ev(rest) == ev


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 5), min_size=2, max_size=5).filter(lambda ranks: sum(ranks) > 3),
    st.tuples(*[st.fractions(-2, 2, max_denominator=6)] * 3).filter(lambda nets: nets[2] != 0),
    st.data(),
)
def test_gains_on_any_game_in_any_small_shoe(
    ranks: list[int], nets: tuple[Fraction, Fraction, Fraction], data: st.DataObject
) -> None:
    shoe, game = small(*ranks), Game(*nets)
    lefts = data.draw(st.lists(st.integers(4, shoe.size), min_size=1, max_size=3, unique=True))
    for gain in game.gains(shoe, lefts):
        evs = [(game.ev(rest), ways) for rest, ways in compositions(shoe, gain.left)]
        good = [(ev * ways, ways) for ev, ways in evs if ev > 0]
        total = comb(shoe.size, gain.left)
        assert gain.favourable == Fraction(sum(ways for _, ways in good), total)
        assert gain.gain_per_round == sum((ev for ev, _ in good), Fraction()) / total


@pytest.mark.parametrize("stock", [(8, 8, 8), (5, 9, 7), (4, 4, 4, 6, 6), (0, 3, 12)])
def test_pairs_and_triples_together_have_the_law_of_all_compositions(
    stock: tuple[int, ...],
) -> None:
    shoe = small(*stock)
    every = Compositions(shoe.by_rank)
    for left in range(shoe.size + 1):
        law: dict[int, dict[int, int]] = {}
        for rest, ways in compositions(shoe, left):
            pairs = sum(comb(cards, 2) for cards in rest.by_rank)
            triples = sum(comb(cards, 3) for cards in rest.by_rank)
            law.setdefault(pairs, {}).setdefault(triples, 0)
            law[pairs][triples] += ways
        # One limit in the middle of each law, so that both sides of it are met.
        limits = {pairs: sorted(ways)[len(ways) // 2] for pairs, ways in law.items()}
        for pairs, found in every.below(left, limits).items():
            part = {t: ways for t, ways in law[pairs].items() if t <= limits[pairs]}
            assert found == (sum(part.values()), sum(t * ways for t, ways in part.items()))


@pytest.mark.parametrize(
    ("decks", "left", "favourable", "gain"),
    # What convexity alone gives, rounded up: the exact figures may not exceed it.
    [
        (6, 78, "2.06e-34", "1.33e-37"),
        (6, 52, "2.98e-16", "5.17e-19"),
        (6, 13, "0.002821", "0.000044"),
        (8, 78, "1.25e-26", "1.06e-29"),
        (8, 13, "0.003217", "0.000051"),
    ],
)
def test_gains_on_the_game_are_within_the_convex_bound(
    decks: int, left: int, favourable: str, gain: str
) -> None:
    found = count("pennsylvania", decks, "game", left=left).gain
    assert 0 < found.favourable <= Fraction(favourable)
    assert 0 < found.gain_per_round <= Fraction(gain)
    assert found.average_edge == found.gain_per_round / found.favourable


def test_the_game_to_be_favourable_needs_few_ranks_and_few_cards() -> None:
    whole = count("pennsylvania", 6, "game", cut=78)
    assert whole.shoe is not None
    assert all(not gain.favourable for gain in whole.shoe.gains if gain.left > 110)
    assert whole.gain.favourable > 0
    assert count("pennsylvania", 6, "game", left=78).gain == whole.gain


def test_cards_seen_weigh_on_the_game_as_they_should() -> None:
    # Every card but those of three ranks gone: the game is favourable whatever is left.
    seen = " ".join(f"{rank} " * 4 for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J"])
    result = count("pennsylvania", 1, "game", left=8, seen=seen, study=True)
    shoe = small(4, 4, 4)
    game = Game.of(load("pennsylvania"))
    evs = [(game.ev(rest), ways) for rest, ways in compositions(shoe, 8)]
    won = sum((ev * ways for ev, ways in evs if ev > 0), Fraction())
    assert result.gain.gain_per_round == won / comb(12, 8)


def test_the_game_can_be_favourable() -> None:
    game = Game.of(load("pennsylvania"))
    assert game.ev(small(24)) == 2
    assert game.ev(small(24, 24, 24, 24)) > 0
    assert game.ev(small(24, 24, 24, 24, 24)) < 0


# Whole commands


def test_a_bomb_is_favourable_as_often_as_the_hypergeometric_law_says() -> None:
    result = count("crown-perth", 6, "a-bomb", left=78)
    aces = {k: comb(24, k) * comb(288, 78 - k) for k in range(25)}
    good = {k: Fraction(11 * k, 78) - 1 for k in aces if 11 * k > 78}
    chance = Fraction(sum(aces[k] for k in good), comb(312, 78))
    gain = sum((aces[k] * ev for k, ev in good.items()), Fraction()) / comb(312, 78)
    assert (result.gain.favourable, result.gain.gain_per_round) == (chance, gain)
    assert result.gain.average_edge == gain / chance
    assert round(1000 * chance) == 226  # 22.6 % of the time
    assert result.worth_protecting


def test_tie_is_not_worth_protecting() -> None:
    result = count("pennsylvania", 6, "tie", cut=78)
    assert not result.worth_protecting
    assert 0 < result.gain.favourable < Fraction(1, 1000)


def test_a_shoe_weighs_every_depth_alike() -> None:
    whole = count("crown-perth", 4, "a-bomb", cut=52)
    assert whole.shoe is not None
    assert [gain.left for gain in whole.shoe.gains] == list(range(208, 52, -1))
    alone = [count("crown-perth", 4, "a-bomb", left=left).gain for left in range(208, 52, -1)]
    assert list(whole.shoe.gains) == alone
    mean = sum((gain.gain_per_round for gain in alone), Fraction()) / len(alone)
    assert whole.shoe.units_per_100_rounds == 100 * mean
    assert whole.gain == alone[-1]


@pytest.mark.parametrize(("wager", "paytable"), [("tie", None), ("perfect-pairs", "30/12/5")])
def test_depths_that_share_a_power_come_out_as_each_alone(wager: str, paytable: str | None) -> None:
    whole = count("crown-perth", 1, wager, cut=10, paytable=paytable, study=True)
    assert whole.shoe is not None
    for gain in whole.shoe.gains[::5]:
        alone = count("crown-perth", 1, wager, left=gain.left, paytable=paytable, study=True)
        assert alone.gain == gain


def test_a_round_still_starts_at_the_cut_card_where_the_rules_play_it() -> None:
    assert count("pennsylvania", 6, "tie", cut=290).gain.left == 290
    assert count("new-zealand", 6, "tie", cut=156).gain.left == 157


@pytest.mark.parametrize("seen", ["", "As Ah Kd Kd 2c 2d 2h"])
@pytest.mark.parametrize("name", ["pennsylvania", "crown-perth"])
def test_the_value_now_is_that_of_the_odds(name: str, seen: str) -> None:
    expected = odds(name, 6, seen=seen)
    for result in counts(name, 6, left=14, seen=seen).results:
        if result.wager.role == "main":
            assert result.ev == expected.game.ev
        else:
            assert result.ev == expected.wager(result.wager.id, result.paytable).ev


@pytest.mark.parametrize("wager", ["game", "tie", "perfect-pairs", "war-perfect-pairs"])
def test_no_single_card_moves_a_wager_that_cannot_tell_cards_apart(wager: str) -> None:
    result = count("crown-perth", 6, wager, left=14, paytable="30/12/5" if "-" in wager else None)
    [effect] = result.effects
    assert effect.change == 0
    assert len(effect.cards) == (52 if "-" in wager else 13)


@pytest.mark.parametrize(
    ("wager", "seen", "paytable"),
    [
        ("a-bomb", "", None),
        ("tie", "A A K", None),
        ("game", "A A K", None),
        ("perfect-pairs", "As As Kd", "25/12/6"),
        ("war-perfect-pairs", "As As Kd", "25/12/6"),
    ],
)
def test_effects_are_differences_of_odds_and_average_to_zero(
    wager: str, seen: str, paytable: str | None
) -> None:
    result = count("crown-perth", 6, wager, left=14, seen=seen, paytable=paytable)
    shoe = Shoe.of(6, result.seen)
    average = Fraction()
    for effect in result.effects:
        seen_too = (*result.seen, effect.cards[0])
        ids = [result.wager.id]
        after = odds("crown-perth", 6, seen=seen_too, wagers=ids, paytable=paytable)
        ev = after.game.ev if wager == "game" else after.wager(wager, paytable).ev
        assert ev - result.ev == effect.change
        for card in effect.cards:
            held = shoe.by_rank[card.rank]
            if card.suit is not None:
                assert shoe.by_suit is not None
                held = shoe.by_suit[card.rank][card.suit]
            average += effect.change * held
    # A card gone unseen moves no EV (M1): true of what is not conditional on a first tie.
    if wager != "war-perfect-pairs":
        assert average == 0


def test_the_cut_card_lies_where_the_rules_put_it() -> None:
    assert [cut_cards(load(name), 6, None) for name in ("pennsylvania", "new-zealand")] == [78, 156]
    assert cut_cards(load("crown-perth"), 6, None) == 52
    assert cut_cards(load("california"), 6, None) == 78
    assert cut_cards(load("pennsylvania"), 6, 10, study=True) == 10


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("pennsylvania", {"wager": "war"}, "no choice of its own; expected 'initial'"),
        ("pennsylvania", {"wager": "tye"}, "did you mean 'tie'?"),
        ("pennsylvania", {"left": 6}, "expected 7, as many as a round can take, to 312"),
        ("pennsylvania", {"left": 313}, "expected 7"),
        ("pennsylvania", {"left": 312, "seen": "A"}, "to 311"),
        ("pennsylvania", {"left": 80, "cut": 80}, "expected one of them"),
        ("pennsylvania", {"cut": 52}, "(78 cards) behind the cut card (§ 651a.5(d)"),
        ("new-zealand", {"cut": 200}, "(156 cards) behind the cut card (7.7(a)"),
        ("pennsylvania", {"cut": 312}, "expected 0 to 311"),
        ("pennsylvania", {"cut": 3, "study": True}, "a round can take 7 cards"),
        ("pennsylvania", {"decks": 5}, "permits 6, 7 or 8 decks"),
        ("crown-perth", {"wager": "perfect-pairs"}, "several paytables"),
        (
            "crown-perth",
            {"wager": "perfect-pairs", "paytable": "30/12/5", "seen": "A"},
            "depends on suits",
        ),
    ],
)
def test_a_bad_count_is_refused_in_one_line(
    name: str, options: dict[str, Any], expected: str
) -> None:
    with pytest.raises(WaroddsError) as refused:
        count(name, **options)
    assert expected in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_study_goes_deeper_than_the_rules_permit() -> None:
    assert count("pennsylvania", 1, "tie", cut=10, study=True).study
    assert count("pennsylvania", 6, "tie", cut=77, study=True).study
    assert not count("pennsylvania", 6, "tie", cut=290).study


@pytest.mark.slow
@pytest.mark.parametrize("table", ["30/12/5", "25/12/5"])
def test_perfect_pairs_at_full_size_from_both_ends(table: str) -> None:
    wager = wager_of(load("crown-perth"), "perfect-pairs")
    paytable = next(each for each in wager.paytables if each.name == table)
    form: Form = form_of(wager, paytable)
    groups = form.groups(Shoe.of(2))
    left = 26
    limit = left * (left - 1) // 2
    below = groups.lower({left: limit})[left]
    above = groups.mirrored.lower({left: -limit - 1})[left]
    assert sum(below.values()) + sum(above.values()) == comb(104, left)
