"""Lines of CSV from columns of codes, without a loop over lines.

A column is a table of texts, padded with zero bytes, and a code for each line. Columns are laid
side by side as one matrix of bytes, a block of lines at a time; without its zeros it is the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from warodds.cards import RANKS, SUITS
from warodds.precision import exact
from warodds.simulate.deal import Dealt
from warodds.simulate.paid import Codes, Settled
from warodds.simulate.plan import Plan

Bytes: TypeAlias = npt.NDArray[np.uint8]
Numbers: TypeAlias = npt.NDArray[np.intp]
Flags: TypeAlias = npt.NDArray[np.bool_]

MARKS = ("shoe", "round", "seat")
CARDS = ("player", "dealer", "decision", "player_war", "dealer_war", "outcome")

_BLOCK = 1 << 13
"""Lines laid out at a time: few enough to stay near the processor."""

_TIED = frozenset({"surrender", "war_higher", "war_tie", "war_lower"})
_NO_CARD = 52


def columns(plan: Plan) -> dict[str, str]:
    """Return the columns of a log with their SQL types: nets are decimal, or else text.

    >>> from warodds.simulate import plan
    >>> columns(plan("pennsylvania"))["net"]
    'DECIMAL(18, 9)'
    """
    nets = (
        exact(payout.net)
        for wager in plan.rules.wagers
        for paytable in wager.paytables
        for payout in paytable.payouts
    )
    net = "VARCHAR" if any("/" in text for text in nets) else "DECIMAL(18, 9)"
    return {
        **dict.fromkeys(MARKS if plan.dealing.marked else (), "BIGINT"),
        **dict.fromkeys(CARDS, "VARCHAR"),
        **dict.fromkeys(("net", *(wager.id for wager, _ in plan.side)), net),
    }


def header(plan: Plan) -> bytes:
    """Return the first line of a log."""
    return (",".join(columns(plan)) + "\n").encode()


def lines(
    plan: Plan, dealt: Dealt, settled: Sequence[Settled], logged: Flags, before: int
) -> bytes:
    """Return a line for each box of each round that is logged, in order.

    `before` rounds were dealt before these.
    """
    # Rounds were dealt at many shoes side by side: the numbers from nothing on put them in order.
    order = np.empty(dealt.number.size, dtype=np.intp)
    order[dealt.number] = np.arange(dealt.number.size)
    by_line = (order[:, None] * plan.boxes + np.arange(plan.boxes)).reshape(-1)
    by_line = by_line[logged[by_line]]
    coded = list(_coded(plan, dealt, settled))
    blocks = []
    for start in range(0, by_line.size, _BLOCK):
        block = by_line[start : start + _BLOCK]
        texts = [table[codes[block]] for table, codes in coded]
        if plan.dealing.marked:
            of_round, box = np.divmod(block, plan.boxes)
            shoe, number = dealt.shoe[of_round] + before + 1, dealt.number[of_round] + before + 1
            texts = [_digits(shoe), _digits(number), _digits(box + 1), *texts]
        blocks.append(_joined(texts))
    return b"".join(blocks)


def _coded(plan: Plan, dealt: Dealt, settled: Sequence[Settled]) -> Iterator[tuple[Bytes, Codes]]:
    """Yield the columns behind the marks."""
    rounds, game = dealt.rounds, settled[0]
    cards = _texts([*(RANKS[card >> 2] + SUITS[card & 3] for card in range(52)), ""])
    yield cards, rounds.first.player
    yield cards, rounds.first.dealer
    decisions = [plan.decision or "" if event in _TIED else "" for event, _ in game.results]
    yield _texts(decisions), game.codes
    for dealt_card in (rounds.war.player, rounds.war.dealer):
        every = np.full(game.codes.size, _NO_CARD, dtype=np.uint8)
        every[rounds.at] = dealt_card
        yield cards, every
    yield _texts([event for event, _ in game.results]), game.codes
    for each in settled:
        yield _texts([*(exact(net) for _, net in each.results), ""]), each.codes


def _texts(texts: Sequence[str]) -> Bytes:
    """Return texts as lines of bytes, padded to one length."""
    encoded = np.array([each.encode() for each in texts], dtype=np.bytes_)
    return encoded.view(np.uint8).reshape(len(texts), -1)


def _digits(numbers: Numbers) -> Bytes:
    """Return positive numbers as lines of digits, leading zeros left empty."""
    most = int(numbers.max())
    digits = np.empty((numbers.size, len(str(most))), dtype=np.uint8)
    rest = numbers.astype(np.uint64)
    for place in range(digits.shape[1] - 1, -1, -1):
        above = rest // 10
        digits[:, place] = np.where(rest > 0, rest - 10 * above + ord("0"), 0)
        rest = above
    return digits


def _joined(columns: Sequence[Bytes]) -> bytes:
    """Join columns with commas and lines with line feeds."""
    width = sum(column.shape[1] + 1 for column in columns)
    joined = np.empty((columns[0].shape[0], width), dtype=np.uint8)
    at = 0
    for column in columns:
        joined[:, at : at + column.shape[1]] = column
        at += column.shape[1] + 1
        joined[:, at - 1] = ord(",")
    joined[:, -1] = ord("\n")
    return joined.tobytes().translate(None, b"\0")
