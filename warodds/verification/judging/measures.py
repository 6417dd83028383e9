"""The tests a sample is put to, each against an exact law, and each with its own p-value."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from warodds.law import Law
from warodds.rules.model import ROUND_EVENTS
from warodds.verification.judging.statistics import Fit, fit, wald
from warodds.verification.judging.tails import (
    binomial_interval,
    binomial_p,
    clustered_p,
    clustered_quantile,
    normal_p,
    normal_quantile,
    ratio,
    rounded,
)
from warodds.verification.reading.clusters import Products
from warodds.verification.sample import Summary
from warodds.wholeshoe import Cluster

K = TypeVar("K", bound=Hashable)
J = TypeVar("J", bound=Hashable)

SHARED_SHOES = "normal, whole shoes"

RARE = 100
"""Outcomes that expect fewer are tested as if rounds were independent."""


@dataclass(frozen=True, slots=True)
class Test:
    """One test: of what, its statistic, its p-value, and the law that p-value comes from.

    The statistic is a chi-square or Wald statistic (a decimal), a mean or variance (a fraction),
    or a count out of so many.
    """

    about: str
    name: str
    statistic: Decimal | Fraction | tuple[int, int]
    p: Decimal
    method: str
    merged: int = 0


@dataclass(frozen=True, slots=True)
class Share:
    """How often one outcome came, how often it should have, and an interval for its chance."""

    about: str
    outcome: str
    net: Fraction | None
    observed: int
    rounds: int
    chance: Fraction
    low: Decimal
    high: Decimal
    p: Decimal


def tested(about: str, name: str, found: Fit | None) -> list[Test]:
    """Return a goodness-of-fit test, unless too little was left to compare."""
    if found is None:
        return []
    return [Test(about, name, found.statistic, found.p, found.method, found.merged)]


def fitted(
    about: str,
    name: str,
    observed: Mapping[K, int],
    law: Law[K],
    clusters: Products | None = None,
    kind: Callable[[K], object] | None = None,
    lost: int = 0,
) -> list[Test]:
    """Compare counts with a law, over clusters where there are any."""
    kinds = list(law.ways)
    if len(kinds) < 2:
        return []
    if clusters is not None and kind is not None:
        return tested(about, name, _clustered_fit(observed, law, clusters, kind, lost))
    counts = [observed.get(each, 0) for each in kinds]
    if not sum(counts):
        return []
    return tested(about, name, fit(counts, [law.probability(each) for each in kinds], lost))


def _clustered_fit(
    observed: Mapping[K, int],
    law: Law[K],
    clusters: Products,
    kind: Callable[[K], object],
    lost: int,
) -> Fit | None:
    """Compare all kinds but one, the last to be told from the rest, by their covariance."""
    chance: dict[object, Fraction] = {}
    for key in law.ways:
        chance[kind(key)] = chance.get(kind(key), Fraction()) + law.probability(key)
    counts: dict[object, int] = {}
    for key, number in observed.items():
        counts[kind(key)] = counts.get(kind(key), 0) + number
    chances = [chance.get(each, Fraction()) for each in clusters.kinds]
    rounds = sum(counts.values())
    covariance = clusters.covariance(chances)
    kept = [i for i, each in enumerate(chances) if each * rounds >= RARE][: -1 - lost or None]
    return wald(
        [counts.get(clusters.kinds[i], 0) - rounds * chances[i] for i in kept],
        [[covariance[i][j] for j in kept] for i in kept],
        clusters.clusters,
        known=clusters.exact,
    )


def shares(
    about: str,
    observed: Mapping[str, int],
    law: Law[str],
    nets: Mapping[str, Fraction | None],
    alpha: Fraction,
    clusters: Products | None = None,
    kind: Callable[[object], str] = str,
) -> tuple[list[Share], list[Test]]:
    """Return each outcome with an interval for its chance, and the test that goes with it."""
    rounds = sum(observed.values())
    rows: list[Share] = []
    tests: list[Test] = []
    for event in sorted(law.ways, key=_place):
        count, chance = observed.get(event, 0), law.probability(event)
        # Clusters say nothing of the spread of what hardly ever happens.
        if clusters is None or chance * rounds < RARE:
            low, high = binomial_interval(count, rounds, alpha)
            p, method = binomial_p(count, rounds, chance), "exact binomial"
        else:
            values = [Fraction(kind(each) == event) for each in clusters.kinds]
            spread = clusters.spread(values, chance)
            p, method = _t_test(count - rounds * chance, spread, clusters)
            low, high = _t_interval(count, rounds, values, spread, clusters, alpha)
        rows.append(Share(about, event, nets.get(event), count, rounds, chance, low, high, p))
        if len(law) > 2 or not tests:  # the second of two outcomes says what the first says
            tests.append(Test(about, f"share of {event}", (count, rounds), p, method))
    return rows, tests


def _place(event: str) -> tuple[int, str]:
    """Return where an outcome stands: the events of a round in their usual order, then others."""
    known = event in ROUND_EVENTS
    return (ROUND_EVENTS.index(event) if known else len(ROUND_EVENTS), event)


def _t_test(off: Fraction, spread: Fraction, clusters: Products) -> tuple[Decimal, str]:
    from mpmath import mp

    if not spread:
        return Decimal(int(not off)), "clustered"
    if clusters.exact:
        return z_test(off, spread), SHARED_SHOES
    with mp.workdps(30):
        return clustered_p(ratio(off**2 / spread), 1, clusters.clusters), "t, clustered"


def _t_interval(
    count: int,
    rounds: int,
    values: Sequence[Fraction],
    spread: Fraction,
    clusters: Products,
    alpha: Fraction,
) -> tuple[Decimal, Decimal]:
    """Return the chances that the test of a share would pass at alpha.

    Under a chance p the statistic is (count − rounds·p)² / (a − 2·b·p + c·p²), so the ends of the
    interval are the roots of a quadratic.
    """
    from mpmath import mp, sqrt

    with mp.workdps(30):
        if clusters.exact:
            half = normal_quantile(alpha / 2) * sqrt(ratio(spread)) / rounds
            share = ratio(Fraction(count, rounds))
            return rounded(max(share - half, 0), 8), rounded(min(share + half, 1), 8)
        q = clustered_quantile(alpha, clusters.clusters)
        a, c = clusters.spread(values, Fraction()), Fraction(clusters.sizes)
        b = (a + c - clusters.spread(values, Fraction(1))) / 2
        square, middle, rest = rounds**2 - q * c, count * rounds - q * ratio(b), count**2 - q * a
        if square <= 0:
            return Decimal(0), Decimal(1)
        root = sqrt(max(middle**2 - square * rest, 0))
        ends = (middle - root) / square, (middle + root) / square
        return rounded(max(ends[0], 0), 8), rounded(min(ends[1], 1), 8)


def moments(
    about: str,
    nets: Mapping[Fraction, int],
    law: Law[Fraction],
    clusters: Products | None = None,
    value: Callable[[object], Fraction] | None = None,
    shoe: Cluster | None = None,
) -> list[Test]:
    """Test the mean of the nets and, where it says more, their variance.

    Rounds of unmarked shoes dealt to a cut card have the mean and the variance of `shoe` (M6).
    """
    mean, variance = law.mean(Fraction), law.variance(Fraction)
    rounds = sum(nets.values())
    if not variance or not rounds:
        return []
    tests = []
    fourth = law.mean(lambda net: (net - mean) ** 4)
    plans: list[tuple[str, Callable[[Fraction], Fraction], Fraction, Fraction]] = [
        ("mean", lambda net: net, mean, variance)
    ]
    if len(law) > 2 and fourth > variance**2:
        plans.append(("variance", lambda net: (net - mean) ** 2, variance, fourth - variance**2))
    for name, of, centre, spread in plans:
        total = sum((of(net) * number for net, number in nets.items()), Fraction())
        if clusters is not None and value is not None:
            values = [of(value(kind)) for kind in clusters.kinds]
            p, method = _t_test(total - rounds * centre, clusters.spread(values, centre), clusters)
        elif shoe is not None and name == "mean":
            p = z_test(total - rounds * shoe.ev, rounds * shoe.clustered_variance)
            method = SHARED_SHOES
        else:
            p, method = z_test(total - rounds * centre, rounds * spread), "normal"
        tests.append(Test(about, name, total / rounds, p, method))
    return tests


def z_test(off: Fraction, variance: Fraction) -> Decimal:
    """Return the two-sided p-value of a sum that is off by so much.

    >>> z_test(Fraction(196), Fraction(10000))
    Decimal('0.0499957902964')
    """
    from mpmath import mp, sqrt

    with mp.workdps(30):
        return normal_p(ratio(off) / sqrt(ratio(variance)))


def summary_test(
    about: str, summary: Summary, law: Law[Fraction], shoe: Cluster | None = None
) -> Test:
    """Test a mean, in favour of the data as far as it may have been rounded."""
    mean = shoe.ev if shoe else law.mean(Fraction)
    variance = shoe.clustered_variance if shoe else law.variance(Fraction)
    off = max(abs(summary.mean - mean) - summary.slack, Fraction())
    p = z_test(off * summary.rounds, variance * summary.rounds)
    return Test(about, "mean", summary.mean, p, SHARED_SHOES if shoe else "normal")


def uniform(
    about: str,
    name: str,
    counts: Mapping[int, int],
    kinds: int,
    clusters: Products | None = None,
) -> list[Test]:
    """Test that so many kinds are equally frequent."""
    law = Law(dict.fromkeys(range(kinds), 1))
    return fitted(about, name, counts, law, clusters, lambda kind: kind)


def tallied(counts: Mapping[K, int], of: Callable[[K], J | None]) -> dict[J, int]:
    """Return counts of a function of the key, leaving out where it is None."""
    found: dict[J, int] = {}
    for key, number in counts.items():
        kind = of(key)
        if kind is not None:
            found[kind] = found.get(kind, 0) + number
    return found
