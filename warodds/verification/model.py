"""What a verification finds: tests, shares, impossible rounds, power, suspects and a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from warodds.errors import WaroddsError
from warodds.rules import Rules
from warodds.shown import Shown
from warodds.verification.judging.measures import Share, Test
from warodds.verification.sample import Sample, Trouble

MUCH_LESS_LIKELY = 7
"""A difference of log-likelihoods that settles which of two suspects it was: a thousand to one."""


class VerificationError(WaroddsError, AssertionError):
    """A sample that does not agree with the exact law; the message is the verdict."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A test with its p-value adjusted for the whole family (Holm)."""

    test: Test
    adjusted: Decimal
    passed: bool


@dataclass(frozen=True, slots=True)
class Power:
    """The smallest error in a wager's edge that the sample would have found, and for how many."""

    about: str
    rounds: int
    error: Decimal
    detect: Fraction | None = None
    needed: int | None = None


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A mistake or deck count that a sample is too small to find, and the least rounds it takes."""

    name: str
    mistakes: tuple[str, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class Suspect:
    """One explanation: mistakes, or another deck count, that would account for the data.

    `score` is its penalised log-likelihood less that of the best; `p` the smallest adjusted
    p-value of the tests under its law; `alike` what has exactly the same law as far as these data
    show; `rounds` the least rounds that tell it from the best, if the best can be right.
    """

    name: str
    summary: str
    mistakes: tuple[str, ...]
    decks: int | None
    assumptions: int
    score: Decimal
    p: Decimal
    passes: bool
    alike: tuple[str, ...] = ()
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Every suspect worth naming, best first, and what the data could not show of the rest.

    `pairs` is whether two mistakes at a time were weighed too.
    """

    suspects: tuple[Suspect, ...]
    departures: tuple[Share | Test, ...]
    invisible: tuple[str, ...]
    pairs: bool = True

    @property
    def explained(self) -> bool:
        """Whether the best suspect passes every test."""
        return bool(self.suspects) and self.suspects[0].passes

    @property
    def rivals(self) -> tuple[Suspect, ...]:
        """The suspects that explain the data too and are not much less likely than the best."""
        others = self.suspects[1:] if self.explained else ()
        return tuple(each for each in others if each.passes and each.score > -MUCH_LESS_LIKELY)


@dataclass(frozen=True, slots=True)
class Verification(Shown):
    """A sample judged. `check()` raises with the verdict unless it passed.

    `surrendered` is the share of ties that are, None where a tie leaves nothing to decide.
    """

    rules: Rules
    decks: int
    surrendered: Fraction | None
    alpha: Fraction
    sample: Sample
    shares: tuple[Share, ...]
    tests: tuple[Judged, ...]
    impossible: tuple[Trouble, ...]
    power: tuple[Power, ...]
    unresolved: tuple[Unresolved, ...]
    suspicion: Suspicion | None
    notes: tuple[str, ...]

    @property
    def decision(self) -> Literal["war", "surrender", "mixed"] | None:
        """What the player does on a tie: always the one, always the other, or now this, now that.

        None where a tie leaves nothing to decide.
        """
        if self.surrendered is None:
            return None
        if self.surrendered in (0, 1):
            return "surrender" if self.surrendered else "war"
        return "mixed"

    @property
    def passed(self) -> bool:
        """Whether nothing speaks against the data."""
        nonsense = self.impossible or self.sample.troubles
        return not nonsense and all(judged.passed for judged in self.tests)

    @property
    def failures(self) -> tuple[Judged, ...]:
        """The tests that failed, the smallest p-value first."""
        failed = [judged for judged in self.tests if not judged.passed]
        return tuple(sorted(failed, key=lambda judged: judged.test.p))

    @property
    def rounds(self) -> int:
        """How many rounds were judged, or of the largest wager where there are no rounds."""
        return self.sample.told

    @property
    def verdict(self) -> str:
        """One line: PASS or FAIL, and why. How it is put is a front end's business."""
        return self._last_line()

    def check(self) -> Verification:
        """Return the verification if it passed, else raise `VerificationError` with its verdict."""
        if not self.passed:
            raise VerificationError(self.verdict)
        return self
