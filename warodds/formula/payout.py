"""A payout left as a symbol: the EV in d and k, the fair payout, the payout for a wanted edge.

The EV is linear in what one event pays: rest(d) + k·P(d), where `rest` is what every other event
adds and P the event's probability. So the payout that gives a wanted edge e is the closed form
(−e − rest)/P, and the fair payout is that for e = 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

from warodds.errors import WaroddsError, listed, unknown
from warodds.formula.closed import Closed, symbol
from warodds.formula.wagers import Formula, Formulas, WagerFormula, formulas
from warodds.rules import Rules
from warodds.rules.model import Decision
from warodds.shown import Shown

GAME = "game"
"""Stands for the main and the war wager together where a wager's id is asked for."""

STEPS = (Fraction(1), Fraction(1, 2))
"""Payouts that a layout prints: whole odds and halves."""


@dataclass(frozen=True)
class FreePayout(Shown):
    """A wager with one event's payout left open; `paid` is what the rules pay on it, net."""

    formulas: Formulas
    wager: str
    paytable: str | None
    event: str
    paid: Fraction
    rest: Closed
    probability: Closed

    def ev(self, payout: Fraction) -> Closed:
        """Return the EV where the event pays so many units net."""
        return self.rest + self.probability * payout

    def payout_for(self, edge: Fraction) -> Closed:
        """Return the payout, net, that gives a wanted house edge at every deck count.

        >>> print(free_payouts("pennsylvania", "tie")[0].payout_for(Fraction(1, 20)))
        (908*d + 1)/(20*(4*d - 1))
        """
        return -(self.rest + edge) / self.probability

    @property
    def fair(self) -> Closed:
        """The payout at which nobody has an edge."""
        return self.payout_for(Fraction())

    @property
    def least(self) -> Fraction:
        """The least that an event can net: all that is staked by then is lost."""
        return Fraction(-2 if self.wager == GAME and self.event.startswith("war_") else -1)

    @property
    def expression(self) -> Any:
        """The EV as sympy's expression in the symbols d and k, the payout."""
        from sympy import Add, Mul

        return Add(Mul(symbol("k"), self.probability.expression), self.rest.expression)

    @property
    def latex(self) -> str:
        """The EV in LaTeX's mathematics."""
        from sympy import latex

        return str(latex(self.expression))


@dataclass(frozen=True, slots=True)
class Printable:
    """Odds that a layout could print, and the house edge they give."""

    net: Fraction
    edge: Fraction


@dataclass(frozen=True, slots=True)
class Solved:
    """The payout at one deck count, None where the event never happens there.

    `printable` are the whole odds and the halves next to it, from the lowest.
    """

    decks: int
    payout: Fraction | None
    payable: bool
    printable: tuple[Printable, ...]


@dataclass(frozen=True)
class Solution(Shown):
    """The payout that gives a wanted edge: as a closed form, and at some deck counts."""

    free: FreePayout
    edge: Fraction
    solved: tuple[Solved, ...]

    @property
    def payout(self) -> Closed:
        """The payout at every deck count."""
        return self.free.payout_for(self.edge)


def free_payouts(
    rules: Rules | str | Path,
    wager: str,
    event: str | None = None,
    *,
    paytable: str | None = None,
    decision: Decision | None = None,
) -> tuple[FreePayout, ...]:
    """Return a wager, or the "game", with the payout of one event left open, for each paytable.

    The event may be left out where the wager wins on one event alone.

    >>> free, = free_payouts("pennsylvania", "tie")
    >>> print(free.expression, "|", free.fair)
    -48*d/(52*d - 1) + k*(4*d - 1)/(52*d - 1) | 48*d/(4*d - 1)
    """
    found = formulas(
        rules, decision=decision, wagers=[] if wager == GAME else [wager], paytable=paytable
    )
    forms: Iterable[Formula] = found.wagers if wager != GAME else [found.game]
    return tuple(_free(found, form, event) for form in forms)


def solve(
    rules: Rules | str | Path,
    wager: str,
    edge: Fraction,
    event: str | None = None,
    *,
    paytable: str | None = None,
    decks: Iterable[int] | None = None,
    decision: Decision | None = None,
) -> Solution:
    """Return the payout of one event that gives a wager a wanted house edge.

    Deck counts are those that the rules permit unless others are asked for.

    >>> solution = solve("pennsylvania", "tie", Fraction(1, 20), decks=[6])
    >>> solution.solved[0].payout
    Fraction(5449, 460)
    >>> [str(printable.net) for printable in solution.solved[0].printable]
    ['11', '23/2', '12']
    """
    parts = free_payouts(rules, wager, event, paytable=paytable, decision=decision)
    if len(parts) > 1:
        names = listed(str(part.paytable) for part in parts)
        raise WaroddsError(f"{wager} has several paytables; expected one as --paytable, {names}")
    free = parts[0]
    counts = tuple(decks) if decks is not None else _permitted(free)
    for count in counts:
        if count < free.formulas.proof.start:
            raise WaroddsError(
                f"{count} decks are too few for a round; expected at least "
                f"{free.formulas.proof.start}"
            )
    return Solution(free, edge, tuple(_solved(free, edge, count) for count in counts))


def _free(found: Formulas, form: Formula, event: str | None) -> FreePayout:
    label, table = (form.id, form.paytable.name) if isinstance(form, WagerFormula) else (GAME, None)
    events = {outcome.event: outcome for outcome in form.outcomes}
    if event is None:
        wins = [outcome.event for outcome in form.outcomes if outcome.net > 0]
        if len(wins) != 1:
            raise WaroddsError(
                f"{label} wins on {len(wins) or 'no'} events; expected one as --event, "
                f"{listed(wins or events)}"
            )
        event = wins[0]
    if event not in events:
        raise unknown(f"event of {label}", event, events)
    free = events[event]
    rest = form.ev - free.probability * free.net
    return FreePayout(found, label, table, event, free.net, rest, free.probability)


def _permitted(free: FreePayout) -> tuple[int, ...]:
    """Return the deck counts that the paytable, or else the rules, permit."""
    found, rule = free.formulas, free.formulas.rules.decks
    own = (wager.paytable.decks for wager in found.wagers)
    return next(own, ()) or rule.permitted or (rule.at_least or found.proof.start,)


def _solved(free: FreePayout, edge: Fraction, decks: int) -> Solved:
    chance, rest = free.probability(decks), free.rest(decks)
    if not chance:
        return Solved(decks, None, False, ())
    payout = -(edge + rest) / chance
    near = {step * side(payout / step) for step in STEPS for side in (floor, ceil)}
    kept = sorted(net for net in near if net >= free.least) or [free.least]
    printable = tuple(Printable(net, -(rest + chance * net)) for net in kept)
    return Solved(decks, payout, payout >= free.least, printable)
