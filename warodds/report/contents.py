"""The order of a document's sections, and the document itself.

To add an analysis, write a function from an `Analysis` to a `Section` (its tables are those of
`warodds.show`, its `data` goes into the JSON, its `records` into the CSV) and name it in
`SECTIONS`, or in `FURTHER` for a part of the last of these, the comparison.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from warodds.errors import listed
from warodds.report.analysis import Analysis
from warodds.report.comparison import comparison_section
from warodds.report.document import Document, Items, Section, digest
from warodds.report.figures import COLUMNS, records
from warodds.report.further import (
    boxes_part,
    closed_forms_part,
    counting_part,
    whole_shoe_part,
)
from warodds.report.intervals import tolerance_section
from warodds.report.strategy import strategy_section
from warodds.report.subject import method_section, subject_section
from warodds.report.tolerance import Z_DIGITS
from warodds.report.wagers import figures_section, outcomes_section
from warodds.show.words import coarse

SECTIONS: tuple[Callable[[Analysis], Section | None], ...] = (
    subject_section,
    method_section,
    outcomes_section,
    figures_section,
    strategy_section,
    tolerance_section,
    comparison_section,
)

FURTHER: tuple[Callable[[Analysis], Section | None], ...] = (
    closed_forms_part,
    whole_shoe_part,
    counting_part,
    boxes_part,
)


def document_of(analysis: Analysis) -> Document:
    """Return the document of an analysis.

    >>> from warodds import load
    >>> from warodds.report.analysis import analyse
    >>> document_of(analyse(load("pennsylvania"), [6], digits=8)).stem
    'pennsylvania-6-decks'
    """
    rules = analysis.rules
    *sections, last = _built(SECTIONS, analysis)
    sections.append(replace(last, parts=(*last.parts, *_built(FURTHER, analysis))))
    figures: dict[str, Any] = {
        "schema": "warodds/report/1",
        "jurisdiction": rules.id,
        "decks": list(analysis.decks),
        "paytable": analysis.paytable,
        "digits": analysis.digits,
    }
    rows = list(records(analysis))
    for section in _every(sections):
        figures.update(section.data)
        rows += [{**dict.fromkeys(COLUMNS, ""), **row} for row in section.records]
    source = rules.source
    return Document(
        stem_of(analysis),
        f"Casino War in {rules.name}: exact odds of every wager",
        (
            f"{source.title}{f' ({source.date})' if source.date else ''}",
            f"{listed(analysis.decks, 'and')} deck{'' if analysis.decks == (1,) else 's'}",
        ),
        (*sections, _statement(analysis, digest(figures))),
        figures,
        tuple(rows),
        analysis,
    )


def _built(
    functions: Iterable[Callable[[Analysis], Section | None]], analysis: Analysis
) -> list[Section]:
    built = (function(analysis) for function in functions)
    return [section for section in built if section is not None]


def stem_of(analysis: Analysis) -> str:
    """Return the name of a document's files: a selection never overwrites the whole."""
    parts = [analysis.rules.id]
    if not analysis.complete:
        parts.append(f"{'-'.join(map(str, analysis.decks))}-decks")
    if analysis.paytable is not None:
        parts.append(re.sub(r"[^\w.-]+", "-", analysis.paytable))
    return "-".join(parts)


def _every(sections: Iterable[Section]) -> list[Section]:
    return [each for section in sections for each in (section, *_every(section.parts))]


def _statement(analysis: Analysis, sha256: str) -> Section:
    """Return section 8: rounding, program version, and the digest of the figures."""
    from warodds import __version__

    digits, stem = analysis.digits, stem_of(analysis)
    return Section(
        "Rounding, program and digest",
        (
            Items(
                (
                    "Only decimals are rounded, and only here, when they are written: each once, "
                    "from the exact fraction or root, to nearest, halves to even.",
                    f"Decimals have {digits} digits after the point, per cents {max(digits - 2, 0)}"
                    f"; frequencies (1 in n), odds to one and the ends of intervals have "
                    f"{coarse(digits)}. No rounded figure enters another one; a z of section 6 is "
                    f"a quantile rounded to {Z_DIGITS} digits, and is used as it stands there.",
                    f"Program: warodds {__version__}.",
                    f"SHA-256 of the machine-readable figures ({stem}.json): {sha256}",
                )
            ),
        ),
    )
