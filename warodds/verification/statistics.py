"""Tail probabilities to stated precision, by mpmath; nothing here knows of cards or wagers.

A p-value leaves this module as a `Decimal` with `DIGITS` significant digits, each of them right
for the law it was computed from. Where that law is itself a limit (the chi-square law of a
goodness-of-fit statistic, the normal law of a mean), the test's `method` says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import comb
from typing import Any

DIGITS = 12
"""Significant digits of a p-value."""

LEAST_EXPECTED = 10
"""Cells that expect fewer are merged: below, the chi-square law's tail is too thin to trust."""

MOST_TABLES = 20_000
"""As many tables as an exact goodness-of-fit test adds up."""

MOST_TABLED = 300
"""As many rounds as such a table may hold."""

MOST_SPREAD = 10**9
"""The largest n·p·q whose binomial tail is added up term by term."""

MANY_CLUSTERS = 3000
"""From so many clusters on, the limits of the t and F laws are used."""

_BITS = 96
"""Binary places of a term of a binomial tail."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A goodness-of-fit statistic with its p-value; `merged` cells were too small alone."""

    statistic: Decimal
    df: int
    p: Decimal
    method: str
    merged: int = 0


def rounded(value: Any, digits: int = DIGITS) -> Decimal:
    """Return an mpmath number as a decimal with so many significant digits."""
    from mpmath import nstr

    return Decimal(nstr(value, digits, strip_zeros=False))


def ratio(value: Fraction) -> Any:
    """Return a rational as an mpmath number of the working precision."""
    from mpmath import mpf

    return mpf(value.numerator) / value.denominator


def normal_p(z: Any) -> Decimal:
    """Return the chance of a standard normal result at least as far from zero, either side.

    >>> normal_p(Fraction(196, 100))
    Decimal('0.0499957902964')
    """
    from mpmath import erfc, mp, sqrt

    with mp.workdps(30):
        value = ratio(z) if isinstance(z, Fraction) else z
        return rounded(erfc(abs(value) / sqrt(2)))


def normal_quantile(p: Fraction) -> Any:
    """Return the point that a standard normal result exceeds with chance p.

    >>> rounded(normal_quantile(Fraction(1, 100)), 6)
    Decimal('2.32635')
    """
    from mpmath import erfinv, findroot, mp, ncdf, sqrt

    with mp.workdps(30):
        if p > Fraction(1, 10**6):
            return sqrt(2) * erfinv(1 - 2 * ratio(p))
        start = sqrt(-2 * mp.log(ratio(p)))
        return findroot(lambda z: mp.log(ncdf(-z)) - mp.log(ratio(p)), start)


def chi_square_p(statistic: Any, df: int) -> Decimal:
    """Return the chance that a chi-square variable is at least so large.

    >>> chi_square_p(Fraction(11070497693516, 10**12), 5)
    Decimal('0.0500000000000')
    """
    from mpmath import erfc, exp, gamma, mp, mpf, sqrt

    with mp.workdps(40):
        half = (ratio(statistic) if isinstance(statistic, Fraction) else mpf(statistic)) / 2
        # Q(a, x) for a = df/2 by its finite sum: Q(a + 1, x) = Q(a, x) + x^a·exp(−x)/Γ(a + 1).
        start = mpf(df % 2) / 2
        value = erfc(sqrt(half)) if df % 2 else mpf(0)
        term = half**start * exp(-half) / gamma(start + 1)
        step = start
        while step < mpf(df) / 2:
            value += term
            step += 1
            term *= half / step
        return rounded(value)


def binomial_p(count: int, rounds: int, chance: Fraction) -> Decimal:
    """Return the exact two-sided p-value of a count: twice the smaller tail, at most 1.

    >>> binomial_p(60, 100, Fraction(1, 2))
    Decimal('0.0568879336410')
    """
    from mpmath import mp, mpf

    with mp.workdps(40):
        if count * chance.denominator > rounds * chance.numerator:
            tail = _upper_tail(rounds, count, chance)
        else:
            tail = _upper_tail(rounds, rounds - count, 1 - chance)
        return rounded(min(mpf(1), 2 * tail))


def binomial_interval(count: int, rounds: int, alpha: Fraction) -> tuple[Decimal, Decimal]:
    """Return the exact (Clopper–Pearson) interval for a chance, at confidence 1 − alpha.

    >>> binomial_interval(0, 100, Fraction(1, 20))
    (Decimal('0'), Decimal('0.03621669'))
    """
    low = Decimal(0) if count == 0 else _limit(rounds, count, alpha / 2)
    high = Decimal(1) if count == rounds else 1 - _limit(rounds, rounds - count, alpha / 2)
    return low, high


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

    By Hotelling, (G − k)/(k·G) times the quadratic form has the F law with k and G − k degrees
    of freedom; the chi-square law is its limit for many clusters, and holds for a covariance that
    is `known`.
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
        free = clusters - size
        if known or free > MANY_CLUSTERS:
            p = chi_square_p(statistic, size)
        else:
            share = free / (free + statistic * free / clusters)
            p = rounded(mp.betainc(mp.mpf(free) / 2, mp.mpf(size) / 2, 0, share, regularized=True))
        how = "whole shoes" if known else "clustered"
        return Fit(rounded(statistic), size, p, f"Wald, {how}, {size} df")


def student_p(t: Any, df: int) -> Decimal:
    """Return the two-sided p-value of a t statistic.

    >>> student_p(2, 10), student_p(2, 10**6)
    (Decimal('0.0733880347707'), Decimal('0.0455002638964'))
    """
    from mpmath import mp, mpf

    if df > MANY_CLUSTERS:
        with mp.workdps(30):
            return normal_p(mpf(t))
    with mp.workdps(30):
        share = df / (df + mpf(t) ** 2)
        return rounded(mp.betainc(mpf(df) / 2, mpf(1) / 2, 0, share, regularized=True))


def deflated(p: Decimal, times: int) -> Decimal:
    """Return the p-value of a result whose rounds count for `times` fewer than they are.

    >>> deflated(normal_p(Fraction(4)), 4) == normal_p(Fraction(2))
    True
    """
    from mpmath import erfc, findroot, mp, mpf, sqrt

    if p <= 0 or p >= 1:
        return p
    with mp.workdps(30):
        wanted = mp.log(mpf(str(p)))
        start = sqrt(-2 * wanted) if p < Decimal("0.1") else mpf("0.5")
        z = findroot(lambda z: mp.log(erfc(z / sqrt(2))) - wanted, start, tol=1e-25)
        return normal_p(z / sqrt(times))


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


def _upper_tail(rounds: int, count: int, chance: Fraction) -> Any:
    """Return P(X ≥ count) for a binomial X, for counts above its mean or close below.

    The first term comes from log-gamma values, the ratio of the sum to it from integers of fixed
    binary places: term after term is the one before times (n − j)·p / ((j + 1)·q).
    """
    from mpmath import exp, log, loggamma, mp, mpf

    if count <= 0:
        return mpf(1)
    if chance in (0, 1):
        return mpf(int(chance))
    spread = rounds * chance * (1 - chance)
    if spread > MOST_SPREAD:
        z = (count - Fraction(1, 2) - rounds * chance) / 1
        root = mp.sqrt(ratio(spread))
        scaled = ratio(z) / root
        skew = ratio(1 - 2 * chance) / root
        return mp.ncdf(-(scaled - skew * (scaled**2 - 1) / 6))
    p, q = ratio(chance), ratio(1 - chance)
    first = exp(
        loggamma(rounds + 1)
        - loggamma(count + 1)
        - loggamma(rounds - count + 1)
        + count * log(p)
        + (rounds - count) * log(q)
    )
    odds = (chance.numerator << _BITS) // (chance.denominator - chance.numerator)
    term = total = 1 << _BITS
    for j in range(count, rounds):
        term = term * (rounds - j) * odds // ((j + 1) << _BITS)
        if not term:
            break
        total += term
    return first * mpf(total) / mpf(1 << _BITS)


def _limit(rounds: int, count: int, tail: Fraction) -> Decimal:
    """Return the chance under which a count or more has probability `tail`, to 9 digits."""
    from mpmath import exp, log, loggamma, mp, mpf, sqrt

    with mp.workdps(40):
        share, z = mpf(count) / rounds, normal_quantile(tail)
        centre = (share + z**2 / (2 * rounds)) / (1 + z**2 / rounds)
        width = z * sqrt(share * (1 - share) / rounds + z**2 / (4 * mpf(rounds) ** 2))
        guess = max(centre - width / (1 + z**2 / rounds), share / (10 * rounds))
        wanted = log(ratio(tail))
        choose = loggamma(rounds + 1) - loggamma(count) - loggamma(rounds - count + 1)
        for _ in range(60):
            chance = Fraction(int(guess * 2**200), 2**200)
            value = _upper_tail(rounds, count, chance)
            # The derivative of the tail is the density of a beta law. Newton runs on logarithms,
            # where the tail is concave in the chance's own logarithm.
            density = exp(choose + count * log(guess) + (rounds - count) * log(1 - guess))
            step = (log(value) - wanted) * value / density
            guess = guess * exp(-max(min(step, mpf(1)), mpf(-1)))
            guess = min(guess, 1 - mpf(10) ** -30)
            if abs(step) < mpf(10) ** -12:
                break
        return Decimal(mp.nstr(guess, 8, strip_zeros=False))


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
