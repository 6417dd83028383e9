"""Exact odds for Casino War: every wager of every jurisdiction, as rational numbers.

>>> import warodds
>>> result = warodds.odds("pennsylvania", decks=6)
>>> result.game.ev
Fraction(-23138, 993023)
>>> result.wager("tie").house_edge
Fraction(58, 311)
"""

from typing import TYPE_CHECKING

from warodds.cards import Card, Shoe, read_cards
from warodds.errors import WaroddsError
from warodds.evaluate import compare, odds
from warodds.figures import Comparison, Odds, WagerOdds
from warodds.rules import Rules, jurisdictions, load

if TYPE_CHECKING:
    from warodds.verification import verify

__version__ = "0.1.0"

__all__ = [
    "Card",
    "Comparison",
    "Odds",
    "Rules",
    "Shoe",
    "WagerOdds",
    "WaroddsError",
    "compare",
    "jurisdictions",
    "load",
    "odds",
    "read_cards",
    "verify",
]


def __getattr__(name: str) -> object:
    """Import what few programs need when one asks for it, so that `import warodds` stays fast."""
    if name == "verify":
        from warodds.verification import verify

        return verify
    raise AttributeError(f"module 'warodds' has no attribute {name!r}")
