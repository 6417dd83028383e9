"""The lines of a text: which one a row stands on, and how many rows there are.

DuckDB numbers the rows that it accepts. Blank lines, broken lines and line ends within quotes make
that another number than the line's.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Collection, Iterator
from typing import IO

from warodds.verification.reading.files import File

CHUNK = 1 << 22
_BLANK = re.compile(rb"\n{2,}")


def lines_of(file: File, rows: Collection[int], broken: Collection[int]) -> list[int]:
    """Return the lines that rows, counted from 1, start on; `broken` lines hold no row.

    The text is read once more, as far as the last row that is wanted and no further.
    """
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


def rows_of(file: File) -> int | None:
    """Return how many rows a CSV has, broken ones too, or None where quotes or line ends hide it.

    This is a second count, by other means: DuckDB passes over a line of many megabytes in silence.
    """
    rows, rest = 0, b""
    blank_is_a_row = len(file.names or ()) == 1
    with gzip.open(file.path) if file.gzipped else open(file.path, "rb") as stream:
        for _ in range(file.skip + 1):
            if b"\r" in stream.readline().rstrip(b"\r\n"):
                return None
        while chunk := stream.read(CHUNK):
            whole, ended, rest = (rest + chunk).rpartition(b"\n")
            text = b"\n" + whole + ended
            if b"\r" in text:
                text = text.replace(b"\r\n", b"\n")
            if b'"' in text or b"\r" in text:
                return None
            rows += text.count(b"\n") - 1
            if b"\n\n" in text and not blank_is_a_row:
                rows -= sum(len(blank) - 1 for blank in _BLANK.findall(text))
    return None if b'"' in rest else rows + bool(rest.strip())


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
