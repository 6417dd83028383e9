"""Figures printed elsewhere, to their printed digits. Each test names its source."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.games import WAR, house, toml
from warodds import Odds, odds
from warodds.precision import decimal, root

# Wizard of Odds, Casino War: house edge per initial wager in per cent, by deck count: war with a
# bonus unit on the second tie, war without it, always surrender, and the Tie wager at 10 to 1.
WIZARD = {
    1: ("2.06", "2.42", "2.94", "35.29"),
    2: ("2.24", "2.70", "3.40", "25.24"),
    3: ("2.29", "2.79", "3.55", "21.94"),
    4: ("2.31", "2.84", "3.62", "20.29"),
    5: ("2.32", "2.86", "3.67", "19.31"),
    6: ("2.33", "2.88", "3.70", "18.65"),
    7: ("2.34", "2.89", "3.72", "18.18"),
    8: ("2.34", "2.90", "3.73", "17.83"),
}


def printed(edge: Fraction) -> str:
    return decimal(100 * edge, 2)


@pytest.fixture
def no_bonus(tmp_path: Path) -> Odds:
    """Six decks, a second tie paid as a win: no bonus."""
    return odds(house(tmp_path, toml(war={**WAR, "war_tie": "1 to 1"})), 6)


@pytest.mark.parametrize("decks", WIZARD)
def test_wizard_of_odds_house_edges(decks: int, tmp_path: Path) -> None:
    bonus, plain_war, surrender, tie = WIZARD[decks]
    game = odds("pennsylvania", decks, study=True)
    rules = house(tmp_path, toml(war={**WAR, "war_tie": "1 to 1"}))
    assert printed(game.game.house_edge) == bonus
    assert printed(odds(rules, decks).game.house_edge) == plain_war
    assert printed(odds(rules, decks, decision="surrender").game.house_edge) == surrender
    # Printed as 19.31: the exact edge, 19.305…, rounds to 19.31 as well.
    assert printed(game.wager("tie").house_edge) == tie


def test_wizard_of_odds_six_decks_without_bonus(no_bonus: Odds) -> None:
    law: dict[Fraction, Fraction] = {}
    for outcome in no_bonus.game.outcomes:
        law[outcome.net] = law.get(outcome.net, Fraction()) + outcome.probability
    assert {int(net): decimal(p, 6) for net, p in law.items()} == {
        1: "0.502735",
        -1: "0.463023",
        -2: "0.034242",
    }
    assert decimal(no_bonus.game.ev, 6) == "-0.028771"
    assert root(no_bonus.game.variance, 2) == "1.05"


def test_wizard_of_odds_six_decks_with_bonus() -> None:
    game = odds("pennsylvania", 6).game
    assert (
        decimal(sum(o.probability for o in game.outcomes if o.net == 2) + Fraction(), 6)
        == "0.005471"
    )
    assert (
        decimal(sum(o.probability for o in game.outcomes if o.net == 1) + Fraction(), 6)
        == "0.497265"
    )
    assert decimal(game.ev, 6) == "-0.023301"


def test_beating_bonuses_six_decks() -> None:
    game = odds("pennsylvania", 6).game
    assert printed(game.house_edge) == "2.33"
    assert printed(game.element_of_risk) == "2.17"


def test_known_misprints_are_not_matched(no_bonus: Odds) -> None:
    # Printed 2.70 % and 2.19 % as elements of risk, and 2.88 % as the edge of surrender.
    assert decimal(100 * no_bonus.game.element_of_risk, 4) == "2.6790"
    game = odds("pennsylvania", 6).game
    assert decimal(100 * game.element_of_risk, 4) == "2.1696"
    assert game.strategy is not None
    assert decimal(-100 * game.strategy.surrender, 4) == "3.6977"
