"""Goodness of fit, and p-values of many tests together; nothing here knows of cards or wagers.

Where the law of a statistic is itself a limit (the chi-square law), the fit's `method` says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import comb
from typing import Any

from warodds.verification.judging.tails import binomial_p, chi_square_p, clustered_p, ratio, rounded

LEAST_EXPECTED = 10
"""Cells that expect fewer are merged: below, the chi-square law's tail is too thin to trust."""

MOST_TABLES = 20_000
"""As many tables as an exact goodness-of-fit test adds up."""

MOST_TABLED = 300
"""As many rounds as such a table may hold."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A goodness-of-fit statistic with its p-value; `merged` cells were too small alone."""

    statistic: Decimal
    df: int
    p: Decimal
    method: str
    merged: int = 0


def fit(observed: Sequence[int], chances: Sequence[Fraction], lost: int = 0) -> Fit | None:
    """Compare counts with chances that sum to 1; None where fewer than two cells are left.

    `lost` degrees of freedom went into parameters that the counts themselves supplied.
    """
    rounds = sum(observed)
    return fit_expected(observed, [chance * rounds for chance in chances], lost)


def fit_expected(
    observed: Sequence[int], expected: Sequence[Fraction], lost: int = 0
) -> Fit | None:
    """Compare counts with expected counts of the same sum.

    >>> fit_expected([30, 70], [Fraction(50), Fraction(50)]).p
    Decimal('0.0000785013964559')
    """
    from mpmath import mp, mpf

    cells, merged = merge(observed, expected)
    df = len(cells) - 1 - lost
    if df < 1:
        return None
    with mp.workdps(40):
        statistic = sum(((o - ratio(e)) ** 2 / ratio(e) for o, e in cells), mpf(0))
        rounds = sum(o for o, _ in cells)
        if not lost and len(cells) == 2:
            p = binomial_p(cells[0][0], rounds, cells[0][1] / rounds)
            return Fit(rounded(statistic), df, p, "exact binomial", merged)
        if not lost and rounds <= MOST_TABLED and comb(rounds + df, df) <= MOST_TABLES:
            p = _exact_p(statistic, rounds, [e / rounds for _, e in cells])
            return Fit(rounded(statistic), df, p, "exact multinomial", merged)
        return Fit(
            rounded(statistic), df, chi_square_p(statistic, df), f"chi-square, {df} df", merged
        )


def merge(
    observed: Sequence[int], expected: Sequence[Fraction]
) -> tuple[list[tuple[int, Fraction]], int]:
    """Pool the cells that expect too few, and say how many were pooled.

    >>> cells, pooled = merge([3, 4, 93], [Fraction(2), Fraction(6), Fraction(92)])
    >>> [(count, str(share)) for count, share in cells], pooled
    ([(100, '100')], 3)
    """
    pairs = sorted(
        ((o, e) for o, e in zip(observed, expected, strict=True) if e), key=lambda pair: pair[1]
    )
    small = [pair for pair in pairs if pair[1] < LEAST_EXPECTED]
    kept = pairs[len(small) :]
    if not small:
        return kept, 0
    while kept and sum(e for _, e in small) < LEAST_EXPECTED:
        small.append(kept.pop(0))
    pool = (sum(o for o, _ in small), sum((e for _, e in small), Fraction()))
    return [pool, *kept], len(small) if len(small) > 1 else 0


def wald(
    deviations: Sequence[Fraction],
    covariance: Sequence[Sequence[Fraction]],
    clusters: int,
    *,
    known: bool = False,
) -> Fit | None:
    """Compare deviations with zero under a covariance matrix estimated from so many clusters.

    For a covariance that is `known` the quadratic form has the chi-square law.
    """
    from mpmath import lu_solve, matrix, mp

    if not deviations or clusters <= len(deviations) + 1:
        return None
    with mp.workdps(40):
        size = len(deviations)
        try:
            solved = lu_solve(
                matrix([[ratio(value) for value in row] for row in covariance]),
                matrix([ratio(value) for value in deviations]),
            )
        except ZeroDivisionError:
            return None
        statistic = sum(ratio(deviations[i]) * solved[i] for i in range(size))
        p = chi_square_p(statistic, size) if known else clustered_p(statistic, size, clusters)
        how = "whole shoes" if known else "clustered"
        return Fit(rounded(statistic), size, p, f"Wald, {how}, {size} df")


def holm(ps: Sequence[Decimal]) -> list[Decimal]:
    """Return p-values adjusted by Holm's method: the family errs with chance alpha at most.

    >>> [str(p) for p in holm([Decimal("0.01"), Decimal("0.04"), Decimal("0.03")])]
    ['0.03', '0.06', '0.06']
    """
    adjusted = [Decimal(1)] * len(ps)
    worst = Decimal(0)
    for place, index in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        worst = max(worst, min(Decimal(1), (len(ps) - place) * ps[index]))
        adjusted[index] = worst
    return adjusted


def _exact_p(statistic: Any, rounds: int, chances: Sequence[Fraction]) -> Decimal:
    """Add up the tables of counts that are at least as far off as the one observed."""
    from mpmath import factorial, mp, mpf

    with mp.workdps(40):
        each = range(rounds + 1)
        off, ways = [], []
        for chance in map(ratio, chances):
            expected = rounds * chance
            off.append([(o - expected) ** 2 / expected for o in each])
            ways.append([chance**o / factorial(o) for o in each])
        total = mpf(0)
        bound = statistic * (1 - mpf(10) ** -20)
        for table in _tables(rounds, len(chances)):
            if sum(off[cell][o] for cell, o in enumerate(table)) >= bound:
                total += mp.fprod(ways[cell][o] for cell, o in enumerate(table))
        return rounded(min(total * factorial(rounds), mpf(1)))


def _tables(rounds: int, cells: int) -> Iterator[tuple[int, ...]]:
    if cells == 1:
        yield (rounds,)
        return
    for first in range(rounds + 1):
        for rest in _tables(rounds - first, cells - 1):
            yield (first, *rest)
