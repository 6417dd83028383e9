"""From files, a mapping or a data frame to one sample: each table read as what its columns say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from warodds.errors import WaroddsError, listed
from warodds.rules import Rules
from warodds.verification.reading.clusters import cluster_of
from warodds.verification.reading.collected import Collected, Serial, collected
from warodds.verification.reading.columns import CARD_ROLES, Columns, assign, guessed
from warodds.verification.reading.deals import seats_alone
from warodds.verification.reading.distinct import Coded, Distinct
from warodds.verification.reading.files import File
from warodds.verification.reading.numbers import number_of
from warodds.verification.reading.rounds import Reader, Tally
from warodds.verification.reading.source import Row, Table
from warodds.verification.reading.summaries import added_up, mapping_rows, side_by_side, summary_of
from warodds.verification.reading.twolines import could_be_paired, paired_up
from warodds.verification.reading.words import absent
from warodds.verification.sample import Summary

__all__ = ["Collected", "How", "Serial", "collect"]

SERIAL_ROWS = 1_000_000
"""As many rows from the start are looked at in their order."""

MOST_SUMMARIES = 1000
PEEKED_ROWS = 1000
NO_TABLE = 10**9
"""Where rows come from that no table holds."""


@dataclass(frozen=True, slots=True)
class How:
    """How to read: columns as told, the writing of cards, units of a net, lines of a round."""

    columns: Mapping[str, str] = field(default_factory=dict)
    cards: str = "written"
    unit: Fraction = Fraction(1)
    two_lines: bool | None = None
    wager: str | None = None


def collect(
    source: Iterable[Table | File | Mapping[Any, Any] | str],
    rules: Rules,
    how: How,
    tie_share: Fraction,
) -> Collected:
    """Read every table of a source into one sample; a text is a note on it."""
    tally = Tally()
    summaries: list[Summary] = []
    notes: list[str] = []
    opened: list[tuple[Distinct, Reader]] = []
    serial: Serial | None = None
    told: frozenset[str] | None = None
    for item in source:
        if isinstance(item, str):
            notes.append(item)
            continue
        if not isinstance(item, Table):
            name = item.name if isinstance(item, File) else "the mapping"
            names, rows = mapping_rows(item.mapping if isinstance(item, File) else item, name)
            _take_sums(name, names, [(row, 1) for row in rows], rules, how, tally, summaries, notes)
            continue
        columns = assign(item.names, how.columns, rules, item.name)
        if columns.summary or (not how.columns and side_by_side(item.names)):
            _take_table_of_sums(item, rules, how, tally, summaries, notes)
            continue
        columns = _with_nets(item, columns, how)
        _check(item, columns, how)
        if told is not None and told != frozenset(columns.roles):
            raise WaroddsError(
                f"{item.name!r} has other columns than the files before it; expected "
                f"{listed(sorted(told), 'and')} in each"
            )
        told = frozenset(columns.roles)
        if cluster_of(columns)[0] or seats_alone(columns):
            tally.placed = [] if tally.placed is None else tally.placed
        if not opened:
            notes += _column_notes(columns)
        distinct, reader, note = _counted(item, columns, rules, how, tally, len(opened))
        notes += [note] if note and note not in notes else []
        opened.append((distinct, reader))
        serial = serial or _serial(distinct, reader, tally)
        _take_broken(distinct.table, tally)
    return collected(tally, tuple(summaries), notes, opened, serial, rules, tie_share)


def _counted(
    table: Table, columns: Columns, rules: Rules, how: How, tally: Tally, number: int
) -> tuple[Distinct, Reader, str]:
    """Count a table's rows; a log of two lines to a round is paired up first."""
    reader = Reader.of(rules, columns, how.cards, how.unit)
    distinct, rows = _distinct(table, reader, number)
    note = ""
    if how.two_lines is not False and rules.war is not None and could_be_paired(columns):
        table, columns, note = paired_up(distinct, reader, rows, how.two_lines)
        if columns.paired:
            reader = Reader.of(rules, columns, how.cards, how.unit)
            distinct, rows = _distinct(table, reader, number)
    elif how.two_lines:
        raise WaroddsError(
            f"--two-lines: {table.name!r} has war cards or counts of its own; expected a line for "
            "a tie and one for its war"
        )
    if "outcome" in columns and not any(role in columns for role in ("count", *CARD_ROLES)):
        _refuse_uncounted(table, reader, rows)
    reader.count(tally, number, rows)
    known = [role for role in ("count", "wager") if role in columns]
    suits = distinct.suits(
        [columns.roles[role] for role in known],
        lambda texts: reader.rounds(dict(zip(known, texts, strict=True))),
    )
    tally.add_cards(*suits, distinct.card_texts)
    return distinct, reader, note


def _distinct(table: Table, reader: Reader, number: int) -> tuple[Distinct, list[Coded]]:
    cards = {role: at for role, at in reader.columns.roles.items() if role in CARD_ROLES}
    distinct = Distinct(table, number, reader.places, cards, reader.card)
    return distinct, distinct.rows()


def _take_broken(table: Table, tally: Tally) -> None:
    """Count the lines of a text that are no rows."""
    for line, fault in table.broken:
        reason = f"a broken line ({fault})"
        tally.troubles[reason] = tally.troubles.get(reason, 0) + 1
        tally.broken.setdefault(reason, []).append((table.name, line))


def _with_nets(table: Table, columns: Columns, how: How) -> Columns:
    """Take a guessed column of results for nets where it holds nothing but numbers."""
    ambiguous = "outcome" in columns and "net" not in columns and "outcome" not in how.columns
    if not ambiguous or guessed(columns.name("outcome")) != "outcome" or "net" in how.columns:
        return columns
    if columns.name("outcome").lower() in ("winner", "status", "event"):
        return columns
    place = columns.roles["outcome"]
    found = table.run(
        f"SELECT DISTINCT c{place} FROM (SELECT * FROM ({table.rows([place])}) LIMIT {PEEKED_ROWS})"
    ).fetchall()
    texts = [text for (text,) in found if not absent(text)]
    if not texts or any(number_of(text) is None for text in texts):
        return columns
    others = {role: at for role, at in columns.roles.items() if role != "outcome"}
    return replace(columns, roles={**others, "net": place})


def _check(table: Table, columns: Columns, how: How) -> None:
    """Refuse a table that cannot be what its columns or the options say."""
    if how.wager is not None:
        raise WaroddsError(
            f"--wager is of a mean or a total, and {table.name!r} has neither; expected a column "
            "'wager' beside counts, or --column WAGER=NAME for a column of nets"
        )
    alone = [role for role in CARD_ROLES[2:] if role in columns]
    if len(alone) == 1:
        raise WaroddsError(
            f"{table.name!r}: {columns.name(alone[0])!r} is read as a war card and the other "
            f"side's is missing; expected both, or --column {alone[0]}=- for none"
        )
    if any(role in columns for role in (*CARD_ROLES[:2], "outcome", "net")) or columns.wagers:
        return
    names = listed([repr(name[:40]) for name in table.names[:12]], "and")
    raise WaroddsError(
        f"{table.name!r}: no column of {names} tells cards, an outcome, a net or a mean; expected "
        "a header with such names, or --column player=NAME"
    )


def _refuse_uncounted(table: Table, reader: Reader, rows: Sequence[Coded]) -> None:
    """Refuse what must be counts of outcomes whose column of counts is not known as one."""
    unused = reader.columns.unused
    place = reader.roles.index("outcome")
    once = len({row[place] for _, row, _ in rows}) == sum(times for _, _, times in rows)
    if len(rows) > 1 and once and unused and not reader.columns.paired:
        raise WaroddsError(
            f"{table.name!r} has one row for each outcome and no column of counts; expected "
            f"--column count={unused[0]} or the like"
        )


def _column_notes(columns: Columns) -> list[str]:
    read = [
        f"{role} from {columns.names[place]!r}"
        for role, place in (*columns.roles.items(), *columns.wagers.items())
        if columns.names[place] != role
    ]
    notes = [f"Columns guessed or told: {', '.join(read)}."] if read else []
    if columns.unused:
        notes.append(f"Columns not used: {', '.join(map(repr, columns.unused[:20]))}.")
    return notes


def _take_table_of_sums(
    table: Table, rules: Rules, how: How, tally: Tally, summaries: list[Summary], notes: list[str]
) -> None:
    rows = table.groups()
    if not rows:
        raise WaroddsError(f"{table.name!r} has a header and no rows")
    _take_sums(table.name, table.names, rows, rules, how, tally, summaries, notes)
    _take_broken(table, tally)


def _take_sums(
    name: str,
    names: Sequence[str],
    rows: Sequence[tuple[Row, int]],
    rules: Rules,
    how: How,
    tally: Tally,
    summaries: list[Summary],
    notes: list[str],
) -> None:
    """Read rows that each sum up many rounds: a mean or a total, or counts of outcomes."""
    if how.two_lines:
        raise WaroddsError(f"--two-lines: {name!r} sums up rounds; expected a line for each")
    outcomes = {} if how.columns else side_by_side(names)
    columns = assign(names, how.columns, rules, name)
    summed = "mean" in columns or ("total" in columns and "rounds" in columns)
    if summed or (columns.summary and not outcomes):
        notes += [] if outcomes else _column_notes(columns)
        if sum(times for _, times in rows) > MOST_SUMMARIES:
            raise WaroddsError(f"{name!r} has over {MOST_SUMMARIES} rows of means; expected fewer")
        for row, times in rows:
            told = {role: row[place] for role, place in columns.roles.items()}
            summaries += [summary_of(told, name, rules, how.wager, how.unit)] * times
        if not outcomes:
            return
    if outcomes:
        rows = added_up(name, names, outcomes, rows)
        columns = assign(["outcome", "count"], {}, rules, name)
    elif "outcome" not in columns:
        raise WaroddsError(
            f"{name!r}: rounds without a mean, a total or counts of outcomes; expected one of them"
        )
    reader = Reader.of(rules, columns, how.cards, how.unit)
    picked = [tuple(row[at] for at in reader.places) for row, _ in rows]
    coded = [(code, picked[code], times) for code, (_, times) in enumerate(rows)]
    reader.count(tally, NO_TABLE, coded)


def _serial(distinct: Distinct, reader: Reader, tally: Tally) -> Serial | None:
    """Compare each dealer's card with the one on the row before it, of rows about rounds."""
    table, columns = distinct.table, reader.columns
    if "count" in columns or "dealer" not in columns or "seat" in columns or columns.paired:
        return None
    dealer = columns.roles["dealer"]
    rows, parameters = table.rows([dealer]), table.parameters
    if "wager" in columns:
        told = columns.roles["wager"]
        if wagers := [text for text in distinct.texts(told) if reader.about(text)]:
            rows = (
                f"SELECT * FROM ({table.rows([dealer, told])}) WHERE NOT list_contains(?, c{told})"
            )
            parameters = [*parameters, wagers]
    query = (
        "SELECT count(before), count(*) FILTER (before = dealer) FROM (SELECT dealer, "
        "lag(dealer) OVER (ORDER BY line) AS before FROM (SELECT row_number() OVER () AS line, "
        f"c{dealer} AS dealer FROM ({rows} LIMIT {SERIAL_ROWS})))"
    )
    pairs, repeated = table.run(query, parameters).fetchone()
    chance = Fraction(1, 52 if "dealer" in tally.suits else 13)
    return Serial(pairs, repeated, chance) if pairs else None
