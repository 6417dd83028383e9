"""M5: closed forms in the number of decks, proved by enumeration, and what follows from them."""

from warodds.formula.behaviour import directions, signs
from warodds.formula.closed import Closed
from warodds.formula.identities import Identities, identities
from warodds.formula.payout import FreePayout, Solution, free_payouts, solve
from warodds.formula.wagers import Formulas, GameFormula, WagerFormula, formulas

__all__ = [
    "Closed",
    "Formulas",
    "FreePayout",
    "GameFormula",
    "Identities",
    "Solution",
    "WagerFormula",
    "directions",
    "formulas",
    "free_payouts",
    "identities",
    "signs",
    "solve",
]
