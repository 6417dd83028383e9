"""Unmarked rounds of whole shoes: exact covariances against plain dealing, and samples."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.plain_shoe import Pair, Score, plain_shoe, ranks
from warodds import Shoe, verify
from warodds.errors import WaroddsError
from warodds.simulate import simulate
from warodds.simulate.write import table
from warodds.verification.judging.shoes import outcome_products
from warodds.verification.judging.tails import binomial_p
from warodds.wholeshoe import Procedure, tally_law

EVENTS = ("higher", "lower", "war_higher", "war_lower", "war_tie")


def event_of(first: Pair, war: Pair | None) -> str:
    for name, pair in (("", first), ("war_", war)):
        if pair and pair[0].rank != pair[1].rank:
            return name + ("higher" if pair[0].rank > pair[1].rank else "lower")
    return "war_tie"


@pytest.mark.parametrize(
    "procedure",
    [
        Procedure(4, "burned", 0, 0),
        Procedure(3, "burned-with-value", 0, 0, "shuffled-at-once"),
        Procedure(7, "dealt", 1, 2),
    ],
)
def test_the_covariance_of_outcomes_is_that_of_shoes_dealt_card_by_card(
    procedure: Procedure,
) -> None:
    by_rank = (4, 4, 3)

    def score(first: Pair, war: Pair | None) -> Score:
        return tuple(Fraction(event_of(first, war) == event) for event in EVENTS)

    dealt = plain_shoe(ranks(by_rank), procedure, score)
    rounds = sum((sum(counts) * chance for counts, chance in dealt.items()), Fraction())
    tallies = tally_law(Shoe(by_rank), procedure)
    law, sums = outcome_products(tallies, EVENTS, lambda event: (event, None), 1)
    for i, one in enumerate(EVENTS):
        mean = sum((counts[i] * chance for counts, chance in dealt.items()), Fraction())
        assert law.probability((one, None)) == mean / rounds
        for j in range(len(EVENTS)):
            both = [counts[i] * counts[j] * chance for counts, chance in dealt.items()]
            assert sums.squares[i][j] == sum(both, Fraction()) / rounds
    sizes = [sum(counts) ** 2 * chance for counts, chance in dealt.items()]
    assert sums.sizes == sum(sizes, Fraction()) / rounds


def counted(folder: Path, seed: int, rounds: int) -> Path:
    path = folder / f"{seed}.csv"
    result = simulate("crown-perth", 4, rounds, seed, boxes=1, cut=52, wagers=["tie"])
    path.write_text(table(result))
    return path


def p_values(folder: Path, seeds: range, rounds: int) -> Iterator[tuple[str, float]]:
    for seed in seeds:
        found = verify("crown-perth", counted(folder, seed, rounds), decks=4, cut=52)
        for judged in found.tests:
            yield f"{judged.test.about} {judged.test.name}", float(judged.test.p)


def test_every_test_of_outcomes_knows_of_the_shoes(tmp_path: Path) -> None:
    found = verify("crown-perth", counted(tmp_path, 1, 100_000), decks=4, cut=52)
    methods = {f"{each.test.about} {each.test.name}": each.test.method for each in found.tests}
    assert found.passed
    assert methods["game outcomes"] == "Wald, whole shoes, 4 df"
    for name in ("game mean", "game variance", "game share of war_tie", "tie share of tie"):
        assert methods[name] == "normal, whole shoes"


def test_both_decisions_have_no_law_of_a_shoe() -> None:
    counts = {"higher": 463, "lower": 463, "surrender": 37, "war_higher": 17, "war_lower": 17}
    with pytest.raises(WaroddsError, match="one decision, or no --cut"):
        verify("pennsylvania", counts, decks=6, cut=78)


@pytest.mark.slow
def test_false_alarms_of_each_test_come_as_often_as_they_should(tmp_path: Path) -> None:
    seeds, level = range(300), 0.05
    alarms: dict[str, int] = {}
    for name, p in p_values(tmp_path, seeds, 20_000):
        alarms[name] = alarms.get(name, 0) + (p < level)
    print(alarms)
    assert len(alarms) > 8
    for name, number in alarms.items():
        assert binomial_p(number, len(seeds), Fraction(1, 20)) > Fraction(1, 10**4), (name, number)
