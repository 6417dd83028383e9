"""Section 6: the interval for the observed return after 10^4 to 10^9 rounds."""

from __future__ import annotations

from warodds.figures import Odds
from warodds.precision import decimal, root
from warodds.report.analysis import Analysis
from warodds.report.document import Block, Section
from warodds.report.tolerance import LEVELS, ROUNDS, Z_DIGITS, quantile, returns
from warodds.report.wagers import level_of, shoe_of
from warodds.show.table import Table
from warodds.show.words import coarse, exact


def tolerance_section(analysis: Analysis) -> Section:
    """Return section 6: the interval for the observed return after 10^4 to 10^9 rounds."""
    z = " and ".join(f"{decimal(quantile(v), Z_DIGITS)} at {level_of(v)}" for v in LEVELS)
    blocks: list[Block] = [
        "After n independent rounds the observed return lies, with the stated confidence, in "
        "RTP ± z·SD/√n: the normal law for the mean of n rounds, with SD the root of the exact "
        f"variance. The two-sided quantile z of the normal law is {z}. For a wager n counts the "
        "rounds in which it is placed. Rounds of one shoe depend on each other slightly; the "
        "interval is for rounds dealt from shuffled shoes, as a continuous shuffler deals them.",
    ]
    if analysis.rules.war is not None:
        blocks.append(
            "The return on all money staked is a ratio of two sums; its variance per round is "
            "E[(X − m·S)²]/E[S]², with X the net units and S the units staked in a round and "
            "m = E[X]/E[S]."
        )
    parts = tuple(
        Section(shoe_of(game.odds), _tolerance_tables(game.odds, analysis.digits))
        for game in analysis.games
    )
    data = {"tolerance": [tolerance_data(game.odds, analysis.digits) for game in analysis.games]}
    return Section("Tolerance of the observed return", tuple(blocks), parts, data)


def _tolerance_tables(odds: Odds, digits: int) -> tuple[Table, ...]:
    every = returns(odds)
    rows = tuple(
        (each.label, exact(each.rtp), exact(each.variance), root(each.variance, digits))
        for each in every
    )
    headings = ("wager", "RTP", "variance", "standard deviation")
    tables = [Table("Exact returns and variances behind the intervals", headings, rows, "lr")]
    powers = tuple(f"n = 10^{len(str(rounds)) - 1}" for rounds in ROUNDS)
    for level in LEVELS:
        caption = f"Observed return in per cent, {level_of(level)} confidence"
        cells = tuple(
            (each.label, *(" to ".join(each.interval(level, n, coarse(digits))) for n in ROUNDS))
            for each in every
        )
        tables.append(Table(caption, ("wager", *powers), cells, "lr"))
    return tuple(tables)


def tolerance_data(odds: Odds, digits: int) -> dict[str, object]:
    """Return the intervals for the JSON: both ends in per cent, rounded as decimals."""
    return {
        "decks": odds.decks,
        "returns": [
            {
                "wager": each.wager,
                "paytable": each.paytable or None,
                "per": "all money staked" if each.staked else "unit of the wager",
                "rtp": exact(each.rtp),
                "variance": exact(each.variance),
                "intervals": [
                    {
                        "confidence": exact(level),
                        "z": exact(quantile(level)),
                        "rounds": str(rounds),
                        "low_percent": low,
                        "high_percent": high,
                    }
                    for level in LEVELS
                    for rounds in ROUNDS
                    for low, high in [each.interval(level, rounds, coarse(digits))]
                ],
            }
            for each in returns(odds)
        ],
    }
