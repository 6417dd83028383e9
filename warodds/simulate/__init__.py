"""The reference simulator: real shuffled shoes, dealt by the rules' own procedure.

It shares the rules with the exact side of the package and nothing else: no module here imports
the enumerator or anything built on it, so that each can judge the other.

Rounds of one shoe depend on each other, and so do boxes that share the dealer's cards. Each round
of a shoe that is dealt to a fixed number of rounds has the law of a fresh round; a shoe dealt to a
cut card has fewer rounds when it has more wars, which moves averages over its rounds by a little
(the cut-card effect). `fresh=True` shuffles before every round and is free of both.
"""

from warodds.simulate.plan import Plan, plan
from warodds.simulate.result import Simulated, simulate
from warodds.simulate.run import log
from warodds.simulate.write import LEVELS, save

__all__ = ["LEVELS", "Plan", "Simulated", "log", "plan", "save", "simulate"]
