"""`pytest -m slow tests/benchmarks -s`: how fast the enumerator and `warodds odds` are.

Every figure is a ratio within one run. The competitors compute the same numbers, which is
asserted; the ratios are printed beside what we aim for.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests import plain
from tests.benchmarks.ratio import process_ratio, report, seconds
from warodds import deal, odds

pytestmark = pytest.mark.slow


def ours() -> Fraction:
    """All Pennsylvania wagers at six decks, burn walked, nothing remembered from before."""
    deal._war_ways.cache_clear()
    deal._war_pairs.cache_clear()
    return odds("pennsylvania", 6).game.ev


def with_icepool() -> Fraction:
    """The same game through icepool: five hands from one deck, the burn among them."""
    import icepool

    class Settle(icepool.MultisetEvaluator):
        """Compares two pairs of hands of one card each, from the lowest rank up."""

        def next_state(self, state: Any, order: Any, outcome: Any, /, *counts: Any) -> Any:
            first, war = state or ("", "")
            player, dealer, _, war_player, war_dealer = counts[0]
            return compare(first, player, dealer), compare(war, war_player, war_dealer)

        def extra_outcomes(self, outcomes: Any) -> Any:
            return ()

        def final_outcome(self, state: Any, order: Any, outcomes: Any, /, *sizes: Any) -> Any:
            first, war = state
            return f"war_{war}" if first == "tie" else first

    def compare(result: str, player: int, dealer: int) -> str:
        if player and dealer:
            return "tie"
        return {(1, 0): "higher", (0, 1): "lower"}.get((player, dealer), result)

    deck = icepool.Deck(dict.fromkeys(range(2, 15), 24))
    law = Settle().evaluate(deck.deal((1, 1, 3, 1, 1)))
    nets = {"higher": 1, "lower": -1, "war_higher": 1, "war_tie": 2, "war_lower": -2}
    total = sum(law.quantities())
    return sum((Fraction(nets[event] * law[event], total) for event in law), Fraction())


def with_a_plain_walk() -> Fraction:
    """The same by the ordered walk of the tests."""
    counts: Counter[int] = Counter()
    for p, d, x, y, ways in plain.rounds(plain.rank_shoe(6), 3):
        if x is None:
            counts[{"higher": 1, "lower": -1}[plain.compared(p, d)]] += ways
        else:
            counts[{"higher": 1, "tie": 2, "lower": -2}[plain.compared(x, y)]] += ways
    return Fraction(sum(net * ways for net, ways in counts.items()), sum(counts.values()))


def test_against_icepool() -> None:
    assert with_icepool() == ours()
    report("icepool's time over ours", seconds(with_icepool) / seconds(ours), "at least 50")


def test_against_a_plain_walk() -> None:
    assert with_a_plain_walk() == ours()
    ratio = seconds(with_a_plain_walk, most=1) / seconds(ours)
    report("a plain walk's time over ours", ratio, "no figure")


def test_the_whole_process() -> None:
    ratio = process_ratio(
        ["warodds", "odds", "pennsylvania", "--decks", "6"],
        ["python", "-c", "import click, tabulate"],
    )
    report("warodds odds over importing click and tabulate", ratio, "at most 1.6")
