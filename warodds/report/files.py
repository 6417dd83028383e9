"""Writing documents into a folder: whole or not at all, and over nobody else's file.

All files are written beside their places first and renamed into them last, so that a full disk
leaves the old documents, and never a digest without its figures. A file that is already there must
carry our mark, unless the writing is forced. `compare` says how a folder differs from what would
be written.
"""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from warodds.errors import WaroddsError
from warodds.report import write_html, write_latex, write_markdown, write_pdf, write_xlsx
from warodds.report.figures import COLUMNS

MARKS = {
    ".md": write_markdown.MARK,
    ".html": write_html.MARK,
    ".tex": write_latex.MARK,
    ".csv": ",".join(COLUMNS) + "\n",
    ".json": '{\n  "schema": "warodds/report/',
}
"""What stands near the start of each text file of ours."""

NEAR_START = 1000


@dataclass(frozen=True, slots=True)
class Written:
    """A file and whether writing it changed it."""

    path: Path
    changed: bool


def is_ours(path: Path) -> bool:
    """Say whether `warodds report` wrote a file."""
    if not path.is_file():
        return False
    if path.suffix == ".xlsx":
        try:
            with zipfile.ZipFile(path) as book:
                return write_xlsx.MARK.encode() in book.read("docProps/core.xml")
        except (zipfile.BadZipFile, KeyError):
            return False
    content = path.read_bytes()
    if path.suffix == ".pdf":
        return content.startswith(b"%PDF") and write_pdf.MARK.encode() in content
    mark = MARKS.get(path.suffix)
    return mark is not None and mark.encode() in content[:NEAR_START]


def save(folder: Path, contents: Mapping[str, bytes], *, force: bool = False) -> list[Written]:
    """Write files by name; refuse all of them where one would replace a file not ours."""
    _check_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in contents:
            _check_place(folder / name, force)
        return _replaced({folder / name: content for name, content in contents.items()})
    except OSError as error:
        raise WaroddsError(f"{error.filename or folder}: {error.strerror or error}") from error


def _check_place(path: Path, force: bool) -> None:
    if path.is_dir():
        raise WaroddsError(f"{path} is a folder; expected a file or nothing there")
    if os.path.lexists(path) and not force and not is_ours(path):
        raise WaroddsError(
            f"{path} was not written by warodds report; expected another folder with -o, "
            "or --force to replace it"
        )


def _replaced(contents: Mapping[Path, bytes]) -> list[Written]:
    changed = {
        path: content
        for path, content in contents.items()
        if not path.is_file() or path.read_bytes() != content
    }
    beside: dict[Path, Path] = {}
    try:
        for path, content in changed.items():
            beside[path] = _beside(path)
            beside[path].write_bytes(content)
        for path in changed:
            os.replace(beside[path], path)
    finally:
        for path in beside.values():
            path.unlink(missing_ok=True)
    return [Written(path, path in changed) for path in contents]


def _beside(path: Path) -> Path:
    """Return a new empty file in the same folder, with the rights that any new file has."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(name, 0o666 & ~mask)
    return Path(name)


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise WaroddsError(f"{folder} is a file; expected a folder")


def compare(folder: Path, contents: Mapping[str, bytes], *, complete: bool = False) -> list[str]:
    """Return a line for every file that differs.

    A `complete` folder has no other file of ours in the formats compared.
    """
    _check_folder(folder)
    try:
        return list(_differences(folder, contents, complete))
    except OSError as error:
        raise WaroddsError(f"{error.filename or folder}: {error.strerror or error}") from error


def _differences(folder: Path, contents: Mapping[str, bytes], complete: bool) -> Iterator[str]:
    for name, content in contents.items():
        path = folder / name
        if not path.is_file():
            yield f"{path} is missing"
        elif path.read_bytes() != content:
            yield f"{path} differs{_where(path.read_bytes(), content)}"
    suffixes = {Path(name).suffix for name in contents}
    if complete and folder.is_dir():
        for path in sorted(folder.iterdir()):
            other = path.suffix in suffixes and path.name not in contents
            if other and path.is_file() and is_ours(path):
                yield f"{path} belongs to no document"


def _where(one: bytes, other: bytes) -> str:
    """Say at which line two texts part."""
    try:
        lines = [text.decode().splitlines() for text in (one, other)]
    except UnicodeDecodeError:
        return ""
    pairs = enumerate(zip(*lines, strict=False), 1)
    place = next((number for number, (a, b) in pairs if a != b), min(map(len, lines)) + 1)
    return f", first at line {place}"
