"""Counting (M7): what knowing the cards gone is worth.

`tail` is the mathematics of one end of a law, `forms` what a wager is worth in a composition,
`gain` how often and by how much it is favourable, `game` and `joint` the same for the game with its
war, `together` with where rounds start in a shoe, `shoe` the gain over one, `count` a wager with
all of it.
"""

from warodds.counting.count import Count, Counts, Effect, count, counts, gains_by_depth
from warodds.counting.gain import Gain
from warodds.counting.shoe import ShoeGain

__all__ = ["Count", "Counts", "Effect", "Gain", "ShoeGain", "count", "counts", "gains_by_depth"]
