"""The numbers of a simulator's output: nets and counts, exactly as they are written."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from warodds.errors import WaroddsError
from warodds.verification.reading.words import absent

MOST_ROUNDS = 10**15
"""More rounds than this nobody has played."""

_MONEY = "[$£€¥]"
_PLAIN = r"[0-9]{1,25}(?:\.[0-9]{0,25})?|\.[0-9]{1,25}"
_THOUSANDS = r"[1-9][0-9]{0,2}(?:,[0-9]{3}){1,8}(?:\.[0-9]{0,25})?"
_COMMA = r"[0-9]{1,25},[0-9]{1,25}"
_NUMBER = re.compile(
    rf"([-+]?){_MONEY}?([-+]?)(?:({_THOUSANDS})|({_COMMA})|({_PLAIN}))"
    rf"(?:[eE]([-+]?[0-9]{{1,3}}))?(?:{_MONEY}|units?|u|chips?)?"
)
_RATIO = re.compile(r"[-+]?[0-9]{1,25}/0*[1-9][0-9]{0,24}")
_SIGNS = str.maketrans({"−": "-", "–": "-", "\u00a0": " ", "\u2009": " ", "\u202f": " "})


def _tidy(text: str) -> str:
    """Return a number's text with blanks gone, those between thousands made commas."""
    text = re.sub("(?<=[0-9])_(?=[0-9])", "", text)
    grouped = re.sub(r"(?<=[0-9]) (?=[0-9]{3}(?![0-9]))", ",", text.strip().translate(_SIGNS))
    return re.sub(r"(?<![0-9])\s+|\s+(?![0-9])", "", grouped)


@lru_cache(maxsize=4096)
def _decimal(text: str) -> tuple[Fraction, int] | None:
    """Return a decimal and with how many places it was written."""
    word = _tidy(text)
    inside = re.fullmatch(r"\((.+)\)", word)  # as accountants write a loss
    found = _NUMBER.fullmatch(f"-{inside[1]}" if inside else word)
    if not found or (found[1] and found[2]) or abs(int(found[6] or 0)) > 40:
        return None
    digits = (found[3] or "").replace(",", "") or (found[4] or "").replace(",", ".") or found[5]
    after = len(digits.partition(".")[2]) - int(found[6] or 0)
    value = Fraction(f"{digits}e{found[6] or 0}")
    return (-value if "-" in (found[1], found[2]) else value), after


def number_of(text: str) -> Fraction | None:
    """Return a decimal, or a ratio of integers, exactly as written.

    >>> number_of("-0.5"), number_of("1e7"), number_of("−1/2"), number_of("1,000"), number_of("nan")
    (Fraction(-1, 2), Fraction(10000000, 1), Fraction(-1, 2), Fraction(1000, 1), None)
    >>> number_of("-$10"), number_of("0,5"), number_of("(2)"), number_of("+1.0 units")
    (Fraction(-10, 1), Fraction(1, 2), Fraction(-2, 1), Fraction(1, 1))
    """
    found = _decimal(text)
    if found:
        return found[0]
    word = _tidy(text)
    return Fraction(word) if _RATIO.fullmatch(word) else None


def places(text: str) -> int | None:
    """Return how many decimal places a number was written with, None where it is exact.

    >>> places("-0.0233"), places("-2.33e-2"), places("-23138/993023"), places("7")
    (4, 4, None, 0)
    """
    found = _decimal(text)
    return found[1] if found else None


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
    value = None if absent(text) else number_of(text)
    if value is None or value.denominator != 1 or not 0 <= value <= MOST_ROUNDS:
        raise WaroddsError(
            f"a count of {text[:60]!r}; expected a whole number from 0 to {MOST_ROUNDS}"
        )
    return value.numerator
