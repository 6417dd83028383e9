"""Where data depart most from a law, for when no mistake explains it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from warodds.cards import RANKS
from warodds.verification.judging.hypotheses import Laws
from warodds.verification.judging.measures import Share, Test, tallied
from warodds.verification.judging.tails import binomial_interval, binomial_p
from warodds.verification.sample import Key, Sample

NOTABLE = Decimal("0.01")


def departures(
    sample: Sample, laws: Laws, shares: Sequence[Share], tests: Sequence[Test]
) -> tuple[Share | Test, ...]:
    """Return where a sample departs most from the law, by its outcomes, cards and tests."""
    shares = [*_worst_pair(sample, laws), *shares]
    rest = [test for test in tests if not test.name.startswith("share of") and test.p < NOTABLE]
    return (
        *[share for share in sorted(shares, key=lambda share: share.p)[:3] if share.p < NOTABLE],
        *sorted(rest, key=lambda test: test.p)[:4],
    )


def _worst_pair(sample: Sample, laws: Laws) -> list[Share]:
    """Return the two ranks of a first deal that came too often, of all pairs the furthest off."""
    if not sample.seen.cards:
        return []
    counts = sample.counts if sample.lead is None else sample.lead

    def both(key: Key) -> tuple[int | None, int | None]:
        return key.player, key.dealer

    law, seen = laws.game.map(both), tallied(counts, both)
    rounds = sum(seen.values())

    def over(pair: tuple[int | None, int | None]) -> Fraction:
        expected = law.probability(pair) * rounds
        return (seen.get(pair, 0) - expected) / expected

    worst = max(law.ways, key=over)
    found, chance = seen.get(worst, 0), law.probability(worst)
    shown = " against ".join(RANKS[rank] for rank in worst if rank is not None)
    p = binomial_p(found, rounds, chance)
    low, high = binomial_interval(found, rounds, Fraction(1, 1000))
    return [Share("first deal", shown, None, found, rounds, chance, low, high, p)]
