"""One wager as counting sees it: published figures, effects of removal, what is refused."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from warodds import Shoe, WaroddsError, load, odds
from warodds.counting import count, counts
from warodds.rules.cut import cut_cards
from warodds.wholeshoe import Choices


def test_a_bomb_is_favourable_as_often_as_the_hypergeometric_law_says() -> None:
    result = count("crown-perth", 6, "a-bomb", left=78)
    aces = {k: comb(24, k) * comb(288, 78 - k) for k in range(25)}
    good = {k: Fraction(11 * k, 78) - 1 for k in aces if 11 * k > 78}
    chance = Fraction(sum(aces[k] for k in good), comb(312, 78))
    gain = sum((aces[k] * ev for k, ev in good.items()), Fraction()) / comb(312, 78)
    assert (result.gain.favourable, result.gain.gain_per_round) == (chance, gain)
    assert result.gain.average_edge == gain / chance
    assert round(1000 * chance) == 226  # 22.6 % of the time
    assert result.worth_protecting


def test_tie_is_not_worth_protecting() -> None:
    result = count("pennsylvania", 6, "tie", choices=Choices(78))
    assert not result.worth_protecting
    assert 0 < result.gain.favourable < Fraction(1, 1000)


@pytest.mark.parametrize(("wager", "paytable"), [("tie", None), ("perfect-pairs", "30/12/5")])
def test_depths_that_share_a_power_come_out_as_each_alone(wager: str, paytable: str | None) -> None:
    whole = count("crown-perth", 1, wager, choices=Choices(10), paytable=paytable, study=True)
    assert whole.shoe is not None
    for gain in whole.shoe.gains[::5]:
        alone = count("crown-perth", 1, wager, left=gain.left, paytable=paytable, study=True)
        assert alone.gain == gain


def test_a_round_still_starts_at_the_cut_card_where_the_rules_play_it() -> None:
    assert count("pennsylvania", 6, "tie", choices=Choices(290)).gain.left == 290
    assert count("new-zealand", 6, "tie", choices=Choices(156)).gain.left == 157


@pytest.mark.parametrize("seen", ["", "As Ah Kd Kd 2c 2d 2h"])
@pytest.mark.parametrize("name", ["pennsylvania", "crown-perth"])
def test_the_value_now_is_that_of_the_odds(name: str, seen: str) -> None:
    expected = odds(name, 6, seen=seen)
    for result in counts(name, 6, left=14, seen=seen).results:
        if result.wager.role == "main":
            assert result.ev == expected.game.ev
        else:
            assert result.ev == expected.wager(result.wager.id, result.paytable).ev


@pytest.mark.parametrize("wager", ["game", "tie", "perfect-pairs", "war-perfect-pairs"])
def test_no_single_card_moves_a_wager_that_cannot_tell_cards_apart(wager: str) -> None:
    result = count("crown-perth", 6, wager, left=14, paytable="30/12/5" if "-" in wager else None)
    [effect] = result.effects
    assert effect.change == 0
    assert len(effect.cards) == (52 if "-" in wager else 13)


@pytest.mark.parametrize(
    ("wager", "seen", "paytable"),
    [
        ("a-bomb", "", None),
        ("tie", "A A K", None),
        ("game", "A A K", None),
        ("perfect-pairs", "As As Kd", "25/12/6"),
        ("war-perfect-pairs", "As As Kd", "25/12/6"),
    ],
)
def test_effects_are_differences_of_odds_and_average_to_zero(
    wager: str, seen: str, paytable: str | None
) -> None:
    result = count("crown-perth", 6, wager, left=14, seen=seen, paytable=paytable)
    shoe = Shoe.of(6, result.seen)
    average = Fraction()
    for effect in result.effects:
        seen_too = (*result.seen, effect.cards[0])
        ids = [result.wager.id]
        after = odds("crown-perth", 6, seen=seen_too, wagers=ids, paytable=paytable)
        ev = after.game.ev if wager == "game" else after.wager(wager, paytable).ev
        assert ev - result.ev == effect.change
        for card in effect.cards:
            held = shoe.by_rank[card.rank]
            if card.suit is not None:
                assert shoe.by_suit is not None
                held = shoe.by_suit[card.rank][card.suit]
            average += effect.change * held
    # A card gone unseen moves no EV (M1): true of what is not conditional on a first tie.
    if wager != "war-perfect-pairs":
        assert average == 0


def test_the_cut_card_lies_where_the_rules_put_it() -> None:
    assert [cut_cards(load(name), 6, None) for name in ("pennsylvania", "new-zealand")] == [78, 156]
    assert cut_cards(load("crown-perth"), 6, None) == 52
    assert cut_cards(load("california"), 6, None) == 78
    assert cut_cards(load("pennsylvania"), 6, 10, study=True) == 10


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("pennsylvania", {"wager": "war"}, "no choice of its own; expected 'initial'"),
        ("pennsylvania", {"wager": "tye"}, "did you mean 'tie'?"),
        ("pennsylvania", {"left": 6}, "expected 7, as many as a round can take, to 312"),
        ("pennsylvania", {"left": 313}, "expected 7"),
        ("pennsylvania", {"left": 312, "seen": "A"}, "to 311"),
        ("pennsylvania", {"left": 80, "choices": Choices(80)}, "expected one of them"),
        ("new-zealand", {"left": 80, "choices": Choices(war_burn=False)}, "not at one depth"),
        ("pennsylvania", {"choices": Choices(war_burn=False)}, "leaves no choice (§ 651a.9(f)"),
        ("pennsylvania", {"choices": Choices(52)}, "(78 cards) behind the cut card (§ 651a.5(d)"),
        ("new-zealand", {"choices": Choices(200)}, "(156 cards) behind the cut card (7.7(a)"),
        ("pennsylvania", {"choices": Choices(312)}, "expected 0 to 311"),
        ("pennsylvania", {"choices": Choices(3), "study": True}, "the last round can take 7 cards"),
        ("pennsylvania", {"decks": 5}, "permits 6, 7 or 8 decks"),
        ("crown-perth", {"wager": "perfect-pairs"}, "several paytables"),
        (
            "crown-perth",
            {"wager": "perfect-pairs", "paytable": "30/12/5", "seen": "A"},
            "depends on suits",
        ),
    ],
)
def test_a_bad_count_is_refused_in_one_line(
    name: str, options: dict[str, Any], expected: str
) -> None:
    with pytest.raises(WaroddsError) as refused:
        count(name, **options)
    assert expected in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_study_goes_deeper_than_the_rules_permit() -> None:
    assert count("pennsylvania", 1, "tie", choices=Choices(10), study=True).study
    assert count("pennsylvania", 6, "tie", choices=Choices(77), study=True).study
    assert not count("pennsylvania", 6, "tie", choices=Choices(290)).study
