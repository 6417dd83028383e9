"""Every cell of the workbook that holds a number, or a text with one, from the library anew.

Numbers of a workbook are floats: each has to be the exact value as nearly as a float that a file
keeps with 16 digits can be, or, where a spreadsheet program has recalculated it, to 1e-12.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt
from typing import Any

from tests.cells import Cell, Exact, Words
from tests.reading import squeezed
from tests.wanted import (
    ROUNDS,
    VOLATILITY,
    Fault,
    Z,
    both,
    document_tables,
    named,
    staked,
    variance_of,
)
from tests.wanted_table import Wanted
from warodds import Odds, odds
from warodds.figures import Figures
from warodds.rules import Rules

TEXTS = (
    *("Rules", "Method", "Odds and volatility", "Strategy", "Closed forms"),
    *("A whole shoe", "What counting is worth", "Several boxes", "Rounding"),
)
STORED = Fraction(1, 10**15)
RECALCULATED = Fraction(1, 10**12)


@dataclass(frozen=True)
class Number:
    """A value as a number, not as a text."""

    value: Fraction

    def near(self, found: object, slack: Fraction) -> bool:
        if isinstance(found, bool) or not isinstance(found, int | float):
            return False
        if self.value.denominator == 1 and isinstance(found, int):
            return found == self.value
        return abs(Fraction(found) - self.value) <= slack * max(abs(self.value), Fraction(1, 100))


Place = tuple[str, int, int]
Book = dict[Place, Number | Cell | bool]
"""What stands at a sheet, row and column, counted from one."""


def root(square: Fraction) -> Fraction:
    """The root to 40 digits."""
    return Fraction(isqrt(square.numerator * 10**80 // square.denominator), 10**40)


def judged(wanted: Number | Cell | bool, found: object, slack: Fraction) -> bool:
    if isinstance(wanted, bool):
        return found is wanted
    if isinstance(wanted, Number):
        return wanted.near(found, slack)
    return wanted.agrees(squeezed("" if found is None else str(found)))


def book_faults(wanted: Book, book: Any, slack: Fraction = STORED) -> Iterator[Fault]:
    """Compare a workbook's values; a number that nothing judges is a fault as well."""
    left = dict(wanted)
    for sheet in book:
        prose = prose_rows(sheet)
        for cell in (cell for row in sheet.rows for cell in row):
            want = left.pop((sheet.title, cell.row, cell.column), None)
            where = f"{sheet.title}!{cell.coordinate}"
            if want is not None:
                if not judged(want, cell.value, slack):
                    yield Fault(where, str(cell.value), want)
            elif isinstance(cell.value, int | float):
                yield Fault(where, str(cell.value), None)
            elif re.search(r"\d", cell.value or "") and cell.row not in prose:
                yield Fault(where, cell.value, None)
    for place, want in left.items():
        yield Fault(str(place), "", want)


def prose_rows(sheet: Any) -> set[int]:
    """Rows of running text: above the table of the summary, and between tables of texts."""
    rows = {row[0].row for row in sheet.rows if all(cell.value is None for cell in row[1:])}
    return rows if sheet.title in ("Summary", *TEXTS) else set()


def book_of(rules: Rules, decks: tuple[int, ...], book: Any) -> Book:
    """All that a workbook must hold; `book` only says where tables of texts start."""
    results = [odds(rules, count) for count in decks]
    wanted: Book = {}
    for result in results:
        wanted |= deck_sheet(result)
    wanted |= summary_sheet(results, book["Summary"])
    wanted |= text_sheets(rules, decks, book)
    wanted |= comparison_sheet(results)
    return wanted | tolerance_sheet(results)


def titled(result: Odds) -> list[tuple[str, Figures]]:
    """The game and each wager with the title of its block."""
    parts: list[tuple[str, Figures]] = [(f"{both(result)}, net units in all", result.game)]
    for wager in result.wagers:
        given = ", given a first tie" if wager.wager.deal == "war" else ""
        parts.append((named(wager) + given, wager))
    return parts


def deck_sheet(result: Odds) -> Book:
    sheet = f"{result.decks} decks"
    title = f"{result.rules.name}, {sheet}, {result.cards} cards"
    wanted: Book = {(sheet, 1, 1): Words(title)}
    row = 3
    for title, part in titled(result):
        wanted[sheet, row, 1] = Words(title)
        row += 2
        for place, cell in block_cells(part, part is result.game):
            wanted[sheet, row + place[0], place[1]] = cell
        row += len(part.outcomes) + 13 + (3 if part is result.game else 0)
        if part is result.game:
            wanted |= game_figures(sheet, row - 4, result)
    return wanted


def game_figures(sheet: str, row: int, result: Odds) -> Book:
    average = staked(result)
    risk = -result.game.ev / average
    wanted: Book = {}
    for place, value in enumerate((average, risk, 1 - risk)):
        wanted[sheet, row + place, 6] = Number(value)
        wanted[sheet, row + place, 7] = Exact(value)
    return wanted


def block_cells(
    part: Figures, game: bool
) -> Iterator[tuple[tuple[int, int], Number | Cell | bool]]:
    """The cells of a block by row below its headings and column."""
    common = gcd(*(o.ways for o in part.outcomes))
    total = sum(o.ways for o in part.outcomes)
    squares = sum((o.probability * o.net**2 for o in part.outcomes), Fraction())
    for row, o in enumerate(part.outcomes):
        gives = o.probability * o.net
        yield (row, 1), Words(o.event)
        if not game:
            yield (row, 2), Number(Fraction(o.net.numerator))
            yield (row, 3), Number(Fraction(o.net.denominator))
        yield (row, 4), Number(Fraction(o.ways // common))
        yield (row, 5), Exact(o.ways)
        yield (row, 6), Number(o.probability)
        yield (row, 7), Exact(o.probability)
        yield (row, 8), Number(o.net)
        yield (row, 9), Number(gives)
        yield (row, 10), Exact(gives)
        yield (row, 11), Number(o.probability * o.net**2)
        yield (row, 12), Words(o.clause)
    end = len(part.outcomes)
    yield (end, 4), Number(Fraction(total // common))
    yield (end, 5), Exact(total)
    yield (end, 6), Number(Fraction(1))
    yield (end, 9), Number(part.ev)
    yield (end, 10), Exact(part.ev)
    yield (end, 11), Number(squares)
    variance = variance_of(part)
    for row, value in enumerate((part.ev, -part.ev, 1 + part.ev, part.hit, variance), end + 1):
        yield (row, 6), Number(value)
        yield (row, 7), Exact(value)
    yield (end + 6, 6), Number(root(variance))
    for row, (level, z) in enumerate(VOLATILITY, end + 7):
        yield (row, 1), Words(f"volatility index, {level} %")
        yield (row, 6), Number(z * root(variance))
    filed = end + 9
    yield (filed, 2), Number(Fraction(part.ev.numerator))
    yield (filed, 3), Number(Fraction(part.ev.denominator))
    yield (filed, 6), Number(part.ev)
    yield (filed, 7), Exact(part.ev)
    yield (filed + 1, 6), True
    yield (filed + 2, 6), True


def summary_sheet(results: list[Odds], sheet: Any) -> Book:
    row = next(row[0].row for row in sheet.rows if row[1].value == "decks")
    wanted: Book = {}
    for result in results:
        for title, part in titled(result):
            row += 1
            edge, back = Number(-part.ev), Number(1 + part.ev)
            cells: tuple[Number | Cell | bool, ...] = (
                *(Words(title), Number(Fraction(result.decks))),
                *(edge, back, Exact(part.ev), True),
            )
            wanted |= {("Summary", row, column): cell for column, cell in enumerate(cells, 1)}
    return wanted | {("Summary", row + 1, 6): True}


def text_sheets(rules: Rules, decks: tuple[int, ...], book: Any) -> Book:
    """The tables that stand as texts: each caption, in its turn, is the next table so called."""
    named: dict[str, list[Wanted]] = {}
    for table in document_tables(rules, decks):
        named.setdefault(squeezed(table.caption), []).append(table)
    wanted: Book = {}
    for sheet in (sheet for sheet in book if sheet.title in TEXTS):
        for title in sheet["A"]:
            if squeezed(str(title.value)) not in named:
                continue
            table = named[squeezed(str(title.value))].pop(0)
            headings = table.headings or ()
            for row, cells in enumerate((headings, *table.rows), title.row + 1):
                for column, cell in enumerate(cells, 1):
                    if cell is not None:
                        wanted[sheet.title, row, column] = cell
    return wanted


def comparison_sheet(results: list[Odds]) -> Book:
    sheet = "Comparison"
    wanted: Book = {}
    rows: dict[tuple[str, str | None], int] = {}
    for column, result in enumerate(results, 2):
        wanted[sheet, 2, column] = Number(Fraction(result.decks))
        game = result.game
        lines = [(("", "edge"), "The game, house edge", -game.ev)]
        risk = -game.ev / staked(result)
        lines.append((("", "risk"), "The game, element of risk", risk))
        blocks = titled(result)[1:]
        own: list[tuple[tuple[str, str | None], str, Fraction]] = [
            ((wager.id, wager.paytable), title, -wager.ev)
            for wager, (title, _) in zip(result.wagers, blocks, strict=True)
        ]
        for key, title, value in (*lines, *own):
            row = rows.setdefault(key, len(rows) + 3)
            wanted[sheet, row, 1] = Words(title)
            wanted[sheet, row, column] = Number(value)
    return wanted


def tolerance_sheet(results: list[Odds]) -> Book:
    sheet, row = "Tolerance", 3
    wanted: Book = {}
    for level, z in Z.items():
        wanted[sheet, row, 1] = Words(f"z at {level} % confidence")
        wanted[sheet, row, 2] = Number(z)
        for place, rounds in enumerate(ROUNDS):
            for column in (5 + 2 * place, 6 + 2 * place):
                wanted[sheet, row, column] = Number(Fraction(rounds))
        row += 2
        for result in results:
            for title, part in titled(result):
                variance, rtp = variance_of(part), 1 + part.ev
                wanted[sheet, row, 1] = Words(title)
                wanted[sheet, row, 2] = Number(Fraction(result.decks))
                wanted[sheet, row, 3] = Number(rtp)
                wanted[sheet, row, 4] = Number(root(variance))
                for place, rounds in enumerate(ROUNDS):
                    width = root(z**2 * variance / rounds)
                    wanted[sheet, row, 5 + 2 * place] = Number(rtp - width)
                    wanted[sheet, row, 6 + 2 * place] = Number(rtp + width)
                row += 1
        row += 1
    return wanted
