"""Logs that give a round with a war two lines, the tie and then the war, made one row a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from warodds.rules import Rules
from warodds.verification.reading.columns import CARD_ROLES, Columns
from warodds.verification.reading.distinct import Coded, Distinct
from warodds.verification.reading.events import compared
from warodds.verification.reading.numbers import number_of
from warodds.verification.reading.rounds import AT_WAR, BOTH_NETS, Reader
from warodds.verification.reading.source import ROW_NUMBER, Table
from warodds.verification.reading.words import absent, decision

NOTE = (
    "A tie and the war after it stand on two lines: each pair was read as one round, its nets "
    "added (--one-line reads every line as a round)."
)
UNTOLD = (
    "No line tells how a tie went on, so each was read as a first deal: if the line after a tie "
    "is its war, say --two-lines."
)


@dataclass(frozen=True, slots=True)
class Line:
    """A distinct line as far as pairing goes: how it was called, what it paid, whether it ties."""

    code: int
    times: int
    word: str
    paid: bool
    lost_two: bool
    tied: bool


def could_be_paired(columns: Columns) -> bool:
    """Whether a table could give a round two lines: rows of rounds that have no war cards."""
    return (
        "count" not in columns
        and "war_player" not in columns
        and ("outcome" in columns or ("player" in columns and "dealer" in columns))
    )


def paired_up(
    distinct: Distinct, reader: Reader, rows: Sequence[Coded], forced: bool | None
) -> tuple[Table, Columns, str]:
    """Return a table of one row a round, if two lines make a round, and a note on it.

    Rounds say so themselves where a round's number comes twice, the first time with a tie.
    Without numbers, ties that net nothing beside outcomes of wars say so, and so does a stake of
    two lost by unlike cards.
    """
    table, columns = distinct.table, reader.columns
    lines = list(_lines(reader, rows))
    ties = [line for line in lines if line.tied]
    if not ties:
        return table, columns, ""
    numbered = _numbered(distinct, columns, ties)
    if "round" in columns:
        same = _same_round(columns)
        for way in (same, "run"):
            if _makes_rounds(table, numbered, way):
                return *_made(distinct, reader, numbered, way), NOTE
        if not forced:
            return table, columns, ""
    unpaid = sum(line.times for line in ties if not line.paid)
    opens = 2 * unpaid > sum(line.times for line in ties)  # a tie in a war is paid
    at_war = any(line.word.startswith("war_") or line.lost_two for line in lines if not line.tied)
    if forced or (opens and at_war):
        return *_made(distinct, reader, numbered, "pair"), NOTE
    return table, columns, "" if "net" in columns else UNTOLD


def _same_round(columns: Columns) -> str:
    told = (role for role in ("round", "shoe", "seat") if role in columns)
    return ", ".join(f"c{columns.roles[role]}" for role in told)


def _lines(reader: Reader, rows: Sequence[Coded]) -> Iterator[Line]:
    words = reader.words(row for _, row, _ in rows)
    rules = reader.rules
    given_up = (
        rules.main_wager.paytables[0].payout("surrender").net if rules.has_surrender else None
    )
    for code, row, times in rows:
        told = dict(zip(reader.roles, row, strict=False))
        text = told.get("outcome", "")
        word = "" if absent(text) else words[text] or ""
        if "outcome" in told:
            tied = word in ("tie", "war", "push")
        else:
            cards = (None if absent(told[at]) else reader.card(told[at]) for at in CARD_ROLES[:2])
            tied = compared(*cards) == "tie"
        chosen = told.get("decision", "")
        surrendered = not absent(chosen) and decision(chosen, reader.choices[0]) == "surrender"
        found = None if absent(told.get("net", "")) else number_of(told["net"])
        net = None if found is None else found / reader.unit
        ended = surrendered or (net is not None and net == given_up)
        yield Line(code, times, word, bool(net), net == -2, tied and not ended)


def _numbered(distinct: Distinct, columns: Columns, ties: Sequence[Line]) -> str:
    """Return the SELECT of all lines with the ways to tell which of them are one round.

    `run` numbers the runs of lines with one round's number. `pair` numbers rounds by the ties: a
    run of ties pairs up from its start, the first of two opens a round and the second is its war;
    after an odd number of them the next line is the last one's war.
    """
    roles = columns.roles
    tied = ", ".join(str(line.code) for line in ties)
    rows = distinct.coded([*roles.values()], f", {ROW_NUMBER} AS line")
    within = f"PARTITION BY c{roles['seat']} " if "seat" in columns else ""
    number = f"c{roles['round']}" if "round" in columns else "line"
    seat = f"c{roles['seat']}" if "seat" in columns else "''"
    return (
        f"(SELECT *, {seat} || ':' || sum(starts) OVER ({within}ORDER BY line) AS run, "
        f"sum(opens) OVER (ORDER BY line) AS pair FROM (SELECT *, CASE WHEN {number} = "
        f"lag({number}) OVER ({within}ORDER BY line) THEN 0 ELSE 1 END AS starts, CASE WHEN "
        f"place > 0 THEN place % 2 ELSE 1 - lag(place, 1, 0) OVER (ORDER BY line) % 2 END "
        f"AS opens FROM (SELECT *, line - max(CASE WHEN ties THEN 0 ELSE line END) OVER "
        f"(ORDER BY line ROWS UNBOUNDED PRECEDING) AS place FROM (SELECT *, "
        f"code IN ({tied}) AS ties FROM ({rows})))))"
    )


def _makes_rounds(table: Table, numbered: str, same: str) -> bool:
    """Whether some lines that are the same round follow a tie, and none follow anything else."""
    several, odd = table.run(
        "SELECT count(*), count(*) FILTER (untied > last) FROM (SELECT count(*) AS n, "
        "count(*) FILTER (NOT ties) AS untied, CAST(NOT max_by(ties, line) AS INTEGER) AS last "
        f"FROM {numbered} GROUP BY {same}) WHERE n > 1"
    ).fetchone()
    return bool(several and not odd)


def _made(distinct: Distinct, reader: Reader, numbered: str, same: str) -> tuple[Table, Columns]:
    """Return the table of rounds, one row each, with the war's cards and the sum of the nets."""
    picks, names, roles, wagers = _picked(reader.columns, reader.rules)
    table, made_table = distinct.table, f"paired{distinct.file}"
    table.run(
        f"CREATE OR REPLACE TEMP TABLE {made_table} AS SELECT {', '.join(picks)}, "
        f"min(line) AS line FROM {numbered} GROUP BY {same}"
    )
    made = replace(
        table,
        names=tuple(names),
        columns=tuple(f"c{place}" for place in range(len(names))),
        source=made_table,
        parameters=[],
        line="line",
    )
    return made, Columns(tuple(names), roles, wagers, paired=True)


def _picked(
    columns: Columns, rules: Rules
) -> tuple[list[str], list[str], dict[str, int], dict[str, int]]:
    """Return what to take from the first line of a round, from its last, and from both."""
    first, last = "min_by(c{0}, line)", "CASE WHEN count(*) > 1 THEN max_by(c{0}, line) ELSE '' END"
    taken: list[tuple[str, str, str]] = []
    for role, place in columns.roles.items():
        name, opening = columns.names[place], first.format(place)
        if role in ("player", "dealer"):
            taken.append((role, name, opening))
            taken.append((f"war_{role}", f"war {name}", last.format(place)))
        elif role == "outcome":
            both = f"CASE WHEN count(*) > 1 THEN '{AT_WAR}' || max_by(c{place}, line) "
            taken.append((role, name, f"{both}ELSE {opening} END"))
        elif role == "net":
            taken.append((role, name, f"string_agg(c{place}, '{BOTH_NETS}' ORDER BY line)"))
        elif role == "decision":
            taken.append((role, name, f"CASE WHEN count(*) > 1 THEN '' ELSE {opening} END"))
        else:
            taken.append((role, name, opening))
    roles = {role: place for place, (role, _, _) in enumerate(taken)}
    wagers = {}
    for wager, place in columns.wagers.items():
        at_war = any(each.id == wager and each.deal == "war" for each in rules.wagers)
        wagers[wager] = len(taken)
        taken.append((wager, columns.names[place], (last if at_war else first).format(place)))
    picks = [f"{pick} AS c{place}" for place, (_, _, pick) in enumerate(taken)]
    return picks, [name for _, name, _ in taken], roles, wagers
