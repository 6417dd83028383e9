"""Writing a simulation at one of three levels of detail; a file appears whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Literal

from warodds.errors import WaroddsError, listed
from warodds.parallel import Watch
from warodds.precision import decimal, exact
from warodds.simulate.plan import Plan
from warodds.simulate.result import Simulated, run
from warodds.simulate.run import compressed, log

Level = Literal["summary", "counts", "rounds"]
LEVELS: tuple[Level, ...] = ("summary", "counts", "rounds")

SUFFIXES = (".csv", ".csv.gz", ".parquet")
MEAN_DIGITS = 12


def save(
    plan: Plan,
    path: str | Path | None = None,
    level: Level = "counts",
    *,
    workers: int = 1,
    watch: Watch = iter,
) -> None:
    """Simulate and write: CSV, or by the file's name `.csv.gz` or `.parquet`.

    Without a path the CSV goes to standard output.
    """
    if level not in LEVELS:
        raise WaroddsError(f"level {level!r}; expected {listed(LEVELS)}")
    if path is None:
        _write(sys.stdout.buffer, _content(plan, level, workers, watch))
        return
    path = Path(path)
    if not path.name.endswith(SUFFIXES):
        raise WaroddsError(f"{str(path)!r}; expected a name that ends in {listed(SUFFIXES)}")
    if path.name.endswith(".parquet"):
        _duckdb()
    with _beside(path) as part:
        with part.open("wb") as file:
            gzip = path.name.endswith(".gz")
            _write(file, _content(plan, level, workers, watch, gzip=gzip))
        if path.name.endswith(".parquet"):
            _to_parquet(part, _log_types(plan) if level == "rounds" else None)


def summary(result: Simulated) -> str:
    """Return a line with rounds, total and mean, or one for each wager where there are several.

    The total is exact, as everything simulated is; the mean is rounded.
    """
    several = len(result.wagers) > 1
    rows = [["wager"] * several + ["rounds", "total", "mean"]]
    rows += [
        [wager] * several
        + [
            str(result.rounds(wager)),
            exact(result.total(wager)),
            decimal(result.mean(wager), MEAN_DIGITS),
        ]
        for wager in result.wagers
    ]
    return _csv(rows)


def table(result: Simulated) -> str:
    """Return a line for each wager, event and net, with its count."""
    rows = [["outcome", "net", "count", "wager"]]
    rows += [
        [event, exact(net), str(number), wager]
        for wager in result.wagers
        for (event, net), number in result.of(wager).items()
    ]
    return _csv(rows)


def _csv(rows: Iterable[Iterable[str]]) -> str:
    return "".join(",".join(row) + "\n" for row in rows)


def _content(
    plan: Plan, level: Level, workers: int, watch: Watch, *, gzip: bool = False
) -> Iterator[bytes]:
    if level == "rounds":
        yield from log(plan, workers, watch, gzip=gzip)
        return
    result = run(plan, workers, watch)
    content = (summary(result) if level == "summary" else table(result)).encode()
    yield compressed(content) if gzip else content


def _write(file: BinaryIO, content: Iterable[bytes]) -> None:
    for part in content:
        file.write(part)
    file.flush()


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Give a path beside the file wanted, and rename what is there once it is whole."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    except OSError as error:
        raise WaroddsError(f"{str(path)!r} cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


def _duckdb() -> None:
    try:
        import duckdb  # noqa: F401
    except ImportError:
        raise WaroddsError("Parquet needs duckdb: pip install 'warodds[verify]'") from None


def _log_types(plan: Plan) -> dict[str, str]:
    from warodds.simulate.text import columns

    return columns(plan)


def _to_parquet(part: Path, types: Mapping[str, str] | None) -> None:
    """Turn a file of CSV into Parquet where it lies; without types, its own values tell them."""
    import duckdb

    told = "sample_size = -1, auto_type_candidates = ['BIGINT', 'DECIMAL(18, 9)', 'VARCHAR']"
    if types is not None:
        typed = ", ".join(f"'{name}': '{kind}'" for name, kind in types.items())
        told = f"auto_detect = false, columns = {{{typed}}}"
    other = part.with_name(part.name + ".parquet")
    try:
        with duckdb.connect() as connection:
            query = f"SELECT * FROM read_csv(?, header = true, delim = ',', {told})"
            source = connection.sql(query, params=[str(part)])
            source.write_parquet(str(other), compression="zstd")
        other.replace(part)
    finally:
        other.unlink(missing_ok=True)
