"""Products over classes of cards, truncated to a number of boxes: the polynomials of M8.

`classes.py` says what is counted. A product is kept by the power of z (w for ties):
a polynomial in y and v, packed into one variable. Only powers that K boxes can need are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import comb
from typing import Any, NamedTuple


class CardClass(NamedTuple):
    """Cards that net the same whenever they are dealt; nets are whole numbers from zero on."""

    ties: bool
    first: int
    war: int
    cards: int


@dataclass
class Expansion:
    """The products that a table of `boxes` boxes needs.

    `decided` and `tied` are the greatest first nets of decided cards and of ties, `war` the
    greatest net of a war card. A step of a tie's net is finer: `fine` of them make one of the
    others.
    """

    boxes: int
    decided: int
    tied: int
    war: int
    fine: int
    known: dict[tuple[CardClass, ...], list[Any]] = field(default_factory=dict)

    def ties(self, classes: tuple[CardClass, ...]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Yield each number of ties with the terms of its polynomial: exponent, coefficient."""
        decided = self._product(tuple(each for each in classes if not each.ties))
        tied = self._product(tuple(each for each in classes if each.ties))
        for ties in range(self.boxes + 1):
            others = self._by_wars(decided[self.boxes - ties], self._span(False), ties)
            pairs = self._by_wars(tied[ties], self._span(True), ties)
            total = others[ties].inflate(self.fine) * pairs[0]
            for wars in range(1, ties + 1):
                total += others[ties - wars].inflate(self.fine) * pairs[wars]
            yield (
                ties,
                [(place, int(ways)) for place, ways in enumerate(total.coeffs()) if ways],
            )

    def _span(self, ties: bool) -> int:
        """Return a power of y that no net reaches: y to it stands for v."""
        if ties:
            return self.boxes * (self.tied + self.fine * self.war) + 1
        return self.boxes * (self.decided + self.war) + 1

    def _by_wars(self, packed: Any, span: int, most: int) -> list[Any]:
        """Return the polynomials in y that a packed one holds, by the number of war cards."""
        from flint import fmpz_poly

        terms = packed.coeffs()
        return [fmpz_poly(terms[wars * span : (wars + 1) * span]) for wars in range(most + 1)]

    def _most_war(self, row: int, ties: bool) -> int:
        """Return how many war cards can matter beside `row` first cards.

        Boxes that are decided leave at most K − row to tie.
        """
        return self.boxes if ties else self.boxes - row

    def _product(self, classes: tuple[CardClass, ...]) -> list[Any]:
        """Return the product over classes that all tie, or none does.

        Halves are remembered: most come again with other cards of the dealer's.
        """
        if classes not in self.known:
            if len(classes) < 2:
                self.known[classes] = self._power(*classes)
            else:
                middle = len(classes) // 2
                self.known[classes] = self._times(
                    self._product(classes[:middle]),
                    self._product(classes[middle:]),
                    classes[0].ties,
                )
        return self.known[classes]

    def _power(self, card_class: CardClass | None = None) -> list[Any]:
        """Return (1 + z·y^first + v·y^war)^cards, by the power of z."""
        from flint import fmpz_poly

        if card_class is None:
            return [fmpz_poly([1]), *(fmpz_poly() for _ in range(self.boxes))]
        ties, first, war, cards = card_class
        span = self._span(ties)
        step = span + war * (self.fine if ties else 1)
        rows = []
        for row in range(self.boxes + 1):
            most = self._most_war(row, ties)
            terms = [0] * ((most + 1) * span)
            for wars in range(most + 1):
                if row + wars <= cards:
                    terms[first * row + step * wars] = comb(cards, row) * comb(cards - row, wars)
            rows.append(fmpz_poly(terms))
        return rows

    def _times(self, left: list[Any], right: list[Any], ties: bool) -> list[Any]:
        rows = []
        for row in range(self.boxes + 1):
            length = (self._most_war(row, ties) + 1) * self._span(ties)
            total = left[0].mul_low(right[row], length)
            for part in range(1, row + 1):
                total += left[part].mul_low(right[row - part], length)
            rows.append(total)
        return rows
