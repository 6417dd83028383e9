"""What a simulation found: how often each wager ended how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from warodds.errors import unknown
from warodds.parallel import Watch
from warodds.rules import Rules
from warodds.rules.model import Decision
from warodds.shown import Shown
from warodds.simulate.plan import Plan, plan
from warodds.simulate.run import Key, counts

GAME = "game"
"""The main and the war wager together."""


@dataclass(frozen=True, slots=True)
class Simulated(Shown):
    """Counts by wager, event and net units. The wager `game` is main and war wager together."""

    plan: Plan
    counts: Mapping[Key, int]

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers placed, `game` first."""
        return (GAME, *(wager.id for wager, _ in self.plan.side))

    def of(self, wager: str = GAME) -> dict[tuple[str, Fraction], int]:
        """Return the counts of one wager by event and net units, in the order of its paytable."""
        if wager not in self.wagers:
            raise unknown("wager placed", wager, self.wagers)
        return {(event, net): n for (name, event, net), n in self.counts.items() if name == wager}

    def rounds(self, wager: str = GAME) -> int:
        """Return how often a wager was placed in rounds that were logged."""
        return sum(self.of(wager).values())

    def total(self, wager: str = GAME) -> Fraction:
        """Return the net units won on a wager, exactly."""
        return sum((net * number for (_, net), number in self.of(wager).items()), Fraction())

    def mean(self, wager: str = GAME) -> Fraction:
        """Return the net units per wager placed, exactly; zero where it never was."""
        return self.total(wager) / max(self.rounds(wager), 1)


def simulate(
    rules: Rules | str | Path,
    decks: int = 6,
    rounds: int = 1_000_000,
    seed: int = 0,
    *,
    boxes: int | None = None,
    cut: int | None = None,
    fresh: bool = False,
    decision: Decision | None = None,
    wagers: Sequence[str] = (),
    paytable: str | None = None,
    mistakes: Sequence[str] = (),
    first_card_burn: bool | None = None,
    round_burn: bool | None = None,
    war_burn: bool | None = None,
    study: bool = False,
    workers: int = 1,
    watch: Watch = iter,
) -> Simulated:
    """Simulate a game and count how it ended; the same seed always gives the same counts.

    With more than one of `workers`, so many processes share the work, and a script that calls
    this needs the usual `if __name__ == "__main__":`. The other arguments are those of `plan`.

    >>> result = simulate("pennsylvania", decks=6, rounds=1000, seed=1)
    >>> result.rounds(), sorted({event for event, _ in result.of()})[:2]
    (1000, ['higher', 'lower'])
    """
    planned = plan(
        rules,
        decks,
        rounds,
        seed,
        boxes=boxes,
        cut=cut,
        fresh=fresh,
        decision=decision,
        wagers=wagers,
        paytable=paytable,
        mistakes=mistakes,
        first_card_burn=first_card_burn,
        round_burn=round_burn,
        war_burn=war_burn,
        study=study,
    )
    return run(planned, workers, watch)


def run(planned: Plan, workers: int = 1, watch: Watch = iter) -> Simulated:
    """Run a plan and count."""
    return Simulated(planned, counts(planned, workers, watch))
