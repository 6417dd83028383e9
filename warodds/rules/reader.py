"""A TOML table that remembers which of its keys were read and collects what is wrong with them.

Nothing here knows what a jurisdiction is: `load.py` does. Numbers with a point are read as exact
fractions, never as floats.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from warodds.errors import WaroddsError, listed, nearest

MOST_BYTES = 2**20
"""A rule file is a few kilobytes; what is larger is something else."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return a TOML file's content, or say in one line why it cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise WaroddsError(f"{path}: over {MOST_BYTES} bytes; expected a rule file")
        if not content.strip():
            raise WaroddsError(f"{path}: empty; expected a rule file (warodds rules --template)")
        return tomllib.loads(content.decode("utf-8-sig"), parse_float=_exact)
    except tomllib.TOMLDecodeError as error:
        raise WaroddsError(f"{path}: not a TOML file: {error}") from None
    except RecursionError:
        raise WaroddsError(f"{path}: not a rule file: nested too deep") from None
    except UnicodeDecodeError:
        raise WaroddsError(f"{path}: not a TOML file: expected text in UTF-8") from None
    except OSError as error:
        raise WaroddsError(f"{path}: {error.strerror}; expected a rule file") from None


def _exact(text: str) -> Fraction | str:
    """Return 0.95 as 19/20; infinities and huge exponents stay text, for the reader to refuse."""
    plain = text.lower().lstrip("+-")
    if plain in ("inf", "nan") or "e" in plain:
        return text
    return Fraction(text)


class Table:
    """One table of a file. A fault is one line: file, key, value, what was expected."""

    def __init__(
        self, values: dict[str, Any], file: str, path: str = "", faults: list[str] | None = None
    ) -> None:
        self.given = True
        self.faults: list[str] = [] if faults is None else faults
        self._values = values
        self._file = file
        self._path = path
        self._read: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def fault(self, key: str, expected: str) -> None:
        """Note a fault of one key, or of the table itself for an empty key."""
        place = ".".join(part for part in (self._path, key) if part)
        value = self._values.get(key)
        # A table is not repeated: the key says where it stands.
        shown = f" = {_text(value)}" if _plain(value) else ""
        self.faults.append(f"{self._file}: {place or 'file'}{shown}: {expected}")

    def unknown(self, key: str, allowed: tuple[str, ...]) -> None:
        """Refuse a key, with the allowed ones."""
        self._read.add(key)
        self.fault(key, f"unknown key; expected {listed(allowed)}{nearest(key, allowed)}")

    def done(self) -> None:
        """Refuse every key that nobody read."""
        allowed = tuple(sorted(self._read))
        for key in self._values:
            if key not in self._read:
                self.unknown(key, allowed)

    def skip(self, *keys: str) -> None:
        """Accept keys without reading them."""
        self._read.update(keys)

    def raw(self, key: str) -> Any:
        """Return a value as it stands, None if it is missing."""
        self._read.add(key)
        return self._values.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; required unless there is a default."""
        value = self.raw(key)
        if value is None and (default is not None or not self.given):
            return default or ""
        if not isinstance(value, str) or not value.strip():
            self.fault(key, "missing; expected a text" if value is None else "expected a text")
            return default or ""
        return value.strip()

    def citation(self) -> tuple[str, str]:
        """Return the clause and the note of a value."""
        return self.text("clause", ""), self.text("note", "")

    def integer(self, key: str, default: int | None, allowed: range) -> int | None:
        """Return a whole number of a range."""
        value = self.raw(key)
        if value is None:
            return default
        if not _whole(value, allowed):
            self.fault(key, f"expected a whole number, {allowed[0]} to {allowed[-1]}")
            return default
        return int(value)

    def integers(self, key: str, allowed: range) -> list[int]:
        """Return a list of different whole numbers of a range; empty if it is missing."""
        value = self.raw(key)
        if value is None:
            return []
        good = isinstance(value, list) and all(_whole(item, allowed) for item in value)
        if not good or not value or len(set(value)) != len(value):
            between = f"{allowed[0]} to {allowed[-1]}"
            self.fault(
                key, f"expected a list of different whole numbers, {between}, such as [6, 8]"
            )
            return []
        return list(value)

    def flag(self, key: str) -> bool:
        """Return true or false; false if it is missing."""
        value = self.raw(key)
        if value is not None and not isinstance(value, bool):
            self.fault(key, "expected true or false")
        return value is True

    def choice(self, key: str, choices: tuple[str, ...], default: str) -> str:
        """Return one of some words."""
        value = self.raw(key)
        if value is None:
            return default
        if value not in choices:
            hint = nearest(value, choices) if isinstance(value, str) else ""
            self.fault(key, f"expected {listed(map(repr, choices))}{hint}")
            return default
        return str(value)

    def table(self, key: str, *, required: bool = False) -> Table:
        """Return a table below this one, an empty one if it is missing."""
        value = self.raw(key)
        path = f"{self._path}.{key}" if self._path else key
        if isinstance(value, dict):
            return Table(value, self._file, path, self.faults)
        if value is not None or required:
            self.fault(
                key, "expected a table" if value is not None else "missing; expected a table"
            )
        empty = Table({}, self._file, path, self.faults)
        empty.given = False
        return empty

    def tables(self, key: str, *, required: bool = False) -> list[Table]:
        """Return a list of tables below this one."""
        value = self.raw(key)
        path = f"{self._path}.{key}" if self._path else key
        if value is None and not required:
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(key, f"expected one or more [[{path}]] tables")
            return []
        return [
            Table(item, self._file, f"{path}[{number}]", self.faults)
            for number, item in enumerate(value, start=1)
        ]


def _whole(value: object, allowed: range) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in allowed


def _plain(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_plain, value))
    return value is not None and not isinstance(value, dict)


def _text(value: object) -> str:
    """Return a value as TOML writes it, cut where it is long and kept on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        text = f"[{', '.join(_text(item) for item in value)}]"
    elif isinstance(value, str):
        text = (
            '"' + value.encode("unicode_escape").decode() + '"'
            if not value.isprintable()
            else f'"{value}"'
        )
    else:
        text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
