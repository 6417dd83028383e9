"""How a round ended, as far as its own row tells: from its words and its cards to an event."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from warodds.cards import Card


class Nonsense(Exception):  # noqa: N818  (not an error of ours: a row's fault, always caught)
    """A row that cannot be placed, and why."""


def compared(player: Card | None, dealer: Card | None) -> str | None:
    """Return the player's side of a deal, None where it is not told."""
    if player is None or dealer is None:
        return None
    if player.rank == dealer.rank:
        return "tie"
    return "higher" if player.rank > dealer.rank else "lower"


def event_of(
    word: str,
    chosen: str,
    cards: Mapping[str, Card | None],
    net: Fraction | None,
    *,
    ties_need_a_war: bool,
) -> str:
    """Return a round's event, or an empty text where its row tells none.

    `word` is the outcome as `words.outcome` reads it and `chosen` the decision, empty where they
    are missing. `ties_need_a_war` says that a tie which was not surrendered would show war cards.
    A word that contradicts the cards stays: the law gives such a round no chance.

    >>> king, nine = Card(11), Card(7)
    >>> event_of("win", "", {"player": king, "dealer": nine}, None, ties_need_a_war=False)
    'higher'
    >>> event_of("", "", {"player": king, "dealer": king}, None, ties_need_a_war=True)
    'surrender'
    """
    first = compared(cards.get("player"), cards.get("dealer"))
    war = compared(cards.get("war_player"), cards.get("war_dealer"))
    event = _named(word, chosen, first, war, net) if word else _dealt(chosen, first, war)
    if event in ("tie", "push") and first == "tie" and ties_need_a_war:
        gave_up = net < 0 if net is not None else not word
        event = "surrender" if gave_up else event
    if chosen == "surrender" and event.startswith("war"):
        raise Nonsense("a war after a surrender")
    if chosen == "war" and event == "surrender":
        raise Nonsense("a surrender where the decision was war")
    return event


def settled(event: str, net: Fraction | None, paid: Fraction | None) -> str:
    """Return the event of a tie by rank that was paid as an unlike pair is.

    `paid` is what a tie in a war pays.

    >>> settled("tie", Fraction(-1), Fraction(2)), settled("war_tie", Fraction(1), Fraction(2))
    ('lower', 'war_higher')
    """
    if not net or event not in ("tie", "surrender", "war_tie") or (event, net) == ("war_tie", paid):
        return event
    return ("war_" if event == "war_tie" else "") + ("higher" if net > 0 else "lower")


def _named(word: str, chosen: str, first: str | None, war: str | None, net: Fraction | None) -> str:
    if word in ("win", "lose"):
        return _won_or_lost(word, chosen, first, war, net)
    if word in ("tie", "push"):
        if war is not None:
            return "war_tie"
        return "surrender" if chosen == "surrender" else word
    return f"war_{war}" if word == "war" and war else word


def _won_or_lost(
    word: str, chosen: str, first: str | None, war: str | None, net: Fraction | None
) -> str:
    """Return the event behind "win" or "lose": the first deal's, or the war's if there was one."""
    if war == "tie":
        # It is a win by the rules. A rule that it loses shows in the net; without one, in the word.
        lost = word == "lose" and (net is None or net >= 0)
        return "war_lower" if lost else "war_tie"
    if war is not None:
        return "war_higher" if word == "win" else "war_lower"
    if first not in (None, "tie"):
        return "higher" if word == "win" else "lower"
    return "surrender" if word == "lose" and chosen == "surrender" else word


def _dealt(chosen: str, first: str | None, war: str | None) -> str:
    if war is not None:
        return f"war_{war}"
    if first in (None, "tie"):
        return chosen or first or ""
    return str(first)
