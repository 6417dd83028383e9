"""Tables in DuckDB: the distinct rows of the columns that matter, each with its number.

DuckDB scans and groups out of core, on every core, within a limit of memory. What comes back is
the sufficient statistic of the rounds, a few thousand rows, whatever the size of the file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from warodds.errors import WaroddsError
from warodds.verification.reading.files import MOST_COLUMNS, File, expand, recognise
from warodds.verification.reading.lines import lines_of, rows_of

T = TypeVar("T")
Row = tuple[str, ...]
Watch = Callable[[Callable[[], Any], Callable[[], float]], Any]
"""Runs a piece of work and may show how far it has come, in per cent."""

MEMORY = "512MB"
MOST_SMALL = 100_000
"""As many rows may sum up rounds."""

ROW_NUMBER = "row_number() OVER ()"

MOST_BROKEN = 100_000
"""More broken lines than this are no table."""

SHOWN_LINES = 5
"""As many line numbers are given for rows that make no sense."""


def _unwatched(work: Callable[[], Any], _progress: Callable[[], float]) -> Any:
    return work()


@dataclass
class Table:
    """One table: its columns, and the SELECT that yields them as c0, c1, … in texts."""

    connection: Any
    name: str
    names: tuple[str, ...]
    columns: tuple[str, ...]
    source: str
    parameters: list[Any]
    file: File | None
    watch: Watch
    line: str = ROW_NUMBER
    broken: list[tuple[int, str]] = field(default_factory=list)

    def rows(self, places: Sequence[int], more: str = "") -> str:
        """Return the SELECT of some columns, an absent value being an empty text."""
        picked = ", ".join(
            f"coalesce(CAST({self.columns[place]} AS VARCHAR), '') AS c{place}" for place in places
        )
        return f"SELECT {picked}{more} FROM {self.source}"

    def group(self, places: Sequence[int]) -> None:
        """Put the distinct rows of some columns, each with its number n, into the table grouped."""
        columns = "".join(f"{self.columns[place]} AS c{place}, " for place in places)
        self.run(
            f"CREATE OR REPLACE TEMP TABLE grouped AS SELECT {columns}count(*) AS n "
            f"FROM {self.source} GROUP BY ALL"
        )
        self._note_broken()
        if self.scanned and self.file is not None and self.file.kind == "csv":
            read = self.run("SELECT coalesce(sum(n), 0) FROM grouped", []).fetchone()[0]
            there = rows_of(self.file)
            if there is not None and there != read + len(self.broken):
                raise WaroddsError(
                    f"{self.name!r} has {there} rows, of which {read} can be read and "
                    f"{len(self.broken)} are broken; expected plain lines of at most 2 MB"
                )

    def groups(self) -> list[tuple[Row, int]]:
        """Return each distinct row of a small table, as texts, with its number."""
        self.group(range(len(self.names)))
        found = self.run(f"SELECT * FROM grouped LIMIT {MOST_SMALL + 1}", []).fetchall()
        if len(found) > MOST_SMALL:
            raise WaroddsError(
                f"{self.name!r} has over {MOST_SMALL} rows that each sum up rounds; expected fewer"
            )
        return [(tuple("" if v is None else str(v) for v in row), n) for *row, n in found]

    def run(self, query: str, parameters: list[Any] | None = None) -> Any:
        """Run a query on this table's own parameters, any fault being one line."""
        parameters = self.parameters if parameters is None else parameters
        with one_line(self.name):
            return self.watch(
                lambda: self.connection.execute(query, parameters), self.connection.query_progress
            )

    def lines(self, rows: list[int]) -> list[int]:
        """Return the lines of the rows with these numbers, where rows are lines of a text."""
        if self.file is None or not self.in_lines or not rows:
            return rows
        return lines_of(self.file, rows, [line for line, _ in self.broken])

    @property
    def scanned(self) -> bool:
        """Whether rows come from the file itself."""
        return self.line == ROW_NUMBER

    @property
    def in_lines(self) -> bool:
        """Whether rows are lines of a text."""
        return self.file is not None and self.file.kind in ("csv", "newline_delimited")

    def _note_broken(self) -> None:
        """Keep the lines that the scan had to pass over."""
        known = "SELECT count(*) FROM duckdb_tables() WHERE table_name = 'reject_errors'"
        if not self.run(known, []).fetchone()[0]:
            return
        faults = self.run(
            "SELECT min(line), min(error_type) FROM reject_errors GROUP BY line ORDER BY 1 "
            f"LIMIT {MOST_BROKEN + 1}",
            [],
        ).fetchall()
        for table in ("reject_errors", "reject_scans"):
            self.run(f"DROP TABLE {table}", [])
        if len(faults) > MOST_BROKEN:
            raise WaroddsError(
                f"{self.name!r} has over {MOST_BROKEN} broken lines, first line {faults[0][0]} "
                f"({faults[0][1].lower()}); expected as many fields as the header has"
            )
        for line, kind in faults:
            if kind == "INVALID ENCODING":
                raise WaroddsError(f"{self.name!r}, line {line}: not UTF-8 text")
            self.broken.append((line, str(kind).lower().replace("_", " ")))


@contextmanager
def one_line(name: str) -> Iterator[None]:
    """Turn a fault of DuckDB into one line that names the file."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        text = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
        text = text.partition(": ")[2] or text
        if "state machine" in text:
            text = "quotes out of place, or line ends of two kinds"
        if "GZIP" in text.upper() or "inflate" in text.lower():
            text = "a gzip file cut short or damaged"
        raise WaroddsError(f"{name!r} cannot be read: {text[:200]}") from None


@contextmanager
def tables(data: Any, watch: Watch | None = None) -> Iterator[Iterator[Table | File | str]]:
    """Open paths or a data frame, and yield its tables.

    A JSON object comes as a file, and a note on what is not read as a text.
    """
    duckdb = need_duckdb()
    watch = watch or _unwatched
    with tempfile.TemporaryDirectory(prefix="warodds-") as folder:
        scratch = Path(folder)
        files: list[File] = []
        notes: list[str] = []
        if not is_frame(data):
            paths = [data] if isinstance(data, str | Path) else list(data)
            found, notes = expand(paths)
            files = [recognise(path, scratch) for path in found]
        connection = duckdb.connect(
            config={
                "autoinstall_known_extensions": "false",
                "autoload_known_extensions": "false",
                "allow_community_extensions": "false",
                "memory_limit": MEMORY,
                "temp_directory": str(scratch / "spill"),
            }
        )
        try:
            # Progress is measured, and shown by whoever watches, not by DuckDB itself.
            connection.execute("SET enable_progress_bar = true")
            connection.execute("SET enable_progress_bar_print = false")
            # From here on DuckDB may touch these files and its own scratch folder, nothing else.
            connection.execute("SET allowed_paths = ?", [[str(file.path) for file in files]])
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
            if is_frame(data):
                yield iter([_frame(connection, data, watch)])
            else:
                opened = (_table(connection, file, watch) for file in files)
                yield chain(notes, opened)
        finally:
            connection.close()


def need_duckdb() -> Any:
    """Import DuckDB, or say which extra brings it."""
    try:
        import duckdb
    except ImportError:
        raise WaroddsError(
            "reading files needs DuckDB; expected it installed: pip install 'warodds[verify]'"
        ) from None
    return duckdb


def is_frame(data: object) -> bool:
    """Whether an object offers the Arrow or the data frame interchange."""
    return hasattr(data, "__arrow_c_stream__") or hasattr(data, "__dataframe__")


def _frame(connection: Any, data: Any, watch: Watch) -> Table:
    with one_line(type(data).__name__):
        try:
            connection.register("given", _arrow(data))
        except ImportError as error:
            raise WaroddsError(f"a {type(data).__name__} cannot be read: {error}") from None
        # A stream can be read only once, and queries read it more often.
        connection.execute("CREATE TEMP TABLE frame AS SELECT * FROM given")
        described = connection.execute("DESCRIBE SELECT * FROM frame").fetchall()
    names, columns = _typed(described)
    return Table(connection, f"a {type(data).__name__}", names, columns, "frame", [], None, watch)


@dataclass(frozen=True)
class _Stream:
    """Nothing but the Arrow stream of an object: DuckDB reads kinds that it knows by pyarrow."""

    data: Any

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self.data.__arrow_c_stream__(requested_schema)


def _arrow(data: Any) -> Any:
    """Return an object that DuckDB can scan; the older interchange goes through pyarrow."""
    if type(data).__module__.startswith("pandas"):
        return data
    if hasattr(data, "__arrow_c_stream__"):
        return _Stream(data)
    try:
        from pyarrow.interchange import from_dataframe
    except ImportError:
        raise WaroddsError(
            f"a {type(data).__name__} offers __dataframe__ only, and reading that needs pyarrow; "
            "expected an object with __arrow_c_stream__, a path or a mapping of counts"
        ) from None
    try:
        return from_dataframe(data)
    except Exception as error:  # whatever the other library raises
        text = (str(error).splitlines() or [type(error).__name__])[0]
        raise WaroddsError(f"a {type(data).__name__} cannot be read: {text}") from None


def quoted(name: str) -> str:
    """Return a column's name as SQL may hold it."""
    return '"' + name.replace('"', '""') + '"'


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _table(connection: Any, file: File, watch: Watch) -> Table | File:
    if file.kind == "object":
        return file
    zipped = ", compression = 'gzip'" if file.gzipped else ""
    if file.kind == "csv":
        names = file.names or ()
        typed = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(names)))
        call = (
            f"read_csv(?, auto_detect = false, columns = {{{typed}}}, header = true, "
            f"skip = {file.skip}, delim = {_text(file.delimiter)}, quote = '\"', escape = '\"', "
            f"ignore_errors = true, store_rejects = true, rejects_limit = 0{zipped})"
        )
        columns = tuple(f"c{place}" for place in range(len(names)))
    elif file.kind == "parquet":
        call = "read_parquet(?)"
        names, columns = _described(connection, file, call)
    else:
        shape = f"format = {_text(file.kind)}{zipped}"
        names = _json_names(connection, file, shape)
        typed = ", ".join(f"{_text(name)}: 'VARCHAR'" for name in names)
        call = f"read_json(?, columns = {{{typed}}}, {shape})"
        columns = tuple(map(quoted, names))
    return Table(connection, file.name, names, columns, call, [str(file.path)], file, watch)


def _json_names(connection: Any, file: File, shape: str) -> tuple[str, ...]:
    """Return every key of a JSON text: first those of its start, in their order, then the rest."""
    names, _ = _described(connection, file, f"read_json(?, maximum_depth = 1, {shape})")
    if names == ("json",):  # what DuckDB calls values that have no names
        raise WaroddsError(f"{file.name!r} has rows that are no objects; expected JSON objects")
    keys = f"SELECT DISTINCT unnest(json_keys(json)) FROM read_json_objects(?, {shape})"
    with one_line(file.name):
        found = connection.execute(f"{keys} LIMIT {MOST_COLUMNS + 1}", [str(file.path)]).fetchall()
    names += tuple(sorted({key for (key,) in found} - set(names)))
    return _at_most(names, file)


def _at_most(names: tuple[str, ...], file: File) -> tuple[str, ...]:
    if len(names) > MOST_COLUMNS:
        raise WaroddsError(
            f"{file.name!r} has over {MOST_COLUMNS} columns; expected at most {MOST_COLUMNS}"
        )
    return names


def _described(connection: Any, file: File, call: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    with one_line(file.name):
        found = connection.execute(f"DESCRIBE SELECT * FROM {call}", [str(file.path)]).fetchall()
    names, columns = _typed(found)
    return _at_most(names, file), columns


def _typed(described: Sequence[Sequence[Any]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of described columns, and SQL whose equal values have equal texts.

    Binary numbers have two zeros, of which −0 equals 0, and values that are no number.
    """
    names = tuple(row[0] for row in described)
    columns = tuple(
        f"CASE WHEN NOT isnan({column}) THEN {column} + 0 END"
        if kind in ("FLOAT", "DOUBLE")
        else column
        for column, kind in ((quoted(row[0]), row[1]) for row in described)
    )
    return names, columns
