"""Small shoes and every composition of them: the judge of `warodds.counting`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

from tests.plain_shoe import Cards
from warodds import Shoe, load
from warodds.counting.forms import Form
from warodds.counting.game import Game
from warodds.deal import enumerate_rounds
from warodds.rules import Rules, Wager
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


def paying(wager_id: str, pays: int, name: str = "crown-perth") -> tuple[Wager, Paytable]:
    """A wager at short odds, so that few ranks make it a question whether it is favourable."""
    found = wager_of(load(name), wager_id)
    table = found.paytables[0]
    payouts = tuple(p._replace(net=Fraction(pays)) if p.net > 0 else p for p in table.payouts)
    return found, table._replace(payouts=payouts)


def plain_gain(
    met: Iterable[tuple[Cards, Fraction]], worth: Form | Game
) -> tuple[Fraction, Fraction, Fraction]:
    """How often a wager could be placed in a shoe, is favourable, and what betting it then wins.

    `met` are the cards left wherever it could be placed, with their chances.
    """
    placed = bets = gain = Fraction()
    for cards, chance in met:
        suits = [[0, 0, 0, 0] for _ in range(13)]
        for card, number in cards:
            suits[card.rank][card.suit or 0] += number
        by_suit = tuple((c, d, h, s) for c, d, h, s in suits)
        ev = worth.ev(Shoe(tuple(map(sum, by_suit)), by_suit))
        placed += chance
        if ev > 0:
            bets += chance
            gain += chance * ev
    return placed, bets, gain
