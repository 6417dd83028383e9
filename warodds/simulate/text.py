"""Lines of CSV from columns of codes, without a loop over lines.

A column is a table of texts, padded with zero bytes, and the code of each line. Columns are laid
side by side as one matrix of bytes; taking the zeros out leaves the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from warodds.cards import RANKS, SUITS
from warodds.precision import exact
from warodds.simulate.deal import Dealt
from warodds.simulate.paid import Settled
from warodds.simulate.plan import Plan
from warodds.simulate.table import NONE

Bytes: TypeAlias = npt.NDArray[np.uint8]

MARKS = ("shoe", "round", "seat")
CARDS = ("player", "dealer", "decision", "player_war", "dealer_war", "outcome", "net")


def header(plan: Plan) -> bytes:
    """Return the first line of a log."""
    marks = MARKS if plan.dealing.marked else ()
    sides = tuple(wager.id for wager, _ in plan.side)
    return (",".join((*marks, *CARDS, *sides)) + "\n").encode()


def lines(plan: Plan, dealt: Dealt, settled: Sequence[Settled], before: int) -> bytes:
    """Return a line for each box of each round; `before` rounds were dealt before these."""
    rounds, boxes = dealt.rounds, plan.boxes
    game = settled[0]
    numbers = np.arange(dealt.shoe.size) + before + 1
    decisions = [plan.decision or "" if event in _TIED else "" for event, _ in game.results]
    columns = []
    if plan.dealing.marked:
        columns += [
            np.repeat(_digits(dealt.shoe + before + 1), boxes, axis=0),
            np.repeat(_digits(numbers), boxes, axis=0),
            np.tile(_digits(np.arange(1, boxes + 1)), (dealt.shoe.size, 1)),
        ]
    cards = _texts([RANKS[card >> 2] + SUITS[card & 3] for card in range(52)] + [""] * (NONE - 51))
    columns += [
        cards[rounds.player.ravel()],
        np.repeat(cards[rounds.dealer], boxes, axis=0),
        _texts(decisions)[game.codes],
        cards[rounds.war_player.ravel()],
        cards[rounds.war_dealer.ravel()],
        _texts([event for event, _ in game.results])[game.codes],
        *(_texts([*(exact(net) for _, net in each.results), ""])[each.codes] for each in settled),
    ]
    logged = [event not in plan.dealing.unlogged for event, _ in game.results]
    return _joined(columns, np.array(logged)[game.codes])


_TIED = frozenset({"surrender", "war_higher", "war_tie", "war_lower"})


def _texts(texts: Sequence[str]) -> Bytes:
    """Return texts as lines of bytes, padded to one length."""
    encoded = np.array([each.encode() for each in texts], dtype=np.bytes_)
    return encoded.view(np.uint8).reshape(len(texts), -1)


def _digits(numbers: npt.NDArray[np.int64]) -> Bytes:
    """Return positive numbers as lines of digits, leading zeros left empty."""
    width = len(str(int(numbers.max())))
    digits = np.empty((numbers.size, width), dtype=np.uint8)
    rest = numbers
    for place in range(width - 1, -1, -1):
        rest, digit = np.divmod(rest, 10)
        digits[:, place] = digit + ord("0")
    leading = np.cumsum(digits != ord("0"), axis=1) == 0
    digits[leading] = 0
    return digits


def _joined(columns: Sequence[Bytes], kept: npt.NDArray[np.bool_]) -> bytes:
    """Join columns with commas and lines with line feeds."""
    width = sum(column.shape[1] + 1 for column in columns)
    joined = np.empty((columns[0].shape[0], width), dtype=np.uint8)
    at = 0
    for column in columns:
        joined[:, at : at + column.shape[1]] = column
        at += column.shape[1] + 1
        joined[:, at - 1] = ord(",")
    joined[:, -1] = ord("\n")
    if not kept.all():
        joined = joined[kept]
    written: bytes = joined[joined != 0].tobytes()
    return written
