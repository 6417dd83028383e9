"""Cards as simulators write them: a rank, a rank with a suit, or a code."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial

from warodds.cards import Card

_RANK_WORDS = "two three four five six seven eight nine ten jack queen king ace"
_RANKS = {
    **{str(number): number - 2 for number in range(2, 15)},
    **{word: 8 + place for place, word in enumerate("tjqka")},
    **{word: place for place, word in enumerate(_RANK_WORDS.split())},
    "1": 12,
}
_SUITS = {
    word: place
    for place, words in enumerate(
        ("c club clubs ♣ ♧", "d diamond diamonds ♦ ♢", "h heart hearts ♥ ♡", "s spade spades ♠ ♤")
    )
    for word in words.split()
}
_RANK = "|".join(sorted(_RANKS, key=len, reverse=True))
_SUIT = "|".join(sorted(_SUITS, key=len, reverse=True))
_BETWEEN = r"[\s_\-./:,]*(?:of)?[\s_\-./:,]*"
_RANK_FIRST = re.compile(rf"({_RANK})(?:\.0+)?(?:{_BETWEEN}({_SUIT})\ufe0f?)?")
_SUIT_FIRST = re.compile(rf"({_SUIT})\ufe0f?{_BETWEEN}({_RANK})")


def _written(text: str) -> Card | None:
    """Read a card as people write it, or a rank from 2 to 14 with 1 or 14 for the ace."""
    word = re.sub(r"[\[\]()'\"]", "", text).strip().lower()
    found = _RANK_FIRST.fullmatch(word)
    if found:
        rank, suit = found.groups()
        return Card(_RANKS[rank], _SUITS[suit] if suit else None)
    found = _SUIT_FIRST.fullmatch(word)
    return Card(_RANKS[found[2]], _SUITS[found[1]]) if found else None


def _code(first: int, suits: int, by_rank: bool, ace_first: bool, text: str) -> Card | None:
    """Read a code: ranks within a suit, or `by_rank` suits within a rank; the two comes first."""
    found = re.fullmatch(r"([0-9]{1,2})(?:\.0+)?", text.strip())
    code = int(found[1]) - first if found else -1
    if not 0 <= code < 13 * suits:
        return None
    rank, suit = (code // 4, code % 4) if by_rank else (code % 13, code // 13)
    rank = (rank + 12) % 13 if ace_first else rank
    return Card(rank, None if suits == 1 else suit)


CARD_READERS: dict[str, Callable[[str], Card | None]] = {
    "written": _written,
    **{
        f"{first}-{first + 13 * suits - 1}{'-by-rank' * by_rank}{'-ace-first' * ace_first}": (
            partial(_code, first, suits, by_rank, ace_first)
        )
        for suits, by_rank in ((1, False), (4, False), (4, True))
        for first in (0, 1)
        for ace_first in (False, True)
    },
}
"""How cards may be written. Codes run through the ranks of one suit after another, from the two
unless the name says that the ace comes first; `by-rank` runs through the suits of one rank."""


def ways_to_read(texts: Collection[str]) -> list[str]:
    """Return the ways in which every one of some texts is a card.

    >>> ways_to_read({"0", "7", "12"})[:2]
    ['0-12', '0-12-ace-first']
    """
    return [way for way, read in CARD_READERS.items() if all(map(read, texts))]
