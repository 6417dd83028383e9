"""Changes to the deal, as changes to the enumerator's law of rounds.

The enumerator counts the rounds of a shoe that may lack ranks or get cards back. What remains is
to weigh those rounds anew where a dealer redraws, and to compare their cards by another rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeVar

from warodds.cards import RANKS, Shoe
from warodds.deal import Burn, Detail, Round, Showing, enumerate_rounds
from warodds.errors import WaroddsError
from warodds.law import Law
from warodds.mistakes.model import Dealing

K = TypeVar("K")

_PLACE = {rank: place for place, rank in enumerate(RANKS)}
_EVERY_RANK = frozenset(RANKS)


def shoe_of(decks: int, dealing: Dealing) -> Shoe:
    """Return a shoe of whole decks less the ranks that are missing."""
    full = Shoe.of(decks)
    suits = full.by_suit or ()
    return Shoe(
        tuple(0 if rank in dealing.missing else n for rank, n in enumerate(full.by_rank)),
        tuple((0,) * 4 if rank in dealing.missing else n for rank, n in enumerate(suits)),
    )


@lru_cache(maxsize=32)
def rounds(shoe: Shoe, burn: Burn | None, dealing: Dealing, pairs: bool) -> Law[Round]:
    """Return the law of a round as it is dealt and compared; repeated wars are not dealt here."""
    detail = Detail(pairs or dealing.unlike_suits != "tie", _EVERY_RANK, _EVERY_RANK)
    law = enumerate_rounds(shoe, burn, detail, detail, dealing.put_back)
    if dealing.dealer_at_least:
        law = _redrawn(law, shoe, burn, dealing)
    if dealing.aces_low or dealing.unlike_suits != "tie":
        law = _compared(law, dealing)
    return law


def ranks(showing: Showing) -> tuple[int, int]:
    """Return the places of the player's and the dealer's rank."""
    return _PLACE[showing.player_rank], _PLACE[showing.dealer_rank]


def compare(player: int, dealer: int, aces_low: bool) -> str:
    """Return how the player's rank compares with the dealer's."""
    if aces_low:
        player, dealer = (player + 1) % len(RANKS), (dealer + 1) % len(RANKS)
    return "tie" if player == dealer else "higher" if player > dealer else "lower"


def integral(weights: Mapping[K, int | Fraction]) -> Law[K]:
    """Return the law with these weights, brought to one denominator."""
    common = lcm(*(weight.denominator for weight in weights.values()))
    return Law({key: int(weight * common) for key, weight in weights.items()})


def _redrawn(law: Law[Round], shoe: Shoe, burn: Burn | None, dealing: Dealing) -> Law[Round]:
    """Weigh rounds anew for a dealer who throws low cards away until one is high enough.

    With n cards, H of them high enough, after the player's card x the dealer's is one of the H'
    high cards left, each as likely, so the weight is (n−1)/H' or none.

    The war. A low card follows the dealer's first card directly with probability 1/(n−1): take it
    out of the order of the n−1 cards behind x, and one of its n−1 places of return is the right
    one. The high cards left, H−2 after a tie of high cards, share the rest, (H−1)/(n−1). Without
    redraws any card follows with probability 1/(n−2). Cards burned in between move nothing (M1).
    The dealer's war card is again one of the high cards left, each as likely.
    """
    least, back = dealing.dealer_at_least, dealing.put_back == "each card"
    size, high = shoe.size, sum(shoe.by_rank[least:])
    longest = 2 + (burn.cards if burn else 0)
    if high < (1 if back else longest):
        raise WaroddsError(
            f"{high} cards of rank {RANKS[least]} or higher in {size} are too few for a dealer "
            f"who takes no other: a round can take {longest}"
        )

    def weight(played: Round) -> Fraction:
        player, dealer = ranks(played.first)
        if dealer < least:
            return Fraction()
        drawn = Fraction(size, high) if back else Fraction(size - 1, high - (player >= least))
        if played.war is None:
            return drawn
        war_player, war_dealer = ranks(played.war)
        if war_dealer < least:
            return Fraction()
        if back:
            return drawn * Fraction(size, high)
        if war_player < least:
            followed = Fraction(size - 2, size - 1)
        else:
            followed = Fraction((size - 2) * (high - 1), (size - 1) * (high - 2))
        return drawn * followed * Fraction(size - 3, high - 2 - (war_player >= least))

    return integral({played: ways * weight(played) for played, ways in law})


def _compared(law: Law[Round], dealing: Dealing) -> Law[Round]:
    """Compare the cards by another rule; a first deal that does not tie has no war behind it.

    Where suits rank, each of two unlike cards of one rank is as likely to be the higher (M2).
    """
    ways: dict[Round, int] = {}
    for played, number in law:
        for first, first_share in _readings(played.first, dealing):
            if first.comparison != "tie" or played.war is None:
                key = Round(first)
                ways[key] = ways.get(key, 0) + number * first_share * 2
                continue
            for war, war_share in _readings(played.war, dealing):
                key = Round(first, war)
                ways[key] = ways.get(key, 0) + number * first_share * war_share
    return Law(ways)


def _readings(showing: Showing, dealing: Dealing) -> Iterator[tuple[Showing, int]]:
    """Yield what two cards are taken for, with its share out of two."""
    player, dealer = ranks(showing)
    if player != dealer:
        yield showing._replace(comparison=compare(player, dealer, dealing.aces_low)), 2
    elif dealing.unlike_suits == "tie" or showing.pair == "perfect":
        yield showing, 2
    elif dealing.unlike_suits == "split":
        yield showing._replace(comparison="higher"), 1
        yield showing._replace(comparison="lower"), 1
    else:
        yield showing._replace(comparison=dealing.unlike_suits), 2
