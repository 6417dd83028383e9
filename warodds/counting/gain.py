"""How often a wager is favourable with so many cards left, and what betting it then would gain."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from operator import mul

from warodds.cards import Card, Shoe
from warodds.counting.forms import Form, standard
from warodds.counting.tail import Groups, Tilt
from warodds.rules.model import Wager


@dataclass(frozen=True, slots=True)
class Gain:
    """What a player who knows every card gone could gain when a round starts with `left` cards.

    One unit is staked whenever the wager's EV is above zero. `placed` is the chance that the
    wager can be placed at all (1, or that of a first tie), `favourable` the chance that it is
    favourable given that, and `gain_per_round` is per round started.
    """

    left: int
    placed: Fraction
    favourable: Fraction
    gain_per_round: Fraction

    @property
    def average_edge(self) -> Fraction | None:
        """The average EV of the wager when it is favourable; None where it never is."""
        bets = self.placed * self.favourable
        return self.gain_per_round / bets if bets else None


@dataclass(frozen=True, slots=True)
class Case:
    """A shoe that a wager can meet, less two cards of the rank that has `tied`, if one has."""

    probability: Fraction
    shoe: Shoe
    tied: int | None = None


def cases(shoe: Shoe, wager: Wager) -> list[Case]:
    """Return the shoes in which a wager is placed.

    For one on the first deal that is the shoe as it is. One on the war deal is placed after a
    first tie: the shoe less each pair that can have tied, those the wager cannot tell apart
    together. Which cards have gone before makes no difference to which pair ties (M1).
    """
    if wager.deal == "first":
        return [Case(Fraction(1), shoe)]
    ordered = shoe.size * (shoe.size - 1)
    found: dict[object, Case] = {}
    for rank, ways, left in _ties(shoe, wager.on == "pair"):
        first = found.setdefault(likeness(left, wager), Case(Fraction(), left, rank))
        probability = first.probability + Fraction(ways, ordered)
        found[likeness(left, wager)] = replace(first, probability=probability)
    return list(found.values())


def _ties(shoe: Shoe, suited: bool) -> Iterator[tuple[int, int, Shoe]]:
    for rank, cards in enumerate(shoe.by_rank):
        if not suited:
            if cards > 1:
                ranks = list(shoe.by_rank)
                ranks[rank] -= 2
                yield rank, cards * (cards - 1), Shoe(tuple(ranks))
            continue
        suits = shoe.by_suit[rank] if shoe.by_suit else ()
        for player, held in enumerate(suits):
            for dealer, other in enumerate(suits):
                ways = held * (other - (player == dealer))
                if ways:
                    yield rank, ways, shoe.without((Card(rank, player), Card(rank, dealer)))


def likeness(shoe: Shoe, wager: Wager) -> object:
    """Return a key that shoes share if the wager cannot tell them apart."""
    if wager.on == "pair":
        return tuple(sorted(map(standard, shoe.by_suit or ())))
    return tuple(sorted(shoe.by_rank)) if wager.on == "comparison" else shoe.by_rank


def gains(form: Form, situations: Sequence[Case], lefts: Iterable[int]) -> list[Gain]:
    """Return the gain at each number of cards left when a round starts.

    >>> from warodds.counting.forms import rank_form
    >>> ace = rank_form([Fraction(-1)] * 12 + [Fraction(10)])
    >>> [gain] = gains(ace, [Case(Fraction(1), Shoe.of(1))], [2])
    >>> gain.favourable == 1 - Fraction(48 * 47, 52 * 51)
    True
    """
    lefts = tuple(lefts)
    placed = sum((case.probability for case in situations), Fraction())
    totals = {left: (Fraction(), Fraction()) for left in lefts}
    by_rank: dict[int | None, list[Case]] = {}
    for case in situations:
        by_rank.setdefault(case.tied, []).append(case)
    for tied, alike in by_rank.items():
        dealt = 0 if tied is None else 2
        found = _positive_parts(form, alike, [left - dealt for left in lefts])
        for left in lefts:
            chance, gain = totals[left]
            more, part = found[left - dealt]
            totals[left] = chance + more, gain + part
    return [
        Gain(left, placed, chance / placed if placed else Fraction(), gain)
        for left, (chance, gain) in totals.items()
    ]


def _positive_parts(
    form: Form, alike: Sequence[Case], lefts: Iterable[int]
) -> dict[int, tuple[Fraction, Fraction]]:
    """Return, by cards left, the chance that the EV is above zero, and its mean where it is.

    The cases differ in one rank at most, so that one power has all of them: the ways of that rank
    are added up.
    """
    size = alike[0].shoe.size
    over = lcm(*(case.probability.denominator for case in alike))
    weights = [int(case.probability * over) for case in alike]
    evs = (weight * form.ev(case.shoe) for weight, case in zip(weights, alike, strict=True))
    whole, ev = sum(weights), sum(evs, Fraction())
    groups = _mixed(form, alike, weights)
    found: dict[int, tuple[Fraction, Fraction]] = {}
    for window in windows(lefts, size // 12):
        worths = {left: Worth.of(form.worth(left)) for left in window}
        for left, (share, mean) in _window_parts(groups, worths, size, whole, ev):
            found[left] = share / over, mean / over
    return found


def _mixed(form: Form, alike: Sequence[Case], weights: Sequence[int]) -> Groups:
    """Return the groups of cases that differ in the rank that has tied, its ways added up."""
    rank, shoe = alike[0].tied, alike[0].shoe
    if rank is None:
        return form.groups(shoe)
    mixed: Counter[tuple[int, int]] = Counter()
    for case, weight in zip(alike, weights, strict=True):
        found = form.groups(_part(case.shoe, lambda each: each == rank)).alike
        ways = found[0][1] if found else {(0, 0): 1}  # both cards of the rank may be gone
        mixed.update({key: weight * number for key, number in ways.items()})
    others = form.groups(_part(shoe, lambda each: each != rank))
    return Groups((*others.alike, (1, mixed)))


def _part(shoe: Shoe, kept: Callable[[int], bool]) -> Shoe:
    """Return the cards of some ranks alone."""
    by_rank = tuple(cards if kept(rank) else 0 for rank, cards in enumerate(shoe.by_rank))
    if shoe.by_suit is None:
        return Shoe(by_rank)
    none = (0, 0, 0, 0)
    return Shoe(
        by_rank, tuple(suits if kept(rank) else none for rank, suits in enumerate(shoe.by_suit))
    )


def windows(lefts: Iterable[int], width: int) -> Iterator[list[int]]:
    """Yield depths that lie close together: those share one polynomial power.

    The wider a window, the longer its polynomial; a twelfth of the shoe is about the best width.
    """
    window: list[int] = []
    for left in sorted(lefts):
        if window and left - window[0] > width:
            yield window
            window = []
        window.append(left)
    if window:
        yield window


def _window_parts(
    groups: Groups, worths: Mapping[int, Worth], size: int, whole: int, ev: Fraction
) -> Iterator[tuple[int, tuple[Fraction, Fraction]]]:
    """Yield the positive parts at some depths, by one power; `whole` stands for certainty.

    The mean EV is the EV now (M1), so the favourable end of the law and the other tell the same:
    take whichever is less work.
    """
    end = End.of(groups, worths)
    for left, (ways, value) in end.law_of(groups).totals(end.limits).items():
        share, mean = worths[left].part(ways, end.sign * value, comb(size, left))
        yield left, (share, mean) if end.favourable else (whole - share, ev - mean)


@dataclass(frozen=True, slots=True)
class End:
    """The end of a law that is less work: values up to a limit by cards left, negated at the upper.

    It is where the EV is above zero, `favourable`, or where it is not.
    """

    sign: int
    limits: Mapping[int, int]
    favourable: bool

    @classmethod
    def of(cls, groups: Groups, worths: Mapping[int, Worth]) -> End:
        """Return the end to go through for what the wager is worth at some depths."""
        rising = next(iter(worths.values())).slope >= 0
        last = {
            left: _last(
                groups.least[left],
                groups.greatest[left],
                worth.unfavourable if rising else worth.favourable,
            )
            for left, worth in worths.items()
        }
        above = {left: -1 - value for left, value in last.items()}
        if groups.mirrored.work(above) < groups.work(last):
            return cls(-1, above, rising)
        return cls(1, last, not rising)

    def law_of(self, groups: Groups) -> Groups:
        """Return the groups whose values the limits are for."""
        return groups if self.sign > 0 else groups.mirrored


@dataclass(frozen=True)
class FormPart:
    """A wager on one deal at some depths, to be weighed by the cards gone: see `together`.

    It finds the ways in which the wager is favourable, and the sum of their values.
    """

    groups: Groups
    worths: Mapping[int, Worth]

    @cached_property
    def lefts(self) -> tuple[int, ...]:
        """The numbers of cards left that have such ways at all."""
        tops = self._plan.tops if self._plan else {}
        return tuple(left for left in self.worths if left in tops or not self._end.favourable)

    def at(self, by_gone: Sequence[int], primes: Sequence[int]) -> list[list[tuple[int, int]]]:
        """Return the ways and the sum of their values at each depth, modulo each prime."""
        return [self._modulo(by_gone, prime) for prime in primes]

    def _modulo(self, by_gone: Sequence[int], modulus: int) -> list[tuple[int, int]]:
        groups, end = self.groups.weighed(by_gone, modulus), self._end
        laws = end.law_of(groups).law(self._plan) if self._plan else {}
        found = []
        whole = {} if end.favourable else groups.whole(self.lefts)
        for left in self.lefts:
            law = laws.get(left, {})
            ways, value = sum(law.values()), end.sign * sum(map(mul, law, law.values()))
            if not end.favourable:
                all_ways, all_values = whole[left]
                ways, value = all_ways - ways, all_values - value
            found.append((ways % modulus, value % modulus))
        return found

    def bound(self, left: int) -> int:
        """Return what a value does not exceed in size."""
        return max(1, abs(self.groups.least[left]), abs(self.groups.greatest[left]))

    def ev(self, left: int, ways: Fraction, value: Fraction) -> Fraction:
        """Return the mean EV of the ways and the sum of their values."""
        worth = self.worths[left]
        return (worth.constant * ways + worth.slope * value) / worth.over

    @cached_property
    def _end(self) -> End:
        return End.of(self.groups, self.worths)

    @cached_property
    def _plan(self) -> Tilt | None:
        return self._end.law_of(self.groups).plan(self._end.limits)


def form_parts(form: Form, shoe: Shoe, lefts: Iterable[int]) -> Iterator[FormPart]:
    """Yield a wager at all depths, those that lie close together in one part.

    Every rank is a group of its own, since the cards gone are weighed by rank.
    """
    ranks = Counter(
        tuple(ways.items())
        for rank in range(len(shoe.by_rank))
        for _, ways in form.groups(_part(shoe, rank.__eq__)).alike
    )
    groups = Groups(tuple((times, dict(ways)) for ways, times in ranks.items()))
    for window in windows(lefts, shoe.size // 12):
        part = FormPart(groups, {left: Worth.of(form.worth(left)) for left in window})
        if part.lefts:
            yield part


def _last(least: int, greatest: int, holds: Callable[[int], bool]) -> int:
    """Return the last value for which something holds that holds up to some value, if at all."""
    return least - 1 + bisect_left(range(least, greatest + 1), True, key=lambda v: not holds(v))


@dataclass(frozen=True, slots=True)
class Worth:
    """The EV as (constant + slope·V) / over, all of them whole."""

    constant: int
    slope: int
    over: int

    @classmethod
    def of(cls, coefficients: tuple[Fraction, Fraction]) -> Worth:
        """Return the worth with these coefficients."""
        constant, slope = coefficients
        over = lcm(constant.denominator, slope.denominator)
        return cls(int(constant * over), int(slope * over), over)

    def scaled(self, value: int) -> int:
        """Return the worth times its denominator."""
        return self.constant + self.slope * value

    def favourable(self, value: int) -> bool:
        """Whether the EV is above zero."""
        return self.scaled(value) > 0

    def unfavourable(self, value: int) -> bool:
        """Whether the EV is zero or below."""
        return self.scaled(value) <= 0

    def part(self, ways: int, value: int, total: int) -> tuple[Fraction, Fraction]:
        """Return the chance of a part of the law, by its sum of V, and what it adds to the mean."""
        mean = self.constant * ways + self.slope * value
        return Fraction(ways, total), Fraction(mean, self.over * total)
