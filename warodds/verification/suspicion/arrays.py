"""What is dealt, as arrays of chances in floating point: from the numbers of cards left.

The axes of an array are ranks: the player's and the dealer's of a first deal; of a war the rank
first tied, then the player's and the dealer's. `screen` names and adds these arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from warodds.cards import RANKS
from warodds.mistakes import Dealing
from warodds.mistakes.dealt import shoe_of
from warodds.mistakes.model import MOST_WARS
from warodds.mistakes.repeats import repeated

Chances = npt.NDArray[np.float64]
Part = tuple[str, int]
"""How a round ends, and in which war: 0 for none."""

SAME = np.eye(len(RANKS), dtype=bool)


@dataclass(frozen=True)
class Dealt:
    """The chances of a dealing: first deals decided and tied, and the first war after each tie.

    `perfect` is the share of one suit among pairs of one rank, in the first deal and, by the rank
    first tied and the rank then paired, in a war; `coloured` that of one colour among the others.
    """

    higher: Chances
    lower: Chances
    tied: Chances
    war: Mapping[str, Chances]
    perfect: float
    war_perfect: Chances
    war_coloured: Chances


def dealt(decks: int, dealing: Dealing) -> Dealt:
    """Return the chances of a round's cards, compared as the dealing compares them."""
    held = np.array(shoe_of(decks, dealing).by_rank, dtype=np.float64)
    size, back = held.sum(), dealing.put_back == "each card"
    gone = 0.0 if back else 1.0
    high = np.arange(len(RANKS)) >= dealing.dealer_at_least
    most = held[high].sum()
    # The dealer's card is one of the high ones left after the player's.
    left = (held[None, :] - gone * SAME) * high[None, :]
    first = (held / size)[:, None] * left / (most - gone * high)[:, None]
    full = dealing.put_back != "nothing"
    after = np.tile(held, (len(RANKS), 1)) - (0 if full else 2 * SAME)
    after = np.maximum(after, 0)
    if dealing.dealer_at_least and not back:
        # `mistakes.dealt` says why a card that follows a redraw is a little more often a high one.
        player = after * np.where(high, (most - 1) / (most - 2), 1.0)[None, :] / (size - 1)
        others = most - 2 - high
    else:
        whole = size - (0 if full else 2)
        player = after / whole
        others = (most if dealing.dealer_at_least else whole) - gone * high
    ends = (after[:, None, :] - gone * SAME[None, :, :]) * high[None, None, :]
    war = player[:, :, None] * np.maximum(ends, 0) / others[None, :, None]
    perfect, war_perfect, war_coloured = _suits(decks, dealing, back)
    share = 1.0 if dealing.unlike_suits == "tie" else perfect
    pairs = np.diagonal(first)
    higher, lower = _compared(first, share, dealing)
    tied = pairs * share
    war_share = np.ones_like(war_perfect) if dealing.unlike_suits == "tie" else war_perfect
    war_higher, war_lower = _compared(war, war_share[:, :, None], dealing)
    ties = war * SAME[None, :, :] * war_share[:, :, None]
    return Dealt(
        higher,
        lower,
        tied,
        {"higher": war_higher, "tie": ties, "lower": war_lower},
        perfect,
        war_perfect,
        war_coloured,
    )


def _suits(decks: int, dealing: Dealing, back: bool) -> tuple[float, Chances, Chances]:
    """Return the shares of one suit among pairs, and of one colour among the rest.

    Any two cards of a rank are of one suit as often as any other two (M1), unless it is known that
    two of one suit, and only such, have gone: then so many of the four suits are left.
    """
    perfect = 0.25 if back else (decks - 1) / (4 * decks - 1)
    war_perfect = np.full((len(RANKS), len(RANKS)), perfect)
    war_coloured = np.full((len(RANKS), len(RANKS)), 1 / 3)
    if dealing.unlike_suits != "tie" and dealing.put_back == "nothing":
        one, other = max(decks - 2, 0), decks
        same = one * (one - 1) + 3 * other * (other - 1)
        colour = 2 * one * other + 2 * other * other
        mixed = 2 * (one + other) * 2 * other
        war_perfect[SAME] = same / (same + colour + mixed)
        war_coloured[SAME] = colour / (colour + mixed)
    return perfect, war_perfect, war_coloured


def _compared(cards: Chances, ties: Chances | float, dealing: Dealing) -> tuple[Chances, Chances]:
    """Return the chances of cards that compare as higher and as lower, the last two axes."""
    order = (np.arange(len(RANKS)) + dealing.aces_low) % len(RANKS)
    above = order[:, None] > order[None, :]
    rest = cards * SAME * (1 - ties)
    share = {"higher": 1.0, "split": 0.5}.get(dealing.unlike_suits, 0.0)
    return cards * above + rest * share, cards * above.T + rest * (1 - share)


def further(decks: int, dealing: Dealing) -> Iterator[tuple[Part, Chances]]:
    """Yield the chances of rounds that go on after a tied war, by the war that decides them."""
    shoe = shoe_of(decks, dealing)
    back = dealing.put_back == "each card"
    there = [rank for rank, cards in enumerate(shoe.by_rank) if cards]
    one, two, three = there[:3]
    ends = np.zeros((MOST_WARS, *3 * (len(RANKS),)))
    tied, player, dealer = np.ix_(*3 * (np.arange(len(RANKS)),))
    # Ranks are alike but for which of the four cards at both ends share one.
    for place, mask in (
        ((one, one, one), (tied == player) & (player == dealer)),
        ((one, one, two), (tied == player) & (player != dealer)),
        ((one, two, one), (tied == dealer) & (player != dealer)),
        ((one, two, two), (tied != player) & (player == dealer)),
        ((one, two, three), (tied != player) & (player != dealer) & (tied != dealer)),
    ):
        for ties, chance in enumerate(repeated(shoe, back, MOST_WARS, *place)):
            ends[ties][np.broadcast_to(mask, ends[ties].shape)] = float(chance)
    missing = [rank for rank in range(len(RANKS)) if rank not in there]
    ends[:, missing] = ends[:, :, missing] = ends[:, :, :, missing] = 0
    for ties in range(1, MOST_WARS):
        higher, lower = _compared(ends[ties] * ~SAME, 1.0, dealing)
        yield ("war_higher", ties + 1), higher
        yield ("war_lower", ties + 1), lower
    yield ("war_tie", MOST_WARS), ends[MOST_WARS - 1] * SAME


def first_cards(chances: Chances) -> Chances:
    """Return the chances of the first deal's two cards in a part."""
    if chances.ndim == 3:
        chances = chances.sum(axis=(1, 2))
    return np.diag(chances) if chances.ndim == 1 else chances


def pair_kinds(
    cards: Chances, kinds: Chances, comparison: str, dealing: Dealing
) -> Iterator[tuple[str, float]]:
    """Yield the kinds of pair; where suits count, pairs that tie are perfect and others are not."""
    pairs = np.diagonal(cards, axis1=-2, axis2=-1)
    perfect, coloured = kinds[..., 0], kinds[..., 1]
    if dealing.unlike_suits != "tie":
        perfect = np.full_like(perfect, comparison == "tie")
    rest = pairs * (1 - perfect)
    yield "perfect", float((pairs * perfect).sum())
    yield "coloured", float((rest * coloured).sum())
    yield "mixed", float((rest * (1 - coloured)).sum())
    yield "no_pair", float(cards.sum() - pairs.sum())
