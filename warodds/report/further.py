"""Analyses beyond one deck count at a time, as parts of the comparison across deck counts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from warodds.report.analysis import Analysis
from warodds.report.document import Section
from warodds.rules import Rules
from warodds.show.formula import formula_tables, present_formulas, proof_line
from warodds.show.table import Table


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


@lru_cache(maxsize=16)
def _closed_forms(rules: Rules, digits: int) -> tuple[str, tuple[Table, ...], Mapping[str, Any]]:
    """Return the proof in words, the tables and the JSON: the same whatever decks are chosen."""
    from warodds.formula import formulas

    data = present_formulas(formulas(rules), digits).data()
    return proof_line(rules), formula_tables(rules, digits), data
