"""The game with its war to somebody who knows every card left, over every composition."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plain_counting import compositions, small, unburned, walked
from warodds import Shoe, load
from warodds.counting import count
from warodds.counting.game import Game
from warodds.counting.joint import Compositions
from warodds.wholeshoe import Choices

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
    whole = count("pennsylvania", 6, "game", choices=Choices(78))
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
