"""Laws: integer ways over one total."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from warodds.law import Law


def test_conditioning_and_lumping_keep_the_ways() -> None:
    die = Law(dict.fromkeys(range(1, 7), 2))
    assert die.total == 12
    assert die.given(lambda face: face > 4).total == 4
    assert die.map(lambda face: face % 2).ways == {1: 6, 0: 6}
    assert die.mean(Fraction) == Fraction(7, 2)
    assert die.variance(Fraction) == Fraction(35, 12)


def test_what_has_no_ways_is_not_kept() -> None:
    assert len(Law({"a": 1, "b": 0})) == 1
    assert Law({"a": 1}).probability("b") == 0


def test_negative_ways_are_a_mistake() -> None:
    with pytest.raises(ArithmeticError):
        Law({"a": -1})


def test_a_law_cannot_be_changed() -> None:
    law: Any = Law({"a": 1})
    with pytest.raises(TypeError):
        law.ways["a"] = 2
