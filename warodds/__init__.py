"""Exact odds for Casino War: every wager of every jurisdiction, as rational numbers.

>>> import warodds
>>> result = warodds.odds("pennsylvania", decks=6)
>>> result.game.ev
Fraction(-23138, 993023)
>>> result.wager("tie").house_edge
Fraction(58, 311)
"""

from warodds.cards import Card, Shoe, read_cards
from warodds.errors import WaroddsError
from warodds.evaluate import compare, odds
from warodds.figures import Comparison, Odds, WagerOdds
from warodds.rules import Rules, jurisdictions, load

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
]
