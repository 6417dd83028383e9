"""The order of a document's sections, and the document itself.

To add an analysis, write a function from an `Analysis` to a `Section` (its tables are those of
`warodds.show`, its `data` goes into the JSON, its `records` into the CSV) and name it in
`SECTIONS`, or in `FURTHER` for a part of the last of these, the comparison.
"""

from __future__ import annotations

import re
import shlex
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
from warodds.rules import jurisdictions
from warodds.show.words import coarse

Builder = Callable[[Analysis], Section | None]
Watch = Callable[[Iterable[Builder]], Iterable[Builder]]

SECTIONS: tuple[Builder, ...] = (
    subject_section,
    method_section,
    outcomes_section,
    figures_section,
    strategy_section,
    tolerance_section,
    comparison_section,
)

FURTHER: tuple[Builder, ...] = (
    closed_forms_part,
    whole_shoe_part,
    counting_part,
    boxes_part,
)


def document_of(analysis: Analysis, watch: Watch = iter) -> Document:
    """Return the document of an analysis; `watch` sees every section before it is made.

    >>> from warodds import load
    >>> from warodds.report.analysis import analyse
    >>> document_of(analyse(load("pennsylvania"), [6], digits=8)).stem
    'pennsylvania-6-decks'
    """
    rules = analysis.rules
    *sections, last = _built(watch(SECTIONS), analysis)
    sections.append(replace(last, parts=(*last.parts, *_built(watch(FURTHER), analysis))))
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


def _built(builders: Iterable[Builder], analysis: Analysis) -> list[Section]:
    built = (builder(analysis) for builder in builders)
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

    digits, figures = analysis.digits, f"{stem_of(analysis)}.json"
    return Section(
        "Rounding, program and digest",
        (
            Items(
                (
                    "Only decimals are rounded, and only when they are written: each once, from "
                    "the exact fraction or root, to nearest, halves to even. No rounded figure "
                    f"enters another one; a z of section 6 is a quantile rounded to {Z_DIGITS} "
                    "digits, and is used as it stands there.",
                    f"Decimals have {digits} digits after the point, per cents {max(digits - 2, 0)}"
                    "; frequencies (1 in n), odds to one, numbers of rounds and the ends of "
                    f"intervals have {coarse(digits)}, figures of a whole shoe that differ little "
                    f"{digits + 4}. What would show as zero and is not has three significant "
                    "figures and a power of ten: 1.00e-28 is 10 to the power of −28.",
                    f"Program: warodds {__version__}; command: {command_of(analysis)}",
                    f"SHA-256 of the machine-readable figures ({figures}): {sha256}",
                    f"These figures are written by the same command with --format json; a reader "
                    f"finds their digest with: sha256sum {figures}",
                )
            ),
        ),
    )


def command_of(analysis: Analysis) -> str:
    """Return the command that writes a document.

    >>> from warodds import load
    >>> from warodds.report.analysis import analyse
    >>> command_of(analyse(load("crown-perth"), [6], "30/12/5", digits=6))
    'warodds report crown-perth --decks 6 --paytable 30/12/5 --digits 6'
    """
    rules = analysis.rules
    words = ["warodds", "report", rules.id if rules.id in jurisdictions() else f"{rules.id}.toml"]
    if not analysis.complete:
        words += ["--decks", ",".join(map(str, analysis.decks))]
    if analysis.paytable is not None:
        words += ["--paytable", analysis.paytable]
    if any(game.odds.study for game in analysis.games):
        words.append("--study")
    return shlex.join([*words, "--digits", str(analysis.digits)])
