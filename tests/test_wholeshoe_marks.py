"""Wagers on ranks and pairs over a whole shoe, against shoes dealt card by card."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tests.plain_shoe import Pair, Score, moments, plain_shoe, ranks
from warodds import Shoe, load
from warodds.cards import RED, Card
from warodds.wholeshoe import Mark, Marked, Procedure, marked_cluster, marked_wager


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
