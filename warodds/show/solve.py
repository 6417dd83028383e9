"""`warodds solve`: the payout for a wanted edge, and the payouts next to it that can be printed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from warodds.errors import listed
from warodds.formula import Solution
from warodds.formula.payout import Solved
from warodds.precision import decimal, percent
from warodds.show.closed import math
from warodds.show.formula_data import form_data, free_data
from warodds.show.odds import DECISIONS
from warodds.show.table import Presentation, Table
from warodds.show.words import exact, pays


def present_solution(solution: Solution, digits: int) -> Presentation:
    """Return the payout that gives a wanted edge, ready to be shown."""
    free, found = solution.free, solution.free.formulas
    label = free.wager + (f" {free.paytable}" if free.paytable else "")
    form = Table(
        "The payout, net units to 1, with d decks",
        ("edge", "closed form", "d → ∞", "decimal"),
        tuple(
            (
                percent(edge, digits),
                math(free.payout_for(edge)),
                exact(free.payout_for(edge).limit),
                decimal(free.payout_for(edge).limit, digits),
            )
            for edge in dict.fromkeys((solution.edge, Fraction()))
        ),
        "rlr",
    )
    each = Table(
        "Exactly, and the whole odds and halves next to it",
        ("decks", "payout", "exact", "decimal", "house edge", "percent", "off by"),
        tuple(
            (
                record["decks"],
                record["payout"],
                record["net"],
                record["net_decimal"],
                record["house_edge"],
                record["house_edge_percent"],
                record["off_percent"],
            )
            for record in _records(solution, digits)
        ),
        "rlr",
    )
    return Presentation(
        f"{found.rules.name}, {label}: the payout on {free.event} for a house edge of "
        f"{percent(solution.edge, digits)}, {DECISIONS[found.decision]}",
        (f"By the rules: {pays(free.paid)}. Every other payout stays as it is.",),
        (form, each) if each.rows else (form,),
        tuple(_notes(solution)),
        lambda: _records(solution, digits),
        lambda: _data(solution, digits),
    )


def _records(solution: Solution, digits: int) -> Iterator[dict[str, str]]:
    """Yield a row for the exact payout and one for each that can be printed, per deck count."""
    free = solution.free
    for solved in solution.solved:
        if solved.payout is None:
            continue
        rows = [("exact", solved.payout, solution.edge)] if solved.payable else []
        rows += [(pays(each.net), each.net, each.edge) for each in solved.printable]
        for payout, net, edge in rows:
            yield {
                "jurisdiction": free.formulas.rules.id,
                "wager": free.wager,
                "paytable": free.paytable or "",
                "event": free.event,
                "decks": str(solved.decks),
                "payout": payout,
                "net": exact(net),
                "net_decimal": decimal(net, digits),
                "house_edge": exact(edge),
                "house_edge_percent": percent(edge, digits),
                "off": exact(edge - solution.edge),
                "off_percent": percent(edge - solution.edge, digits),
            }


def _notes(solution: Solution) -> Iterator[str]:
    free, rule = solution.free, solution.free.formulas.rules.decks
    never = [solved.decks for solved in solution.solved if solved.payout is None]
    if never:
        yield f"{free.event} never happens with {_decks(never)}: its payout moves no edge."
    beyond = [solved.decks for solved in solution.solved if _beyond(solved)]
    if beyond:
        yield (
            f"No payout gives this edge with {_decks(beyond)}: the player would have to "
            f"lose more than is staked. The nearest is shown."
        )
    others = [solved.decks for solved in solution.solved if solved.decks not in rule]
    if others:
        name = solution.free.formulas.rules.name
        yield f"A study: {name} permits {rule} decks, not {listed(others)}."


def _decks(counts: list[int]) -> str:
    return f"{listed(counts)} deck{'' if counts == [1] else 's'}"


def _beyond(solved: Solved) -> bool:
    return solved.payout is not None and not solved.payable


def _data(solution: Solution, digits: int) -> dict[str, Any]:
    free = solution.free
    return {
        "schema": "warodds/solve/1",
        "jurisdiction": free.formulas.rules.id,
        "decision": free.formulas.decision,
        **free_data(free),
        "house_edge": exact(solution.edge),
        "payout": form_data(solution.payout),
        "solved": [
            {
                "decks": solved.decks,
                "payout": exact(solved.payout) or None,
                "payout_decimal": None if solved.payout is None else decimal(solved.payout, digits),
                "payable": solved.payable,
                "printable": [
                    {"net": exact(each.net), "odds": pays(each.net), "house_edge": exact(each.edge)}
                    for each in solved.printable
                ],
            }
            for solved in solution.solved
        ],
    }
