"""The exact law of the data under a hypothesis: the rules as they are, or with known mistakes.

Every hypothesis is a deck count and a set of mistakes; the law comes from the same engine.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import fsum, gcd
from typing import Any, TypeVar

from warodds.errors import WaroddsError, unknown
from warodds.law import Law
from warodds.mistakes import Cell, law_of, pair_law, wager_law
from warodds.rules import Rules
from warodds.rules.model import Deal, Decision
from warodds.verification.judging.likelihood import (
    Result,
    chances_of,
    known_results,
    of_counts,
    of_mean,
    of_pairs,
    of_wager,
)
from warodds.verification.sample import Key, Sample, WagerSample

K = TypeVar("K", bound=Hashable)

DEALS: tuple[Deal, Deal] = ("first", "war")

KEPT = 3
"""As many laws are kept, beside the first: that is by the rules, asked for again and again."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Mistakes made with so many decks; None for infinitely many."""

    decks: int | None
    mistakes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Laws:
    """The laws of everything that a sample holds, each as the sample shows it.

    `pairs` are the kinds of a pair in the first deal or in the war deal, given that it is one.
    """

    game: Law[Key]
    nets: Mapping[str, Law[Fraction]]
    wagers: Mapping[str, Law[tuple[str, Fraction | None]]]
    pairs: Mapping[Deal, Law[str]]

    @property
    def signature(self) -> object:
        """Something equal for equal laws."""
        parts: list[object] = []
        every: list[Law[Any]] = [
            self.game,
            *self.wagers.values(),
            *self.nets.values(),
            *self.pairs.values(),
        ]
        for law in every:
            common = gcd(*law.ways.values())
            parts.append(frozenset((key, ways // common) for key, ways in law))
        return tuple(parts)


@dataclass
class Engine:
    """Computes the laws of hypotheses, for one sample.

    `surrendered` is the share of ties that were surrendered. The player decides that, not the
    cards, so a log that holds both decisions is judged at the share that it shows.
    """

    rules: Rules
    sample: Sample
    surrendered: Fraction
    paytables: Mapping[str, str | None]
    _kept: dict[Hypothesis, Laws] = field(default_factory=dict)

    @cached_property
    def known(self) -> dict[str, frozenset[Result]]:
        """The results of each wager that the rounds tell already."""
        return {
            wager.id: known_results(self.sample, wager)
            for wager in self.rules.wagers
            if wager.id in self.sample.wagers
        }

    def laws(self, hypothesis: Hypothesis) -> Laws:
        """Return the laws under a hypothesis."""
        if hypothesis not in self._kept:
            cells = self._cells(hypothesis)
            summed = {summary.wager for summary in self.sample.summaries}
            nets = {
                wager: cells.map(lambda cell: cell.net)
                if wager == "game"
                else self._wager(wager, hypothesis).map(lambda key: key[1])
                for wager in summed
            }
            wagers = {
                wager: found.of(self._wager(wager, hypothesis))
                for wager, found in self.sample.wagers.items()
            }
            pairs = {
                deal: pair_law(self.rules, hypothesis.decks, deal, hypothesis.mistakes)
                for deal in DEALS
                if deal in self.sample.pairs
            }
            while len(self._kept) > KEPT:
                del self._kept[list(self._kept)[1]]
            self._kept[hypothesis] = Laws(self.sample.law(cells), nets, wagers, pairs)
        return self._kept[hypothesis]

    def log_likelihood(self, laws: Laws) -> float:
        """Return the log-likelihood of all that the sample holds."""
        sample, known = self.sample, self.known
        return fsum(
            (
                of_counts(sample.counts, chances_of(laws.game)),
                *(
                    of_wager(found, known[wager], chances_of(laws.wagers[wager]))
                    for wager, found in sample.wagers.items()
                ),
                *(
                    of_pairs(sample.pairs[deal], chances_of(law))
                    for deal, law in laws.pairs.items()
                ),
                *(of_mean(each, chances_of(laws.nets[each.wager])) for each in sample.summaries),
            )
        )

    def _cells(self, hypothesis: Hypothesis) -> Law[Cell]:
        def under(decision: Decision) -> Law[Cell]:
            chosen = None if self.rules.war is None else decision
            return law_of(self.rules, hypothesis.decks, chosen, hypothesis.mistakes)

        if self.surrendered in (0, 1):
            return under("surrender" if self.surrendered else "war")
        return mixed(under("war"), under("surrender"), self.surrendered)

    def _wager(self, wager_id: str, hypothesis: Hypothesis) -> Law[tuple[str, Fraction]]:
        wager = next((each for each in self.rules.wagers if each.id == wager_id), None)

        def under(decision: Decision) -> Law[tuple[str, Fraction]]:
            return wager_law(
                self.rules,
                hypothesis.decks,
                wager_id,
                None if self.rules.war is None else decision,
                hypothesis.mistakes,
                self.paytables.get(wager_id),
            )

        decided = wager is not None and wager.role == "main"
        if decided and self.surrendered not in (0, 1):
            return mixed(under("war"), under("surrender"), self.surrendered)
        return under(
            "surrender" if self.surrendered == 1 and wager and wager.deal == "first" else "war"
        )


def mixed(war: Law[K], surrender: Law[K], share: Fraction) -> Law[K]:
    """Return the law where a share of the ties is surrendered and the others go to war.

    >>> mixed(Law({"a": 1}), Law({"a": 1, "b": 1}), Fraction(1, 2)).probability("b")
    Fraction(1, 4)
    """
    ways: dict[K, int] = {}
    for law, weight in ((war, 1 - share), (surrender, share)):
        other = surrender.total if law is war else war.total
        scale = weight.numerator * (share.denominator // weight.denominator) * other
        for key, number in law:
            ways[key] = ways.get(key, 0) + number * scale
    return Law(ways)


def surrendered_share(counts: Mapping[Key, int], rules: Rules, tie_share: Fraction) -> Fraction:
    """Return the share of ties that a sample shows as surrendered, as far as it can be seen."""
    if rules.war is None or not rules.has_surrender:
        return Fraction()
    events: dict[str, int] = {}
    for key, number in counts.items():
        events[key.event] = events.get(key.event, 0) + number
    surrendered = events.get("surrender", 0)
    wars = sum(n for event, n in events.items() if event == "war" or event.startswith("war_"))
    rounds = sum(counts.values())
    if surrendered and set(events) & {"win", "lose"}:
        return _share_of_ties(surrendered, rounds, tie_share)
    if surrendered:
        return Fraction(surrendered, surrendered + wars)
    half = rules.main_wager.paytables[0].payout("surrender").net
    halves = sum(number for key, number in counts.items() if key.net == half)
    if not halves or wars:
        return Fraction()
    return min(Fraction(1), Fraction(halves) / (rounds * tie_share))


def _share_of_ties(surrendered: int, rounds: int, tie_share: Fraction) -> Fraction:
    """Return the share of ties that were surrendered, where wars are not told from other rounds.

    As many as all ties may well be, within five standard errors, are all of them.
    """
    expected = rounds * tie_share
    if (surrendered - expected) ** 2 <= 25 * expected * (1 - tie_share):
        return Fraction(1)
    return min(Fraction(1), surrendered / expected)


def choose_paytables(
    rules: Rules, decks: int, wagers: Mapping[str, WagerSample], named: str | None
) -> tuple[dict[str, str | None], list[str]]:
    """Return the paytable of each wager: as named, else the one whose nets the data show."""
    chosen: dict[str, str | None] = {}
    notes = []
    known = [table.name for wager in rules.wagers for table in wager.paytables if table.name]
    if named is not None and not known:
        raise WaroddsError(f"paytable {named!r}: no wager of {rules.id} has several")
    if named is not None and named not in known:
        raise unknown("paytable", named, known)
    for wager in rules.wagers:
        tables = [table for table in wager.paytables if not table.decks or decks in table.decks]
        tables = tables or list(wager.paytables)
        names = [table.name for table in tables]
        if len(tables) < 2:
            chosen[wager.id] = names[0] if len(wager.paytables) > 1 else None
            continue
        if named is not None:
            if named in names:
                chosen[wager.id] = named
            elif wager.id in wagers:
                raise WaroddsError(
                    f"paytable {named!r} of {wager.id} at {decks} decks; expected one of "
                    f"{', '.join(str(name) for name in names)}"
                )
            continue
        found = wagers.get(wager.id)
        seen = {net for _, net in found.counts} if found else set()
        scores = [len(seen - {payout.net for payout in table.payouts}) for table in tables]
        best = scores.index(min(scores))
        chosen[wager.id] = names[best]
        if found:
            notes.append(
                f"{wager.name}: paytable {names[best]}, which fits the nets best "
                "(--paytable names another)."
            )
    return chosen, notes
