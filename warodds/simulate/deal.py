"""Rounds in the order in which a table deals them: shoe after shoe, each to its cut card."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from warodds.simulate.plan import Plan
from warodds.simulate.table import Numbers, Places, Rounds, Table, shuffled

MOST_SHOES = 4096
"""Shoes dealt side by side."""


class Dealt(NamedTuple):
    """Rounds in order, with the number of the round in which the shoe of each began."""

    rounds: Rounds
    shoe: Numbers


def deal(plan: Plan, rng: np.random.Generator, rounds: int) -> Dealt:
    """Deal so many rounds from new shoes."""
    return _fresh(plan, rng, rounds) if plan.cut is None else _shoes(plan, rng, rounds)


def _fresh(plan: Plan, rng: np.random.Generator, rounds: int) -> Dealt:
    cards = plan.cards if plan.dealing.dealer_at_least else plan.longest
    table = Table(plan, rng, shuffled(plan, rng, rounds, cards))
    return Dealt(table.play(np.arange(rounds)), np.arange(rounds))


def _shoes(plan: Plan, rng: np.random.Generator, rounds: int) -> Dealt:
    """Deal shoes side by side, then put their rounds one shoe behind the other."""
    parts: list[Rounds] = []
    lengths: list[Numbers] = []
    dealt = 0
    ahead = plan.cards - (plan.cut or 0)
    while dealt < rounds:
        shoes = min(MOST_SHOES, int((rounds - dealt) / ahead * _cards_per_round(plan)) + 2)
        part, length = _to_the_cut_card(plan, rng, shoes)
        parts.append(part)
        lengths.append(length)
        dealt += int(length.sum())
    length = np.concatenate(lengths)
    starts = np.cumsum(length) - length
    whole = Rounds(*(np.concatenate(column)[:rounds] for column in zip(*parts, strict=True)))
    return Dealt(whole, np.repeat(starts, length)[:rounds])


def _cards_per_round(plan: Plan) -> float:
    """Return a little more than a round takes on average: enough shoes for so many rounds.

    A shoe or two too many are dealt in vain; one too few costs another turn of the loop.
    """
    war = plan.rules.war
    taken = plan.rules.round_start.burn + plan.boxes + 1.0
    if war is not None and plan.wars:
        burned = war.burn_before_player + war.burn_before_dealer
        taken += 0.08 * plan.boxes + min(1.0, 0.08 * plan.boxes) * (burned + 1)
    return taken


def _to_the_cut_card(plan: Plan, rng: np.random.Generator, shoes: int) -> tuple[Rounds, Numbers]:
    """Deal shoes to the cut card: their rounds in order, and how many each had.

    A round starts while the cut card has not come out, and is finished whenever it does. Whether
    one starts when the cut card is the next to come is for the rules to say.
    """
    table = Table(plan, rng, shuffled(plan, rng, shoes, plan.cards))
    table.start_shoe()
    cut_card = plan.cards - (plan.cut or 0)
    last_start = cut_card - (plan.rules.cut_card.as_first_card == "shuffled-at-once")
    steps: list[Rounds] = []
    rows_of: list[Places] = []
    rows: Places = np.flatnonzero(table.place <= last_start)
    while rows.size:
        steps.append(table.play(rows))
        rows_of.append(rows)
        # Round-played: the round that starts at the cut card is the last, as the card is out.
        rows = rows[(table.place[rows] <= last_start) & ~table.refilled[rows]]
    every = np.concatenate(rows_of)
    # Stable, so that the rounds of one shoe stay in their order.
    order = np.argsort(every, kind="stable")
    rounds = Rounds(*(np.concatenate(column)[order] for column in zip(*steps, strict=True)))
    return rounds, np.bincount(every, minlength=shoes)
