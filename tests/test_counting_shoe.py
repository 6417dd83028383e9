"""What counting gains over a whole shoe, judged by shoes dealt card by card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import pytest

from tests.plain_counting import paying, plain_gain
from tests.plain_shoe import PROCEDURES, low, plain_starts, plain_ties, ranks
from warodds import Shoe
from warodds.counting import Gain, count
from warodds.counting.forms import form_of
from warodds.counting.gain import cases, gains
from warodds.counting.shoe import ShoeGain, shoe_gain
from warodds.rules import Wager
from warodds.rules.model import Paytable
from warodds.wholeshoe import Choices, Procedure


def over_shoe(shoe: Shoe, procedure: Procedure, bet: tuple[Wager, Paytable]) -> ShoeGain:
    def at(lefts: Iterable[int]) -> Sequence[Gain]:
        return gains(form_of(*bet), cases(shoe, bet[0]), lefts)

    return shoe_gain(shoe, procedure, *bet, at)


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("shoe", [low(4, 4, aces=4), low(5, 2, 2, aces=3), low(3, 4, aces=5)])
def test_a_wager_on_ranks_gains_what_it_does_in_every_order_of_the_cards(
    shoe: Shoe, procedure: Procedure
) -> None:
    ace, table = paying("a-bomb", 2)
    deuce_too = table._replace(payouts=(table.payouts[0]._replace(event="2"), *table.payouts))
    for bet in ((ace, table), (ace, deuce_too)):
        found = over_shoe(shoe, procedure, bet)
        assert found.together
        plain = plain_gain(plain_starts(ranks(shoe.by_rank), procedure), form_of(*bet))
        assert (found.rounds, found.bets, found.gain) == plain


def test_other_wagers_weigh_each_depth_by_the_rounds_that_start_there() -> None:
    whole = count("crown-perth", 4, "tie", choices=Choices(52)).shoe
    assert whole is not None
    assert not whole.together
    both = list(zip(whole.gains, whole.starts, strict=True))
    assert whole.gain == sum(gain.gain_per_round * chance for gain, chance in both)
    assert whole.bets == sum(gain.favourable * chance for gain, chance in both)
    assert whole.units_per_100_rounds == 100 * whole.gain / sum(whole.starts)
    for gain in whole.gains[::40]:
        assert count("crown-perth", 4, "tie", left=gain.left).gain == gain


def test_with_cards_seen_a_round_starts_now() -> None:
    whole = count("pennsylvania", 6, "tie", seen="A A K 10").shoe
    assert whole is not None
    assert (whole.gains[0].left, whole.starts[0]) == (308, Fraction(1))


def test_no_round_starts_where_no_rounds_before_it_can_have_ended() -> None:
    whole = count("new-zealand", 4, "tie", choices=Choices(war_burn=False)).shoe
    assert whole is not None
    assert {gain.left % 2 for gain in whole.gains} == {1}  # a round takes two cards, a war four


def test_a_war_wager_is_placed_after_a_card_burned_before_the_round() -> None:
    bet = paying("war-tie", 3, "pennsylvania")
    shoe = low(5, 2, 2, aces=3)
    one_round = Procedure(shoe.size, "dealt", 1, 1)
    found = over_shoe(shoe, one_round, bet)
    _, bets, gain = plain_gain(plain_ties(ranks(shoe.by_rank), one_round), form_of(*bet))
    assert found.rounds == 1
    assert 0 < bets == found.bets
    assert found.gain == gain
