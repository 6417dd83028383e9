"""A whole shoe, from its first card to the cut card (M6): every law of it, exact.

`whole_shoe` is the way in. Below it, each a file: how a shoe is dealt (`procedure`), which pairs
tie (`ties`), where rounds start (`starts`), what a shoe tallies (`tallies`), what a tally pays
(`nets`; for wagers on ranks and pairs `marks`, `rank_law` and `pair_law`), and what a simulator
that deals whole shoes can measure (`cluster`).
"""

from warodds.wholeshoe.cluster import Cluster
from warodds.wholeshoe.histogram import Bin, histogram, quantiles, spread
from warodds.wholeshoe.marks import Mark, Marked, marked_cluster, marked_wager
from warodds.wholeshoe.nets import Nets, cluster_of, game_nets, result_law, wager_nets
from warodds.wholeshoe.pair_law import pair_law
from warodds.wholeshoe.procedure import Choices, Procedure, procedure_of
from warodds.wholeshoe.rank_law import rank_law
from warodds.wholeshoe.starts import round_starts
from warodds.wholeshoe.tallies import Tally, tally_law
from warodds.wholeshoe.whole import WholeShoe, whole_shoe

__all__ = [
    "Bin",
    "Choices",
    "Cluster",
    "Mark",
    "Marked",
    "Nets",
    "Procedure",
    "Tally",
    "WholeShoe",
    "cluster_of",
    "game_nets",
    "histogram",
    "marked_cluster",
    "marked_wager",
    "pair_law",
    "procedure_of",
    "quantiles",
    "rank_law",
    "result_law",
    "round_starts",
    "spread",
    "tally_law",
    "wager_nets",
    "whole_shoe",
]
