"""A whole shoe, from its first card to the cut card (M6): every law of it, exact."""

from warodds.wholeshoe.cluster import Cluster
from warodds.wholeshoe.marks import Mark, Marked, marked_cluster, marked_wager
from warodds.wholeshoe.nets import Nets, cluster_of, game_nets, result_law, wager_nets
from warodds.wholeshoe.procedure import Choices, Procedure, procedure_of
from warodds.wholeshoe.tallies import Tally, tally_law

__all__ = [
    "Choices",
    "Cluster",
    "Mark",
    "Marked",
    "Nets",
    "Procedure",
    "Tally",
    "cluster_of",
    "game_nets",
    "marked_cluster",
    "marked_wager",
    "procedure_of",
    "result_law",
    "tally_law",
    "wager_nets",
]
