"""From the cards of a round to how it ended and what each wager won, by the rules' tables."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from warodds.cards import RANKS
from warodds.mistakes.model import raised
from warodds.rules.model import EVENTS, FIRST_EVENTS, OTHER, Paytable, Wager, event_on
from warodds.simulate.plan import Plan
from warodds.simulate.table import Deal, Rounds

Codes: TypeAlias = npt.NDArray[np.uint8]

GAME = "game"
"""The main and the war wager together."""

_GAME_EVENTS = (*FIRST_EVENTS, "surrender", "war_higher", "war_tie", "war_lower")


class Result(NamedTuple):
    """What a wager can end in: an event and its net units."""

    event: str
    net: Fraction


class Settled(NamedTuple):
    """One wager: all it can end in, and the place of each line's result in that list.

    The place behind the last result stands for "not placed".
    """

    wager: str
    results: tuple[Result, ...]
    codes: Codes


def settle(plan: Plan, rounds: Rounds) -> list[Settled]:
    """Settle the game and the side wagers, line by line."""
    return [_game(plan, rounds), *(_side(*wager, rounds) for wager in plan.side)]


def _game(plan: Plan, rounds: Rounds) -> Settled:
    """Settle main and war wager together: by event, and by how many wars it took."""
    most = max(plan.wars, 1)
    kinds = [(event, wars) for event in _GAME_EVENTS for wars in range(1, most + 1)]
    results: dict[Result, int] = {}
    place = np.zeros(len(kinds), dtype=np.uint8)
    for kind, (event, wars) in enumerate(kinds):
        net = _game_net(plan, event)
        if net is not None:
            result = Result(event, raised(net, wars, plan.dealing))
            place[kind] = results.setdefault(result, len(results))
    # By first comparison, a tie that is not settled by a war being a tie or a surrender.
    tie = "surrender" if plan.decision == "surrender" else "tie"
    first = np.array([_GAME_EVENTS.index(event) * most for event in ("lower", tie, "higher")])
    codes = place[first][rounds.first.comparison + 1]
    war = np.array([_GAME_EVENTS.index(f"war_{event}") for event in ("lower", "tie", "higher")])
    codes[rounds.at] = place[war[rounds.war.comparison + 1] * most + rounds.wars - 1]
    return Settled(GAME, tuple(results), codes)


def _game_net(plan: Plan, event: str) -> Fraction | None:
    """Return what an event pays on main and war wager together, None for one of another game."""
    table = plan.rules.main_wager.paytables[0]
    if event not in {payout.event for payout in table.payouts}:
        return None
    net = table.payout(event).net
    if event.startswith("war_") and plan.rules.war_wager is not None:
        net += plan.rules.war_wager.paytables[0].payout(event).net
    return net


def _side(wager: Wager, table: Paytable, rounds: Rounds) -> Settled:
    """Settle a side wager; one on the war deal rides on the first war."""
    deal = rounds.first if wager.deal == "first" else rounds.first_war
    names: tuple[str, ...]
    if wager.on == "comparison":
        names = ("lower", "tie", "higher")
        shown = (deal.comparison + np.int8(1)).astype(np.uint8)
    elif wager.on == "pair":
        names = EVENTS["pair"]
        shown = _pair(deal)
    else:
        names = RANKS
        shown = np.right_shift(deal.player if wager.on == "player_rank" else deal.dealer, 2)
    events = [
        event_on(wager.deal, OTHER if wager.named and name not in wager.named else name)
        for name in names
    ]
    results: dict[Result, int] = {}
    place = np.array(
        [
            results.setdefault(Result(payout.event, payout.net), len(results))
            for payout in map(table.payout, events)
        ],
        dtype=np.uint8,
    )
    codes = place[shown]
    if wager.deal == "war":
        placed = codes
        codes = np.full(rounds.first.player.size, len(results), dtype=np.uint8)
        codes[rounds.at] = placed
    return Settled(wager.id, tuple(results), codes)


def _pair(deal: Deal) -> Codes:
    """Return the kind of pair by its place among the kinds: perfect, coloured, mixed, none."""
    player, dealer = deal.player & 3, deal.dealer & 3
    # Diamonds and hearts, 1 and 2, are the suits whose number has unlike bits.
    coloured = ((player ^ (player >> 1)) & 1) == ((dealer ^ (dealer >> 1)) & 1)
    kind = np.where(player == dealer, 0, np.where(coloured, 1, 2))
    return np.where(deal.player >> 2 == deal.dealer >> 2, kind, 3).astype(np.uint8)
