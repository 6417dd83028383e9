"""What a file is, from its first bytes: CSV, JSON, JSON lines or Parquet, gzipped or not.

A file's own words reach DuckDB as parameters or as quoted names, never as SQL, and its head is
read here, so that a file that is no table is refused in one line before anything else is tried.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import shutil
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from warodds.errors import WaroddsError, listed

HEAD = 1 << 20
"""As many bytes as a header or a first record may take."""

MOST_COLUMNS = 1000

ENDINGS = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".ndjson", ".parquet")
"""Files that are read out of a folder, each also with .gz behind it."""

_BROKEN_GZIP = (EOFError, gzip.BadGzipFile, zlib.error)


@dataclass(frozen=True, slots=True)
class File:
    """A table in a file: where its bytes lie, what it is called, how DuckDB reads it.

    `names` is None where DuckDB has to be asked. A CSV's header stands behind `skip` lines. A
    `mapping` is a single JSON object, read whole.
    """

    path: Path
    name: str
    kind: str
    gzipped: bool = False
    names: tuple[str, ...] | None = None
    delimiter: str = ","
    skip: int = 0
    mapping: Any = None


def expand(paths: Sequence[str | Path]) -> list[str | Path]:
    """Return the files meant: each folder gives the tables in it, in the order of their names."""
    files: list[str | Path] = []
    for path in paths:
        if str(path) == "-" or not Path(path).is_dir():
            files.append(path)
            continue
        inside = sorted(entry for entry in Path(path).iterdir() if _is_table(entry))
        if not inside:
            raise WaroddsError(
                f"the folder {str(path)!r} holds no table; expected files ending in "
                f"{listed(ENDINGS)}, or these with .gz"
            )
        files += inside
    if not files:
        raise WaroddsError("nothing to verify; expected files, or --rounds with --mean or --total")
    return files


def _is_table(path: Path) -> bool:
    name = path.name.lower().removesuffix(".gz")
    return path.is_file() and name.endswith(ENDINGS) and not name.startswith(".")


def recognise(path: str | Path, scratch: Path) -> File:
    """Return what a file is; "-" is standard input, which is copied to the folder `scratch`."""
    name = str(path)
    if name == "-":
        name, path = "standard input", scratch / "input"
        with open(path, "wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
    path = Path(path)
    try:
        with open(path, "rb") as stream:
            start = stream.read(HEAD)
    except FileNotFoundError:
        raise WaroddsError(f"there is no file {name!r}") from None
    except OSError as error:
        raise WaroddsError(f"{name!r} cannot be read: {error.strerror}") from None
    gzipped = start[:2] == b"\x1f\x8b"
    if gzipped:
        start = _unzipped(path, name, lambda stream: stream.read(HEAD))
    if start[:4] == b"PAR1":
        if gzipped:
            path = _spilled(path, name, scratch)
        return File(path, name, "parquet")
    if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        path, gzipped, start = _transcoded(path, name, gzipped, scratch)
    return _text(path, name, gzipped, start)


def _unzipped(path: Path, name: str, use: Callable[[BinaryIO], Any]) -> Any:
    try:
        with gzip.open(path, "rb") as stream:
            return use(stream)  # type: ignore[arg-type]
    except _BROKEN_GZIP:
        raise WaroddsError(f"{name!r} is a gzip file cut short or damaged") from None


def _spilled(path: Path, name: str, scratch: Path) -> Path:
    target = _fresh(scratch)
    with open(target, "wb") as copy:
        _unzipped(path, name, lambda stream: shutil.copyfileobj(stream, copy))
    return target


def _fresh(scratch: Path) -> Path:
    return scratch / f"copy-{sum(1 for _ in scratch.iterdir())}"


def _transcoded(path: Path, name: str, gzipped: bool, scratch: Path) -> tuple[Path, bool, bytes]:
    """Copy a UTF-16 text, which some shells write, as UTF-8."""
    if gzipped:
        path = _spilled(path, name, scratch)
    target = _fresh(scratch)
    try:
        with open(path, encoding="utf-16") as text, open(target, "w", encoding="utf-8") as copy:
            shutil.copyfileobj(text, copy)
    except UnicodeError:
        raise WaroddsError(
            f"{name!r} starts as UTF-16 text and goes on as something else"
        ) from None
    with open(target, "rb") as stream:
        return target, False, stream.read(HEAD)


def _text(path: Path, name: str, gzipped: bool, start: bytes) -> File:
    if not start.strip(b"\xef\xbb\xbf \t\r\n"):
        raise WaroddsError(f"{name!r} is empty")
    whole = len(start) < HEAD
    try:
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(start, whole)
    except UnicodeDecodeError as error:
        line = start[: error.start].count(b"\n") + 1
        raise WaroddsError(
            f"{name!r} is not UTF-8 text (line {line}); expected CSV, TSV, JSON, JSON lines or "
            "Parquet, gzipped or not"
        ) from None
    if "\0" in text:
        raise WaroddsError(
            f"{name!r} is neither text nor Parquet; expected CSV, TSV, JSON, JSON lines or Parquet"
        )
    first = text.lstrip()[:1]
    if first == "[":
        return File(path, name, "array", gzipped)
    if first == "{":
        return _objects(path, name, gzipped, text, whole)
    return _csv(path, name, gzipped, text)


def _objects(path: Path, name: str, gzipped: bool, text: str, whole: bool) -> File:
    """Tell one JSON object from many, one to a line."""
    try:
        value, end = json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        raise WaroddsError(f"{name!r} starts as JSON, but is not valid JSON") from None
    if whole and not text.lstrip()[end:].strip():
        return File(path, name, "object", gzipped, mapping=value)
    return File(path, name, "newline_delimited", gzipped)


def _csv(path: Path, name: str, gzipped: bool, text: str) -> File:
    lines = text.splitlines()
    skip = 0
    while skip < len(lines) and (not lines[skip].strip() or lines[skip].startswith("#")):
        skip += 1
    header = lines[skip] if skip < len(lines) else ""
    if len(text) >= HEAD - 4 and len(lines) <= skip + 1:
        raise WaroddsError(f"{name!r} has a first line longer than {HEAD} bytes: not a table")
    delimiter = max(",\t;|", key=header.count)
    if header.count(delimiter) >= MOST_COLUMNS:
        raise WaroddsError(
            f"{name!r} has {header.count(delimiter) + 1} columns; expected at most {MOST_COLUMNS}"
        )
    try:
        names = next(csv.reader(io.StringIO(header), delimiter=delimiter), [])
    except csv.Error:
        raise WaroddsError(f"{name!r} has a header that is not CSV") from None
    return File(
        path, name, "csv", gzipped, tuple(map(str.strip, names)), delimiter=delimiter, skip=skip
    )
