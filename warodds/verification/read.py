"""From files, a mapping or a data frame to one sample, with the way back to its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from warodds.errors import WaroddsError, listed
from warodds.rules import Rules, Wager
from warodds.verification.clusters import Products, cluster_of, gathered
from warodds.verification.columns import CARD_ROLES, Columns, assign
from warodds.verification.deals import seats_alone
from warodds.verification.files import File
from warodds.verification.rounds import Reader, Remembered, Tally
from warodds.verification.sample import (
    WAR,
    Key,
    Sample,
    Seen,
    Summary,
    Trouble,
    WagerSample,
    event_at,
    relabelled,
    settle_level,
)
from warodds.verification.source import SHOWN_LINES, Row, Table
from warodds.verification.summaries import mapping_rows, summary_of
from warodds.verification.twolines import looks_paired, pair_up, tie_lines, told_apart

SERIAL_ROWS = 1_000_000
"""As many rows from the start are looked at in their order."""

MOST_SOUGHT = 500
"""As many distinct rows are looked for when their lines are asked for."""


@dataclass(frozen=True, slots=True)
class How:
    """How to read: columns as told, the writing of cards, units of a net, lines of a round."""

    columns: Mapping[str, str] = field(default_factory=dict)
    cards: str = "written"
    unit: Fraction = Fraction(1)
    two_lines: bool | None = None
    wager: str | None = None


@dataclass(frozen=True, slots=True)
class Serial:
    """Of so many neighbouring rows, how many repeat the dealer's card, and the chance of that."""

    pairs: int
    repeated: int
    chance: Fraction


@dataclass
class Collected:
    """A sample, what it says about clusters and neighbours, and the way back to lines."""

    sample: Sample
    clusters: Mapping[str, Products]
    clustered_by: str
    serial: Serial | None
    tally: Tally
    rename: Callable[[str], str]
    tables: Sequence[tuple[Table, Reader]]
    payouts: Mapping[str, Fraction] = field(default_factory=dict)

    def where(self, rows: Iterable[Remembered]) -> str:
        """Return where the first of some rows are, as far as they can be found again."""
        by_table: dict[int, list[Row]] = {}
        for number, row in rows:
            by_table.setdefault(number, []).append(row)
        for number in sorted(by_table):
            if number >= len(self.tables):
                continue
            table, reader = self.tables[number]
            lines = table.lines(reader.places, by_table[number][:MOST_SOUGHT])
            if lines:
                noun = "line" if table.in_lines else "row"
                several = "s" if len(lines) > 1 else ""
                more = ", …" if len(lines) == SHOWN_LINES else ""
                return f"{table.name}, {noun}{several} {', '.join(map(str, lines))}{more}"
        return ""

    def rows_of(self, keys: Iterable[Key]) -> list[Remembered]:
        """Return rows that were read as one of these kinds of round."""
        wanted = set(keys)
        found: list[Remembered] = []
        for key, rows in self.tally.remembered.items():
            if key._replace(event=self.rename(key.event)) in wanted:
                found += rows
        return found


def collect(
    source: Iterable[Table | File | Mapping[Any, Any]], rules: Rules, how: How, tie_share: Fraction
) -> Collected:
    """Read every table of a source into one sample."""
    tally = Tally()
    summaries: list[Summary] = []
    notes: list[str] = []
    opened: list[tuple[Table, Reader]] = []
    serial: Serial | None = None
    told: frozenset[str] | None = None
    for item in source:
        if not isinstance(item, Table):
            _take_mapping(item, rules, how, tally, summaries)
            continue
        columns = assign(item.names, how.columns, rules, item.name)
        if columns.summary:
            summaries += _summaries(item, columns, how)
            continue
        _check(item, columns)
        if told is not None and told != frozenset(columns.roles):
            raise WaroddsError(
                f"{item.name!r} has other columns than the files before it; expected "
                f"{listed(sorted(told), 'and')} in each"
            )
        told = frozenset(columns.roles)
        if cluster_of(columns)[0] or seats_alone(columns):
            tally.placed = [] if tally.placed is None else tally.placed
        table, columns = _counted(item, columns, rules, how, tally, len(opened), notes)
        opened.append((table, Reader.of(rules, columns, how.cards, how.unit)))
        serial = serial or _serial(table, columns, tally)
        if len(opened) == 1:
            notes += _column_notes(columns, item.names)
        for line, fault in table.broken:
            reason = f"a broken line ({fault})"
            tally.troubles[reason] = tally.troubles.get(reason, 0) + 1
            where = f"{table.name}, line {line}"
            tally.trouble_rows.setdefault(reason, []).append((-1, (where,)))
    return _collected(tally, tuple(summaries), notes, opened, serial, rules, tie_share)


def _counted(
    table: Table,
    columns: Columns,
    rules: Rules,
    how: How,
    tally: Tally,
    number: int,
    notes: list[str],
) -> tuple[Table, Columns]:
    """Count a table's rows; a log of two lines to a round is paired up first."""
    reader = Reader.of(rules, columns, how.cards, how.unit)
    paired = how.two_lines
    if paired is not False and rules.war is not None and told_apart(columns):
        trial = Tally()
        rows = list(table.groups(reader.places))
        reader.count(trial, number, rows)
        if paired or looks_paired(table, columns, trial):
            roles = [role for role in columns.roles if role not in ("shoe", "round")]
            ties = tie_lines(columns, [row for row, _ in rows], roles)
            if ties:
                broken = table.broken
                table, columns = pair_up(table, columns, ties, rules)
                table.broken = broken
                reader = Reader.of(rules, columns, how.cards, how.unit)
                notes.append(
                    "A tie and the war after it stand on two lines: each pair was read as one "
                    "round, its nets added (--one-line reads every line as a round)."
                )
                rows = list(table.groups(reader.places))
        reader.count(tally, number, rows)
        return table, columns
    reader.count(tally, number, table.groups(reader.places))
    return table, columns


def _check(table: Table, columns: Columns) -> None:
    if any(role in columns for role in (*CARD_ROLES[:2], "outcome", "net")) or columns.wagers:
        return
    names = listed([repr(name) for name in table.names[:12]], "and")
    raise WaroddsError(
        f"{table.name!r}: no column of {names} tells cards, an outcome or a net; expected a "
        "header with such names, or --column player=NAME"
    )


def _column_notes(columns: Columns, names: Sequence[str]) -> list[str]:
    if columns.names != tuple(names):
        return []
    read = [
        f"{role} from {columns.names[place]!r}"
        for role, place in (*columns.roles.items(), *columns.wagers.items())
        if columns.names[place] != role
    ]
    notes = [f"Columns guessed or told: {', '.join(read)}."] if read else []
    if columns.unused:
        notes.append(f"Columns not used: {', '.join(map(repr, columns.unused[:20]))}.")
    return notes


def _summaries(table: Table, columns: Columns, how: How) -> list[Summary]:
    roles = list(columns.roles)
    rows = [row for row, _ in table.groups([columns.roles[role] for role in roles])]
    if not rows:
        raise WaroddsError(f"{table.name!r} has a header and no rows")
    if len(rows) > 1000:
        raise WaroddsError(f"{table.name!r} has {len(rows)} rows of means; expected one a wager")
    return [
        summary_of(dict(zip(roles, row, strict=True)), table.name, how.wager, how.unit)
        for row in rows
    ]


def _take_mapping(
    item: File | Mapping[Any, Any], rules: Rules, how: How, tally: Tally, summaries: list[Summary]
) -> None:
    """Read a mapping of counts, or of a summary's figures."""
    name = item.name if isinstance(item, File) else "the mapping"
    names, rows = mapping_rows(item.mapping if isinstance(item, File) else item, name)
    columns = assign(names, how.columns, rules, name)
    if columns.summary:
        told = {role: rows[0][place] for role, place in columns.roles.items()}
        summaries.append(summary_of(told, name, how.wager, how.unit))
        return
    reader = Reader.of(rules, columns, how.cards, how.unit)
    reader.count(tally, 10**9, [(tuple(row[place] for place in reader.places), 1) for row in rows])


def _serial(table: Table, columns: Columns, tally: Tally) -> Serial | None:
    """Compare each dealer's card with the one on the row before it."""
    if "count" in columns or "dealer" not in columns or "seat" in columns:
        return None
    if table.source == "paired":
        return None
    dealer = columns.roles["dealer"]
    query = (
        "SELECT count(before), count(*) FILTER (before = dealer) FROM (SELECT dealer, "
        "lag(dealer) OVER (ORDER BY line) AS before FROM (SELECT row_number() OVER () AS line, "
        f"c{dealer} AS dealer FROM ({table.rows([dealer])} LIMIT {SERIAL_ROWS})))"
    )
    pairs, repeated = table.run(query).fetchone()
    chance = Fraction(1, 52 if "dealer" in tally.suits else 13)
    return Serial(pairs, repeated, chance) if pairs else None


def _without_subtotals(counts: Mapping[Key, int], notes: list[str]) -> dict[Key, int]:
    """Leave out a row that sums up other rows: all wars, or all ties."""
    words: dict[str, int] = {}
    for key, number in counts.items():
        words[key.event] = words.get(key.event, 0) + number
    wars = sum(words.get(event, 0) for event in WAR)
    ties = wars + words.get("surrender", 0)
    kept = dict(counts)
    for word, total in (("war", wars), ("tie", ties)):
        if wars and words.get(word) == total:
            kept = {key: number for key, number in kept.items() if key.event != word}
            notes.append(f"{word!r} is the sum of other rows and was not counted again.")
    return kept


def _collected(
    tally: Tally,
    summaries: tuple[Summary, ...],
    notes: list[str],
    opened: Sequence[tuple[Table, Reader]],
    serial: Serial | None,
    rules: Rules,
    tie_share: Fraction,
) -> Collected:
    roles = {role for _, reader in opened for role in reader.columns.roles}
    if not any("count" not in reader.columns for _, reader in opened):
        tally.counts = _without_subtotals(tally.counts, notes)
    level, rename, note = settle_level(
        tally.counts, rules.war is not None, tally.net_told, tie_share
    )
    notes += [note] if note else []
    war_cards = {"war_player", "war_dealer"} <= roles and {"player", "dealer"} <= roles
    seen = Seen(level, tally.net_told, "player" in roles, "dealer" in roles, war_cards, war_cards)
    counts = relabelled(tally.counts, rename)
    lead = None
    if len(tally.by_seat) > 1:
        first = min(tally.by_seat, key=lambda seat: (len(seat), seat))
        lead = relabelled(tally.by_seat[first], rename)
    clusters, by, told_apart_by = gathered(tally, opened, rename)
    notes += [told_apart_by] if told_apart_by else []
    collected = Collected(
        Sample(seen, counts, lead, tally.suits, tally.pairs, {}, summaries, (), tuple(notes)),
        clusters,
        by,
        serial,
        tally,
        rename,
        opened,
    )
    troubles = tuple(
        Trouble(reason, number, _where(collected, tally.trouble_rows.get(reason, [])))
        for reason, number in sorted(tally.troubles.items(), key=lambda item: -item[1])[:12]
    )
    by_id = {wager.id: wager for wager in rules.wagers}
    wagers = {name: _wager_sample(by_id[name], results) for name, results in tally.wagers.items()}
    collected.sample = Sample(
        seen, counts, lead, tally.suits, tally.pairs, wagers, summaries, troubles, tuple(notes)
    )
    return collected


def _where(collected: Collected, rows: list[Remembered]) -> str:
    broken = [row[0] for number, row in rows if number == -1]
    return ", ".join(broken[:SHOWN_LINES]) if broken else collected.where(rows)


def _wager_sample(wager: Wager, results: Mapping[tuple[str, Fraction | None], int]) -> WagerSample:
    """Return a wager's counts; beside "win" or "lose", an event stands for what it pays."""
    words = {word for word, _ in results}
    level: Literal["event", "result", "none"] = "none" if words <= {""} else "event"
    if words & {"win", "lose", "push"}:
        level = "result"
        paid = {payout.event: payout.net for payout in wager.paytables[0].payouts}
        merged: dict[tuple[str, Fraction | None], int] = {}
        for (word, net), number in results.items():
            told = event_at("result", word, paid[word]) if word in paid else word
            merged[told, net] = merged.get((told, net), 0) + number
        results = merged
    return WagerSample(level, any(net is not None for _, net in results), results)
