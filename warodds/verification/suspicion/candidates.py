"""The hypotheses that are weighed: mistakes of the library, those that the data show, and decks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from warodds.mistakes import MISTAKES, combinable, nets
from warodds.rules import Rules
from warodds.rules.model import ROUND_EVENTS
from warodds.settle import round_net
from warodds.verification.judging.hypotheses import Hypothesis
from warodds.verification.sample import Sample


def every_hypothesis(decks: int, pairs: bool = True, seen: Sequence[str] = ()) -> list[Hypothesis]:
    """Return each mistake, and each pair that can be made together, at each deck count.

    `seen` are further mistakes, which the data themselves suggest.

    >>> len(every_hypothesis(6)), len(every_hypothesis(6, pairs=False))
    (16320, 69)
    """
    exact = [*(name for name, mistake in MISTAKES.items() if mistake.exact), *seen]
    singles: list[tuple[str, ...]] = [(name,) for name in exact]
    right = [Hypothesis(decks), *(Hypothesis(decks, each) for each in singles)]
    others = [Hypothesis(each) for each in deck_counts(decks)]
    if not pairs:
        return [*right, *others]
    two = [pair for pair in combinations(exact, 2) if combinable(*pair)]
    return [
        *right,
        *others,
        *(Hypothesis(decks, each) for each in two),
        *(Hypothesis(each, made) for each in deck_counts(decks) for made in (*singles, *two)),
    ]


def seen_nets(rules: Rules, sample: Sample) -> list[str]:
    """Return the mistakes in what an event nets that the data show and the library does not have.

    They are events that always net the same, and something else than by the rules.
    """
    shown: dict[str, set[Fraction | None]] = {}
    for key, number in sample.counts.items():
        if number and key.event in ROUND_EVENTS:
            shown.setdefault(key.event, set()).add(key.net)
    single = {event: each.pop() for event, each in shown.items() if len(each) == 1}
    known = [rules, *(each.rules(rules) for each in MISTAKES.values() if each.changes == "rules")]
    events = {payout.event for payout in rules.main_wager.paytables[0].payouts}
    return [
        nets(event, net)
        for event, net in single.items()
        if net is not None
        and event in events
        and all(round_net(event, each) != net for each in known)
    ]


def deck_counts(decks: int) -> Iterable[int | None]:
    """Return the deck counts that a simulator may have used instead."""
    return [each for each in (*range(1, 17), None) if each != decks]


def label(hypothesis: Hypothesis, decks: int) -> str:
    """Return a hypothesis in a few words, where so many decks are the right number."""
    words = list(hypothesis.mistakes)
    if hypothesis.decks != decks:
        count = "infinitely many" if hypothesis.decks is None else str(hypothesis.decks)
        words.append(f"{count} deck{'' if hypothesis.decks == 1 else 's'}")
    return " + ".join(words) or "no mistake"
