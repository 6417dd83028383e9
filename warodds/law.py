"""Exact finite distributions: integer ways over one total. Nothing here knows of cards.

Counts are carried as integers and divided once, at the edge, so a `Law` can always be
re-added by hand: its ways sum to its total.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
J = TypeVar("J", bound=Hashable)


def falling(n: int, k: int) -> int:
    """Return n·(n−1)···(n−k+1), the number of ordered draws of k from n.

    >>> falling(52, 2), falling(5, 0), falling(3, 5)
    (2652, 1, 0)
    """
    product = 1
    for factor in range(n, n - k, -1):
        product *= factor
    return product


@dataclass(frozen=True, slots=True)
class Law(Generic[K]):
    """Each key with its number of ways; the total is their sum.

    >>> coin = Law({1: 3, -1: 5})
    >>> coin.probability(1), coin.mean(Fraction), coin.variance(Fraction)
    (Fraction(3, 8), Fraction(-1, 4), Fraction(15, 16))
    """

    ways: Mapping[K, int]

    def __post_init__(self) -> None:
        if any(ways < 0 for ways in self.ways.values()):
            raise ArithmeticError("a law cannot have negative ways")
        kept = {key: ways for key, ways in self.ways.items() if ways}
        object.__setattr__(self, "ways", MappingProxyType(kept))

    @property
    def total(self) -> int:
        """The number of equally likely cases."""
        return sum(self.ways.values())

    def __iter__(self) -> Iterator[tuple[K, int]]:
        return iter(self.ways.items())

    def __len__(self) -> int:
        return len(self.ways)

    def probability(self, key: K) -> Fraction:
        """Return the chance of one key; zero for a key that cannot happen."""
        return Fraction(self.ways.get(key, 0), self.total)

    def map(self, function: Callable[[K], J]) -> Law[J]:
        """Return the law of a function of the key, like results lumped."""
        lumped: dict[J, int] = {}
        for key, ways in self:
            image = function(key)
            lumped[image] = lumped.get(image, 0) + ways
        return Law(lumped)

    def given(self, condition: Callable[[K], bool]) -> Law[K]:
        """Return the law on the keys that satisfy a condition, which may leave it empty."""
        return Law({key: ways for key, ways in self if condition(key)})

    def mean(self, value: Callable[[K], Fraction]) -> Fraction:
        """Return the expectation of `value`."""
        return sum((value(key) * ways for key, ways in self), Fraction()) / self.total

    def variance(self, value: Callable[[K], Fraction]) -> Fraction:
        """Return the variance of `value`."""
        return self.mean(lambda key: value(key) ** 2) - self.mean(value) ** 2
