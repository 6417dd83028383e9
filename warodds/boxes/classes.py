"""The law of a table's total result, by classes of cards (M8).

Given the dealer's two cards, a card matters only by what it nets as a first card (f), whether it
ties, and what it nets as a war card (g). Cards alike in these make a class of s cards. Let z mark
a card dealt as a first card, w one that ties as well, v a card dealt in the war. Each card of a
class is left alone, dealt first, or dealt in the war: 1 + z·y^f + v·y^g, with z·w for a class that
ties. With K boxes, t of which tie, first cards fall to boxes in K! ways and war cards in t!, so

    Σ_t K! · t! · [z^K w^t v^t] Π over classes (1 + z·w^(0 or 1)·y^f + v·y^g)^s

counts the ordered deals by total net (the exponent of y). Burned cards are among those left alone
(M1). A round in which fewer than all boxes tie counts once for every way in which the cards that
it leaves undealt could lie, so that every round is counted over the same (n)_(2K+2) deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, gcd, lcm
from typing import NamedTuple

from warodds.boxes.expansion import CardClass, Expansion
from warodds.boxes.plan import Plan
from warodds.cards import RANKS, SUITS, Card, Shoe
from warodds.deal import pair_kind
from warodds.law import Law, falling


class Scale(NamedTuple):
    """Nets as whole numbers from zero on: `least`, then steps of `unit`."""

    least: Fraction
    unit: Fraction

    @classmethod
    def of(cls, nets: Iterable[Fraction], unit: Fraction | None = None) -> Scale:
        """Return the scale of some nets, in steps of a unit if one is given."""
        nets = set(nets)
        return cls(min(nets, default=Fraction()), unit or _unit(nets))

    def steps(self, net: Fraction) -> int:
        """Return a net as a number of steps above the least."""
        return int((net - self.least) / self.unit)


@dataclass(frozen=True)
class _Nets:
    """What each card nets against each dealer's card.

    Decided first cards and ties have scales of their own: pairs can pay thirty times what higher
    and lower do, and a coarse scale keeps the polynomials of decided boxes short.
    """

    first: dict[tuple[Card, Card], int]
    war: dict[tuple[Card, Card], int]
    decided: Scale
    tied: Scale
    after: Scale

    @classmethod
    def of(cls, plan: Plan) -> _Nets:
        suits = range(len(SUITS)) if plan.suited else (None,)
        cards = [Card(rank, suit) for rank in range(len(RANKS)) for suit in suits]
        details = plan.detail(war=False), plan.detail(war=True)
        first_net, war_net = cache(plan.first_net), cache(plan.war_net)
        first, war = {}, {}
        for player, dealer in product(cards, repeat=2):
            kind = "no_pair"
            if player.rank == dealer.rank:
                kind = pair_kind(player.suit or 0, dealer.suit or 0)
            first[player, dealer] = first_net(details[0].show(player.rank, dealer.rank, kind))
            if plan.goes_to_war:
                war[player, dealer] = war_net(details[1].show(player.rank, dealer.rank, kind))
        ties = {pair: plan.goes_to_war and pair[0].rank == pair[1].rank for pair in first}
        decided = {net for pair, net in first.items() if not ties[pair]}
        tied = {net for pair, net in first.items() if ties[pair]}
        # The scales of decided boxes and of wars meet in one polynomial, so they share a unit;
        # the unit of ties divides it.
        unit = _unit(decided, set(war.values()))
        scales = Scale.of(decided, unit), Scale.of(tied, _unit(tied, {Fraction(), unit}))
        after = Scale.of(war.values(), unit)
        return cls(
            {pair: scales[ties[pair]].steps(net) for pair, net in first.items()},
            {pair: after.steps(net) for pair, net in war.items()},
            *scales,
            after,
        )

    def expansion(self, boxes: int) -> Expansion:
        """Return the polynomials that these nets need."""
        most = {False: 0, True: 0}
        for (player, dealer), net in self.first.items():
            ties = bool(self.war) and player.rank == dealer.rank
            most[ties] = max(most[ties], net)
        war = max(self.war.values(), default=0)
        fine = int(self.decided.unit / self.tied.unit)
        return Expansion(boxes, most[False], most[True], war, fine)


def _unit(*groups: Iterable[Fraction]) -> Fraction:
    """Return the greatest step that divides all differences within each group, 1 without any."""
    steps = [net - min(nets) for nets in map(set, groups) for net in nets]
    over = lcm(*(step.denominator for step in steps))
    return Fraction(gcd(*(int(step * over) for step in steps)), over) or Fraction(1)


def table_law(plan: Plan, shoe: Shoe, boxes: int) -> Law[Fraction]:
    """Return the law of what `boxes` boxes net together, each with the same plan.

    >>> from warodds.boxes.plan import make_plan, read_bets
    >>> from warodds.rules import load
    >>> plan = make_plan(load("pennsylvania"), 6, read_bets("main=1"))
    >>> table_law(plan, Shoe.of(6), 1).mean(Fraction)
    Fraction(-23138, 993023)
    """
    nets = _Nets.of(plan)
    dealt = 2 * boxes + 2 if plan.goes_to_war else boxes + 1
    expansion = nets.expansion(boxes)
    ways: dict[Fraction, int] = {}
    for classes, dealers in _dealers(plan, shoe, nets).items():
        for ties, terms in expansion.ties(classes):
            undealt = boxes - ties if plan.goes_to_war else 0
            orders = dealers * factorial(boxes) * factorial(ties)
            orders *= falling(shoe.size - dealt + undealt, undealt)
            start = (boxes - ties) * nets.decided.least
            start += ties * (nets.tied.least + nets.after.least)
            for place, number in terms:
                net = start + place * nets.tied.unit
                ways[net] = ways.get(net, 0) + orders * number
    law = Law(dict(sorted(ways.items())))
    if law.total != falling(shoe.size, dealt):
        raise ArithmeticError(f"{law.total} ordered deals counted; the shoe has another number")
    return law


def _dealers(plan: Plan, shoe: Shoe, nets: _Nets) -> Counter[tuple[CardClass, ...]]:
    """Return the classes that the dealer's cards make, each with the ordered ways to deal those.

    Where no box goes to war, the dealer has one card.
    """
    found: Counter[tuple[CardClass, ...]] = Counter()
    stock = _stock(shoe, plan.suited)
    for one, held in stock.items():
        if not plan.goes_to_war:
            found[_classes(stock, nets, one, None)] += held
            continue
        for two, others in stock.items():
            number = held * (others - (one == two))
            if number:
                found[_classes(stock, nets, one, two)] += number
    return found


def _stock(shoe: Shoe, suited: bool) -> dict[Card, int]:
    if not suited or shoe.by_suit is None:
        return {Card(rank): cards for rank, cards in enumerate(shoe.by_rank) if cards}
    return {
        Card(rank, suit): cards
        for rank, suits in enumerate(shoe.by_suit)
        for suit, cards in enumerate(suits)
        if cards
    }


def _classes(
    stock: dict[Card, int], nets: _Nets, one: Card, two: Card | None
) -> tuple[CardClass, ...]:
    """Return the classes of the cards left once the dealer's first and second card are known."""
    sizes: Counter[tuple[int, bool, int]] = Counter()
    for card, held in stock.items():
        left = held - (card == one) - (card == two)
        war = nets.war[card, two] if two is not None else 0
        ties = two is not None and card.rank == one.rank
        sizes[war, ties, nets.first[card, one]] += left
    return tuple(
        CardClass(ties, first, war, cards)
        for (war, ties, first), cards in sorted(sizes.items())
        if cards
    )
