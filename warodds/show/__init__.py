"""How results look: each kind of result becomes a `Presentation`, which takes every format."""

from __future__ import annotations

from warodds.figures import Comparison, Odds, WagerOdds
from warodds.show.odds import present_comparison, present_odds
from warodds.show.table import FORMATS, Presentation

DIGITS = 6
"""Digits after the point of a decimal, unless somebody asks for another number."""


def present(result: object, digits: int = DIGITS, *, game: bool = True) -> Presentation:
    """Return a result ready to be shown; `game` is whether the game stands beside its wagers."""
    if isinstance(result, Odds):
        return present_odds(result, digits, game)
    if isinstance(result, Comparison):
        return present_comparison(result, digits, game)
    if isinstance(result, WagerOdds):
        from warodds.show.outcomes import present_wager

        return present_wager(result, digits)
    return _present_formula(result, digits, game)


def _present_formula(result: object, digits: int, game: bool) -> Presentation:
    """Return a closed form ready to be shown; imported when met, so that `odds` starts fast."""
    from warodds.formula import Formulas, FreePayout, Solution

    if isinstance(result, Formulas):
        from warodds.show.formula import present_formulas

        return present_formulas(result, digits, game)
    if isinstance(result, FreePayout):
        from warodds.show.formula import present_free

        return present_free(result, digits)
    if isinstance(result, Solution):
        from warodds.show.solve import present_solution

        return present_solution(result, digits)
    raise TypeError(f"nothing shows a {type(result).__name__}")


__all__ = ["DIGITS", "FORMATS", "Presentation", "present"]
