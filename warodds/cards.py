"""Ranks, suits, reading cards as people write them, and the shoe: an immutable multiset."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from warodds.errors import WaroddsError

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""From the lowest to the highest; elsewhere a rank is its place in this tuple."""

SUITS = ("c", "d", "h", "s")
"""Clubs, diamonds, hearts, spades; elsewhere a suit is its place in this tuple."""

RED = frozenset({1, 2})

_SUIT_SIGNS = {
    sign: suit for suit, signs in enumerate(("c♣♧", "d♦♢", "h♥♡", "s♠♤")) for sign in signs
}
_CARD = r"(?i)(10|[2-9tjqka])([cdhs♣♧♦♢♥♡♠♤]?)\ufe0f?"


class Card(NamedTuple):
    """A card, or a rank alone where its suit is not known or does not matter."""

    rank: int
    suit: int | None = None

    def __str__(self) -> str:
        return RANKS[self.rank] + ("" if self.suit is None else SUITS[self.suit])


def rank_of(text: str) -> int:
    """Return the place of a rank: '2' to '10' (or 'T'), 'J', 'Q', 'K', 'A', in any case.

    >>> rank_of("a"), rank_of("T")
    (12, 8)
    """
    name = {"T": "10"}.get(text.upper(), text.upper())
    if name not in RANKS:
        raise WaroddsError(f"{text!r} is not a rank; expected one of {' '.join(RANKS)}")
    return RANKS.index(name)


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards as people write them, with or without suits, apart or together.

    >>> [str(card) for card in read_cards("As A♠ 10h, th K kd")]
    ['As', 'As', '10h', '10h', 'K', 'Kd']
    """
    cards = []
    card = re.compile(_CARD)
    for word in re.split(r"[\s,;]+", text.strip()):
        start = 0
        while start < len(word):
            found = card.match(word, start)
            if not found:
                raise WaroddsError(
                    f"{word!r} is not a card; expected a rank, {' '.join(RANKS)}, "
                    "and where it matters a suit, c d h s, such as K, Ks or 10h"
                )
            rank, suit = found.groups()
            cards.append(Card(rank_of(rank), _SUIT_SIGNS[suit.lower()] if suit else None))
            start = found.end()
    return tuple(cards)


def _checked(card: Card) -> Card:
    suits = (None, *range(len(SUITS)))
    if isinstance(card, Card) and card.rank in range(len(RANKS)) and card.suit in suits:
        return card
    raise WaroddsError(f"{card!r} is not a card; expected such as Card(11, 3), the king of spades")


@dataclass(frozen=True, slots=True)
class Shoe:
    """The cards left to deal: how many of each rank and, while it is known, of each suit.

    `by_suit` has one (clubs, diamonds, hearts, spades) per rank. It is None once a card whose
    suit nobody noted has gone: from then on only ranks are known.
    """

    by_rank: tuple[int, ...]
    by_suit: tuple[tuple[int, int, int, int], ...] | None = None

    @classmethod
    def of(cls, decks: int, seen: Iterable[Card] = ()) -> Shoe:
        """Return a shoe of whole decks less the cards seen.

        >>> Shoe.of(6, read_cards("Ks Kh")).by_rank
        (24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 24, 22, 24)
        """
        if decks < 1:
            raise WaroddsError(f"{decks} decks; expected at least 1")
        full = cls((4 * decks,) * len(RANKS), ((decks,) * 4,) * len(RANKS))
        return full.without(seen)

    @property
    def size(self) -> int:
        """The number of cards left."""
        return sum(self.by_rank)

    def without(self, cards: Iterable[Card]) -> Shoe:
        """Return this shoe less some cards, each of which must be in it."""
        cards = tuple(map(_checked, cards))
        if self.by_suit:
            for card, number in Counter(card for card in cards if card.suit is not None).items():
                held = self.by_suit[card.rank][card.suit or 0]
                if number > held:
                    raise WaroddsError(
                        f"{number} × {card} cannot have been seen: the shoe holds {held}"
                    )
        gone = Counter(card.rank for card in cards)
        for rank, number in gone.items():
            if number > self.by_rank[rank]:
                raise WaroddsError(
                    f"{number} cards of rank {RANKS[rank]} cannot have been seen: "
                    f"the shoe holds {self.by_rank[rank]}"
                )
        by_rank = tuple(held - gone[rank] for rank, held in enumerate(self.by_rank))
        if self.by_suit is None or any(card.suit is None for card in cards):
            return Shoe(by_rank)
        left = [list(suits) for suits in self.by_suit]
        for card in cards:
            left[card.rank][card.suit or 0] -= 1
        return Shoe(by_rank, tuple((c, d, h, s) for c, d, h, s in left))
