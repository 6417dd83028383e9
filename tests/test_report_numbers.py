"""Every number of every table, read back from every format and compared with the library.

A caption, heading or cell with a digit that nothing judges is a fault, and so is one of which a
digit can be changed unnoticed.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import openpyxl
import pytest

from tests import pictures
from tests.documents import DECKS, written
from tests.reading import READERS, Seen, squeezed
from tests.wanted import agreed, document_tables, faults
from tests.wanted_book import STORED, Number, book_faults, book_of, judged
from tests.wanted_charts import chart_faults, document_charts
from tests.wanted_data import (
    Wordless,
    csv_rows,
    document_tree,
    leaf_agrees,
    leaves,
    tree_faults,
)
from tests.wanted_table import Wanted
from warodds import load

LATER = [
    "california",
    *(pytest.param(name, marks=pytest.mark.slow) for name in DECKS if name != "california"),
]
"""One jurisdiction every time, all of them with the slow tests."""


@cache
def wanted(name: str) -> list[Wanted]:
    return document_tables(load(name), DECKS[name])


@cache
def seen(name: str, form: str) -> list[Seen]:
    return READERS[form](written(name, form))


def changes(text: str) -> Iterator[str]:
    """The text with each of its digits changed, one at a time."""
    for found in re.finditer(r"\d", text):
        other = str((int(found[0]) + 1) % 10)
        yield text[: found.start()] + other + text[found.end() :]


@pytest.mark.parametrize("name", DECKS)
def test_every_table_says_what_the_library_says(name: str) -> None:
    for form in READERS:
        assert not list(faults(wanted(name), seen(name, form))), form


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("name", LATER)
def test_no_digit_of_a_table_can_change_unnoticed(name: str, form: str) -> None:
    changed = 0
    for want, have in zip(wanted(name), seen(name, form), strict=True):
        headings = want.headings or (None,) * len(have.headings)
        rows = ((headings, have.headings), *zip(want.rows, have.rows, strict=True))
        cells = [pair for row in rows for pair in zip(*row, strict=True)]
        for cell, text in cells:
            for other in changes(squeezed(text)):
                assert not agreed(cell, other), (want.caption, text, other)
                changed += 1
    assert changed > 10_000


def test_a_missing_row_cell_or_table_is_noticed() -> None:
    tables = seen("california", "html")
    first, *rest = tables
    assert list(faults(wanted("california"), rest))
    assert list(faults(wanted("california"), [first._replace(rows=first.rows[1:]), *rest]))
    short = (first.rows[0][1:], *first.rows[1:])
    assert list(faults(wanted("california"), [first._replace(rows=short), *rest]))
    assert list(faults(wanted("california"), [first._replace(caption="Table"), *rest]))


@pytest.mark.parametrize("name", DECKS)
def test_every_point_of_every_chart_is_what_the_library_says(name: str) -> None:
    charts = list(document_charts(load(name), DECKS[name]))
    for form, reader in pictures.READERS.items():
        assert not list(chart_faults(charts, reader(written(name, form)))), form


def test_a_point_that_moves_is_noticed() -> None:
    charts = list(document_charts(load("california"), DECKS["california"]))
    for form, reader in pictures.READERS.items():
        drawn = reader(written("california", form))
        for place, (chart, want) in enumerate(zip(drawn, charts, strict=True)):
            for label, line in chart.lines.items():
                lines = chart.lines | {label: [*line[1:], line[0]]}
                assert list(chart_faults([want], [chart._replace(lines=lines)])), (form, place)


def trees(name: str, form: str) -> tuple[Any, Any]:
    """The JSON or the CSV as it must be, and as it is."""
    content, rules = written(name, form).decode(), load(name)
    if form == "csv":
        return list(csv_rows(rules, DECKS[name])), list(csv.DictReader(io.StringIO(content)))
    data = json.loads(content, parse_float=lambda text: pytest.fail(f"{text} is a float"))
    return document_tree(rules, DECKS[name], 8), data


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("name", DECKS)
def test_every_figure_for_machines_is_what_the_library_says(name: str, form: str) -> None:
    assert not list(tree_faults(*trees(name, form)))


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("name", LATER)
def test_no_digit_for_machines_can_change_unnoticed(name: str, form: str) -> None:
    changed = 0
    for want, have in leaves(*trees(name, form)):
        assert not isinstance(want, Wordless) or not re.search(r"\d", have)
        if isinstance(have, bool):
            assert not leaf_agrees(want, not have)
        elif isinstance(have, int):
            assert not leaf_agrees(want, have + 1)
        elif isinstance(have, str):
            # Of a very long fraction some digits stand for all.
            others = list(changes(have))
            for other in others[:: max(1, len(others) // 50)]:
                assert not leaf_agrees(want, other), (have, other)
                changed += 1
    assert changed > 10_000


@cache
def book(name: str) -> Any:
    return openpyxl.load_workbook(io.BytesIO(written(name, "xlsx")), data_only=True)


@pytest.mark.parametrize("name", DECKS)
def test_every_cell_of_a_workbook_is_what_the_library_says(name: str) -> None:
    assert not list(book_faults(book_of(load(name), DECKS[name], book(name)), book(name)))


@pytest.mark.parametrize("name", LATER)
def test_no_cell_of_a_workbook_can_change_unnoticed(name: str) -> None:
    changed = 0
    for (sheet, row, column), want in book_of(load(name), DECKS[name], book(name)).items():
        value = book(name)[sheet].cell(row, column).value
        if isinstance(want, Number):
            for power in range(1, 13):
                assert not judged(want, value + max(abs(value), 1) * 10.0**-power, STORED)
        elif isinstance(want, bool):
            assert not judged(want, not value, STORED)
        else:
            assert not any(judged(want, other, STORED) for other in changes(value or ""))
        changed += 1
    assert changed > 1000


def test_a_number_that_nothing_judges_is_noticed() -> None:
    name = "california"
    wanted_cells = book_of(load(name), DECKS[name], book(name))
    first = next(place for place, want in wanted_cells.items() if isinstance(want, Number))
    del wanted_cells[first]
    assert len(list(book_faults(wanted_cells, book(name)))) == 1
    want, have = trees(name, "json")
    del want["boxes"][0]["law"]
    assert list(tree_faults(want, have))
