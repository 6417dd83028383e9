"""From the rows of a table to rounds: reading each distinct row once, and counting.

Nothing is dropped in silence. A row that can be placed is counted, even where no rule allows it:
the law will give it no chance, and a known mistake may. A row that cannot be placed is trouble.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from warodds.cards import Card
from warodds.errors import WaroddsError, listed, nearest
from warodds.rules import Rules
from warodds.verification.columns import CARD_ROLES, Columns
from warodds.verification.sample import Key
from warodds.verification.source import Row
from warodds.verification.suits import Suited
from warodds.verification.words import (
    CARD_READERS,
    absent,
    decision,
    number,
    outcome,
    snapped,
    weight_of,
)

KEPT_ROWS = 200
"""As many rows are remembered per kind of round, to find their lines later."""

Remembered = tuple[int, Row]
"""Which table, and the row's texts."""


@dataclass
class Tally:
    """What has been counted so far; `remembered` leads from a kind of round back to its rows."""

    counts: dict[Key, int] = field(default_factory=dict)
    by_seat: dict[str, dict[Key, int]] = field(default_factory=dict)
    suits: dict[str, dict[int, int]] = field(default_factory=dict)
    pairs: dict[str, dict[str, int]] = field(default_factory=dict)
    wagers: dict[str, dict[tuple[str, Fraction | None], int]] = field(default_factory=dict)
    troubles: dict[str, int] = field(default_factory=dict)
    trouble_rows: dict[str, list[Remembered]] = field(default_factory=dict)
    remembered: dict[Key, list[Remembered]] = field(default_factory=dict)
    wager_rows: dict[tuple[str, str, Fraction | None], list[Remembered]] = field(
        default_factory=dict
    )
    net_told: bool = False
    placed: list[Placed] | None = None


class Placed(NamedTuple):
    """A distinct row and what was read in it, kept where rows are sorted into kinds once more."""

    origin: Remembered
    key: Key
    cards: Mapping[str, Card | None]
    nets: Mapping[str, Fraction | None]


class Nonsense(Exception):  # noqa: N818  (not an error of ours: a row's fault, always caught)
    """A row that cannot be placed, and why."""


@dataclass(frozen=True)
class Reader:
    """How to read the rows of one table: what its columns hold, how its cards are written."""

    rules: Rules
    columns: Columns
    places: tuple[int, ...]
    card: Callable[[str], Card | None]
    coded: bool
    in_units: Callable[[Fraction], Fraction]

    @classmethod
    def of(cls, rules: Rules, columns: Columns, cards: str, unit: Fraction) -> Reader:
        """Return the reader of a table; `cards` names the way that its cards are written."""
        if cards not in CARD_READERS:
            raise WaroddsError(
                f"--cards {cards!r}; expected {listed(CARD_READERS)}{nearest(cards, CARD_READERS)}"
            )
        told = [role for role in columns.roles if role not in ("shoe", "round")]
        places = [columns.roles[role] for role in told] + list(columns.wagers.values())
        read = lru_cache(maxsize=4096)(CARD_READERS[cards])
        in_units = lru_cache(maxsize=4096)(lambda value: snapped(value / unit))
        return cls(rules, columns, tuple(places), read, cards != "written", in_units)

    def count(self, tally: Tally, table: int, rows: Iterable[tuple[Row, int]]) -> None:
        """Add the distinct rows of a table to a tally.

        Rows that differ in suits alone are read once; suits are counted apart. There are some
        three thousand kinds of round by rank, and half a million by suit.
        """
        roles = [role for role in self.columns.roles if role not in ("shoe", "round")]
        wagers = list(self.columns.wagers)
        alike: dict[Row, tuple[list[int], list[Remembered]]] = {}
        suited = Suited(self.card, roles, merge=tally.placed is None)
        for row, times in rows:
            entry = alike.setdefault(suited.merged(row, times), ([0], []))
            entry[0][0] += times
            if len(entry[1]) < KEPT_ROWS:
                entry[1].append((table, row))
        for row, ((times,), origins) in alike.items():
            told = dict(zip(roles, row, strict=False))
            side = dict(zip(wagers, row[len(roles) :], strict=True))
            try:
                self._count(tally, origins, told, side, times)
            except Nonsense as fault:
                reason = str(fault)
                tally.troubles[reason] = tally.troubles.get(reason, 0) + times
                tally.trouble_rows.setdefault(reason, []).extend(origins)
        suited.count(tally.suits, tally.pairs)

    def _count(
        self,
        tally: Tally,
        origins: list[Remembered],
        told: Mapping[str, str],
        side: Mapping[str, str],
        rows_alike: int,
    ) -> None:
        weight = rows_alike * weight_of(told["count"]) if "count" in told else rows_alike
        wager = self._wager(told.get("wager", ""))
        if wager is not None:
            self._count_wager(tally, origins, wager, told, weight)
            return
        cards = {role: self._card(role, told[role]) for role in CARD_ROLES if role in told}
        nets = {name: self._net(text) for name, text in side.items()}
        net = self._game_net(told, nets)
        event = _event(told, cards)
        war = event.startswith("war_")
        if war and any(role in told and cards[role] is None for role in CARD_ROLES[2:]):
            raise Nonsense("a war without its war cards")
        ranks = {role: card.rank if card else None for role, card in cards.items()}
        key = Key(event, net, **ranks)
        tally.net_told |= net is not None
        tally.counts[key] = tally.counts.get(key, 0) + weight
        _remember(tally.remembered, key, origins)
        if tally.placed is not None:
            tally.placed += [Placed(origin, key, cards, nets) for origin in origins]
        if told.get("seat"):
            seat = tally.by_seat.setdefault(told["seat"], {})
            seat[key] = seat.get(key, 0) + weight
        for name, paid in nets.items():
            if paid is not None and self.placed(name, paid):
                _add(tally.wagers.setdefault(name, {}), ("", paid), weight)
                _remember(tally.wager_rows, (name, "", paid), origins)

    def _count_wager(
        self,
        tally: Tally,
        origins: list[Remembered],
        wager: str,
        told: Mapping[str, str],
        weight: int,
    ) -> None:
        text = told.get("outcome", "")
        names = {
            payout.event.lower(): payout.event
            for each in self.rules.wagers
            if each.id == wager
            for table in each.paytables
            for payout in table.payouts
        }
        plain = text.strip().lower().replace(" ", "_").replace("-", "_")
        word = names.get(plain) or outcome(text) if not absent(text) else ""
        if word is None:
            raise Nonsense(f"an outcome {text!r} of {wager}")
        net = self._net(told["net"]) if "net" in told else None
        if "net" in told and net is None:
            raise Nonsense("a missing net")
        _add(tally.wagers.setdefault(wager, {}), (word, net), weight)
        _remember(tally.wager_rows, (wager, word, net), origins)

    def _wager(self, text: str) -> str | None:
        """Return the wager that a row is about, None for the game as a whole."""
        word = text.strip().lower()
        if absent(word) or word in ("game", "main", "round", "all"):
            return None
        for wager in self.rules.wagers:
            if word.replace("_", "-").replace(" ", "-") in (
                wager.id,
                wager.name.lower().replace(" ", "-"),
            ):
                return wager.id
        raise Nonsense(f"a wager {text!r}")

    def _card(self, role: str, text: str) -> Card | None:
        at_war = role.startswith("war_")
        if absent(text) or (at_war and not self.coded and text in ("0", "-1", "0.0", "-1.0")):
            if not at_war:
                raise Nonsense(f"a missing card of the {role}")
            return None
        card = self.card(text)
        if card is None:
            raise Nonsense(f"{text!r} for the {role.replace('war_', '')}'s card")
        return card

    def _net(self, text: str) -> Fraction | None:
        if absent(text):
            return None
        value = number(text)
        if value is None:
            raise Nonsense(f"a net of {text!r}")
        return self.in_units(value)

    def _game_net(
        self, told: Mapping[str, str], nets: Mapping[str, Fraction | None]
    ) -> Fraction | None:
        """Return the net of the main and war wager together, added up where they stand apart."""
        if "net" in told:
            # In a log of two lines to a round, both carry a net, and the round has their sum.
            if "|" not in told["net"]:
                net = self._net(told["net"])
            else:
                values = [self._net(text) for text in told["net"].split("|")]
                given = [value for value in values if value is not None]
                net = sum(given, Fraction()) if given else None
            if net is None:
                raise Nonsense("a missing net")
            return net
        main, war = self.rules.main_wager.id, self.rules.war_wager
        if main not in nets or (war is not None and war.id not in nets):
            return None
        paid = nets[main]
        if paid is None:
            raise Nonsense(f"a missing net of {main}")
        return paid + ((nets[war.id] if war else None) or Fraction())

    def placed(self, name: str, paid: Fraction) -> bool:
        """Whether a net of zero is a result, or stands for a wager that was not placed."""
        wager = next(each for each in self.rules.wagers if each.id == name)
        pushes = any(not payout.net for table in wager.paytables for payout in table.payouts)
        return bool(paid) or pushes


def _add(
    counts: dict[tuple[str, Fraction | None], int], key: tuple[str, Fraction | None], n: int
) -> None:
    counts[key] = counts.get(key, 0) + n


def _remember(kept: dict[Any, list[Remembered]], key: object, origins: list[Remembered]) -> None:
    rows = kept.setdefault(key, [])
    rows += origins[: KEPT_ROWS - len(rows)]


def _compared(player: Card | None, dealer: Card | None) -> str | None:
    if player is None or dealer is None:
        return None
    return (
        "tie" if player.rank == dealer.rank else "higher" if player.rank > dealer.rank else "lower"
    )


def _event(told: Mapping[str, str], cards: Mapping[str, Card | None]) -> str:
    """Return how a round ended, as far as its own row tells; an empty text where it does not."""
    first = _compared(cards.get("player"), cards.get("dealer"))
    war = _compared(cards.get("war_player"), cards.get("war_dealer"))
    word = _word("outcome", told, outcome)
    chosen = _word("decision", told, decision)
    if word in ("win", "lose"):
        return _won_or_lost(word, first, war, chosen)
    if word in ("tie", "push"):
        if war is not None:
            return "war_tie"
        return "surrender" if chosen == "surrender" else word
    if word == "war":
        return f"war_{war}" if war else "war"
    if word:
        return word
    if war is not None:
        return f"war_{war}"
    if first is None:
        return chosen
    if first != "tie":
        return first
    return chosen or "tie"


def _word(role: str, told: Mapping[str, str], read: Callable[[str], str | None]) -> str:
    text = told.get(role, "")
    word = "" if absent(text) else read(text)
    if word is None:
        raise Nonsense(f"{'an' if role[0] == 'o' else 'a'} {role} {text!r}")
    return word


def _won_or_lost(word: str, first: str | None, war: str | None, chosen: str) -> str:
    """Return the event behind "win" or "lose": the first deal's, or the war's if there was one."""
    if war is not None:
        if war == "tie":
            return "war_tie"
        return "war_higher" if word == "win" else "war_lower"
    if chosen == "surrender" and first in (None, "tie"):
        return "surrender"
    if first in (None, "tie"):
        return word
    return "higher" if word == "win" else "lower"
