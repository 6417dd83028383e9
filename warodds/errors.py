"""The one exception of the package, and the hint that goes with a mistyped name."""

from __future__ import annotations

from collections.abc import Iterable


class WaroddsError(ValueError):
    """Bad input. The message names the value and says what was expected, one line per fault."""


def nearest(word: str, choices: Iterable[str]) -> str:
    """Return a hint at the choice most like `word`, or nothing where none is like it.

    >>> nearest("pensylvania", ["california", "pennsylvania"])
    "; did you mean 'pennsylvania'?"
    >>> nearest("xyz", ["california", "pennsylvania"])
    ''
    """
    from difflib import get_close_matches

    found = get_close_matches(word.lower(), list(choices), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


def listed(items: Iterable[object], last: str = "or") -> str:
    """Join as in a sentence.

    >>> listed([6, 7, 8])
    '6, 7 or 8'
    """
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def unknown(kind: str, name: str, known: Iterable[str]) -> WaroddsError:
    """Return the error for a name that is none of those known.

    >>> str(unknown("wager", "ties", ["tie", "war"]))
    "no wager 'ties'; expected tie or war; did you mean 'tie'?"
    """
    names = tuple(dict.fromkeys(known))
    return WaroddsError(f"no {kind} {name!r}; expected {listed(names)}{nearest(name, names)}")
