"""Tail probabilities to stated precision, by mpmath; nothing here knows of cards or wagers.

A p-value leaves this module as a `Decimal` with `DIGITS` significant digits, each of them right
for the law it was computed from.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

DIGITS = 12
"""Significant digits of a p-value."""

MOST_SPREAD = 10**9
"""The largest n·p·q whose binomial tail is always added up term by term."""

SLOW = 1e-3
"""Terms that fall more slowly than by this share are as good as a curve, if they are many."""

SMALLEST = Decimal("1E-999999")
"""The smallest p-value told apart from nothing: decimals reach no further."""

_SMALLEST_BITS = -3_321_924

_BITS = 96
"""Binary places of a term of a binomial tail."""


def rounded(value: Any, digits: int = DIGITS) -> Decimal:
    """Return an mpmath number as a decimal with so many significant digits.

    What is closer to nothing than `SMALLEST` becomes that.
    """
    from mpmath import mp, nstr

    if value and mp.mag(value) < _SMALLEST_BITS:
        return SMALLEST
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


def clustered_p(statistic: Any, size: int, clusters: int) -> Decimal:
    """Return the p-value of a Wald statistic of so many deviations, by sums over clusters.

    Their covariance is summed about the mean that is tested, so the statistic is at most the number
    of clusters G. Over normal clusters its share of G has the beta law with k/2 and (G − k)/2: that
    is Hotelling's test and, for one deviation, Student's.

    >>> clustered_p(4 * 11 / (10 + 4), 1, 11)  # Student's t of 2 with 10 degrees of freedom
    Decimal('0.0733880347707')
    """
    from mpmath import mp, mpf

    with mp.workdps(30):
        if clusters <= size:
            return Decimal(1)  # so few show nothing of their own spread
        rest = max(1 - mpf(statistic) / clusters, mpf(0))
        sides = mpf(clusters - size) / 2, mpf(size) / 2
        return rounded(beta_cdf(*sides, rest))


def beta_cdf(a: Any, b: Any, x: Any) -> Any:
    """Return the chance that a variable with the beta law of a and b is at most x.

    By its continued fraction, from the side of the mean where that converges fast; the series
    behind mpmath's `betainc` give up far from the mean (mpmath 1.3: a = 25215, b = 1/2, x = 0.9).

    >>> rounded(beta_cdf(2, 3, Fraction(1, 4)), 10)  # 6 x² (1 − x)² + 4 x³ (1 − x) + x⁴
    Decimal('0.2617187500')
    """
    from mpmath import exp, log, loggamma, mpf

    a, b = mpf(a), mpf(b)
    x = ratio(x) if isinstance(x, Fraction) else mpf(x)
    if not 0 < x < 1:
        return mpf(x >= 1)
    front = exp(a * log(x) + b * log(1 - x) + loggamma(a + b) - loggamma(a) - loggamma(b))
    if x * (a + b + 2) < a + 1:
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, 1 - x) / b


def _beta_fraction(a: Any, b: Any, x: Any) -> Any:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    from mpmath import mp, mpf

    above, below = mpf(1), 1 / (1 - (a + b) * x / (a + 1))
    value, step, factor = below, 0, mpf(0)
    while abs(factor - 1) > mp.eps:
        step += 1
        for term in (
            step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step)),
            -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1)),
        ):
            above, below = 1 + term / above, 1 / (1 + term * below)
            factor = above * below
            value *= factor
    return value


def clustered_quantile(alpha: Fraction, clusters: int) -> Any:
    """Return the Wald statistic of one deviation that is exceeded with chance alpha.

    >>> rounded(clustered_quantile(Fraction(5, 100), 10**6), 5)
    Decimal('3.8415')
    """
    from mpmath import findroot, log, mp, mpf

    if clusters < 2:
        return mpf(clusters)
    with mp.workdps(30):
        # The quantile may be close below its bound G, so the root is sought on the scale of
        # log(1 − Q/G), where the logarithm of the tail is nearly straight. The tail is at most
        # (1 − Q/G)^b with b = (G − 1)/2, that of the beta law with b and 1.
        wanted = log(ratio(alpha))
        least = 2 * wanted / (clusters - 1)

        def off(scaled: Any) -> Any:
            sides = mpf(clusters - 1) / 2, mpf(1) / 2
            return log(beta_cdf(*sides, mp.exp(scaled))) - wanted

        return clusters * (1 - mp.exp(findroot(off, (least, least / 10**9), solver="anderson")))


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
    (Decimal('0'), Decimal('0.036216693'))
    """
    low = _limit(rounds, count, alpha / 2)[0] if count else Decimal(0)
    high = _limit(rounds, rounds - count, alpha / 2)[1] if count < rounds else Decimal(1)
    return low, high


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


def _upper_tail(rounds: int, count: int, chance: Fraction) -> Any:
    """Return P(X ≥ count) for a binomial X, for counts above its mean or close below.

    The first term comes from log-gamma values, the ratio of the sum to it from integers of fixed
    binary places: term after term is the one before times (n − j)·p / ((j + 1)·q). Where they are
    too many for that, they are the area under their curve and what it leaves at its end.
    """
    from mpmath import digamma, exp, log, loggamma, mpf, quad, sqrt

    if count <= 0:
        return mpf(1)
    if chance in (0, 1):
        return mpf(int(chance))
    p, q = ratio(chance), ratio(1 - chance)
    ways, log_p, log_q = loggamma(rounds + 1), log(p), log(q)

    def log_term(j: Any) -> Any:
        rest = rounds - j
        return ways - loggamma(j + 1) - loggamma(rest + 1) + j * log_p + rest * log_q

    first = log_term(mpf(count))
    spread = rounds * chance * (1 - chance)
    fall = log_q - log_p + digamma(count + 1) - digamma(rounds - count + 1)
    if spread > MOST_SPREAD and fall < SLOW:
        # By Euler and Maclaurin; what comes next is smaller by the fourth power of the fall.
        width = 1 / max(fall, 1 / sqrt(ratio(spread)))
        ends = [min(count + step * width, rounds) for step in (0, 1, 2, 4, 8, 16, 32, 64)]
        area = quad(lambda j: exp(log_term(j) - first), ends)
        return exp(first) * (area + mpf(1) / 2 + fall / 12)
    odds = (chance.numerator << _BITS) // (chance.denominator - chance.numerator)
    term = total = 1 << _BITS
    for j in range(count, rounds):
        term = term * (rounds - j) * odds // ((j + 1) << _BITS)
        if not term:
            break
        total += term
    return exp(first) * mpf(total) / mpf(1 << _BITS)


def _limit(rounds: int, count: int, tail: Fraction) -> tuple[Decimal, Decimal]:
    """Return the chance under which a count or more has probability `tail`, and what it leaves.

    The smaller of the two has 8 digits, and they add up to 1.
    """
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
            if abs(step) < mpf(10) ** -12 * (1 - guess):
                break
        if guess < mpf(1) / 2:
            return rounded(guess, 8), 1 - rounded(guess, 8)
        return 1 - rounded(1 - guess, 8), rounded(1 - guess, 8)
