"""Changes to what wagers pay and to what is burned: from rules to rules, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from warodds.rules.model import (
    LOSE,
    OTHER,
    Payout,
    Paytable,
    RoundStart,
    Rules,
    ShoeStart,
    Subject,
    Wager,
    event_on,
)

Change = Callable[[Rules], Rules]


def paid(event: str, **nets: Fraction) -> Change:
    """Return the change that pays these nets, by role, for an event of the main and war wager."""

    def repaid(wager: Wager) -> Wager:
        return _pay(wager, event, nets[wager.role]) if wager.role in nets else wager

    return lambda rules: replace(rules, wagers=tuple(map(repaid, rules.wagers)))


def overpaid(event: str) -> Change:
    """Return the change that pays one unit too much on the war wager for an event."""

    def repaid(wager: Wager) -> Wager:
        if wager.role != "war":
            return wager
        return _pay(wager, event, wager.paytables[0].payout(event).net + 1)

    return lambda rules: replace(rules, wagers=tuple(map(repaid, rules.wagers)))


def _pay(wager: Wager, event: str, net: Fraction) -> Wager:
    """Pay a net for an event that the wager has, by its own name or among the others."""
    (table,) = wager.paytables
    events = [payout.event for payout in table.payouts]
    if event not in events and event_on(wager.deal, OTHER) not in events:
        return wager  # a game without surrender, or without wars, has nothing to get wrong
    payouts = [payout for payout in table.payouts if payout.event != event]
    return replace(wager, paytables=(table._replace(payouts=(*payouts, Payout(event, net))),))


def for_one(subject: Subject) -> Change:
    """Return the change that keeps the stake of every side wager won on a subject."""

    def repaid(wager: Wager) -> Wager:
        if wager.role != "side" or wager.on != subject:
            return wager
        return replace(wager, paytables=tuple(map(short, wager.paytables)))

    def short(table: Paytable) -> Paytable:
        return table._replace(
            payouts=tuple(
                payout._replace(net=payout.net + LOSE) if payout.net > 0 else payout
                for payout in table.payouts
            ),
        )

    return lambda rules: replace(rules, wagers=tuple(map(repaid, rules.wagers)))


def unburned(rules: Rules) -> Rules:
    """Burn nothing: not when a shoe starts, not before a round, not before a war."""
    war = rules.war and rules.war._replace(burn_before_player=0, burn_before_dealer=0)
    return replace(rules, war=war, shoe_start=ShoeStart(), round_start=RoundStart())
