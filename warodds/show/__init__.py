"""How results look: each kind of result becomes a `Presentation`, which takes every format."""

from __future__ import annotations

from warodds.figures import Comparison, GameOdds, Odds, WagerOdds
from warodds.rules import Rules
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
    if isinstance(result, GameOdds):
        from warodds.show.outcomes import present_game

        return present_game(result, digits)
    if isinstance(result, Rules):
        from warodds.show.rules import present_rules

        return present_rules(result)
    raise TypeError(f"nothing shows a {type(result).__name__}")


__all__ = ["DIGITS", "FORMATS", "Presentation", "present"]
