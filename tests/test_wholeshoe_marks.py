"""Wagers on ranks and pairs over a whole shoe, against shoes dealt card by card."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tests.plain_shoe import Pair, Score, marginal, moments, plain_shoe, ranks
from warodds import Shoe, load
from warodds.cards import RED, Card
from warodds.wholeshoe import (
    Mark,
    Marked,
    Procedure,
    marked_cluster,
    marked_wager,
    pair_law,
    rank_law,
    spread,
    whole_shoe,
)


def kind(pair: Pair) -> str:
    player, dealer = pair
    if player.rank != dealer.rank:
        return "no_pair"
    if player.suit == dealer.suit:
        return "perfect"
    return "coloured" if (player.suit in RED) == (dealer.suit in RED) else "mixed"


SMALL = Procedure(4, "burned", 0, 0, "round-played")
SHIFTED = Procedure(3, "burned-with-value", 0, 0, "shuffled-at-once")
SUITED = ((2, 1, 0, 1), (1, 1, 2, 1))


@pytest.mark.parametrize(
    ("procedure", "deal"),
    [
        *product((SMALL, SHIFTED), ("first", "war")),
        (replace(SMALL, war_burn=None), "first"),
    ],
)
def test_wagers_on_pairs_over_a_shoe_dealt_card_by_card(procedure: Procedure, deal: str) -> None:
    shoe = Shoe(tuple(map(sum, SUITED)), SUITED)
    cards = [
        Card(rank, suit)
        for rank, suits in enumerate(SUITED)
        for suit, number in enumerate(suits)
        for _ in range(number)
    ]
    perth = load("crown-perth")
    name = "perfect-pairs" if deal == "first" else "war-perfect-pairs"
    wager = next(wager for wager in perth.wagers if wager.id == name)
    table = wager.paytables[-1]

    def score(first: Pair, war: Pair | None) -> Score:
        pair = first if deal == "first" else war
        if pair is None:
            return Fraction(0), Fraction(0), Fraction(0)
        net = table.payout(("" if deal == "first" else "war_") + kind(pair)).net
        return Fraction(1), net, net**2

    dealt = plain_shoe(cards, procedure, score)
    fast = marked_cluster(shoe, procedure, marked_wager(wager, table, shoe))
    assert fast == moments(dealt, lambda score: score[0], 1, 2)
    law = pair_law(shoe, procedure, wager, table)
    assert {(net,): law.probability(net) for net in law.ways} == marginal(dealt, 1)
    assert list(law.ways) == sorted(law.ways)


@pytest.mark.parametrize("procedure", [SMALL, SHIFTED, Procedure(7, "dealt", 1, 2)])
@pytest.mark.parametrize("by_rank", [(4, 4, 4), (6, 3, 3)])
@pytest.mark.parametrize("place", [0, 1])
def test_wagers_on_ranks_over_a_shoe_dealt_card_by_card(
    procedure: Procedure, by_rank: tuple[int, ...], place: int
) -> None:
    nets = (Fraction(10), Fraction(-1), Fraction(3, 2))

    def score(first: Pair, war: Pair | None) -> Score:
        pair = (first, war)[place]
        if pair is None:
            return Fraction(0), Fraction(0), Fraction(0)
        net = nets[pair[0].rank]
        return Fraction(1), net, net**2

    dealt = plain_shoe(ranks(by_rank), procedure, score)
    marks = tuple(Mark(net + 1, (net + 1) ** 2, (net + 1) ** 2) for net in nets)
    wager = Marked(Fraction(-1), marks, True, "war" if place else "first")
    fast = marked_cluster(Shoe(by_rank), procedure, wager)
    assert fast == moments(dealt, lambda score: score[0], 1, 2)


@pytest.mark.parametrize(
    "procedure",
    [SMALL, SHIFTED, Procedure(7, "dealt", 1, 2), replace(SMALL, war_burn=None)],
)
@pytest.mark.parametrize("by_rank", [(4, 4, 4), (6, 3, 3), (2, 7), (5, 1, 1, 5)])
@pytest.mark.parametrize(("place", "rank"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_the_law_of_a_wager_on_one_rank_over_a_shoe_dealt_card_by_card(
    procedure: Procedure, by_rank: tuple[int, ...], place: int, rank: int
) -> None:
    if place and procedure.war_burn is None:
        return
    win, lose = Fraction(21, 2), Fraction(-1)

    def score(first: Pair, war: Pair | None) -> Score:
        pair = (first, war)[place]
        if pair is None:
            return (Fraction(0),)
        return (win if pair[0].rank == rank else lose,)

    dealt = plain_shoe(ranks(by_rank), procedure, score)
    above = win - lose
    marks = tuple(
        Mark(above, above**2, above**2) if each == rank else Mark() for each in range(len(by_rank))
    )
    wager = Marked(lose, marks, True, "war" if place else "first")
    law = rank_law(Shoe(by_rank), procedure, wager)
    assert law is not None
    assert {(net,): law.probability(net) for net in law.ways} == marginal(dealt, 0)
    assert list(law.ways) == sorted(law.ways)


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_the_law_of_a_bomb_has_the_moments_of_its_marks(decks: int) -> None:
    shoe = whole_shoe("crown-perth", decks, wager="a-bomb")
    assert shoe.law is not None
    assert spread(shoe.law) == (shoe.cluster.result, shoe.cluster.result_variance)


@pytest.mark.parametrize(
    ("decks", "wager"),
    [
        (2, "perfect-pairs"),
        (2, "war-perfect-pairs"),
        pytest.param(4, "perfect-pairs", marks=pytest.mark.slow),
        pytest.param(4, "war-perfect-pairs", marks=pytest.mark.slow),
        pytest.param(6, "perfect-pairs", marks=pytest.mark.slow),
    ],
)
def test_the_law_of_perfect_pairs_has_the_moments_of_its_marks(decks: int, wager: str) -> None:
    shoe = whole_shoe("crown-perth", decks, wager=wager, paytable="30/12/5", study=True, full=True)
    assert shoe.law is not None
    assert spread(shoe.law) == (shoe.cluster.result, shoe.cluster.result_variance)


def test_two_paying_ranks_have_moments_and_no_law() -> None:
    two = (Mark(Fraction(1)), Mark(Fraction(2)), Mark())
    assert rank_law(Shoe((4, 4, 4)), SMALL, Marked(Fraction(-1), two, True, "first")) is None
