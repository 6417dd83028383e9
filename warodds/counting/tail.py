"""One end of the law of a sum over groups, at a given number of cards: bare mathematics.

A *group* is a polynomial in x and y: ways · x^k · y^v says that in so many ways k of its cards are
left, with a value v. The law of the total value V with N cards left is the coefficient of x^N in
the product of all groups (M7), found by one integer polynomial power, y = z^L and x = z.

What makes it fast is that only one end of the law is ever needed. For any whole slope a, the
exponents e = v − a·k − b, with b the least of v − a·k over the group, are never negative, and

    E = Σ e = V − a·N − Σ b,

so "V at most t" is "E at most T = t − a·N − Σ b", and every product may be cut off above T. With
the slope that makes T least, T measures how far t lies above the least value that N cards can
have, not above zero: 78 instead of 273 for the ties of six decks with 78 cards left. The stride L
is the least that keeps every wanted coefficient clear of all others; `_stride` proves it.

The product is made of two halves. To know how many ways lie up to T, and the sum of their values,
the halves need not be multiplied out: both are single coefficients of the product times 1/(1 − y)
and times 1/(1 − y)², and a single coefficient of a product is a sum of products.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import mul
from typing import Any

from warodds.errors import WaroddsError

Ways = Mapping[tuple[int, int], int]
"""The ways of a group by (cards left, value)."""

MANY = 12
"""From so many depths on, multiplying two halves out costs less than a sum for each depth."""

LONGEST = 20_000_000
"""The longest polynomial worth starting: beyond it memory is counted in gigabytes."""


@dataclass(frozen=True, slots=True)
class Tilt:
    """A slope a, the sum of the bases b, T by cards left, and the stride L."""

    slope: int
    base: int
    tops: Mapping[int, int]
    stride: int

    @property
    def length(self) -> int:
        """The terms that the polynomials need."""
        return max(top * self.stride + left for left, top in self.tops.items()) + 1


@dataclass(frozen=True)
class Groups:
    """Groups of cards, each with the number of groups that are exactly like it."""

    alike: tuple[tuple[int, Ways], ...]
    modulus: int | None = None
    """Where there is one, a prime: all ways are found modulo it."""

    def weighed(self, by_gone: Sequence[int], modulus: int) -> Groups:
        """Return the groups with their ways times a weight for the number of cards gone, modulo p.

        >>> Groups(((3, {(0, 0): 1, (1, 0): 2, (2, 1): 1}),)).weighed([1, 1, 8], 7).alike
        ((3, {(0, 0): 1, (1, 0): 2, (2, 1): 1}),)
        """
        alike = []
        for number, ways in self.alike:
            cards = max(k for k, _ in ways)
            weighed = {key: w * by_gone[cards - key[0]] % modulus for key, w in ways.items()}
            alike.append((number, weighed))
        return Groups(tuple(alike), modulus)

    def whole(self, lefts: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Return, for each number of cards left, all ways and their sum of values.

        >>> coin = {(0, 0): 1, (1, 0): 1, (1, 1): 1}
        >>> Groups(((3, coin),)).whole([3, 2])
        {3: (8, 12), 2: (12, 12)}
        """
        ways, values = self._polynomial([1]), self._polynomial([0])
        for number, group in self.alike:
            cards = max(k for k, _ in group)
            once, total = [0] * (cards + 1), [0] * (cards + 1)
            for (k, value), count in group.items():
                once[k] += count
                total[k] += value * count
            one = self._polynomial(once)
            others = one ** (number - 1)
            # By the product rule: the value of one group, beside the ways of all others.
            values = (values * one + ways * self._polynomial(total) * number) * others
            ways = ways * one * others
        return {left: (int(ways[left]), int(values[left])) for left in lefts}

    @cached_property
    def _lowest(self) -> list[tuple[int, dict[int, int]]]:
        """The least value of each group by its cards left."""
        return [(number, _lowest(ways)) for number, ways in self.alike]

    @cached_property
    def least(self) -> list[int]:
        """The least total value by the number of cards left."""
        return _sums(self._lowest)

    @cached_property
    def mirrored(self) -> Groups:
        """The same groups with every value negated: the upper end becomes the lower end."""
        return Groups(
            tuple(
                (number, {(k, -v): w for (k, v), w in ways.items()}) for number, ways in self.alike
            ),
            self.modulus,
        )

    @cached_property
    def greatest(self) -> list[int]:
        """The greatest total value by the number of cards left."""
        return [-value for value in self.mirrored.least]

    def lower(self, limits: Mapping[int, int]) -> dict[int, dict[int, int]]:
        """Return, for each number of cards left, the ways of each value up to its limit.

        >>> coin = {(0, 0): 1, (1, 0): 1, (1, 1): 1}
        >>> Groups(((3, coin),)).lower({3: 1, 2: 2})
        {3: {0: 1, 1: 3}, 2: {0: 3, 1: 6, 2: 3}}
        """
        plan = self.plan(limits)
        return {left: {} for left in limits} | (self.law(plan) if plan else {})

    def law(self, plan: Tilt) -> dict[int, dict[int, int]]:
        """Return, for each number of cards left in a plan, the ways of each value wanted."""
        one, other = self._halves(plan)
        power = one.mul_low(other, plan.length)
        found: dict[int, dict[int, int]] = {left: {} for left in plan.tops}
        for left, top in plan.tops.items():
            start = plan.slope * left + plan.base
            for excess in range(top + 1):
                ways = int(power[excess * plan.stride + left])
                if ways:
                    found[left][start + excess] = ways
        return found

    def totals(self, limits: Mapping[int, int]) -> dict[int, tuple[int, int]]:
        """Return, for each number of cards left, the ways up to its limit and their sum of values.

        >>> coin = {(0, 0): 1, (1, 0): 1, (1, 1): 1}
        >>> Groups(((3, coin),)).totals({3: 1, 2: 2})
        {3: (4, 3), 2: (12, 12)}
        """
        if len(limits) >= MANY:
            return {
                left: (sum(law.values()), sum(map(mul, law, law.values())))
                for left, law in self.lower(limits).items()
            }
        found = dict.fromkeys(limits, (0, 0))
        plan = self.plan(limits)
        if plan is None:
            return found
        one, other = (list(map(int, half.coeffs())) for half in self._halves(plan))
        one += [0] * (plan.length - len(one))
        once = _running(one, plan.stride)
        twice = _running(once, plan.stride)
        for left, top in plan.tops.items():
            place = top * plan.stride + left
            ways = sum(map(mul, once[place::-1], other))
            # A value's ways come once for each excess from its own to the top.
            excess = (top + 1) * ways - sum(map(mul, twice[place::-1], other))
            found[left] = ways, excess + (plan.slope * left + plan.base) * ways
        return found

    def work(self, limits: Mapping[int, int]) -> int:
        """Return the length of the polynomial that `lower` would raise to a power."""
        plan = self.plan(limits)
        return plan.length if plan else 0

    def plan(self, limits: Mapping[int, int]) -> Tilt | None:
        """Return how to pack the values up to these limits, None where there are no such values."""
        wanted = {left: limit for left, limit in limits.items() if limit >= self.least[left]}
        if not wanted:
            return None
        slope = self._slope(wanted)
        base = self._base(slope)
        tops = {left: limit - slope * left - base for left, limit in wanted.items()}
        return Tilt(slope, base, tops, self._stride(slope, base, tops))

    def _base(self, slope: int) -> int:
        return sum(
            number * min(value - slope * k for k, value in lowest.items())
            for number, lowest in self._lowest
        )

    def _highest(self, limits: Mapping[int, int], slope: int) -> int:
        base = self._base(slope)
        return max(limit - slope * left - base for left, limit in limits.items())

    def _slope(self, limits: Mapping[int, int]) -> int:
        """Return the slope with the least T: T is convex in the slope, so bisection finds it."""
        values = [value for _, ways in self.alike for _, value in ways]
        low, high = min(values) - max(values), max(values) - min(values)
        while low < high:
            middle = (low + high) // 2
            if self._highest(limits, middle + 1) >= self._highest(limits, middle):
                high = middle
            else:
                low = middle + 1
        return low

    def _stride(self, slope: int, base: int, tops: Mapping[int, int]) -> int:
        """Return the least stride at which no other term falls on a wanted one.

        A term (E′, N′) falls on (E, N) when N′ = N + j·L and E′ = E − j for some j other than 0.
        With E at most T, it cannot where every E′ that N′ cards can have exceeds T − j.
        """
        excess = [value - slope * left - base for left, value in enumerate(self.least)]
        size = len(excess) - 1
        for stride in range(1, size + 1):
            if all(
                excess[n + j * stride] > top - j
                for n, top in tops.items()
                for j in range(-(n // stride), (size - n) // stride + 1)
                if j
            ):
                return stride
        return size + 1

    def _polynomial(self, terms: Sequence[int]) -> Any:
        from flint import fmpz_poly, nmod_poly

        return nmod_poly(terms, self.modulus) if self.modulus else fmpz_poly(terms)

    def _halves(self, tilt: Tilt) -> tuple[Any, Any]:
        """Return two polynomials whose product is that of all groups."""
        slope, length = tilt.slope, tilt.length
        if length > LONGEST:
            raise WaroddsError(
                f"this law needs a polynomial of {length} terms; expected payouts and a shoe that "
                f"need at most {LONGEST}"
            )
        half = odd = self._polynomial([1])
        for (number, ways), (_, lowest) in zip(self.alike, self._lowest, strict=True):
            base = min(value - slope * k for k, value in lowest.items())
            terms = [0] * length
            for (k, value), count in ways.items():
                place = (value - slope * k - base) * tilt.stride + k
                if place < length:
                    terms[place] += count
            group = self._polynomial(terms)
            half = half.mul_low(group.pow_trunc(number // 2, length), length)
            if number % 2:
                odd = odd.mul_low(group, length)
        return half, half.mul_low(odd, length)


def _running(terms: Sequence[int], stride: int) -> list[int]:
    """Return the terms of a polynomial in z over 1 − z^stride."""
    sums = list(terms)
    for place in range(stride, len(sums)):
        sums[place] += sums[place - stride]
    return sums


def _lowest(ways: Ways) -> dict[int, int]:
    lowest: dict[int, int] = {}
    for k, value in ways:
        lowest[k] = min(value, lowest.get(k, value))
    return lowest


def _sums(groups: Sequence[tuple[int, Mapping[int, int]]]) -> list[int]:
    """Return the least sum of values by the sum of cards, one group after another."""
    total: dict[int, int] = {0: 0}
    for number, lowest in groups:
        for _ in range(number):
            longer: dict[int, int] = {}
            for cards, value in total.items():
                for k, more in lowest.items():
                    if longer.get(cards + k, value + more + 1) > value + more:
                        longer[cards + k] = value + more
            total = longer
    return [total[cards] for cards in range(max(total) + 1)]
