"""The words of a simulator's output: outcomes and decisions, in whatever phrase.

Each reader returns None for a value that makes no sense, so that its row can be counted and shown.
An empty text is a missing value and never gets here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache


def _classes(**words: str) -> dict[str, str]:
    return {word: name for name, each in words.items() for word in each.split()}


_VOCABULARY = _classes(
    player="player you user",
    dealer="dealer house bank banker casino computer croupier",
    win="win wins won winner winning beats",
    lose="lose loses lost loss losses loser losing",
    higher="higher high",
    lower="lower low",
    tie="tie ties tied draw draws drawn equal",
    push="push pushes pushed stand",
    surrender="surrender surrenders surrendered fold folds folded forfeit forfeits gave give gives",
    war="war wars battle",
    second="second double twice bonus",
    nothing="a an and at in after the then on by of to go goes went going round rounds hand hands "
    "bet first initial regular normal direct natural straight deal card off up",
    half="half",
)
_LETTERS = {"w": "win", "l": "lose", "t": "tie", "s": "surrender", "p": "p", "d": "d"}
_WORD = re.compile("|".join(sorted(_VOCABULARY, key=len, reverse=True)))


def _meanings(text: str) -> list[str]:
    """Return the classes of the words in a text, however they are joined, none if one is unknown.

    >>> _meanings("PlayerWonWar"), _meanings("LOST THE WAR (-2)"), _meanings("won 3")
    (['player', 'win', 'war'], ['lose', 'war'], [])
    """
    plain = re.sub(r"\s*\([^()a-zA-Z]*\)$", "", text.strip())
    for joined in (re.sub(r"(?<=[a-z])(?=[A-Z])", " ", plain), plain):
        pieces = re.findall(r"[^\W_]+", joined.lower())
        words = [[piece] if piece in _VOCABULARY else _WORD.findall(piece) for piece in pieces]
        if all("".join(found) == piece for found, piece in zip(words, pieces, strict=True)):
            meanings = [_VOCABULARY[word] for found in words for word in found]
            return [meaning for meaning in meanings if meaning != "nothing"]
    return []


@lru_cache(maxsize=4096)
def outcome(text: str) -> str | None:
    """Return the outcome that a phrase stands for.

    That is one of the six events, or `win`, `lose`, `tie`, `push`, `war` and `total`, whose
    meaning depends on the rest of the row and of the file. The letters `p` and `d` stay: see
    `outcomes`.

    >>> [outcome(word) for word in ("Higher", "war-win", "DealerWonTheWar", "SECOND TIE", "meow")]
    ['higher', 'war_higher', 'war_lower', 'war_tie', None]
    >>> [outcome(word) for word in ("push", "Tie - War", "tie, then war lost", "Tie-Surrender")]
    ['push', 'tie', 'war_lower', 'surrender']
    """
    word = text.strip().lower()
    if word in _LETTERS:
        return _LETTERS[word]
    if re.fullmatch(r"(grand[ _]?)?(total|sum|all)", word):
        return "total"
    found = _meanings(text)
    if not found:
        return None
    results = {name for name in found if name in ("win", "lose", "higher", "lower")}
    if "surrender" in found or "half" in found:
        return None if results - {"lose"} or "dealer" in found else "surrender"
    if len(results) > 1 or {"player", "dealer"} <= set(found):
        return None
    ties = [place for place, name in enumerate(found) if name in ("tie", "push")]
    at_war = "war" in found
    again = "second" in found or len(ties) > 1
    if again or (ties and at_war and ties[-1] > found.index("war")):
        return "war_tie" if ties or not results else None
    if not results and ties:
        return (
            None if {"player", "dealer"} & set(found) else found[ties[0]] if not at_war else "tie"
        )
    if ties and not at_war:
        return None
    return _result(found, results.pop() if results else "", at_war)


def _result(found: list[str], result: str, at_war: bool) -> str:
    """Return the outcome of a phrase that names a winner, a loser, or nothing but a war."""
    if not result:
        sides = {"player": "win", "dealer": "lose"}
        result = next((sides[name] for name in found if name in sides), "war")
    elif "dealer" in found:
        result = {"win": "lose", "lose": "win", "higher": "lower", "lower": "higher"}[result]
    return at_war_named(result) if at_war else result


def at_war_named(word: str) -> str:
    """Return the event of a war that a word for a deal stands for.

    >>> [at_war_named(word) for word in ("win", "lower", "push", "war_tie", "surrender")]
    ['war_higher', 'war_lower', 'war_tie', 'war_tie', 'surrender']
    """
    words = {"win": "higher", "lose": "lower", "push": "tie"}
    plain = words.get(word, word)
    return f"war_{plain}" if plain in ("higher", "lower", "tie") else plain


def outcomes(texts: Iterable[str]) -> dict[str, str | None]:
    """Return what each of a file's words means: beside W and L, a P is a push and a D a draw.

    >>> outcomes(["P", "D", "T"]), outcomes(["W", "L", "D"])
    ({'P': 'win', 'D': 'lose', 'T': 'tie'}, {'W': 'win', 'L': 'lose', 'D': 'tie'})
    """
    found = {text: outcome(text) for text in texts}
    first = {text.strip().lower()[:1] for text, word in found.items() if word in ("win", "lose")}
    letters = {"p": "push", "d": "tie"} if first & {"w", "l"} else {"p": "win", "d": "lose"}
    return {text: letters.get(word or "", word) for text, word in found.items()}


@lru_cache(maxsize=4096)
def decision(text: str, yes: str = "war") -> str | None:
    """Return `war`, `surrender`, `no` for a bare no, or an empty text where none was made.

    A column that is named after the surrender says `yes="surrender"`.

    >>> decision("Go to war"), decision("N/A"), decision("fold"), decision("true"), decision("0")
    ('war', '', 'surrender', 'war', 'no')
    """
    word = re.sub(r"[\W_]+", "", text.lower())
    if absent(text) or word in ("", "none", "na", "notie"):
        return ""
    if re.fullmatch("no?|false|f|0+", word):
        return "no"
    if re.fullmatch("y|yes|true|1(0*)", word):
        return yes
    if word in ("w", "fight", "raise", "call", "play", "double", "continue", "match"):
        return "war"
    if word in ("s", "half"):
        return "surrender"
    found = set(_meanings(text)) - {"tie", "player"}
    return found.pop() if found in ({"war"}, {"surrender"}) else None


ABSENT = frozenset({"", "none", "nan", "null", "na", "n/a", "<na>", "nat", "-", "--", "nil"})
"""Words for "no value", as several languages print it."""


@lru_cache(maxsize=65536)
def absent(text: str) -> bool:
    """Whether a text stands for no value."""
    return text.strip().lower() in ABSENT
