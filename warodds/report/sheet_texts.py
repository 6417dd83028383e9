"""The sections of a document that a workbook holds as texts, beside its sheets of formulas."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from warodds.report.document import Document, Items, Section, flush_of, one_line
from warodds.report.sheet_styles import new_sheet
from warodds.show.table import Table

LIVE = ("Every wager, event by event", "Tolerance of the observed return")
"""Sections that the sheets of formulas stand for."""

COMPARISON = "Comparison across deck counts"
"""The section whose table is a sheet of formulas, and whose parts are sheets of their own."""

NAMES = {
    "What was analysed": "Rules",
    "Odds, house advantage and volatility": "Odds and volatility",
    "Closed forms in the number of decks": "Closed forms",
    "Rounding, program and digest": "Rounding",
}
"""Sheets that do not have the name of their section."""

LINE = 150
"""Letters of a line of prose."""

WIDEST = 110
"""Letters that a column shows at most."""


def text_sheets(document: Document) -> Iterator[tuple[str, tuple[Section, ...]]]:
    """Yield each sheet of texts: its name, and the sections on it."""
    for section in document.sections:
        if section.title == COMPARISON:
            yield from ((_sheet_name(part), (part,)) for part in section.parts)
        elif section.title not in LIVE:
            yield _sheet_name(section), (section, *section.parts)


def _sheet_name(section: Section) -> str:
    """Return a sheet's name, which has 31 letters at most."""
    return NAMES.get(section.title, section.title)[:31]


def write_texts(book: Any, name: str, sections: tuple[Section, ...], style: dict[str, Any]) -> None:
    """Write sections as they stand: tables and paragraphs, every cell a text."""
    sheet = new_sheet(book, name, _widths(sections))
    row = 0
    for section in sections:
        sheet.write_string(row, 0, one_line(section.title), style["heading"])
        row += 1
        for block in section.blocks:
            if isinstance(block, Table):
                row = _write_table(sheet, row + 1, block, style) + 1
            elif isinstance(block, str | Items):
                for text in (block,) if isinstance(block, str) else block.texts:
                    for line in textwrap.wrap(one_line(text), LINE, break_long_words=False):
                        sheet.write_string(row, 0, line)
                        row += 1
        row += 1
    # The figures are texts on purpose, exact ones; a program need not warn of each.
    sheet.ignore_errors({"number_stored_as_text": f"A1:Z{row + 1}"})


def _widths(sections: tuple[Section, ...]) -> list[int]:
    """Return the width of each column: that of its longest cell, where it is not too long."""
    tables = (b for section in sections for b in section.blocks if isinstance(b, Table))
    rows = [row for table in tables for row in (table.headings, *table.rows)]
    columns = zip_longest(*rows, fillvalue="")
    return [min(max(map(len, column)) + 2, WIDEST) for column in columns]


def _write_table(sheet: Any, row: int, table: Table, style: dict[str, Any]) -> int:
    """Write a table of texts and return the row below it."""
    sheet.write_string(row, 0, one_line(table.caption), style["bold"])
    for line in (table.headings, *table.rows):
        row += 1
        left, right = ("column", "numbers") if line is table.headings else ("text", "right")
        for column, (mark, text) in enumerate(zip(flush_of(table), line, strict=True)):
            sheet.write_string(row, column, one_line(text), style[left if mark == "l" else right])
    return row + 1
