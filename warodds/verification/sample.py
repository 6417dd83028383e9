"""The sufficient statistic: how often each kind of round came, as far as the data tell kinds apart.

A source tells some of what a round shows and not the rest. `Seen` says which, and turns the exact
law of whole rounds into the law of what can be seen; so every kind of file is judged, and every
suspect weighed, by the same code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from warodds.law import Law
from warodds.mistakes import Cell

Level = Literal["round", "decision", "first", "ended", "result", "none"]
"""How finely outcomes are told apart: as the six events; with the three of a war as one; as the
first deal's higher, lower, tie; as win, lose, push by the net, with surrenders apart or without; or
not at all."""

FIRST = ("higher", "lower")
WAR = ("war_higher", "war_tie", "war_lower")


class Key(NamedTuple):
    """What can be seen of a round; None, or an empty event, for what cannot."""

    event: str
    net: Fraction | None = None
    player: int | None = None
    dealer: int | None = None
    war_player: int | None = None
    war_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What a source tells of each round."""

    level: Level
    net: bool = False
    player: bool = False
    dealer: bool = False
    war_player: bool = False
    war_dealer: bool = False

    def of(self, cell: Cell) -> Key:
        """Return what can be seen of a round."""
        return Key(
            event_at(self.level, cell.event, cell.net),
            cell.net if self.net else None,
            cell.player if self.player else None,
            cell.dealer if self.dealer else None,
            cell.war_player if self.war_player else None,
            cell.war_dealer if self.war_dealer else None,
        )

    @property
    def cards(self) -> bool:
        """Whether both cards of the first deal are told."""
        return self.player and self.dealer

    @property
    def war_cards(self) -> bool:
        """Whether both cards of the war deal are told, and the tie before it."""
        return self.cards and self.war_player and self.war_dealer


def event_at(level: Level, event: str, net: Fraction | None) -> str:
    """Return an event as a level tells it.

    >>> [event_at(level, "war_tie", Fraction(2)) for level in ("round", "decision", "first")]
    ['war_tie', 'war', 'tie']
    >>> event_at("result", "war_tie", Fraction(2)), event_at("none", "war_tie", None)
    ('win', '')
    """
    if level == "decision":
        return "war" if event in WAR else event
    if level == "first":
        return event if event in FIRST else "tie"
    if level == "ended" and event == "surrender":
        return event
    if level in ("ended", "result") and net is not None:
        return "win" if net > 0 else "lose" if net < 0 else "push"
    return event if level == "round" else ""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Rows that make no sense: why, how many, and where the first of them are."""

    reason: str
    rows: int
    where: str = ""


@dataclass(frozen=True, slots=True)
class WagerSample:
    """Counts of one wager's results, by event and net as far as told."""

    level: Literal["event", "result", "none"]
    net: bool
    counts: Mapping[tuple[str, Fraction | None], int]

    def of(self, law: Law[tuple[str, Fraction]]) -> Law[tuple[str, Fraction | None]]:
        """Return the law of what can be seen of the wager."""
        return law.map(self.seen)

    def seen(self, key: tuple[str, Fraction]) -> tuple[str, Fraction | None]:
        """Return what can be seen of an event and a net of the wager."""
        event, net = key
        told = event if self.level == "event" else ""
        if self.level == "result":
            told = event_at("result", event, net)
        return told, net if self.net else None

    @property
    def rounds(self) -> int:
        """How often the wager was settled."""
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class Summary:
    """Many rounds in one line: their number and their mean net, to within `slack`."""

    wager: str
    rounds: int
    mean: Fraction
    slack: Fraction


@dataclass(frozen=True, slots=True)
class Sample:
    """Everything that was read.

    `lead` holds the first seat's rounds alone where seats share a dealer's card. `suits` counts
    suits by position, `pairs` the kinds of pair by deal. `notes` say how the source was read.
    """

    seen: Seen
    counts: Mapping[Key, int]
    lead: Mapping[Key, int] | None = None
    suits: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    pairs: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    wagers: Mapping[str, WagerSample] = field(default_factory=dict)
    summaries: tuple[Summary, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def rounds(self) -> int:
        """The number of rounds that could be read."""
        return sum(self.counts.values())

    @property
    def told(self) -> int:
        """How many rounds there are, or of the largest wager where there are none."""
        return max(
            self.rounds,
            *(wager.rounds for wager in self.wagers.values()),
            *(summary.rounds for summary in self.summaries),
            0,
        )

    def law(self, law: Law[Cell]) -> Law[Key]:
        """Return the law of what this sample can show."""
        return law.map(self.seen.of)


def settle_level(
    counts: Mapping[Key, int], has_war: bool, tie_share: Fraction
) -> tuple[Level, Callable[[str], str], str]:
    """Choose how finely outcomes are told apart, from all the words a source uses.

    Returns the level, what to make of each word, and a note where a word can mean two things.
    """
    words: dict[str, int] = {}
    for key, number in counts.items():
        words[key.event] = words.get(key.event, 0) + number
    used = set(words)
    if used <= {""}:
        return "none", lambda word: word, ""
    paid = {key.net for key, n in counts.items() if n and key.event in ("tie", "push")}
    return _level_of(words, used, has_war, paid, tie_share)


def _level_of(
    words: Mapping[str, int],
    used: set[str],
    has_war: bool,
    paid: set[Fraction | None],
    tie_share: Fraction,
) -> tuple[Level, Callable[[str], str], str]:
    """Choose the level; `paid` is what rows called a tie or a push are told to net."""
    plain = {"win": "higher", "lose": "lower"}
    if not has_war:
        return "round", lambda word: {**plain, "push": "tie"}.get(word, word), ""
    at_war = used & set(WAR)
    if at_war or "war" in used:
        # Beside outcomes of a war, "push" or "tie" is a war's when no other word is there for it.
        bare = "war_tie" if at_war and "war_tie" not in used and "war" not in used else "tie"
        names = {**plain, "push": bare, "tie": bare}
        level: Level = "round" if at_war else "decision"
        return level, lambda word: names.get(word, word), ""
    bare_ties = words.get("tie", 0) + words.get("push", 0)
    results = used & {"win", "lose"}
    if not bare_ties:
        if results and "surrender" in used:
            return "ended", _as_ended, ""
        if results:
            return "result", _as_result, ""
        return "round", lambda word: word, ""
    if results and paid == {Fraction()}:
        return "result", _as_result, ""
    share = Fraction(bare_ties, sum(words.values()))
    if results and share < tie_share / 2:
        return _by_the_net(paid)
    note = ""
    if results:
        note = "win, lose and tie were read as the first deal's comparison: no row names a war."
    names = {**plain, "push": "tie", "surrender": "tie"}
    return "first", lambda word: names.get(word, word), note


def _by_the_net(paid: set[Fraction | None]) -> tuple[Level, Callable[[str], str], str]:
    """Return the level of words that tell how a whole round ended, ties being ties at war."""
    note = "win, lose and push were read as the sign of the net: pushes are too few for ties."
    if paid == {None}:
        note = "A tie was read as one at war, which wins: there are too few for the first deal's."
        return "result", lambda word: "win" if word == "tie" else _as_result(word), note
    if all(net is not None and net > 0 for net in paid):
        names = {"tie": "win", "push": "win"}
        return "result", lambda word: names.get(word) or _as_result(word), note
    return "result", _as_result, note


def _as_ended(word: str) -> str:
    return {"higher": "win", "lower": "lose", "tie": "push"}.get(word, word)


def _as_result(word: str) -> str:
    return "lose" if word == "surrender" else _as_ended(word)


def relabelled(counts: Mapping[Key, int], rename: Callable[[str], str]) -> dict[Key, int]:
    """Return the counts under other names for their events."""
    renamed: dict[Key, int] = {}
    for key, number in counts.items():
        told = key._replace(event=rename(key.event))
        renamed[told] = renamed.get(told, 0) + number
    return renamed
