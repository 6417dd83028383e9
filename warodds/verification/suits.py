"""Suits, counted apart from ranks: rounds are told apart by rank, and pairs alone look at suits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from warodds.cards import RED, Card
from warodds.verification.columns import CARD_ROLES
from warodds.verification.numbers import weight_of
from warodds.verification.source import Row
from warodds.verification.words import absent


class Suited:
    """Counts the cards of rows as they are written, and writes cards of one rank alike."""

    def __init__(
        self, card: Callable[[str], Card | None], roles: Sequence[str], *, merge: bool
    ) -> None:
        self.card = card
        self.merge = merge
        self.weighed = roles.index("count") if "count" in roles else None
        self.places = {role: roles.index(role) for role in CARD_ROLES if role in roles}
        self.written: dict[str, str] = {}
        self.by_rank: dict[int, str] = {}
        self.texts: dict[str, dict[str, int]] = {role: {} for role in self.places}
        self.deals = {
            deal: (self.places[player], self.places[dealer])
            for deal, player, dealer in (
                ("first", "player", "dealer"),
                ("war", "war_player", "war_dealer"),
            )
            if player in self.places and dealer in self.places
        }
        self.dealt: dict[str, dict[tuple[str, str], int]] = {deal: {} for deal in self.deals}

    def merged(self, row: Row, number: int) -> Row:
        """Count a row's cards and return it with cards of one rank written alike."""
        if not self.places:
            return row
        weight = number if self.weighed is None else number * weight_of(row[self.weighed])
        for role, place in self.places.items():
            texts = self.texts[role]
            texts[row[place]] = texts.get(row[place], 0) + weight
        for deal, (player, dealer) in self.deals.items():
            both = row[player], row[dealer]
            self.dealt[deal][both] = self.dealt[deal].get(both, 0) + weight
        if not self.merge:
            return row
        alike = list(row)
        for place in self.places.values():
            text = row[place]
            alike[place] = self.written[text] if text in self.written else self._written(text)
        return tuple(alike)

    def _written(self, text: str) -> str:
        """Return the first way that a card of this rank was written."""
        card = None if absent(text) else self.card(text)
        self.written[text] = text if card is None else self.by_rank.setdefault(card.rank, text)
        return self.written[text]

    def count(self, by_role: dict[str, dict[int, int]], by_deal: dict[str, dict[str, int]]) -> None:
        """Add up suits by role and kinds of pair by deal, where suits are told."""
        for role, texts in self.texts.items():
            for text, times in texts.items():
                card = self._suited(text)
                if card is not None and card.suit is not None:
                    suits = by_role.setdefault(role, {})
                    suits[card.suit] = suits.get(card.suit, 0) + times
        for deal, pairs in self.dealt.items():
            for (player, dealer), times in pairs.items():
                cards = self._suited(player), self._suited(dealer)
                if cards[0] is not None and cards[1] is not None:
                    kind = pair_kind(cards[0], cards[1])
                    kinds = by_deal.setdefault(deal, {})
                    kinds[kind] = kinds.get(kind, 0) + times

    def card_texts(self) -> set[str]:
        """Return every way in which a card was written."""
        found = {text for texts in self.texts.values() for text in texts}
        return {text for text in found if not absent(text)}

    def _suited(self, text: str) -> Card | None:
        card = None if absent(text) else self.card(text)
        return card if card is not None and card.suit is not None else None


def pair_kind(player: Card, dealer: Card) -> str:
    """Return the kind of pair that two cards make.

    >>> pair_kind(Card(11, 1), Card(11, 2))
    'coloured'
    """
    if player.rank != dealer.rank:
        return "no_pair"
    if player.suit == dealer.suit:
        return "perfect"
    return "coloured" if (player.suit in RED) == (dealer.suit in RED) else "mixed"
