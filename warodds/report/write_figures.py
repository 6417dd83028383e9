"""A document's figures for machines: JSON, whose digest the document states, and CSV."""

from __future__ import annotations

import csv
import io
import re

from warodds.report.document import Document, figures_text, one_line
from warodds.report.figures import COLUMNS

_NUMBER = re.compile(r"-?\d[\d/.]*")


def write_json(document: Document) -> bytes:
    """Return the figures as JSON: rationals are texts, nothing exact is a float."""
    return figures_text(document.figures).encode()


def write_csv(document: Document) -> bytes:
    """Return the figures as CSV, a row a figure."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for record in document.records:
        writer.writerow({column: _inert(one_line(text)) for column, text in record.items()})
    return out.getvalue().encode()


def _inert(text: str) -> str:
    """Keep a text that is not a number from starting a formula in a spreadsheet."""
    if text[:1] in ("=", "+", "-", "@") and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text
