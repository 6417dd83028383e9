"""The law of a result in a few numbers: moments, quantiles, bins for a chart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import lcm

from warodds.law import Law


def spread(law: Law[Fraction] | Law[int]) -> tuple[Fraction, Fraction]:
    """Return mean and variance, in integers until the last step: ways of a shoe are long.

    >>> spread(Law({-1: 1, 1: 3}))
    (Fraction(1, 2), Fraction(3, 4))
    """
    unit = lcm(*(value.denominator for value, _ in law))
    steps = [(value.numerator * (unit // value.denominator), ways) for value, ways in law]
    total = law.total
    mean = Fraction(sum(step * ways for step, ways in steps), total * unit)
    square = Fraction(sum(step**2 * ways for step, ways in steps), total * unit**2)
    return mean, square - mean**2


def quantiles(law: Law[Fraction], shares: Iterable[Fraction]) -> list[Fraction]:
    """Return for each share the least value that is not exceeded with at least that chance.

    >>> coins = Law({Fraction(-1): 1, Fraction(0): 2, Fraction(1): 1})
    >>> [str(value) for value in quantiles(coins, [Fraction(1, 4), Fraction(1, 2), Fraction(1)])]
    ['-1', '0', '1']
    """
    total, reached = law.total, 0
    climb = []
    for value, ways in sorted(law):
        reached += ways
        climb.append((reached, value))
    return [next(value for up_to, value in climb if up_to >= share * total) for share in shares]


@dataclass(frozen=True, slots=True)
class Bin:
    """Neighbouring results of a shoe, both ends included, and the chance of one of them."""

    low: Fraction
    high: Fraction
    probability: Fraction


def histogram(law: Law[Fraction], most: int = 25) -> tuple[Bin, ...]:
    """Return the law of a result in bins of one round width, zero at the start of a bin.

    The first and the last bin hold all that lies further out, which is less than a thousandth.

    >>> [str(each.low) for each in histogram(Law({Fraction(n): 1 for n in range(-4, 2)}), 3)]
    ['-4', '-2', '0']
    """
    total = law.total
    low, high = quantiles(law, [Fraction(1, 2000), Fraction(1999, 2000)])
    step = lcm(*(value.denominator for value, _ in law))  # results lie 1/step apart, or more
    width = next(
        Fraction(lead * 10**power, step)
        for power in count()
        for lead in (1, 2, 5)
        if high // Fraction(lead * 10**power, step) - low // Fraction(lead * 10**power, step) < most
    )
    first, last = low // width, high // width
    ways = [0] * (last - first + 1)
    for value, number in law:
        ways[min(max(value // width, first), last) - first] += number
    ends = [
        (place * width, (place + 1) * width - Fraction(1, step)) for place in range(first, last + 1)
    ]
    ends[0] = min(min(law.ways), ends[0][0]), ends[0][1]
    ends[-1] = ends[-1][0], max(max(law.ways), ends[-1][1])
    return tuple(Bin(*end, Fraction(number, total)) for end, number in zip(ends, ways, strict=True))
