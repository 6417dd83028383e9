"""The table: many shoes at once, each with its own place, dealt round by round.

Cards are dealt as a dealer deals them, from real shuffled shoes: one card to each box and one to
the dealer, who plays against all of them; on ties the burn, a card to each box at war, and one
card for the dealer. Nothing here knows a probability.

A round has a line for each of its boxes. Wars are rare, so they are kept apart, each with the
line that it belongs to.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from warodds.rules.model import War
from warodds.simulate.plan import Plan
from warodds.simulate.shuffle import Cards, full_shoe, shuffled

Signs: TypeAlias = npt.NDArray[np.int8]
"""Comparisons: 1 for a higher player's card, 0 for a tie, −1 for a lower one."""
Numbers: TypeAlias = npt.NDArray[np.intp]

_VALUES = np.array([min(rank + 2, 10) if rank < 12 else 1 for rank in range(13)], dtype=np.intp)
"""What a card counts where the first card of a shoe says how many to burn."""

_ONE: Numbers = np.ones(1, dtype=np.intp)
_NOBODY: Numbers = np.empty(0, dtype=np.intp)


class Deal(NamedTuple):
    """Pairs of cards and how they compare."""

    player: Cards
    dealer: Cards
    comparison: Signs


class Rounds(NamedTuple):
    """Rounds as dealt: the first deal line by line, and the wars.

    `at` are the lines that went to war, `wars` how many it took them, `war` the deal that
    decided, and `first_war` the one before any other.
    """

    first: Deal
    at: Numbers
    wars: Numbers
    war: Deal
    first_war: Deal


class Table:
    """Shoes in play, as many as there are lines in `cards`.

    The shoes lie one behind the other in `flat`; `base` is where each begins there, `place` its
    next card, `end` the place behind its last one, `discarded` that behind its discards.
    """

    def __init__(self, plan: Plan, rng: np.random.Generator, cards: Cards) -> None:
        self.plan = plan
        self.rng = rng
        shoes, self.size = cards.shape
        self.flat: Cards = np.ascontiguousarray(cards).reshape(-1)
        self.base: Numbers = np.arange(shoes) * self.size
        self.place: Numbers = self.base.copy()
        self.end: Numbers = self.base + self.size
        self.discarded: Numbers = self.base.copy()
        self.refilled = np.zeros(shoes, dtype=bool)
        self.war = plan.rules.war or War()

    def start_shoe(self) -> None:
        """Burn what is burned when a shoe starts."""
        first_card = self.plan.rules.shoe_start.first_card
        if first_card == "burned-with-value":
            self.place += _VALUES[self.flat[self.base] >> 2]
        if first_card != "dealt":
            self.place += 1

    def play(self, rows: Numbers) -> Rounds:
        """Play one round at each of these shoes."""
        boxes, burn = self.plan.boxes, self.plan.rules.round_start.burn
        if self.plan.runs_out:
            self.discarded[rows] = self.place[rows]
            self._need(rows, burn + boxes + 1)
        start = self.place[rows] + burn
        if boxes == 1:
            player = self.flat[start]
            dealer = self._dealer(rows, start + 1)
        else:
            player = self.flat[start[:, None] + np.arange(boxes)].reshape(-1)
            dealer = np.repeat(self._dealer(rows, start + boxes), boxes)
        first = Deal(player, dealer, self._compare(player, dealer))
        at = np.flatnonzero(first.comparison == 0) if self.plan.wars else _NOBODY
        war = first_war = self._war(rows, at)
        wars = np.ones(at.size, dtype=np.intp)
        if self.plan.wars > 1:
            war = Deal(war.player.copy(), war.dealer.copy(), war.comparison.copy())
            for _ in range(1, self.plan.wars):
                again = np.flatnonzero(war.comparison == 0)
                further = self._war(rows, at[again])
                war.player[again] = further.player
                war.dealer[again] = further.dealer
                war.comparison[again] = further.comparison
                wars[again] += 1
        return Rounds(first, at, wars, war, first_war)

    def _war(self, rows: Numbers, at: Numbers) -> Deal:
        """Deal a war on these lines: burn, a card to each box at war in turn, one to the dealer."""
        # The lines of one round follow each other; `group` tells which of the rounds at war.
        round_of, starts, group, boxes = at, np.arange(at.size), np.arange(at.size), _ONE
        if self.plan.boxes > 1:
            round_of, starts, group, boxes = np.unique(
                at // self.plan.boxes, return_index=True, return_inverse=True, return_counts=True
            )
        turn = np.arange(at.size) - starts[group]
        rows = rows[round_of]
        before_player, before_dealer = self.war.burn_before_player, self.war.burn_before_dealer
        most = before_player + self.plan.boxes + before_dealer + 1
        if self.plan.dealing.put_back == "first deal":
            fresh = shuffled(self.plan, self.rng, rows.size, most)
            player = fresh[group, before_player + turn]
            dealers = fresh[np.arange(rows.size), before_player + boxes + before_dealer]
        else:
            if self.plan.runs_out:
                self._need(rows, most)
            start = self.place[rows] + before_player
            player = self.flat[start[group] + turn]
            dealers = self._dealer(rows, start + boxes + before_dealer)
        dealer = dealers[group]
        return Deal(player, dealer, self._compare(player, dealer))

    def _dealer(self, rows: Numbers, place: Numbers) -> Cards:
        """Deal the dealer's card, the last one of a deal, from these places.

        One that is too low is thrown away, where that is a mistake.
        """
        card: Cards = self.flat[place]
        self.place[rows] = place + 1
        least = 4 * self.plan.dealing.dealer_at_least
        low = np.flatnonzero(card < least) if least else _NOBODY
        while low.size:
            again = rows[low]
            self._need(again, 1)
            card[low] = self.flat[self.place[again]]
            self.place[again] += 1
            low = low[card[low] < least]
        return card

    def _need(self, rows: Numbers, cards: int) -> None:
        """Complete shoes that have fewer cards left: what was discarded is shuffled and dealt on.

        A shoe that runs out again, because a dealer threw it away, gives way to a new one.
        """
        for row in rows[self.place[rows] + cards > self.end[rows]]:
            base = self.base[row]
            left = self.flat[self.place[row] : self.end[row]].copy()
            discards = self.flat[base : self.discarded[row]]
            if left.size + discards.size < cards:
                discards = full_shoe(self.plan)
            dealt_on = np.concatenate([left, self.rng.permutation(discards)])[: self.size]
            self.flat[base : base + dealt_on.size] = dealt_on
            self.end[row] = base + dealt_on.size
            self.place[row] = self.discarded[row] = base
            self.refilled[row] = True

    def _compare(self, player: Cards, dealer: Cards) -> Signs:
        players, dealers = player >> 2, dealer >> 2
        if self.plan.dealing.aces_low:
            players, dealers = (players + 1) % 13, (dealers + 1) % 13
        sign: Signs = (players > dealers).view(np.int8) - (players < dealers).view(np.int8)
        how = self.plan.dealing.unlike_suits
        if how != "tie":
            suits = (player & 3).astype(np.int8) - (dealer & 3).astype(np.int8)
            by_suit = {"lower": -1, "higher": 1}.get(how, np.sign(suits))
            sign = np.where((sign == 0) & (suits != 0), by_suit, sign).astype(np.int8)
        return sign
