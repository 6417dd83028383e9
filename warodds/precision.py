"""The only place where a rational becomes a decimal, rounded once, to nearest, halves to even.

Rationals and their square roots are rounded by integer arithmetic, so every digit shown is right.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt


def decimal(value: Fraction, digits: int) -> str:
    """Return a value with `digits` digits after the point.

    >>> decimal(Fraction(-23138, 993023), 6), decimal(Fraction(1, 8), 2), decimal(Fraction(5, 2), 0)
    ('-0.023301', '0.12', '2')
    """
    return _placed(round(value * 10**digits), digits)


def exact(value: Fraction) -> str:
    """Return a value without rounding: as a decimal where it ends soon, else as a fraction.

    >>> exact(Fraction(-1, 2)), exact(Fraction(10)), exact(Fraction(1, 3))
    ('-0.5', '10', '1/3')
    """
    for digits in range(10):
        if 10**digits % value.denominator == 0:
            return decimal(value, digits)
    return str(value)


def percent(value: Fraction, digits: int) -> str:
    """Return a share in per cent, as precise as `decimal` with as many digits.

    >>> percent(Fraction(23138, 993023), 6)
    '2.3301 %'
    """
    return f"{decimal(100 * value, max(digits - 2, 0))} %"


def root(value: Fraction, digits: int) -> str:
    """Return the square root of a value of at least zero, with `digits` digits after the point.

    >>> root(Fraction(2), 20), root(Fraction(1, 4), 1)
    ('1.41421356237309504880', '0.5')
    """
    # The root of v·10^(2·digits), to one binary place more, decides the rounding: a root that is
    # not an integer multiple of 1/2 is never a half, and an exact half rounds to even.
    scaled = value * 10 ** (2 * digits)
    doubled = isqrt(4 * scaled.numerator // scaled.denominator)
    whole, half = divmod(doubled, 2)
    if half and (Fraction(doubled, 2) ** 2 < scaled or whole % 2):
        whole += 1
    return _placed(whole, digits)


def scientific(value: Fraction, figures: int) -> str:
    """Return a value with so many significant figures and a power of ten.

    >>> scientific(Fraction(1, 3000), 3), scientific(Fraction(-999999), 2)
    ('3.33e-04', '-1.0e+06')
    """
    size, power = abs(value), 0
    if size:
        power = len(str(size.numerator)) - len(str(size.denominator))
        power -= size < Fraction(10) ** power
    scaled = round(size / Fraction(10) ** (power - figures + 1))
    if scaled == 10**figures:  # rounded up to one digit more
        scaled, power = scaled // 10, power + 1
    sign = "-" if value < 0 else ""
    return f"{sign}{_placed(scaled, figures - 1)}e{power:+03d}"


def _placed(scaled: int, digits: int) -> str:
    sign = "-" if scaled < 0 else ""
    text = str(abs(scaled)).rjust(digits + 1, "0")
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"
