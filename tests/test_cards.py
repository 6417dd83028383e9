"""Cards as people write them, and the shoe."""

from __future__ import annotations

import pytest

from warodds import Card, Shoe, WaroddsError, read_cards


@pytest.mark.parametrize("text", ["As", "A♠", "as", "AS", "a♤", "A♠\ufe0f"])
def test_an_ace_of_spades_in_every_spelling(text: str) -> None:
    assert read_cards(text) == (Card(12, 3),)


@pytest.mark.parametrize("text", ["10h", "Th", "th", "T♥", "10♡"])
def test_a_ten_in_every_spelling(text: str) -> None:
    assert read_cards(text) == (Card(8, 2),)


@pytest.mark.parametrize("text", ["K 10 2c", "k,10,2c", " K; 10   2C ", "K102c", "KT2c"])
def test_several_cards_apart_or_together(text: str) -> None:
    assert [str(card) for card in read_cards(text)] == ["K", "10", "2c"]


@pytest.mark.parametrize("text", ["1", "11", "Ax", "joker", "K♠♠", "0", "10 of hearts", "🂡"])
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(WaroddsError, match="is not a card; expected a rank"):
        read_cards(text)


def test_no_cards() -> None:
    assert read_cards("") == ()


def test_a_shoe_less_the_cards_seen() -> None:
    shoe = Shoe.of(2, read_cards("As As Kd"))
    assert shoe.size == 101
    assert shoe.by_rank[-2:] == (7, 6)
    assert shoe.by_suit is not None
    assert shoe.by_suit[12] == (2, 2, 2, 0)
    assert shoe.without(read_cards("Ac")) == Shoe.of(2, read_cards("As As Kd Ac"))


def test_a_card_without_a_suit_leaves_ranks_alone_known() -> None:
    shoe = Shoe.of(2, read_cards("As A"))
    assert shoe.by_suit is None
    assert shoe.by_rank[12] == 6
    with pytest.raises(WaroddsError, match="7 cards of rank A"):
        shoe.without(read_cards("A" * 7))
