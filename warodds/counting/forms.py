"""What a wager is worth to somebody who knows every card left: a function of one statistic (M7).

For each subject of a wager the EV with n cards left is c0 + c1·V (+ c2·V²), where V is a whole
number that adds up over groups of cards:

- on the comparison: V = Σ C(n_r, 2), the pairs of equal rank. Higher and lower are equally likely
  whatever is left (M2), so only the tie's share matters;
- on a rank: V is a sum of n_r, each rank weighted by what it pays;
- on the pair: V = Σ over ranks of the pairs of each kind, weighted by what they pay.

The game, main and war wager together, needs the chance of two ties in a row as well, which is no
function of one such statistic. `game_bound` is: it is never below the game's EV (see there).
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
from warodds.law import falling
from warodds.rules.model import Paytable, Rules, Wager, event_on
from warodds.settle import round_net

Suits = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Form:
    """The EV as a polynomial in a statistic: its value in a shoe, its groups, its coefficients."""

    value: Callable[[Shoe], int]
    groups: Callable[[Shoe], Groups]
    worth: Callable[[int], tuple[Fraction, ...]]

    def ev(self, shoe: Shoe) -> Fraction:
        """Return what the wager is worth in a shoe."""
        value = self.value(shoe)
        return sum((c * value**i for i, c in enumerate(self.worth(shoe.size))), Fraction())


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
    return rank_form([net(rank) for rank in RANKS])


def comparison_form(tie: Fraction, otherwise: Fraction) -> Form:
    """Return the form of a wager that nets `tie` on a tie, `otherwise` on average else."""

    def worth(n: int) -> tuple[Fraction, ...]:
        return otherwise, (tie - otherwise) * 2 / (n * (n - 1))

    return Form(_equal_pairs, _comparison_groups, worth)


def _equal_pairs(shoe: Shoe) -> int:
    return sum(comb(cards, 2) for cards in shoe.by_rank)


def _comparison_groups(shoe: Shoe) -> Groups:
    return Groups(
        tuple(
            (ranks, {(k, comb(k, 2)): comb(cards, k) for k in range(cards + 1)})
            for cards, ranks in sorted(Counter(shoe.by_rank).items())
        )
    )


def rank_form(nets: Sequence[Fraction]) -> Form:
    """Return the form of a wager on one card's rank, whoever it is dealt to (M1)."""
    least = min(nets)
    unit, weights = _whole([net - least for net in nets])

    def groups(shoe: Shoe) -> Groups:
        cards: Counter[int] = Counter()
        for weight, number in zip(weights, shoe.by_rank, strict=True):
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
        ranks = Counter(standard(suits) for suits in shoe.by_suit or ())
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


def game_ev(rules: Rules, shoe: Shoe) -> Fraction:
    """Return what the game is worth in a shoe when every tie goes to war (M3, for any payouts).

    >>> from warodds.rules import load
    >>> game_ev(load("pennsylvania"), Shoe.of(6))
    Fraction(-23138, 993023)
    """
    decided, war, bonus = _game_nets(rules)
    tie = Fraction(sum(falling(cards, 2) for cards in shoe.by_rank), falling(shoe.size, 2))
    pairs = sum(falling(cards, 2) for cards in shoe.by_rank)
    twice = sum(
        falling(cards, 4) + falling(cards, 2) * (pairs - falling(cards, 2))
        for cards in shoe.by_rank
    )
    return decided + (war - decided) * tie + bonus * Fraction(twice, falling(shoe.size, 4))


def game_bound(rules: Rules) -> Form:
    """Return a form that is never below the game's EV, whatever is left.

    With S = Σ n_r(n_r−1), the ordered deals of two ties in a row are S² − Σ n_r(n_r−1)(4n_r−6).
    By Cauchy and Schwarz S² ≤ n · Σ n_r(n_r−1)², so they are at most S²·(1 − 4/n) + 2S, with
    equality where all ranks left are equally many.
    """
    decided, war, bonus = _game_nets(rules)
    bonus = max(bonus, Fraction())

    def worth(n: int) -> tuple[Fraction, ...]:
        twice = bonus * 4 / falling(n, 4)
        return (
            decided,
            (war - decided) * 2 / falling(n, 2) + twice,
            twice * (1 - Fraction(4, n)),
        )

    return Form(_equal_pairs, _comparison_groups, worth)


def _game_nets(rules: Rules) -> tuple[Fraction, Fraction, Fraction]:
    """Return the mean net of a first deal decided, of a war decided, and a war tie's above that."""
    decided = (round_net("higher", rules) + round_net("lower", rules)) / 2
    war = (round_net("war_higher", rules) + round_net("war_lower", rules)) / 2
    return decided, war, round_net("war_tie", rules) - war


def _whole(values: Sequence[Fraction]) -> tuple[Fraction, list[int]]:
    """Return a unit, and the values as whole numbers of it, with no common factor."""
    denominator = lcm(*(value.denominator for value in values))
    numbers = [int(value * denominator) for value in values]
    factor = gcd(*numbers) or 1
    return Fraction(factor, denominator), [number // factor for number in numbers]
