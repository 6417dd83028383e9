"""Evaluation: theorems M1, M3 and M4 on every wager, a house's own rules, and what is refused."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from math import perm
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import MAIN, WAR, house, side, template, toml
from warodds import Card, Rules, Shoe, WaroddsError, compare, jurisdictions, load, odds
from warodds.rules.model import War

HALF = Fraction(1, 2)
FOLD: Any = "fold"
TEXT: Any = "6"
TEXTS: Any = ["As"]

seen_cards = st.lists(st.builds(Card, st.integers(0, 12), st.integers(0, 3)), max_size=40).map(
    lambda cards: list(dict.fromkeys(cards))
)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(jurisdictions()), seen_cards, st.integers(0, 6), st.data())
def test_m1_no_wager_of_any_jurisdiction_feels_the_burn(
    name: str, seen: list[Card], burned: int, data: st.DataObject
) -> None:
    rules = load(name)
    split = data.draw(st.integers(0, burned))
    burnt = dataclasses.replace(rules, war=War(split, burned - split))
    unburnt = dataclasses.replace(rules, war=War(0, 0))
    one, two = (odds(each, 1, seen=seen, study=True) for each in (burnt, unburnt))
    assert one.deals == two.deals * perm(52 - len(seen) - 4, burned)
    assert one.game.ev == two.game.ev
    assert [w.id for w in one.wagers] == [w.id for w in two.wagers]
    for mine, theirs in zip(one.wagers, two.wagers, strict=True):
        assert [o.probability for o in mine.outcomes] == [o.probability for o in theirs.outcomes]


def tie_chances(shoe: Shoe) -> tuple[Fraction, Fraction]:
    """P(first tie) and P(both tie), by the counting formula of disjoint pairs of positions."""
    first = Fraction(sum(perm(n, 2) for n in shoe.by_rank), perm(shoe.size, 2))
    both = sum(
        perm(n, 4) if i == j else perm(n, 2) * perm(m, 2)
        for i, n in enumerate(shoe.by_rank)
        for j, m in enumerate(shoe.by_rank)
    )
    return first, Fraction(both, perm(shoe.size, 4))


@settings(max_examples=40, deadline=None)
@given(seen_cards, st.sampled_from(["-1", "-1/4", "0", "1", "2", "3"]))
def test_m3_and_m4_hold_in_every_composition(seen: list[Card], bonus: str) -> None:
    rules = with_second_tie(load("pennsylvania"), Fraction(bonus))
    shoe = Shoe.of(1, seen)
    b = Fraction(bonus)
    first, both = tie_chances(shoe)
    game = odds(rules, 1, seen=seen, study=True).game
    assert game.strategy is not None
    assert game.strategy.war == game.ev == -HALF * first + (b + HALF) * both  # M3
    assert game.strategy.surrender == -HALF * first
    assert game.average_staked == 1 + first
    if b > -HALF:  # M4
        assert game.strategy.better == "war"
        assert game.strategy.difference == (b + HALF) * both


def with_second_tie(rules: Rules, b: Fraction) -> Rules:
    """Pennsylvania with a second tie worth b units in all, paid on the war wager."""
    war = rules.war_wager
    assert war is not None
    table = war.paytables[0]
    payouts = tuple(
        payout._replace(net=b) if payout.event == "war_tie" else payout for payout in table.payouts
    )
    paid = dataclasses.replace(war, paytables=(table._replace(payouts=payouts),))
    return dataclasses.replace(
        rules, wagers=tuple(paid if wager is war else wager for wager in rules.wagers)
    )


@pytest.mark.parametrize(
    ("main_tie", "war_tie", "b"),
    [
        ("push", "push", 0),
        ("push", "1 to 1", 1),
        ("push", "2 to 1", 2),
        ("1 to 1", "2 to 1", 3),
        ("lose", "lose", -2),
    ],
)
def test_a_house_may_pay_a_second_tie_as_it_likes(
    main_tie: str, war_tie: str, b: int, tmp_path: Path
) -> None:
    text = toml({**MAIN, "war_tie": main_tie}, {**WAR, "war_tie": war_tie})
    first, both = tie_chances(Shoe.of(6))
    assert odds(house(tmp_path, text), 6).game.ev == -HALF * first + (b + HALF) * both


@pytest.mark.parametrize(("surrender", "lost"), [("lose 1/2", HALF), ("lose", 1), ("push", 0)])
def test_a_house_may_take_half_all_or_nothing_for_a_surrender(
    surrender: str, lost: Fraction, tmp_path: Path
) -> None:
    game = odds(
        house(tmp_path, toml({**MAIN, "surrender": surrender})), 6, decision="surrender"
    ).game
    assert game.ev == -lost * tie_chances(Shoe.of(6))[0]
    assert game.average_staked == 1


def test_a_house_without_surrender_has_no_choice(tmp_path: Path) -> None:
    rules = house(tmp_path, toml({k: v for k, v in MAIN.items() if k != "surrender"}))
    assert odds(rules, 6).game.strategy is None
    with pytest.raises(WaroddsError, match="has no surrender"):
        odds(rules, 6, decision="surrender")


def test_a_house_without_war_settles_a_tie_at_once(tmp_path: Path) -> None:
    text = """
        name = "No war"
        source.title = "House rules"
        decks.at_least = 1
        [[wager]]
        id = "main"
        role = "main"
        pays = { higher = "1 to 1", tie = "lose 1/2", lower = "lose" }
    """
    result = odds(house(tmp_path, text), 6)
    assert result.decision is None
    assert result.deals == 312 * 311
    assert result.game.ev == Fraction(-23, 622)
    assert result.game.strategy is None
    with pytest.raises(WaroddsError, match="nothing to decide"):
        odds(house(tmp_path, text), 6, decision="war")


def test_side_wagers_of_every_kind(tmp_path: Path) -> None:
    more = "\n".join(
        [
            side("up", "first", "comparison", {"higher": "1 to 1", "other": "lose"}),
            side("down", "war", "comparison", {"war_lower": "9 for 5", "war_other": "lose"}),
            side("king", "first", "dealer_rank", {"K": "11 to 1", "A": "push", "other": "lose"}),
            side("war-ace", "war", "player_rank", {"war_A": "12 to 1", "war_other": "lose"}),
            side("suited", "first", "pair", {"suited": "50 to 1", "other": "lose"}),
        ]
    )
    result = odds(house(tmp_path, toml(more=more)), 1)
    assert result.wager("up").hit == Fraction(48, 102)
    assert result.wager("down").outcomes[0].net == Fraction(4, 5)
    assert result.wager("king").ev == Fraction(11, 13) - Fraction(11, 13)
    assert result.wager("war-ace").ev == 0
    assert result.wager("suited").ev == -1  # one deck holds no two cards alike


def test_paytables_of_one_wager_may_name_unlike_events(tmp_path: Path) -> None:
    kinds = """
        [[wager]]
        id = "pairs"
        on = "pair"
        [[wager.paytable]]
        name = "short"
        decks = [6]
        pays = { perfect = "25 to 1", other = "lose" }
        [[wager.paytable]]
        name = "long"
        decks = [6]
        pays = { perfect = "30 to 1", coloured = "12 to 1", mixed = "5 to 1", no_pair = "lose" }
        [[wager]]
        id = "ranks"
        on = "player_rank"
        [[wager.paytable]]
        name = "ace"
        decks = [6]
        pays = { A = "10 to 1", other = "lose" }
        [[wager.paytable]]
        name = "king"
        decks = [6]
        pays = { K = "11 to 1", other = "lose" }
    """
    result = odds(house(tmp_path, toml(more=kinds)), 6)
    assert result.wager("pairs", "short").ev == 26 * Fraction(5, 311) - 1
    assert result.wager("pairs", "long").ev == Fraction(-6, 311)
    assert result.wager("ranks", "ace").ev == Fraction(-2, 13)
    assert result.wager("ranks", "king").ev == Fraction(-1, 13)


def test_payouts_with_a_point_stay_exact(tmp_path: Path) -> None:
    text = toml().replace('higher = "1 to 1"', "higher = 0.95", 1)
    first = odds(house(tmp_path, text), 6).wager("main").outcomes[0]
    assert first.net == Fraction(19, 20)


def test_the_template_is_a_whole_game(tmp_path: Path) -> None:
    result = odds(house(tmp_path, template()), 6)
    assert result.game.ev == Fraction(-23138, 993023)
    assert {wager.paytable for wager in result.wagers if wager.id == "pairs"} == {
        "25/12/5",
        "30/12/5",
    }


def test_always_surrender_leaves_out_what_is_never_placed() -> None:
    result = odds("crown-perth", 6, decision="surrender")
    assert [w.id for w in result.wagers if w.wager.deal == "war"] == []
    assert [o.event for o in result.game.outcomes] == ["higher", "lower", "surrender"]
    assert result.game.element_of_risk == result.game.house_edge == Fraction(23, 622)


def test_where_no_tie_is_possible_no_war_wager_is_placed() -> None:
    seen = [Card(rank, suit) for rank in range(13) for suit in range(3)]
    result = odds("pennsylvania", 1, seen=seen, study=True)
    assert [wager.id for wager in result.wagers] == ["initial", "tie"]
    assert result.wager("tie").one_in is None
    assert result.game.ev == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: odds("pennsylvania", 5), r"permits 6, 7 or 8 decks \(§ 651a.3"),
        (lambda: odds("california", 5), "permits 6 or more decks"),
        (lambda: odds("crown-perth", 6, seen="K"), "Perfect Pairs depends on suits"),
        (lambda: odds("crown-perth", 6, seen="Ks " * 7), "7 × Ks cannot have been seen"),
        (lambda: odds("pennsylvania", 6, seen="K " * 25), "25 cards of rank K"),
        (lambda: odds("pennsylvania", 6, wagers=["ti"]), "no wager 'ti'.*did you mean 'tie'"),
        (lambda: odds("crown-perth", 8, paytable="30/12/5"), "expected 25/12/5 or 25/12/6"),
        (lambda: odds("pennsylvania", 6, paytable="30/12/5"), "no wager asked for has paytables"),
        (lambda: odds("crown-perth", 6).wager("perfect-pairs"), "several paytables"),
        (lambda: odds("crown-perth", 6).wager("tie", "1/2"), "paytable '1/2' of tie"),
        (lambda: odds("nowhere"), "neither a rule file nor a jurisdiction"),
        (lambda: compare(["new-zealand", "pennsylvania"], wagers=["a-bomb"]), "no wager 'a-bomb'"),
        (lambda: odds("pennsylvania", 6, decision=FOLD), "expected 'war' or 'surrender'"),
        (lambda: odds("pennsylvania", 0, study=True), "0 decks; expected a whole number"),
        (lambda: odds("pennsylvania", TEXT), "'6' decks; expected a whole number"),
        (lambda: odds("pennsylvania", True), "True decks; expected a whole number"),
        (lambda: odds("pennsylvania", seen=TEXTS), "'As' is not a card"),
        (lambda: odds("pennsylvania", seen=[Card(20, 1)]), "is not a card"),
        (lambda: odds("pennsylvania", wagers="tie"), r"expected a list of ids, such as \['tie'\]"),
        (lambda: odds("pennsylvania", wagers=["war"], decision="surrender"), "never placed"),
        (lambda: compare([]), "nothing to compare"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(call: Callable[[], object], message: str) -> None:
    with pytest.raises(WaroddsError, match=message) as refused:
        call()
    assert "\n" not in str(refused.value)


def test_a_study_computes_what_is_not_permitted_and_says_so() -> None:
    assert odds("pennsylvania", 5, study=True).study
    assert not odds("pennsylvania", 6, study=True).study
    perth = odds("crown-perth", 5, study=True)
    assert perth.study
    assert len([wager for wager in perth.wagers if wager.id == "perfect-pairs"]) == 4
    assert odds("crown-perth", 8, paytable="30/12/5", study=True).study


def test_a_rank_alone_is_enough_where_suits_do_not_matter() -> None:
    one = odds("crown-perth", 6, seen="K K A", wagers=["tie", "a-bomb"])
    two = odds("crown-perth", 6, seen="Ks Kh Ad", wagers=["tie", "a-bomb"])
    assert [w.ev for w in one.wagers] == [w.ev for w in two.wagers]
    assert one.wager("a-bomb").hit == Fraction(23, 309)


def test_results_are_frozen() -> None:
    result: Any = odds("pennsylvania")
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.decks = 8
