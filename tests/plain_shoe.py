"""A whole shoe dealt card by card, with no theorem used: the judge of `warodds.wholeshoe`.

Every card that leaves the shoe is drawn, burned ones too, and every draw branches over all the
cards that are left. Only what is left in the shoe is remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from warodds.cards import Card, Shoe
from warodds.wholeshoe import Cluster, Procedure

Pair = tuple[Card, Card]
Score = tuple[Fraction, ...]
Scores = dict[Score, Fraction]
Cards = tuple[tuple[Card, int], ...]

VALUES = {12: 1, 9: 10, 10: 10, 11: 10}
"""Of an ace and of the court cards; any other card counts its own number."""


PROCEDURES = [
    Procedure(7, war_burn=3),
    Procedure(4, "burned", war_burn=0),
    Procedure(5, "burned", 1, 1, "shuffled-at-once"),
    Procedure(5, "burned-with-value", war_burn=1, as_first_card="shuffled-at-once"),
    Procedure(4, "burned"),
]
"""Every way to start a shoe and a round, and both rules of the cut card, for some twelve cards."""


def plain_shoe(
    cards: Iterable[Card], procedure: Procedure, score: Callable[[Pair, Pair | None], Score]
) -> Scores:
    """Return the law of the sum of the rounds' scores over one shoe."""
    return _Deal(procedure, score).whole(tuple(sorted(Counter(cards).items())))


def plain_starts(cards: Iterable[Card], procedure: Procedure) -> Iterator[tuple[Cards, Fraction]]:
    """Yield the cards left wherever a round can start, with the chance that one does."""
    return _Deal(procedure, lambda _first, _war: ()).starts(tuple(sorted(Counter(cards).items())))


def plain_ties(cards: Iterable[Card], procedure: Procedure) -> Iterator[tuple[Cards, Fraction]]:
    """Yield the cards left wherever a first deal can have tied, with the chance that one does."""
    for left, chance in plain_starts(cards, procedure):
        for ready, burned in _burned(left, procedure.round_burn).items():
            for (player, dealer), rest, drawn in _pairs(ready):
                if player.rank == dealer.rank:
                    yield rest, chance * burned * drawn


def _draws(left: Cards) -> Iterator[tuple[Card, Cards, Fraction]]:
    size = sum(number for _, number in left)
    assert size, "the shoe ran out of cards"
    for i, (card, number) in enumerate(left):
        fewer = ((card, number - 1),) if number > 1 else ()
        yield card, (*left[:i], *fewer, *left[i + 1 :]), Fraction(number, size)


def _burned(left: Cards, number: int) -> dict[Cards, Fraction]:
    states = {left: Fraction(1)}
    for _ in range(number):
        after: dict[Cards, Fraction] = {}
        for state, chance in states.items():
            for _, rest, share in _draws(state):
                after[rest] = after.get(rest, Fraction()) + chance * share
        states = after
    return states


def _pairs(left: Cards) -> Iterator[tuple[Pair, Cards, Fraction]]:
    for player, between, first in _draws(left):
        for dealer, rest, second in _draws(between):
            yield (player, dealer), rest, first * second


class _Deal:
    def __init__(self, procedure: Procedure, score: Callable[[Pair, Pair | None], Score]) -> None:
        self.procedure = procedure
        self.score = score
        self.ahead = 0
        self.known: dict[Cards, Scores] = {}

    def whole(self, full: Cards) -> Scores:
        self.ahead = sum(number for _, number in full) - self.procedure.cut
        law: Scores = {}
        for left, drawn, chance in self.begun(full):
            for key, share in self.rounds(left, drawn).items():
                law[key] = law.get(key, Fraction()) + chance * share
        assert sum(law.values()) == 1
        return law

    def begun(self, full: Cards) -> Iterator[tuple[Cards, int, Fraction]]:
        if self.procedure.first_card == "dealt":
            yield full, 0, Fraction(1)
            return
        for card, rest, chance in _draws(full):
            value = 0
            if self.procedure.first_card == "burned-with-value":
                value = VALUES.get(card.rank, card.rank + 2)
            for left, share in _burned(rest, value).items():
                yield left, 1 + value, chance * share

    def is_over(self, drawn: int) -> bool:
        """Whether no round starts any more once so many cards are drawn."""
        cut_card_is_next = drawn == self.ahead
        at_once = self.procedure.as_first_card == "shuffled-at-once"
        return drawn > self.ahead or (cut_card_is_next and at_once)

    def starts(self, full: Cards) -> Iterator[tuple[Cards, Fraction]]:
        size = sum(number for _, number in full)
        self.ahead = size - self.procedure.cut
        at: dict[int, dict[Cards, Fraction]] = {place: {} for place in range(2 * size)}
        for left, drawn, chance in self.begun(full):
            at[drawn][left] = at[drawn].get(left, Fraction()) + chance
        for drawn in range(size):
            if self.is_over(drawn):
                return
            for left, reached in at[drawn].items():
                yield left, reached
                for _, rest, taken, chance in self.one_round(left):
                    after = at[drawn + taken]
                    after[rest] = after.get(rest, Fraction()) + reached * chance

    def rounds(self, left: Cards, drawn: int) -> Scores:
        """Return the law of all rounds from here on."""
        if self.is_over(drawn):
            return {(): Fraction(1)}
        if left not in self.known:
            law: Scores = {}
            for gain, rest, taken, chance in self.one_round(left):
                for later, share in self.rounds(rest, drawn + taken).items():
                    both = zip(gain, later or (Fraction(),) * len(gain), strict=True)
                    key = tuple(now + then for now, then in both)
                    law[key] = law.get(key, Fraction()) + chance * share
            self.known[left] = law
        return self.known[left]

    def one_round(self, left: Cards) -> Iterator[tuple[Score, Cards, int, Fraction]]:
        """Yield what a round scores, the cards left, the cards taken, and the chance."""
        before, burn = self.procedure.round_burn, self.procedure.war_burn
        for ready, p in _burned(left, before).items():
            for first, after, q in _pairs(ready):
                if first[0].rank != first[1].rank or burn is None:
                    yield self.score(first, None), after, before + 2, p * q
                    continue
                for fought, r in _burned(after, burn).items():
                    for war, rest, s in _pairs(fought):
                        yield self.score(first, war), rest, before + 2 + burn + 2, p * q * r * s


def ranks(by_rank: tuple[int, ...]) -> list[Card]:
    return [Card(rank) for rank, number in enumerate(by_rank) for _ in range(number)]


def marginal(law: Scores, *places: int) -> Scores:
    lumped: Scores = {}
    for score, chance in law.items():
        key = tuple(score[place] for place in places)
        lumped[key] = lumped.get(key, Fraction()) + chance
    return lumped


def moments(law: Scores, placed: Callable[[Score], Fraction], net: int, square: int) -> Cluster:
    """A shoe's moments, straight from their definitions."""

    def mean(value: Callable[[Score], Fraction]) -> Fraction:
        return sum((value(score) * chance for score, chance in law.items()), Fraction())

    number, result = mean(placed), mean(lambda score: score[net])
    return Cluster(
        number,
        mean(lambda score: (placed(score) - number) ** 2),
        result,
        mean(lambda score: (score[net] - result) ** 2),
        mean(lambda score: (placed(score) - number) * (score[net] - result)),
        mean(lambda score: score[square]),
    )


def low(*others: int, aces: int) -> Shoe:
    """A shoe of so many twos, threes and so on, and aces: first cards of low value."""
    return Shoe((*others, *(0,) * (12 - len(others)), aces))
