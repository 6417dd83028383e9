"""Counting and boxes as a report shows them: tables for one jurisdiction and one deck count."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from warodds.boxes import boxes
from warodds.counting import counts, gains_by_depth
from warodds.counting.cut import cut_cards, last_start
from warodds.rules import Rules
from warodds.show.boxes import bank_table, boxes_table, law_series, law_table
from warodds.show.count import counts_table, depth_table, effects_table, name_of
from warodds.show.table import Table

STEPS = 6
"""Steps from half a shoe to the cut card in a report's tables by depth."""

Series = dict[str, list[tuple[Fraction, Fraction]]]
"""What a chart draws: the points of each line, exactly."""


@dataclass(frozen=True, slots=True)
class Section:
    """Tables, and the lines of the chart that goes with them."""

    tables: tuple[Table, ...]
    series: Series


def counting_section(rules: Rules, decks: int, digits: int) -> Section:
    """Return what counting is worth at one deck count: every wager, and side wagers by depth.

    The cut card lies at the limit of the rules. Depths start at half a shoe, before which little
    can be gained, or at a full one where the cut card is there already. Wagers on the war deal
    are in the first table alone. The lines are units per 100 rounds against cards left.

    >>> from warodds.rules import load
    >>> section = counting_section(load("new-zealand"), 6, 6)
    >>> [table.caption for table in section.tables][1:]
    ['Effect of removing one card on the EV: Tie Wager', 'Tie Wager by depth']
    """
    last = last_start(rules, cut_cards(rules, decks, None))
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
        gains = gains_by_depth(rules, decks, each.wager.id, lefts, paytable=each.paytable)
        tables.append(depth_table(f"{name_of(each)} by depth", gains, digits))
        series[name_of(each)] = [(Fraction(g.left), 100 * g.gain_per_round) for g in gains]
    return Section(tuple(tables), series)


def boxes_section(rules: Rules, decks: int, digits: int) -> Section:
    """Return the boxes of one round, as many as the rules permit, each with one unit on the game.

    The bank in the second table has one unit for each box. The line is the law of the total.

    >>> from warodds.rules import load
    >>> [table.caption for table in boxes_section(load("california"), 6, 6).tables][1:]
    ['A bank of 7 units', 'Law of the total result']
    """
    number = rules.boxes.most or 2
    table = boxes(rules, decks, number, bank=number)
    return Section(
        (boxes_table(table, digits), bank_table(table, digits), law_table(table, digits)),
        {f"{number} boxes": law_series(table)},
    )
