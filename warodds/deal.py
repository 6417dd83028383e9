"""The enumerator: first deal, burn, war deal, as counts of ordered deals.

A *deal* turns up two cards, the player's and the dealer's. What later layers settle is a
function of what they show (`Showing`), so the enumerator counts ordered deals by showing.

Every round is counted over the same cases: the ordered draws of as many cards as the longest
round takes, (n)_(4+burn) with a war and (n)_2 without. A round that a first deal decides counts
once for every way in which the cards behind it could lie.

States are lumped in three places, each a statement about which cards can tell two states apart:

- *Burned cards.* For one player's card x and one dealer's card y of the war deal, a burned card
  matters only by being another x, another y, or neither. So the burn is walked card by card over
  the numbers of x, y and other cards left (`_war_ways`).
- *Suits.* Suits do not rank. They matter to pair kinds alone, which compare two cards of one
  rank; renaming the suits of a rank keeps every pair kind as long as it keeps colours together.
  So the suits left of a rank are put in a standard order (`_standard`), and where no wager looks
  at pair kinds they are not walked at all.
- *Ranks* that no wager names are not told apart in a `Showing`; they are still dealt one by one.

The total is checked against the falling factorial each time; `tests/plain.py` is the ordered
walk, without any lumping, that must agree event by event.

A simulator can put cards back where no game does (`PutBack`); its rounds are counted here too, so
that a mistake in the deal has its exact law from the same walk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from warodds.cards import RANKS, RED, SUITS, Shoe
from warodds.errors import WaroddsError
from warodds.law import Law, falling

Suits = tuple[int, ...]

PutBack = Literal["nothing", "each card", "first deal"]
"""What goes back into the shoe: nothing, as the rules have it; each card as soon as it has been
seen (draws with replacement); or the cards of the first deal, so that a war has a full shoe."""


class Showing(NamedTuple):
    """What two cards show, as far as anybody asks: an empty text stands for "not asked"."""

    comparison: str
    pair: str = ""
    player_rank: str = ""
    dealer_rank: str = ""


Show = Callable[[int, int, str], Showing]


class Round(NamedTuple):
    """What a round shows: its first deal and, if that tied and a war was dealt, its war deal."""

    first: Showing
    war: Showing | None = None


class Detail(NamedTuple):
    """What to tell apart in one deal beside higher, tie and lower."""

    pairs: bool = False
    player_ranks: frozenset[str] = frozenset()
    dealer_ranks: frozenset[str] = frozenset()

    def show(self, player: int, dealer: int, pair: str) -> Showing:
        """Return what two ranks and the kind of their pair show."""
        return Showing(
            "tie" if player == dealer else "higher" if player > dealer else "lower",
            pair if self.pairs else "",
            _named(player, self.player_ranks),
            _named(dealer, self.dealer_ranks),
        )


class Burn(NamedTuple):
    """Cards burned in a war, face down, before the player's and before the dealer's card."""

    before_player: int = 0
    before_dealer: int = 0

    @property
    def cards(self) -> int:
        """Cards that a war takes: those burned and the two dealt."""
        return self.before_player + self.before_dealer + 2


def enumerate_rounds(
    shoe: Shoe,
    burn: Burn | None,
    first: Detail | None = None,
    war: Detail | None = None,
    put_back: PutBack = "nothing",
) -> Law[Round]:
    """Return every round with its number of ordered deals; `burn` is None where no war is dealt.

    >>> six_decks = Shoe.of(6)
    >>> law = enumerate_rounds(six_decks, Burn(3))
    >>> law.total == falling(312, 7)
    True
    >>> law.given(lambda round: round.war is not None).map(lambda round: round.war.comparison) \
            .probability("tie")
    Fraction(1181, 15965)
    """
    first = first or Detail()
    war = war or Detail()
    behind = 0 if burn is None else burn.cards
    gone = 0 if put_back == "each card" else 1
    left_behind = shoe.size - (2 if put_back == "nothing" else 0)
    if shoe.size < 2 + behind:
        raise WaroddsError(
            f"{shoe.size} cards left are too few for a round, which can take {2 + behind}"
        )
    if (first.pairs or war.pairs) and shoe.by_suit is None:
        raise WaroddsError("pair kinds depend on suits: every card seen needs one, such as Ks")
    # A pair of the first deal leaves other suits for a pair of the war deal, so both walk suits.
    suited = first.pairs or war.pairs
    ways: dict[Round, int] = {}

    def count(outcome: Round, number: int) -> None:
        ways[outcome] = ways.get(outcome, 0) + number

    undealt = _draws(left_behind, behind, gone)
    stock = _stock(shoe, suited)
    # Showings repeat from state to state: each is made once.
    show_first, show_war = cache(first.show), cache(war.show)
    for (showing, tied, left), number in _first_deal(stock, show_first, gone).items():
        if burn is None or tied is None:
            count(Round(showing), number * undealt)
            continue
        after = [*stock[:tied], left, *stock[tied + 1 :]] if put_back == "nothing" else stock
        for war_showing, war_number in _war_deal(after, burn, show_war, gone).items():
            count(Round(showing, war_showing), number * war_number)

    law = Law(ways)
    if law.total != _draws(shoe.size, 2, gone) * undealt:
        raise ArithmeticError(f"{law.total} ordered deals counted; the shoe has another number")
    return law


def _draws(cards: int, drawn: int, gone: int) -> int:
    """Return the number of ordered draws where each takes `gone` cards out: one, or none."""
    return falling(cards, drawn) if gone else cards**drawn


def _named(rank: int, asked: frozenset[str]) -> str:
    if not asked:
        return ""
    return RANKS[rank] if RANKS[rank] in asked else "other"


def _stock(shoe: Shoe, suited: bool) -> list[Suits]:
    """Return the cards left per rank, by suit, or in one lump where suits are not walked."""
    if suited and shoe.by_suit is not None:
        return [_standard(suits) for suits in shoe.by_suit]
    return [(cards,) for cards in shoe.by_rank]


def _standard(suits: Suits) -> Suits:
    """Rename the suits of one rank, colours kept together, to put equivalent states in one form."""
    if len(suits) == 1:
        return suits
    clubs, diamonds, hearts, spades = suits
    black, red = sorted((sorted((clubs, spades)), sorted((diamonds, hearts))))
    return black[0], red[0], red[1], black[1]


def pair_kind(player: int, dealer: int) -> str:
    """Return the kind of a pair of one rank by its two suits."""
    if player == dealer:
        return "perfect"
    return "coloured" if (player in RED) == (dealer in RED) else "mixed"


_PAIR_KINDS = tuple(
    (player, dealer, pair_kind(player, dealer))
    for player in range(len(SUITS))
    for dealer in range(len(SUITS))
)


def _pairs(suits: Suits, gone: int) -> Iterator[tuple[str, Suits, int]]:
    """Yield each ordered pair out of one rank: its kind, the suits left, its number of ways."""
    for player, dealer, kind in _PAIR_KINDS if len(suits) > 1 else ((0, 0, ""),):
        left = list(suits)
        left[player] -= gone
        number = suits[player] * left[dealer]
        left[dealer] -= gone
        if number:
            yield kind, tuple(left), number


def _first_deal(
    stock: list[Suits], show: Show, gone: int
) -> dict[tuple[Showing, int | None, Suits], int]:
    """Return the ordered ways of the first two cards.

    They are told apart by what they show and, for a tie, by its rank and what is left of it.
    """
    ways: dict[tuple[Showing, int | None, Suits], int] = {}
    for player, players in enumerate(stock):
        for dealer, dealers in enumerate(stock):
            if player != dealer:
                kinds: list[tuple[str, int | None, Suits, int]] = [
                    ("no_pair", None, (), sum(players) * sum(dealers))
                ]
            else:
                kinds = [
                    (kind, player, _standard(left), n) for kind, left, n in _pairs(players, gone)
                ]
            for kind, tied, left, number in kinds:
                key = show(player, dealer, kind), tied, left
                ways[key] = ways.get(key, 0) + number
    return ways


def _war_deal(stock: list[Suits], burn: Burn, show: Show, gone: int) -> dict[Showing, int]:
    """Return the ordered ways to burn and deal two cards, by what they show."""
    left = [sum(suits) for suits in stock]
    size = sum(left)
    ways: dict[Showing, int] = {}
    for player, x in enumerate(left):
        for dealer, y in enumerate(left):
            if player == dealer:
                kinds = _war_pairs(stock[player], size, burn, gone)
            else:
                kinds = (("no_pair", _war_ways(x, y, size - x - y, burn, gone)),)
            for kind, number in kinds:
                showing = show(player, dealer, kind)
                ways[showing] = ways.get(showing, 0) + number
    return ways


@lru_cache(maxsize=4096)
def _war_pairs(suits: Suits, size: int, burn: Burn, gone: int) -> tuple[tuple[str, int], ...]:
    """Return the ordered ways to burn and deal a pair of one rank, by its kind."""
    if len(suits) == 1:
        return (("", _war_ways(suits[0], None, size - suits[0], burn, gone)),)
    ways = dict.fromkeys(("perfect", "coloured", "mixed"), 0)
    for player, dealer, kind in _PAIR_KINDS:
        x = suits[player]
        y = suits[dealer] if player != dealer else None
        ways[kind] += _war_ways(x, y, size - x - (y or 0), burn, gone)
    return tuple(ways.items())


@lru_cache(maxsize=65536)
def _war_ways(x: int, y: int | None, others: int, burn: Burn, gone: int) -> int:
    """Walk a war that ends in a given player's card and a given dealer's card.

    `x` cards left would serve as the player's, `y` as the dealer's, and `others` as neither;
    `y` is None where the two are alike, so that the same cards serve as both.
    """
    alike = y is None
    states = {(x, y or 0, others): 1}
    states = _walk_burn(states, burn.before_player, gone)
    dealt: dict[tuple[int, int, int], int] = {}
    for (x, y, others), ways in states.items():
        if x:
            dealt[x - gone, y, others] = ways * x
    states = _walk_burn(dealt, burn.before_dealer, gone)
    return sum(ways * (x if alike else y) for (x, y, _), ways in states.items())


def _walk_burn(
    states: dict[tuple[int, int, int], int], cards: int, gone: int
) -> dict[tuple[int, int, int], int]:
    """Burn cards one by one: each step takes an x, a y or another card, in as many ways."""
    for _ in range(cards):
        burned: dict[tuple[int, int, int], int] = {}
        for (x, y, others), ways in states.items():
            for state, number in (
                ((x - gone, y, others), x),
                ((x, y - gone, others), y),
                ((x, y, others - gone), others),
            ):
                if number:
                    burned[state] = burned.get(state, 0) + ways * number
        states = burned
    return states
