"""What a sample could have found: the smallest error in an edge, and the rounds an error needs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from warodds.law import Law
from warodds.verification.judging.hypotheses import Laws
from warodds.verification.judging.tails import normal_quantile, ratio, rounded
from warodds.verification.model import Power
from warodds.verification.reading.read import Collected

POWER = Fraction(99, 100)


def powers(
    collected: Collected, laws: Laws, alpha: Fraction, tests: int, detect: Fraction | None
) -> tuple[Power, ...]:
    """Return, for each wager with nets, what error in its edge its mean would have shown."""
    return tuple(
        _power(about, rounds, variance, alpha / max(tests, 1), detect)
        for about, rounds, variance in _variances(collected, laws)
    )


def _variances(collected: Collected, laws: Laws) -> Iterator[tuple[str, int, Fraction]]:
    """Yield each mean that was tested, its rounds, and the variance of one round's net."""
    sample = collected.sample
    payouts = collected.payouts
    clusters = collected.clusters.get("outcome")
    if sample.counts and (sample.seen.net or (sample.seen.level == "round" and payouts)):

        def net_of(event: str, net: Fraction | None) -> Fraction:
            return payouts.get(event, Fraction()) if net is None else net

        law = laws.game.map(lambda key: net_of(key.event, key.net))
        variance = law.variance(Fraction)
        if clusters is not None:
            values = [net_of(*kind) for kind in clusters.kinds]
            variance = clusters.spread(values, law.mean(Fraction)) / sample.rounds
        yield "game", sample.rounds, variance
    for wager, found in sample.wagers.items():
        if found.net:
            paid: Law[Fraction] = laws.wagers[wager].map(lambda key: key[1] or Fraction())
            yield wager, found.rounds, paid.variance(Fraction)
    for summary in sample.summaries:
        yield summary.wager, summary.rounds, laws.nets[summary.wager].variance(Fraction)


def _power(
    about: str, rounds: int, variance: Fraction, alpha: Fraction, detect: Fraction | None
) -> Power:
    """Return the error that a two-sided test at alpha finds with 99 % power.

    A mean off by δ is found when it lies z(alpha/2) standard errors out, which happens with
    probability 99 % once δ is z(alpha/2) + z(1 %) standard errors.
    """
    from mpmath import ceil, mp, sqrt

    with mp.workdps(30):
        far = reach(alpha)
        error = far * sqrt(ratio(variance) / rounds)
        needed = None if detect is None else int(ceil(ratio(variance) * (far / ratio(detect)) ** 2))
        return Power(about, rounds, rounded(error, 6), detect, needed)


def reach(alpha: Fraction) -> Any:
    """Return how many standard errors out a two-sided test at alpha sees with 99 % power."""
    return normal_quantile(alpha / 2) + normal_quantile(1 - POWER)
