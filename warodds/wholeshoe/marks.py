"""Moments of wagers on a rank or on the kind of a pair, over a whole shoe.

Such a wager pays a constant and, on top of it, what its cards are *marked* with: a player's ace
under a wager on aces, a tied pair under one on pairs. What a shoe adds up to depends on which
pairs tie, so marks are counted together with ties, as in `ties`:

- a marked tied pair of rank r takes two more cards of r, a marked *free* card one more; with k
  cards of r taken, the other pairs of that rank come from Σ_s (n_r)_(2s+k)/s! · x^s;
- a card of an untied pair is marked as often as a free card of any pair is, less as often as
  its pair ties: Q with a marked pair among u untied = Q(free; t, u−1) − Q(tied; t+1, u−1).

Mean and variance need one mark and two marks at a time. Suits: given which positions have which
rank, the cards of a rank lie in their positions in any order, so what a tied pair is marked with
depends on its rank alone, and two pairs are independent unless they share their rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from warodds.cards import RANKS, Shoe
from warodds.deal import Burn, Detail, Round, Showing, enumerate_rounds
from warodds.rules import Wager
from warodds.rules.model import Deal, Paytable, event_on
from warodds.wholeshoe.cluster import Cluster
from warodds.wholeshoe.procedure import Procedure
from warodds.wholeshoe.tallies import Ending, Start, starts_of
from warodds.wholeshoe.ties import over_one_denominator, rank_series, tie_base, tie_rows

if TYPE_CHECKING:
    from flint import fmpz_poly


class Mark(NamedTuple):
    """What one rank is marked with: the mean, of two at once the mean product, the mean square."""

    one: Fraction = Fraction()
    two: Fraction = Fraction()
    square: Fraction = Fraction()


@dataclass(frozen=True, slots=True)
class Marked:
    """A wager as a constant and the marks of each rank on one deal.

    `untied` is whether the card of an untied pair is marked too.
    """

    constant: Fraction
    ranks: tuple[Mark, ...]
    untied: bool
    deal: Deal


def marked_wager(wager: Wager, table: Paytable, shoe: Shoe) -> Marked:
    """Return a wager on a rank or on a pair as marks."""

    def net(event: str) -> Fraction:
        return table.payout(event_on(wager.deal, event)).net

    if wager.on == "pair":
        constant = net("no_pair")
        above = {kind: net(kind) - constant for kind in ("perfect", "coloured", "mixed")}
        suits = shoe.by_suit or ()
        by_suits = {each: _pair_mark(each, above) for each in set(suits)}
        return Marked(constant, tuple(by_suits[each] for each in suits), False, wager.deal)
    nets = [net(rank) for rank in RANKS[: len(shoe.by_rank)]]
    constant = max(nets, key=nets.count)  # most ranks pay alike: those need no mark
    above_constant = [each - constant for each in nets]
    marks = tuple(Mark(each, each**2, each**2) for each in above_constant)
    return Marked(constant, marks, True, wager.deal)


def _pair_mark(suits: tuple[int, int, int, int], above: Mapping[str, Fraction]) -> Mark:
    """Return what pairs of one rank are worth: all pairs of a shoe of that rank alone."""
    rank = Shoe((sum(suits),), (suits,))
    if rank.size < 2:
        return Mark()
    pairs = Detail(pairs=True)
    once = enumerate_rounds(rank, None, pairs)
    two = Fraction()
    if rank.size >= 4:
        twice = enumerate_rounds(rank, Burn(), pairs, pairs)
        two = twice.mean(lambda each: above[each.first.pair] * above[_second(each).pair])
    return Mark(
        once.mean(lambda each: above[each.first.pair]),
        two,
        once.mean(lambda each: above[each.first.pair] ** 2),
    )


def _second(played: Round) -> Showing:
    """Return the second pair; out of one rank every first pair ties, so there is one."""
    assert played.war is not None
    return played.war


_PARTS = {"F": (1, 0, 1), "T": (2, 1, 0), "FF": (2, 0, 2), "FT": (3, 1, 1), "TT": (4, 2, 0)}
"""Marked objects: cards that they take of one rank, ties among them, free cards among them."""

Series = dict[str, "fmpz_poly"]


class _Scaled(NamedTuple):
    """The different marks of a wager, and the unit that makes integers of them."""

    marks: list[Mark]
    untied: bool
    unit: int


def _rank_marks(mark: Mark, cards: int, wager: _Scaled) -> Series:
    """Return the series of one rank by the marked objects in it; squares are marked 'f' and 't'."""
    series: Series = {"": rank_series(cards)}
    for name, (taken, _, _) in _PARTS.items():
        if wager.untied or "F" not in name:
            weight = mark.one * wager.unit if len(name) == 1 else mark.two * wager.unit**2
            series[name] = int(weight) * rank_series(cards, taken)
            if len(name) == 1:
                weight = mark.square * wager.unit
                series[name.lower()] = int(weight) * rank_series(cards, taken)
    return series


def _together(left: Series, right: Series) -> Series:
    """Multiply the series of different ranks, up to two marked objects in all."""
    both = {name: left[name] * right[""] + left[""] * right[name] for name in left if name}
    both[""] = left[""] * right[""]
    for name in ("FF", "FT", "TT"):
        if name in both:
            first, second = name
            both[name] += left[first] * right[second] + left[second] * right[first]
    return both


def _bases(start: Start, marked: _Scaled, most: int) -> dict[str, list[int]]:
    """Return P_0 … P_most for every kind of marked object, and for none, over one denominator."""
    cards = [number for _, number in start.cards]
    each = (_rank_marks(marked.marks[kind], number, marked) for kind, number in start.cards)
    bases = {"": tie_base(cards, most)}
    for name, series in reduce(_together, each).items():
        if name:
            _, ties, free = _PARTS[name.upper()]
            ways = [int(number) for number in series.coeffs()]
            bases[name] = over_one_denominator(ways, sum(cards), most, ties=ties, free=free)
    return bases


def marked_cluster(shoe: Shoe, procedure: Procedure, wager: Marked) -> Cluster:
    """Return the moments of a shoe for a wager on a rank or on a pair."""
    procedure.check(shoe)
    marks = list(dict.fromkeys(wager.ranks))
    scaled = _Scaled(marks, wager.untied, lcm(*(part.denominator for m in marks for part in m)))
    starts = list(starts_of(shoe, procedure, [marks.index(mark) for mark in wager.ranks]))
    most = max(start.most_pairs for start in starts)
    sums = [0] * 7
    for start in starts:
        bases = _bases(start, scaled, most)
        for pairs, rows in enumerate(_triples(bases)):
            for ending in start.endings.get(pairs, ()):
                found = _moments(ending, rows, wager)
                sums = [total + part for total, part in zip(sums, found, strict=True)]
    shoes, unit = sums[0], scaled.unit
    placed, placed_square = Fraction(sums[1], shoes), Fraction(sums[2], shoes)
    mark, mark_placed = Fraction(sums[3], shoes * unit), Fraction(sums[4], shoes * unit)
    squares = Fraction(sums[6], shoes * unit)
    mark_square = Fraction(sums[5], shoes * unit**2) + squares
    spread, both, constant = placed_square - placed**2, mark_placed - mark * placed, wager.constant
    return Cluster(
        placed,
        spread,
        constant * placed + mark,
        constant**2 * spread + 2 * constant * both + mark_square - mark**2,
        constant * spread + both,
        constant**2 * placed + 2 * constant * mark + squares,
    )


Rows = dict[str, tuple[list[int], list[int], list[int]]]
"""For every kind of marked object the rows for n, n − 1 and n − 2 pairs of positions."""


def _triples(bases: Mapping[str, list[int]]) -> Iterator[Rows]:
    past: dict[str, list[list[int]]] = {name: [[], []] for name in bases}
    for rows in zip(*map(tie_rows, bases.values()), strict=True):
        now = dict(zip(bases, map(list[int], rows), strict=True))
        yield {name: (row, past[name][-1], past[name][-2]) for name, row in now.items()}
        for name, row in now.items():
            past[name] = [past[name][-1], row]


def _moments(ending: Ending, rows: Rows, wager: Marked) -> tuple[int, ...]:
    """Return shoes, placed, its square, marks, marks × placed, two marks at once, marks' squares.

    Each is a sum over all shoes that end so, in ways of cards.
    """
    (untied_rounds, ties, second), t, orders = ending
    tied, untied = (ties, untied_rounds) if wager.deal == "first" else (second, ties - second)
    placed = tied + untied
    shoes = orders * rows[""][0][t]
    one = two = square = 0
    if tied:
        one += tied * rows["T"][0][t]
        square += tied * rows["t"][0][t]
    if tied > 1:
        two += tied * (tied - 1) * rows["TT"][0][t]
    if untied and wager.untied:
        one += untied * (rows["F"][1][t] - rows["T"][0][t + 1])
        square += untied * (rows["f"][1][t] - rows["t"][0][t + 1])
        if tied:
            two += 2 * tied * untied * (rows["FT"][1][t] - rows["TT"][0][t + 1])
        if untied > 1:
            free = rows["FF"][2][t] - 2 * rows["FT"][1][t + 1] + rows["TT"][0][t + 2]
            two += untied * (untied - 1) * free
    one, two, square = orders * one, orders * two, orders * square
    return shoes, placed * shoes, placed**2 * shoes, one, placed * one, two, square
