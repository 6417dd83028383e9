"""How results look: each kind of result becomes a `Presentation`, which takes every format."""

from __future__ import annotations

from importlib import import_module

from warodds.show.table import FORMATS, Presentation

DIGITS = 6
"""Digits after the point of a decimal, unless somebody asks for another number."""

PRESENTERS = {
    "Odds": "odds.present_odds",
    "Comparison": "odds.present_comparison",
    "WagerOdds": "outcomes.present_wager",
    "GameOdds": "outcomes.present_game",
    "Rules": "rules.present_rules",
    "Formulas": "formula.present_formulas",
    "FreePayout": "formula.present_free",
    "Solution": "solve.present_solution",
    "WholeShoe": "shoe.present_shoe",
    "Count": "count.present_count",
    "Counts": "count.present_counts",
    "BoxesOdds": "boxes.present_boxes",
    "Simulated": "simulated.present_simulated",
    "Verification": "verify.present_verification",
}
"""Which function of which module shows a kind of result; it is imported when one is shown."""


def present(result: object, digits: int = DIGITS, *, game: bool = True) -> Presentation:
    """Return a result ready to be shown; `game` is whether the game stands beside its wagers."""
    kind = type(result).__name__
    if kind not in PRESENTERS:
        raise TypeError(f"nothing shows a {kind}")
    module, function = PRESENTERS[kind].split(".")
    presenter = getattr(import_module(f"warodds.show.{module}"), function)
    options = {} if game else {"game": False}
    shown: Presentation = presenter(result, digits, **options)
    return shown


__all__ = ["DIGITS", "FORMATS", "Presentation", "present"]
