"""Rows next to each other: a dealer's card that comes again on the next row.

Rounds repeat it by chance; rows of several seats that share one dealer's card repeat it nearly
always, and nothing else in them may tell that they are not rounds of their own.
"""

from __future__ import annotations

from fractions import Fraction
from math import log

from warodds.cards import RANKS
from warodds.law import Law
from warodds.verification.reading.read import Serial
from warodds.verification.sample import Key

MOST_SEATS = 9


def repeats(law: Law[Key]) -> Fraction:
    """Return the chance that two rounds have a dealer's card of one rank."""
    ranks = law.map(lambda key: key.dealer)
    return sum((ranks.probability(rank) ** 2 for rank in ranks.ways), Fraction())


def serial_chance(serial: Serial, one_rank: Fraction) -> Fraction:
    """Return the chance that a row repeats the dealer's card, as that is told, of the row before.

    What is told with its suit repeats as much less often as suits are many.
    """
    return serial.chance * len(RANKS) * one_rank


def neighbours_likelihood(serial: Serial, one_rank: Fraction, seats: bool) -> float:
    """Return the log-likelihood of rows that repeat the dealer's card, from seats or from rounds.

    Rounds of one shoe repeat a card a little less often than full shoes do, which is no fault.
    """
    chance = serial_chance(serial, one_rank)
    seen = Fraction(serial.repeated, serial.pairs)
    if seats:
        number = seats_of(serial)
        chance = Fraction(number - 1, number) + chance / number
    elif 0 < seen < chance:
        chance = seen
    again, other = log(chance), log(1 - chance)
    return serial.repeated * again + (serial.pairs - serial.repeated) * other


def seats_of(serial: Serial) -> int:
    """Return how many seats repeat the dealer's card as often as these rows do, from two on."""
    seen = Fraction(serial.repeated, serial.pairs)

    def off(seats: int) -> Fraction:
        return abs(Fraction(seats - 1, seats) + serial.chance / seats - seen)

    return min(range(2, MOST_SEATS + 1), key=off)
