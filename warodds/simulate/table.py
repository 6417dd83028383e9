"""The table: many shoes at once, each with its own place, dealt round by round.

Cards are dealt as a dealer deals them, from real shuffled shoes: one card to each box and one to
the dealer, who plays against all of them; on ties the burn, a card to each box at war, and one
card for the dealer. Nothing here knows a probability.

A card is 4·rank + suit. `NONE` stands where no card was dealt.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from warodds.rules.model import War
from warodds.simulate.plan import Plan

Cards: TypeAlias = npt.NDArray[np.uint8]
Signs: TypeAlias = npt.NDArray[np.int8]
Places: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.int64]

NONE = 255
"""No card."""

_VALUES = np.array([min(rank + 2, 10) if rank < 12 else 1 for rank in range(13)], dtype=np.int64)
"""What a card counts where the first card of a shoe says how many to burn."""


class Rounds(NamedTuple):
    """Rounds as dealt: a line for each round, a column for each box.

    `war_player` and `war_dealer` are the cards of the war that decided, the two after them those
    of the first war; `wars` counts them. Comparisons are 1 for a higher player's card, 0 for a
    tie and −1 for a lower one.
    """

    player: Cards
    dealer: Cards
    comparison: Signs
    wars: Cards
    war_player: Cards
    war_dealer: Cards
    war_comparison: Signs
    first_war_player: Cards
    first_war_dealer: Cards
    first_war_comparison: Signs


class Table:
    """Shoes in play, as many as there are lines in `cards`; `place` is the next card of each."""

    def __init__(self, plan: Plan, rng: np.random.Generator, cards: Cards) -> None:
        self.plan = plan
        self.rng = rng
        self.cards = np.ascontiguousarray(cards)
        self.flat: Cards = self.cards.reshape(-1)  # a view: what is refilled is dealt
        shoes, size = cards.shape
        self.place: Places = np.zeros(shoes, dtype=np.int64)
        self.end: Places = np.full(shoes, size, dtype=np.int64)
        self.discarded: Places = np.zeros(shoes, dtype=np.int64)
        self.refilled = np.zeros(shoes, dtype=bool)
        self.war = plan.rules.war or War()
        self.order: Signs = np.repeat(np.arange(13, dtype=np.int8), 4)
        if plan.dealing.aces_low:
            self.order = (self.order + 1) % 13

    def start_shoe(self) -> None:
        """Burn what is burned when a shoe starts."""
        first_card = self.plan.rules.shoe_start.first_card
        if first_card != "dealt":
            self.place += 1
        if first_card == "burned-with-value":
            self.place += _VALUES[self.cards[:, 0] >> 2]

    def play(self, rows: Places) -> Rounds:
        """Play one round at each of these shoes."""
        plan, boxes = self.plan, self.plan.boxes
        self.discarded[rows] = self.place[rows]
        self._need(rows, plan.rules.round_start.burn + boxes + 1)
        self.place[rows] += plan.rules.round_start.burn
        player = self._next(rows, np.arange(boxes)[None, :])
        self.place[rows] += boxes
        dealer = self._dealer(rows)
        comparison = self._compare(player, dealer)
        shape = player.shape
        wars = np.zeros(shape, dtype=np.uint8)
        last = (
            np.full(shape, NONE, dtype=np.uint8),
            np.full(shape, NONE, dtype=np.uint8),
            np.zeros(shape, dtype=np.int8),
        )
        first = last
        tied = comparison == 0
        for number in range(plan.wars):
            at = np.flatnonzero(tied.any(axis=1))
            if not at.size:
                break
            if number == 1:  # the first war stays known where others follow
                first = (last[0].copy(), last[1].copy(), last[2].copy())
            box_tied = tied[at]
            war_player, war_dealer = self._war(rows[at], box_tied)
            war_comparison = self._compare(war_player, war_dealer)
            line, box = np.nonzero(box_tied)
            last[0][at[line], box] = war_player[line, box]
            last[1][at[line], box] = war_dealer[line]
            last[2][at[line], box] = war_comparison[line, box]
            wars[at[line], box] += 1
            tied[at] = box_tied & (war_comparison == 0)
        return Rounds(player, dealer, comparison, wars, *last, *first)

    def _war(self, rows: Places, tied: npt.NDArray[np.bool_]) -> tuple[Cards, Cards]:
        """Burn, and deal a card to each tied box in turn and one to the dealer."""
        boxes = tied.sum(axis=1)
        turn = np.maximum(tied.cumsum(axis=1) - 1, 0)
        before_player, before_dealer = self.war.burn_before_player, self.war.burn_before_dealer
        most = before_player + self.plan.boxes + before_dealer + 1
        if self.plan.dealing.put_back == "first deal":
            fresh = shuffled(self.plan, self.rng, rows.size, most)
            line = np.arange(rows.size)
            return (
                fresh[line[:, None], before_player + turn],
                fresh[line, before_player + boxes + before_dealer],
            )
        self._need(rows, most)
        self.place[rows] += before_player
        player = self._next(rows, turn)
        self.place[rows] += boxes + before_dealer
        return player, self._dealer(rows)

    def _dealer(self, rows: Places) -> Cards:
        """Deal the dealer's card; one that is too low is thrown away, where that is a mistake."""
        card = self._next(rows, np.zeros((1, 1), dtype=np.int64))[:, 0]
        self.place[rows] += 1
        least = 4 * self.plan.dealing.dealer_at_least
        low = np.flatnonzero(card < least)
        while low.size:
            self._need(rows[low], 1)
            card[low] = self._next(rows[low], np.zeros((1, 1), dtype=np.int64))[:, 0]
            self.place[rows[low]] += 1
            low = low[card[low] < least]
        return card

    def _next(self, rows: Places, ahead: Numbers) -> Cards:
        """Return cards some places ahead in each shoe, without moving on."""
        at = (rows * self.cards.shape[1] + self.place[rows])[:, None] + ahead
        dealt: Cards = self.flat[at]
        return dealt

    def _need(self, rows: Places, cards: int) -> None:
        """Complete shoes that have fewer cards left: what was discarded is shuffled and dealt on.

        A shoe that runs out again, because a dealer threw it away, gives way to a new one.
        """
        for row in rows[self.place[rows] + cards > self.end[rows]]:
            left = self.cards[row, self.place[row] : self.end[row]].copy()
            discards = self.cards[row, : self.discarded[row]]
            if left.size + discards.size < cards:
                discards = full_shoe(self.plan)[: self.cards.shape[1] - left.size]
            dealt_on = np.concatenate([left, self.rng.permutation(discards)])
            self.cards[row, : dealt_on.size] = dealt_on
            self.end[row] = dealt_on.size
            self.place[row] = self.discarded[row] = 0
            self.refilled[row] = True

    def _compare(self, player: Cards, dealer: Cards) -> Signs:
        dealers = dealer[:, None]
        sign: Signs = np.sign(self.order[player] - self.order[dealers])
        how = self.plan.dealing.unlike_suits
        if how != "tie":
            suits = (player & 3).astype(np.int8) - (dealers & 3).astype(np.int8)
            unlike = (sign == 0) & (suits != 0)
            by_suit = {"lower": -1, "higher": 1}.get(how, np.sign(suits))
            sign = np.where(unlike, by_suit, sign).astype(np.int8)
        return sign


def full_shoe(plan: Plan) -> Cards:
    """Return the cards of a shoe in new-deck order: suit by suit, from the two to the ace."""
    deck = [
        4 * rank + suit
        for suit in range(4)
        for rank in range(13)
        if rank not in plan.dealing.missing
    ]
    return np.tile(np.array(deck, dtype=np.uint8), plan.decks)


def shuffled(plan: Plan, rng: np.random.Generator, shoes: int, cards: int) -> Cards:
    """Return the first cards of so many shuffled shoes."""
    full = full_shoe(plan)
    size, block = full.size, plan.dealing.blocks
    if plan.dealing.put_back == "each card":
        return full[rng.integers(0, size, (shoes, cards), dtype=np.uint32)]
    if block > 1:
        blocks = np.arange(size // block, dtype=np.uint32)
        moved = rng.permuted(np.broadcast_to(blocks, (shoes, blocks.size)), axis=1)
        laid: Cards = full.reshape(-1, block)[moved].reshape(shoes, size)
        return laid[:, :cards]
    if cards * 4 > size:
        return rng.permuted(np.broadcast_to(full, (shoes, size)), axis=1)[:, :cards]
    # A few cards of each shoe: draw places one by one, again where one has been drawn before.
    places = np.empty((cards, shoes), dtype=np.uint32)
    for number in range(cards):
        again: npt.NDArray[np.intp] = np.arange(shoes)
        while again.size:
            drawn = rng.integers(0, size, again.size, dtype=np.uint32)
            places[number, again] = drawn
            taken = np.zeros(again.size, dtype=bool)
            for earlier in range(number):
                taken |= places[earlier, again] == drawn
            again = again[taken]
    return full[places.T]
