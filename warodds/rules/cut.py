"""Where the cut card may lie, by the rules, and with how many cards left the last round starts."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from warodds.errors import WaroddsError
from warodds.rules.model import CutCard, Depth, Rules

ASSUMED_CUT = Depth(Fraction(1, 4), "stack")
"""Cards behind the cut card where the rules state no depth: an assumption, and shown as one."""


def cut_cards(rules: Rules, decks: int, cut: int | Fraction | None, *, study: bool = False) -> int:
    """Return the number of cards behind the cut card, or refuse what the rules do not permit.

    A fraction is a share of the stack. None is the least that the rules demand behind the card
    or, failing that, the most they allow; where they state neither, `ASSUMED_CUT`.

    >>> from warodds.rules import load
    >>> cut_cards(load("pennsylvania"), 6, None), cut_cards(load("pennsylvania"), 8, Fraction(1, 3))
    (78, 139)
    """
    if cut is None:
        return _default(rules.cut_card, decks)
    cards, size = ceil(cut * 52 * decks) if isinstance(cut, Fraction) else cut, 52 * decks
    if not 0 <= cards < size:
        raise WaroddsError(f"a cut {cards} cards from the back; expected 0 to {size - 1}")
    limit = forbidden(rules.cut_card, decks, cards)
    if limit and not study:
        raise WaroddsError(
            f"{rules.id} wants {limit}, not {cards} behind it; "
            "--study, or study=True, computes it all the same"
        )
    return cards


def states_no_depth(cut: CutCard) -> bool:
    """Return whether the rules leave open where the cut card goes.

    >>> from warodds.rules import load
    >>> states_no_depth(load("california").cut_card), states_no_depth(load("new-zealand").cut_card)
    (True, False)
    """
    return not (cut.behind_at_least or cut.behind_at_most or cut.ahead_at_least)


def forbidden(cut: CutCard, decks: int, cards: int) -> str:
    """Return the limit that a cut with so many cards behind it breaks, or nothing.

    >>> from warodds.rules import load
    >>> forbidden(load("pennsylvania").cut_card, 6, 52)
    'at least 1/4 of the stack (78 cards) behind the cut card (§ 651a.5(d), § 651a.8(d))'
    """
    ahead = 52 * decks - cards
    least, most, front = cut.behind_at_least, cut.behind_at_most, cut.ahead_at_least
    if least and cards < least.cards(decks):
        limit = f"at least {least} ({ceil(least.cards(decks))} cards) behind"
    elif most and cards > most.cards(decks):
        limit = f"at most {most} ({floor(most.cards(decks))} cards) behind"
    elif front and ahead < front.cards(decks):
        limit = f"at least {front} ({ceil(front.cards(decks))} cards) ahead of"
    else:
        return ""
    return f"{limit} the cut card{f' ({cut.clause})' if cut.clause else ''}"


def last_start(cut: CutCard, cards: int) -> int:
    """Return the fewest cards with which a round still starts, `cards` behind the cut card.

    >>> from warodds.rules import load
    >>> last_start(load("pennsylvania").cut_card, 78), last_start(load("crown-perth").cut_card, 78)
    (78, 79)
    """
    return cards + (cut.as_first_card == "shuffled-at-once")


def _default(cut: CutCard, decks: int) -> int:
    if cut.behind_at_least:
        return ceil(cut.behind_at_least.cards(decks))
    if cut.behind_at_most:
        return floor(cut.behind_at_most.cards(decks))
    return ceil(ASSUMED_CUT.cards(decks))
