"""What a wager is worth to somebody who knows every card left: a function of one statistic (M7).

For each subject of a wager the EV with n cards left is c0 + c1·V, where V is a whole
number that adds up over groups of cards:

- on the comparison: V = Σ C(n_r, 2), the pairs of equal rank. Higher and lower are equally likely
  whatever is left (M2), so only the tie's share matters;
- on a rank: V is a sum of n_r, each rank weighted by what it pays;
- on the pair: V = Σ over ranks of the pairs of each kind, weighted by what they pay.

The game, main and war wager together, needs the chance of two ties in a row as well, which is no
function of one such statistic: see `game`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, gcd, lcm

from warodds.cards import RANKS, Shoe
from warodds.counting.tail import Groups
from warodds.rules.model import Paytable, Wager, event_on

Suits = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Form:
    """The EV as linear in a statistic: its value in a shoe, its groups, its coefficients."""

    value: Callable[[Shoe], int]
    groups: Callable[[Shoe], Groups]
    worth: Callable[[int], tuple[Fraction, Fraction]]

    def ev(self, shoe: Shoe) -> Fraction:
        """Return what the wager is worth in a shoe."""
        constant, slope = self.worth(shoe.size)
        return constant + slope * self.value(shoe)


def form_of(wager: Wager, table: Paytable) -> Form:
    """Return the form of a wager on one deal, given the cards left when that deal starts.

    >>> from warodds.rules import load
    >>> tie = next(wager for wager in load("pennsylvania").wagers if wager.id == "tie")
    >>> form_of(tie, tie.paytables[0]).ev(Shoe.of(6))
    Fraction(-58, 311)
    """

    def net(event: str) -> Fraction:
        return table.payout(event_on(wager.deal, event)).net

    if wager.on == "comparison":
        return comparison_form(net("tie"), (net("higher") + net("lower")) / 2)
    if wager.on == "pair":
        return pair_form([net(kind) for kind in ("perfect", "coloured", "mixed", "no_pair")])
    return rank_form(rank_nets(wager, table))


def rank_nets(wager: Wager, table: Paytable) -> list[Fraction]:
    """Return what a wager on a rank nets for each, from the lowest."""
    return [table.payout(event_on(wager.deal, rank)).net for rank in RANKS]


def comparison_form(tie: Fraction, otherwise: Fraction) -> Form:
    """Return the form of a wager that nets `tie` on a tie, `otherwise` on average else."""

    def worth(n: int) -> tuple[Fraction, Fraction]:
        return otherwise, (tie - otherwise) * 2 / (n * (n - 1))

    return Form(equal_pairs, comparison_groups, worth)


def equal_pairs(shoe: Shoe) -> int:
    """Return the pairs of equal rank in a shoe."""
    return sum(comb(cards, 2) for cards in shoe.by_rank)


def comparison_groups(shoe: Shoe) -> Groups:
    """Return the ranks as groups whose value is their pairs."""
    return Groups(
        tuple(
            (ranks, {(k, comb(k, 2)): comb(cards, k) for k in range(cards + 1)})
            for cards, ranks in sorted(Counter(filter(None, shoe.by_rank)).items())
        )
    )


def rank_form(nets: Sequence[Fraction]) -> Form:
    """Return the form of a wager on one card's rank, whoever it is dealt to (M1)."""
    least = min(nets)
    unit, weights = _whole([net - least for net in nets])

    def groups(shoe: Shoe) -> Groups:
        cards: Counter[int] = Counter()
        for weight, number in zip(weights, shoe.by_rank, strict=True):
            if number:
                cards[weight] += number
        return Groups(
            tuple(
                (1, {(k, weight * k): comb(number, k) for k in range(number + 1)})
                for weight, number in sorted(cards.items())
            )
        )

    return Form(
        lambda shoe: sum(w * cards for w, cards in zip(weights, shoe.by_rank, strict=True)),
        groups,
        lambda n: (least, unit / n),
    )


def pair_form(nets: Sequence[Fraction]) -> Form:
    """Return the form of a wager on the pair: nets of perfect, coloured, mixed, and no pair."""
    *pays, nothing = nets
    unit, (perfect, coloured, mixed) = _whole([net - nothing for net in pays])

    def value(suits: Iterable[int]) -> int:
        clubs, diamonds, hearts, spades = suits
        return (
            perfect * (comb(clubs, 2) + comb(diamonds, 2) + comb(hearts, 2) + comb(spades, 2))
            + coloured * (clubs * spades + diamonds * hearts)
            + mixed * (clubs + spades) * (diamonds + hearts)
        )

    def group(suits: Suits) -> dict[tuple[int, int], int]:
        ways: dict[tuple[int, int], int] = {}
        for left in product(*(range(cards + 1) for cards in suits)):
            key = sum(left), value(left)
            number = 1
            for cards, k in zip(suits, left, strict=True):
                number *= comb(cards, k)
            ways[key] = ways.get(key, 0) + number
        return ways

    def groups(shoe: Shoe) -> Groups:
        ranks = Counter(standard(suits) for suits in shoe.by_suit or () if any(suits))
        return Groups(tuple((number, group(suits)) for suits, number in sorted(ranks.items())))

    return Form(
        lambda shoe: sum(map(value, shoe.by_suit or ())),
        groups,
        lambda n: (nothing, 2 * unit / (n * (n - 1))),
    )


def standard(suits: Suits) -> Suits:
    """Rename the suits of a rank, colours kept together: no pair kind can tell."""
    clubs, diamonds, hearts, spades = suits
    one, other = sorted((sorted((clubs, spades)), sorted((diamonds, hearts))))
    return one[0], other[0], other[1], one[1]


def _whole(values: Sequence[Fraction]) -> tuple[Fraction, list[int]]:
    """Return a unit, and the values as whole numbers of it, with no common factor."""
    denominator = lcm(*(value.denominator for value in values))
    numbers = [int(value * denominator) for value in values]
    factor = gcd(*numbers) or 1
    return Fraction(factor, denominator), [number // factor for number in numbers]
