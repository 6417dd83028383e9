"""Several boxes in one round (M8).

`plan` is what each box stakes, `classes` and `expansion` the law, `odds` the result.
"""

from warodds.boxes.odds import BoxesOdds, boxes
from warodds.boxes.plan import Plan, Stake, make_plan, read_bets

__all__ = ["BoxesOdds", "Plan", "Stake", "boxes", "make_plan", "read_bets"]
