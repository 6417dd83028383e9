"""A table as it must be: its caption and what every cell has to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.cells import Cell

Row = tuple[Cell | None, ...]


class Wanted(NamedTuple):
    """Without headings of its own a table must have headings without a digit."""

    caption: str
    rows: Sequence[Row]
    headings: Row | None = None
