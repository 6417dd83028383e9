"""The full law over a whole shoe of a wager on the kind of a pair.

Kinds are nested: a perfect pair agrees in its card, a coloured one in rank and colour at least, any
pair in its rank. With Y the variable of the result, a tied pair is worth

    Y^mixed  +  [same colour] · (Y^coloured − Y^mixed)  +  [same card] · (Y^perfect − Y^coloured),

so it is enough to count deals in which given pairs agree in their rank, in rank and colour, or in
their card. Of one rank, i pairs of the first sort beside s of the other two, k of these of the
last, can be dealt in ρ_s[k] · (n − 2s)_(2i)/i! ways; the product over all ranks is a power of
Σ x^s q^k z^i of these. An untied pair is any pair less a tied one, as in `ties`, so that untied
pairs add to i with changing sign.

The integers are long and there are many, so all is done modulo primes of a machine word, as many
as the total of the law needs, and put together by the Chinese remainder theorem: exact, because
every number of ways lies between 0 and that total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb, factorial, gcd, lcm
from typing import TYPE_CHECKING

from warodds.cards import Shoe
from warodds.law import Law, falling
from warodds.rules.model import Deal, Paytable, Wager, event_on
from warodds.wholeshoe.procedure import Procedure
from warodds.wholeshoe.tallies import Ending, Start, starts_of

if TYPE_CHECKING:
    from flint import nmod_mat, nmod_poly

Suits = tuple[int, ...]
Watched = Callable[[Sequence[int]], Iterable[int]]
"""Goes through the primes, and may show how far it has come."""

Nested = dict[tuple[int, int], Fraction]
"""Ways, over the factorials of pairs alike, by pairs s of one colour and k of them of one card."""


@dataclass(frozen=True, slots=True)
class _Ends:
    """Shoes that end with so many marked ties and wagers placed: the sum of their signed ways.

    `by_ties[T]` belongs to T pairs that tie in all, marked or not.
    """

    marked: int
    placed: int
    by_ties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Problem:
    """A start with everything that does not depend on the prime."""

    ranks: tuple[tuple[int, int, Nested], ...]  # how many alike, cards unseen, colour and card ways
    ends: tuple[_Ends, ...]
    worth: tuple[int, int, int]  # of mixed, coloured, perfect, in steps of the unit, least zero
    shifts: tuple[int, ...]  # of each end, least zero

    @property
    def most_marked(self) -> int:
        return max(end.marked for end in self.ends)

    @property
    def most_pairs(self) -> int:
        return sum(alike * (cards // 2) for alike, cards, _ in self.ranks)

    @property
    def length(self) -> int:
        top = max(self.worth)
        return 1 + max(
            shift + top * end.marked for shift, end in zip(self.shifts, self.ends, strict=True)
        )


def pair_law(
    shoe: Shoe, procedure: Procedure, wager: Wager, table: Paytable, watch: Watched = iter
) -> Law[Fraction]:
    """Return the law of a shoe's result, in order. It takes seconds to minutes: see `watch`."""
    procedure.check(shoe)

    def net(event: str) -> Fraction:
        return table.payout(event_on(wager.deal, event)).net

    constant = net("no_pair")
    above = [net(kind) - constant for kind in ("mixed", "coloured", "perfect")]
    unit = lcm(constant.denominator, *(each.denominator for each in above))
    worth = [int(each * unit) for each in above]
    least = min(worth)
    suits = shoe.by_suit or ()
    kinds = list(dict.fromkeys(suits))
    starts = list(starts_of(shoe, procedure, [kinds.index(each) for each in suits]))
    rows = [list(_endings(start, wager.deal)) for start in starts]
    size = sum(number for _, number in starts[0].cards)
    pairs = max(sum(row[:3]) for each in rows for row in each)
    ends = [_grouped(each, size, pairs) for each in rows]
    lowest = min(_shift(end, constant, unit, least) for each in ends for end in each)
    problems = [
        _Problem(
            _ranks(start, kinds),
            tuple(each),
            (worth[0] - least, worth[1] - least, worth[2] - least),
            tuple(_shift(end, constant, unit, least) - lowest for end in each),
        )
        for start, each in zip(starts, ends, strict=True)
    ]
    total = falling(size, 2 * pairs) * sum(ways for _, _, ways in procedure.starts(shoe))
    ways = _by_remainders(problems, total, watch)
    if sum(ways) != total:
        raise ArithmeticError("the results of a shoe do not add up to all shoes")
    common = gcd(*ways)
    return Law(
        {Fraction(step + lowest, unit): number // common for step, number in enumerate(ways)}
    )


def _shift(end: _Ends, constant: Fraction, unit: int, least: int) -> int:
    return int(constant * unit) * end.placed + least * end.marked


def _endings(start: Start, deal: Deal) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield marked ties, ties that go unmarked, untied pairs, wagers placed and orders."""
    for each in start.endings.values():
        for ending in each:
            if deal == "war":
                untied, ties, second = ending.tally
                yield second, ties, untied + ties - second, ties, ending.orders
            elif not ending.tally.second_ties:  # what the war deals is free
                yield _first(ending)


def _first(ending: Ending) -> tuple[int, int, int, int, int]:
    tally = ending.tally
    return tally.ties, 0, tally.untied, tally.rounds, ending.orders


def _grouped(rows: Iterable[tuple[int, int, int, int, int]], size: int, pairs: int) -> list[_Ends]:
    """Return the endings by marked ties and wagers placed, in ways of `pairs` pairs."""
    rest = [falling(size - 2 * ties, 2 * (pairs - ties)) for ties in range(pairs + 1)]
    grouped: dict[tuple[int, int], list[int]] = {}
    for marked, unmarked, untied, placed, orders in rows:
        signed = grouped.setdefault((marked, placed), [0] * (pairs + 1))
        for tied in range(untied + 1):
            ties = marked + unmarked + tied
            signed[ties] += (-1) ** tied * comb(untied, tied) * orders * rest[ties]
    return [_Ends(*key, tuple(signed)) for key, signed in grouped.items()]


def _ranks(start: Start, kinds: Sequence[Suits]) -> tuple[tuple[int, int, Nested], ...]:
    return tuple(
        (alike, cards, _nested(kinds[kind], sum(kinds[kind]) - cards))
        for (kind, cards), alike in sorted(Counter(start.cards).items())
    )


def _nested(suits: Suits, missing: int) -> Nested:
    """Return the ways of one rank, less a card of any suit where one has been seen and burned."""
    if not missing:
        return _of_colours(suits)
    found: Nested = {}
    for suit, cards in enumerate(suits):
        if cards:
            left = (*suits[:suit], cards - 1, *suits[suit + 1 :])
            for key, ways in _of_colours(left).items():
                found[key] = found.get(key, Fraction()) + ways * Fraction(cards, sum(suits))
    return found


def _of_colours(suits: Suits) -> Nested:
    clubs, diamonds, hearts, spades = suits
    found: Nested = {}
    for (s, k), ways in _of_suits(clubs, spades).items():
        for (more, cards), others in _of_suits(diamonds, hearts).items():
            key = s + more, k + cards
            found[key] = found.get(key, Fraction()) + ways * others
    return found


def _of_suits(one: int, other: int) -> Nested:
    """Return the ways of one colour: k pairs of one card each, then s − k of the colour."""
    found: Nested = {}
    for first in range(one // 2 + 1):
        for second in range(other // 2 + 1):
            k = first + second
            ways = Fraction(
                falling(one, 2 * first) * falling(other, 2 * second),
                factorial(first) * factorial(second),
            )
            for coloured in range((one + other) // 2 - k + 1):
                each = Fraction(falling(one + other - 2 * k, 2 * coloured), factorial(coloured))
                key = k + coloured, k
                found[key] = found.get(key, Fraction()) + ways * each
    return found


def _by_remainders(problems: Sequence[_Problem], total: int, watch: Watched) -> list[int]:
    """Return the ways of every step of the result, each between 0 and `total`."""
    ways = [0] * max(problem.length for problem in problems)
    modulus = 1
    for prime in watch(list(_primes(total))):
        found = [0] * len(ways)
        for problem in problems:
            for step, number in enumerate(_Modular(problem, prime).law()):
                found[step] += number
        inverse = pow(modulus, -1, prime)
        ways = [
            known + modulus * ((new - known) * inverse % prime)
            for known, new in zip(ways, found, strict=True)
        ]
        modulus *= prime
    return ways


def _primes(total: int) -> Iterator[int]:
    """Yield primes just below 2^63 until their product exceeds `total`."""
    from flint import fmpz

    product, number = 1, 2**63
    while product <= total:
        number -= 1
        if fmpz(number).is_prime():
            product *= number
            yield number


@dataclass(frozen=True, slots=True)
class _Modular:
    """One start's law modulo a prime."""

    problem: _Problem
    prime: int

    def law(self) -> list[int]:
        """Return the ways of every step of the result.

        Every (j, k), pairs of one colour and of one card, has the part H of the ends with so many
        marks; Σ H · (Y^coloured − Y^mixed)^j · (Y^perfect − Y^coloured)^k follows by Horner's rule.
        """
        mixed, coloured, perfect = self.problem.worth
        colour = self._poly({coloured: 1}) - self._poly({mixed: 1})
        card = self._poly({perfect: 1}) - self._poly({coloured: 1})
        parts = self._parts()
        most, total = self.problem.most_marked, self._poly({})
        for k in range(most, -1, -1):
            inner = self._poly({})
            for s in range(most, k - 1, -1):
                inner = inner * colour + self._poly(parts.get((s, k), {}))
            total = total * card + inner
        return [int(number) for number in total.coeffs()]

    def _poly(self, terms: Mapping[int, int]) -> nmod_poly:
        from flint import nmod_poly

        coefficients = [0] * (max(terms, default=-1) + 1)
        for place, number in terms.items():
            coefficients[place] = number
        return nmod_poly(coefficients, self.prime)

    def _parts(self) -> dict[tuple[int, int], dict[int, int]]:
        """Return, by (s, k), the steps and ways of the ends with that many marked pairs."""
        from flint import nmod_mat

        prime, ends = self.prime, self.problem.ends
        mixed = self.problem.worth[0]
        width = len(ends[0].by_ties)
        signed = nmod_mat(len(ends), width, [n % prime for e in ends for n in e.by_ties], prime)
        parts: dict[tuple[int, int], dict[int, int]] = {}
        for s, series in enumerate(self._series()):
            # Row T: the ways of s marked pairs beside T − s others, which are told apart.
            rows = [[0] * (s + 1)] * min(s, width)
            factor = 1
            for i in range(width - s):
                factor = factor * max(i, 1) % prime
                row = series[i] if i < len(series) else [0] * (s + 1)
                rows.append([factor * number % prime for number in row])
            table = signed * nmod_mat(width, s + 1, [n for row in rows for n in row], prime)
            for number, (end, shift) in enumerate(zip(ends, self.problem.shifts, strict=True)):
                if end.marked < s:
                    continue
                step = shift + mixed * (end.marked - s)
                chosen = falling(end.marked, s)
                for k in range(s + 1):
                    part = parts.setdefault((s, k), {})
                    ways = chosen * int(table[number, k])
                    part[step] = (part.get(step, 0) + ways) % prime
        return parts

    def _series(self) -> Iterator[list[list[int]]]:
        """Yield for s = 0, 1, … the coefficients of z^i q^k, from values at whole z and q."""
        from flint import nmod_mat

        prime, most = self.prime, self.problem.most_marked
        at_z, at_q = self.problem.most_pairs + 1, most + 1
        values: list[list[int]] = [[] for _ in range(most + 1)]
        polynomials = [self._values(alike, at_z, at_q) for alike in self.problem.ranks]
        for each in zip(*polynomials, strict=True):
            product = reduce(lambda a, b: a.mul_low(b, most + 1), each)
            found = [int(number) for number in product.coeffs()]
            for s in range(most + 1):
                values[s].append(found[s] if s < len(found) else 0)
        from_z = _vandermonde(at_z, prime).inv()
        from_q = _vandermonde(at_q, prime).inv().transpose()
        for s in range(most + 1):
            table = from_z * nmod_mat(at_z, at_q, values[s], prime) * from_q
            rows = [[int(number) for number in row] for row in table.tolist()]
            yield [row[: s + 1] for row in rows]

    def _values(self, alike: tuple[int, int, Nested], at_z: int, at_q: int) -> Iterator[nmod_poly]:
        """Yield the series of ranks alike, as a polynomial in x, at every z and q."""
        from flint import nmod_poly

        prime, keep = self.prime, self.problem.most_marked + 1
        ranks, cards, nested = alike
        most = cards // 2
        rho = [[0] * (s + 1) for s in range(most + 1)]
        for (s, k), ways in nested.items():
            rho[s][k] = ways.numerator * pow(ways.denominator, -1, prime) % prime
        free = [
            nmod_poly(
                [falling(cards - 2 * s, 2 * i) // factorial(i) for i in range(most - s + 1)], prime
            )
            for s in range(most + 1)
        ]
        of_q = [[int(nmod_poly(row, prime)(q)) for row in rho] for q in range(at_q)]
        for z in range(at_z):
            of_z = [int(series(z)) for series in free]
            for values in of_q:
                terms = [a * b % prime for a, b in zip(of_z, values, strict=True)]
                yield nmod_poly(terms, prime).pow_trunc(ranks, keep)


def _vandermonde(size: int, prime: int) -> nmod_mat:
    from flint import nmod_mat

    powers = [pow(point, power, prime) for point in range(size) for power in range(size)]
    return nmod_mat(size, size, powers, prime)
