"""Figures that may be very small, and bars of text charts."""

from __future__ import annotations

from fractions import Fraction

from warodds.precision import decimal, percent, scientific

CHART_WIDTH = 30


def share(value: Fraction, digits: int) -> str:
    """Return a share in per cent, or as a power of ten where that would show zero.

    >>> share(Fraction(1, 8), 4), share(Fraction(1, 10**30), 4)
    ('12.50 %', '1.00e-28 %')
    """
    text = percent(value, digits)
    return text if _says(value, text) else f"{scientific(100 * value, 3)} %"


def units(value: Fraction, digits: int) -> str:
    """Return a number of units, as a power of ten where a decimal would show zero."""
    text = decimal(value, digits)
    return text if _says(value, text) else scientific(value, 3)


def bar(value: Fraction, most: Fraction) -> str:
    """Return a bar of a text chart.

    >>> bar(Fraction(1), Fraction(3))
    '██████████'
    """
    return "█" * round(CHART_WIDTH * value / most) if most else ""


def _says(value: Fraction, text: str) -> bool:
    return not value or any(mark in "123456789" for mark in text)
