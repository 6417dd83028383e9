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
from warodds.rules.model import Decision, Paytable
from warodds.settle import round_net
from warodds.wholeshoe.cluster import Cluster
from warodds.wholeshoe.tallies import Tally

if TYPE_CHECKING:
    from flint import fmpz_poly


@dataclass(frozen=True, slots=True)
class Nets:
    """Net units of one round by how it ends.

    `war` holds them for a war that the player wins, loses and ties. Where a first tie ends the
    round, each of the three is what that pays. `once_a_war` is whether the wager rides on the war
    deal, so that it is placed once a war and not once a round.
    """

    higher: Fraction
    lower: Fraction
    war: tuple[Fraction, Fraction, Fraction]
    once_a_war: bool = False

    @property
    def untied(self) -> tuple[Fraction, Fraction]:
        """Mean and variance of a round without a tie."""
        return (self.higher + self.lower) / 2, ((self.higher - self.lower) / 2) ** 2

    @property
    def unbroken(self) -> tuple[Fraction, Fraction]:
        """Mean and variance of a round with a first tie and no second one."""
        higher, lower, _ = self.war
        return (higher + lower) / 2, ((higher - lower) / 2) ** 2


def game_nets(rules: Rules, decision: Decision | None) -> Nets:
    """Return what a round pays on the main and the war wager together.

    >>> from warodds.rules import load
    >>> [str(net) for net in game_nets(load("pennsylvania"), "war").war]
    ['1', '-2', '2']
    """

    def net(event: str) -> Fraction:
        return round_net(event, rules)

    higher, lower, tie = _tie_events(decision)
    return Nets(net("higher"), net("lower"), (net(higher), net(lower), net(tie)))


def wager_nets(wager: Wager, table: Paytable, decision: Decision | None) -> Nets:
    """Return what a round pays on one wager on higher, tie and lower."""

    def net(event: str) -> Fraction:
        return table.payout(event).net

    if wager.deal == "war":
        war = net("war_higher"), net("war_lower"), net("war_tie")
        return Nets(Fraction(), Fraction(), war, once_a_war=True)
    events = _tie_events(decision) if wager.role == "main" else ("tie", "tie", "tie")
    higher, lower, tie = events
    return Nets(net("higher"), net("lower"), (net(higher), net(lower), net(tie)))


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
    mean = [Fraction(sum(tally[i] * ways for tally, ways in tallies), total) for i in range(3)]
    square = [
        [sum(tally[i] * tally[j] * ways for tally, ways in tallies) for j in range(3)]
        for i in range(3)
    ]
    spread = [
        [Fraction(square[i][j], total) - mean[i] * mean[j] for j in range(3)] for i in range(3)
    ]
    (untied, untied_variance), (tied, tied_variance) = nets.untied, nets.unbroken
    second = nets.war[2]
    worth = (untied, tied, second - tied)  # of one more in each place of the tally
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
        + second**2 * mean[2],
    )


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

    unit = lcm(*(net.denominator for net in (nets.higher, nets.lower, *nets.war)))
    low, high = sorted((int(nets.higher * unit), int(nets.lower * unit)))
    war_low, war_high = sorted(int(net * unit) for net in nets.war[:2])
    war_tie = int(nets.war[2] * unit)
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
