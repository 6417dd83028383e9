"""The distinct rows of a table, cards of one rank taken as one, and a number for each of them.

A log with suits has half a million distinct rows, by rank some three thousand. DuckDB holds the
former, and Python reads the latter. Each text of a column has a number, cards of one rank the
same; the numbers of a row's texts add up to its code, which leads back to its lines and on to
its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from warodds.cards import Card
from warodds.deal import pair_kind
from warodds.errors import WaroddsError
from warodds.verification.reading.source import SHOWN_LINES, Row, Table
from warodds.verification.reading.words import absent

DEALS = {"first": ("player", "dealer"), "war": ("war_player", "war_dealer")}
"""The two cards of each deal."""

MOST_ROWS = 3_000_000
"""More distinct rows than this are no sufficient statistic of anything."""

LARGEST_CODE = (1 << 63) - 1

Coded = tuple[int, Row, int]
"""A distinct row's code, its texts, and how often it comes."""


class Distinct:
    """A table's distinct rows in the columns `places`, of which `cards` hold cards, by role."""

    def __init__(
        self,
        table: Table,
        file: int,
        places: Sequence[int],
        cards: Mapping[str, int],
        card: Callable[[str], Card | None],
    ) -> None:
        self.table = table
        self.file = file
        self.places = tuple(places)
        self.cards = cards
        self.card = card
        self.card_texts: set[str] = set()
        self.varying: list[int] = []
        table.group(places)
        size = 1
        for place in places:
            numbers = self._number(place, size)
            size *= max(numbers, 1)
            if numbers > 1 or place in cards.values():
                self.varying.append(place)

    def rows(self) -> list[Coded]:
        """Return the distinct rows, each card in one of the ways in which its rank is written."""
        texts = "".join(f", any_value({self._alike(place)})" for place in self.places)
        query = (
            f"CREATE OR REPLACE TEMP TABLE alike AS SELECT {self._code} AS code, "
            f"CAST(sum(n) AS BIGINT) AS n{texts} FROM grouped AS r {self._joined} GROUP BY 1"
        )
        self.table.run(query, [])
        if self.table.run("SELECT count(*) FROM alike", []).fetchone()[0] > MOST_ROWS:
            raise self._too_many()
        found = self.table.run("SELECT * FROM alike ORDER BY code", []).fetchall()
        return [(code, tuple(texts), n) for code, n, *texts in found]

    def suits(
        self, told_in: Sequence[int], rounds: Callable[[Row], int]
    ) -> tuple[dict[str, dict[int, int]], dict[str, dict[str, int]]]:
        """Return how often each suit came, by role, and each kind of pair, by deal.

        For how many `rounds` a row stands, if for any, its texts in the columns `told_in` tell.
        """
        by_role: dict[str, dict[int, int]] = {}
        by_deal: dict[str, dict[str, int]] = {}
        for deal, roles in DEALS.items():
            told = [role for role in roles if role in self.cards]
            for cards, times in self._dealt(told, told_in, rounds):
                for role, card in zip(told, cards, strict=True):
                    if card is not None and card.suit is not None:
                        _add(by_role.setdefault(role, {}), card.suit, times)
                if len(told) == len(roles) and all(c and c.suit is not None for c in cards):
                    _add(by_deal.setdefault(deal, {}), _kind_of_pair(cards), times)
        return by_role, by_deal

    def coded(self, more: Sequence[int] = (), line: str = "", table: Table | None = None) -> str:
        """Return the SELECT of every row's columns with its code, and the rank and suit of cards.

        `table` has the same rows, perhaps with columns of its own.
        """
        table = table or self.table
        cards = "".join(
            f", t{place}.rank AS rank{place}, t{place}.suit AS suit{place}"
            for place in self.cards.values()
        )
        rows = table.rows(sorted({*self.places, *more}), line)
        return f"SELECT r.*, {self._code} AS code{cards} FROM ({rows}) AS r {self._joined}"

    def lines(self, codes: Sequence[int]) -> list[int]:
        """Return the lines, or else the numbers, of the first rows that have one of these codes."""
        if not codes:
            return []
        sought = ", ".join(map(str, codes))
        found = self.table.run(
            f"SELECT line FROM ({self.coded(line=f', {self.table.line} AS line')}) "
            f"WHERE code IN ({sought}) ORDER BY line LIMIT {SHOWN_LINES}"
        ).fetchall()
        return self.table.lines([row for (row,) in found])

    def texts(self, place: int) -> list[str]:
        """Return the distinct texts of a column."""
        return [
            text
            for (text,) in self.table.run(f"SELECT text FROM {self._texts(place)}", []).fetchall()
        ]

    def _number(self, place: int, step: int) -> int:
        """Number the texts of a column in steps, and return how many numbers there are."""
        found = self.table.run(
            f"SELECT DISTINCT {_text(place)} FROM grouped AS r ORDER BY 1 LIMIT {MOST_ROWS + 1}", []
        ).fetchall()
        if len(found) > MOST_ROWS:
            raise self._too_many()
        texts: list[str] = [text for (text,) in found]
        read = [self._card(text) if place in self.cards.values() else None for text in texts]
        numbers: dict[object, int] = {}
        alike: list[str] = []
        written: dict[int, str] = {}
        for text, card in zip(texts, read, strict=True):
            numbers.setdefault(text if card is None else card.rank, len(numbers))
            alike.append(text if card is None else written.setdefault(card.rank, text))
        if step * len(numbers) > LARGEST_CODE:
            raise self._too_many()
        columns: list[list[Any]] = [
            texts,
            alike,
            [
                step * numbers[text if card is None else card.rank]
                for text, card in zip(texts, read, strict=True)
            ],
            [card and card.rank for card in read],
            [card and card.suit for card in read],
        ]
        self.table.run(
            f"CREATE OR REPLACE TEMP TABLE {self._texts(place)} "
            "(text VARCHAR, alike VARCHAR, number BIGINT, rank TINYINT, suit TINYINT)",
            [],
        )
        if texts:
            lists = ", ".join("unnest(?)" for _ in columns)
            self.table.run(f"INSERT INTO {self._texts(place)} SELECT {lists}", columns)
        return len(numbers)

    def _card(self, text: str) -> Card | None:
        if absent(text):
            return None
        self.card_texts.add(text)
        return self.card(text)

    def _dealt(
        self, roles: Sequence[str], told_in: Sequence[int], rounds: Callable[[Row], int]
    ) -> Iterator[tuple[list[Card | None], int]]:
        """Yield the cards that were dealt to some roles, with the number of rounds."""
        if not roles:
            return
        columns = ", ".join(map(_text, (*(self.cards[role] for role in roles), *told_in)))
        query = f"SELECT CAST(sum(n) AS BIGINT), {columns} FROM grouped AS r GROUP BY ALL"
        for n, *texts in self.table.run(query, []).fetchall():
            cards = [self._card(text) for text in texts[: len(roles)]]
            times = n * rounds(tuple(texts[len(roles) :]))
            if times:
                yield cards, times

    def _texts(self, place: int) -> str:
        return f"texts{self.file}_{place}"

    def _alike(self, place: int) -> str:
        """Return SQL for a text, a card being written as any other of its rank is."""
        return f"t{place}.alike" if place in self.varying else _text(place)

    @property
    def _code(self) -> str:
        return " + ".join(("CAST(0 AS BIGINT)", *(f"t{place}.number" for place in self.varying)))

    @property
    def _joined(self) -> str:
        return " ".join(
            f"JOIN {self._texts(place)} AS t{place} ON t{place}.text = {_text(place)}"
            for place in self.varying
        )

    def _too_many(self) -> WaroddsError:
        return WaroddsError(
            f"{self.table.name!r} has too many different rounds; expected cards, outcomes and "
            "nets in units, not amounts or ids, in the columns read"
        )


def _text(place: int) -> str:
    return f"coalesce(CAST(r.c{place} AS VARCHAR), '')"


def _kind_of_pair(cards: Sequence[Card | None]) -> str:
    player, dealer = cards
    assert player is not None
    assert dealer is not None
    if player.rank != dealer.rank:
        return "no_pair"
    return pair_kind(player.suit or 0, dealer.suit or 0)


def _add(counts: dict[Any, int], kind: object, times: int) -> None:
    counts[kind] = counts.get(kind, 0) + times
