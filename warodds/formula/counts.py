"""M5: the number of ordered deals of every kind of round, as a polynomial in the deck count d.

*The bound.* Let a round take c cards at most: two, and with a war the burn and two more. Number
the positions 1 to c in the order of dealing. A card has one of 52 types, a rank and a suit, and a
shoe of d decks holds d cards of each. What a round shows is decided by the types of the cards at
the positions, so a kind of round is a set E of type sequences (t₁, …, t_c), and E has nothing to
do with d. (A round that the first two cards decide is the set of all sequences that begin so.)

Take one sequence in which type t occurs m_t times. The ordered deals that show it choose, for
each type, different cards for its m_t positions: d(d−1)···(d−m_t+1) = (d)_(m_t) ways, which is 0
when the shoe has fewer than m_t cards of the type, as it must be. So for every whole d

    N_E(d) = Σ over sequences of E  Π over types t  (d)_(m_t).

A falling factorial (d)_m is a polynomial in d of degree m with leading coefficient 1, and the m_t
of a sequence add up to c. So N_E is a polynomial of degree c, with the number of sequences in E
as its leading coefficient, or 0 if E is empty: *its degree is at most c*. Small d are points of
this polynomial like any other, because the equation above holds where factors vanish too. Summing
over suits first gives products of falling factorials of 4d, where suits do not matter.

*The proof.* Two polynomials of degree at most c that agree at c + 1 points are equal. So the
enumerator's counts at c + 1 deck counts leave one polynomial, and interpolation finds it: nothing
is fitted. The same number of further deck counts proves nothing new about the mathematics; they
would catch an enumerator whose counts are not what the argument says.

A shoe must hold c cards, so the deck counts begin with the least d for which 52·d ≥ c.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Generic, TypeVar

from warodds.cards import RANKS, SUITS, Shoe
from warodds.deal import Burn, Detail, Round, enumerate_rounds
from warodds.formula.closed import Polynomial

K = TypeVar("K", bound=Hashable)
J = TypeVar("J", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Proof:
    """The degree that no count can exceed, and the deck counts that were enumerated."""

    bound: int
    proved_at: tuple[int, ...]
    confirmed_at: tuple[int, ...]

    @classmethod
    def for_cards(cls, cards: int) -> Proof:
        """Return which deck counts prove, and which confirm, counts of rounds of so many cards.

        >>> Proof.for_cards(7).confirmed_at
        (9, 10, 11, 12, 13, 14, 15, 16)
        """
        start = -(-cards // (len(RANKS) * len(SUITS)))
        points = tuple(range(start, start + 2 * (cards + 1)))
        return cls(cards, points[: cards + 1], points[cards + 1 :])

    @property
    def start(self) -> int:
        """The least deck count at which a round can be dealt: closed forms hold from here on."""
        return self.proved_at[0]


@dataclass(frozen=True, slots=True)
class Counts(Generic[K]):
    """Each key with its number of ways, a polynomial in d: a `Law` for every deck count at once."""

    ways: Mapping[K, Polynomial]

    @property
    def total(self) -> Polynomial:
        """The number of equally likely cases."""
        return _sum(self.ways.values())

    def map(self, function: Callable[[K], J]) -> Counts[J]:
        """Return the counts of a function of the key, like results lumped."""
        lumped: dict[J, Polynomial] = {}
        for key, ways in self.ways.items():
            image = function(key)
            lumped[image] = lumped[image] + ways if image in lumped else ways
        return Counts(lumped)

    def given(self, condition: Callable[[K], bool]) -> Counts[K]:
        """Return the counts of the keys that satisfy a condition."""
        return Counts({key: ways for key, ways in self.ways.items() if condition(key)})


@lru_cache(maxsize=16)
def count_rounds(burn: Burn | None, first: Detail, war: Detail) -> tuple[Counts[Round], Proof]:
    """Return every kind of round with its number of ordered deals as a polynomial in d.

    >>> counts, proof = count_rounds(Burn(3), Detail(), Detail())
    >>> ties = counts.given(lambda round: round.first.comparison == "tie").total
    >>> ties.degree(), int(ties(6)) == int(counts.total(6)) * 23 // 311
    (7, True)
    """
    proof = Proof.for_cards(2 + (burn.cards if burn else 0))
    counts = interpolated(
        lambda decks: enumerate_rounds(Shoe.of(decks), burn, first, war).ways, proof
    )
    return counts, proof


def interpolated(enumerated: Callable[[int], Mapping[K, int]], proof: Proof) -> Counts[K]:
    """Return the polynomials of degree `proof.bound` at most that counts of ways follow.

    A count that any deck count of the proof contradicts is an error of the enumerator.

    >>> interpolated(lambda decks: {"pair": decks * (decks - 1)}, Proof.for_cards(2)).ways["pair"]
    x^2 + (-1)*x
    """
    proving = [enumerated(decks) for decks in proof.proved_at]
    confirming = [enumerated(decks) for decks in proof.confirmed_at]
    # A small shoe may not hold a kind of round at all, as one deck no perfect pair: a count of 0.
    keys = dict.fromkeys(key for ways in (*proving, *confirming) for key in ways)
    basis = _newton_basis(proof)
    polynomials = {}
    for key in keys:
        polynomial = _newton(basis, [ways.get(key, 0) for ways in proving])
        for decks, ways in zip(proof.confirmed_at, confirming, strict=True):
            if polynomial(decks) != ways.get(key, 0):
                raise ArithmeticError(
                    f"{key}: {ways.get(key, 0)} ways at {decks} decks, where the polynomial of "
                    f"degree {proof.bound} that {proof.start} to {proof.proved_at[-1]} decks "
                    f"leave has {polynomial(decks)}"
                )
        polynomials[key] = polynomial
    return Counts(polynomials)


def _newton_basis(proof: Proof) -> list[Polynomial]:
    """Return C(d − start, k) for k = 0 to the bound, as polynomials in d."""
    from flint import fmpq, fmpq_poly

    basis = [fmpq_poly([1])]
    for k in range(proof.bound):
        basis.append(basis[-1] * fmpq_poly([-(proof.start + k), 1]) * fmpq(1, k + 1))
    return basis


def _newton(basis: list[Polynomial], values: list[int]) -> Polynomial:
    """Return the polynomial through values at consecutive deck counts (Newton's differences)."""
    terms = []
    for polynomial in basis:
        terms.append(polynomial * values[0])
        values = [after - before for before, after in pairwise(values)]
    return _sum(terms)


def _sum(polynomials: Iterable[Polynomial]) -> Polynomial:
    from flint import fmpq_poly

    return sum(polynomials, fmpq_poly([0]))
