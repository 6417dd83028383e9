"""With how many cards left rounds start, and how many of some ranks are among those.

The positions of a shoe are walked with τ for a pair that ties. A round starts at a position where
the shoe starts, or where a round before it ended, untied or tied:

    W(position) = ways to start there + (1 − τ) · W(position − short) + τ · W(position − long),

a polynomial in τ, and τ^t stands for P_t, the chance that t given pairs tie (M6).

To know as well how many cards of some ranks are left, the cards left and the pairs that tie are
chosen together: of the m cards of those ranks j pairs that tie, as in `ties`, and k cards left out
of m − 2j, and likewise of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from math import comb, factorial
from operator import mul

from warodds.cards import Shoe
from warodds.law import falling
from warodds.wholeshoe.procedure import Procedure
from warodds.wholeshoe.tallies import lumped_starts
from warodds.wholeshoe.ties import tie_base, tie_series


def round_starts(shoe: Shoe, procedure: Procedure) -> dict[int, Fraction]:
    """Return the chance that a round starts with each number of cards left, most cards first.

    They add up to the mean number of rounds.

    >>> starts = round_starts(Shoe.of(6), Procedure(cut=304, first_card="burned", war_burn=3))
    >>> [(left, str(chance)) for left, chance in starts.items() if left in (311, 309, 304)]
    [(311, '1'), (309, '288/311'), (304, '23/311')]
    """
    procedure.check(shoe)
    shoes = sum(ways for _, _, ways in procedure.starts(shoe))
    found: dict[int, Fraction] = {}
    for cards, positions in lumped_starts(shoe, procedure).items():
        walked = dict(walk(shoe, procedure, positions))
        base = tie_base([number for _, number in cards], max(map(len, walked.values())) - 1)
        for left, by_ties in walked.items():
            chance = Fraction(sum(map(mul, by_ties, base)), shoes * base[0])
            found[left] = found.get(left, Fraction()) + chance
    return dict(sorted(found.items(), reverse=True))


def starts_by_ranks(
    shoe: Shoe, procedure: Procedure, ranks: Collection[int], wanted: Callable[[int, int], bool]
) -> Iterator[tuple[int, int, Fraction]]:
    """Yield cards left, cards of some ranks among them, and the chance that a round starts so.

    Only those that are `wanted`. The same may come more than once: the chances add up.
    """
    procedure.check(shoe)
    shoes = sum(ways for _, _, ways in procedure.starts(shoe))
    kinds = [int(rank in ranks) for rank in range(len(shoe.by_rank))]
    for cards, positions in lumped_starts(shoe, procedure, kinds).items():
        stocks = [[number for kind, number in cards if kind == of] for of in (True, False)]
        marked, others = map(sum, stocks)
        tied_marked, tied = map(tie_series, stocks)
        for left, by_ties in walk(shoe, procedure, positions):
            gone, most = marked + others - left, len(by_ties) - 1
            scaled = [
                number * factorial(t) * falling(gone - 2 * t, 2 * (most - t))
                for t, number in enumerate(by_ties)
            ]
            whole = shoes * comb(marked + others, left) * falling(gone, 2 * most)
            for k in range(min(marked, left) + 1):
                if not wanted(left, k):
                    continue
                rest = [comb(others - 2 * i, left - k) * ways for i, ways in enumerate(tied)]
                found = (
                    ways * comb(marked - 2 * j, k) * sum(map(mul, scaled[j:], rest))
                    for j, ways in enumerate(tied_marked[: (marked - k) // 2 + 1])
                )
                yield left, k, Fraction(sum(found), whole)


def walk(
    shoe: Shoe, procedure: Procedure, positions: Mapping[int, int]
) -> Iterator[tuple[int, list[int]]]:
    """Yield cards left and W, by powers of τ, wherever a round can start."""
    short, long = procedure.round_cards, procedure.most_cards
    walked: dict[int, list[int]] = {}
    for place in range(min(positions), procedure.last_start(shoe.size) + 1):
        untied, tied = walked.get(place - short, []), walked.get(place - long, [])
        by_ties = [0] * max(len(untied) + 1, len(tied) + 1)
        by_ties[0] = positions.get(place, 0)
        for t, ways in enumerate(untied):
            by_ties[t] += ways
            by_ties[t + 1] -= ways
        for t, ways in enumerate(tied):
            by_ties[t + 1] += ways
        while by_ties and not by_ties[-1]:
            by_ties.pop()
        walked[place] = by_ties
        if by_ties:
            yield shoe.size - place, by_ties
