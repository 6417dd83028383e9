"""What a shoe's tally is worth: moments and full law of the result, for wagers on higher and lower.

Given the tally, the untied pairs are fair coins and independent: swapping the two cards of one
untied pair turns higher into lower and touches nothing else (M2). So the result is a sum of
`untied` coins {higher, lower}, of one coin {war_higher, war_lower} for every first tie without a
second, and of `war_tie` for every second tie, with whatever nets the rules pay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import TYPE_CHECKING

from warodds.law import Law
from warodds.rules import Rules, Wager
from warodds.rules.model import Decision, Paytable, event_on
from warodds.settle import round_net
from warodds.wholeshoe.cluster import Cluster
from warodds.wholeshoe.tallies import Tally

if TYPE_CHECKING:
    from flint import fmpz_poly


@dataclass(frozen=True, slots=True)
class Nets:
    """Net units of one round by how it ends. With a first tie and no war, both coins of it are
    the same: `war_higher` and `war_lower` then hold what the tie pays.
    """

    higher: Fraction
    lower: Fraction
    war_higher: Fraction
    war_lower: Fraction
    war_tie: Fraction
    once_a_war: bool = False

    @property
    def untied(self) -> tuple[Fraction, Fraction]:
        """Mean and variance of a round without a tie."""
        return (self.higher + self.lower) / 2, ((self.higher - self.lower) / 2) ** 2

    @property
    def tied(self) -> tuple[Fraction, Fraction]:
        """Mean and variance of a round with a first tie and no second one."""
        return (self.war_higher + self.war_lower) / 2, ((self.war_higher - self.war_lower) / 2) ** 2


def game_nets(rules: Rules, decision: Decision | None) -> Nets:
    """Return what a round pays on the main and the war wager together.

    >>> from warodds.rules import load
    >>> nets = game_nets(load("pennsylvania"), "war")
    >>> [str(net) for net in (nets.war_higher, nets.war_lower, nets.war_tie)]
    ['1', '-2', '2']
    """
    return Nets(
        round_net("higher", rules),
        round_net("lower", rules),
        *(round_net(event, rules) for event in _tie_events(decision)),
    )


def wager_nets(wager: Wager, table: Paytable, decision: Decision | None) -> Nets:
    """Return what a round pays on one wager on higher, tie and lower."""

    def net(event: str) -> Fraction:
        return table.payout(event).net

    if wager.role == "main":
        return Nets(net("higher"), net("lower"), *map(net, _tie_events(decision)))
    if wager.deal == "war":
        war = (net(event_on("war", event)) for event in ("higher", "lower", "tie"))
        return Nets(Fraction(), Fraction(), *war, once_a_war=True)
    return Nets(net("higher"), net("lower"), net("tie"), net("tie"), net("tie"))


def _tie_events(decision: Decision | None) -> tuple[str, str, str]:
    """Return how a round with a first tie can end for the main wager."""
    if decision == "war":
        return "war_higher", "war_lower", "war_tie"
    alone = "surrender" if decision == "surrender" else "tie"
    return alone, alone, alone


def cluster_of(tallies: Law[Tally], nets: Nets) -> Cluster:
    """Return the moments of a shoe, straight from the moments of its tally.

    Any function of a round's ending can stand for the nets: with 1 for `higher` and 0 for the
    rest, say, the result is how often the player was higher.
    """
    total = tallies.total
    mean = [Fraction(_sum(tallies, i), total) for i in range(3)]
    spread = [
        [Fraction(_sum(tallies, i, j), total) - mean[i] * mean[j] for j in range(3)]
        for i in range(3)
    ]
    (untied, untied_variance), (tied, tied_variance) = nets.untied, nets.tied
    worth = (untied, tied, nets.war_tie - tied)  # of one more in each place of the tally
    placed = (Fraction(not nets.once_a_war), Fraction(1), Fraction())
    unbroken = mean[1] - mean[2]
    return Cluster(
        _dot(placed, mean),
        _form(placed, spread, placed),
        _dot(worth, mean),
        _form(worth, spread, worth) + untied_variance * mean[0] + tied_variance * unbroken,
        _form(placed, spread, worth),
        (untied**2 + untied_variance) * mean[0]
        + (tied**2 + tied_variance) * unbroken
        + nets.war_tie**2 * mean[2],
    )


def _sum(tallies: Law[Tally], *places: int) -> int:
    if len(places) == 1:
        (i,) = places
        return sum(tally[i] * ways for tally, ways in tallies)
    i, j = places
    return sum(tally[i] * tally[j] * ways for tally, ways in tallies)


def _dot(left: tuple[Fraction, ...], right: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction())


def _form(
    left: tuple[Fraction, ...], matrix: list[list[Fraction]], right: tuple[Fraction, ...]
) -> Fraction:
    return _dot(left, [_dot(right, row) for row in matrix])


def result_law(tallies: Law[Tally], nets: Nets) -> Law[Fraction]:
    """Return the full law of a shoe's result, in order of the result.

    Counted in steps of the smallest unit that every net is a multiple of, a tally (a, b + c, c)
    has the generating function (x^higher + x^lower)^a (x^war_higher + x^war_lower)^b x^(c war_tie).
    Every coin halves, so all is over 2 to the most coins that a shoe can toss.
    """
    from flint import fmpz_poly

    unit = lcm(
        *(
            net.denominator
            for net in (nets.higher, nets.lower, nets.war_higher, nets.war_lower, nets.war_tie)
        )
    )
    low, high = sorted((int(nets.higher * unit), int(nets.lower * unit)))
    war_low, war_high = sorted((int(nets.war_higher * unit), int(nets.war_lower * unit)))
    war_tie = int(nets.war_tie * unit)
    coins = max(tally.rounds - tally.second_ties for tally, _ in tallies)

    parts: dict[int, dict[int, int]] = {}
    for (untied, ties, second), ways in tallies:
        unbroken = ties - second
        part = parts.setdefault(untied, {})
        scaled = ways << (coins - untied - unbroken)
        net = untied * low + unbroken * war_low + second * war_tie
        for won in range(unbroken + 1):
            part[net] = part.get(net, 0) + scaled * comb(unbroken, won)
            net += war_high - war_low
    least = min(net for part in parts.values() for net in part)
    coin = fmpz_poly([1]) + fmpz_poly([0] * (high - low) + [1])
    law = _evaluated({untied: _shifted(part, least) for untied, part in parts.items()}, coin)
    return Law(
        {Fraction(least + net, unit): int(ways) for net, ways in enumerate(law.coeffs()) if ways}
    )


def _shifted(part: Mapping[int, int], least: int) -> fmpz_poly:
    from flint import fmpz_poly

    coefficients = [0] * (max(part) - least + 1)
    for net, ways in part.items():
        coefficients[net - least] = ways
    return fmpz_poly(coefficients)


def _evaluated(parts: Mapping[int, fmpz_poly], coin: fmpz_poly) -> fmpz_poly:
    """Return Σ part · coin^k over the parts k, by Horner's rule."""
    total = 0 * coin
    for untied in range(max(parts), -1, -1):
        total = total * coin
        if untied in parts:
            total += parts[untied]
    return total
