"""What counting gains over a shoe, with where rounds start and the cards left taken together.

Whether a round starts at a position depends on the ties before it (`wholeshoe.starts`), so a shoe's
mean gain needs, for each number of ties t, the chance that t given pairs of the cards gone tie
*and* that the cards left are favourable. With m_r cards of rank r gone, M_t ways to choose t
disjoint pairs of equal rank among them, and `gone` cards in all, the former is

    t! · 2^t · M_t / (gone)_(2t),     Σ_t M_t · s^t = ∏_r μ_{m_r}(s),

where μ_m(s) counts the matchings of m cards by their number of pairs:
μ_m = μ_{m−1} + (m−1)·s·μ_{m−2}. So every composition left is weighed by ∏_r μ_{m_r}(s), one factor
a rank, and what `gain` and `game` do with the ways of a rank they do with weighed ways. The result
is a polynomial in s of degree gone/2 at most, found exactly: at as many values of s as it has
coefficients, modulo as many primes as those need, by interpolation and Chinese remainders.

It takes minutes where the law at each depth alone takes a second: once for each s and each prime.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb, factorial
from operator import mul
from typing import Protocol

from warodds.cards import Shoe
from warodds.counting.forms import Form
from warodds.counting.gain import form_parts, likeness
from warodds.counting.game import Game
from warodds.law import falling
from warodds.parallel import Watch, in_order
from warodds.rules.model import Wager
from warodds.wholeshoe.procedure import Procedure
from warodds.wholeshoe.starts import walk
from warodds.wholeshoe.ties import tie_base, tie_series

LARGEST = (1 << 63) - 1
"""Primes are taken from here down: the library's machine words have one bit more."""


class Part(Protocol):
    """A wager at some depths, whose favourable ways can be weighed by the cards gone."""

    @property
    def lefts(self) -> tuple[int, ...]:
        """The numbers of cards left."""

    def at(self, by_gone: Sequence[int], primes: Sequence[int]) -> list[list[tuple[int, int]]]:
        """Return the weighed ways at each depth and the sum of a value over them, by primes."""

    def bound(self, left: int) -> int:
        """Return what a value does not exceed in size."""

    def ev(self, left: int, ways: Fraction, value: Fraction) -> Fraction:
        """Return the mean EV of so many ways, or chances, with a sum of values."""


def gain_together(
    shoe: Shoe,
    procedure: Procedure,
    wager: Wager,
    form: Form | Game,
    workers: int = 1,
    watch: Watch = iter,
) -> tuple[Fraction, Fraction]:
    """Return the mean number of bets of a shoe and their mean gain.

    >>> from warodds.counting.forms import comparison_form
    >>> from warodds.rules import load
    >>> tie = load("pennsylvania").wagers[2]
    >>> form = comparison_form(Fraction(10), Fraction(-1))
    >>> bets, _ = gain_together(Shoe.of(1), Procedure(44), tie, form)
    >>> bets == 0  # no ten cards gone leave ties enough
    True
    """
    procedure.check(shoe)
    shoes = sum(ways for _, _, ways in procedure.starts(shoe))
    jobs = list(_jobs(shoe, procedure, wager, form))
    pieces = [(number, s) for number, job in enumerate(jobs) for s in range(job.points)]
    found: list[list[list[list[tuple[int, int]]]]] = [[] for _ in jobs]
    work = partial(_piece, jobs, pieces)
    done = in_order(work, range(len(pieces)), workers, watch)
    for (number, _), values in zip(pieces, done, strict=True):
        found[number].append(values)
    bets = gain = Fraction()
    for job, at in zip(jobs, found, strict=True):
        more, part = job.total(at)
        bets, gain = bets + more, gain + part
    if isinstance(form, Game) and form.bonus < 0:
        rounds, mean = _whole_game(shoe, procedure, form)
        return (rounds - bets) / shoes, (mean - gain) / shoes
    return bets / shoes, gain / shoes


@dataclass(frozen=True, slots=True)
class _Job:
    """A part, the cards unseen when the shoe starts, and W by ties at each number of cards left.

    The primes are enough to tell the coefficients and their signs.
    """

    part: Part
    cards: tuple[int, ...]
    by_ties: Mapping[int, Sequence[int]]
    primes: tuple[int, ...]

    @classmethod
    def of(cls, part: Part, cards: tuple[int, ...], by_ties: Mapping[int, Sequence[int]]) -> _Job:
        size = sum(cards)
        # All ways to choose t pairs of equal rank and the cards left beside them.
        matchings = [ways >> t for t, ways in enumerate(tie_series(cards))]
        most = max(
            part.bound(left)
            * max(ways * comb(size - 2 * t, left) for t, ways in enumerate(matchings))
            for left in part.lefts
        )
        wanted = {left: by_ties[left] for left in part.lefts}
        return cls(part, cards, wanted, tuple(_primes(2 * most)))

    @property
    def size(self) -> int:
        return sum(self.cards)

    @property
    def points(self) -> int:
        """How many coefficients the polynomials in s have."""
        return (self.size - min(self.part.lefts)) // 2 + 1

    def values(self, s: int) -> list[list[tuple[int, int]]]:
        """Return the ways and values at one s, modulo each prime."""
        return self.part.at(_matchings(max(self.cards), s), self.primes)

    def total(
        self, values: Sequence[Sequence[Sequence[tuple[int, int]]]]
    ) -> tuple[Fraction, Fraction]:
        """Return bets and gain, given the values at every s from 0."""
        columns = [
            _interpolated([at[place] for at in values], modulus)
            for place, modulus in enumerate(self.primes)
        ]
        bets = gain = Fraction()
        for place, left in enumerate(self.part.lefts):
            by_ties = self.by_ties[left]
            gone, most = self.size - left, len(by_ties) - 1
            scaled = [
                number * factorial(t) * 2**t * falling(gone - 2 * t, 2 * (most - t))
                for t, number in enumerate(by_ties)
            ]
            whole = comb(self.size, left) * falling(gone, 2 * most)
            ways, value = (
                Fraction(
                    sum(
                        number * _restored([each[column][t] for each in columns], self.primes)
                        for t, number in enumerate(scaled)
                        if number
                    ),
                    whole,
                )
                for column in (2 * place, 2 * place + 1)
            )
            bets += ways
            gain += self.part.ev(left, ways, value)
        return bets, gain


def _jobs(shoe: Shoe, procedure: Procedure, wager: Wager, form: Form | Game) -> Iterator[_Job]:
    """Yield all that has to be weighed, for each way that a shoe can start."""
    begun: dict[object, tuple[Shoe, dict[int, int]]] = {}
    for position, cards, ways in procedure.starts(shoe, suited=wager.on == "pair"):
        _, positions = begun.setdefault(likeness(cards, wager), (cards, {}))
        positions[position] = positions.get(position, 0) + ways
    for cards, positions in begun.values():
        by_ties: dict[int, Sequence[int]] = {}
        for left, walked in walk(shoe, procedure, positions):
            if wager.deal == "war":  # placed once the round's own pair has tied
                by_ties[left - procedure.round_cards] = [0, *walked]
            else:
                by_ties[left] = walked
        parts: Iterator[Part] = (
            form.parts(cards, by_ties)
            if isinstance(form, Game)
            else form_parts(form, cards, by_ties)
        )
        for part in parts:
            yield _Job.of(part, cards.by_rank, by_ties)


def _piece(
    jobs: Sequence[_Job], pieces: Sequence[tuple[int, int]], number: int
) -> list[list[tuple[int, int]]]:
    job, s = pieces[number]
    return jobs[job].values(s)


def _whole_game(shoe: Shoe, procedure: Procedure, game: Game) -> tuple[Fraction, Fraction]:
    """Return the mean number of rounds and their mean EV, times the shoes that can start.

    A round that starts after some ties nets what one and two more ties of given pairs say (M3).
    """
    rounds = mean = Fraction()
    for position, cards, ways in procedure.starts(shoe):
        for _, by_ties in walk(shoe, procedure, {position: ways}):
            base = tie_base(cards.by_rank, len(by_ties) + 1)
            once, twice, thrice = (
                Fraction(sum(map(mul, by_ties, base[more:])), base[0]) for more in range(3)
            )
            rounds += once
            mean += game.decided * once + (game.war - game.decided) * twice + game.bonus * thrice
    return rounds, mean


def _matchings(cards: int, s: int) -> list[int]:
    """Return μ_0(s) … μ_cards(s).

    >>> _matchings(4, 1)
    [1, 1, 2, 4, 10]
    """
    found = [1, 1]
    for m in range(2, cards + 1):
        found.append(found[-1] + (m - 1) * s * found[-2])
    return found[: cards + 1]


def _primes(most: int) -> Iterator[int]:
    """Yield primes until their product exceeds `most`."""
    from flint import fmpz

    product, number = 1, LARGEST
    while product <= most:
        if fmpz(number).is_prime():
            yield number
            product *= number
        number -= 2


def _interpolated(values: Sequence[Sequence[tuple[int, int]]], modulus: int) -> list[list[int]]:
    """Return the polynomials with these values at 0, 1, 2, …: columns as they stand in pairs.

    >>> _interpolated([[(1, 5)], [(3, 5)]], 101)
    [[1, 2], [5, 0]]
    """
    from flint import nmod_mat

    points = len(values)
    powers = nmod_mat(
        points, points, [pow(s, t, modulus) for s in range(points) for t in range(points)], modulus
    )
    flat = [number for row in values for pair in row for number in pair]
    columns = len(flat) // points
    solved = powers.solve(nmod_mat(points, columns, flat, modulus)).entries()
    return [[int(number) for number in solved[column::columns]] for column in range(columns)]


def _restored(residues: Sequence[int], primes: Sequence[int]) -> int:
    """Return the number of least size with these residues.

    >>> _restored([5, 9], [7, 11])
    -2
    """
    number, product = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        number += product * ((residue - number) * pow(product, -1, prime) % prime)
        product *= prime
    return number if 2 * number < product else number - product
