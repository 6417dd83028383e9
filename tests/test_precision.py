"""Rounding happens once, and right."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from hypothesis import given
from hypothesis import strategies as st

from warodds.precision import decimal, percent, root


@given(st.fractions(), st.integers(0, 30))
def test_a_decimal_is_the_nearest_with_its_digits(value: Fraction, digits: int) -> None:
    text = decimal(value, digits)
    assert abs(Fraction(text) - value) <= Fraction(1, 2 * 10**digits)
    assert len(text.partition(".")[2]) == digits


@given(st.fractions(min_value=0), st.integers(0, 30))
def test_a_root_is_the_nearest_with_its_digits(value: Fraction, digits: int) -> None:
    shown, step = Fraction(root(value, digits)), Fraction(1, 2 * 10**digits)
    assert max(shown - step, Fraction()) ** 2 <= value <= (shown + step) ** 2


@given(st.integers(0, 10**9))
def test_the_root_of_a_square_is_exact(number: int) -> None:
    assert root(Fraction(number**2), 0) == str(isqrt(number**2))
    # (2n + 1)² / 4 has a root half way between two integers: to even.
    assert int(root(Fraction((2 * number + 1) ** 2, 4), 0)) % 2 == 0


def test_shares() -> None:
    assert percent(Fraction(58, 311), 6) == "18.6495 %"
    assert percent(Fraction(1, 3), 0) == "33 %"
    assert decimal(Fraction(-1, 1000), 2) == "0.00"
