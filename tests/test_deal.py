"""The enumerator against the plain ordered walk, event by event; and theorems M1 and M2."""

from __future__ import annotations

from collections import Counter
from math import perm
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import plain
from warodds.cards import RANKS, Shoe
from warodds.deal import Burn, Detail, Round, enumerate_rounds
from warodds.errors import WaroddsError

EVERYTHING = Detail(True, frozenset(RANKS), frozenset(RANKS))

Suits = tuple[int, int, int, int]


def shoe_of(by_suit: list[Suits]) -> Shoe:
    return Shoe(tuple(map(sum, by_suit)), tuple(by_suit))


def kinds_of(shoe: Shoe) -> dict[tuple[int, str], int]:
    assert shoe.by_suit is not None
    return {
        (rank + 2, suit): number
        for rank, suits in enumerate(shoe.by_suit)
        for suit, number in zip("cdhs", suits, strict=True)
        if number
    }


def described(player: Any, dealer: Any, war_player: Any, war_dealer: Any) -> object:
    def one(mine: Any, theirs: Any) -> tuple[str, ...]:
        ranks = (RANKS[card[0] - 2] for card in (mine, theirs))
        return plain.compared(mine, theirs), plain.paired(mine, theirs), *ranks

    return one(player, dealer), one(war_player, war_dealer) if war_player else None


def as_tuples(played: Round) -> object:
    return tuple(played.first), played.war and tuple(played.war)


def shoes(most: int, ranks: int) -> st.SearchStrategy[Shoe]:
    """Random depleted shoes: up to `most` cards of a kind, on up to `ranks` ranks."""
    suits = st.tuples(*[st.integers(0, most)] * 4)
    blank = (0, 0, 0, 0)
    return st.lists(suits, min_size=ranks, max_size=ranks).map(
        lambda some: shoe_of([*some, *[blank] * (13 - ranks)])
    )


@settings(max_examples=40, deadline=None)
@given(shoes(2, 3), st.integers(0, 2), st.integers(0, 1))
def test_every_round_is_counted_as_the_plain_walk_counts_it(
    shoe: Shoe, before_player: int, before_dealer: int
) -> None:
    burn = Burn(before_player, before_dealer)
    if shoe.size < 2 + burn.cards or shoe.size > 14:
        return
    law = enumerate_rounds(shoe, burn, EVERYTHING, EVERYTHING)
    walk = plain.rounds(kinds_of(shoe), before_player, before_dealer)
    assert Counter(dict(law.map(as_tuples).ways)) == plain.tally(walk, described)


@pytest.mark.parametrize("burn", [(0, 0), (3, 0), (1, 2), (0, 3), (2, 0)])
def test_a_tiny_shoe_agrees_with_every_order_of_its_single_cards(burn: tuple[int, int]) -> None:
    cards = [(2, "c"), (2, "c"), (2, "h"), (2, "s"), (3, "d"), (3, "h"), (14, "s"), (14, "s")]
    left = Counter(cards)
    by_suit = [
        (left[rank, "c"], left[rank, "d"], left[rank, "h"], left[rank, "s"])
        for rank in range(2, 15)
    ]
    law = enumerate_rounds(shoe_of(by_suit), Burn(*burn), EVERYTHING, EVERYTHING)
    walk = plain.labelled_rounds(cards, *burn)
    assert Counter(dict(law.map(as_tuples).ways)) == plain.tally(walk, described)


def test_six_decks_with_one_card_burned_agree_with_the_plain_walk() -> None:
    law = enumerate_rounds(Shoe.of(6), Burn(1))
    walk = plain.rounds(plain.rank_shoe(6), 1)
    counted = plain.tally(
        walk, lambda p, d, x, y: (plain.compared(p, d), x and plain.compared(x, y))
    )
    lumped = law.map(lambda r: (r.first.comparison, r.war and r.war.comparison))
    assert Counter(dict(lumped.ways)) == counted


@pytest.mark.slow
def test_six_decks_with_three_cards_burned_agree_with_the_plain_walk() -> None:
    law = enumerate_rounds(Shoe.of(6), Burn(3))
    walk = plain.rounds(plain.rank_shoe(6), 3)
    counted = plain.tally(
        walk, lambda p, d, x, y: (plain.compared(p, d), x and plain.compared(x, y))
    )
    lumped = law.map(lambda r: (r.first.comparison, r.war and r.war.comparison))
    assert Counter(dict(lumped.ways)) == counted


@settings(max_examples=60, deadline=None)
@given(shoes(3, 13), st.integers(0, 6), st.data())
def test_m1_a_burn_moves_no_probability(shoe: Shoe, burned: int, data: st.DataObject) -> None:
    if shoe.size < 4 + burned:
        return
    split = data.draw(st.integers(0, burned))
    without = enumerate_rounds(shoe, Burn(), EVERYTHING, EVERYTHING)
    burnt = enumerate_rounds(shoe, Burn(split, burned - split), EVERYTHING, EVERYTHING)
    behind = perm(shoe.size - 4, burned)
    assert burnt.ways == {played: ways * behind for played, ways in without}


@settings(max_examples=60, deadline=None)
@given(shoes(3, 13), st.integers(0, 3))
def test_m2_higher_and_lower_are_equally_likely_whatever_was_seen(shoe: Shoe, burned: int) -> None:
    if shoe.size < 4 + burned:
        return
    law = enumerate_rounds(shoe, Burn(burned), EVERYTHING)
    first = law.map(lambda played: played.first.comparison)
    assert first.ways.get("higher") == first.ways.get("lower")
    # Given any first deal that tied: its rank and the kind of its pair.
    war = {(played.first, played.war.comparison): ways for played, ways in law if played.war}
    for tied, comparison in war:
        if comparison != "tie":
            assert war.get((tied, "higher")) == war.get((tied, "lower"))


def test_the_ways_add_up_to_the_falling_factorial() -> None:
    assert enumerate_rounds(Shoe.of(6), Burn(3)).total == perm(312, 7)
    assert enumerate_rounds(Shoe.of(6), None).total == perm(312, 2)


def test_a_long_burn_is_walked_too() -> None:
    long, short = (
        enumerate_rounds(Shoe.of(1), burn).map(lambda r: r.war and r.war.comparison)
        for burn in (Burn(30, 10), Burn())
    )
    assert long.probability("tie") == short.probability("tie")


def test_a_shoe_too_short_for_a_round_is_refused() -> None:
    with pytest.raises(WaroddsError, match="6 cards left are too few for a round"):
        enumerate_rounds(Shoe((6,) + (0,) * 12), Burn(3))


def test_pair_kinds_need_suits() -> None:
    with pytest.raises(WaroddsError, match="depend on suits"):
        enumerate_rounds(Shoe((24,) * 13), Burn(3), Detail(pairs=True))
