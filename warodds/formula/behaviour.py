"""Where a closed form rises, falls, is positive or negative: decided, not sampled.

A function of real d can change its direction only at a root of its derivative, and its sign only
at a root of its own, or at a pole. sympy isolates every real root of an integer polynomial in an
interval with rational ends, exactly. Outside those few intervals one deck count speaks for all of
its neighbours; inside them each deck count is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from warodds.formula.closed import Closed, Polynomial, symbol

DIRECTIONS = {1: "rises", 0: "constant", -1: "falls"}
SIGNS = {1: "positive", 0: "zero", -1: "negative"}


@dataclass(frozen=True, slots=True)
class Run:
    """Deck counts over which something holds, from `first` to `last`; None is "and so on"."""

    first: int
    last: int | None
    what: str


def directions(form: Closed, start: int) -> tuple[Run, ...]:
    """Return where a closed form rises and falls over the deck counts from `start` on.

    A run's ends are deck counts, and the next run begins where one ends.

    >>> directions(Closed.of([-1, 4], [-1, 52]), 1)
    (Run(first=1, last=None, what='rises'),)
    >>> [(run.first, run.last, run.what) for run in directions(Closed.of([0, -7, 1]), 1)]
    [(1, 3, 'falls'), (3, 4, 'constant'), (4, None, 'rises')]
    """
    top, bottom = form.polynomials
    slope = top.derivative() * bottom - top * bottom.derivative()

    def step(decks: int) -> str:
        return DIRECTIONS[_sign(form(decks + 1) - form(decks))]

    runs = tuple(_runs(step, _near_roots(slope * bottom, start), start))
    # A run of steps ends one deck count after the last step's first.
    return tuple(
        Run(run.first, None if run.last is None else run.last + 1, run.what) for run in runs
    )


def signs(form: Closed, start: int) -> tuple[Run, ...]:
    """Return where a closed form is positive, zero and negative from `start` decks on.

    >>> [(run.first, run.last, run.what) for run in signs(Closed.of([-3, 1]), 1)]
    [(1, 2, 'negative'), (3, 3, 'zero'), (4, None, 'positive')]
    """
    top, bottom = form.polynomials
    near = _near_roots(top * bottom, start)
    return tuple(_runs(lambda decks: SIGNS[_sign(form(decks))], near, start))


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _near_roots(polynomial: Polynomial, start: int) -> list[int]:
    """Return every deck count n from `start` on with a real root in [n, n + 1), and maybe more."""
    from sympy import Poly, Rational

    if polynomial.degree() < 1:
        return []
    coefficients = [int(number) for number in reversed(polynomial.coeffs())]
    isolated = Poly(coefficients, symbol()).intervals(inf=start, eps=Rational(1, 4))
    near = {
        decks
        for (low, high), _multiplicity in isolated
        for decks in range(int(low.floor()), int(high.floor()) + 1)
    }
    return sorted(decks for decks in near if decks >= start)


def _runs(what: Callable[[int], str], near: list[int], start: int) -> Iterator[Run]:
    """Join deck counts of which the same can be said; what holds after a root holds to the next."""
    told = sorted({start, *near, *(decks + 1 for decks in near)})
    first = start
    for decks, following in pairwise(told):
        if what(following) != what(decks):
            yield Run(first, following - 1, what(decks))
            first = following
    yield Run(first, None, what(told[-1]))
