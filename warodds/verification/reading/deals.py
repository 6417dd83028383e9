"""Deals told apart by the order of their seats, where a log numbers neither rounds nor shoes.

A table is dealt seat after seat, so in a log that stands in the order of play a row whose seat
does not come after the seat of the row before it starts a new deal. The dealer's cards, where they
are told, bear that out or refute it: the seats of one deal face one card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from warodds.verification.reading.columns import Columns
from warodds.verification.reading.numbers import number_of
from warodds.verification.reading.source import Table

MOST_SEATS = 100
"""More seats than this are no seats."""

TOLERATED = 100
"""One row in so many may show another dealer's card than its deal: it then starts a deal."""


@dataclass(frozen=True, slots=True)
class Deals:
    """A table whose rows carry the number of their deal, or none, and what was made of it."""

    table: Table | None
    columns: Columns
    note: str


def seats_alone(columns: Columns) -> bool:
    """Whether rows tell their seat, and nothing else tells which of them are one deal."""
    return "seat" in columns and not any(role in columns for role in ("count", "shoe", "round"))


def deals_of(table: Table, columns: Columns) -> Deals:
    """Number the deals of a table by the order of its seats, if its rows support that."""
    seat = columns.roles["seat"]
    name = columns.names[seat]
    found = table.run(
        f"SELECT c{seat}, min(line) FROM ({table.rows([seat], f', {table.line} AS line')}) "
        f"GROUP BY ALL ORDER BY 2 LIMIT {MOST_SEATS + 1}"
    ).fetchall()
    seats = [text for text, _ in found]
    if len(seats) < 2:
        return Deals(None, columns, "")
    if len(seats) > MOST_SEATS:
        return Deals(None, columns, f"{name!r} has more than {MOST_SEATS} values: no deals told.")
    values = {text: number_of(text) for text in seats}
    if all(value is not None for value in values.values()):
        seats.sort(key=lambda text: values[text] or 0)
    made = _numbered(table, columns, seats)
    rows, repeated, going_on, changed = made.run(
        f"SELECT count(*), count(*) FILTER (place = before), count(*) FILTER (place > before), "
        f"count(*) FILTER (place > before AND changed) FROM {made.source}"
    ).fetchone()
    if not going_on or 2 * repeated > rows or changed * TOLERATED > going_on:
        reason = f"{changed} of {going_on} rows that follow a lower seat change the dealer's card"
        if not going_on or 2 * repeated > rows:
            reason = f"{repeated} of {rows} rows repeat the seat of the row before"
        return Deals(None, columns, f"The order of {name!r} does not tell deals apart: {reason}.")
    borne_out = ", which the dealer's cards bear out" if "dealer" in columns else ""
    order = ", ".join(seats[:10]) + (", …" if len(seats) > 10 else "")
    note = (
        f"No column numbers the rounds: rows are taken to stand in the order of play, and a deal "
        f"to start where {name!r} does not go up ({order}){borne_out}."
    )
    numbered = Columns(made.names, {**columns.roles, "round": len(columns.names)}, columns.wagers)
    return Deals(made, numbered, note)


def _numbered(table: Table, columns: Columns, seats: list[str]) -> Table:
    """Return the table with one more column, the number of the deal."""
    every = list(range(len(columns.names)))
    seat = columns.roles["seat"]
    changed = "false"
    if "dealer" in columns:
        dealer = f"lower(trim(c{columns.roles['dealer']}))"
        changed = f"{dealer} <> lag({dealer}) OVER (ORDER BY line)"
    used = [
        place for place in every if place in {*columns.roles.values(), *columns.wagers.values()}
    ]
    picked = ", ".join(f"c{place}" for place in used)
    place = f"list_position(?, c{seat})"
    # A row number fixes the order of a file once, in its scan; sorts and sums then follow it.
    source = (
        f"(SELECT *, CAST(sum(CASE WHEN place > before AND NOT changed THEN 0 ELSE 1 END) OVER "
        f"(ORDER BY line ROWS UNBOUNDED PRECEDING) AS BIGINT) AS deal FROM "
        f"(SELECT {picked}, line, place, lag(place) OVER (ORDER BY line) AS before, "
        f"{changed} AS changed FROM (SELECT *, {place} AS place FROM "
        f"({table.rows(used, f', {table.line} AS line')}))))"
    )
    return replace(
        table,
        names=(*columns.names, "deal"),
        columns=(*(f"c{place}" for place in every), "deal"),
        source=source,
        parameters=[seats, *table.parameters],
        line="line",
    )
