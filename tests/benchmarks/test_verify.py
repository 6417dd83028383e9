"""`pytest -m slow tests/benchmarks/test_verify.py -s`: a log of ten million rounds.

The competitor is DuckDB itself: one scan and group-by of the same columns of the same file, in the
same run. Both read it twice in turn, each in a process of its own, which also tells the memory.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.ratio import report
from warodds.rules import load
from warodds.simulate import plan, save

pytestmark = pytest.mark.slow

ROUNDS = 10_000_000
COLUMNS = "player, dealer, decision, player_war, dealer_war, net"
MEASURE = """
import sys, time
start = time.perf_counter()
{work}
taken = time.perf_counter() - start
status = open("/proc/self/status").read()
print(taken, status.split("VmHWM:")[1].split()[0])
"""
"""The peak is the process's own (Linux): `ru_maxrss` would start at the size of its parent, which
has simulated ten million rounds."""
OURS = "import warodds; assert warodds.verify('pennsylvania', sys.argv[1], decks=6).passed"
THEIRS = f"""
import duckdb
query = "SELECT {COLUMNS}, count(*) FROM read_csv(?) GROUP BY ALL"
rows = duckdb.connect().execute(query, [sys.argv[1]]).fetchall()
"""


def measured(work: str, path: Path) -> tuple[float, float]:
    """Return the seconds and the mebibytes that a piece of work takes."""
    command = [sys.executable, "-c", MEASURE.format(work=work), str(path)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    taken, peak = found.stdout.split()[-2:]  # DuckDB shows a progress bar of its own
    return float(taken), int(peak) / 1024


@pytest.mark.parametrize("cards", ["ranks", "suits", "suits, shoe by shoe"])
def test_ten_million_rounds(tmp_path: Path, cards: str) -> None:
    import duckdb

    whole, path = tmp_path / "whole.csv", tmp_path / "log.csv"
    save(plan(load("pennsylvania"), 6, ROUNDS, 1), whole, "rounds")
    if "shoe" in cards:  # as the simulator writes it: standard errors are clustered
        path = whole
    else:
        rank = "regexp_replace({0}, '[cdhs]$', '') AS {0}" if cards == "ranks" else "{0}"
        picked = [
            rank.format(name) if name not in ("decision", "net") else name
            for name in COLUMNS.split(", ")
        ]
        with duckdb.connect() as connection:
            connection.execute(
                f"COPY (SELECT {', '.join(picked)} FROM read_csv($1)) TO '{path}' (HEADER)",
                [str(whole)],
            )
        whole.unlink()
    ours, theirs = [], []
    for _ in range(2):
        theirs.append(measured(THEIRS, path))
        ours.append(measured(OURS, path))
    ratio = min(ours)[0] / min(theirs)[0]
    peak = max(memory for _, memory in ours)
    aim = "none: a second scan clusters" if "shoe" in cards else "at most 3"
    report(f"verify against DuckDB's own group-by, {cards}, 10 million rounds", ratio, aim)
    report(f"peak memory of verify in MiB, {cards}", peak, "below 1024")
    assert peak < 1024
