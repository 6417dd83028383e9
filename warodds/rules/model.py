"""What a jurisdiction is: decks, procedure and wagers, each value with the clause behind it.

A wager is a stake of one unit and a table from event to net units won. `EVENTS` and
`ROUND_EVENTS` are the whole vocabulary of events; an event of the war deal carries the prefix
`war_`. A `clause` cites the rule text; a `note` is a reading of ours, shown as such.

Records without much behaviour are named tuples: a frozen dataclass costs eight times as much to
define, which every start of the command line would pay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from warodds.cards import RANKS
from warodds.errors import listed
from warodds.shown import Shown

Role = Literal["main", "war", "side"]
Deal = Literal["first", "war"]
Subject = Literal["comparison", "pair", "player_rank", "dealer_rank"]
Decision = Literal["war", "surrender"]

EVENTS: Mapping[Subject, tuple[str, ...]] = {
    "comparison": ("higher", "tie", "lower"),
    "pair": ("perfect", "coloured", "mixed", "no_pair"),
    "player_rank": RANKS[::-1],
    "dealer_rank": RANKS[::-1],
}
"""What a wager can be on, and the events of one deal that it tells apart."""

OTHER = "other"
"""Every event of its subject that a wager's table does not name."""

ROUND_EVENTS = ("higher", "lower", "surrender", "war_higher", "war_tie", "war_lower")
"""How a round with a war can end for the main wager; without `surrender` none is offered."""

FIRST_EVENTS = ("higher", "tie", "lower")
"""How a round ends for the main wager of a game that has no war."""

LOSE = Fraction(-1)
PUSH = Fraction(0)


def event_on(deal: Deal, event: str) -> str:
    """Return an event's name on a deal: those of the war deal carry a prefix."""
    return f"war_{event}" if deal == "war" else event


class Payout(NamedTuple):
    """Net units won on one event for one unit staked: 10 for "10 to 1", −1 for a loss."""

    event: str
    net: Fraction
    clause: str = ""
    note: str = ""


class Paytable(NamedTuple):
    """A wager's payouts. `name` and `decks` are empty where the wager has one table for all."""

    payouts: tuple[Payout, ...]
    name: str | None = None
    decks: tuple[int, ...] = ()

    def payout(self, event: str) -> Payout:
        """Return the payout of an event, or of the rest where the table does not name it."""
        rest = event_on("war" if event.startswith("war_") else "first", OTHER)
        by_event = {payout.event: payout for payout in self.payouts}
        return by_event[event] if event in by_event else by_event[rest]


@dataclass(frozen=True, slots=True)
class Wager:
    """One wager: what it rides on and what it pays, in one or several permitted paytables."""

    id: str
    name: str
    role: Role
    deal: Deal
    on: Subject
    paytables: tuple[Paytable, ...]
    beside: str | None = None
    clause: str = ""
    note: str = ""

    @property
    def named(self) -> frozenset[str]:
        """The ranks that a wager on a rank names; the rest are one event to it."""
        if self.on not in ("player_rank", "dealer_rank"):
            return frozenset()
        events = {payout.event for table in self.paytables for payout in table.payouts}
        return frozenset(rank for rank in RANKS if event_on(self.deal, rank) in events)


class Source(NamedTuple):
    """The text that the rules come from."""

    title: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class Decks:
    """Deck counts in the shoe: a list, or every count from `at_least` on."""

    permitted: tuple[int, ...] = ()
    at_least: int | None = None
    clause: str = ""
    note: str = ""

    def __contains__(self, decks: object) -> bool:
        if self.at_least is not None:
            return isinstance(decks, int) and decks >= self.at_least
        return decks in self.permitted

    def __str__(self) -> str:
        return f"{self.at_least} or more" if self.at_least else listed(self.permitted)


class Boxes(NamedTuple):
    """Betting positions against one dealer."""

    most: int | None = None
    clause: str = ""
    note: str = ""


class ShoeStart(NamedTuple):
    """What is burned when a shoe starts.

    `first_card` is "dealt" (nothing burned), "burned" face down, or "burned-with-value": shown,
    then as many cards burned as its value (jack, queen and king 10, ace 1).
    """

    first_card: str = "dealt"
    optional: bool = False
    clause: str = ""
    note: str = ""


class RoundStart(NamedTuple):
    """Cards burned before each round."""

    burn: int = 0
    optional: bool = False
    clause: str = ""
    note: str = ""


class Depth(NamedTuple):
    """A number of cards, of whole decks, or a share of the stack."""

    amount: Fraction
    unit: Literal["cards", "decks", "stack"]

    def cards(self, decks: int) -> Fraction:
        """Return the depth as a number of cards of a shoe; a share may fall between two."""
        return self.amount * {"cards": 1, "decks": 52, "stack": 52 * decks}[self.unit]

    def __str__(self) -> str:
        if self.unit == "stack":
            return f"{self.amount} of the stack"
        return f"{self.amount} {self.unit if self.amount != 1 else self.unit[:-1]}"


class CutCard(NamedTuple):
    """Where the cut card may go, and what happens when it is the first card of a round.

    The round in which it comes out is always finished. `as_first_card` is "round-played" or
    "shuffled-at-once".
    """

    behind_at_least: Depth | None = None
    behind_at_most: Depth | None = None
    ahead_at_least: Depth | None = None
    as_first_card: str = "round-played"
    clause: str = ""
    note: str = ""


class War(NamedTuple):
    """Cards burned, face down, before the player's and before the dealer's war card."""

    burn_before_player: int = 0
    burn_before_dealer: int = 0
    optional: bool = False
    clause: str = ""
    note: str = ""


class Permission(NamedTuple):
    """Something that a text allows or prescribes, or does not."""

    permitted: bool = False
    clause: str = ""
    note: str = ""


class Note(NamedTuple):
    """A reading of ours that belongs to no single value."""

    text: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Rules(Shown):
    """One jurisdiction, or one house."""

    id: str
    name: str
    source: Source
    decks: Decks
    wagers: tuple[Wager, ...]
    war: War | None = None
    boxes: Boxes = Boxes()
    shoe_start: ShoeStart = ShoeStart()
    round_start: RoundStart = RoundStart()
    cut_card: CutCard = CutCard()
    continuous_shuffler: Permission = Permission()
    discards_complete_round: Permission = Permission()
    notes: tuple[Note, ...] = ()

    @property
    def main_wager(self) -> Wager:
        """The wager that a round is about."""
        return next(wager for wager in self.wagers if wager.role == "main")

    @property
    def war_wager(self) -> Wager | None:
        """The second unit staked on a war, in a game that has wars."""
        return next((wager for wager in self.wagers if wager.role == "war"), None)

    @property
    def has_surrender(self) -> bool:
        """Whether a player may surrender on a tie."""
        return any(payout.event == "surrender" for payout in self.main_wager.paytables[0].payouts)
