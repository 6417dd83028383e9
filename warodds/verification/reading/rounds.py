"""From the rows of a table to rounds: reading each distinct row once, and counting.

Nothing is dropped in silence. A row that can be placed is counted, even where no rule allows it:
the law will give it no chance, and a known mistake may. A row that cannot be placed is trouble.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from warodds.cards import Card
from warodds.errors import WaroddsError, listed, nearest
from warodds.rules import Rules
from warodds.settle import round_net
from warodds.verification.reading.cards import CARD_READERS
from warodds.verification.reading.columns import CARD_ROLES, Columns, wager_of
from warodds.verification.reading.distinct import Coded
from warodds.verification.reading.events import Nonsense, compared, event_of, settled
from warodds.verification.reading.numbers import number_of, snapped, weight_of
from warodds.verification.reading.source import Row
from warodds.verification.reading.words import absent, at_war_named, decision, outcome, outcomes
from warodds.verification.sample import Key

KEPT_ROWS = 200
"""As many rows are remembered per kind of round, to find their lines later."""

NO_WAR_CARD = frozenset({"0", "-1", "0.0", "-1.0", "false"})
"""What stands in a war card's column where there was no war, unless it is a card's code."""

BOTH_NETS = "|"
"""What stands between the nets of the two lines of a round, where they were made one row."""

AT_WAR = "war "
"""What stands before the outcome of a second line, where two lines were made one row."""

K = TypeVar("K", bound=Hashable)

Words = Mapping[str, str | None]
Remembered = tuple[int, int]
"""Which table, and the row's code."""


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
    broken: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    remembered: dict[Key, list[Remembered]] = field(default_factory=dict)
    wager_rows: dict[tuple[str, str, Fraction | None], list[Remembered]] = field(
        default_factory=dict
    )
    card_texts: set[str] = field(default_factory=set)
    net_told: bool = False
    staked: bool = False
    placed: list[Placed] | None = None

    def trouble(self, reason: str, rows: int, origin: Remembered) -> None:
        """Count rows that cannot be placed, and remember where they are."""
        self.troubles[reason] = self.troubles.get(reason, 0) + rows
        _remember(self.trouble_rows, reason, origin)

    def add_cards(
        self,
        suits: Mapping[str, Mapping[int, int]],
        pairs: Mapping[str, Mapping[str, int]],
        texts: set[str],
    ) -> None:
        """Add the suits by role, the kinds of pair by deal, and the ways cards are written."""
        for role, by_suit in suits.items():
            for suit, times in by_suit.items():
                _add(self.suits.setdefault(role, {}), suit, times)
        for deal, by_kind in pairs.items():
            for kind, times in by_kind.items():
                _add(self.pairs.setdefault(deal, {}), kind, times)
        self.card_texts |= texts


class Whole(NamedTuple):
    """What a table as a whole says of its rows: the meaning of words, and how ties ended."""

    words: Words
    ties_settled: bool


class Placed(NamedTuple):
    """A distinct row and what was read in it, kept where rows are sorted into kinds once more."""

    origin: Remembered
    key: Key
    nets: Mapping[str, Fraction | None]


@dataclass(frozen=True)
class Reader:
    """How to read the rows of one table: what its columns hold, how its cards are written."""

    rules: Rules
    columns: Columns
    card: Callable[[str], Card | None]
    unit: Fraction
    in_units: Callable[[str, Fraction], Fraction | None]

    @classmethod
    def of(cls, rules: Rules, columns: Columns, cards: str, unit: Fraction) -> Reader:
        """Return the reader of a table; `cards` names the way that its cards are written."""
        if cards not in CARD_READERS:
            raise WaroddsError(
                f"--cards {cards!r}; expected {listed(CARD_READERS)}{nearest(cards, CARD_READERS)}"
            )
        read = lru_cache(maxsize=4096)(CARD_READERS[cards])
        return cls(rules, columns, read, unit, lru_cache(maxsize=4096)(_in_units))

    @property
    def roles(self) -> tuple[str, ...]:
        """What is read of each row, before the nets of side wagers."""
        return tuple(role for role in self.columns.roles if role not in ("shoe", "round"))

    @property
    def places(self) -> tuple[int, ...]:
        """The columns that are read, as `roles` and then the side wagers."""
        return (
            *(self.columns.roles[role] for role in self.roles),
            *self.columns.wagers.values(),
        )

    def count(self, tally: Tally, table: int, rows: Sequence[Coded]) -> None:
        """Add the distinct rows of a table to a tally."""
        roles, wagers = self.roles, list(self.columns.wagers)
        whole = Whole(self.words(row for _, row, _ in rows), self._ties_settled(rows))
        for code, row, times in rows:
            told = dict(zip(roles, row, strict=False))
            side = dict(zip(wagers, row[len(roles) :], strict=True))
            try:
                self._count(tally, (table, code), told, side, times, whole)
            except Nonsense as fault:
                tally.trouble(str(fault), times, (table, code))

    def _ties_settled(self, rows: Sequence[Coded]) -> bool:
        """Whether ties without a war were paid as first deals: others have one, none gave up.

        That is how a program's log looks whose ties need the suit too, if it tells no outcome.
        """
        told_apart = {"player", "dealer", "war_player", "war_dealer", "net"} <= set(self.roles)
        if not told_apart or "outcome" in self.columns or self.columns.paired:
            return False
        wars = False
        for _, row, _ in rows:
            told = dict(zip(self.roles, row, strict=False))
            cards = {
                role: None if absent(told[role]) else self.card(told[role]) for role in CARD_ROLES
            }
            if compared(cards["player"], cards["dealer"]) != "tie":
                continue
            if cards["war_player"] and cards["war_dealer"]:
                wars = True
            elif abs(self.in_units(told["net"], self.unit) or 0) != 1:
                return False
        return wars

    def words(self, rows: Iterable[Row]) -> Words:
        """Return what each word of the outcome column means, which can depend on the others."""
        if "outcome" not in self.columns:
            return {}
        place = self.roles.index("outcome")
        texts = {row[place] for row in rows}
        if not self.columns.paired:
            return outcomes(texts)
        bare = {text: text.removeprefix(AT_WAR) for text in texts}
        found = outcomes(bare.values())
        return {
            text: at_war_named(word) if word and text.startswith(AT_WAR) else word
            for text, word in ((text, found[plain]) for text, plain in bare.items())
        }

    def about(self, text: str) -> str | None:
        """Return the one wager that a row is about, None where it is about a round."""
        return None if _whole(text) else wager_of(text, self.rules)

    def rounds(self, told: Mapping[str, str]) -> int:
        """Return how many rounds a row stands for: one of a wager has its cards from another."""
        return 0 if self.about(told.get("wager", "")) else _weight(told)

    def _count(
        self,
        tally: Tally,
        origin: Remembered,
        told: Mapping[str, str],
        side: Mapping[str, str],
        rows_alike: int,
        whole: Whole,
    ) -> None:
        weight = rows_alike * _weight(told)
        wager, stake = self._wager(told.get("wager", ""))
        if wager is not None:
            self._count_wager(tally, origin, wager, told, weight)
            return
        cards = {role: self._card(role, told[role]) for role in CARD_ROLES if role in told}
        nets = {name: self._net(text, stake) for name, text in side.items()}
        net = self._game_net(told, nets, stake)
        event = self._event(told, cards, net, whole)
        war = event.startswith("war")
        if war and any(role in told and cards[role] is None for role in CARD_ROLES[2:]):
            raise Nonsense("a war without its war cards")
        ranks = {role: card.rank if card else None for role, card in cards.items()}
        if len(ranks) < len(CARD_ROLES):  # war cards tell nothing without the tie before them
            ranks = {role: ranks[role] for role in CARD_ROLES[:2] if role in ranks}
        key = Key(event, net, **ranks)
        tally.net_told |= net is not None
        tally.staked |= stake != self.unit
        tally.counts[key] = tally.counts.get(key, 0) + weight
        _remember(tally.remembered, key, origin)
        if tally.placed is not None:
            tally.placed.append(Placed(origin, key, nets))
        if told.get("seat"):
            seat = tally.by_seat.setdefault(told["seat"], {})
            seat[key] = seat.get(key, 0) + weight
        for name, paid in nets.items():
            if paid is not None and self.placed(name, paid):
                _add(tally.wagers.setdefault(name, {}), ("", paid), weight)
                _remember(tally.wager_rows, (name, "", paid), origin)

    def _count_wager(
        self,
        tally: Tally,
        origin: Remembered,
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
        net = self._net(told["net"], self.unit) if "net" in told else None
        if "net" in told and net is None:
            raise Nonsense("a missing net")
        _add(tally.wagers.setdefault(wager, {}), (word, net), weight)
        _remember(tally.wager_rows, (wager, word, net), origin)

    def _wager(self, text: str) -> tuple[str | None, Fraction]:
        """Return the wager that a row is about, None for the game as a whole, and its stake.

        A wager that is told as a number is its stake, unless a unit is told for all.
        """
        wager = self.about(text)
        if wager is not None or _whole(text):
            return wager, self.unit
        stake = number_of(text)
        if stake is None or stake <= 0:
            raise Nonsense(f"a wager {text!r}")
        return None, stake if self.unit == 1 else self.unit

    def _card(self, role: str, text: str) -> Card | None:
        if absent(text):
            card = None
        else:
            card = self.card(text)
            if card is None and not (role.startswith("war_") and text.lower() in NO_WAR_CARD):
                raise Nonsense(f"{text!r} for the {role.replace('war_', '')}'s card")
        if card is None and not role.startswith("war_"):
            raise Nonsense(f"a missing card of the {role}")
        return card

    def _event(
        self,
        told: Mapping[str, str],
        cards: Mapping[str, Card | None],
        net: Fraction | None,
        whole: Whole,
    ) -> str:
        text = told.get("outcome", "")
        if absent(text) and any(whole.words.values()):
            raise Nonsense("a missing outcome")
        word = "" if absent(text) else whole.words[text]
        if word is None or (word == "total" and "count" not in told):
            raise Nonsense(f"an outcome {text!r}")
        event = event_of(
            word, self._decision(told, cards), cards, net, ties_need_a_war=self._ties_need_a_war
        )
        return (
            settled(event, net, round_net("war_tie", self.rules)) if whole.ties_settled else event
        )

    @property
    def choices(self) -> tuple[str, str]:
        """What a bare yes and a bare no mean in the column of decisions."""
        if "surrender" in self.columns.name("decision").lower():
            return "surrender", "war"
        return "war", "surrender"

    @property
    def _ties_need_a_war(self) -> bool:
        told = "war_player" in self.columns and "war_dealer" in self.columns
        return told and (not self.columns.paired or "net" in self.columns)

    def _decision(self, told: Mapping[str, str], cards: Mapping[str, Card | None]) -> str:
        """Return what the player did on a tie; a bare no is the other choice, if there was one."""
        text = told.get("decision", "")
        if absent(text):
            return ""
        yes, no = self.choices
        chosen = decision(text, yes)
        if chosen is None:
            raise Nonsense(f"a decision {text!r}")
        if chosen == "no":
            tied = compared(cards.get("player"), cards.get("dealer")) == "tie"
            return no if tied and not any(cards.get(role) for role in CARD_ROLES[2:]) else ""
        return chosen

    def _net(self, text: str, stake: Fraction) -> Fraction | None:
        if absent(text):
            return None
        value = self.in_units(text, stake)
        if value is None:
            raise Nonsense(f"a net of {text!r}")
        return value

    def _game_net(
        self, told: Mapping[str, str], nets: Mapping[str, Fraction | None], stake: Fraction
    ) -> Fraction | None:
        """Return the net of the main and war wager together, added up where they stand apart."""
        if "net" in told:
            texts = told["net"].split(BOTH_NETS) if self.columns.paired else [told["net"]]
            given = [net for net in (self._net(text, stake) for text in texts) if net is not None]
            if not given:
                raise Nonsense("a missing net")
            return given[0] if len(given) == 1 else sum(given, Fraction())
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


def _whole(text: str) -> bool:
    """Whether what stands for a wager is the game as a whole."""
    return absent(text) or text.strip().lower() in ("game", "main", "round", "all")


def _weight(told: Mapping[str, str]) -> int:
    return weight_of(told["count"]) if "count" in told else 1


def _in_units(text: str, stake: Fraction) -> Fraction | None:
    value = number_of(text)
    return None if value is None else snapped(value / stake)


def _add(counts: dict[K, int], key: K, times: int) -> None:
    counts[key] = counts.get(key, 0) + times


def _remember(kept: dict[Any, list[Remembered]], key: object, origin: Remembered) -> None:
    rows = kept.setdefault(key, [])
    if len(rows) < KEPT_ROWS:
        rows.append(origin)
