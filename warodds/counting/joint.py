"""Cards left by their pairs and triples together: bare mathematics.

With n_r cards of rank r left, V = Σ C(n_r, 2) and T = Σ C(n_r, 3). `Compositions.below` counts the
sets of N cards with a given V whose T is not above a limit, for a few V that lie close together.

A composition is walked from its most numerous ranks to its least. Ranks of more than `SMALL` of the
stock are placed one number of cards at a time, and a branch ends where no V wanted can come of
it any more. What is left to place then are few cards of a rank, where many compositions have the
same V and T: their law is built once, for each number of free ranks and cards, and read
thereafter. Ranks of equal stock are alike; with `--seen` there are several such classes.

The ways of a rank may be weighed by the number of its cards gone, as `together` needs it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, product
from math import comb, prod
from operator import sub

Free = tuple[int, ...]
"""How many ranks of each class are still to be placed."""

SMALL = Fraction(1, 4)
"""Up to this share of the largest stock of a rank, laws are built and kept."""


class Compositions:
    """Every way to have cards left of a stock by rank."""

    def __init__(self, stock: Sequence[int], by_gone: Sequence[int] = ()) -> None:
        self._by_gone = by_gone or [1] * (max(stock, default=0) + 1)
        classes = sorted(Counter(cards for cards in stock if cards).items())
        self._stock = tuple(cards for cards, _ in classes)
        self._ranks = tuple(number for _, number in classes)
        self._largest = max(self._stock, default=0)
        self._small = max(1, round(SMALL * self._largest))
        self._places: dict[tuple[Free, int, int], list[tuple[Free, int]]] = {}
        self._laws: dict[tuple[int, Free, int, int], dict[int, int]] = {}
        self._sums: dict[tuple[Free, int, int], _Sums | None] = {}

    def below(self, left: int, limits: Mapping[int, int]) -> dict[int, tuple[int, int]]:
        """Return, by V, the ways to have T at most the limit for that V, and the sum of T then.

        >>> Compositions([2, 2]).below(2, {0: 0, 1: 0})
        {0: (4, 0), 1: (2, 0)}
        >>> Compositions([3, 3]).below(3, {1: 0, 3: 0})
        {1: (18, 0), 3: (0, 0)}
        """
        found = dict.fromkeys(limits, (0, 0))
        if not limits:
            return found
        lowest, highest = min(limits), max(limits)
        todo = [_Part(left, left, sum(self._ranks), 0, 0, {self._ranks: 1})]
        while todo:
            part = todo.pop()
            for value, limit in limits.items():
                number, total = self._finished(part, value - part.pairs, limit - part.triples)
                ways, moment = found[value]
                found[value] = ways + number, moment + total + part.triples * number
            for k in range(min(part.size, self._largest, part.cards), self._small, -1):
                if _most_pairs(part.cards, k) < lowest - part.pairs:
                    break
                for j in range(1, min(part.cards // k, part.ranks) + 1):
                    n, ranks = part.cards - j * k, part.ranks - j
                    pairs = part.pairs + j * comb(k, 2)
                    if _possible(ranks, k - 1, n, lowest - pairs, highest - pairs):
                        ways_on = self._after(part.ways, k, j)
                        triples = part.triples + j * comb(k, 3)
                        todo.append(_Part(k - 1, n, ranks, pairs, triples, ways_on))
        return found

    def _finished(self, part: _Part, pairs: int, limit: int) -> tuple[int, int]:
        """Return the ways to place the rest in small numbers with T up to a limit, and their T."""
        if not _possible(part.ranks, self._small, part.cards, pairs, pairs):
            return 0, 0
        number = total = 0
        for free, ways in part.ways.items():
            sums = self._read(free, part.cards, pairs)
            if sums:
                more, moment = sums.up_to(limit)
                number += ways * more
                total += ways * moment
        return number, total

    def _after(self, ways: Mapping[Free, int], k: int, j: int) -> dict[Free, int]:
        """Return the ways by free ranks once j more ranks have k cards each."""
        found: dict[Free, int] = {}
        for free, number in ways.items():
            for rest, times in self._placed(free, k, j):
                found[rest] = found.get(rest, 0) + number * times
        return found

    def _placed(self, free: Free, k: int, j: int) -> list[tuple[Free, int]]:
        """Return the ranks left free where j of them have k cards each, and the ways."""
        key = (free, k, j)
        if key not in self._places:
            ranges = [
                range(min(number, j) + 1 if cards >= k else 1)
                for cards, number in zip(self._stock, free, strict=True)
            ]
            places = []
            for taken in product(*ranges):
                if sum(taken) == j:
                    ways = 1
                    for cards, number, times in zip(self._stock, free, taken, strict=True):
                        ways *= comb(number, times) * self._ways(cards, k) ** times
                    places.append((tuple(map(sub, free, taken)), ways))
            self._places[key] = places
        return self._places[key]

    def _ways(self, cards: int, k: int) -> int:
        return comb(cards, k) * self._by_gone[cards - k]

    def _all_gone(self, free: Free) -> int:
        """Return the weight of ranks of which no card is left."""
        held = zip(self._stock, free, strict=True)
        return prod(self._by_gone[cards] ** number for cards, number in held)

    def _read(self, free: Free, n: int, pairs: int) -> _Sums | None:
        key = (free, n, pairs)
        if key not in self._sums:
            law = self._law(self._small, free, n, pairs)
            self._sums[key] = _Sums(law) if law else None
        return self._sums[key]

    def _law(self, size: int, free: Free, n: int, pairs: int) -> dict[int, int]:
        """Return the ways by T of n cards in the free ranks, `size` of a rank at most."""
        if not n:
            return {} if pairs else {0: self._all_gone(free)}
        ranks = sum(free)
        if not _possible(ranks, size, n, pairs, pairs):
            return {}
        key = (size, free, n, pairs)
        law = self._laws.get(key)
        if law is None:
            law = dict(self._law(size - 1, free, n, pairs))
            two, three = comb(size, 2), comb(size, 3)
            for j in range(1, min(n // size, ranks) + 1):
                if not _possible(ranks - j, size - 1, n - j * size, *[pairs - j * two] * 2):
                    continue
                for rest, ways in self._placed(free, size, j):
                    after = self._law(size - 1, rest, n - j * size, pairs - j * two)
                    for triples, number in after.items():
                        value = triples + j * three
                        law[value] = law.get(value, 0) + ways * number
            self._laws[key] = law
        return law


@dataclass(frozen=True, slots=True)
class _Part:
    """Cards and ranks still to be placed, `size` of a rank at most, after so many V and T.

    The ways are by the ranks free of each class: all classes are walked at once.
    """

    size: int
    cards: int
    ranks: int
    pairs: int
    triples: int
    ways: Mapping[Free, int]


class _Sums:
    """A law of T, ready to be asked for the ways up to a limit and the sum of T over them."""

    def __init__(self, law: Mapping[int, int]) -> None:
        self._values = sorted(law)
        self._ways = [0, *accumulate(law[value] for value in self._values)]
        self._totals = [0, *accumulate(value * law[value] for value in self._values)]

    def up_to(self, limit: int) -> tuple[int, int]:
        place = bisect_right(self._values, limit)
        return self._ways[place], self._totals[place]


def _possible(ranks: int, size: int, n: int, lowest: int, highest: int) -> bool:
    """Whether n cards, `size` of a rank at most, might have a V from lowest to highest.

    V is least where the cards are spread evenly, and greatest where ranks are full.
    """
    return (
        n <= ranks * size and _fewest_pairs(n, ranks) <= highest and lowest <= _most_pairs(n, size)
    )


def _fewest_pairs(n: int, ranks: int) -> int:
    if not ranks:
        return 0
    each, more = divmod(n, ranks)
    return ranks * comb(each, 2) + more * each


def _most_pairs(n: int, size: int) -> int:
    if not size:
        return 0
    full, rest = divmod(n, size)
    return full * comb(size, 2) + comb(rest, 2)
