"""With how many cards left rounds start, judged by shoes dealt card by card."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.plain_shoe import PROCEDURES, low, plain_starts, ranks
from warodds import Shoe, load
from warodds.wholeshoe import Procedure, procedure_of, round_starts, spread, tally_law
from warodds.wholeshoe.starts import starts_by_ranks


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("shoe", [low(4, 4, aces=4), low(2, 5, 3, aces=2)])
def test_rounds_start_as_often_as_in_every_order_of_the_cards(
    shoe: Shoe, procedure: Procedure
) -> None:
    plain: dict[int, Fraction] = {}
    for cards, chance in plain_starts(ranks(shoe.by_rank), procedure):
        left = sum(number for _, number in cards)
        plain[left] = plain.get(left, Fraction()) + chance
    assert round_starts(shoe, procedure) == plain


@pytest.mark.parametrize("name", ["pennsylvania", "new-zealand", "crown-perth"])
def test_starts_add_up_to_the_mean_number_of_rounds(name: str) -> None:
    procedure = procedure_of(load(name), 6, "war")
    rounds = tally_law(Shoe.of(6), procedure).map(lambda tally: tally.rounds)
    assert sum(round_starts(Shoe.of(6), procedure).values()) == spread(rounds)[0]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_cards_of_a_rank_add_up_to_all_starts(procedure: Procedure) -> None:
    shoe = low(2, 5, 3, aces=2)
    for some in ([0], [1], [0, 2, 12]):
        found: dict[int, Fraction] = {}
        for left, _, chance in starts_by_ranks(shoe, procedure, some, lambda _left, _held: True):
            found[left] = found.get(left, Fraction()) + chance
        assert found == round_starts(shoe, procedure)
