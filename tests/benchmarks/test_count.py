"""`pytest -m slow tests/benchmarks -s`: how fast counting and boxes are, as ratios within one run.

The competitor computes the same numbers, which is asserted.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

import pytest

from tests.benchmarks.ratio import process_ratio, report, seconds
from tests.plain_counting import wager_of
from tests.test_counting_together import one_power
from warodds import Shoe, load
from warodds.boxes import boxes
from warodds.counting import count
from warodds.counting.forms import comparison_form, form_of
from warodds.counting.together import gain_together
from warodds.wholeshoe import Choices, procedure_of

pytestmark = pytest.mark.slow

LEFT = 78


def bare_power(decks: int = 6, left: int = LEFT) -> tuple[Any, int]:
    """The whole law of Σ C(n_r, 2) by one power in two variables, cut off above x^left."""
    from flint import fmpz_poly

    most = 4 * decks
    whole, rest = divmod(left, most)
    stride = whole * comb(most, 2) + comb(rest, 2) + 1
    terms = [0] * ((left + 1) * stride)
    for k in range(most + 1):
        if k * stride + comb(k, 2) < len(terms):
            terms[k * stride + comb(k, 2)] = comb(most, k)
    return fmpz_poly(terms).pow_trunc(13, len(terms)), stride


def ours() -> Fraction:
    return count("pennsylvania", 6, "tie", left=LEFT).gain.favourable


def from_the_bare_power() -> Fraction:
    power, stride = bare_power()
    law = [int(power[LEFT * stride + value]) for value in range(stride)]
    assert sum(law) == comb(312, LEFT)
    return Fraction(sum(law[LEFT * (LEFT - 1) // 22 + 1 :]), comb(312, LEFT))


def test_counting_ties_against_the_bare_power() -> None:
    assert from_the_bare_power() == ours()
    ratio = seconds(ours) / seconds(bare_power)
    report("count --wager tie, 78 cards left, over the bare power", ratio, "at most 2")


def test_the_whole_process() -> None:
    power = "from tests.benchmarks.test_count import bare_power; import warodds.cli; bare_power()"
    ratio = process_ratio(
        ["warodds", "count", "pennsylvania", "--wager", "tie", "--left", "78"],
        ["python", "-c", power],
        runs=5,
    )
    report("warodds count as a process over the bare power in one", ratio, "at most 2")


def test_the_whole_law_against_the_bare_power() -> None:
    groups = comparison_form(Fraction(10), Fraction(-1)).groups(Shoe.of(6))
    limits = {LEFT: groups.greatest[LEFT]}
    power, stride = bare_power()
    plain = {v: int(power[LEFT * stride + v]) for v in range(stride) if power[LEFT * stride + v]}
    assert groups.lower(limits)[LEFT] == plain
    ratio = seconds(lambda: groups.lower(limits)) / seconds(bare_power)
    report("the whole law of ties over the bare power", ratio, "at most 2")


@pytest.mark.parametrize(("wager", "aim"), [("tie", "no figure"), ("a-bomb", "no figure")])
def test_growth_with_the_decks(wager: str, aim: str) -> None:
    def quarter(decks: int) -> float:
        return seconds(
            lambda: count("crown-perth", decks, wager, left=13 * decks, study=True), least=0.5
        )

    base = quarter(1)
    for decks in (2, 4, 8, 16):
        report(f"{wager}, a quarter left, {decks} decks over 1", quarter(decks) / base, aim)


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_a_shoe_taken_together_against_one_power_in_three_variables(decks: int) -> None:
    procedure = procedure_of(load("pennsylvania"), decks, "war", Choices(13 * decks), study=True)
    tie = wager_of(load("pennsylvania"), "tie")

    def ours() -> Fraction:
        form = form_of(tie, tie.paytables[0])
        return gain_together(Shoe.of(decks), procedure, tie, form)[1]

    def power() -> Fraction:
        return one_power(13, 4 * decks, 10, procedure)

    assert ours() == power()
    ratio = seconds(ours) / seconds(power)
    report(f"a shoe of {decks} decks taken together over one power", ratio, "no figure")


def test_growth_with_the_boxes() -> None:
    base = seconds(lambda: boxes("pennsylvania", 6, 1))
    for number in (2, 3, 5, 7, 9):
        ratio = seconds(partial(boxes, "pennsylvania", 6, number)) / base
        report(f"{number} boxes over 1", ratio, "no figure")
