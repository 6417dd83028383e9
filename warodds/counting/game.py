"""The game, main and war wager together: what it is worth to somebody who knows every card left.

With n_r cards of rank r left, n in all, V = Σ C(n_r, 2) and T = Σ C(n_r, 3), the ordered deals that
tie are 2V, and those that tie twice in a row 4V² − 4V − 24T (choose two pairs, less those that
share a card). So the EV is a function of n, V and T, linear in T (M3, for any payouts).

T hardly matters. By Cauchy and Schwarz T ≥ (4V²/n − 2V)/6, and T ≤ V·(c − 2)/3 where no rank has
more than c cards. Between these limits the sign of the EV differs for a few V alone. For these the
compositions are gone through (`joint`); for all others the law of V decides, with the mean of T
given V, and those are powers of polynomials (`tail`). Every figure is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from warodds.cards import Shoe
from warodds.counting.forms import comparison_groups, equal_pairs
from warodds.counting.gain import Gain, windows
from warodds.counting.joint import Compositions
from warodds.counting.tail import Groups, Tilt, Ways
from warodds.law import falling
from warodds.rules.model import Rules
from warodds.settle import round_net


@dataclass(frozen=True, slots=True)
class Game:
    """The mean net of a first deal decided, of a war decided, and a war tie's above that."""

    decided: Fraction
    war: Fraction
    bonus: Fraction

    @classmethod
    def of(cls, rules: Rules) -> Game:
        """Return the game of some rules when every tie goes to war.

        >>> from warodds.rules import load
        >>> Game.of(load("pennsylvania"))
        Game(decided=Fraction(0, 1), war=Fraction(-1, 2), bonus=Fraction(5, 2))
        """
        decided = (round_net("higher", rules) + round_net("lower", rules)) / 2
        war = (round_net("war_higher", rules) + round_net("war_lower", rules)) / 2
        return cls(decided, war, round_net("war_tie", rules) - war)

    def ev(self, shoe: Shoe) -> Fraction:
        """Return what the game is worth in a shoe.

        >>> Game(Fraction(0), Fraction(-1, 2), Fraction(5, 2)).ev(Shoe.of(6))
        Fraction(-23138, 993023)
        """
        triples = sum(comb(cards, 3) for cards in shoe.by_rank)
        worth = _Worth.of(self, shoe.size)
        return Fraction(worth.scaled(equal_pairs(shoe), triples), worth.over)

    def gains(self, shoe: Shoe, lefts: Iterable[int]) -> list[Gain]:
        """Return the gain at each number of cards left, four or more, when a round starts.

        >>> [gain] = Game(Fraction(0), Fraction(-1, 2), Fraction(5, 2)).gains(Shoe.of(1), [4])
        >>> gain.favourable == Fraction(13 + 78 * 36, 270725)  # four of a rank, or two pairs
        True
        """
        lefts = tuple(lefts)
        ev, groups, rest = self.ev(shoe), comparison_groups(shoe), Compositions(shoe.by_rank)
        parts: dict[int, tuple[Fraction, Fraction]] = {}
        for window in windows(lefts, shoe.size // 12):
            ends = [_End.of(self, shoe, groups, left) for left in window]
            pure = _pure_parts(shoe, groups, ends, ev)
            for end in ends:
                chance, mean = end.mixed_part(rest, comb(shoe.size, end.left))
                share, part = pure[end.left]
                chance, mean = chance + share, mean + part
                parts[end.left] = (chance, mean) if self.bonus > 0 else (1 - chance, ev - mean)
        return [Gain(left, Fraction(1), *parts[left]) for left in lefts]

    def parts(self, shoe: Shoe, lefts: Iterable[int]) -> Iterator[GamePart]:
        """Yield the game at all depths, those that lie close together in one part."""
        groups = comparison_groups(shoe)
        for window in windows(lefts, shoe.size // 12):
            ends = (_End.of(self, shoe, groups, left) for left in window)
            some = tuple(end for end in ends if end.pure or end.mixed)
            if some:
                yield GamePart.of(shoe, some)


@dataclass(frozen=True, slots=True)
class _Worth:
    """The EV as (c0 + c1·V + c2·V² − c3·T) / over, all of them whole."""

    constant: int
    pairs: int
    squares: int
    triples: int
    over: int

    @classmethod
    def of(cls, game: Game, n: int) -> _Worth:
        twice = game.bonus / falling(n, 4)
        once = (game.war - game.decided) / falling(n, 2)
        parts = (game.decided, 2 * once - 4 * twice, 4 * twice, 24 * twice)
        over = lcm(*(part.denominator for part in parts))
        constant, pairs, squares, triples = (int(part * over) for part in parts)
        return cls(constant, pairs, squares, triples, over)

    def scaled(self, pairs: int, triples: int) -> int:
        """Return the EV times its denominator."""
        return self.constant + (self.pairs + self.squares * pairs) * pairs - self.triples * triples

    def most_triples(self, pairs: int) -> int:
        """Return the greatest T at the end of few triples.

        That end is where the EV is above zero if T lowers it, and where it is not if T raises it.
        """
        value = self.scaled(pairs, 0)
        return (value - 1) // self.triples if self.triples > 0 else -value // -self.triples


@dataclass(frozen=True, slots=True)
class _End:
    """The end of few triples: the V that have no other T, and those that do with the greatest T."""

    left: int
    worth: _Worth
    pure: frozenset[int]
    other: frozenset[int]
    mixed: Mapping[int, int]

    @classmethod
    def of(cls, game: Game, shoe: Shoe, groups: Groups, left: int) -> _End:
        worth = _Worth.of(game, left)
        largest = min(left, max(shoe.by_rank))
        pure, mixed = set(), {}
        values = range(groups.least[left], groups.greatest[left] + 1)
        for pairs in values:
            most = worth.most_triples(pairs)
            if most >= pairs * max(largest - 2, 0) // 3:
                pure.add(pairs)
            elif most >= max(0, -((left - 2 * pairs) * pairs // (3 * left))):
                mixed[pairs] = most
        return cls(left, worth, frozenset(pure), frozenset(values) - pure, mixed)

    def mixed_part(self, rest: Compositions, total: int) -> tuple[Fraction, Fraction]:
        """Return the chance of the V with other T as well, and what they add to the mean EV."""
        return self.part(*self.mixed_ways(rest), total)

    def mixed_ways(self, rest: Compositions) -> tuple[dict[int, int], dict[int, int]]:
        """Return the ways of the V with other T as well, and their sums of T."""
        found = rest.below(self.left, self.mixed)
        return (
            {pairs: ways for pairs, (ways, _) in found.items()},
            {pairs: triples for pairs, (_, triples) in found.items()},
        )

    def part(
        self, ways: Mapping[int, int], triples: Mapping[int, int], total: int
    ) -> tuple[Fraction, Fraction]:
        """Return the chance of some ways by V, with their sum of T, and their share of the EV."""
        number, mean = self.summed(ways, triples)
        return Fraction(number, total), Fraction(mean, self.worth.over * total)

    def summed(self, ways: Mapping[int, int], triples: Mapping[int, int]) -> tuple[int, int]:
        """Return the number of some ways by V, and the sum of their EV times its denominator."""
        mean = sum(self.worth.scaled(pairs, 0) * number for pairs, number in ways.items())
        return sum(ways.values()), mean - self.worth.triples * sum(triples.values())


def _pure_parts(
    shoe: Shoe, law: Groups, ends: Iterable[_End], ev: Fraction
) -> dict[int, tuple[Fraction, Fraction]]:
    """Return, by cards left, the chance of V with no other T, and what they add to the mean EV.

    The mean EV is the EV now (M1), so these V and all others tell the same, and each can be reached
    from either end of the law of V: take whichever is least work.
    """
    ends = tuple(ends)
    some = min((_Some.of(law, ends, others) for others in (False, True)), key=lambda s: s.work)
    marked = tuple(_marked(shoe))
    plans = some.plans(law, marked)
    parts = {}
    for end, (ways, triples) in zip(ends, some.found(law, marked, plans), strict=True):
        share, mean = end.part(ways, triples, comb(shoe.size, end.left))
        parts[end.left] = (1 - share, ev - mean) if some.others else (share, mean)
    return parts


@dataclass(frozen=True, slots=True)
class _Some:
    """The V with no other T, or the `others`, reached from the end of their law that is less work.

    The limits, by cards left, are of V at the lower end and of −V, `sign` −1, at the upper.
    """

    others: bool
    sign: int
    limits: Mapping[int, int]
    wanted: Mapping[int, frozenset[int]]
    work: int

    @classmethod
    def of(cls, law: Groups, ends: Iterable[_End], others: bool) -> _Some:
        wanted = {end.left: end.other if others else end.pure for end in ends}
        found = []
        for sign in (1, -1):
            groups = law if sign > 0 else law.mirrored
            limits = {
                left: max((sign * pairs for pairs in some), default=groups.least[left] - 1)
                for left, some in wanted.items()
            }
            found.append(cls(others, sign, limits, wanted, groups.work(limits)))
        return min(found, key=lambda some: some.work)

    def plans(self, law: Groups, marked: Iterable[Groups]) -> list[Tilt | None]:
        """Return how to pack the law of V, and those with three cards marked."""
        inside = {left - 3: limit for left, limit in self.limits.items() if self.wanted[left]}
        return [
            self._end(law).plan(self.limits),
            *(self._end(each).plan(inside) for each in marked),
        ]

    def found(
        self, law: Groups, marked: Iterable[Groups], plans: Sequence[Tilt | None]
    ) -> Iterator[tuple[dict[int, int], dict[int, int]]]:
        """Yield, for each number of cards left, the ways by V and the sums of T by V."""
        numbers, *more = (
            self._end(groups).law(plan) if plan else {}
            for groups, plan in zip((law, *marked), plans, strict=True)
        )
        for left, some in self.wanted.items():
            triples: Counter[int] = Counter()
            for each in more:
                triples.update(self._chosen(each.get(left - 3, {}), some))
            yield self._chosen(numbers.get(left, {}), some), triples

    def _end(self, groups: Groups) -> Groups:
        return groups if self.sign > 0 else groups.mirrored

    def _chosen(self, found: Mapping[int, int], some: frozenset[int]) -> dict[int, int]:
        return {self.sign * v: ways for v, ways in found.items() if self.sign * v in some}


@dataclass(frozen=True, slots=True)
class GamePart:
    """The game at some depths, to be weighed by the cards gone: see `together`.

    It finds the ways at the end of few triples and the sum of their EV times its denominator.
    """

    stock: tuple[int, ...]
    ends: tuple[_End, ...]
    law: Groups
    marked: tuple[Groups, ...]
    some: _Some
    plans: list[Tilt | None]

    @classmethod
    def of(cls, shoe: Shoe, ends: tuple[_End, ...]) -> GamePart:
        """Return the part of some depths, with all that no weight changes."""
        law, marked = comparison_groups(shoe), tuple(_marked(shoe))
        some = _Some.of(law, ends, False)
        return cls(shoe.by_rank, ends, law, marked, some, some.plans(law, marked))

    @property
    def lefts(self) -> tuple[int, ...]:
        """The numbers of cards left that have ways at all."""
        return tuple(end.left for end in self.ends)

    def at(self, by_gone: Sequence[int], primes: Sequence[int]) -> list[list[tuple[int, int]]]:
        """Return the ways and the sum at each depth, modulo each prime."""
        rest = Compositions(self.stock, by_gone)
        mixed = [end.summed(*end.mixed_ways(rest)) for end in self.ends]
        return [
            [
                ((ways + more) % prime, (total + part) % prime)
                for (ways, total), (more, part) in zip(
                    self._pure(by_gone, prime), mixed, strict=True
                )
            ]
            for prime in primes
        ]

    def _pure(self, by_gone: Sequence[int], modulus: int) -> Iterator[tuple[int, int]]:
        law, *marked = (each.weighed(by_gone, modulus) for each in (self.law, *self.marked))
        pure = self.some.found(law, marked, self.plans)
        for end, found in zip(self.ends, pure, strict=True):
            yield end.summed(*found)

    def bound(self, left: int) -> int:
        """Return what the EV times its denominator does not exceed in size."""
        worth = next(end.worth for end in self.ends if end.left == left)
        pairs = comb(left, 2)
        return worth.over + sum(
            abs(each)
            for each in (
                worth.constant,
                worth.pairs * pairs,
                worth.squares * pairs**2,
                worth.triples * comb(left, 3),
            )
        )

    def ev(self, left: int, _ways: Fraction, total: Fraction) -> Fraction:
        """Return the mean EV of a sum."""
        return total / next(end.worth.over for end in self.ends if end.left == left)


def _marked(shoe: Shoe) -> Iterable[Groups]:
    """Yield the groups with three cards of one rank marked: their law is the sum of T by V.

    The marked cards are not counted among those left, so that a rank can have any number of others.
    """
    ranks = Counter(shoe.by_rank)

    def unmarked(cards: int) -> Ways:
        return {(k, comb(k, 2)): comb(cards, k) for k in range(cards + 1)}

    for marked, number in sorted(ranks.items()):
        if marked < 3:
            continue
        others = ranks - Counter([marked])
        ways = {
            (k - 3, comb(k, 2)): number * comb(marked, k) * comb(k, 3) for k in range(3, marked + 1)
        }
        alike = [(many, unmarked(cards)) for cards, many in sorted(others.items())]
        yield Groups(((1, ways), *alike))
