"""Whole shoe, counting and boxes as a report shows them, for one jurisdiction and deck count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from warodds.boxes import boxes
from warodds.counting import counts, gains_by_depth
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
from warodds.show.shoe_data import shoe_data
from warodds.show.table import Table
from warodds.wholeshoe import histogram, whole_shoe

STEPS = 6
"""Steps from half a shoe to the cut card in a report's tables by depth."""

Series = dict[str, list[tuple[Fraction, Fraction]]]
"""What a chart draws: the points of each line, exactly."""


@dataclass(frozen=True, slots=True)
class Section:
    """Tables, the lines of the chart that goes with them, and the same for machines."""

    tables: tuple[Table, ...]
    series: Series
    data: Mapping[str, Any]


def shoe_section(rules: Rules, decks: int, digits: int) -> Section:
    """Return a whole shoe by the rules' own procedure: the game, and each wager beside it.

    The line is the chance of each result of a shoe, in bins.

    >>> from warodds.rules import load
    >>> section = shoe_section(load("pennsylvania"), 6, 6)
    >>> section.data["rounds"]["mean"].count("/"), sum(y for _, y in section.series["result"])
    (1, Fraction(1, 1))
    """
    game = whole_shoe(rules, decks)
    bins = histogram(game.law) if game.law else ()
    # The outer bins hold all that lies further out: they are drawn at their inner ends.
    middles = [(each.low + each.high) / 2 for each in bins]
    if len(bins) > 2:
        middles[0], middles[-1] = bins[0].high, bins[-1].low
    line = [(x, each.probability) for x, each in zip(middles, bins, strict=True)]
    tables = tuple(map(_without_bars, shoe_tables(rules, decks, digits)))
    return Section(tables, {"result": line}, shoe_data(game, digits, False))


def counting_section(rules: Rules, decks: int, digits: int) -> Section:
    """Return what counting is worth at one deck count: every wager, and side wagers by depth.

    The cut card lies at the limit of the rules. Depths start at half a shoe, before which little
    can be gained, or at a full one where the cut card is there already. Wagers on the war deal
    are in the first table alone. The lines are the gain per round against cards left.

    >>> from warodds.rules import load
    >>> section = counting_section(load("new-zealand"), 6, 6)
    >>> [table.caption for table in section.tables][1:]
    ['Effect of removing one card on the EV: Tie Wager', 'Tie Wager by depth']
    """
    last = last_start(rules.cut_card, cut_cards(rules, decks, None))
    start = 26 * decks if last < 26 * decks else 52 * decks
    lefts = [start - round(Fraction((start - last) * step, STEPS)) for step in range(STEPS + 1)]
    summary = counts(rules, decks, left=last)
    tables = [counts_table(summary, digits)]
    series: Series = {}
    shown: set[str] = set()
    for each in summary.results:
        if each.wager.role == "main" or each.wager.deal == "war":
            continue
        if each.wager.id not in shown:  # all paytables of a wager have the same cards in a row
            tables.append(effects_table(each, digits, f": {name_of(each)}"))
            shown.add(each.wager.id)
        before = gains_by_depth(rules, decks, each.wager.id, lefts[:-1], paytable=each.paytable)
        gains = (*before, each.gain)  # the last depth is that of the first table
        tables.append(_without_bars(depth_table(f"{name_of(each)} by depth", gains, digits)))
        series[name_of(each)] = [(Fraction(g.left), g.gain_per_round) for g in gains]
    return Section(tuple(tables), series, present_counts(summary, digits).data())


def boxes_section(rules: Rules, decks: int, digits: int) -> Section:
    """Return the boxes of one round, as many as the rules permit, each with one unit on the game.

    The bank in the second table has one unit for each box. The line is the law of the total.

    >>> from warodds.rules import load
    >>> [table.caption for table in boxes_section(load("california"), 6, 6).tables][1:]
    ['A bank of 7 units', 'Law of the total result']
    """
    number = rules.boxes.most or 2
    table = boxes(rules, decks, number, bank=number)
    law = _without_bars(law_table(table, digits))
    return Section(
        (boxes_table(table, digits), bank_table(table, digits), law),
        {f"{number} boxes": law_series(table)},
        boxes_data(table, digits),
    )


def _without_bars(table: Table) -> Table:
    """Leave out a column of bars, which has no heading: a report draws a chart instead."""
    if table.headings[-1]:
        return table
    kept = len(table.headings) - 1
    rows = tuple(row[:kept] for row in table.rows)
    return table._replace(headings=table.headings[:kept], rows=rows, flush=table.flush[:kept])
