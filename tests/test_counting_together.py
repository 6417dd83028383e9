"""A shoe's gain with starts and cards left taken together, judged card by card."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial

import pytest

from tests.plain_counting import paying, plain_gain, wager_of
from tests.plain_shoe import PROCEDURES, low, plain_starts, plain_ties, ranks
from warodds import Shoe, WaroddsError, load
from warodds.cards import Card
from warodds.counting import count
from warodds.counting.forms import form_of
from warodds.counting.game import Game
from warodds.counting.together import gain_together
from warodds.law import falling
from warodds.wholeshoe import Choices, Procedure, procedure_of

SHOES = [low(4, 4, aces=4), low(5, 2, 2, aces=3), low(3, 4, aces=5)]


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("shoe", SHOES)
def test_wagers_on_the_first_deal(shoe: Shoe, procedure: Procedure) -> None:
    ace, table = paying("a-bomb", 2)
    three = table.payouts[0]._replace(event="3", net=Fraction(1, 2))
    for bet in (
        paying("tie", 3),
        (ace, table),
        (ace, table._replace(payouts=(three, *table.payouts))),
    ):
        form = form_of(*bet)
        _, *plain = plain_gain(plain_starts(ranks(shoe.by_rank), procedure), form)
        assert plain[0] > 0
        assert gain_together(shoe, procedure, bet[0], form) == tuple(plain)


@pytest.mark.parametrize("procedure", [each for each in PROCEDURES if each.war_burn is not None])
@pytest.mark.parametrize("shoe", SHOES)
def test_a_wager_on_the_war_deal_is_placed_after_a_tie(shoe: Shoe, procedure: Procedure) -> None:
    war_tie, table = paying("war-tie", 3, "pennsylvania")
    form = form_of(war_tie, table)
    _, *plain = plain_gain(plain_ties(ranks(shoe.by_rank), procedure), form)
    assert plain[0] > 0
    assert gain_together(shoe, procedure, war_tie, form) == tuple(plain)


@pytest.mark.parametrize("procedure", [each for each in PROCEDURES if each.war_burn != 3])
@pytest.mark.parametrize(
    "suits",
    [
        {0: (2, 1, 1, 0), 1: (1, 1, 1, 1), 12: (2, 2, 0, 0)},
        {0: (3, 0, 1, 1), 12: (1, 3, 0, 2)},
    ],
)
def test_a_wager_on_pairs_tells_the_suit_of_a_card_burned_face_up(
    suits: dict[int, tuple[int, int, int, int]], procedure: Procedure
) -> None:
    by_suit = tuple(suits.get(rank, (0, 0, 0, 0)) for rank in range(13))
    shoe = Shoe(tuple(map(sum, by_suit)), by_suit)
    pairs = wager_of(load("crown-perth"), "perfect-pairs")
    table = pairs.paytables[0]
    nets = {"perfect": Fraction(6), "coloured": Fraction(3), "mixed": Fraction(1)}
    paid = tuple(p._replace(net=nets.get(p.event, p.net)) for p in table.payouts)
    form = form_of(pairs, table._replace(payouts=paid))
    cards = [
        Card(rank, suit)
        for rank, held in enumerate(by_suit)
        for suit, number in enumerate(held)
        for _ in range(number)
    ]
    _, *plain = plain_gain(plain_starts(cards, procedure), form)
    assert plain[0] > 0
    assert gain_together(shoe, procedure, pairs, form) == tuple(plain)


GAMES = [
    Game(Fraction(0), Fraction(-1, 2), Fraction(2)),
    Game(Fraction(0), Fraction(1), Fraction(-4)),  # a second tie costs
]
"""Worth something or nothing as a war ties more or less often than one time in four."""


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("game", GAMES)
def test_the_game(game: Game, shoe: Shoe, procedure: Procedure) -> None:
    main = load("pennsylvania").main_wager
    placed, *plain = plain_gain(plain_starts(ranks(shoe.by_rank), procedure), game)
    assert gain_together(shoe, procedure, main, game) == tuple(plain)
    if procedure == PROCEDURES[1]:
        assert 0 < plain[0] < placed


def one_power(kinds: int, each: int, pays: int, procedure: Procedure) -> Fraction:
    """The gain of a shoe on a tie, where rounds start and the cards left taken together.

    By rank, k cards left and j tied pairs gone are chosen at once: one power in three variables.
    The first card is burned face down.
    """
    from flint import Ordering, fmpz_mpoly_ctx

    size = kinds * each
    ways: dict[tuple[int, ...], int] = {
        (k, comb(k, 2), j): comb(each, k) * falling(each - k, 2 * j) // factorial(j)
        for k in range(each + 1)
        for j in range((each - k) // 2 + 1)
    }
    variables = fmpz_mpoly_ctx.get(("x", "y", "z"), Ordering.lex)
    by_depth: dict[int, list[tuple[int, int, int]]] = {}
    for (x, y, z), number in (variables.from_dict(ways) ** kinds).to_dict().items():
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
    met = plain_starts(ranks(low(4, 4, aces=4).by_rank), procedure)
    *_, gain = plain_gain(met, form_of(*paying("tie", 3)))
    assert gain > 0
    assert one_power(3, 4, 3, procedure) == gain


@pytest.mark.parametrize("name", ["pennsylvania", "new-zealand"])
@pytest.mark.parametrize("decks", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_whole_decks_gain_what_one_power_in_three_variables_says(name: str, decks: int) -> None:
    for burned in (True, False) if name == "new-zealand" else (None,):
        choices = Choices(13 * decks, war_burn=burned)
        found = count(name, decks, "tie", choices=choices, study=True, together=True).shoe
        weighed = count(name, decks, "tie", choices=choices, study=True).shoe
        assert found is not None
        assert weighed is not None
        assert (found.together, weighed.together) == (True, False)
        procedure = procedure_of(load(name), decks, "war", choices, study=True)
        assert found.gain == one_power(13, 4 * decks, 10, procedure)
        # What a note says of the mean over depths.
        assert Fraction(2, 1000) < weighed.gain / found.gain - 1 < Fraction(8, 100)


def test_several_processes_find_the_same() -> None:
    one, two = (
        count(
            "pennsylvania", 1, "war-tie", choices=Choices(13), study=True, together=True, workers=n
        )
        for n in (1, 2)
    )
    assert one.shoe is not None
    assert one.shoe.together
    assert one == two


def test_one_depth_has_no_starts_of_rounds() -> None:
    with pytest.raises(WaroddsError, match="--together is over a shoe"):
        count("pennsylvania", 6, "tie", left=78, together=True)
