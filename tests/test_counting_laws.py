"""The law of a counting statistic, judged by every composition that the cards left can have."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plain_counting import compositions, small, suited, wager_of
from warodds import Shoe, load
from warodds.counting.forms import (
    Form,
    comparison_form,
    form_of,
    pair_form,
    rank_form,
)
from warodds.counting.tail import Groups


def full_law(groups: Groups, left: int) -> dict[int, int]:
    return groups.lower({left: groups.greatest[left]})[left]


@pytest.mark.parametrize("shoe", [small(4, 4, 4), small(5, 2, 3, 1), small(6, 6)])
def test_the_law_of_equal_pairs_is_that_of_all_compositions(shoe: Shoe) -> None:
    form = comparison_form(Fraction(10), Fraction(-1))
    for left in range(shoe.size + 1):
        law: dict[int, int] = {}
        for rest, ways in compositions(shoe, left):
            law[form.value(rest)] = law.get(form.value(rest), 0) + ways
        found = full_law(form.groups(shoe), left)
        assert found == law
        assert sum(found.values()) == comb(shoe.size, left)


def test_the_law_of_pair_kinds_is_that_of_all_compositions() -> None:
    shoe = suited((2, 1, 1, 0), (1, 1, 0, 2), (1, 1, 1, 1))
    form = pair_form([Fraction(net) for net in (30, 12, 5, -1)])
    for left in range(shoe.size + 1):
        law: dict[int, int] = {}
        for rest, ways in compositions(shoe, left):
            law[form.value(rest)] = law.get(form.value(rest), 0) + ways
        assert full_law(form.groups(shoe), left) == law


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_laws_at_full_size_count_every_set_of_cards(decks: int) -> None:
    shoe = Shoe.of(decks)
    forms = {
        "tie": comparison_form(Fraction(10), Fraction(-1)),
        "rank": rank_form([Fraction(-1)] * 12 + [Fraction(10)]),
    }
    if decks == 1:
        forms["pair"] = pair_form([Fraction(net) for net in (30, 12, 5, -1)])
    for form in forms.values():
        left = shoe.size // 4
        assert sum(full_law(form.groups(shoe), left).values()) == comb(shoe.size, left)


def test_one_power_in_two_variables_gives_the_same_law_of_ties() -> None:
    from flint import fmpz_poly

    decks, left = 2, 26
    groups = comparison_form(Fraction(10), Fraction(-1)).groups(Shoe.of(decks))
    stride = 13 * comb(4 * decks, 2) + 1
    terms = [0] * (4 * decks * stride + comb(4 * decks, 2) + 1)
    for k in range(4 * decks + 1):
        terms[k * stride + comb(k, 2)] = comb(4 * decks, k)
    power = fmpz_poly(terms) ** 13
    plain = {v: int(power[left * stride + v]) for v in range(stride) if power[left * stride + v]}
    assert full_law(groups, left) == plain
    limits = {left: 50, left + 1: 55, left + 30: 180}
    for depth, law in groups.lower(limits).items():
        whole = {v: int(power[depth * stride + v]) for v in range(limits[depth] + 1)}
        assert law == {value: ways for value, ways in whole.items() if ways}


groups_of_cards = st.lists(
    st.tuples(
        st.integers(1, 3),
        st.dictionaries(
            st.tuples(st.integers(0, 3), st.integers(-6, 6)), st.integers(1, 5), max_size=6
        ),
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=150, deadline=None)
@given(groups_of_cards, st.data())
def test_either_end_of_any_law_is_a_part_of_the_whole(
    drawn: list[tuple[int, dict[tuple[int, int], int]]], data: st.DataObject
) -> None:
    # Every number of cards up to the most must be possible, as it is of a group of cards.
    alike = tuple((number, {**{(k, 0): 1 for k in range(4)}, **ways}) for number, ways in drawn)
    whole: dict[tuple[int, int], int] = {(0, 0): 1}
    for number, ways in alike:
        for _ in range(number):
            longer: dict[tuple[int, int], int] = {}
            for (k, v), w in whole.items():
                for (more, value), times in ways.items():
                    key = k + more, v + value
                    longer[key] = longer.get(key, 0) + w * times
            whole = longer
    groups = Groups(alike)
    most = max(k for k, _ in whole)
    lefts = data.draw(st.lists(st.integers(0, most), min_size=1, max_size=3, unique=True))
    limits = {left: data.draw(st.integers(-20, 40)) for left in lefts}
    found, totals = groups.lower(limits), groups.totals(limits)
    for left, limit in limits.items():
        law = {v: w for (k, v), w in whole.items() if k == left and v <= limit}
        assert found[left] == law
        assert totals[left] == (sum(law.values()), sum(v * w for v, w in law.items()))
        assert groups.least[left] == min(v for k, v in whole if k == left)
        assert groups.greatest[left] == max(v for k, v in whole if k == left)


@pytest.mark.parametrize("table", ["30/12/5", "25/12/5"])
def test_perfect_pairs_at_full_size_from_both_ends(table: str) -> None:
    wager = wager_of(load("crown-perth"), "perfect-pairs")
    paytable = next(each for each in wager.paytables if each.name == table)
    form: Form = form_of(wager, paytable)
    groups = form.groups(Shoe.of(2))
    left = 26
    limit = left * (left - 1) // 2
    below = groups.lower({left: limit})[left]
    above = groups.mirrored.lower({left: -limit - 1})[left]
    assert sum(below.values()) + sum(above.values()) == comb(104, left)
