"""Everything that was read, as one sample, with the way back to the lines it came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from warodds.errors import WaroddsError, listed
from warodds.rules import Rules, Wager
from warodds.verification.reading.cards import ways_to_read
from warodds.verification.reading.clusters import Products, gathered
from warodds.verification.reading.distinct import Distinct
from warodds.verification.reading.rounds import NO_WAR_CARD, Reader, Remembered, Tally
from warodds.verification.reading.source import SHOWN_LINES
from warodds.verification.reading.twolines import UNTOLD
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

MOST_SOUGHT = 500
"""As many distinct rows are looked for when their lines are asked for."""

MOST_REASONS = 12
"""As many reasons why rows make no sense are told apart."""


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
    tables: Sequence[tuple[Distinct, Reader]]
    payouts: Mapping[str, Fraction] = field(default_factory=dict)

    def where(self, rows: Iterable[Remembered]) -> str:
        """Return where the first of some rows are, as far as they can be found again."""
        by_table: dict[int, list[int]] = {}
        for number, code in rows:
            by_table.setdefault(number, []).append(code)
        for number in sorted(by_table):
            if number >= len(self.tables):
                continue
            distinct, _ = self.tables[number]
            lines = distinct.lines(by_table[number][:MOST_SOUGHT])
            if lines:
                noun = "line" if distinct.table.in_lines else "row"
                return places_of(distinct.table.name, noun, lines)
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


def _check_told(tally: Tally, opened: Sequence[tuple[Distinct, Reader]]) -> None:
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


def collected(
    tally: Tally,
    summaries: tuple[Summary, ...],
    notes: list[str],
    opened: Sequence[tuple[Distinct, Reader]],
    serial: Serial | None,
    rules: Rules,
    tie_share: Fraction,
) -> Collected:
    """Settle what the words mean, once all are known, and gather the sample."""
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
    by_id = {wager.id: wager for wager in rules.wagers}
    wagers = {name: _wager_sample(by_id[name], results) for name, results in tally.wagers.items()}
    sample = Sample(
        seen, counts, lead, tally.suits, tally.pairs, wagers, summaries, (), tuple(notes)
    )
    found = Collected(sample, clusters, by, serial, tally, rename, opened)
    troubles = troubles_of(found, tally.troubles, tally.trouble_rows)
    found.sample = replace(sample, troubles=troubles)
    return found


def troubles_of(
    collected: Collected, numbers: Mapping[str, int], rows: Mapping[str, list[Remembered]]
) -> tuple[Trouble, ...]:
    """Return the reasons against some rows, the most frequent first and all the rest as one."""
    reasons = sorted(numbers, key=lambda reason: -numbers[reason])
    found = [
        Trouble(reason, numbers[reason], _where(collected, [reason], rows))
        for reason in reasons[:MOST_REASONS]
    ]
    if rest := reasons[MOST_REASONS:]:
        like = f"{len(rest)} other reasons, such as {rest[0]}"
        number = sum(numbers[reason] for reason in rest)
        found.append(Trouble(like, number, _where(collected, rest, rows)))
    return tuple(found)


def _card_hint(tally: Tally) -> list[str]:
    """Say so where cards that make no sense are codes."""
    if not any(reason.endswith("'s card") for reason in tally.troubles):
        return []
    ways = ways_to_read(tally.card_texts - NO_WAR_CARD)
    return [f"Every card could be read with --cards {listed(ways)}."] if ways else []


def _where(
    collected: Collected, reasons: Sequence[str], rows: Mapping[str, list[Remembered]]
) -> str:
    """Say where the first rows are that some reasons speak against."""
    broken = [place for reason in reasons for place in collected.tally.broken.get(reason, ())]
    if not broken:
        return collected.where(row for reason in reasons for row in rows.get(reason, ()))
    name = broken[0][0]
    return places_of(name, "line", [line for file, line in broken if file == name])


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
