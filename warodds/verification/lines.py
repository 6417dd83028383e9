"""From a row's number to the line it stands on: blank lines, broken lines and quoted line ends.

DuckDB numbers the rows that it accepts. This goes through the text once more, as far as the last
row that is to be shown and no further, and only when there is one.
"""

from __future__ import annotations

import gzip
from collections.abc import Collection, Iterator
from typing import IO

from warodds.verification.files import File


def lines_of(file: File, rows: Collection[int], broken: Collection[int]) -> list[int]:
    """Return the lines that rows, counted from 1, start on; `broken` lines hold no row."""
    wanted, last = set(rows), max(rows)
    found = []
    row = 0
    with _opened(file) as text:
        for line in _records(text, file, set(broken)):
            row += 1
            if row in wanted:
                found.append(line)
            if row == last:
                break
    return found


def _opened(file: File) -> IO[str]:
    opened = gzip.open if file.gzipped else open
    text: IO[str] = opened(file.path, "rt", encoding="utf-8", errors="replace", newline="")
    return text


def _records(text: IO[str], file: File, broken: set[int]) -> Iterator[int]:
    """Yield the line that each accepted record starts on."""
    csv = file.kind == "csv"
    header = file.skip + 1 if csv else 0
    blank_is_a_row = csv and len(file.names or ()) == 1
    inside = False
    for line, content in enumerate(text, 1):
        starts, blank = not inside, not content.strip("\r\n" if csv else None)
        if csv and content.count('"') % 2:  # a quoted field opens, and ends on a later line
            inside = not inside
        if starts and line > header and line not in broken and (blank_is_a_row or not blank):
            yield line
