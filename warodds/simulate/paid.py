"""From the cards of a round to how it ended and what each wager won, by the rules' tables."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from warodds.cards import RANKS
from warodds.mistakes.model import raised
from warodds.rules.model import EVENTS, OTHER, Paytable, Wager, event_on
from warodds.simulate.plan import Plan
from warodds.simulate.table import NONE, Cards, Rounds, Signs

Codes: TypeAlias = npt.NDArray[np.intp]

GAME = "game"
"""The main and the war wager together."""

_GAME_EVENTS = ("higher", "tie", "lower", "surrender", "war_higher", "war_tie", "war_lower")
_SURRENDER = _GAME_EVENTS.index("surrender")
_PAIRS = EVENTS["pair"]


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
    """Settle the game and the side wagers, line by line: each round's boxes one after another."""
    return [_game(plan, rounds), *(_side(*wager, rounds) for wager in plan.side)]


def _game(plan: Plan, rounds: Rounds) -> Settled:
    """Settle main and war wager together: by event, and by how many wars it took."""
    events = (1 - rounds.comparison).astype(np.intp)
    if plan.decision == "surrender":
        events[rounds.comparison == 0] = _SURRENDER
    elif plan.wars:
        at_war = rounds.wars > 0
        events[at_war] = _SURRENDER + 2 - rounds.war_comparison[at_war]
    kinds = [(event, wars) for event in _GAME_EVENTS for wars in range(max(plan.wars, 1))]
    results: dict[Result, int] = {}
    place = np.zeros(len(kinds), dtype=np.intp)
    for number, (event, wars) in enumerate(kinds):
        net = _game_net(plan, event)
        if net is not None:
            result = Result(event, raised(net, wars + 1, plan.dealing) if wars else net)
            place[number] = results.setdefault(result, len(results))
    further = np.maximum(rounds.wars, 1) - 1
    return Settled(GAME, tuple(results), place[(events * max(plan.wars, 1) + further).ravel()])


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
    dealer = np.broadcast_to(rounds.dealer[:, None], rounds.player.shape)
    player, sign = rounds.player, rounds.comparison
    if wager.deal == "war":
        player, dealer = rounds.first_war_player, rounds.first_war_dealer
        sign = rounds.first_war_comparison
    shown: Codes
    if wager.on == "comparison":
        names: tuple[str, ...] = EVENTS["comparison"]
        shown = (1 - sign).astype(np.intp)
    elif wager.on == "pair":
        names = _PAIRS
        shown = _pair(player, dealer, sign)
    else:
        names = RANKS
        shown = ((player if wager.on == "player_rank" else dealer) >> 2).astype(np.intp)
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
        dtype=np.intp,
    )
    placed = player != NONE
    codes = np.full(placed.shape, len(results), dtype=np.intp)
    codes[placed] = place[shown[placed]]
    return Settled(wager.id, tuple(results), codes.ravel())


def _pair(player: Cards, dealer: Cards, _sign: Signs) -> Codes:
    """Return the kind of pair by its place among the kinds."""
    suits = (player & 3) == (dealer & 3)
    red_player = (((player & 3) + 1) >> 1) & 1
    red_dealer = (((dealer & 3) + 1) >> 1) & 1
    kind = np.where(suits, 0, np.where(red_player == red_dealer, 1, 2))
    return np.where(player >> 2 == dealer >> 2, kind, 3).astype(np.intp)
