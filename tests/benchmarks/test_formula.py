"""`pytest -m slow tests/benchmarks -s`: what closed forms cost beside importing sympy."""

from __future__ import annotations

import pytest

from tests.benchmarks.ratio import process_ratio, report

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["pennsylvania", "crown-perth"])
def test_the_whole_process(name: str) -> None:
    ratio = process_ratio(["warodds", "formula", name], ["python", "-c", "import sympy"], runs=7)
    report(f"warodds formula {name} over importing sympy", ratio, "at most 3")
