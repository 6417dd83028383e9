"""Known mistakes of Casino War simulators, each as a change with an exact law.

`model` says what a mistake is, `library` lists them, `payouts` changes what is paid, `dealt` and
`repeats` change how a round is dealt, and `laws` turns mistakes into the exact law of a round.
"""

from warodds.mistakes.laws import Cell, law_of, pair_law, wager_law
from warodds.mistakes.library import MISTAKES, apply, combinable, find, nets
from warodds.mistakes.model import Dealing, Mistake, Visible

__all__ = [
    "MISTAKES",
    "Cell",
    "Dealing",
    "Mistake",
    "Visible",
    "apply",
    "combinable",
    "find",
    "law_of",
    "nets",
    "pair_law",
    "wager_law",
]
