"""Closed forms as such: one form each, exact values, expansions, and where they rise and fall."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import evaluated
from warodds.formula import Closed, directions, signs
from warodds.formula.behaviour import Run

coefficients = st.lists(st.integers(-20, 20), min_size=1, max_size=5)
nonzero = coefficients.filter(any)


def plain_value(numbers: list[int], at: Fraction) -> Fraction:
    return sum((number * at**power for power, number in enumerate(numbers)), Fraction())


@given(coefficients, nonzero, nonzero, st.integers(1, 50))
def test_a_common_factor_leaves_no_trace(
    top: list[int], bottom: list[int], factor: list[int], decks: int
) -> None:
    form = Closed.of(top, bottom)
    times = Closed.of(factor)
    assert (form * times) / times == form
    below = plain_value(bottom, Fraction(decks))
    if below:
        assert form(decks) == plain_value(top, Fraction(decks)) / below


@given(coefficients, nonzero, coefficients, nonzero, st.integers(1, 9))
def test_arithmetic_is_that_of_the_values(
    top: list[int], bottom: list[int], top2: list[int], bottom2: list[int], decks: int
) -> None:
    one, other = Closed.of(top, bottom), Closed.of(top2, bottom2)
    at = Fraction(decks, 7) + 100
    if plain_value(bottom, at) and plain_value(bottom2, at):
        assert (one + other)(at) == one(at) + other(at)
        assert (one - other)(at) == one(at) - other(at)
        assert (one * other)(at) == one(at) * other(at)
        assert (-one)(at) == -one(at)


@settings(deadline=None)  # the first example imports sympy
@given(coefficients, nonzero, st.integers(1, 30))
def test_the_text_evaluates_to_the_value(top: list[int], bottom: list[int], decks: int) -> None:
    form = Closed.of(top, bottom)
    if plain_value(bottom, Fraction(decks)):
        assert evaluated(str(form), d=decks) == form(decks)


@given(st.lists(st.integers(-9, 9), min_size=3, max_size=3), st.integers(1, 9))
def test_an_expansion_leaves_a_remainder_of_the_next_order(top: list[int], lead: int) -> None:
    form = Closed.of(top, [1, -2, lead])
    terms = form.expansion(4)
    rest = form - sum(
        (
            Closed.of([term.numerator], [*[0] * power, term.denominator])
            for power, term in enumerate(terms)
        ),
        Closed.constant(0),
    )
    assert not rest or len(rest.denominator) - len(rest.numerator) >= 4
    assert form.limit == terms[0]


def test_what_grows_has_no_limit_and_nothing_divides_by_zero() -> None:
    with pytest.raises(ArithmeticError, match="grows without bound"):
        assert Closed.of([0, 0, 1], [1, 1]).limit
    with pytest.raises(ZeroDivisionError):
        Closed.of([1], [0])
    with pytest.raises(ZeroDivisionError):
        Closed.of([1], [-3, 1])(3)


def brute_runs(told: list[str], start: int) -> list[tuple[int, str]]:
    """Where each run begins, of what is told of each deck count from `start` on."""
    return [
        (start + place, what)
        for place, what in enumerate(told)
        if place == 0 or told[place - 1] != what
    ]


@settings(deadline=None)
@given(
    st.lists(st.fractions(-3, 30, max_denominator=6), min_size=1, max_size=5),
    st.sampled_from([-1, 1]),
    st.integers(1, 4),
)
def test_signs_are_those_of_every_deck_count(roots: list[Fraction], lead: int, start: int) -> None:
    form = Closed.constant(lead)
    for root in roots:
        form *= Closed.of([-root.numerator, root.denominator])
    told = [
        "positive" if value > 0 else "negative" if value < 0 else "zero"
        for value in (form(decks) for decks in range(start, 40))
    ]
    found = signs(form, start)
    assert [(run.first, run.what) for run in found] == brute_runs(told, start)
    assert [run.last for run in found] == [run.first - 1 for run in found[1:]] + [None]


@settings(deadline=None)
@given(
    st.lists(st.fractions(-3, 30, max_denominator=6), min_size=1, max_size=4),
    st.sampled_from([-1, 1]),
    st.integers(1, 4),
)
def test_directions_are_those_of_every_step(roots: list[Fraction], lead: int, start: int) -> None:
    """All turning points lie between the roots, so 60 deck counts show every one of them."""
    form = Closed.constant(lead)
    for root in roots:
        form *= Closed.of([-root.numerator, root.denominator])
    steps = [form(decks + 1) - form(decks) for decks in range(start, 60)]
    told = ["rises" if step > 0 else "falls" if step < 0 else "constant" for step in steps]
    found = directions(form, start)
    assert [(run.first, run.what) for run in found] == brute_runs(told, start)
    assert [run.last for run in found] == [run.first for run in found[1:]] + [None]


def test_a_turn_between_two_deck_counts_far_out_is_not_missed() -> None:
    """The parabola around 10⁶ + 1/2: sampling would have to go there."""
    turn = Closed.of([(2 * 10**6 + 1) ** 2, -4 * (2 * 10**6 + 1), 4])
    assert directions(turn, 1) == (
        Run(1, 10**6, "falls"),
        Run(10**6, 10**6 + 1, "constant"),
        Run(10**6 + 1, None, "rises"),
    )
    assert signs(turn, 1) == (Run(1, None, "positive"),)


def test_a_bump_between_two_deck_counts_is_nothing_to_a_shoe() -> None:
    """−(3d − 10)(3d − 11) is positive only between 10/3 and 11/3, where no deck count lies."""
    form = Closed.of([-110, 63, -9])
    assert signs(form, 1) == (Run(1, None, "negative"),)
    assert [run.what for run in directions(form, 1)] == ["rises", "constant", "falls"]


def test_a_constant_keeps_its_course() -> None:
    assert directions(Closed.constant(Fraction(-2, 13)), 1) == (Run(1, None, "constant"),)
    assert signs(Closed.constant(0), 3) == (Run(3, None, "zero"),)
