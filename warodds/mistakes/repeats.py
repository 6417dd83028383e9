"""Wars that repeat on a tie: the exact law of the war that decides, and of how many there were.

Let a round tie at rank r, tie j more times at any ranks, and then show a and b. Of the n_s cards
of rank s, the first tie takes two of r, the last deal one of a and one of b: say e_s of rank s in
all. Choosing which of the j ties are of which rank, the ordered deals number

    j! · [z^j] ∏_s Σ_t (n_s)_(2t + e_s) / t! · z^t     out of (n)_(2j + 4),

with (n)_(k) the falling factorial, or n^k where cards are put back. Burned cards move nothing
(M1). This is M6's generating function with the cards at both ends named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import factorial

from warodds.cards import Shoe
from warodds.deal import Burn
from warodds.errors import WaroddsError
from warodds.law import falling

Draws = Callable[[int, int], int]


def further_wars(
    shoe: Shoe, burn: Burn, put_back: bool, most: int
) -> Iterator[tuple[int, int, int, int, Fraction]]:
    """Yield how rounds with a tied war go on: wars, rank first tied, player, dealer, probability.

    `wars` counts the deciding one, which ties only where it is the last of the `most` allowed;
    player and dealer are its ranks. The probability is of the whole round.
    """
    longest = 2 + most * burn.cards
    if shoe.size < longest and not put_back:
        raise WaroddsError(
            f"{shoe.size} cards are too few to repeat wars: a round can take {longest}"
        )
    for tied, player, dealer in product(range(len(shoe.by_rank)), repeat=3):
        probabilities = repeated(shoe, put_back, most, tied, player, dealer)
        for ties in range(1, most):
            probability = probabilities[ties]
            if probability and (player != dealer or ties + 1 == most):
                yield ties + 1, tied, player, dealer, probability


def repeated(
    shoe: Shoe, put_back: bool, most: int, tied: int, player: int, dealer: int
) -> Sequence[Fraction]:
    """Return the probability of a first tie and a last deal with 0, 1, … ties between them."""
    ends = Counter((tied, tied, player, dealer))
    # Only how many cards each rank has and must give matters, not which rank it is.
    state = tuple(sorted((cards, ends[rank]) for rank, cards in enumerate(shoe.by_rank)))
    return _probabilities(state, put_back, most)


@lru_cache(maxsize=1024)
def _probabilities(
    state: tuple[tuple[int, int], ...], put_back: bool, most: int
) -> Sequence[Fraction]:
    """Return the probability of the ends of a round with 0, 1, … further ties between them."""
    draws: Draws = (lambda n, k: n**k) if put_back else falling
    ways = [Fraction(1)] + [Fraction()] * (most - 1)
    for cards, ends in state:
        series = [Fraction(draws(cards, 2 * t + ends), factorial(t)) for t in range(most)]
        ways = [
            sum((ways[i] * series[j - i] for i in range(j + 1)), Fraction()) for j in range(most)
        ]
    size = sum(cards for cards, _ in state)
    return [
        factorial(ties) * coefficient / draws(size, 2 * ties + 4)
        for ties, coefficient in enumerate(ways)
    ]
