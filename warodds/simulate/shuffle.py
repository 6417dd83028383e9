"""Shuffled shoes, many at a time."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from warodds.simulate.plan import Plan

Cards: TypeAlias = npt.NDArray[np.uint8]
"""Cards as 4·rank + suit."""

_CARD_BITS = 6
"""Bits that hold a card; the bits above them are random."""


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
    """Return the first cards of so many shuffled shoes, a line for each."""
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
        return _whole(full, rng, shoes)[:, :cards]
    return _few(full, rng, shoes, cards)


def _whole(full: Cards, rng: np.random.Generator, shoes: int) -> Cards:
    """Sort each shoe by random keys, again where two cards drew the same one.

    Distinct keys are as likely in any order, so every order of the cards is as likely. Sorting
    numbers that hold key and card is several times faster than exchanging cards one by one.
    """
    wide = full.size > 2000
    word = np.uint64 if wide else np.uint32
    mask = word((1 << _CARD_BITS) - 1)
    keys = rng.integers(0, 1 << (64 if wide else 32), (shoes, full.size), dtype=word)
    keys &= ~mask
    keys |= full
    keys.sort(axis=1)
    same = ((keys[:, 1:] ^ keys[:, :-1]) <= mask).any(axis=1)
    cards: Cards = (keys & mask).astype(np.uint8)
    if same.any():
        cards[same] = _whole(full, rng, int(same.sum()))
    return cards


def _few(full: Cards, rng: np.random.Generator, shoes: int, cards: int) -> Cards:
    """Draw places one by one, again where a place has been drawn before."""
    places = np.empty((cards, shoes), dtype=np.uint32)
    for number in range(cards):
        again: npt.NDArray[np.intp] = np.arange(shoes)
        while again.size:
            drawn = rng.integers(0, full.size, again.size, dtype=np.uint32)
            places[number, again] = drawn
            taken = np.zeros(again.size, dtype=bool)
            for earlier in range(number):
                taken |= places[earlier, again] == drawn
            again = again[taken]
    return full[places.T]
