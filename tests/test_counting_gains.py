"""How often a wager is favourable and what it gains then, over every composition."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from tests.plain_counting import compositions, small, suited, unburned, wager_of, walked
from warodds import Shoe
from warodds.counting.forms import (
    comparison_form,
    form_of,
)
from warodds.counting.gain import Case, cases, gains
from warodds.rules import Rules, Wager
from warodds.rules.model import Paytable


def plain_gain(
    rules: Rules, wager: Wager, table: Paytable, shoe: Shoe, left: int
) -> tuple[Fraction, Fraction]:
    """The chance that a first-deal wager is favourable, and the gain, over all compositions."""
    chance = gain = Fraction()
    for rest, ways in compositions(shoe, left):
        _, ev = walked(rules, wager, table, rest)
        if ev > 0:
            chance += Fraction(ways, comb(shoe.size, left))
            gain += ev * Fraction(ways, comb(shoe.size, left))
    return chance, gain


def plain_war_gain(
    wager: Wager, table: Paytable, shoe: Shoe, left: int
) -> tuple[Fraction, Fraction]:
    """Likewise for a wager on the war deal, knowing all cards left after each first tie."""
    chance = gain = Fraction()
    form = form_of(wager, table)
    for rest, ways in compositions(shoe, left):
        for case in cases(rest, wager):
            ev = form.ev(case.shoe)
            if ev > 0:
                weight = case.probability * Fraction(ways, comb(shoe.size, left))
                chance += weight
                gain += ev * weight
    return chance, gain


@pytest.mark.parametrize("wager_id", ["tie", "a-bomb"])
@pytest.mark.parametrize("shoe", [small(4, 4, 4), small(3, 1, 5, 2)])
def test_gains_are_those_over_all_compositions(wager_id: str, shoe: Shoe) -> None:
    rules = unburned("crown-perth")
    wager = wager_of(rules, wager_id)
    # With few ranks a tie at 10 to 1 is always favourable: short odds make it a question.
    odds_table = wager.paytables[0]
    short = odds_table._replace(
        payouts=tuple(
            payout._replace(net=Fraction(3, 2) if payout.net > 0 else payout.net)
            for payout in odds_table.payouts
        ),
    )
    for table in (odds_table, short):
        form = form_of(wager, table)
        lefts = range(4, shoe.size + 1)
        for gain in gains(form, cases(shoe, wager), lefts):
            expected = plain_gain(rules, wager, table, shoe, gain.left)
            assert (gain.favourable, gain.gain_per_round) == expected


def test_gains_on_pairs_are_those_over_all_compositions() -> None:
    rules = unburned("crown-perth")
    wager = wager_of(rules, "perfect-pairs")
    shoe = suited((1, 1, 1, 1), (1, 1, 1, 0), (1, 0, 1, 1))
    payouts = tuple(
        payout._replace(net=net)
        for payout, net in zip(
            wager.paytables[0].payouts, map(Fraction, (9, 7, 1, -1)), strict=True
        )
    )
    table = wager.paytables[0]._replace(payouts=payouts)
    for gain in gains(form_of(wager, table), cases(shoe, wager), range(4, 11)):
        expected = plain_gain(rules, wager, table, shoe, gain.left)
        assert (gain.favourable, gain.gain_per_round) == expected


@pytest.mark.parametrize(
    ("wager_id", "shoe"),
    [
        ("go-to-war", small(4, 4, 4)),
        ("war-perfect-pairs", suited((1, 1, 1, 1), (1, 1, 1, 0), (1, 0, 1, 1))),
    ],
)
def test_gains_on_the_war_deal_are_those_over_all_compositions_and_ties(
    wager_id: str, shoe: Shoe
) -> None:
    rules = unburned("crown-perth")
    wager = wager_of(rules, wager_id)
    nets = (9, 7, 1, -1) if wager.on == "pair" else (-1, 1, -1)
    payouts = tuple(
        payout._replace(net=Fraction(net))
        for payout, net in zip(wager.paytables[0].payouts, nets, strict=True)
    )
    table = wager.paytables[0]._replace(payouts=payouts)
    for gain in gains(form_of(wager, table), cases(shoe, wager), range(5, 10)):
        chance, won = plain_war_gain(wager, table, shoe, gain.left)
        assert (gain.favourable * gain.placed, gain.gain_per_round) == (chance, won)


def test_a_wager_that_likes_few_ties_is_favourable_at_the_other_end() -> None:
    form = comparison_form(Fraction(-1), Fraction(1, 5))
    shoe = small(4, 4, 4)
    for gain in gains(form, [Case(Fraction(1), shoe)], range(2, 13)):
        parts = [
            (form.ev(rest) * ways, ways)
            for rest, ways in compositions(shoe, gain.left)
            if form.ev(rest) > 0
        ]
        assert gain.favourable == Fraction(sum(w for _, w in parts), comb(12, gain.left))
        assert gain.gain_per_round == sum((e for e, _ in parts), Fraction()) / comb(12, gain.left)


def test_a_wager_that_no_card_moves_is_always_or_never_favourable() -> None:
    for net in (Fraction(1, 7), Fraction(-1, 7)):
        form = comparison_form(net, net)
        [gain] = gains(form, [Case(Fraction(1), small(4, 4, 4))], [6])
        assert gain.favourable == int(net > 0)
        assert gain.gain_per_round == max(net, 0)
