"""What an evaluation gives: outcomes, the figures of a wager or a game, and games side by side.

A wager's figures are per unit of that wager, given that it is placed; a wager on the war deal is
therefore conditional on a first tie. *House edge* is loss per unit of initial wager; *element of
risk* is loss per unit of all money staked, initial and war wagers together.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from warodds.cards import Card
from warodds.errors import WaroddsError, listed, unknown
from warodds.rules import Rules, Wager
from warodds.rules.model import Decision
from warodds.shown import Shown


class Outcome(NamedTuple):
    """One event of a wager: how many ordered deals realise it, and what it pays."""

    event: str
    ways: int
    probability: Fraction
    net: Fraction
    clause: str = ""

    @property
    def contribution(self) -> Fraction:
        """What the event adds to the EV."""
        return self.probability * self.net

    @property
    def true_odds(self) -> Fraction | None:
        """The odds against the event, to one; None for an event that cannot happen."""
        return _against(self.probability)


@dataclass(frozen=True, slots=True)
class Figures:
    """What any table of outcomes is worth."""

    outcomes: tuple[Outcome, ...]

    @property
    def ev(self) -> Fraction:
        """Expected net units per unit staked."""
        return sum((outcome.contribution for outcome in self.outcomes), Fraction())

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit of the wager."""
        return -self.ev

    @property
    def variance(self) -> Fraction:
        """Variance of the net units; its square root is the standard deviation."""
        square = sum((o.probability * o.net**2 for o in self.outcomes), Fraction())
        return square - self.ev**2

    @property
    def hit(self) -> Fraction:
        """Probability of winning anything, the hit frequency."""
        return sum((o.probability for o in self.outcomes if o.net > 0), Fraction())

    @property
    def one_in(self) -> Fraction | None:
        """The hit frequency as "1 in n"; None where nothing ever wins."""
        return 1 / self.hit if self.hit else None

    @property
    def true_odds(self) -> Fraction | None:
        """The odds against winning anything, to one."""
        return _against(self.hit)


@dataclass(frozen=True, slots=True)
class WagerOdds(Shown, Figures):
    """One wager under one paytable. `split` holds it again after each kind of first pair."""

    wager: Wager
    paytable: str | None
    split: tuple[SplitOdds, ...] = ()

    @property
    def id(self) -> str:
        """The wager's id."""
        return self.wager.id


@dataclass(frozen=True, slots=True)
class SplitOdds(Figures):
    """A wager on second cards, given the kind of the first pair."""

    first: str
    probability: Fraction


class Strategy(NamedTuple):
    """Always war against always surrender, per unit of initial wager."""

    war: Fraction
    surrender: Fraction

    @property
    def better(self) -> Decision:
        """The decision worth more."""
        return "war" if self.war >= self.surrender else "surrender"

    @property
    def difference(self) -> Fraction:
        """What the better decision is worth above the other."""
        return abs(self.war - self.surrender)


@dataclass(frozen=True, slots=True)
class GameOdds(Shown, Figures):
    """Main and war wager together, under one decision, per unit of initial wager."""

    average_staked: Fraction
    strategy: Strategy | None

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss per unit of all money staked."""
        return self.house_edge / self.average_staked

    @property
    def rtp_initial(self) -> Fraction:
        """Return to player per unit of initial wager."""
        return 1 - self.house_edge

    @property
    def rtp_staked(self) -> Fraction:
        """Return to player per unit of all money staked."""
        return 1 - self.element_of_risk


@dataclass(frozen=True, slots=True)
class Odds(Shown):
    """Everything about one game with one shoe. `deals` counts the ordered deals enumerated."""

    rules: Rules
    decks: int
    cards: int
    seen: tuple[Card, ...]
    decision: Decision | None
    study: bool
    deals: int
    game: GameOdds
    wagers: tuple[WagerOdds, ...]

    def wager(self, wager_id: str, paytable: str | None = None) -> WagerOdds:
        """Return one wager by its id and, where it has several, its paytable.

        >>> from warodds import odds
        >>> odds("crown-perth", decks=6).wager("perfect-pairs", "30/12/5").ev
        Fraction(-6, 311)
        """
        found = [wager for wager in self.wagers if wager.id == wager_id]
        if not found:
            raise unknown("wager", wager_id, (wager.id for wager in self.wagers))
        tables = [str(wager.paytable) for wager in found]
        if paytable is None and len(found) > 1:
            raise WaroddsError(f"{wager_id} has several paytables; expected {listed(tables)}")
        if paytable is not None and paytable not in tables:
            raise WaroddsError(f"paytable {paytable!r} of {wager_id}; expected {listed(tables)}")
        return found[0 if paytable is None else tables.index(paytable)]


@dataclass(frozen=True, slots=True)
class Comparison(Shown):
    """Several games side by side: deck counts of one jurisdiction, or several jurisdictions."""

    results: tuple[Odds, ...]


def _against(probability: Fraction) -> Fraction | None:
    return (1 - probability) / probability if probability else None
