"""The search for suspects is complete, and its arrays have the chances of the exact laws."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from warodds import verify
from warodds.errors import WaroddsError
from warodds.mistakes import MISTAKES, combinable, law_of
from warodds.rules import load
from warodds.verification.hypotheses import Engine, Hypothesis
from warodds.verification.read import Collected
from warodds.verification.rounds import Tally
from warodds.verification.sample import Key, Sample, Seen
from warodds.verification.screen import Screen
from warodds.verification.suspects import log_likelihood, suspects

PENNSYLVANIA = load("pennsylvania")
CARDS = Seen("round", True, True, True, True, True)
COUNTS = Seen("round", True)


def collected(seen: Seen, hypothesis: Hypothesis, rounds: int = 1_000_000) -> Collected:
    """Rounds drawn at random from the exact law of a hypothesis."""
    law = law_of(PENNSYLVANIA, hypothesis.decks, "war", hypothesis.mistakes).map(seen.of)
    counts: dict[Key, int] = {}
    for key in Random(7).choices(list(law.ways), [float(law.probability(k)) for k in law.ways],
                                 k=rounds):  # fmt: skip
        counts[key] = counts.get(key, 0) + 1
    return Collected(Sample(seen, counts), {}, "", None, Tally(), str, ())


@pytest.mark.parametrize("seen", [CARDS, COUNTS, Seen("result", True, dealer=True)])
@pytest.mark.parametrize("decks", [1, 6, None])
def test_the_screen_weighs_as_the_exact_law_does(seen: Seen, decks: int | None) -> None:
    data = collected(seen, Hypothesis(6, ("war-repeated-doubled",)), 5000)
    engine = Engine(PENNSYLVANIA, data.sample, Fraction(1, 3), {})
    screen = Screen(PENNSYLVANIA, data.sample, Fraction(1, 3), {})
    exact = [name for name, mistake in MISTAKES.items() if mistake.exact]
    pairs = [pair for pair in combinations(exact, 2) if combinable(*pair)]
    for mistakes in [(), *((name,) for name in exact[::3]), *pairs[::50]]:
        hypothesis = Hypothesis(decks, mistakes)
        try:
            expected = log_likelihood(data, engine.laws(hypothesis))
        except WaroddsError:
            continue
        weighed = screen.weigh(hypothesis)
        assert weighed is not None
        assert weighed[0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    "truth",
    [
        Hypothesis(2, ("win-pays-0.95", "missing-A")),
        Hypothesis(1, ("war-loss-costs-1", "aces-low")),
    ],
)
def test_two_mistakes_at_another_deck_count_are_named(truth: Hypothesis) -> None:
    data = collected(CARDS, truth)
    engine = Engine(PENNSYLVANIA, data.sample, Fraction(), {})
    best = suspects(data, engine, 6, Fraction(1, 1000), 0, ([], [])).suspects[0]
    assert (set(best.mistakes), best.decks) == (set(truth.mistakes), truth.decks)
    assert best.passes


def test_without_numpy_it_says_that_pairs_were_not_weighed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "warodds.verification.screen", None)
    counts = {"win": 463023, "lose": 463022, "war_win": 34242, "war_lose": 39242, "war_tie": 5471}
    found = verify("pennsylvania", counts, decks=6)
    assert not found.passed
    assert found.suspicion is not None
    assert not found.suspicion.pairs
    assert "Pairs of mistakes were not weighed" in str(found)
