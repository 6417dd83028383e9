"""From what a round shows to the event of each wager, and from events to net units."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from warodds.deal import Burn, Detail, Round
from warodds.rules.model import OTHER, Deal, Decision, Paytable, Rules, Wager, event_on


def burn_of(rules: Rules) -> Burn | None:
    """Return the burn of a war by the rules, None for a game without wars.

    An optional burn is walked: it changes no count of a fresh round (M1).
    """
    if rules.war is None:
        return None
    return Burn(rules.war.burn_before_player, rules.war.burn_before_dealer)


def detail_of(wagers: Iterable[Wager], deal: Deal) -> Detail:
    """Return what must be told apart on a deal so that every one of the wagers can be settled.

    Pair kinds are kept on both deals as soon as one wager looks at them: a wager on second
    cards is worth something else after each kind of first pair.
    """
    wagers = tuple(wagers)
    here = [wager for wager in wagers if wager.deal == deal]
    return Detail(
        any(wager.on == "pair" for wager in wagers),
        frozenset().union(*(wager.named for wager in here if wager.on == "player_rank")),
        frozenset().union(*(wager.named for wager in here if wager.on == "dealer_rank")),
    )


def event_reader(
    wager: Wager, table: Paytable, rules: Rules, decision: Decision | None
) -> Callable[[Round], str]:
    """Return the function that names a wager's event in a round, as its paytable lists it.

    The event is "" in a round in which the wager is not placed.
    """
    if wager.role == "main":
        return lambda played: round_event(played, rules, decision)
    named = wager.named

    def read(played: Round) -> str:
        showing = played.first if wager.deal == "first" else played.war
        if showing is None:
            return ""
        event: str = getattr(showing, wager.on)
        if named and event not in named:
            event = OTHER
        event = event_on(wager.deal, event)
        return table.payout(event).event

    return read


def round_event(played: Round, rules: Rules, decision: Decision | None) -> str:
    """Return how a round ends for the main wager."""
    if played.first.comparison != "tie" or rules.war is None:
        return played.first.comparison
    if decision == "surrender" or played.war is None:
        return "surrender"
    return event_on("war", played.war.comparison)


def round_net(event: str, rules: Rules) -> Fraction:
    """Return the net units of the main wager and, on a war, the war wager together."""
    net = rules.main_wager.paytables[0].payout(event).net
    if event.startswith("war_") and rules.war_wager:
        net += rules.war_wager.paytables[0].payout(event).net
    return net


def round_clause(event: str, rules: Rules) -> str:
    """Return the clauses behind the net of an event: the main wager's and the war wager's."""
    clause = rules.main_wager.paytables[0].payout(event).clause
    if not event.startswith("war_") or rules.war_wager is None:
        return clause
    other = rules.war_wager.paytables[0].payout(event).clause
    if clause in other or other in clause:
        return max(clause, other, key=len)
    return f"{clause}; {other}"
