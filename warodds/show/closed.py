"""Closed forms, their expansions and their courses as cells of a table."""

from __future__ import annotations

from collections.abc import Iterable

from warodds.formula.behaviour import Run
from warodds.formula.closed import Closed
from warodds.show.table import Math

TERMS = 3
"""Terms shown of an expansion in 1/d."""


def math(form: Closed) -> Math:
    r"""Return a closed form as a cell of a table.

    >>> print(math(Closed.of([-1, 4], [-1, 52])).latex)
    \frac{4 d - 1}{52 d - 1}
    """
    return Math(str(form), form.latex)


def expansion(form: Closed, terms: int = TERMS) -> Math:
    """Return the first terms of the expansion in 1/d as a cell of a table.

    >>> expansion(Closed.of([-1, 4], [-1, 52]))
    '1/13 - 3/(169*d) - 3/(8788*d**2) + O(1/d**3)'
    """
    if form.is_constant:
        return math(form)
    text, latex = "", ""
    for power, term in enumerate(form.expansion(terms)):
        if not term:
            continue
        sign = "-" if term < 0 else "+"
        sign = f" {sign} " if text else sign.strip("+")
        top = str(abs(term.numerator))
        below = [str(term.denominator)] if term.denominator != 1 else []
        below += [] if not power else ["d"] if power == 1 else [f"d**{power}"]
        joined = "*".join(below)
        text += sign + top + (f"/({joined})" if len(below) > 1 else f"/{joined}" if below else "")
        under = " ".join(below).replace("**", "^")
        latex += sign + (rf"\frac{{{top}}}{{{under}}}" if below else top)
    return Math(f"{text} + O(1/d**{terms})", rf"{latex} + O\left(d^{{-{terms}}}\right)")


def run_words(runs: Iterable[Run], start: int) -> str:
    """Return what runs of deck counts say.

    >>> run_words([Run(1, 3, "falls"), Run(3, None, "rises")], 1)
    'falls from 1 to 3, rises from 3 on'
    >>> run_words([Run(1, None, "rises")], 1)
    'rises for every d ≥ 1'
    """
    return ", ".join(f"{run.what} {_range(run, start)}" for run in runs)


def _range(run: Run, start: int) -> str:
    if run.last is None:
        return f"for every d ≥ {run.first}" if run.first == start else f"from {run.first} on"
    return f"at {run.first}" if run.first == run.last else f"from {run.first} to {run.last}"
