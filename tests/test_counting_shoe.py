"""What counting gains over a whole shoe, judged by shoes dealt card by card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb, factorial

import pytest

from tests.plain_counting import wager_of
from tests.plain_shoe import PROCEDURES, low, plain_starts, ranks
from warodds import Shoe, load
from warodds.counting import Gain, count
from warodds.counting.forms import Form, form_of
from warodds.counting.gain import cases, gains
from warodds.counting.shoe import ShoeGain, shoe_gain
from warodds.law import falling
from warodds.rules import Wager
from warodds.rules.model import Paytable
from warodds.wholeshoe import Choices, Procedure, procedure_of


def wager(wager_id: str, pays: int) -> tuple[Wager, Paytable]:
    """A wager at short odds, so that few ranks make it a question whether it is favourable."""
    found = wager_of(load("crown-perth"), wager_id)
    table = found.paytables[0]
    payouts = tuple(p._replace(net=Fraction(pays)) if p.net > 0 else p for p in table.payouts)
    return found, table._replace(payouts=payouts)


def over_shoe(shoe: Shoe, procedure: Procedure, bet: tuple[Wager, Paytable]) -> ShoeGain:
    def at(lefts: Iterable[int]) -> Sequence[Gain]:
        return gains(form_of(*bet), cases(shoe, bet[0]), lefts)

    return shoe_gain(shoe, procedure, *bet, at)


def dealt(shoe: Shoe, procedure: Procedure, form: Form) -> tuple[Fraction, Fraction, Fraction]:
    """Mean rounds, bets and gain of a shoe, by every order of its cards."""
    rounds = bets = gain = Fraction()
    for cards, chance in plain_starts(ranks(shoe.by_rank), procedure):
        by_rank = [0] * 13
        for card, number in cards:
            by_rank[card.rank] += number
        ev = form.ev(Shoe(tuple(by_rank)))
        rounds += chance
        if ev > 0:
            bets += chance
            gain += chance * ev
    return rounds, bets, gain


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("shoe", [low(4, 4, aces=4), low(5, 2, 2, aces=3), low(3, 4, aces=5)])
def test_a_wager_on_ranks_gains_what_it_does_in_every_order_of_the_cards(
    shoe: Shoe, procedure: Procedure
) -> None:
    ace, table = wager("a-bomb", 2)
    deuce_too = table._replace(payouts=(table.payouts[0]._replace(event="2"), *table.payouts))
    for bet in ((ace, table), (ace, deuce_too)):
        found = over_shoe(shoe, procedure, bet)
        assert found.exact
        assert (found.rounds, found.bets, found.gain) == dealt(shoe, procedure, form_of(*bet))


def test_other_wagers_weigh_each_depth_by_the_rounds_that_start_there() -> None:
    whole = count("crown-perth", 4, "tie", choices=Choices(52)).shoe
    assert whole is not None
    assert not whole.exact
    both = list(zip(whole.gains, whole.starts, strict=True))
    assert whole.gain == sum(gain.gain_per_round * chance for gain, chance in both)
    assert whole.bets == sum(gain.favourable * chance for gain, chance in both)
    assert whole.units_per_100_rounds == 100 * whole.gain / sum(whole.starts)
    for gain in whole.gains[::40]:
        assert count("crown-perth", 4, "tie", left=gain.left).gain == gain


def together(ranks: int, each: int, pays: int, procedure: Procedure) -> Fraction:
    """The gain of a shoe on a tie, where rounds start and the cards left taken together.

    By rank, k cards left and j tied pairs gone are chosen at once: one power in three variables.
    The first card is burned face down.
    """
    from flint import Ordering, fmpz_mpoly_ctx

    size = ranks * each
    ways: dict[tuple[int, ...], int] = {
        (k, comb(k, 2), j): comb(each, k) * falling(each - k, 2 * j) // factorial(j)
        for k in range(each + 1)
        for j in range((each - k) // 2 + 1)
    }
    variables = fmpz_mpoly_ctx.get(("x", "y", "z"), Ordering.lex)
    by_depth: dict[int, list[tuple[int, int, int]]] = {}
    for (x, y, z), number in (variables.from_dict(ways) ** ranks).to_dict().items():
        by_depth.setdefault(int(x), []).append((int(y), int(z), int(number)))
    gain, none = Fraction(), [0] * (size + 1)
    walked = {1: [1, *none[1:]]}  # by powers of a tie; untied is 1 − tie
    for place in range(1, procedure.last_start(size) + 1):
        if place > 1:
            untied = walked.get(place - procedure.round_cards, none)
            tied = walked.get(place - procedure.most_cards, none)
            more = [0, *(b - a for a, b in zip(untied, tied, strict=True))][: size + 1]
            walked[place] = [a + b for a, b in zip(untied, more, strict=True)]
        left, top = size - place, place // 2
        total = 0
        for pairs, ties, sets in by_depth[left]:
            worth = 2 * (pays + 1) * pairs - left * (left - 1)
            if worth > 0 and ties <= top:
                rest = falling(place - 2 * ties, 2 * (top - ties))
                total += worth * sets * walked[place][ties] * factorial(ties) * rest
        scale = falling(place, 2 * top) * comb(size, left) * left * (left - 1)
        gain += Fraction(total, scale)
    return gain


@pytest.mark.parametrize("procedure", [each for each in PROCEDURES if each.first_card == "burned"])
def test_one_power_in_three_variables_is_every_order_of_the_cards(procedure: Procedure) -> None:
    *_, gain = dealt(low(4, 4, aces=4), procedure, form_of(*wager("tie", 3)))
    assert gain > 0
    assert together(3, 4, 3, procedure) == gain


@pytest.mark.parametrize("name", ["pennsylvania", "new-zealand"])
@pytest.mark.parametrize("decks", [1, 2])
def test_what_the_weights_leave_out_is_as_small_as_the_note_says(name: str, decks: int) -> None:
    for burned in (True, False) if name == "new-zealand" else (None,):
        choices = Choices(13 * decks, war_burn=burned)
        whole = count(name, decks, "tie", choices=choices, study=True).shoe
        assert whole is not None
        procedure = procedure_of(load(name), decks, "war", choices, study=True)
        left_out = whole.gain / together(13, 4 * decks, 10, procedure) - 1
        assert Fraction(4, 1000) < left_out < Fraction(4, 100)


def test_with_cards_seen_a_round_starts_now() -> None:
    whole = count("pennsylvania", 6, "tie", seen="A A K 10").shoe
    assert whole is not None
    assert (whole.gains[0].left, whole.starts[0]) == (308, Fraction(1))


def test_no_round_starts_where_no_rounds_before_it_can_have_ended() -> None:
    whole = count("new-zealand", 4, "tie", choices=Choices(war_burn=False)).shoe
    assert whole is not None
    assert {gain.left % 2 for gain in whole.gains} == {1}  # a round takes two cards, a war four
