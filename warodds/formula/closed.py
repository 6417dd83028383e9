"""A rational function of the deck count d with integer coefficients. Nothing here knows of cards.

Numerator and denominator are kept coprime, without a common integer factor, and the denominator's
leading coefficient positive. That form is unique, so `==` decides an identity for every d.
Arithmetic and factoring are python-flint's; sympy writes the result. Expressions are built from
integers and symbols, never parsed from text.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Polynomial = Any
"""A polynomial of python-flint, which has no types to import: fmpz_poly or fmpq_poly."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A closed form in d: coefficients from the constant term up.

    >>> tie = Closed.of([-10, -8], [-1, 52])
    >>> print(tie)
    -2*(4*d + 5)/(52*d - 1)
    >>> tie(6), tie.limit
    (Fraction(-58, 311), Fraction(-2, 13))
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]

    @classmethod
    def of(cls, numerator: Polynomial, denominator: Polynomial = 1) -> Closed:
        """Return the quotient of two polynomials, or of two lists of their coefficients."""
        from flint import fmpq_poly, fmpz_poly

        above, below = fmpq_poly(numerator), fmpq_poly(denominator)
        if not below:
            raise ZeroDivisionError("a closed form with the denominator 0")
        top, bottom = above.numer() * below.denom(), below.numer() * above.denom()
        common = top.gcd(bottom) if top else bottom
        if bottom.leading_coefficient() * common.leading_coefficient() < 0:
            common = fmpz_poly([-1]) * common
        return cls(_coefficients(top // common), _coefficients(bottom // common))

    @classmethod
    def constant(cls, value: Fraction | int) -> Closed:
        """Return a value that does not depend on d."""
        ratio = Fraction(value)
        return cls((ratio.numerator,) if ratio else (), (ratio.denominator,))

    def __call__(self, decks: int | Fraction) -> Fraction:
        """Return the value at one deck count; ZeroDivisionError where there is none."""
        return Fraction(_value(self.numerator, decks)) / _value(self.denominator, decks)

    def __add__(self, other: Closed | Fraction | int) -> Closed:
        top, bottom = self.polynomials
        other_top, other_bottom = _closed(other).polynomials
        return Closed.of(top * other_bottom + other_top * bottom, bottom * other_bottom)

    def __mul__(self, other: Closed | Fraction | int) -> Closed:
        top, bottom = self.polynomials
        other_top, other_bottom = _closed(other).polynomials
        return Closed.of(top * other_top, bottom * other_bottom)

    def __truediv__(self, other: Closed | Fraction | int) -> Closed:
        divisor = _closed(other)
        top, bottom = self.polynomials
        other_top, other_bottom = divisor.polynomials
        return Closed.of(top * other_bottom, bottom * other_top)

    def __neg__(self) -> Closed:
        return Closed(tuple(-number for number in self.numerator), self.denominator)

    def __sub__(self, other: Closed | Fraction | int) -> Closed:
        return self + -_closed(other)

    def __bool__(self) -> bool:
        return bool(self.numerator)

    def __str__(self) -> str:
        """Return the factored form in Python's notation, to be read in rational arithmetic."""
        return str(self.expression)

    @property
    def latex(self) -> str:
        """The factored form in LaTeX's mathematics."""
        from sympy import latex

        return str(latex(self.expression))

    @property
    def expression(self) -> Any:
        """The factored form as sympy's expression in the symbol d."""
        from sympy import Integer, Mul, Pow

        top, bottom = self.polynomials
        if not top:
            return Integer(0)
        above, below = top.factor(), bottom.factor()
        return Mul(
            Integer(int(above[0])) / Integer(int(below[0])),
            *(Pow(_expression(factor), power) for factor, power in above[1]),
            *(Pow(_expression(factor), -power) for factor, power in below[1]),
        )

    @property
    def is_constant(self) -> bool:
        """Whether the value is the same for every d."""
        return len(self.numerator) <= 1 and len(self.denominator) == 1

    @property
    def limit(self) -> Fraction:
        """The value as d grows without end: the infinite deck."""
        return self.expansion(1)[0]

    def expansion(self, terms: int) -> tuple[Fraction, ...]:
        """Return the first coefficients of the expansion in 1/d: of 1, 1/d, 1/d² and so on.

        The quotient of d^k·N(d) by D(d) is d^k times the expansion up to 1/d^k.

        >>> [str(term) for term in Closed.of([-10, -8], [-1, 52]).expansion(3)]
        ['-2/13', '-33/169', '-33/8788']
        """
        from flint import fmpq_poly

        if len(self.numerator) > len(self.denominator):
            raise ArithmeticError(f"{self} grows without bound: it has no expansion in 1/d")
        top, bottom = (fmpq_poly(polynomial) for polynomial in self.polynomials)
        quotient = (top * fmpq_poly([*[0] * (terms - 1), 1])) // bottom
        found = [Fraction(int(term.p), int(term.q)) for term in quotient.coeffs()]
        return tuple([*found, *[Fraction()] * (terms - len(found))][::-1])

    @property
    def polynomials(self) -> tuple[Polynomial, Polynomial]:
        """Numerator and denominator as polynomials of python-flint."""
        from flint import fmpz_poly

        return fmpz_poly(list(self.numerator)), fmpz_poly(list(self.denominator))


def symbol(name: str = "d") -> Any:
    """Return a symbol of sympy; d is the number of decks everywhere."""
    from sympy import Symbol

    return Symbol(name)


def _closed(value: Closed | Fraction | int) -> Closed:
    return value if isinstance(value, Closed) else Closed.constant(value)


def _coefficients(polynomial: Polynomial) -> tuple[int, ...]:
    return tuple(int(number) for number in polynomial.coeffs())


def _value(coefficients: tuple[int, ...], decks: int | Fraction) -> int | Fraction:
    value: int | Fraction = 0
    for number in reversed(coefficients):
        value = value * decks + number
    return value


def _expression(polynomial: Polynomial) -> Any:
    from sympy import Add, Integer

    d = symbol()
    return Add(
        *(Integer(int(number)) * d**power for power, number in enumerate(polynomial.coeffs()))
    )
