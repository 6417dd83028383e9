"""Which known mistake explains the data best.

Each suspect is a hypothesis with an exact law. All the data are weighed: the log-likelihood of
every round, wager and mean, less ½·ln(rounds) for each assumption (the Bayesian information
criterion), so that two mistakes must explain much more than one. Then the same tests are made
again under the suspect's law: a suspect explains the data when it passes them all.

Every mistake and every pair that can be made together is weighed at every deck count, none left
out: first by `screen`, then the best of them by the exact engine. The screen needs numpy; without
it, single mistakes and deck counts are all that is weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import log

from warodds.errors import WaroddsError
from warodds.mistakes import Dealing, apply, find
from warodds.verification.judging.hypotheses import Engine, Hypothesis, Laws
from warodds.verification.judging.judge import held, impossible_keys, judge
from warodds.verification.judging.measures import Share, Test
from warodds.verification.judging.neighbours import neighbours_likelihood, repeats, seats_of
from warodds.verification.judging.shoes import SharedShoes, shared_shoes
from warodds.verification.judging.tails import deflated
from warodds.verification.model import MUCH_LESS_LIKELY, Suspect, Suspicion
from warodds.verification.reading.read import Collected
from warodds.verification.suspicion.candidates import every_hypothesis, label, seen_nets
from warodds.verification.suspicion.departures import departures
from warodds.verification.suspicion.resolution import needed

_SEATS = "unmarked-seats"
NAMED = 5
"""As many suspects are shown, and all that are nearly as likely as the best, to a limit."""

MOST_NAMED = 20

Watched = Callable[[Sequence[Hypothesis]], Iterable[Hypothesis]]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A hypothesis with its penalised log-likelihood; `kind` is equal where laws are equal."""

    hypothesis: Hypothesis
    score: float
    kind: object


@dataclass(frozen=True, slots=True)
class Group:
    """Hypotheses with one law as far as the data show, the fewest assumptions first."""

    score: float
    members: list[Hypothesis]


def suspects(
    collected: Collected,
    engine: Engine,
    decks: int,
    alpha: Fraction,
    lost: int,
    judged: tuple[Sequence[Share], Sequence[Test]],
    watch: Watched = iter,
    cut: int | None = None,
) -> Suspicion:
    """Rank what could explain the data, best first; `cut` is that of unmarked shoes."""
    court = _Court(collected, engine, decks, alpha, lost, cut)
    groups = court.groups(watch)
    named = tuple(court.suspects(groups))
    off: tuple[Share | Test, ...] = ()
    if not (named and named[0].passes):
        off = departures(collected.sample, engine.laws(Hypothesis(decks)), *judged)
    return Suspicion(named, off, tuple(court.unseen(groups)), court.pairs)


class _Court:
    """Hypotheses weighed on one sample."""

    def __init__(
        self,
        collected: Collected,
        engine: Engine,
        decks: int,
        alpha: Fraction,
        lost: int,
        cut: int | None,
    ) -> None:
        self.collected = collected
        self.engine = engine
        self.decks = decks
        self.alpha = alpha
        self.lost = lost
        self.cut = cut
        self.pairs = True
        self.verdicts: dict[Hypothesis, tuple[Decimal, bool]] = {}
        self.seen = seen_nets(engine.rules, collected.sample)
        self.penalty = log(max(2, collected.sample.told)) / 2

    def groups(self, watch: Watched) -> list[Group]:
        """Weigh every hypothesis and return one group for each law, the best first."""
        try:
            from warodds.verification.suspicion.screen import Screen
        except ImportError:  # numpy comes with the extra `verify`, which a table of counts can lack
            self.pairs, found = False, self._exact_groups(watch)
        else:
            screen = Screen(self.engine, self.engine.sample)
            found = []
            for hypothesis in watch(every_hypothesis(self.decks, seen=self.seen)):
                weighed = screen.weigh(hypothesis)
                if weighed is not None:
                    likelihood, law = weighed
                    likelihood += self._neighbours(hypothesis, screen.repeats)
                    found.append((hypothesis, likelihood, law))
        groups: dict[object, Group] = {}
        for hypothesis, likelihood, law in sorted(found, key=lambda each: self.assumed(each[0])):
            score = likelihood - self.penalty * self.assumed(hypothesis)
            kind = law, self._seated(hypothesis)
            groups.setdefault(kind, Group(score, [])).members.append(hypothesis)
        return sorted(groups.values(), key=lambda group: -group.score)

    def _exact_groups(self, watch: Watched) -> list[tuple[Hypothesis, float, object]]:
        found: list[tuple[Hypothesis, float, object]] = []
        for hypothesis in watch(every_hypothesis(self.decks, pairs=False, seen=self.seen)):
            with suppress(WaroddsError):  # no law with these rules
                laws = self.engine.laws(hypothesis)
                found.append((hypothesis, self._likelihood(hypothesis, laws), laws.signature))
        return found

    def _likelihood(self, hypothesis: Hypothesis, laws: Laws) -> float:
        near = self._neighbours(hypothesis, lambda _: repeats(laws.game))
        return self.engine.log_likelihood(laws) + near

    def assumed(self, hypothesis: Hypothesis) -> int:
        """Return how many assumptions a hypothesis makes."""
        return len(hypothesis.mistakes) + (hypothesis.decks != self.decks)

    def _seated(self, hypothesis: Hypothesis) -> bool:
        return _SEATS in hypothesis.mistakes and self.collected.serial is not None

    def _neighbours(
        self, hypothesis: Hypothesis, one_rank: Callable[[Hypothesis], Fraction]
    ) -> float:
        serial = self.collected.serial
        if serial is None:
            return 0.0
        return neighbours_likelihood(serial, one_rank(hypothesis), self._seated(hypothesis))

    def weigh(self, hypothesis: Hypothesis) -> Weighed | None:
        """Weigh a hypothesis by its exact law, if it has one with these rules."""
        try:
            laws = self.engine.laws(hypothesis)
        except WaroddsError:
            return None
        score = self._likelihood(hypothesis, laws)
        score -= self.penalty * self.assumed(hypothesis)
        return Weighed(hypothesis, score, (laws.signature, self._seated(hypothesis)))

    def alike(self, group: Group, weighed: Weighed) -> Iterator[Hypothesis]:
        """Yield others of a group that assume no more and have exactly the same law."""
        least = self.assumed(weighed.hypothesis)
        for other in group.members:
            if other != weighed.hypothesis and self.assumed(other) <= least:
                found = self.weigh(other)
                if found is not None and found.kind == weighed.kind:
                    yield other

    def unseen(self, groups: Sequence[Group]) -> Iterator[str]:
        """Yield the mistakes that these data could not show: their law is the right one's."""
        right = Hypothesis(self.decks)
        (group,) = [each for each in groups if right in each.members]
        law = self.weigh(right)
        for other in group.members:
            if other.decks == self.decks and len(other.mistakes) == 1:
                found = self.weigh(other)
                if found is not None and law is not None and found.kind == law.kind:
                    yield other.mistakes[0]

    def _extends(self, hypothesis: Hypothesis, better: Hypothesis) -> bool:
        """Whether a hypothesis adds an assumption to one that explains the data without it."""
        return (
            set(better.mistakes) <= set(hypothesis.mistakes)
            and better.decks in (self.decks, hypothesis.decks)
            and self.verdict(better)[1]
        )

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
            shoes = self._shoes(hypothesis)
            tests = judge(collected, laws, self.alpha, self.lost, shoes)[1]
            if _SEATS in hypothesis.mistakes and self.collected.serial is not None:
                # Rows that share a dealer's card count for as many fewer as there are seats.
                seats = seats_of(self.collected.serial)
                tests = [replace(test, p=deflated(test.p, seats)) for test in tests]
            judged = held(tests, self.alpha)
            least = min((each.adjusted for each in judged), default=Decimal(1))
            passes = not impossible and all(each.passed for each in judged)
            self.verdicts[hypothesis] = Decimal(0) if impossible else least, passes
        return self.verdicts[hypothesis]

    def _shoes(self, hypothesis: Hypothesis) -> dict[str, SharedShoes]:
        """Return what is known of whole shoes dealt as they should be, the decks or payouts wrong.

        Of other deals, and of shoes too small for the cut card, the law of a fresh round is known.
        """
        engine = self.engine
        rules, dealing = apply(engine.rules, hypothesis.mistakes)
        if hypothesis.decks is not None and replace(dealing, marked=True) == Dealing():
            with suppress(WaroddsError):
                return shared_shoes(
                    rules,
                    hypothesis.decks,
                    self.cut,
                    engine.surrendered,
                    engine.sample,
                    engine.paytables,
                )
        return {}

    def suspects(self, groups: Sequence[Group]) -> list[Suspect]:
        """Return the best hypotheses as suspects."""
        right = self.weigh(Hypothesis(self.decks))
        best: list[tuple[Weighed, list[str]]] = []
        for group in groups:
            hypothesis = group.members[0]
            if any(self._extends(hypothesis, better.hypothesis) for better, _ in best):
                continue
            found = self.weigh(hypothesis)
            if found is None or found.kind in (right and right.kind, *(b.kind for b, _ in best)):
                continue
            # What cannot be right has no need of others that are just as wrong.
            told = not best or self.verdict(hypothesis)[1]
            others = self.alike(group, found) if told else ()
            best.append((found, [self.label(each) for each in others]))
            if len(best) >= NAMED and best[0][0].score - found.score > MUCH_LESS_LIKELY:
                break
            if len(best) == MOST_NAMED:
                break
        best.sort(key=lambda each: -each[0].score)
        rounds = self._telling([each.hypothesis for each, _ in best])
        return [
            self._suspect(each, alike, best[0][0].score, rounds.get(each.hypothesis))
            for each, alike in best
        ]

    def _telling(self, ranked: Sequence[Hypothesis]) -> dict[Hypothesis, int | None]:
        """Return the rounds that tell the other suspects from the best, if that explains all."""
        passing = [each for each in ranked if self.verdict(each)[1]]
        if not self.pairs or len(passing) < 2 or passing[0] != ranked[0]:
            return {}
        return dict(needed(self.engine, passing[0], passing[1:], self.alpha))

    def _suspect(
        self, weighed: Weighed, alike: Sequence[str], best: float, rounds: int | None
    ) -> Suspect:
        hypothesis = weighed.hypothesis
        return Suspect(
            self.label(hypothesis),
            self.summary(hypothesis),
            hypothesis.mistakes,
            hypothesis.decks,
            self.assumed(hypothesis),
            Decimal(f"{weighed.score - best:.2f}"),
            *self.verdict(hypothesis),
            tuple(alike),
            rounds,
        )

    def label(self, hypothesis: Hypothesis) -> str:
        """Return a hypothesis in a few words."""
        return label(hypothesis, self.decks)

    def summary(self, hypothesis: Hypothesis) -> str:
        """Return what a hypothesis says, in sentences."""
        parts = [find(name).summary for name in hypothesis.mistakes]
        if hypothesis.decks != self.decks:
            parts.append(f"Dealt from another number of decks than {self.decks}.")
        return " ".join(parts)
