"""From files, a mapping or a data frame to one sample, with the way back to its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from warodds.errors import WaroddsError, listed
from warodds.rules import Rules, Wager
from warodds.verification.cards import ways_to_read
from warodds.verification.clusters import Products, cluster_of, gathered
from warodds.verification.columns import CARD_ROLES, Columns, assign, guessed
from warodds.verification.deals import seats_alone
from warodds.verification.files import File
from warodds.verification.numbers import number_of
from warodds.verification.rounds import NO_WAR_CARD, Reader, Remembered, Tally
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
from warodds.verification.summaries import added_up, mapping_rows, side_by_side, summary_of
from warodds.verification.twolines import UNTOLD, could_be_paired, paired_up
from warodds.verification.words import absent

SERIAL_ROWS = 1_000_000
"""As many rows from the start are looked at in their order."""

MOST_SOUGHT = 500
"""As many distinct rows are looked for when their lines are asked for."""

MOST_REASONS = 12
"""As many reasons why rows make no sense are told apart."""

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
    decks: int | None = None

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
                return places_of(table.name, "line" if table.in_lines else "row", lines)
        return ""

    def rows_of(self, keys: Iterable[Key]) -> list[Remembered]:
        """Return rows that were read as one of these kinds of round."""
        wanted = set(keys)
        found: list[Remembered] = []
        for key, rows in self.tally.remembered.items():
            if key._replace(event=self.rename(key.event)) in wanted:
                found += rows
        return found


def places_of(name: str, noun: str, numbers: Sequence[int]) -> str:
    """Say where the first of some rows are.

    >>> places_of("log.csv", "line", [3, 8])
    'log.csv, lines 3, 8'
    """
    several = "s" if len(numbers) > 1 else ""
    more = ", …" if len(numbers) >= SHOWN_LINES else ""
    return f"{name}, {noun}{several} {', '.join(map(str, numbers[:SHOWN_LINES]))}{more}"


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
    opened: list[tuple[Table, Reader]] = []
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
        table, reader, note = _counted(item, columns, rules, how, tally, len(opened))
        notes += [note] if note and note not in notes else []
        opened.append((table, reader))
        serial = serial or _serial(table, reader.columns, tally)
        _take_broken(table, tally)
    return _collected(tally, tuple(summaries), notes, opened, serial, rules, tie_share)


def _counted(
    table: Table, columns: Columns, rules: Rules, how: How, tally: Tally, number: int
) -> tuple[Table, Reader, str]:
    """Count a table's rows; a log of two lines to a round is paired up first."""
    reader = Reader.of(rules, columns, how.cards, how.unit)
    note = ""
    rows: Iterable[tuple[Row, int]] = table.groups(reader.places)
    if how.two_lines is not False and rules.war is not None and could_be_paired(columns):
        rows = list(rows)
        table, columns, note = paired_up(table, columns, reader, rows, how.two_lines, number)
        if columns.paired:
            reader = Reader.of(rules, columns, how.cards, how.unit)
            rows = table.groups(reader.places)
    elif how.two_lines:
        raise WaroddsError(
            f"--two-lines: {table.name!r} has war cards or counts of its own; expected a line for "
            "a tie and one for its war"
        )
    if "outcome" in columns and not any(role in columns for role in ("count", *CARD_ROLES)):
        rows = list(rows)
        _refuse_uncounted(table, reader, rows)
    reader.count(tally, number, rows)
    return table, reader, note


def _take_broken(table: Table, tally: Tally) -> None:
    """Count the lines of a text that are no rows."""
    for line, fault in table.broken:
        tally.trouble(f"a broken line ({fault})", 1, [(-1, (table.name, str(line)))])


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


def _refuse_uncounted(table: Table, reader: Reader, rows: Sequence[tuple[Row, int]]) -> None:
    """Refuse what must be counts of outcomes whose column of counts is not known as one."""
    unused = reader.columns.unused
    place = reader.roles.index("outcome")
    once = len({row[place] for row, _ in rows}) == sum(n for _, n in rows)
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
    rows = list(table.groups(range(len(table.names))))
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
    reader.count(tally, NO_TABLE, [(tuple(row[at] for at in reader.places), n) for row, n in rows])


def _serial(table: Table, columns: Columns, tally: Tally) -> Serial | None:
    """Compare each dealer's card with the one on the row before it."""
    if "count" in columns or "dealer" not in columns or "seat" in columns:
        return None
    if columns.paired:
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
    """Leave out a row that sums up other rows: all wars, all ties, or everything."""
    words: dict[str, int] = {}
    for key, times in counts.items():
        words[key.event] = words.get(key.event, 0) + times
    wars = sum(words.get(event, 0) for event in WAR)
    sums = {"war": wars, "tie": wars + words.get("surrender", 0)}
    left_out = [word for word, total in sums.items() if wars and words.get(word) == total]
    if "total" in words:
        rest = sum(n for word, n in words.items() if word not in ("total", *left_out))
        if words["total"] != rest:
            raise WaroddsError(
                f"a total of {words['total']} rounds, and the outcomes add up to {rest}; expected "
                "each round under one outcome"
            )
        left_out.append("total")
    notes += [f"{word!r} is the sum of other rows and was not counted again." for word in left_out]
    return {key: times for key, times in counts.items() if key.event not in left_out}


def _check_told(tally: Tally, opened: Sequence[tuple[Table, Reader]]) -> None:
    """Refuse rows that tell no outcome beside others that do, and rows that tell nothing."""
    untold = sum(times for key, times in tally.counts.items() if not key.event)
    if untold and untold < sum(tally.counts.values()):
        unused = [name for _, reader in opened for name in reader.columns.unused]
        more = f" (columns not used: {', '.join(map(repr, unused[:12]))})" if unused else ""
        raise WaroddsError(
            f"{untold} rows tell no outcome and the others do{more}; expected one on every row, or "
            "--column dealer=NAME or the like for a column that tells it"
        )
    if untold and all(key == Key("") for key in tally.counts) and not tally.wagers:
        raise WaroddsError("no row tells an outcome, a net or a card; expected one of them")


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
    _check_told(tally, opened)
    level, rename, note = settle_level(tally.counts, rules.war is not None, tie_share)
    notes = [each for each in notes if each != UNTOLD or level == "first"]
    notes += [note] if note else []
    notes += _card_hint(tally)
    if tally.staked:
        notes.append(
            "Nets were divided by the stakes that are told as wagers; if those include the war "
            "wager, say --unit or --column wager=-."
        )
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
    troubles = _troubles(collected)
    by_id = {wager.id: wager for wager in rules.wagers}
    wagers = {name: _wager_sample(by_id[name], results) for name, results in tally.wagers.items()}
    collected.sample = Sample(
        seen, counts, lead, tally.suits, tally.pairs, wagers, summaries, troubles, tuple(notes)
    )
    return collected


def _troubles(collected: Collected) -> tuple[Trouble, ...]:
    """Return why rows make no sense, the most frequent reasons first and the rest as one."""
    tally = collected.tally
    reasons = sorted(tally.troubles, key=lambda reason: -tally.troubles[reason])
    shown = reasons[:MOST_REASONS]
    found = [
        Trouble(reason, tally.troubles[reason], _where(collected, tally.trouble_rows[reason]))
        for reason in shown
    ]
    if rest := reasons[MOST_REASONS:]:
        rows = [row for reason in rest for row in tally.trouble_rows[reason]]
        number = sum(tally.troubles[reason] for reason in rest)
        like = f"{len(rest)} other reasons, such as {rest[0]}"
        found.append(Trouble(like, number, _where(collected, rows)))
    return tuple(found)


def _card_hint(tally: Tally) -> list[str]:
    """Say so where cards that make no sense are codes."""
    if not any(reason.endswith("'s card") for reason in tally.troubles):
        return []
    ways = ways_to_read(tally.card_texts - NO_WAR_CARD)
    return [f"Every card could be read with --cards {listed(ways)}."] if ways else []


def _where(collected: Collected, rows: list[Remembered]) -> str:
    broken = [row for number, row in rows if number == -1]
    if not broken:
        return collected.where(rows)
    name = broken[0][0]
    return places_of(name, "line", [int(line) for file, line in broken if file == name])


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
