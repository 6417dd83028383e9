"""A whole shoe dealt card by card, with no theorem used: the judge of `warodds.wholeshoe`.

Every card that leaves the shoe is drawn, burned ones too, and every draw branches over all the
cards that are left. The cut card is a thing that comes out before the card behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache

from warodds.cards import Card
from warodds.wholeshoe import Procedure

Pair = tuple[Card, Card]
Score = tuple[Fraction, ...]
Law = dict[Score, Fraction]
Cards = tuple[tuple[Card, int], ...]

VALUES = {12: 1, 9: 10, 10: 10, 11: 10}
"""Of an ace and of the court cards; any other card counts its own number."""


def plain_shoe(
    cards: Iterable[Card], procedure: Procedure, score: Callable[[Pair, Pair | None], Score]
) -> Law:
    """Return the law of the sum of the rounds' scores over one shoe."""
    counts: dict[Card, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    ahead = sum(counts.values()) - procedure.cut
    full: Cards = tuple(sorted(counts.items()))

    def draws(left: Cards) -> list[tuple[Card, Cards, Fraction]]:
        size = sum(number for _, number in left)
        every = []
        for i, (card, number) in enumerate(left):
            rest = (*left[:i], (card, number - 1), *left[i + 1 :])
            rest = tuple((each, held) for each, held in rest if held)
            every.append((card, rest, Fraction(number, size)))
        assert every, "the shoe ran out of cards"
        return every

    @lru_cache(maxsize=None)
    def burned(left: Cards, number: int) -> dict[Cards, Fraction]:
        states = {left: Fraction(1)}
        for _ in range(number):
            after: dict[Cards, Fraction] = {}
            for state, chance in states.items():
                for _, rest, share in draws(state):
                    after[rest] = after.get(rest, Fraction()) + chance * share
            states = after
        return states

    def pairs(left: Cards) -> list[tuple[Pair, Cards, Fraction]]:
        return [
            ((player, dealer), rest, first * second)
            for player, between, first in draws(left)
            for dealer, rest, second in draws(between)
        ]

    @lru_cache(maxsize=None)
    def from_round(left: Cards, drawn: int) -> Law:
        if drawn > ahead or (drawn == ahead and procedure.as_first_card == "shuffled-at-once"):
            return {(): Fraction(1)}
        total: Law = {}

        def add(gain: Score, rest: Cards, taken: int, chance: Fraction) -> None:
            for later, share in from_round(rest, drawn + taken).items():
                key = tuple(
                    a + b for a, b in zip(gain, later or (Fraction(),) * len(gain), strict=True)
                )
                total[key] = total.get(key, Fraction()) + chance * share

        for ready, p in burned(left, procedure.round_burn).items():
            for first, after, q in pairs(ready):
                if first[0].rank != first[1].rank or procedure.war_burn is None:
                    add(score(first, None), after, procedure.round_burn + 2, p * q)
                    continue
                for fought, r in burned(after, procedure.war_burn).items():
                    for war, rest, s in pairs(fought):
                        taken = procedure.round_burn + 2 + procedure.war_burn + 2
                        add(score(first, war), rest, taken, p * q * r * s)
        return total

    law: Law = {}
    for begun, drawn, chance in _begun(full, procedure, draws, burned):
        for key, share in from_round(begun, drawn).items():
            law[key] = law.get(key, Fraction()) + chance * share
    assert sum(law.values()) == 1
    return law


def _begun(
    full: Cards,
    procedure: Procedure,
    draws: Callable[[Cards], list[tuple[Card, Cards, Fraction]]],
    burned: Callable[[Cards, int], dict[Cards, Fraction]],
) -> Iterable[tuple[Cards, int, Fraction]]:
    if procedure.first_card == "dealt":
        yield full, 0, Fraction(1)
        return
    for card, rest, chance in draws(full):
        value = 0
        if procedure.first_card == "burned-with-value":
            value = VALUES.get(card.rank, card.rank + 2)
        for left, share in burned(rest, value).items():
            yield left, 1 + value, chance * share
