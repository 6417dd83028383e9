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
import os
import shutil
import stat
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

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
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


def expand(paths: Sequence[object]) -> tuple[list[str | Path], list[str]]:
    """Return the files meant, and notes on what was left out.

    Each folder gives the tables in it, in the order of their names.
    """
    files: dict[str, str | Path] = {}
    notes: list[str] = []
    for path in paths:
        if not isinstance(path, str | Path):
            raise WaroddsError(f"a {type(path).__name__} among the files; expected paths")
        try:
            inside = _inside(Path(path), notes) if str(path) != "-" else None
            for file in [path] if inside is None else inside:
                whole = str(file) if str(file) == "-" else os.path.realpath(file)
                if whole in files:
                    raise WaroddsError(f"{str(file)!r} is given twice; expected each file once")
                files[whole] = file
        except (OSError, ValueError) as error:
            raise _unreadable(str(path), error) from None
    if not files:
        raise WaroddsError("nothing to verify; expected files, or --rounds with --mean or --total")
    return list(files.values()), notes


def _inside(path: Path, notes: list[str]) -> list[Path] | None:
    """Return the tables in a folder, None for a file."""
    if not path.is_dir():
        return None
    entries = sorted(path.iterdir())
    found = [entry for entry in entries if _is_table(entry)]
    if not found:
        raise WaroddsError(
            f"the folder {str(path)!r} holds no table; expected files ending in "
            f"{listed(ENDINGS)}, or these with .gz"
        )
    left_out = [repr(entry.name) for entry in entries if entry not in found]
    if left_out:
        notes.append(f"Not read in {str(path)!r}: {', '.join(left_out[:12])}.")
    return found


def _is_table(path: Path) -> bool:
    name = path.name.lower().removesuffix(".gz")
    return path.is_file() and name.endswith(ENDINGS) and not name.startswith(".")


def _unreadable(name: str, error: Exception) -> WaroddsError:
    if isinstance(error, WaroddsError):
        return error
    if isinstance(error, FileNotFoundError):
        return WaroddsError(f"there is no file {name!r}")
    reason = getattr(error, "strerror", None) or str(error)
    return WaroddsError(f"{name[:200]!r} cannot be read: {reason}")


def recognise(path: str | Path, scratch: Path) -> File:
    """Return what a file is.

    What can be read only once, standard input ("-") and pipes, is copied to the folder `scratch`.
    """
    name = "standard input" if str(path) == "-" else str(path)
    try:
        path = _copied(sys.stdin.buffer, scratch) if str(path) == "-" else Path(path)
        mode = path.stat().st_mode
        if stat.S_ISFIFO(mode):
            with open(path, "rb") as stream:
                path = _copied(stream, scratch)
        elif not stat.S_ISREG(mode):
            raise WaroddsError(f"{name!r} is a device, not a file; expected a table")
        with open(path, "rb") as stream:
            start = stream.read(HEAD)
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from None
    gzipped = start[:2] == b"\x1f\x8b"
    if gzipped:
        start = _unzipped(path, name, lambda stream: stream.read(HEAD))
    if start[:4] == b"PAR1":
        return File(_spilled(path, name, scratch) if gzipped else path, name, "parquet")
    for mark, encoding in _MARKS.items():
        if start.startswith(mark):
            path, start = _transcoded(path, name, gzipped, encoding, scratch)
            gzipped = False
    return _text(path, name, gzipped, start)


def _copied(stream: BinaryIO, scratch: Path) -> Path:
    target = _fresh(scratch)
    with open(target, "wb") as copy:
        shutil.copyfileobj(stream, copy)
    return target


def _unzipped(path: Path, name: str, use: Callable[[gzip.GzipFile], Any]) -> Any:
    try:
        with gzip.open(path, "rb") as stream:
            return use(stream)
    except _BROKEN_GZIP:
        raise WaroddsError(f"{name!r} is a gzip file cut short or damaged") from None


def _spilled(path: Path, name: str, scratch: Path) -> Path:
    target = _fresh(scratch)
    with open(target, "wb") as copy:
        _unzipped(path, name, lambda stream: shutil.copyfileobj(stream, copy))
    return target


def _fresh(scratch: Path) -> Path:
    return scratch / f"copy-{sum(1 for _ in scratch.iterdir())}"


def _transcoded(
    path: Path, name: str, gzipped: bool, encoding: str, scratch: Path
) -> tuple[Path, bytes]:
    """Copy a text that starts with a byte order mark, which some shells write, as plain UTF-8."""
    if gzipped:
        path = _spilled(path, name, scratch)
    target = _fresh(scratch)
    try:
        with (
            open(path, encoding=encoding, newline="") as text,
            open(target, "w", encoding="utf-8", newline="") as copy,
        ):
            shutil.copyfileobj(text, copy)
    except UnicodeError:
        raise WaroddsError(
            f"{name!r} starts as {encoding.upper().removesuffix('-SIG')} text and goes on as "
            "something else"
        ) from None
    with open(target, "rb") as stream:
        return target, stream.read(HEAD)


def _text(path: Path, name: str, gzipped: bool, start: bytes) -> File:
    if not start.strip():
        raise WaroddsError(f"{name!r} is empty")
    whole = len(start) < HEAD
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(start, whole)
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
        value, end = _DECODER.raw_decode(text.lstrip())
    except (ValueError, RecursionError) as error:
        if isinstance(error, WaroddsError):
            raise WaroddsError(f"{name!r}: {error}") from None
        if not whole:
            raise WaroddsError(
                f"{name!r} starts with one JSON object of over {HEAD} bytes; expected rows as a "
                "JSON array or as JSON lines"
            ) from None
        raise WaroddsError(f"{name!r} starts as JSON, but is not valid JSON") from None
    if whole and not text.lstrip()[end:].strip():
        return File(path, name, "object", gzipped, mapping=value)
    return File(path, name, "newline_delimited", gzipped)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [key for key, _ in pairs]
        twice = next(key for key in names if names.count(key) > 1)
        raise WaroddsError(f"{twice!r} comes twice in one JSON object; expected it once")
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_unique)


def _csv(path: Path, name: str, gzipped: bool, text: str) -> File:
    lines = text.splitlines()
    skip = 0
    while skip < len(lines) and (not lines[skip].strip() or lines[skip].startswith("#")):
        skip += 1
    if skip == len(lines):
        raise WaroddsError(f"{name!r} has comments and no rows")
    header = lines[skip]
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
