"""The full law over a whole shoe of a wager on one rank, such as an ace.

Cards of the marked rank are taken apart from all others. Of the w first pairs that tie, j tie in
that rank; of the a that do not, s hold one of its cards, which is the player's or the dealer's.
The other ranks fill what is left: w − j ties, a − s untied pairs, s single cards. Both parts are
counted in ordered deals, the second by the tie law of a shoe of the other ranks alone (M6); single
cards and untied pairs are exchangeable with any others (M1). So the number of deals with given
a, w, j and s is

    C(w, j) · C(a, s) · (m)_(2j+s) · Q(w − j, a − s) · (o)_(2(w−j) + 2(a−s) + s)

with m cards of the marked rank and o others, and C(s, i) of 2^s ways give the player i of the s.
A wager on the war deal marks one free card for every war instead, and e of those are of the rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, gcd
from typing import TYPE_CHECKING

from warodds.cards import Shoe
from warodds.law import Law, falling
from warodds.rules.model import Deal
from warodds.wholeshoe.marks import Marked
from warodds.wholeshoe.procedure import Procedure
from warodds.wholeshoe.tallies import Start, starts_of
from warodds.wholeshoe.ties import tie_base, tie_rows

if TYPE_CHECKING:
    from flint import fmpz_poly

Marks = dict[int, "fmpz_poly"]
"""By how often the wager is placed: the ways of each number of marked cards, as coefficients."""


def rank_law(shoe: Shoe, procedure: Procedure, wager: Marked) -> Law[Fraction] | None:
    """Return the law of a shoe's result, in order; None where more than one rank is marked.

    >>> from warodds.wholeshoe.marks import Mark
    >>> ace = Marked(Fraction(-1), (Mark(),) * 12 + (Mark(Fraction(11)),), True, "first")
    >>> one_round = rank_law(Shoe.of(6), Procedure(312), ace)
    >>> {str(net): str(one_round.probability(net)) for net in one_round.ways}
    {'-1': '12/13', '10': '1/13'}
    """
    if sum(bool(mark.one) for mark in wager.ranks) != 1:
        return None
    procedure.check(shoe)
    starts = list(starts_of(shoe, procedure, [int(bool(mark.one)) for mark in wager.ranks]))
    shoes = sum(ways for _, _, ways in procedure.starts(shoe))
    every = [_Split.of(start) for start in starts]
    used = max(_positions(a, w, wager.deal) for each in every for a, w, _ in each.endings)
    found: Marks = {}
    for each in every:
        for placed, marks in each.marks(wager.deal, used):
            found[placed] = found[placed] + marks if placed in found else marks
    worth = next(mark.one for mark in wager.ranks if mark.one)
    law = _nets(found, wager.constant, worth)
    size = every[0].marked + every[0].others
    if law.total != shoes * falling(size, used):
        raise ArithmeticError("the results of a shoe do not add up to all shoes")
    common = gcd(*law.ways.values())
    return Law({net: ways // common for net, ways in sorted(law)})


def _nets(found: Mapping[int, fmpz_poly], constant: Fraction, worth: Fraction) -> Law[Fraction]:
    nets: dict[Fraction, int] = {}
    for placed, marks in found.items():
        for number, ways in enumerate(marks.coeffs()):
            net = constant * placed + worth * number
            nets[net] = nets.get(net, 0) + int(ways)
    return Law(nets)


def _positions(untied: int, ties: int, deal: Deal) -> int:
    """Return the positions that matter: first pairs, and a card of each war for its wagers."""
    return 2 * (untied + ties) + (ties if deal == "war" else 0)


@dataclass(frozen=True, slots=True)
class _Split:
    """A shoe as it starts: cards of the marked rank, others, and how it can end.

    `ways[n][t]` are the ordered deals of n pairs of other ranks of which t given ones tie and the
    others do not.
    """

    marked: int
    others: int
    ways: list[list[int]]
    endings: list[tuple[int, int, int]]

    @classmethod
    def of(cls, start: Start) -> _Split:
        marked = sum(number for kind, number in start.cards if kind)
        cards = [number for kind, number in start.cards if not kind]
        most = min(start.most_pairs, sum(cards) // 2)
        rows = []
        for pairs, row in enumerate(tie_rows(tie_base(cards, most))):
            rest = falling(sum(cards) - 2 * pairs, 2 * (most - pairs))
            rows.append([number // rest for number in row])
        # What a war deals beside its marked card is free, so second ties need not be told apart.
        endings = [
            (ending.tally.untied, ending.tally.ties, ending.orders)
            for each in start.endings.values()
            for ending in each
            if not ending.tally.second_ties
        ]
        return cls(marked, sum(cards), rows, endings)

    def marks(self, deal: Deal, used: int) -> Iterator[tuple[int, fmpz_poly]]:
        """Yield how often the wager is placed and the ways of marks, over `used` positions."""
        for untied, ties, orders in self.endings:
            free = self.marked + self.others - _positions(untied, ties, deal)
            scale = orders * falling(free, used - _positions(untied, ties, deal))
            if deal == "first":
                yield untied + ties, scale * self._first(untied, ties)
            else:
                yield ties, scale * self._war(untied, ties)

    def _first(self, untied: int, ties: int) -> fmpz_poly:
        """Return the ways of marks on the first deal: j, and the player's share of s."""
        from flint import fmpz_poly

        total, coin = fmpz_poly(), fmpz_poly([1, 1])
        for held in range(min(untied, self.marked), -1, -1):
            tied = range(min(ties, (self.marked - held) // 2) + 1)
            ways = [comb(untied, held) * self._deals(untied, ties, j, held, 0, held) for j in tied]
            total = total * coin + fmpz_poly(ways)
        return total

    def _war(self, untied: int, ties: int) -> fmpz_poly:
        """Return the ways of marks on one free card of every war."""
        from flint import fmpz_poly

        found = [0] * (min(ties, self.marked) + 1)
        for marks in range(len(found)):
            room = self.marked - marks
            for held in range(min(untied, room) + 1):
                each = comb(ties, marks) * (comb(untied, held) << held)
                for j in range(min(ties, (room - held) // 2) + 1):
                    single = held + ties - marks
                    found[marks] += each * self._deals(untied, ties, j, held, marks, single)
        return fmpz_poly(found)

    def _deals(self, untied: int, ties: int, j: int, held: int, marks: int, single: int) -> int:
        """Return the deals with j ties and `held` untied pairs in the marked rank.

        `marks` further cards are of that rank, and `single` cards beside whole pairs are not.
        """
        pairs = ties - j + untied - held
        if pairs >= len(self.ways):
            return 0
        return (
            comb(ties, j)
            * falling(self.marked, 2 * j + held + marks)
            * self.ways[pairs][ties - j]
            * falling(self.others - 2 * pairs, single)
        )
