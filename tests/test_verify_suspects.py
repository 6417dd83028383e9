"""The search for suspects is complete, and its arrays have the chances of the exact laws."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import log
from pathlib import Path
from random import Random

import pytest

from warodds import verify
from warodds.errors import WaroddsError
from warodds.mistakes import MISTAKES, combinable, law_of, pair_law
from warodds.rules import load
from warodds.rules.model import Deal
from warodds.simulate import plan, save
from warodds.verification.judging.hypotheses import Engine, Hypothesis
from warodds.verification.judging.likelihood import NEVER
from warodds.verification.judging.tails import normal_quantile
from warodds.verification.reading.read import Collected
from warodds.verification.reading.rounds import Tally
from warodds.verification.sample import Key, Sample, Seen, WagerSample
from warodds.verification.suspicion.rank import suspects
from warodds.verification.suspicion.screen import Screen

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
    screen = Screen(engine, data.sample)
    exact = [name for name, mistake in MISTAKES.items() if mistake.exact]
    pairs = [pair for pair in combinations(exact, 2) if combinable(*pair)]
    for mistakes in [(), *((name,) for name in exact[::3]), *pairs[::100]]:
        hypothesis = Hypothesis(decks, mistakes)
        try:
            expected = engine.log_likelihood(engine.laws(hypothesis))
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
    monkeypatch.setitem(sys.modules, "warodds.verification.suspicion.screen", None)
    counts = {"win": 463023, "lose": 463022, "war_win": 34242, "war_lose": 39242, "war_tie": 5471}
    found = verify("pennsylvania", counts, decks=6)
    assert not found.passed
    assert found.suspicion is not None
    assert not found.suspicion.pairs
    assert "Pairs of mistakes were not weighed" in str(found)


def test_the_kinds_of_pair_are_weighed_too() -> None:
    """Suits tell five decks from six where ranks cannot."""
    pairs = {"first": {"no_pair": 926_046, "perfect": 16_077, "coloured": 19_292, "mixed": 38_585}}
    data = collected(COUNTS, Hypothesis(6))
    data.sample = replace(data.sample, pairs=pairs)
    engine = Engine(PENNSYLVANIA, data.sample, Fraction(), {})
    ranked = suspects(data, engine, 8, Fraction(1, 1000), 0, ([], [])).suspects
    assert ranked[0].name == "6 decks"
    assert ranked[0].passes
    assert next(each for each in ranked if each.name == "5 decks").score < -7


@pytest.mark.parametrize("deal", ["first", "war"])
@pytest.mark.parametrize("decks", [1, 6, None])
def test_the_screen_has_the_kinds_of_pair_of_the_exact_law(deal: Deal, decks: int | None) -> None:
    screens = {}
    for kind in ("perfect", "coloured", "mixed"):
        one = Sample(COUNTS, {}, pairs={deal: {kind: 1}})
        screens[kind] = Screen(Engine(PENNSYLVANIA, one, Fraction(), {}), one)
    exact = [name for name, mistake in MISTAKES.items() if mistake.exact]
    pairs = [pair for pair in combinations(exact, 2) if combinable(*pair)]
    for mistakes in [(), *((name,) for name in exact), *pairs[::100]]:
        with suppress(WaroddsError):
            law = pair_law(PENNSYLVANIA, decks, deal, mistakes)
            for kind, screen in screens.items():
                weighed = screen.weigh(Hypothesis(decks, mistakes))
                assert weighed is not None
                chance = float(law.probability(kind)) if law.total else 0.0
                assert weighed[0] == pytest.approx(log(chance) if chance else NEVER, rel=1e-9)


def test_results_that_the_rounds_tell_already_are_not_weighed_twice() -> None:
    """A Tie wager on the same rounds tells what it pays, and nothing more of how often."""
    data = collected(COUNTS, Hypothesis(6), 5000)
    ties = sum(n for key, n in data.sample.counts.items() if key.event.startswith("war_"))
    for won, weighs in ((ties, False), (ties + 1, True)):
        tie = WagerSample("none", True, {("", Fraction(10)): won, ("", Fraction(-1)): 5000 - won})
        both = replace(data.sample, wagers={"tie": tie})

        def likelihood(sample: Sample, *mistakes: str) -> float:
            engine = Engine(PENNSYLVANIA, sample, Fraction(), {})
            return engine.log_likelihood(engine.laws(Hypothesis(6, mistakes)))

        assert (likelihood(both) != likelihood(data.sample)) == weighs
        assert likelihood(both, "tie-pays-for-one") < likelihood(both) - 1000


def rows(cards: str, rounds: int) -> list[str]:
    """Rounds from a full shoe each, dealt in plain Python, every tie surrendered."""
    random = Random(3)
    shoe = [rank for rank in cards for _ in range(24)]
    deals = (random.sample(range(len(shoe)), 2) for _ in range(rounds))
    return [f"{shoe[player]},{shoe[dealer]}" for player, dealer in deals]


def test_a_missing_rank_explains_dealers_cards_that_repeat_more_often(tmp_path: Path) -> None:
    """Of twelve ranks the same one comes next more often than of thirteen: no seats in that."""
    log = tmp_path / "log.csv"
    log.write_text("\n".join(["player,dealer", *rows("23456789TJQK", 200_000)]), encoding="utf-8")
    found = verify("pennsylvania", log, decks=6, decision="surrender")
    assert found.suspicion is not None
    best = found.suspicion.suspects[0]
    assert best.name == "missing-A"
    assert best.passes


@pytest.mark.parametrize(
    ("event", "net", "name"),
    [
        ("surrender", "-0.6", "surrender-nets=-3/5"),  # half of five chips, rounded up
        ("higher", "0.9", "higher-nets=9/10"),
        ("surrender", "-1", "surrender-loses-all"),
    ],
)
def test_any_net_that_an_event_always_pays_is_suspected(
    tmp_path: Path, event: str, net: str, name: str
) -> None:
    nets = {"higher": "1", "lower": "-1", "surrender": "-0.5"} | {event: net}
    counts = {"higher": 463_023, "lower": 463_022, "surrender": 73_955}
    lines = [f"{each},{number},{nets[each]}" for each, number in counts.items()]
    table = tmp_path / "counts.csv"
    table.write_text("\n".join(["outcome,count,net", *lines]), encoding="utf-8")
    found = verify("pennsylvania", table, decks=6)
    assert found.suspicion is not None
    assert found.suspicion.suspects[0].name == name
    assert found.suspicion.explained


def test_what_a_sample_is_too_small_to_find_is_said_with_the_rounds_it_takes() -> None:
    """Checked by the divergence of the two laws, added up from the exact laws themselves."""
    counts = {"higher": 463023, "lower": 463022, "war_higher": 34242, "war_lower": 34242,
              "war_tie": 5471}  # fmt: skip
    found = verify("pennsylvania", counts, decks=6)
    assert found.passed
    (full,) = [each for each in found.unresolved if each.name == "war-from-full-shoe"]
    right, other = (
        law_of(PENNSYLVANIA, 6, "war", made).map(lambda cell: cell.event)
        for made in ((), ("war-from-full-shoe",))
    )
    divergence = sum(
        float(right.probability(e)) * log(right.probability(e) / other.probability(e))
        for e in right.ways
    )
    z = float(
        normal_quantile(found.alpha / len(found.tests) / 2) + normal_quantile(Fraction(1, 100))
    )
    assert full.rounds == pytest.approx(z**2 / (2 * divergence), rel=1e-3)
    assert "war-from-full-shoe (95000000000)" in str(found)


def test_suspects_nearly_as_likely_are_named_in_the_verdict() -> None:
    """Five million rounds tell 14 decks from 6, but hardly from 13 or 15."""
    law = law_of(PENNSYLVANIA, 14, "war").map(lambda cell: cell.event)
    counts = {event: round(law.probability(event) * 5_000_000) for event in law.ways}
    found = verify("pennsylvania", counts, decks=6)
    assert found.suspicion is not None
    assert found.suspicion.suspects[0].name == "14 decks"
    rivals = {each.name: each.rounds for each in found.suspicion.rivals}
    assert {"13 decks", "15 decks"} <= set(rivals)
    assert all(rounds is not None and rounds > 5_000_000 for rounds in rivals.values())
    assert "could be as well" in found.verdict


@pytest.mark.parametrize("mistake", ["unlike-suits-lose", "unlike-suits-win", "suits-rank"])
def test_ties_that_need_the_suit_are_named_from_cards_and_nets_alone(
    tmp_path: Path, mistake: str
) -> None:
    log = tmp_path / "log.csv"
    save(plan("pennsylvania", 6, 40_000, 3, mistakes=[mistake]), log, "rounds")
    lines = [line.split(",") for line in log.read_text(encoding="utf-8").splitlines()]
    kept = [
        lines[0].index(name) for name in ["player", "dealer", "player_war", "dealer_war", "net"]
    ]
    log.write_text("".join(",".join(line[at] for at in kept) + "\n" for line in lines))
    suspicion = verify("pennsylvania", log, decks=6).suspicion
    assert suspicion is not None
    assert suspicion.suspects[0].mistakes == (mistake,)
    assert suspicion.explained
