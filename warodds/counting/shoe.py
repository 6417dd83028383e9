"""What counting gains over a whole shoe: the gain at each depth, and how often rounds start there.

A shoe's gain per round is E[Σ over its rounds of the gain at their start] / E[rounds]. Where they
start depends on the ties before, and those on the cards gone, so the two belong together. For a
wager on a rank, or on ranks that pay alike, taking them together costs nothing, and it is done. For
all others it takes minutes (`together`) and is done where it is asked for. Otherwise every depth
weighs as much as the exact chance that a round starts there, which is a mean of its own: it leaves
out that shoes with more ties than others have fewer rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from warodds.cards import Shoe
from warodds.counting.forms import rank_nets
from warodds.counting.gain import Gain
from warodds.rules.model import Paytable, Wager
from warodds.wholeshoe.procedure import Procedure
from warodds.wholeshoe.starts import round_starts, starts_by_ranks


@dataclass(frozen=True, slots=True)
class ShoeGain:
    """What counting gains over a shoe dealt to a cut card with `cut` cards behind it.

    `gains` are at every number of cards left with which a round can start, `starts` the chance that
    one does. `bets` and `gain` are the means over a shoe where the starts of rounds and the cards
    left are taken `together`; else every depth counts as often as a round starts there.
    """

    cut: int
    gains: tuple[Gain, ...]
    starts: tuple[Fraction, ...]
    bets: Fraction
    gain: Fraction
    together: bool

    @property
    def rounds(self) -> Fraction:
        """The mean number of rounds."""
        return sum(self.starts, Fraction())

    @property
    def gain_per_round(self) -> Fraction:
        """The mean gain of a shoe over its mean number of rounds."""
        return self.gain / self.rounds

    @property
    def bets_per_round(self) -> Fraction:
        """The share of rounds in which the wager is placed, being favourable."""
        return self.bets / self.rounds

    @property
    def average_edge(self) -> Fraction | None:
        """The average EV of the bets made; None where none ever is."""
        return self.gain / self.bets if self.bets else None

    @property
    def units_per_100_rounds(self) -> Fraction:
        """Units won per 100 rounds."""
        return 100 * self.gain_per_round


def shoe_gain(
    shoe: Shoe,
    procedure: Procedure,
    wager: Wager,
    table: Paytable,
    gains_at: Callable[[Iterable[int]], Sequence[Gain]],
    joint: Callable[[], tuple[Fraction, Fraction]] | None = None,
) -> ShoeGain:
    """Return what a wager gains over the shoe, given how to find its gain at some depths.

    `joint` finds bets and gain with starts and cards left taken together, where that is wanted.
    """
    starts = round_starts(shoe, procedure)
    # A wager on the war deal is placed when a card burned before the round has gone as well.
    burned = procedure.round_burn if wager.deal == "war" else 0
    found = gains_at([left - burned for left in starts])
    gains = tuple(replace(gain, left=left) for left, gain in zip(starts, found, strict=True))
    chances = tuple(starts.values())
    both = list(zip(gains, chances, strict=True))
    bets = sum((chance * each.placed * each.favourable for each, chance in both), Fraction())
    gain = sum((chance * each.gain_per_round for each, chance in both), Fraction())
    taken = _on_ranks(shoe, procedure, wager, table)
    if not taken and joint and bets:
        taken = joint()
    if taken:
        bets, gain = taken
    return ShoeGain(procedure.cut, gains, chances, bets, gain, bool(taken) or not bets)


def _on_ranks(
    shoe: Shoe, procedure: Procedure, wager: Wager, table: Paytable
) -> tuple[Fraction, Fraction] | None:
    """Return bets and gain of a shoe where all that matters is how many of some ranks are left."""
    if wager.deal != "first" or wager.on not in ("player_rank", "dealer_rank"):
        return None
    nets = rank_nets(wager, table)
    if len(set(nets)) != 2:
        return None
    usual, marked = sorted(set(nets), key=nets.count, reverse=True)
    ranks = [rank for rank, net in enumerate(nets) if net == marked]

    def ev(left: int, held: int) -> Fraction:
        return usual + (marked - usual) * Fraction(held, left)

    bets = gain = Fraction()
    for left, held, chance in starts_by_ranks(
        shoe, procedure, ranks, lambda left, held: ev(left, held) > 0
    ):
        bets += chance
        gain += chance * ev(left, held)
    return bets, gain
