"""Analyses beyond one deck count at a time, as parts of the comparison across deck counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from warodds.report.analysis import Analysis
from warodds.report.document import Chart, Section, Series
from warodds.rules import Rules
from warodds.show.beyond import Section as Beyond
from warodds.show.beyond import boxes_section, counting_section, shoe_section
from warodds.show.formula import formula_tables, present_formulas, proof_line
from warodds.show.table import Table

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
        "a unit on every round. The cut-card effect is what the mean per round of whole shoes "
        "differs by from a full shoe every round; the last table has it for every wager. Fractions "
        "too long for a table stand in the JSON file.",
        ("The result of a shoe", "net units", "chance"),
    )


def counting_part(analysis: Analysis) -> Section | None:
    """Return what knowing the cards gone is worth."""
    return _beyond(
        analysis,
        counting_section,
        "What counting is worth",
        "counting",
        "A player who knows every card gone, burned ones too, and stakes one unit whenever a wager "
        "is favourable can gain at most this much, exactly. One card removed changes no tie: the "
        "EV is symmetric in the ranks.",
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
        "as the rules permit, one unit on each.",
        ("The total of all boxes in a round", "net units of the boxes", "chance"),
    )


def _beyond(
    analysis: Analysis,
    build: Callable[[Rules, int, int], Beyond],
    title: str,
    key: str,
    text: str,
    axes: tuple[str, str, str],
) -> Section | None:
    """Return one analysis at one deck count: six, or the first of those analysed."""
    if analysis.paytable is not None or not analysis.rules.war:
        return None  # these hold every paytable; a selection leaves them out
    decks = 6 if 6 in analysis.decks else analysis.decks[0]
    if decks not in analysis.rules.decks or decks > MOST_DECKS:
        return None  # a study has no procedure of its own, and a huge shoe no end
    found = _computed(build, analysis.rules, decks, analysis.digits)
    caption, x_label, y_label = axes
    lines = tuple(
        Series(label, tuple(sorted(points))) for label, points in found.series.items() if points
    )
    charts = (Chart(f"{caption}, {decks} decks", x_label, y_label, lines),) if lines else ()
    return Section(
        f"{title}, with {decks} decks", (text, *found.tables, *charts), data={key: found.data}
    )


@lru_cache(maxsize=64)
def _computed(
    build: Callable[[Rules, int, int], Beyond], rules: Rules, decks: int, digits: int
) -> Beyond:
    return build(rules, decks, digits)


@lru_cache(maxsize=16)
def _closed_forms(rules: Rules, digits: int) -> tuple[str, tuple[Table, ...], Mapping[str, Any]]:
    """Return the proof in words, the tables and the JSON: the same whatever decks are chosen."""
    from warodds.formula import formulas

    data = present_formulas(formulas(rules), digits).data()
    return proof_line(rules), formula_tables(rules, digits), data
