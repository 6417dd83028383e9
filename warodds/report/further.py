"""Analyses beyond one fresh round, as parts of the comparison across deck counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from warodds.counting.count import WORTH
from warodds.report.analysis import Analysis
from warodds.report.document import Chart, Section, Series
from warodds.report.figures import machine_records
from warodds.rules import Rules
from warodds.rules.cut import ASSUMED_CUT, states_no_depth
from warodds.show.beyond import Section as Beyond
from warodds.show.beyond import at_length, boxes_section, counting_section, shoe_section
from warodds.show.formula import formula_tables, present_formulas, proof_line
from warodds.show.table import Table
from warodds.show.words import count as count_of

MOST_DECKS = 16
"""The largest shoe of which a document gives the whole law, counting and boxes."""


def closed_forms_part(analysis: Analysis) -> Section | None:
    """Return every EV and variance as a function of the deck count d, with how it is proved."""
    if analysis.paytable is not None:
        return None  # closed forms are those of every paytable; a selection leaves them out
    proof, tables, data = _closed_forms(analysis.rules, analysis.digits)
    return Section(
        "Closed forms in the number of decks",
        (
            "The number of ordered deals that realise an event is a polynomial in the number of "
            "decks d, since it is a sum of products of falling factorials; enumerating at more "
            "deck counts than its degree proves it. Every figure below is a quotient of such "
            "polynomials and gives the figures of the sections above when d is put in.",
            proof,
            *tables,
        ),
        data={"closed_forms": data},
    )


def whole_shoe_part(analysis: Analysis) -> Section | None:
    """Return the law of a whole shoe to the cut card."""
    return _beyond(
        analysis,
        shoe_section,
        "A whole shoe",
        "whole_shoe",
        "A shoe dealt from its first card to the cut card by the procedure of section 1, one box, "
        f"a unit on every round. {_cut_card(analysis.rules)} The cut-card effect is what the mean "
        "per round of whole shoes differs by from a full shoe every round; the last table has it "
        "for every wager. Rounds of one shoe depend on each other; clustered over naive is the "
        "factor by which that changes the variance of a measured mean. Fractions too long for a "
        "table stand in the JSON file.",
        ("The result of a shoe", "net units; the outer bars hold all that lies beyond", "chance"),
        bars=True,
    )


def counting_part(analysis: Analysis) -> Section | None:
    """Return what knowing the cards gone is worth."""
    return _beyond(
        analysis,
        counting_section,
        "What counting is worth",
        "counting",
        "A player who knows every card gone, burned ones too, and stakes one unit whenever a wager "
        "is favourable (an EV above zero) can gain at most this much, exactly: with the fewest "
        f"cards left with which a round can start, and by depth. {_cut_card(analysis.rules)} Units "
        "are per 100 rounds started; a wager on the war deal is placed after a first tie, and "
        "favourable is given that tie. A wager is called worth protecting from "
        f"{100 * WORTH} unit per 100 rounds on: that line is ours. One card removed changes no "
        "tie: the EV is symmetric in the ranks.",
        ("Gain by cards left", "cards left", "gain per round"),
    )


def boxes_part(analysis: Analysis) -> Section | None:
    """Return how the boxes of one round move together."""
    return _beyond(
        analysis,
        boxes_section,
        "Several boxes",
        "boxes",
        "Boxes share the dealer's cards and one burn, so they win and lose together: as many boxes "
        "as the rules permit, one unit on each. A bank is exhausted when the boxes win all of it, "
        "and too small when they win more.",
        ("The total of all boxes in a round", "net units of the boxes", "chance"),
        bars=True,
    )


def _cut_card(rules: Rules) -> str:
    """Say where the cut card lies, and what lies beyond where the rules permit that too."""
    cut = rules.cut_card
    if states_no_depth(cut):
        return f"The rules state no depth of the cut card: {ASSUMED_CUT} behind it is assumed."
    said = "The cut card lies at the limit that the rules state."
    if cut.behind_at_least is None and cut.behind_at_most is not None:
        said += " They permit a deeper one, with which a counter gains more."
    return said


def _beyond(
    analysis: Analysis,
    build: Callable[[Rules, Sequence[int], int], Beyond],
    title: str,
    key: str,
    text: str,
    axes: tuple[str, str, str],
    *,
    bars: bool = False,
) -> Section | None:
    """Return one analysis at every deck count, at one of them in full."""
    rules = analysis.rules
    # A study has no procedure of its own, and a huge shoe no end.
    decks = tuple(count for count in analysis.decks if count in rules.decks and count <= MOST_DECKS)
    if analysis.paytable is not None or not rules.war or not decks:
        return None  # these hold every paytable; a selection leaves them out
    found = _computed(build, rules, decks, analysis.digits)
    shown = count_of(at_length(decks), "deck")
    if len(decks) > 1:
        text += f" Where no deck count is named, the tables and the chart are those of {shown}."
    caption, x_label, y_label = axes
    lines = tuple(Series(label, points) for label, points in found.series.items() if points)
    chart = (Chart(f"{caption}, {shown}", x_label, y_label, lines, bars),) if lines else ()
    records = tuple(machine_records(key, found.data, analysis.digits))
    blocks = (text, *found.tables, *chart)
    return Section(title, blocks, data={key: found.data}, records=records)


@lru_cache(maxsize=64)
def _computed(
    build: Callable[[Rules, Sequence[int], int], Beyond],
    rules: Rules,
    decks: tuple[int, ...],
    digits: int,
) -> Beyond:
    return build(rules, decks, digits)


@lru_cache(maxsize=16)
def _closed_forms(rules: Rules, digits: int) -> tuple[str, tuple[Table, ...], Mapping[str, Any]]:
    """Return the proof in words, the tables and the JSON: the same whatever decks are chosen."""
    from warodds.formula import formulas

    data = present_formulas(formulas(rules), digits).data()
    return proof_line(rules), formula_tables(rules, digits), data
