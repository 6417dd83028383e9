"""What a mistake is: a change to the rules, or to how a simulator deals, compares and logs.

`Dealing` holds every way in which the deal of a simulator can go wrong here, as plain values. The
exact laws read it, and so does the reference simulator; neither knows how the other works.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from warodds.rules.model import Rules

PutBack = Literal["nothing", "each card", "first deal"]
UnlikeSuits = Literal["tie", "lower", "higher", "split"]
FurtherWars = Literal["none", "same", "raised", "doubled"]
Visible = Literal["counts", "nets", "cards", "dependence", "nothing"]
"""The least that data must hold to show a mistake.

`counts`: how often each event happens (so every other kind of data shows it too). `nets`: what an
event pays; a mean or a total shows it too. `cards`: the cards beside the outcome. `dependence`:
only how rounds hang together. `nothing`: no data can show it.
"""

MOST_WARS = 8
"""Wars in one round where ties repeat it; a tie in the last of them is settled by the rules."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """How a simulator deals, compares and logs. The defaults are the game as it should be.

    - `missing`: ranks that are not in the shoe.
    - `put_back`: nothing, `each card` at once (draws with replacement), or the cards of the
      `first deal`: the war comes from a full shoe, freshly shuffled.
    - `unlike_suits`: what two cards of one rank are unless they are of one suit as well: a tie,
      `lower` or `higher` for the player, or `split`: the suits rank, c d h s.
    - `aces_low`: the ace is below the two.
    - `dealer_at_least`: a dealer's card below this rank is thrown away and the next one taken.
    - `further_wars`: what a tie in a war does: `none`, it is settled; else another war is dealt,
      for the `same` stakes, `raised` by a unit each time, or all stakes `doubled` each time.
    - `unlogged`: events whose rounds are missing from the log.
    - `blocks`: cards per block of a shuffle that moves blocks only; 1 is a shuffle.
    - `marked`: whether a log tells which shoe, round and seat a line belongs to.
    """

    missing: frozenset[int] = frozenset()
    put_back: PutBack = "nothing"
    unlike_suits: UnlikeSuits = "tie"
    aces_low: bool = False
    dealer_at_least: int = 0
    further_wars: FurtherWars = "none"
    unlogged: frozenset[str] = frozenset()
    blocks: int = 1
    marked: bool = True


def raised(net: Fraction, wars: int, dealing: Dealing) -> Fraction:
    """Return what a war that is the round's so-manieth nets, given what the first one would.

    Raised by a unit each time, a war lost costs the units added since; a war that is not lost pays
    the last unit alone, as the first war does. Doubled each time, everything doubles.

    >>> lost = Fraction(-2)
    >>> [raised(lost, 3, Dealing(further_wars=how)) for how in ("same", "raised", "doubled")]
    [Fraction(-2, 1), Fraction(-4, 1), Fraction(-8, 1)]
    """
    if dealing.further_wars == "doubled":
        return net * (1 << (wars - 1))
    if dealing.further_wars == "raised" and net < 0:
        return net - (wars - 1)
    return net


def _same(rules: Rules) -> Rules:
    return rules


@dataclass(frozen=True)
class Mistake:
    """One mistake.

    `touches` names what it changes; two mistakes that touch the same thing do not combine.
    `family` is shared by mistakes that differ in one value only. `exact` is whether a round has
    an exact law under it.
    """

    name: str
    summary: str
    changes: Literal["rules", "deal"]
    visible: Visible
    touches: frozenset[str]
    family: str = ""
    rules: Callable[[Rules], Rules] = field(default=_same, repr=False, compare=False)
    dealing: Mapping[str, object] = field(default_factory=dict, repr=False, compare=False)
    exact: bool = True
