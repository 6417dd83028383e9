"""Ties of disjoint pairs of positions (M6): nothing here knows of rounds, wagers or cut cards.

P_t is the chance that t given disjoint pairs of positions all tie. A way to fill them gives each
pair a rank; with n_r cards of rank r, s of the pairs can have rank r in (n_r)_(2s) ordered ways,
so the number of ways is t! times the coefficient of x^t in ∏_r Σ_s (n_r)_(2s)/s! · x^s. Every
(n)_(2s)/s! is an integer: it is C(n, 2s) times (2s)!/s!.

Q(t, u), "t given pairs tie and u given others do not", follows by taking one pair at a time:
Q(t, u) = Q(t, u−1) − Q(t+1, u−1). A shoe asks for pairs with one sum t + u at a time, so the
table is walked by rows n = t + u: Q(n, 0) = P_n and Q(t, n−t) = Q(t, n−1−t) − Q(t+1, n−1−t).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import factorial, prod
from typing import TYPE_CHECKING

from warodds.law import falling

if TYPE_CHECKING:
    from flint import fmpz_poly


def rank_series(cards: int, taken: int = 0) -> fmpz_poly:
    """Return Σ_s (cards)_(2s+taken)/s! · x^s: s pairs of one rank beside `taken` of its cards.

    >>> [int(ways) for ways in rank_series(4).coeffs()]
    [1, 12, 12]
    """
    from flint import fmpz_poly

    most = max(cards - taken, 0) // 2
    return fmpz_poly(
        [falling(cards, 2 * pairs + taken) // factorial(pairs) for pairs in range(most + 1)]
    )


def tie_series(cards: Sequence[int]) -> list[int]:
    """Return the coefficients of ∏_r Σ_s (n_r)_(2s)/s! · x^s.

    >>> tie_series((4, 2))
    [1, 14, 36, 24]
    """
    from flint import fmpz_poly

    series = prod(
        (rank_series(number) ** ranks for number, ranks in Counter(cards).items()),
        start=fmpz_poly([1]),
    )
    return [int(ways) for ways in series.coeffs()]


def tie_base(cards: Sequence[int], most: int) -> list[int]:
    """Return P_0 … P_most of a shoe, as integers over the falling factorial (size)_(2·most).

    >>> one_deck = tie_base((4,) * 13, 2)
    >>> one_deck[0] == falling(52, 4), 17 * one_deck[1] == one_deck[0]
    (True, True)
    """
    return over_one_denominator(tie_series(cards), sum(cards), most)


def over_one_denominator(
    ways: Sequence[int], size: int, most: int, *, ties: int = 0, free: int = 0
) -> list[int]:
    """Return chances for 0 … `most` ties as integers over the falling factorial (size)_(2·most).

    `ways` are the coefficients of x^0, x^1, …. Of the ties, `ties` are accounted for beside the
    series, and so are `free` cards that stand in pairs of their own.
    """
    base = [0] * (most + 1)
    for other, coefficient in enumerate(ways):
        placed = 2 * (other + ties) + free
        if other + ties <= most and placed <= 2 * most:
            rest = falling(size - placed, 2 * most - placed)
            base[other + ties] = coefficient * factorial(other) * rest
    return base


def tie_rows(base: Sequence[int]) -> Iterator[list[int]]:
    """Yield the rows n = 0, 1, … of Q(t, n−t) for t from 0 to n. Each row is valid until the next.

    >>> [list(row) for row in tie_rows([8, 4, 2])]
    [[8], [4, 4], [2, 2, 2]]
    """
    row: list[int] = []
    for last in base:
        row.append(last)
        for ties in range(len(row) - 2, -1, -1):
            row[ties] -= row[ties + 1]
        yield row
