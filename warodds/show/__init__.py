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
    from warodds.simulate import Simulated

    if isinstance(result, Simulated):
        from warodds.show.simulated import present_simulated

        return present_simulated(result, digits)
    from warodds.verification import Verification

    if isinstance(result, Verification):
        from warodds.show.verify import present_verification

        return present_verification(result, digits)
    raise TypeError(f"nothing shows a {type(result).__name__}")


__all__ = ["DIGITS", "FORMATS", "Presentation", "present"]
