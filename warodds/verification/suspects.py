"""Which known mistake explains the data best.

Each suspect is a hypothesis with an exact law. All the data are weighed: the log-likelihood of
every round, wager and mean, less ½·ln(rounds) for each assumption (the Bayesian information
criterion), so that two mistakes must explain much more than one. Then the same tests are made
again under the suspect's law: a suspect explains the data when it passes them all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import fsum, gcd, log, pi
from typing import Any, TypeVar

from warodds.errors import WaroddsError
from warodds.law import Law
from warodds.mistakes import MISTAKES, combinable
from warodds.verification.hypotheses import Engine, Hypothesis, Laws, deck_counts
from warodds.verification.judge import held, impossible_keys, judge
from warodds.verification.measures import Share, Test
from warodds.verification.model import Suspect, Suspicion
from warodds.verification.read import Collected, Serial
from warodds.verification.statistics import deflated

K = TypeVar("K", bound=Hashable)

_SEATS = "unmarked-seats"
NEVER = -40.0
"""The log-chance of what a hypothesis says cannot happen, so that partial explanations can still
be compared; a hypothesis that leaves anything impossible never passes."""

NAMED = 5
"""As many suspects are shown."""

TOLERATED = 50
"""Rounds that a hypothesis may contradict without being out of the question."""

WIDENED = 3
"""As many of the best suspects are tried with other deck counts and with a second mistake."""

Watched = Callable[[Sequence[Hypothesis]], Iterable[Hypothesis]]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A hypothesis with its penalised log-likelihood; `kind` is equal where laws are equal."""

    hypothesis: Hypothesis
    assumptions: int
    score: float
    kind: object
    alive: bool


def suspects(
    collected: Collected,
    engine: Engine,
    decks: int,
    alpha: Fraction,
    lost: int,
    judged: tuple[Sequence[Share], Sequence[Test]],
    watch: Watched = iter,
) -> Suspicion:
    """Rank what could explain the data, best first."""
    collected = replace(collected, decks=None)
    court = _Court(collected, engine, decks, alpha, lost)
    right = Hypothesis(decks)
    court.weigh(right)
    singles = [Hypothesis(decks, (name,)) for name, each in MISTAKES.items() if each.exact]
    others = [Hypothesis(each) for each in deck_counts(decks)]
    for hypothesis in watch([*singles, *others]):
        court.weigh(hypothesis)
    if not court.explained():
        alive = [
            each.hypothesis.mistakes
            for each in court.ranked()
            if each.hypothesis.mistakes and each.alive
        ]
        best = alive[:WIDENED]
        pairs = [
            Hypothesis(decks, (*first, *second))
            for first in best
            for second in alive
            if combinable(first[0], second[0])
        ]
        wider = [Hypothesis(each, first) for first in best for each in deck_counts(decks)]
        for hypothesis in watch(list({frozenset(each.mistakes): each for each in pairs}.values())):
            court.weigh(hypothesis)
        for hypothesis in watch(wider):
            court.weigh(hypothesis)
    named = tuple(court.suspects())
    departures = () if named and named[0].passes else _departures(*judged)
    return Suspicion(named, departures, tuple(court.unseen()))


class _Court:
    """Hypotheses weighed on one sample."""

    def __init__(
        self, collected: Collected, engine: Engine, decks: int, alpha: Fraction, lost: int
    ) -> None:
        self.collected = collected
        self.engine = engine
        self.decks = decks
        self.alpha = alpha
        self.lost = lost
        self.weighed: dict[Hypothesis, Weighed] = {}
        self.verdicts: dict[Hypothesis, tuple[Decimal, bool]] = {}

    def weigh(self, hypothesis: Hypothesis) -> None:
        """Add a hypothesis, unless it has no law with these rules."""
        try:
            laws = self.engine.laws(hypothesis)
        except WaroddsError:
            return
        assumptions = len(hypothesis.mistakes) + (hypothesis.decks != self.decks)
        sample = self.collected.sample
        rounds = max(2, sample.rounds, *(each.rounds for each in sample.summaries))
        rounds = max(rounds, *(each.rounds for each in sample.wagers.values()), 2)
        likelihood = _log_likelihood(self.collected, laws, hypothesis)
        score = likelihood - assumptions * log(rounds) / 2
        seats = _SEATS in hypothesis.mistakes and self.collected.serial is not None
        self.weighed[hypothesis] = Weighed(
            hypothesis, assumptions, score, (_signature(laws), seats), self._alive(laws)
        )

    def _alive(self, laws: Laws) -> bool:
        """Whether a mistake can be part of an explanation.

        It cannot if it forbids, in numbers, what the rules allow and the data show, or if it makes
        common an outcome that never came: no second mistake takes that back.
        """
        right = self.engine.laws(Hypothesis(self.decks)).game.ways
        sample = self.collected.sample
        forbidden = sum(
            number
            for key, number in sample.counts.items()
            if key in right and key not in laws.game.ways
        )
        known = {(key.event, key.net) for key in (*sample.counts, *right)}
        paid = laws.game.map(lambda key: (key.event, key.net))
        missing = sum(ways for key, ways in paid if key not in known)
        expected = Fraction(missing, paid.total) * sample.rounds
        return forbidden <= TOLERATED and expected <= TOLERATED

    def ranked(self) -> list[Weighed]:
        """Return one hypothesis for each law but the right one, the best first."""
        right = self.weighed[Hypothesis(self.decks)].kind
        order = sorted(self.weighed.values(), key=lambda each: (-each.score, each.assumptions))
        first: dict[object, Weighed] = {}
        for each in order:
            if each.kind != right:
                first.setdefault(each.kind, each)
        return list(first.values())

    def invisible(self, hypothesis: Hypothesis) -> bool:
        """Whether the data could not show a mistake: its law is the right one's."""
        right = self.weighed[Hypothesis(self.decks)].kind
        found = self.weighed.get(hypothesis)
        return found is not None and found.kind == right

    def unseen(self) -> Iterator[str]:
        """Yield the mistakes that these data could not show."""
        for name in MISTAKES:
            if self.invisible(Hypothesis(self.decks, (name,))):
                yield name

    def verdict(self, hypothesis: Hypothesis) -> tuple[Decimal, bool]:
        """Return the smallest adjusted p-value under a hypothesis, and whether it passes."""
        if hypothesis not in self.verdicts:
            laws = self.engine.laws(hypothesis)
            collected = self.collected
            if _SEATS in hypothesis.mistakes:
                collected = replace(collected, serial=None)
            impossible = bool(impossible_keys(collected, laws)) or any(
                number and key not in laws.wagers[wager].ways
                for wager, found in collected.sample.wagers.items()
                for key, number in found.counts.items()
            )
            tests = judge(collected, laws, self.alpha, self.lost)[1]
            if _SEATS in hypothesis.mistakes and self.collected.serial is not None:
                # Rows that share a dealer's card count for as many fewer as there are seats.
                seats = _seats(self.collected.serial)
                tests = [replace(test, p=deflated(test.p, seats)) for test in tests]
            judged = held(tests, self.alpha)
            least = min((each.adjusted for each in judged), default=Decimal(1))
            passes = not impossible and all(each.passed for each in judged)
            self.verdicts[hypothesis] = Decimal(0) if impossible else least, passes
        return self.verdicts[hypothesis]

    def explained(self) -> bool:
        """Whether the best hypothesis so far passes every test."""
        best = self.ranked()[:1]
        return bool(best) and self.verdict(best[0].hypothesis)[1]

    def suspects(self) -> Iterator[Suspect]:
        """Yield the best hypotheses as suspects."""
        ranked = self.ranked()[:NAMED]
        for each in ranked:
            p, passes = self.verdict(each.hypothesis)
            alike = [
                self.label(other.hypothesis)
                for other in self.weighed.values()
                if other.kind == each.kind
                and other.hypothesis != each.hypothesis
                and other.assumptions == each.assumptions
            ]
            yield Suspect(
                self.label(each.hypothesis),
                self.summary(each.hypothesis),
                each.hypothesis.mistakes,
                each.hypothesis.decks,
                each.assumptions,
                Decimal(f"{each.score - ranked[0].score:.2f}"),
                p,
                passes,
                tuple(alike),
            )

    def label(self, hypothesis: Hypothesis) -> str:
        """Return a hypothesis in a few words."""
        words = list(hypothesis.mistakes)
        if hypothesis.decks != self.decks:
            count = "infinitely many" if hypothesis.decks is None else str(hypothesis.decks)
            words.append(f"{count} deck{'' if hypothesis.decks == 1 else 's'}")
        return " + ".join(words) or "no mistake"

    def summary(self, hypothesis: Hypothesis) -> str:
        """Return what a hypothesis says, in sentences."""
        parts = [MISTAKES[name].summary for name in hypothesis.mistakes]
        if hypothesis.decks != self.decks:
            parts.append(f"Dealt from another number of decks than {self.decks}.")
        return " ".join(parts)


def _log_likelihood(collected: Collected, laws: Laws, hypothesis: Hypothesis) -> float:
    terms = list(_terms(collected.sample.counts.items(), laws.game))
    for wager, found in collected.sample.wagers.items():
        terms += _terms(found.counts.items(), laws.wagers[wager])
    for summary in collected.sample.summaries:
        law = laws.nets[summary.wager]
        off = max(abs(summary.mean - law.mean(Fraction)) - summary.slack, Fraction())
        spread = law.variance(Fraction) / summary.rounds
        terms.append(float(-(off**2) / (2 * spread)) - log(2 * pi * float(spread)) / 2)
    if collected.serial is not None:
        terms.append(_serial(collected.serial, _SEATS in hypothesis.mistakes))
    return fsum(terms)


def _terms(counts: Iterable[tuple[K, int]], law: Law[K]) -> Iterator[float]:
    total = log(law.total)
    for key, number in counts:
        ways = law.ways.get(key, 0)
        yield number * (log(ways) - total if ways else NEVER)


def _serial(serial: Serial, seats: bool) -> float:
    """Return the log-likelihood of neighbours that repeat the dealer's card."""

    def of(chance: Fraction) -> float:
        again, other = log(chance), log(1 - chance)
        return serial.repeated * again + (serial.pairs - serial.repeated) * other

    if not seats:
        # Rounds of one shoe repeat a card a little less often than full shoes do: no matter here.
        seen = Fraction(serial.repeated, serial.pairs)
        return of(min(serial.chance, seen) if seen > 0 else serial.chance)
    number = _seats(serial)
    return of(Fraction(number - 1, number) + serial.chance / number)


def _seats(serial: Serial) -> int:
    """Return how many seats repeat the dealer's card as often as these rows do, from 2 to 9."""
    seen = Fraction(serial.repeated, serial.pairs)

    def off(seats: int) -> Fraction:
        return abs(Fraction(seats - 1, seats) + serial.chance / seats - seen)

    return min(range(2, 10), key=off)


def _signature(laws: Laws) -> object:
    """Return something equal for equal laws."""
    parts: list[object] = []
    every: list[Law[Any]] = [laws.game, *laws.wagers.values(), *laws.nets.values()]
    for law in every:
        common = gcd(*law.ways.values())
        parts.append(frozenset((key, ways // common) for key, ways in law))
    return tuple(parts)


def _departures(shares: Sequence[Share], tests: Sequence[Test]) -> tuple[Share | Test, ...]:
    """Return where the data depart most from the law."""
    notable = Decimal("0.01")
    rest = [test for test in tests if not test.name.startswith("share of") and test.p < notable]
    return (
        *[share for share in sorted(shares, key=lambda share: share.p)[:3] if share.p < notable],
        *sorted(rest, key=lambda test: test.p)[:4],
    )
