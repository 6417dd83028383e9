"""`pytest -m slow tests/benchmarks/test_shoe.py -s`: how fast a whole shoe is, as ratios."""

from __future__ import annotations

from functools import partial

import pytest

from tests.benchmarks.ratio import process_ratio, report, seconds
from warodds.cards import Shoe
from warodds.rules import load
from warodds.wholeshoe import Procedure, game_nets, result_law, tally_law

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["pennsylvania", "crown-perth"])
def test_the_whole_process(name: str) -> None:
    ratio = process_ratio(
        ["warodds", "shoe", name, "--decks", "8", "--cut", "104", "--law"],
        ["warodds", "odds", name, "--decks", "8"],
    )
    report(f"warodds shoe {name} --law over warodds odds, eight decks", ratio, "at most 4")


def test_the_exact_law_in_json() -> None:
    ratio = process_ratio(
        ["warodds", "shoe", "pennsylvania", "--decks", "8", "--law", "--format", "json"],
        ["warodds", "odds", "pennsylvania", "--decks", "8", "--format", "json"],
    )
    report("the same with every rational in JSON", ratio, "at most 4")


def test_growth_with_decks() -> None:
    nets = game_nets(load("pennsylvania"), "war")

    def law(decks: int) -> int:
        procedure = Procedure(13 * decks, "burned", 0, 3)
        return len(result_law(tally_law(Shoe.of(decks), procedure), nets))

    law(1)  # the import of python-flint is no part of growth
    one = seconds(lambda: law(1))
    for decks in (2, 4, 8, 16):
        time = seconds(partial(law, decks))
        report(f"the full law at {decks} decks over that at one", time / one, "no figure")
