"""Whole shoe, counting and boxes as a report shows them: every deck count, one of them at length.

The deck count at length is six or, where it is not among them, the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from warodds.boxes import BoxesOdds, boxes
from warodds.counting import Counts, counts, gains_by_depth
from warodds.precision import decimal, percent, root
from warodds.rules import Rules
from warodds.rules.cut import cut_cards, last_start
from warodds.show.boxes import bank_table, boxes_data, boxes_table, law_series, law_table
from warodds.show.count import (
    counts_table,
    depth_table,
    effects_table,
    name_of,
    present_counts,
)
from warodds.show.shoe import shoe_tables
from warodds.show.shoe_data import shoe_data, standing
from warodds.show.small import share
from warodds.show.table import Table
from warodds.show.words import coarse, exact
from warodds.wholeshoe import Bin, WholeShoe, histogram, whole_shoe

STEPS = 6
"""Steps from half a shoe to the cut card in a report's tables by depth."""

Points = tuple[tuple[Fraction, Fraction], ...]
"""A line or the bars of a chart, exactly."""


@dataclass(frozen=True, slots=True)
class Section:
    """Tables, what the chart that goes with them draws, and a result a deck count for machines."""

    tables: tuple[Table, ...]
    series: dict[str, Points]
    data: list[Any]


def at_length(decks: Sequence[int]) -> int:
    """Return the deck count that is shown at length.

    >>> at_length((4, 6, 8)), at_length((1, 2))
    (6, 1)
    """
    return 6 if 6 in decks else decks[0]


def shoe_section(rules: Rules, decks: Sequence[int], digits: int) -> Section:
    """Return whole shoes by the rules' own procedure: the game, and each wager beside it.

    The bars are the chance of each result of a shoe, in bins.

    >>> from warodds.rules import load
    >>> section = shoe_section(load("pennsylvania"), (6, 8), 6)
    >>> section.data[1]["decks"], sum(y for _, y in section.series["result"])
    (8, Fraction(1, 1))
    """
    decks_shown = at_length(decks)
    law = _shoe(rules, decks_shown).law
    tables = (
        *_by_decks(rules, decks, _shoes_table, digits),
        *map(_without_bars, shoe_tables(rules, decks_shown, digits)),
    )
    bars = _middles(histogram(law)) if law else ()
    data = [shoe_data(_shoe(rules, each), digits, False) for each in decks]
    return Section(tables, {"result": bars}, data)


def _middles(bins: Sequence[Bin]) -> Points:
    """Return the middle of each bin with its chance.

    The outer bins hold all that lies further out; they are drawn a bin's width beyond the others.
    """
    middles = [(each.low + each.high) / 2 for each in bins]
    if len(bins) > 3:
        width = middles[2] - middles[1]
        middles[0], middles[-1] = middles[1] - width, middles[-2] + width
    return tuple((x, each.probability) for x, each in zip(middles, bins, strict=True))


def _shoes_table(rules: Rules, decks: Sequence[int], digits: int) -> Table:
    rows = []
    for shoe in (_shoe(rules, each) for each in decks):
        cluster = shoe.cluster
        ahead = "" if shoe.law is None else percent(standing(shoe.law)[0], digits)
        rows.append(
            (
                str(shoe.fresh.decks),
                str(shoe.procedure.cut),
                decimal(cluster.placed, coarse(digits)),
                decimal(cluster.result, digits),
                root(cluster.result_variance, digits),
                ahead,
                decimal(cluster.ev, digits + 4),
                decimal(shoe.fresh_ev, digits + 4),
                decimal(shoe.cut_card_effect, digits + 4),
                decimal(cluster.design_effect, digits),
            )
        )
    headings = (
        "decks",
        "behind the cut card",
        "rounds",
        "result a shoe",
        "std dev",
        "ahead after a shoe",
        "EV measured",
        "EV fresh",
        "cut-card effect",
        "clustered over naive",
    )
    return Table("The game over a whole shoe, by deck count", headings, tuple(rows), "r")


def counting_section(rules: Rules, decks: Sequence[int], digits: int) -> Section:
    """Return what counting is worth: every wager at each deck count, side wagers by depth.

    The cut card lies at the limit of the rules. Depths start at half a shoe, before which little
    can be gained, or at a full one where the cut card is there already. Wagers on the war deal
    are in the first tables alone. The lines are the gain per round against cards left.

    >>> from warodds.rules import load
    >>> section = counting_section(load("new-zealand"), (6,), 6)
    >>> [table.caption for table in section.tables][1:]
    ['Effect of removing one card on the EV: Tie Wager', 'Tie Wager by depth']
    """
    every = {each: _counts(rules, each) for each in decks}
    shown = at_length(decks)
    last = _last_start(rules, shown)
    start = 26 * shown if last < 26 * shown else 52 * shown
    lefts = [start - round(Fraction((start - last) * step, STEPS)) for step in range(STEPS + 1)]
    tables = [counts_table(each, digits) for each in every.values()]
    series: dict[str, Points] = {}
    named: set[str] = set()
    for each in every[shown].results:
        if each.wager.role == "main" or each.wager.deal == "war":
            continue
        if each.wager.id not in named:  # all paytables of a wager have the same cards in a row
            tables.append(effects_table(each, digits, f": {name_of(each)}"))
            named.add(each.wager.id)
        before = gains_by_depth(rules, shown, each.wager.id, lefts[:-1], paytable=each.paytable)
        gains = (*before, each.gain)  # the last depth is that of the first tables
        tables.append(_without_bars(depth_table(f"{name_of(each)} by depth", gains, digits)))
        series[name_of(each)] = tuple(
            sorted((Fraction(gain.left), gain.gain_per_round) for gain in gains)
        )
    data = [present_counts(each, digits).data() for each in every.values()]
    return Section(tuple(tables), series, data)


def boxes_section(rules: Rules, decks: Sequence[int], digits: int) -> Section:
    """Return the boxes of one round, as many as the rules permit, each with one unit on the game.

    The bank has one unit for each box. The bars are the law of the total.

    >>> from warodds.rules import load
    >>> [table.caption for table in boxes_section(load("california"), (6,), 6).tables][1:]
    ['A bank of 7 units', 'Law of the total result']
    """
    table = _boxes(rules, at_length(decks))
    tables = (
        *_by_decks(rules, decks, _boxes_by_decks, digits),
        boxes_table(table, digits),
        bank_table(table, digits),
        _without_bars(law_table(table, digits)),
    )
    data = [boxes_data(_boxes(rules, each), digits) for each in decks]
    return Section(tables, {f"{table.boxes} boxes": tuple(law_series(table))}, data)


def _boxes_by_decks(rules: Rules, decks: Sequence[int], digits: int) -> Table:
    rows = []
    for table in (_boxes(rules, each) for each in decks):
        correlation, exhausted, short = table.correlation, table.exhausted, table.short
        rows.append(
            (
                str(table.decks),
                exact(table.mean),
                root(table.variance, digits),
                exact(table.covariance),
                exact(correlation),
                "" if correlation is None else decimal(correlation, digits),
                "" if exhausted is None else share(exhausted, digits),
                "" if short is None else share(short, digits),
            )
        )
    headings = (
        "decks",
        "mean of all boxes",
        "std dev",
        "covariance of two boxes",
        "correlation of two boxes",
        "decimal",
        "bank exhausted",
        "bank too small",
    )
    number = rules.boxes.most or 2
    caption = f"{number} boxes and a bank of {number} units, by deck count"
    return Table(caption, headings, tuple(rows), "r")


def _by_decks(
    rules: Rules,
    decks: Sequence[int],
    table: Callable[[Rules, Sequence[int], int], Table],
    digits: int,
) -> tuple[Table, ...]:
    """Return a table by deck count, where there are several."""
    return (table(rules, decks, digits),) if len(decks) > 1 else ()


# The tables of one document and its figures for machines are made of the same results.


@lru_cache(maxsize=64)
def _shoe(rules: Rules, decks: int) -> WholeShoe:
    return whole_shoe(rules, decks)


@lru_cache(maxsize=64)
def _counts(rules: Rules, decks: int) -> Counts:
    return counts(rules, decks, left=_last_start(rules, decks))


def _last_start(rules: Rules, decks: int) -> int:
    """Return the fewest cards left with which a round can start."""
    return last_start(rules.cut_card, cut_cards(rules, decks, None))


@lru_cache(maxsize=64)
def _boxes(rules: Rules, decks: int) -> BoxesOdds:
    number = rules.boxes.most or 2
    return boxes(rules, decks, number, bank=number)


def _without_bars(table: Table) -> Table:
    """Leave out a column of bars, which has no heading: a report draws a chart instead."""
    if table.headings[-1]:
        return table
    kept = len(table.headings) - 1
    rows = tuple(row[:kept] for row in table.rows)
    return table._replace(headings=table.headings[:kept], rows=rows, flush=table.flush[:kept])
