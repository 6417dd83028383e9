"""The law of a shoe's tally: rounds that a first deal decided, first ties and second ties.

One given order of a untied rounds, b wars without and c wars with a second tie fixes which pairs
of positions are dealt, and happens with chance Q(b+2c, a+b) (M6). The orders that end a shoe are
counted: every round but the last starts while the cut card is still in the shoe, and after the
last it is not. Positions only grow, so it is enough to look at the last round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, gcd
from typing import NamedTuple

from warodds.cards import Shoe
from warodds.law import Law
from warodds.wholeshoe.procedure import Procedure
from warodds.wholeshoe.ties import tie_base, tie_rows


class Tally(NamedTuple):
    """What a shoe dealt: rounds without a tie, first ties, and second ties among them."""

    untied: int
    ties: int
    second_ties: int = 0

    @property
    def rounds(self) -> int:
        """All rounds of the shoe."""
        return self.untied + self.ties


class Ending(NamedTuple):
    """A tally, how many of its pairs of positions tie, and the orders that end a shoe with it."""

    tally: Tally
    tied_pairs: int
    orders: int


Endings = Mapping[int, Sequence[Ending]]
"""Endings by the number of pairs of positions that they deal."""


@dataclass(frozen=True, slots=True)
class Start:
    """Shoes that are alike once they have started: the cards unseen, and how they can end.

    `cards` has the kind of each rank and how many of it are unseen.
    """

    cards: tuple[tuple[int, int], ...]
    endings: Endings

    @property
    def most_pairs(self) -> int:
        """The pairs of positions that a shoe deals at most."""
        return max(self.endings)


def tally_law(shoe: Shoe, procedure: Procedure) -> Law[Tally]:
    """Return the exact law of the tally of one shoe.

    >>> law = tally_law(Shoe.of(6), Procedure(cut=78, first_card="burned", war_burn=3))
    >>> rounds = law.map(lambda tally: tally.rounds)
    >>> min(rounds.ways), max(rounds.ways)
    (34, 117)
    """
    procedure.check(shoe)
    starts = list(starts_of(shoe, procedure))
    most = max(start.most_pairs for start in starts)
    bases = [tie_base([number for _, number in start.cards], most) for start in starts]
    # The numerators share most of their denominator's factors: dividing them out halves their
    # length, and all that follows is linear in them.
    common = gcd(*(number for base in bases for number in base))
    ways: dict[Tally, int] = {}
    for start, base in zip(starts, bases, strict=True):
        for pairs, row in enumerate(tie_rows([number // common for number in base])):
            for tally, tied, orders in start.endings.get(pairs, ()):
                ways[tally] = ways.get(tally, 0) + orders * row[tied]
    law = Law(ways)
    shoes = sum(ways for _, _, ways in procedure.starts(shoe))
    if law.total != shoes * (bases[0][0] // common):
        raise ArithmeticError("the tallies of a shoe do not add up to all shoes")
    return law


def starts_of(
    shoe: Shoe, procedure: Procedure, kinds: Sequence[int] | None = None
) -> Iterator[Start]:
    """Yield the shoes that can start, those lumped that differ in names of ranks alone."""
    last = procedure.last_start(shoe.size)
    for cards, positions in lumped_starts(shoe, procedure, kinds).items():
        yield Start(cards, endings_of(positions, last, procedure))


def lumped_starts(
    shoe: Shoe, procedure: Procedure, kinds: Sequence[int] | None = None
) -> dict[tuple[tuple[int, int], ...], dict[int, int]]:
    """Return, by the cards unseen, the positions of the first round with the ways of each.

    Cards are the kind of each rank and its number. Ranks of different kinds are told apart; by
    default all are of one kind.
    """
    kinds = kinds or [0] * len(shoe.by_rank)
    lumped: dict[tuple[tuple[int, int], ...], dict[int, int]] = {}
    for position, left, ways in procedure.starts(shoe):
        cards = tuple(sorted(zip(kinds, left.by_rank, strict=True)))
        positions = lumped.setdefault(cards, {})
        positions[position] = positions.get(position, 0) + ways
    return lumped


def endings_of(positions: Mapping[int, int], last: int, procedure: Procedure) -> Endings:
    """Return how a shoe can end whose first round starts at one of the positions."""
    orders: dict[tuple[int, int], int] = {}
    for position, ways in positions.items():
        for key, number in _orders(last - position, procedure):
            orders[key] = orders.get(key, 0) + ways * number
    endings: dict[int, list[Ending]] = {}
    for (untied, ties), number in orders.items():
        for ending in _endings(untied, ties, number, procedure):
            tally = ending.tally
            dealt = tally.untied + tally.ties * (1 if procedure.war_cards is None else 2)
            endings.setdefault(dealt, []).append(ending)
    return endings


def _orders(room: int, procedure: Procedure) -> Iterable[tuple[tuple[int, int], int]]:
    """Yield the orders of untied and tied rounds, the last of which starts within `room` cards."""
    short, long = procedure.round_cards, procedure.war_cards
    if long is None:  # every round takes as many cards
        rounds = room // short + 1
        for ties in range(rounds + 1):
            yield (rounds - ties, ties), comb(rounds, ties)
        return
    for ties in range(room // long + 2):
        untied = max(-((ties * long - room - 1) // short), 0)
        while number := _last_round(untied, ties, room, short, long):
            yield (untied, ties), number
            untied += 1


def _last_round(untied: int, ties: int, room: int, short: int, long: int) -> int:
    """Return the orders of so many rounds in which the last, and no round after it, starts."""
    end = untied * short + ties * long
    number = 0
    if untied and end - short <= room:
        number += comb(untied + ties - 1, ties)
    if ties and end - long <= room:
        number += comb(untied + ties - 1, untied)
    return number


def _endings(untied: int, ties: int, orders: int, procedure: Procedure) -> Iterator[Ending]:
    if procedure.war_cards is None:
        yield Ending(Tally(untied, ties), ties, orders)
        return
    for second in range(ties + 1):
        yield Ending(Tally(untied, ties, second), ties + second, orders * comb(ties, second))
