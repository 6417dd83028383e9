"""`pytest -m slow tests/benchmarks/test_simulate.py -s`: rounds per second, as ratios in one run.

The competitor is what one writes first: a loop over lists shuffled by `random.shuffle`, dealing
the same procedure to the same cut card and counting the same outcomes.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.benchmarks.ratio import report, seconds
from warodds.cards import RANKS, SUITS
from warodds.parallel import cores
from warodds.simulate import plan, save, simulate
from warodds.simulate.run import CHUNK, counts

pytestmark = pytest.mark.slow

ROUNDS = 4 * CHUNK
CARDS = [rank + suit for rank in RANKS for suit in SUITS]


def loop(rounds: int, seed: int) -> Counter[str]:
    """Pennsylvania, six decks: one card burned, three before a war, a cut card at 78 cards."""
    rng = random.Random(seed)
    shoe = [rank for rank in range(13) for _ in range(24)]
    cut_card = len(shoe) - 78
    found: Counter[str] = Counter()
    played = 0
    while played < rounds:
        rng.shuffle(shoe)
        place = 1
        while place <= cut_card and played < rounds:
            player, dealer = shoe[place], shoe[place + 1]
            place += 2
            played += 1
            if player > dealer:
                found["higher"] += 1
            elif player < dealer:
                found["lower"] += 1
            else:
                player, dealer = shoe[place + 3], shoe[place + 4]
                place += 5
                if player > dealer:
                    found["war_higher"] += 1
                elif player < dealer:
                    found["war_lower"] += 1
                else:
                    found["war_tie"] += 1
    return found


def test_rounds_per_second_on_one_core() -> None:
    few = ROUNDS // 10
    theirs = seconds(lambda: loop(few, 1)) / few
    ours = seconds(lambda: simulate("pennsylvania", 6, ROUNDS, 1)) / ROUNDS
    report("a plain loop's time per round against ours, one core", theirs / ours, "at least 10")
    print(f"{1 / ours / 1e6:.1f} against {1 / theirs / 1e6:.2f} million rounds a second")
    assert abs(loop(few, 1)["higher"] / few - 0.463023) < 0.005
    assert simulate("pennsylvania", 6, ROUNDS, 1).rounds() == sum(loop(ROUNDS, 1).values())


def test_all_cores_share_the_work() -> None:
    planned = plan("pennsylvania", 6, 32 * ROUNDS, 1)
    one = seconds(lambda: counts(planned), 0, 3)
    all_cores = seconds(lambda: counts(planned, cores()), 0, 3)
    report(f"one core's time against that of {cores()}", one / all_cores, "more than 1")
    assert counts(planned) == counts(planned, cores())


def test_writing_a_log(tmp_path: Path) -> None:
    planned = plan("pennsylvania", 6, ROUNDS, 1)

    def plain() -> None:
        rng = random.Random(1)
        with (tmp_path / "plain.csv").open("w") as file:
            for number in range(ROUNDS // 10):
                player, dealer = rng.choice(CARDS), rng.choice(CARDS)
                file.write(f"1,{number},1,{player},{dealer},,,,higher,1\n")

    theirs = seconds(plain) / (ROUNDS // 10)
    ours = seconds(lambda: save(planned, tmp_path / "log.csv", "rounds")) / ROUNDS
    report(
        "a loop that only writes lines against simulating and writing", theirs / ours, "more than 1"
    )
