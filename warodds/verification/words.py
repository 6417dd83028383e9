"""One value of a simulator's output: a card, an outcome, a decision, a net, a count.

Each reader returns None for a value that makes no sense, so that its row can be counted and shown.
An empty text is a missing value and never gets here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from warodds.cards import Card
from warodds.errors import WaroddsError


def _split(words: str) -> list[str]:
    return words.split()


def _all(words: str, meaning: str) -> dict[str, str]:
    return dict.fromkeys(words.split(), meaning)


_RANK_WORDS = {
    **{str(number): number - 2 for number in range(2, 15)},
    "1": 12,
    "t": 8,
    "j": 9,
    "q": 10,
    "k": 11,
    "a": 12,
    **{
        word: place
        for place, word in enumerate(
            _split("two three four five six seven eight nine ten jack queen king ace")
        )
    },
}
_SUIT_WORDS = {
    word: place
    for place, words in enumerate(
        ("c club clubs ♣ ♧", "d diamond diamonds ♦ ♢", "h heart hearts ♥ ♡", "s spade spades ♠ ♤")
    )
    for word in words.split()
}
_RANK = "|".join(sorted(_RANK_WORDS, key=len, reverse=True))
_SUIT = "|".join(sorted(_SUIT_WORDS, key=len, reverse=True))
_BETWEEN = r"[\s_\-./:]*(?:of)?[\s_\-./:]*"
_RANK_FIRST = re.compile(rf"({_RANK})(?:\.0+)?(?:{_BETWEEN}({_SUIT})\ufe0f?)?")
_SUIT_FIRST = re.compile(rf"({_SUIT})\ufe0f?{_BETWEEN}({_RANK})")


def _written(text: str) -> Card | None:
    """Read a card as people write it, or a rank from 2 to 14 with 1 or 14 for the ace."""
    word = text.strip().lower()
    found = _RANK_FIRST.fullmatch(word)
    if found:
        rank, suit = found.groups()
        return Card(_RANK_WORDS[rank], _SUIT_WORDS[suit] if suit else None)
    found = _SUIT_FIRST.fullmatch(word)
    return Card(_RANK_WORDS[found[2]], _SUIT_WORDS[found[1]]) if found else None


def _code(first: int, last: int, card: Callable[[int], Card]) -> Callable[[str], Card | None]:
    def read(text: str) -> Card | None:
        found = re.fullmatch(r"(\d{1,2})(?:\.0+)?", text.strip())
        if not found or not first <= int(found[1]) <= last:
            return None
        return card(int(found[1]) - first)

    return read


def _ace_first(rank: int) -> int:
    return (rank + 12) % 13


CARD_READERS: dict[str, Callable[[str], Card | None]] = {
    "written": _written,
    "0-12": _code(0, 12, lambda code: Card(code)),
    "0-12-ace-first": _code(0, 12, lambda code: Card(_ace_first(code))),
    "0-51": _code(0, 51, lambda code: Card(code % 13, code // 13)),
    "0-51-ace-first": _code(0, 51, lambda code: Card(_ace_first(code % 13), code // 13)),
    "0-51-by-rank": _code(0, 51, lambda code: Card(code // 4, code % 4)),
    "1-52": _code(1, 52, lambda code: Card(code % 13, code // 13)),
    "1-52-ace-first": _code(1, 52, lambda code: Card(_ace_first(code % 13), code // 13)),
}
"""How cards may be written. Codes run through the ranks of one suit after another, from the two
unless the name says that the ace comes first; `by-rank` runs through the suits of one rank."""

_WORDS = {
    "higher": "higher",
    "lower": "lower",
    **_all("win wins won winner player player_wins player_win w p", "win"),
    **_all("lose loses lost loss loser dealer dealer_wins dealer_win house l d", "lose"),
    **_all("tie ties tied draw drawn equal t", "tie"),
    **_all("push pushed pushes standoff stand_off", "push"),
    **_all("surrender surrenders surrendered fold folded forfeit", "surrender"),
    **_all("war wars go_to_war goes_to_war went_to_war to_war", "war"),
}
_AT_WAR = {
    **dict.fromkeys(("higher", "win"), "war_higher"),
    **dict.fromkeys(("lower", "lose"), "war_lower"),
    **dict.fromkeys(("tie", "push"), "war_tie"),
    "surrender": "surrender",
}
_SECOND_TIES = {"second_tie", "double_tie", "tie_tie", "tie_after_tie", "bonus", "war_bonus"}


@lru_cache(maxsize=4096)
def outcome(text: str) -> str | None:
    """Return the outcome that a word stands for.

    That is one of the six events, or `win`, `lose`, `tie`, `push` and `war`, whose meaning
    depends on the rest of the row and of the file.

    >>> [outcome(word) for word in ("Higher", "war-win", "Won War", "SECOND TIE", "push", "meow")]
    ['higher', 'war_higher', 'war_higher', 'war_tie', 'push', None]
    """
    word = re.sub(r"[\W_]+", "_", text.strip().lower()).strip("_")
    if word in _WORDS:
        return _WORDS[word]
    if word in _SECOND_TIES:
        return "war_tie"
    parts = [part for part in word.split("_") if part not in ("at", "in", "after", "the", "a")]
    if "war" not in parts:
        return None
    rest = "_".join(part for part in parts if part != "war")
    return _AT_WAR.get(_WORDS.get(rest, ""))


@lru_cache(maxsize=4096)
def decision(text: str) -> str | None:
    """Return `war`, `surrender` or, where nothing was to be decided, an empty text.

    >>> decision("Go to war"), decision("N/A"), decision("fold"), decision("true")
    ('war', '', 'surrender', 'war')
    """
    word = re.sub(r"[\W_]+", "_", text.strip().lower()).strip("_")
    if word in ("", "none", "na", "n_a", "null", "nan", "no", "false", "0", "no_tie"):
        return ""
    if word in ("yes", "true", "1", "raise", "fight", "w"):
        return "war"
    found = _WORDS.get(word)
    if word in ("s", "half"):
        return "surrender"
    return found if found in ("war", "surrender") else None


ABSENT = frozenset({"", "none", "nan", "null", "na", "n/a", "<na>", "nat", "-", "--", "nil"})
"""Words for "no value", as several languages print it."""


@lru_cache(maxsize=65536)
def absent(text: str) -> bool:
    """Whether a text stands for no value."""
    return text.strip().lower() in ABSENT


_NUMBER = re.compile(r"[-+−]?(\d{1,25}(?:\.\d{0,25})?|\.\d{1,25})(?:[eE]([-+]?\d{1,3}))?")


@lru_cache(maxsize=4096)
def number(text: str) -> Fraction | None:
    """Return a decimal, or a ratio of integers, exactly as written.

    >>> number("-0.5"), number("1e7"), number("−1/2"), number("1_000"), number("nan")
    (Fraction(-1, 2), Fraction(10000000, 1), Fraction(-1, 2), Fraction(1000, 1), None)
    """
    word = text.strip().replace("_", "").replace("−", "-").replace("\u202f", "")
    if re.fullmatch(r"[-+]?\d{1,25}/0*[1-9]\d{0,24}", word):
        return Fraction(word)
    found = _NUMBER.fullmatch(word)
    if not found or abs(int(found[2] or 0)) > 40:
        return None
    return Fraction(word)


def places(text: str) -> int | None:
    """Return how many decimal places a number was written with, None where it is exact.

    >>> places("-0.0233"), places("-2.33e-2"), places("-23138/993023"), places("7")
    (4, 4, None, 0)
    """
    found = _NUMBER.fullmatch(text.strip().replace("_", "").replace("−", "-"))
    if not found:
        return None
    after = len(found[1].partition(".")[2])
    return after - int(found[2] or 0)


@lru_cache(maxsize=4096)
def snapped(value: Fraction) -> Fraction:
    """Undo binary rounding: a net a hair from a multiple of 1/1000 is that multiple.

    Simulators add units as binary floats, so that 0.95 can be written 0.9500000000000001.

    >>> snapped(Fraction("0.30000000000000004")), snapped(Fraction("0.3333333333333333"))
    (Fraction(3, 10), Fraction(3333333333333333, 10000000000000000))
    """
    near = Fraction(round(value * 1000), 1000)
    return near if abs(value - near) < Fraction(1, 10**9) else value


def weight_of(text: str) -> int:
    """Return a count, a whole number of at least 0."""
    value = None if absent(text) else number(text)
    if value is None or value.denominator != 1 or value < 0:
        raise WaroddsError(f"a count of {text!r}; expected a whole number of at least 0")
    return value.numerator
