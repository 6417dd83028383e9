"""Rounds as a table deals them: shoe after shoe, each to its cut card.

Shoes are dealt side by side, so rounds come out of order; each carries its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from warodds.simulate.plan import Plan
from warodds.simulate.shuffle import shuffled
from warodds.simulate.table import Deal, Numbers, Rounds, Table

MOST_CARDS = 1 << 22
"""Cards shuffled at a time, which bounds the memory that any plan takes."""


class Dealt(NamedTuple):
    """Rounds with their numbers, counted from nothing; a shoe is named by its first round.

    There may be a few more than were asked for: those with numbers too high are not to be used.
    """

    rounds: Rounds
    number: Numbers
    shoe: Numbers


def deal(plan: Plan, rng: np.random.Generator, rounds: int) -> Dealt:
    """Deal so many rounds from new shoes."""
    parts: list[Dealt] = []
    dealt = 0
    while dealt < rounds:
        part = _fresh if plan.cut is None else _to_the_cut_card
        parts.append(part(plan, rng, shoes(plan, rounds - dealt), dealt))
        dealt += parts[-1].number.size
    return Dealt(
        _joined([part.rounds for part in parts]),
        np.concatenate([part.number for part in parts]),
        np.concatenate([part.shoe for part in parts]),
    )


def shoes(plan: Plan, rounds: int) -> int:
    """Return how many shoes to deal side by side for so many rounds.

    A shoe or two too many are dealt in vain; one too few costs another turn of the loop.
    """
    if plan.cut is None:
        return min(rounds, max(1, MOST_CARDS // _cards_of_a_fresh_round(plan)))
    enough = int(rounds / (plan.cards - plan.cut) * _cards_per_round(plan)) + 2
    return min(enough, max(1, MOST_CARDS // plan.cards))


def _cards_of_a_fresh_round(plan: Plan) -> int:
    return plan.cards if plan.dealing.dealer_at_least else plan.longest


def _fresh(plan: Plan, rng: np.random.Generator, rounds: int, before: int) -> Dealt:
    """Deal rounds from a shoe each; `before` rounds were dealt before them."""
    cards = shuffled(plan, rng, rounds, _cards_of_a_fresh_round(plan))
    numbers = np.arange(rounds)
    return Dealt(Table(plan, rng, cards).play(numbers), numbers + before, numbers + before)


def _cards_per_round(plan: Plan) -> float:
    """Return a little more cards than a round takes on average."""
    war = plan.rules.war
    taken = plan.rules.round_start.burn + plan.boxes + 1.0
    if war is not None and plan.wars:
        burned = war.burn_before_player + war.burn_before_dealer
        taken += 0.08 * plan.boxes + min(1.0, 0.08 * plan.boxes) * (burned + 1)
    return taken


def _to_the_cut_card(plan: Plan, rng: np.random.Generator, shoes: int, before: int) -> Dealt:
    """Deal shoes to the cut card; `before` rounds were dealt before them.

    A round starts while the cut card has not come out, and is finished whenever it does. Whether
    one starts when the cut card is the next to come is for the rules to say; if so it is the last.
    """
    table = Table(plan, rng, shuffled(plan, rng, shoes, plan.cards))
    table.start_shoe()
    cut_card = plan.cards - (plan.cut or 0)
    played = plan.rules.cut_card.as_first_card == "round-played"
    last_start = table.base + (cut_card if played else cut_card - 1)
    steps: list[Rounds] = []
    shoe_of: list[Numbers] = []
    rows: Numbers = np.flatnonzero(table.place <= last_start)
    while rows.size:
        steps.append(table.play(rows))
        shoe_of.append(rows)
        rows = rows[(table.place[rows] <= last_start[rows]) & ~table.refilled[rows]]
    shoe = np.concatenate([rows[:0], *shoe_of])
    step = np.repeat(np.arange(len(steps)), [each.size for each in shoe_of])
    length = np.bincount(shoe, minlength=shoes)
    starts = before + np.cumsum(length) - length
    return Dealt(_joined(steps), starts[shoe] + step, starts[shoe])


def _joined(parts: Sequence[Rounds]) -> Rounds:
    """Put rounds behind each other; wars keep to their lines."""
    sizes = [part.first.player.size for part in parts]
    starts = np.cumsum([0, *sizes[:-1]])
    return Rounds(
        _deals([part.first for part in parts]),
        np.concatenate([part.at + start for part, start in zip(parts, starts, strict=True)]),
        np.concatenate([part.wars for part in parts]),
        _deals([part.war for part in parts]),
        _deals([part.first_war for part in parts]),
    )


def _deals(parts: Sequence[Deal]) -> Deal:
    return Deal(
        np.concatenate([part.player for part in parts]),
        np.concatenate([part.dealer for part in parts]),
        np.concatenate([part.comparison for part in parts]),
    )
