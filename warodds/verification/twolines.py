"""Logs that give a round with a war two lines, the tie and then the war, made one row a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from warodds.rules import Rules
from warodds.verification.columns import Columns
from warodds.verification.rounds import Tally
from warodds.verification.source import Row, Table
from warodds.verification.words import absent, outcome

_SAME_ROUND = ("round", "shoe", "seat")


def told_apart(columns: Columns) -> bool:
    """Whether a table could give a round two lines: rows of rounds that have no war cards."""
    return (
        "count" not in columns
        and "war_player" not in columns
        and ("outcome" in columns or ("player" in columns and "dealer" in columns))
    )


def looks_paired(table: Table, columns: Columns, tally: Tally) -> bool:
    """Whether ties without a result are followed by lines with the result of their war.

    Rounds say so themselves where a round's number comes twice. Without numbers, ties that net
    nothing beside outcomes of wars say so, and so does a stake of two lost by unlike cards.
    """
    ties = {key: n for key, n in tally.counts.items() if key.event in ("tie", "war", "push")}
    unpaid = sum(number for key, number in ties.items() if not key.net)
    if 2 * unpaid <= sum(ties.values()):  # a tie in a war is paid; one that only opens it is not
        return False
    if "round" in columns:
        places = [columns.roles[role] for role in _SAME_ROUND if role in columns]
        names = ", ".join(f"c{place}" for place in places)
        query = (
            f"SELECT count(*), sum(n) FROM (SELECT count(*) AS n "
            f"FROM ({table.rows(places)}) GROUP BY {names})"
        )
        rounds, lines = table.run(query).fetchone()
        return bool(lines > rounds)
    return any(
        key.event.startswith("war_") or (key.net == -2 and key.player != key.dealer)
        for key in tally.counts
    )


def tie_lines(columns: Columns, rows: Sequence[Row], roles: Sequence[str]) -> list[Row]:
    """Return the distinct rows that are a tie's own line, to be followed by its war's."""
    found = []
    for row in rows:
        told = dict(zip(roles, row, strict=False))
        word = outcome(told["outcome"]) if not absent(told.get("outcome", "")) else None
        if "outcome" in columns:
            tied = word in ("tie", "war", "push")
        else:
            tied = told["player"].strip().lower() == told["dealer"].strip().lower()
        surrendered = "surrender" in told.get("decision", "").lower()
        if tied and not surrendered:
            found.append(row)
    return found


def pair_up(
    table: Table, columns: Columns, ties: Sequence[Row], rules: Rules
) -> tuple[Table, Columns]:
    """Return the table of rounds, one row each, with the war's cards and the sum of the nets."""
    roles = columns.roles
    places = sorted({*roles.values(), *columns.wagers.values()})
    lines = f"({table.rows(places, ', row_number() OVER () AS line')})"
    if "round" in columns:
        same = ", ".join(f"c{roles[role]}" for role in _SAME_ROUND if role in columns)
        numbered = lines
        parameters = list(table.parameters)
    else:
        told = [role for role in roles if role not in ("shoe", "round")]
        keys = [roles[role] for role in told] + list(columns.wagers.values())
        columns_of_keys = ", ".join(f"c{place}" for place in keys)
        marks = ", ".join("(" + ", ".join("?" for _ in keys) + ")" for _ in ties)
        # A run of ties pairs up from its start: the first of two opens a round, the second is its
        # war; after an odd number of them the next line is the last one's war.
        numbered = (
            f"(SELECT *, sum(opens) OVER (ORDER BY line) AS number FROM (SELECT *, CASE WHEN "
            f"place > 0 THEN place % 2 ELSE 1 - lag(place, 1, 0) OVER (ORDER BY line) % 2 END "
            f"AS opens FROM (SELECT *, line - max(CASE WHEN tied THEN 0 ELSE line END) OVER "
            f"(ORDER BY line ROWS UNBOUNDED PRECEDING) AS place FROM (SELECT *, "
            f"({columns_of_keys}) IN (VALUES {marks}) AS tied FROM {lines}))))"
        )
        parameters = [*(text for row in ties for text in row), *table.parameters]
        same = "number"
    picks, names, new_roles, wagers = _picked(columns, rules)
    query = (
        f"CREATE OR REPLACE TEMP TABLE paired AS SELECT {', '.join(picks)}, min(line) AS line "
        f"FROM {numbered} GROUP BY {same}"
    )
    table.run(query, parameters)
    made = replace(
        table,
        names=tuple(names),
        columns=tuple(f"c{place}" for place in range(len(names))),
        source="paired",
        parameters=[],
        line="line",
    )
    return made, Columns(tuple(names), new_roles, wagers)


def _picked(
    columns: Columns, rules: Rules
) -> tuple[list[str], list[str], dict[str, int], dict[str, int]]:
    """Return what to take from the first line of a round, from its last, and from both."""
    first, last = "min_by(c{0}, line)", "CASE WHEN count(*) > 1 THEN max_by(c{0}, line) ELSE '' END"
    taken: list[tuple[str, str]] = []
    for role, place in columns.roles.items():
        if role in ("player", "dealer"):
            taken.append((role, first.format(place)))
            taken.append((f"war_{role}", last.format(place)))
        elif role == "outcome":
            both = f"CASE WHEN count(*) > 1 THEN 'war ' || max_by(c{place}, line) "
            taken.append((role, f"{both}ELSE min_by(c{place}, line) END"))
        elif role == "net":
            taken.append((role, f"string_agg(c{place}, '|' ORDER BY line)"))
        elif role == "decision":
            taken.append(
                (role, f"CASE WHEN count(*) > 1 THEN 'war' ELSE {first.format(place)} END")
            )
        elif role in ("seat", "shoe", "round"):
            taken.append((role, first.format(place)))
    roles = {role: place for place, (role, _) in enumerate(taken)}
    wagers = {}
    for wager, place in columns.wagers.items():
        at_war = any(each.id == wager and each.deal == "war" for each in rules.wagers)
        wagers[wager] = len(taken)
        taken.append((wager, (last if at_war else first).format(place)))
    picks = [f"{pick} AS c{place}" for place, (_, pick) in enumerate(taken)]
    return picks, [name for name, _ in taken], roles, wagers
