"""Numbers and names in the words of the game: what every table of results has in common."""

from __future__ import annotations

from fractions import Fraction

from warodds.precision import decimal


def exact(value: Fraction | int | None) -> str:
    """Return a rational as JSON and tables write it.

    >>> exact(Fraction(-58, 311)), exact(Fraction(10)), exact(None)
    ('-58/311', '10', '')
    """
    return "" if value is None else str(value)


def pays(net: Fraction) -> str:
    """Return a net payout as a layout prints it.

    >>> [pays(Fraction(net)) for net in ("10", "3/2", "0", "-1/2", "-1")]
    ['10 to 1', '3 to 2', 'push', 'loses 1/2', 'loses']
    """
    if net > 0:
        return f"{net.numerator} to {net.denominator}"
    return "push" if not net else "loses" if net == -1 else f"loses {-net}"


def to_one(odds: Fraction | None, digits: int) -> str:
    """Return odds against something, as a decimal to one.

    >>> to_one(Fraction(288, 23), 2)
    '12.52 to 1'
    """
    return "never" if odds is None else f"{decimal(odds, digits)} to 1"


def one_in(number: Fraction | None, digits: int) -> str:
    """Return a frequency.

    >>> one_in(Fraction(311, 23), 2)
    '1 in 13.52'
    """
    return "never" if number is None else f"1 in {decimal(number, digits)}"


def coarse(digits: int) -> int:
    """Return the digits for a figure of the order of tens where shares have `digits`."""
    return max(digits - 4, 0)


def count(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> count(1, "deck"), count(6, "deck")
    ('1 deck', '6 decks')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
