"""Submission documents: complete, cited, exact, and the same to the byte every time.

>>> from warodds import load
>>> document = document_of(analyse(load("pennsylvania"), [6], digits=8))
>>> render(document, "markdown", digits=8).decode().splitlines()[2]
'# Casino War in Pennsylvania: exact odds of every wager'
"""

from __future__ import annotations

from warodds.report import write_figures, write_html, write_latex, write_markdown, write_pdf
from warodds.report import write_xlsx as workbook
from warodds.report.analysis import Analysis, analyse
from warodds.report.contents import document_of
from warodds.report.document import Chart, Document, Items, Section, Series

SUFFIXES = {
    "markdown": "md",
    "html": "html",
    "latex": "tex",
    "csv": "csv",
    "json": "json",
    "xlsx": "xlsx",
    "pdf": "pdf",
}
"""Every format with the suffix of its files."""

PLAIN = ("markdown", "csv", "json")
"""The formats that need no other package."""

DIGITS = 8


def render(document: Document, form: str, *, digits: int) -> bytes:
    """Return a document in one format; `digits` are those of the decimals of its charts."""
    if form == "markdown":
        return write_markdown.write(document, digits)
    if form == "latex":
        return write_latex.write(document, digits)
    writers = {
        "html": write_html.write,
        "csv": write_figures.write_csv,
        "json": write_figures.write_json,
        "xlsx": workbook.write,
        "pdf": write_pdf.write,
    }
    return writers[form](document)


__all__ = [
    "DIGITS",
    "PLAIN",
    "SUFFIXES",
    "Analysis",
    "Chart",
    "Document",
    "Items",
    "Section",
    "Series",
    "analyse",
    "document_of",
    "render",
]
