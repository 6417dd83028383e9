"""Rounds that share a shoe: what a simulator that deals whole shoes measures, and how surely.

A simulator adds up results and rounds over many shoes and divides: the EV per round that it
measures is the mean result of a shoe over its mean number of rounds. Shoes are independent of one
another, rounds of one shoe are not. By the usual expansion of a ratio, after n rounds (n large)
the variance of the measured EV is `clustered_variance` / n, where

    clustered_variance = Var(result − ev · rounds of one shoe) / mean rounds,

against `naive_variance` / n if every round counted as independent, where naive_variance is the
variance that the simulator sees from round to round.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Cluster:
    """The first and second moments of one shoe, for one wager or for the game.

    `placed` is how often the wager is placed in a shoe: once a round, or once a war for a wager
    on the war deal. `squares` is the mean, over shoes, of the sum of the squares of the results
    of the wagers placed.

    >>> shoe = Cluster(*map(Fraction, (4, 0, -1, 4, 0, 4)))
    >>> shoe.ev, shoe.clustered_variance, shoe.naive_variance
    (Fraction(-1, 4), Fraction(1, 1), Fraction(15, 16))
    """

    placed: Fraction
    placed_variance: Fraction
    result: Fraction
    result_variance: Fraction
    covariance: Fraction
    squares: Fraction

    @property
    def ev(self) -> Fraction:
        """The EV per wager placed as a simulator measures it: mean result over mean number."""
        return self.result / self.placed

    @property
    def clustered_variance(self) -> Fraction:
        """The variance of the EV measured in n wagers of whole shoes, times n, for large n."""
        ev = self.ev
        spread = self.result_variance - 2 * ev * self.covariance + ev**2 * self.placed_variance
        return spread / self.placed

    @property
    def naive_variance(self) -> Fraction:
        """The same if every wager counted as independent of every other."""
        return self.squares / self.placed - self.ev**2

    @property
    def design_effect(self) -> Fraction:
        """The clustered variance over the naive one: below 1, a naive error bar is too wide."""
        if not self.naive_variance:
            return Fraction(1)  # what never varies has no error either way
        return self.clustered_variance / self.naive_variance
