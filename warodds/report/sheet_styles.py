"""How the sheets of a workbook look, on the screen and in print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

STYLES = {
    "title": {"bold": True, "font_size": 16},
    "heading": {"bold": True, "font_size": 12},
    "column": {"bold": True, "bottom": 1, "text_wrap": True},
    "numbers": {"bold": True, "bottom": 1, "text_wrap": True, "align": "right"},
    "clause": {"indent": 1},
    "bold": {"bold": True},
    "text": {"indent": 1},
    "right": {"align": "right"},
    "plain": {"num_format": "General"},
    "integer": {"num_format": "0", "align": "right"},
    "input": {"num_format": "0", "bg_color": "#FFF8D6", "font_color": "#1B4FA0", "border": 1},
    "decimal": {"num_format": "0.0000000000"},
    "percent": {"num_format": "0.00000000%"},
    "check": {"bold": True, "align": "right"},
}


def new_sheet(book: Any, name: str, widths: Sequence[int]) -> Any:
    """Add a sheet with columns as wide as so many letters, printed on A4, one page across."""
    sheet = book.add_worksheet(name)
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.set_footer("&L&A&RPage &P of &N")
    for column, width in enumerate(widths):
        sheet.set_column(column, column, width)
    return sheet
