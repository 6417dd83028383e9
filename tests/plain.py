"""The judge of the enumerator: a slow, plain, ordered walk over the cards, with nothing lumped.

Cards are what the caller says they are: (rank, suit), a rank alone, or every single card of a tiny
shoe with a label of its own. The walk draws them one after the other, the burned ones too, and
hands over each sequence with the number of ways to draw it. It shares no code with the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import permutations
from math import perm
from typing import Any, TypeVar

C = TypeVar("C", bound=Hashable)

SHORT = "23456789TJQKA"


def full_shoe(decks: int) -> dict[tuple[int, str], int]:
    """A shoe of 52 kinds of card: (rank, suit), ranks 2 to 14."""
    return {(rank, suit): decks for rank in range(2, 15) for suit in "cdhs"}


def rank_shoe(decks: int) -> dict[tuple[int, str], int]:
    """The same without suits."""
    return {(rank, ""): 4 * decks for rank in range(2, 15)}


def sequences(shoe: Mapping[C, int], cards: int) -> Iterator[tuple[tuple[C, ...], int]]:
    """Every ordered draw of so many cards, kind by kind, with its number of ways."""
    if cards == 0:
        yield (), 1
        return
    for card, left in shoe.items():
        if left:
            for rest, ways in sequences({**shoe, card: left - 1}, cards - 1):
                yield (card, *rest), left * ways


def rounds(
    shoe: Mapping[tuple[int, str], int], before_player: int = 0, before_dealer: int = 0
) -> Iterator[tuple[Any, Any, Any, Any, int]]:
    """Every round: the two first cards, the two war cards (None without a war), and its ways.

    All rounds are counted over the ordered draws of as many cards as a war takes in all.
    """
    size = sum(shoe.values())
    behind = before_player + before_dealer + 2
    for (player, dealer), ways in sequences(shoe, 2):
        if player[0] != dealer[0]:
            yield player, dealer, None, None, ways * perm(size - 2, behind)
            continue
        left = dict(shoe)
        left[player] -= 1
        left[dealer] -= 1
        for drawn, war_ways in sequences(left, behind):
            yield player, dealer, drawn[before_player], drawn[-1], ways * war_ways


def labelled_rounds(
    cards: Sequence[tuple[int, str]], before_player: int, before_dealer: int
) -> Iterator[tuple[Any, Any, Any, Any, int]]:
    """The same for a tiny shoe by every order of its single cards, with no counting at all."""
    behind = before_player + before_dealer + 2
    for drawn in permutations(cards, 2 + behind):
        player, dealer = drawn[:2]
        if player[0] != dealer[0]:
            yield player, dealer, None, None, 1
        else:
            yield player, dealer, drawn[2 + before_player], drawn[-1], 1


def tally(
    every: Iterator[tuple[Any, Any, Any, Any, int]],
    name: Callable[[Any, Any, Any, Any], Hashable],
) -> Counter[Hashable]:
    """Ways by whatever the caller calls a round."""
    counts: Counter[Hashable] = Counter()
    for player, dealer, war_player, war_dealer, ways in every:
        counts[name(player, dealer, war_player, war_dealer)] += ways
    return counts


def compared(player: tuple[int, str], dealer: tuple[int, str]) -> str:
    if player[0] == dealer[0]:
        return "tie"
    return "higher" if player[0] > dealer[0] else "lower"


def paired(player: tuple[int, str], dealer: tuple[int, str]) -> str:
    if player[0] != dealer[0]:
        return "no_pair"
    if player[1] == dealer[1]:
        return "perfect"
    red = "dh"
    return "coloured" if (player[1] in red) == (dealer[1] in red) else "mixed"
