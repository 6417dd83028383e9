"""What the rounds of a screened law show: the kinds of pair, and the events of a wager."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from warodds.cards import RANKS
from warodds.mistakes import Dealing
from warodds.rules import Wager
from warodds.rules.model import Deal, Paytable, event_on
from warodds.verification.suspicion.arrays import Chances, Dealt, Part, first_cards, pair_kinds

Law = Mapping[Part, Chances]


def wager_events(
    wager: Wager, table: Paytable, parts: Law, cards: Dealt, dealing: Dealing
) -> Iterator[tuple[str, float]]:
    """Yield the events of a wager with their chances, some more than once."""
    if wager.role == "main":
        yield from ((end, float(chances.sum())) for (end, _), chances in parts.items())
        return
    shown: Iterable[tuple[str, float]]
    if wager.on == "comparison":
        shown = [(_compared(part, wager.deal), float(each.sum())) for part, each in parts.items()]
    elif wager.on == "pair":
        shown = shown_pairs(wager.deal, parts, cards, dealing)
    else:
        shown = _shown_ranks(wager, parts)
    named = wager.named
    for event, chance in shown:
        told = "other" if named and event not in named else event
        yield table.payout(event_on(wager.deal, told)).event, chance


def _compared(part: Part, deal: Deal) -> str:
    """Return how the cards of a deal compare in rounds that end so."""
    end, war = part
    if deal == "war":
        return end.removeprefix("war_")
    return "tie" if war or end not in ("higher", "lower") else end


def shown_pairs(
    deal: Deal, parts: Law, cards: Dealt, dealing: Dealing
) -> Iterator[tuple[str, float]]:
    """Yield the kinds of pair in a deal, part by part."""
    for part, chances in parts.items():
        if deal == "first":
            seen, kinds = first_cards(chances), np.full((len(RANKS), 2), (cards.perfect, 1 / 3))
        elif part[1]:
            seen, kinds = chances, np.stack([cards.war_perfect, cards.war_coloured], axis=-1)
        else:
            continue
        yield from pair_kinds(seen, kinds, _compared(part, deal), dealing)


def _shown_ranks(wager: Wager, parts: Law) -> Iterator[tuple[str, float]]:
    """Yield the ranks of the card that a wager is on, part by part."""
    for chances in parts.values():
        seen = first_cards(chances) if wager.deal == "first" else chances
        axis = seen.ndim - (2 if wager.on == "player_rank" else 1)
        others = tuple(each for each in range(seen.ndim) if each != axis)
        yield from zip(RANKS, map(float, seen.sum(axis=others)), strict=True)
