"""What one cell of a document must say. Each kind says whether a text agrees with a value.

Texts come without blanks, as `squeezed` leaves them, since a page may break a line anywhere.
A decimal agrees if it is the exact value rounded once to the digits that the text has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Protocol

from tests.reading import squeezed


class Cell(Protocol):
    """Something that a text can agree with."""

    def agrees(self, text: str) -> bool: ...


@dataclass(frozen=True)
class Words:
    """This text and no other."""

    text: str

    def agrees(self, text: str) -> bool:
        return text == squeezed(self.text)


@dataclass(frozen=True)
class Numbers:
    """Words that are not judged, with these numbers between them, in this order."""

    numbers: tuple[Fraction | int, ...]

    def agrees(self, text: str) -> bool:
        found = re.findall(r"\d+(?:/\d+)?", text)
        return tuple(map(Fraction, found)) == tuple(map(Fraction, self.numbers))


@dataclass(frozen=True)
class Exact:
    """A rational in lowest terms."""

    value: Fraction | int

    def agrees(self, text: str) -> bool:
        return text == str(self.value)


@dataclass(frozen=True)
class Short:
    """A rational or, where it is too long for a table, how long it is."""

    value: Fraction

    def agrees(self, text: str) -> bool:
        whole = str(self.value)
        return text == (whole if len(whole) <= 40 else f"({len(whole)}characters)")


@dataclass(frozen=True)
class Rounded:
    """A value rounded: plain, in per cent, or with a power of ten where it is very small."""

    value: Fraction

    def agrees(self, text: str) -> bool:
        found = re.fullmatch(r"(-?\d+)(?:\.(\d+))?(?:e([+-]\d\d+))?(%?)", text)
        if not found:
            return False
        whole, places, power, share = found[1], found[2] or "", found[3], found[4]
        scaled = self.value * (100 if share else 1) / Fraction(10) ** int(power or 0)
        if power and not 1 <= abs(Fraction(f"{whole}.{places}")) < 10:
            return False
        rounded = round(scaled * 10 ** len(places))
        return rounded == int(whole + places) and (whole[0] != "-" or rounded < 0)


@dataclass(frozen=True)
class Root:
    """`centre` ± √`square`, rounded."""

    square: Fraction
    centre: Fraction = Fraction()
    sign: int = 1

    def agrees(self, text: str) -> bool:
        if not re.fullmatch(r"-?\d+(\.\d+)?", text):
            return False
        half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
        distance = self.sign * (Fraction(text) - self.centre)
        low, high = distance - half, distance + half
        return high >= 0 and max(low, Fraction()) ** 2 <= self.square <= high**2


@dataclass(frozen=True)
class RootOf:
    """A root as it is written, maybe a multiple."""

    square: Fraction
    times: str = ""

    def agrees(self, text: str) -> bool:
        return text == squeezed(f"{self.times}√({self.square})")


@dataclass(frozen=True)
class Between:
    """Two numbers with "to" between them."""

    low: Cell
    high: Cell

    def agrees(self, text: str) -> bool:
        parts = text.split("to")
        return len(parts) == 2 and self.low.agrees(parts[0]) and self.high.agrees(parts[1])


@dataclass(frozen=True)
class Pays:
    """Net units as a layout prints them: "10 to 1", "push", "loses" or "loses 1/2"."""

    net: Fraction

    def agrees(self, text: str) -> bool:
        net = self.net
        if net > 0:
            return text == f"{net.numerator}to{net.denominator}"
        return text == ("push" if not net else "loses" if net == -1 else f"loses{-net}")


@dataclass(frozen=True)
class Form:
    """A closed form in d, typed or in LaTeX: it has the same value at many deck counts.

    Numerators and denominators have a degree of 14 at most, so that 30 values decide.
    """

    value: Callable[[int], Fraction]

    def agrees(self, text: str) -> bool:
        try:
            return all(at(text, decks) == self.value(decks) for decks in range(1, 31))
        except (SyntaxError, ValueError, ZeroDivisionError):
            return False


@dataclass(frozen=True)
class Expansion:
    """The first terms in 1/d and, where it is no constant, the order of the rest."""

    terms: tuple[Fraction, ...]
    constant: bool

    def agrees(self, text: str) -> bool:
        if not self.constant:
            text, _, rest = text.partition("+O")
            order = len(self.terms)
            if rest not in (
                f"(1/d**{order})",
                f"(1/d^{{{order}}})",
                rf"\left(d^{{-{order}}}\right)",
            ):
                return False
        value = Form(lambda d: sum((t / d**p for p, t in enumerate(self.terms)), Fraction()))
        return value.agrees(text)


@cache
def _compiled(form: str) -> object:
    text = form.replace(r"\displaystyle", "").replace(r"\left(", "(").replace(r"\right)", ")")
    text = re.sub(r"\^(?:\{(\d+)\}|(\d))", r"**\1\2", text)
    text = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)
    text = re.sub(r"(?<=[\d)])(?=[(d])|(?<=d)(?=[(d\d])|(?<=\))(?=\d)", "*", text)
    if not re.fullmatch(r"[-+*/()d\d]+", text):
        raise ValueError(form)
    return compile(re.sub(r"(?<!\*\*)\b\d+", r"Fraction(\g<0>)", text), "form", "eval")


def at(form: str, decks: int) -> Fraction:
    """The value of a closed form, without blanks, at a deck count.

    >>> at("-2*(4*d+5)/(52*d-1)", 6) == at(r"-\\frac{2\\left(4d+5\\right)}{52d-1}", 6)
    True
    """
    names = {"Fraction": Fraction, "d": Fraction(decks)}
    return Fraction(eval(_compiled(form), names))  # type: ignore[arg-type]
