"""What a submission document is: sections of paragraphs, lists, tables and charts.

Nothing here knows of cards, and nothing knows of a format. A section may bring figures for the
JSON (`data`) and rows for the CSV (`records`) along with what people read, so that an analysis is
added in one place. `flow` is what the writers walk: it numbers headings, tables and charts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from warodds.show.table import Math, Table


@dataclass(frozen=True, slots=True)
class Items:
    """A list of short texts."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart: exact points, from left to right."""

    label: str
    points: tuple[tuple[Fraction, Fraction], ...]


MOST_TICKS = 16


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as data; the values are shares and are drawn in per cent, as lines or as bars."""

    caption: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    bars: bool = False

    @property
    def ticks(self) -> list[Fraction]:
        """The places of the horizontal axis to mark: all of them, or some where they are many."""
        places = sorted({x for line in self.series for x, _ in line.points})
        return places[:: -(-len(places) // MOST_TICKS)]

    @property
    def bar_width(self) -> Fraction:
        """The width of a bar: most of the way from one place to the next."""
        places = [x for x, _ in self.series[0].points]
        gaps = [after - before for before, after in pairwise(places)]
        return Fraction(4, 5) * min(gaps, default=Fraction(1))


Block = str | Items | Table | Chart
"""What a section holds; a text is a paragraph."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, what stands below it, and sections of its own.

    `data` goes to the top of the JSON, `records` are rows of the CSV, by its columns.

    >>> Section("Strategy", ("War beats surrender.",)).title
    'Strategy'
    """

    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple[Section, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    records: tuple[Mapping[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """A section's heading in the flow: its depth (1 for a section, 2 for a part), and number."""

    depth: int
    number: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """One document: `stem` names its files, `figures` are what its JSON holds."""

    stem: str
    title: str
    lines: tuple[str, ...]
    sections: tuple[Section, ...]
    figures: Mapping[str, Any]
    records: tuple[Mapping[str, str], ...]
    source: object = None
    """The analysis behind it, for the one writer that computes anew: the workbook."""


Flow = Heading | Block


def figures_text(figures: Mapping[str, Any]) -> str:
    """Return the machine-readable figures as the JSON file holds them."""
    return json.dumps(figures, ensure_ascii=False, indent=2) + "\n"


def digest(figures: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the JSON file, in hexadecimal digits."""
    return hashlib.sha256(figures_text(figures).encode()).hexdigest()


def one_line(text: str) -> str:
    r"""Keep control characters of a user's file out of every format, and needless blanks.

    >>> one_line(" a\x1b[31m b\n\n# c")
    'a [31m b # c'
    """
    clean = " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())
    return Math(clean, text.latex) if isinstance(text, Math) else clean


def flow(document: Document) -> Iterator[Flow]:
    """Yield a document from top to bottom, headings, tables and charts numbered."""
    tables = charts = 0
    for heading, section in _headed(document.sections, ""):
        yield heading
        for block in section.blocks:
            if isinstance(block, str):
                yield one_line(block)
            elif isinstance(block, Items):
                yield Items(tuple(map(one_line, block.texts)))
            elif isinstance(block, Table):
                tables += 1
                yield _clean(block, f"Table {tables}. ")
            else:
                charts += 1
                series = tuple(replace(line, label=one_line(line.label)) for line in block.series)
                caption = f"Chart {charts}. {one_line(block.caption)}"
                yield replace(block, caption=caption, series=series)


def _headed(sections: tuple[Section, ...], above: str) -> Iterator[tuple[Heading, Section]]:
    for place, section in enumerate(sections, 1):
        number = f"{above}{place}"
        yield Heading(number.count(".") + 1, number, one_line(section.title)), section
        yield from _headed(section.parts, f"{number}.")


def _clean(table: Table, label: str) -> Table:
    return Table(
        label + one_line(table.caption),
        tuple(map(one_line, table.headings)),
        tuple(tuple(map(one_line, row)) for row in table.rows),
        table.flush,
    )


def flush_of(table: Table) -> str:
    """Return an "l" or an "r" for every column of a table.

    >>> flush_of(Table("", ("wager", "exact", "decimal"), (), "lr"))
    'lrr'
    """
    return table.flush.ljust(len(table.headings), table.flush[-1])
