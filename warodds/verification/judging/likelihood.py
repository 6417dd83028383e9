"""How likely all the data are under a law: the finest that the sample holds, nothing told twice.

A round's row may tell the same thing in several columns: the first deal's cards, its outcome and
what a Tie wager won. Such results are weighed given what the rounds have told already, so that the
sum of all parts is one log-likelihood of what was seen.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import fsum, log, pi
from typing import TypeVar

from warodds.cards import RANKS
from warodds.law import Law
from warodds.rules import Wager
from warodds.verification.sample import FIRST, WAR, Sample, Summary, WagerSample

K = TypeVar("K", bound=Hashable)
Result = tuple[str, Fraction | None]
"""What a wager's row tells: its event, its net."""

NEVER = -40.0
"""The log-chance of what a hypothesis says cannot happen, so that partial explanations can still
be compared; a hypothesis that leaves anything impossible never passes."""

NO_PAIR = "no_pair"


def chances_of(law: Law[K]) -> dict[K, float]:
    """Return a law's chances, each rounded once."""
    total = law.total
    return {key: ways / total for key, ways in law}


def of_counts(counts: Mapping[K, int], chances: Mapping[K, float]) -> float:
    """Return the log-likelihood of counts, the order of rounds given.

    >>> of_counts({"a": 2, "b": 0}, {"a": 1.0})
    0.0
    """
    return fsum(number * _log(chances.get(key, 0.0)) for key, number in counts.items() if number)


def of_pairs(kinds: Mapping[str, int], chances: Mapping[str, float]) -> float:
    """Return the log-likelihood of the kinds of pair, given how many pairs there were."""
    return of_counts({kind: n for kind, n in kinds.items() if kind != NO_PAIR}, chances)


def of_wager(
    found: WagerSample,
    known: frozenset[Result],
    chances: Mapping[Result, float],
) -> float:
    """Return the log-likelihood of a wager's results, given those that the rounds tell already.

    >>> half = WagerSample("event", False, {("tie", None): 3, ("other", None): 5})
    >>> law = {("tie", None): 0.5, ("other", None): 0.5}
    >>> of_wager(half, frozenset(), law) == 8 * log(0.5), of_wager(half, frozenset(law), law)
    (True, 0.0)
    """
    rest = fsum(chance for key, chance in chances.items() if key not in known)
    given = {
        key: 1.0 if key in known else chance / rest for key, chance in chances.items() if chance
    }
    return of_counts(found.counts, given)


def of_mean(summary: Summary, nets: Mapping[Fraction, float]) -> float:
    """Return the log-likelihood of a mean by the normal law, in favour of the data if rounded."""
    mean = fsum(float(net) * chance for net, chance in nets.items())
    square = fsum((float(net) - mean) ** 2 * chance for net, chance in nets.items())
    if square <= 0:
        return NEVER * summary.rounds
    spread = square / summary.rounds
    off = max(abs(float(summary.mean) - mean) - float(summary.slack), 0.0)
    return -(off**2) / (2 * spread) - log(2 * pi * spread) / 2


def known_results(sample: Sample, wager: Wager) -> frozenset[Result]:
    """Return the results of a wager that the rounds tell already.

    They are those that came exactly as often as what decides them in the rounds: a Tie wager is won
    as often as the first deal ties, if it was placed on the same rounds.
    """
    told = {number for number in _deciding(sample, wager) if number}
    counts = sample.wagers[wager.id].counts
    return frozenset(key for key, number in counts.items() if number in told)


def _deciding(sample: Sample, wager: Wager) -> list[int]:
    """Return how often the rounds show what a side wager is settled on."""
    first = wager.deal == "first"
    numbers: dict[object, int] = {}
    if wager.role == "side" and wager.on in ("comparison", "pair"):
        levels = ("round", "decision", "first") if first else ("round",)
        if sample.seen.level in levels:
            for key, number in sample.counts.items():
                if first or key.event in WAR:
                    untied = key.event in FIRST if first else key.event != "war_tie"
                    for part in {untied, key.event if untied else "tie"}:
                        numbers[part] = numbers.get(part, 0) + number
    elif wager.role == "side":
        role = wager.on.removesuffix("_rank") if first else "war_" + wager.on.removesuffix("_rank")
        for key, number in sample.counts.items():
            rank = getattr(key, role)
            if rank is not None:
                for part in {RANKS[rank], RANKS[rank] in wager.named}:
                    numbers[part] = numbers.get(part, 0) + number
    kinds = sample.pairs.get("first" if first else "war", {}) if wager.on == "pair" else {}
    return [*numbers.values(), *kinds.values()]


def _log(chance: float) -> float:
    return log(chance) if chance > 0 else NEVER
