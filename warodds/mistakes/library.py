"""The mistakes themselves, found in public Casino War programs or one slip away from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from warodds.cards import RANKS
from warodds.errors import WaroddsError, listed, nearest
from warodds.mistakes.model import MOST_WARS, Dealing, Mistake, Visible
from warodds.mistakes.payouts import Change, for_one, overpaid, paid, unburned
from warodds.rules.model import ROUND_EVENTS, Rules

_TIED = frozenset({"surrender", "war_higher", "war_tie", "war_lower"})


def _pays(name: str, summary: str, touches: str, change: Change) -> Mistake:
    """Return a mistake in what is paid."""
    return Mistake(name, summary, "rules", "nets", frozenset({touches}), rules=change)


def _deals(
    name: str,
    summary: str,
    *touches: str,
    family: str = "",
    visible: Visible = "counts",
    exact: bool = True,
    **dealing: object,
) -> Mistake:
    """Return a mistake in how cards are dealt, compared or logged."""
    return Mistake(
        name,
        summary,
        "deal",
        visible,
        frozenset(touches),
        family,
        dealing=MappingProxyType(dealing),
        exact=exact,
    )


_ONE, _NOTHING = Fraction(1), Fraction(0)

_PAID = (
    _pays(
        "win-pays-0.95",
        "A higher card on the first deal pays 0.95 to 1.",
        "higher",
        paid("higher", main=Fraction(19, 20)),
    ),
    _pays(
        "win-pays-0.5",
        "A higher card on the first deal pays 1 to 2.",
        "higher",
        paid("higher", main=Fraction(1, 2)),
    ),
    _pays(
        "war-win-pays-0.95",
        "A war won pays 0.95 units in all.",
        "war_higher",
        paid("war_higher", main=_NOTHING, war=Fraction(19, 20)),
    ),
    _pays(
        "war-win-pays-0.5",
        "A war won pays half a unit in all.",
        "war_higher",
        paid("war_higher", main=_NOTHING, war=Fraction(1, 2)),
    ),
    _pays(
        "war-win-pays-2",
        "A war won pays two units: the main wager is paid as well as the war wager.",
        "war_higher",
        paid("war_higher", main=_ONE, war=_ONE),
    ),
    _pays(
        "war-loss-costs-1",
        "A war lost costs one unit: the war wager was never staked.",
        "war_lower",
        paid("war_lower", main=-_ONE, war=_NOTHING),
    ),
    _pays(
        "war-tie-pushes",
        "A tie in a war returns both wagers.",
        "war_tie",
        paid("war_tie", main=_NOTHING, war=_NOTHING),
    ),
    _pays(
        "war-tie-loses",
        "A tie in a war loses both wagers.",
        "war_tie",
        paid("war_tie", main=-_ONE, war=-_ONE),
    ),
    _pays(
        "war-tie-no-bonus",
        "A tie in a war pays one unit, as a war won does: no bonus.",
        "war_tie",
        paid("war_tie", main=_NOTHING, war=_ONE),
    ),
    _pays(
        "war-tie-pays-too-much",
        "A tie in a war pays one unit more than the rules say: too large a bonus.",
        "war_tie",
        overpaid("war_tie"),
    ),
    _pays(
        "surrender-loses-all",
        "A surrender loses the whole unit, as where half a chip is rounded up to a whole one.",
        "surrender",
        paid("surrender", main=-_ONE),
    ),
    _pays(
        "surrender-free",
        "A surrender loses nothing, as where half a chip is rounded down.",
        "surrender",
        paid("surrender", main=_NOTHING),
    ),
    _pays(
        "tie-pays-for-one",
        "A Tie wager won pays N for 1 and not N to 1: its stake is kept.",
        "tie wagers",
        for_one("comparison"),
    ),
    _pays(
        "pair-pays-for-one",
        "A pair wager won pays N for 1 and not N to 1: its stake is kept.",
        "pair wagers",
        for_one("pair"),
    ),
    _pays(
        "rank-pays-for-one",
        "A wager on the player's rank won pays N for 1 and not N to 1: its stake is kept.",
        "rank wagers",
        for_one("player_rank"),
    ),
    Mistake(
        "no-burn",
        "No card is burned, which moves no probability of any round.",
        "rules",
        "nothing",
        frozenset({"burn"}),
        rules=unburned,
    ),
)

_DEALT = (
    _deals(
        "with-replacement",
        "Every card is drawn from a full shoe, those before it put back.",
        "put back",
        put_back="each card",
    ),
    _deals(
        "war-from-full-shoe",
        "A war is dealt from a full shoe, the cards of the first deal put back.",
        "put back",
        "war deal",
        put_back="first deal",
    ),
    _deals(
        "suits-rank",
        "Suits break ties, so that only two cards of one rank and suit go to war.",
        "suits",
        "war deal",
        unlike_suits="split",
    ),
    _deals(
        "unlike-suits-lose",
        "A tie needs one suit as well as one rank, and other cards of one rank lose.",
        "suits",
        "war deal",
        unlike_suits="lower",
    ),
    _deals(
        "unlike-suits-win",
        "A tie needs one suit as well as one rank, and other cards of one rank win.",
        "suits",
        "war deal",
        unlike_suits="higher",
    ),
    _deals("aces-low", "Aces rank below twos.", "order", visible="cards", aces_low=True),
    _deals(
        "war-repeated",
        f"A tie in a war brings another war for the same stakes, up to {MOST_WARS} wars.",
        "war_tie",
        "war deal",
        further_wars="same",
    ),
    _deals(
        "war-repeated-raised",
        f"A tie in a war brings another war for one more unit, up to {MOST_WARS} wars.",
        "war_tie",
        "war deal",
        further_wars="raised",
    ),
    _deals(
        "war-repeated-doubled",
        f"A tie in a war brings another war with all stakes doubled, up to {MOST_WARS} wars.",
        "war_tie",
        "war deal",
        further_wars="doubled",
    ),
    _deals(
        "wars-vanish",
        "Rounds in which the first deal ties are missing from the log.",
        "log",
        *_TIED,
        unlogged=_TIED,
    ),
    _deals(
        "war-ties-vanish",
        "Rounds in which a war ties are missing from the log.",
        "log",
        "war_tie",
        unlogged=frozenset({"war_tie"}),
    ),
    *(
        _deals(
            f"missing-{rank}",
            f"There is no {rank} in the shoe.",
            "ranks",
            family="missing",
            missing=frozenset({place}),
        )
        for place, rank in enumerate(RANKS)
    ),
    *(
        _deals(
            f"dealer-at-least-{rank}",
            f"A dealer's card below {rank} is thrown away and the next one taken.",
            "ranks",
            "war deal",
            family="dealer-at-least",
            dealer_at_least=RANKS.index(rank),
        )
        # Below aces there would have to be an ace for every dealer's card, burned ones beside.
        for rank in RANKS[1:-1]
    ),
    _deals(
        "block-shuffle",
        "The shoe is cut into blocks of four cards and only the blocks are shuffled.",
        "shuffle",
        "put back",
        exact=False,
        blocks=4,
    ),
    _deals(
        "unmarked-seats",
        "Six seats play against one dealer's cards, and the log counts them as six rounds.",
        "seats",
        visible="dependence",
        marked=False,
    ),
)

MISTAKES: Mapping[str, Mistake] = MappingProxyType({each.name: each for each in _PAID + _DEALT})
"""Every mistake by its name."""


def nets(event: str, net: Fraction) -> str:
    """Return the name of the mistake that an event of the round nets so much.

    >>> find(nets("war_tie", Fraction(4))).summary
    'A round that ends in war_tie nets 4.'
    """
    return f"{event}-nets={net}"


def find(name: str) -> Mistake:
    """Return a mistake by its name: one of the library, or any net for an event.

    >>> find("aces-low").summary
    'Aces rank below twos.'
    >>> find("surrender-nets=-3/5").touches
    frozenset({'surrender'})
    """
    event, told, text = name.partition("-nets=")
    if told and event in ROUND_EVENTS:
        return _nets(event, text)
    if name not in MISTAKES:
        short = [f"{each.family}-RANK" if each.family else each.name for each in _PAID + _DEALT]
        short.append("EVENT-nets=NET")
        raise WaroddsError(
            f"no mistake {name!r}; expected {listed(dict.fromkeys(short))}{nearest(name, MISTAKES)}"
        )
    return MISTAKES[name]


def _nets(event: str, text: str) -> Mistake:
    try:
        net = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise WaroddsError(f"{event}-nets={text!r}; expected a number of units") from None
    if event.startswith("war_"):
        change = paid(event, main=_NOTHING, war=net)
    else:
        change = paid(event, main=net)
    summary = f"A round that ends in {event} nets {text}."
    return _pays(nets(event, net), summary, event, change)


def combinable(a: str, b: str) -> bool:
    """Return whether two mistakes can be made together: they must touch different things.

    >>> combinable("with-replacement", "missing-A"), combinable("missing-K", "missing-A")
    (True, False)
    """
    return not find(a).touches & find(b).touches


def apply(rules: Rules, names: Iterable[str]) -> tuple[Rules, Dealing]:
    """Return the rules and the dealing of a simulator that makes these mistakes."""
    made: list[Mistake] = []
    changes: dict[str, Any] = {}
    for name in names:
        mistake = find(name)
        for other in made:
            if mistake.touches & other.touches:
                raise WaroddsError(
                    f"{other.name} and {name} cannot be made together; both change "
                    f"{', '.join(sorted(mistake.touches & other.touches))}"
                )
        made.append(mistake)
        rules = mistake.rules(rules)
        changes.update(mistake.dealing)
    return rules, replace(Dealing(), **changes)
