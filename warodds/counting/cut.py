"""Where the cut card may lie, and with how many cards left the last round starts."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from warodds.errors import WaroddsError
from warodds.rules import Rules
from warodds.rules.model import Depth

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
    size = 52 * decks
    if cut is None:
        least, most = _limits(rules, decks)
        return ceil(ASSUMED_CUT.cards(decks)) if states_no_depth(rules) else least or most
    cards = ceil(cut * size) if isinstance(cut, Fraction) else cut
    if not 0 <= cards < size:
        raise WaroddsError(f"a cut {cards} cards from the back; expected 0 to {size - 1}")
    limit = forbidden(rules, decks, cards)
    if limit and not study:
        raise WaroddsError(
            f"{rules.id} wants {limit}, not {cards}; "
            "--study, or study=True, computes it all the same"
        )
    return cards


def states_no_depth(rules: Rules) -> bool:
    """Return whether the rules leave open where the cut card goes.

    >>> from warodds.rules import load
    >>> states_no_depth(load("california")), states_no_depth(load("pennsylvania"))
    (True, False)
    """
    rule = rules.cut_card
    return not (rule.behind_at_least or rule.behind_at_most or rule.ahead_at_least)


def forbidden(rules: Rules, decks: int, cut: int) -> str:
    """Return the limit that so many cards behind the cut card break, or nothing.

    >>> from warodds.rules import load
    >>> forbidden(load("pennsylvania"), 6, 52)
    'at least 78 cards behind the cut card (§ 651a.5(d), § 651a.8(d))'
    """
    least, most = _limits(rules, decks)
    if least <= cut <= most:
        return ""
    clause = f" ({rules.cut_card.clause})" if rules.cut_card.clause else ""
    limit = f"at least {least}" if cut < least else f"at most {most}"
    return f"{limit} cards behind the cut card{clause}"


def _limits(rules: Rules, decks: int) -> tuple[int, int]:
    rule, size = rules.cut_card, 52 * decks
    least = ceil(rule.behind_at_least.cards(decks)) if rule.behind_at_least else 0
    most = floor(rule.behind_at_most.cards(decks)) if rule.behind_at_most else size
    if rule.ahead_at_least:
        most = min(most, floor(size - rule.ahead_at_least.cards(decks)))
    return least, most


def last_start(rules: Rules, cut: int) -> int:
    """Return the fewest cards with which a round still starts, `cut` cards behind the cut card.

    >>> from warodds.rules import load
    >>> last_start(load("pennsylvania"), 78), last_start(load("crown-perth"), 78)
    (78, 79)
    """
    return cut + (rules.cut_card.as_first_card == "shuffled-at-once")
