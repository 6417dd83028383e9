"""How far an observed return may lie from the exact one: RTP ± z·SD/√n.

The interval is that of the normal law for the mean of n independent rounds, with the exact
variance behind it. A z is a quantile rounded to `Z_DIGITS` digits and from then on exact, so that
both ends are rounded only once.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from warodds.figures import GameOdds, Odds
from warodds.precision import band, normal_quantile

LEVELS = (Fraction(95, 100), Fraction(99, 100))
ROUNDS = tuple(10**power for power in range(4, 10))
Z_DIGITS = 12

VOLATILITY = ((Fraction(90, 100), Fraction(1645, 1000)), (Fraction(95, 100), Fraction(196, 100)))
"""Levels of the volatility index z·SD with the z that PAR sheets use for each."""


@dataclass(frozen=True, slots=True)
class Return:
    """A return to player per unit staked, with the exact variance of one round of it."""

    wager: str
    paytable: str
    staked: bool
    label: str
    rtp: Fraction
    variance: Fraction

    def interval(self, level: Fraction, rounds: int, digits: int) -> tuple[str, str]:
        """Return both ends of the interval for the observed return, in per cent to `digits`.

        >>> from warodds import odds
        >>> initial = returns(odds("pennsylvania", 6))[0]
        >>> initial.interval(Fraction(95, 100), 10**6, 4)
        ('97.4627', '97.8772')
        """
        square = quantile(level) ** 2 * self.variance / rounds
        return band(100 * self.rtp, 10**4 * square, digits)


@cache
def quantile(level: Fraction) -> Fraction:
    """Return the z used at a level."""
    return normal_quantile(level, Z_DIGITS)


def returns(odds: Odds) -> tuple[Return, ...]:
    """Return what each return of a game varies by: the game's two, then each wager's."""
    game, main = odds.game, odds.rules.main_wager.name
    found = [
        Return("game", "", False, f"The game, per unit of {main}", game.rtp_initial, game.variance)
    ]
    if game.average_staked != 1:
        label = "The game, per unit of all money staked"
        found.append(Return("game", "", True, label, game.rtp_staked, staked_variance(game)))
    for wager in odds.wagers:
        label = wager.wager.name + (f", {wager.paytable}" if wager.paytable else "")
        table = wager.paytable or ""
        found.append(Return(wager.id, table, False, label, 1 + wager.ev, wager.variance))
    return tuple(found)


def staked_variance(game: GameOdds) -> Fraction:
    """Return the variance, per round, of the return on all money staked.

    That return is a ratio of two sums, net units X over units staked S. For many rounds it
    varies as the mean of (X − m·S)/E[S] does, m being E[X]/E[S] (the delta method).
    """
    mean = game.ev / game.average_staked
    square = sum((o.probability * (o.net - mean * _staked(o.event)) ** 2 for o in game.outcomes), 0)
    return Fraction(square) / game.average_staked**2


def _staked(event: str) -> int:
    """Return the units staked in a round: two where it went to war."""
    return 2 if event.startswith("war_") else 1
