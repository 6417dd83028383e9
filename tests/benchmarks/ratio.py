"""Ratios of running times within one run: machines are noisy, so wall times are never asserted."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

Work = Callable[[], object]


def seconds(work: Work, least: float = 0.2, most: int = 50) -> float:
    """The median time of one call, over calls that take `least` seconds together."""
    times: list[float] = []
    while len(times) < most and (sum(times) < least or len(times) < 3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def process_ratio(ours: list[str], theirs: list[str], runs: int = 15) -> float:
    """The median whole-process time of one command against another's, run in turn.

    A command is a script of this environment, or `python` with its arguments.
    """
    scripts = Path(sys.executable).parent
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(runs):
        for kept, arguments in zip(times, (ours, theirs), strict=True):
            start = time.perf_counter()
            command = [str(scripts / arguments[0]), *arguments[1:]]
            subprocess.run(command, check=True, capture_output=True)
            kept.append(time.perf_counter() - start)
    return median(times[0]) / median(times[1])


def report(what: str, ratio: float, aim: str) -> None:
    """Print one line; `pytest -s` or `-rP` shows it."""
    print(f"\n{what}: {ratio:.2f} (aim: {aim})")
