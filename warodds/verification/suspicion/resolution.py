"""What a sample is too small to tell apart: the rounds it takes to know one law from another.

On the mean, a round of one law speaks for it and against another with their divergence (Kullback
and Leibler): the log-likelihood of what is expected under the first, less that under the second.
By Neyman and Pearson no test of level alpha finds the other law in fewer rounds than the likelihood
ratio does, and its logarithm is nearly normal with a variance of twice its mean.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from warodds.law import Law
from warodds.mistakes import MISTAKES
from warodds.verification.judging.hypotheses import Engine, Hypothesis
from warodds.verification.judging.likelihood import NO_PAIR
from warodds.verification.judging.power import reach
from warodds.verification.model import Unresolved
from warodds.verification.sample import Sample
from warodds.verification.suspicion.candidates import deck_counts, label

K = TypeVar("K", bound=Hashable)

_MANY = 10**15
_SAME = 1e-13
"""Divergences a round up to this are rounding: the laws are the same."""


def unresolved(engine: Engine, decks: int, alpha: Fraction) -> tuple[Unresolved, ...]:
    """Return the mistakes and deck counts that the sample has too few rounds to find."""
    rounds = engine.sample.told
    exact = (name for name, mistake in MISTAKES.items() if mistake.exact)
    others = [
        *(Hypothesis(each) for each in deck_counts(decks)),
        *(Hypothesis(decks, (name,)) for name in exact),
    ]
    found = needed(engine, Hypothesis(decks), others, alpha)
    few = [(other, number) for other, number in found if number is not None and number > rounds]
    return tuple(
        Unresolved(label(other, decks), other.mistakes, number)
        for other, number in sorted(few, key=lambda each: each[1])
    )


def needed(
    engine: Engine, truth: Hypothesis, others: Iterable[Hypothesis], alpha: Fraction
) -> Iterator[tuple[Hypothesis, int | None]]:
    """Yield the least rounds that find each law to be another than the true one; None for never."""
    from warodds.verification.suspicion.screen import Screen

    screen = Screen(engine, expected(engine, truth))
    (best, _) = screen.weigh(truth) or (0.0, None)
    noncentral = float(reach(alpha)) ** 2
    for other in others:
        weighed = screen.weigh(other)
        if weighed is not None:
            divergence = (best - weighed[0]) / _MANY
            yield other, int(noncentral / (2 * divergence)) + 1 if divergence > _SAME else None


def expected(engine: Engine, hypothesis: Hypothesis) -> Sample:
    """Return what very many rounds would show, in the shares that the sample has of everything."""
    sample, laws = engine.sample, engine.laws(hypothesis)
    rounds = max(sample.told, 1)

    def many(law: Law[K], number: int) -> dict[K, int]:
        total = law.total
        return {key: _MANY * number * ways // (rounds * total) for key, ways in law}

    return replace(
        sample,
        counts=many(laws.game, sample.rounds),
        pairs={
            deal: many(law, sum(n for kind, n in sample.pairs[deal].items() if kind != NO_PAIR))
            for deal, law in laws.pairs.items()
        },
        wagers={
            name: replace(found, counts=many(laws.wagers[name], found.rounds))
            for name, found in sample.wagers.items()
        },
        summaries=tuple(
            replace(
                each,
                rounds=_MANY * each.rounds // rounds,
                mean=laws.nets[each.wager].mean(Fraction),
                slack=Fraction(),
            )
            for each in sample.summaries
        ),
    )
