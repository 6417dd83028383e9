"""One wager in a workbook: integers that a reader may change, and formulas over them.

A spreadsheet holds 15 digits, so ways stand reduced by their common divisor, with the full number
as a text beside them. A count that is too long even so stays a text, and the formulas read it as
a number, rounded as a spreadsheet rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any

from warodds.figures import Outcome
from warodds.precision import decimal, root
from warodds.report.document import one_line
from warodds.report.tolerance import VOLATILITY
from warodds.show.words import exact

HEADINGS = (
    "event",
    "units won",
    "per staked",
    "ways, reduced",
    "ways",
    "probability",
    "exact",
    "net",
    "contribution",
    "exact",
    "net² · probability",
    "clause",
)
EVENT, WON, STAKED, REDUCED, WAYS, SHARE, SHARE_EXACT, NET, PART, PART_EXACT, SQUARE, CLAUSE = (
    range(len(HEADINGS))
)
LONGEST = 10**15
"""Integers below it have at most 15 digits, which every spreadsheet keeps."""

NEAR = "1E-12"
"""How near a recalculated figure comes to the exact one."""

FILED = "EV as filed: numerator, denominator"
CHECKS = ("check: probabilities add up to one", "check: EV equals the EV as filed")
FIGURES = (
    "EV",
    "house advantage",
    "RTP",
    "hit frequency",
    "variance",
    "standard deviation",
    *(f"volatility index, {100 * level} %" for level, _ in VOLATILITY),
    FILED,
    *CHECKS,
)
GAME_FIGURES = ("average staked", "element of risk", "RTP on all money staked")


@dataclass(frozen=True, slots=True)
class Block:
    """A wager's place on a sheet: `top` is the row of its title."""

    sheet: str
    top: int
    title: str
    outcomes: tuple[Outcome, ...]
    parts: tuple[Block, ...] = ()
    """The main and war wager, for the game: its net units are the sum of theirs."""

    @property
    def first(self) -> int:
        """The row of the first event."""
        return self.top + 2

    @property
    def total(self) -> int:
        """The row of the total."""
        return self.first + len(self.outcomes)

    @property
    def height(self) -> int:
        """Rows taken, with an empty one below."""
        figures = len(FIGURES) + (len(GAME_FIGURES) if self.parts else 0)
        return len(self.outcomes) + figures + 4

    @property
    def ev(self) -> Fraction:
        """The exact EV, of the payouts as filed."""
        return sum((outcome.contribution for outcome in self.outcomes), Fraction())

    @property
    def square(self) -> Fraction:
        """The exact mean of the squared net units."""
        return sum((o.probability * o.net**2 for o in self.outcomes), Fraction())

    @property
    def variance(self) -> Fraction:
        """The exact variance of the net units."""
        return self.square - self.ev**2

    def figure(self, label: str) -> str:
        """Return where a figure stands, for formulas on any sheet."""
        row = self.total + 1 + (*FIGURES, *GAME_FIGURES).index(label)
        return f"'{self.sheet}'!{cell(row, SHARE, fixed=True)}"

    def row_of(self, event: str) -> int | None:
        """Return the row of an event, None where the wager does not have it."""
        events = [outcome.event for outcome in self.outcomes]
        return self.first + events.index(event) if event in events else None


def cell(row: int, column: int, *, fixed: bool = False) -> str:
    """Return a cell as formulas name it.

    >>> cell(0, 0), cell(9, 5, fixed=True)
    ('A1', '$F$10')
    """
    mark = "$" if fixed else ""
    return f"{mark}{chr(ord('A') + column)}{mark}{row + 1}"


def number(value: Fraction) -> float:
    """Return the value that a spreadsheet shows before it recalculates."""
    return float(decimal(value, 20))


def write_block(sheet: Any, block: Block, style: dict[str, Any]) -> None:
    """Write one wager: events, total, figures and checks."""
    sheet.write_string(block.top, 0, one_line(block.title), style["heading"])
    for column, heading in enumerate(HEADINGS):
        form = "column" if column in (EVENT, CLAUSE) else "numbers"
        sheet.write_string(block.top + 1, column, heading, style[form])
    common = gcd(*(outcome.ways for outcome in block.outcomes))
    total = sum(outcome.ways for outcome in block.outcomes)
    reduced = total // common
    for row, outcome in enumerate(block.outcomes, block.first):
        _write_outcome(sheet, block, row, outcome, common, reduced, style)
    _write_total(sheet, block, total, reduced, style)
    _write_figures(sheet, block, style)


def _integer(sheet: Any, row: int, column: int, value: int, whole: int, style: Any) -> str:
    """Write an integer, as a text where the whole is too long; return it for formulas."""
    place = cell(row, column)
    if abs(whole) < LONGEST:
        sheet.write_number(row, column, value, style)
        return place
    sheet.write_string(row, column, str(value), style)
    return f"VALUE({place})"


def _write_outcome(
    sheet: Any,
    block: Block,
    row: int,
    outcome: Outcome,
    common: int,
    reduced: int,
    style: dict[str, Any],
) -> None:
    sheet.write_string(row, EVENT, outcome.event)
    ways = _integer(sheet, row, REDUCED, outcome.ways // common, reduced, style["integer"])
    sheet.write_string(row, WAYS, str(outcome.ways), style["right"])
    whole = cell(block.total, REDUCED, fixed=True)
    whole = whole if reduced < LONGEST else f"VALUE({whole})"
    share, net = outcome.probability, outcome.net
    sheet.write_formula(row, SHARE, f"={ways}/{whole}", style["decimal"], number(share))
    sheet.write_string(row, SHARE_EXACT, exact(share), style["right"])
    if block.parts:
        rows = ((part, part.row_of(outcome.event)) for part in block.parts)
        formula = "=" + "+".join(cell(at, NET) for _, at in rows if at is not None)
    else:
        sheet.write_number(row, WON, net.numerator, style["input"])
        sheet.write_number(row, STAKED, net.denominator, style["input"])
        formula = f"={cell(row, WON)}/{cell(row, STAKED)}"
    sheet.write_formula(row, NET, formula, style["plain"], number(net))
    product = f"={cell(row, SHARE)}*{cell(row, NET)}"
    sheet.write_formula(row, PART, product, style["decimal"], number(outcome.contribution))
    sheet.write_string(row, PART_EXACT, exact(outcome.contribution), style["right"])
    square = f"={cell(row, SHARE)}*{cell(row, NET)}^2"
    sheet.write_formula(row, SQUARE, square, style["decimal"], number(share * net**2))
    sheet.write_string(row, CLAUSE, one_line(outcome.clause), style["clause"])


def _sum(block: Block, column: int) -> str:
    return f"=SUM({cell(block.first, column)}:{cell(block.total - 1, column)})"


def _write_total(sheet: Any, block: Block, total: int, reduced: int, style: dict[str, Any]) -> None:
    row = block.total
    sheet.write_string(row, EVENT, "total", style["bold"])
    if reduced < LONGEST:
        sheet.write_formula(row, REDUCED, _sum(block, REDUCED), style["integer"], reduced)
    else:
        sheet.write_string(row, REDUCED, str(reduced), style["integer"])
    sheet.write_string(row, WAYS, str(total), style["right"])
    sheet.write_formula(row, SHARE, _sum(block, SHARE), style["decimal"], 1)
    ev, square = block.ev, block.square
    sheet.write_formula(row, PART, _sum(block, PART), style["decimal"], number(ev))
    sheet.write_string(row, PART_EXACT, exact(ev), style["right"])
    sheet.write_formula(row, SQUARE, _sum(block, SQUARE), style["decimal"], number(square))


def _write_figures(sheet: Any, block: Block, style: dict[str, Any]) -> None:
    ev, variance = block.ev, block.variance
    hit = sum((o.probability for o in block.outcomes if o.net > 0), Fraction())
    at = {label: block.total + 1 + place for place, label in enumerate((*FIGURES, *GAME_FIGURES))}
    place = {label: cell(row, SHARE) for label, row in at.items()}
    nets = f"{cell(block.first, NET)}:{cell(block.total - 1, NET)}"
    shares = f"{cell(block.first, SHARE)}:{cell(block.total - 1, SHARE)}"
    longest = max(abs(ev.numerator), ev.denominator)
    above = _integer(sheet, at[FILED], WON, ev.numerator, longest, style["integer"])
    below = _integer(sheet, at[FILED], STAKED, ev.denominator, longest, style["integer"])
    hits = f'=SUMIF({nets},">0",{shares})'
    spread = f"={cell(block.total, SQUARE)}-{place['EV']}^2"
    lines: list[tuple[str, str, Fraction, str]] = [
        ("EV", f"={cell(block.total, PART)}", ev, "decimal"),
        ("house advantage", f"=-{place['EV']}", -ev, "percent"),
        ("RTP", f"=1+{place['EV']}", 1 + ev, "percent"),
        ("hit frequency", hits, hit, "percent"),
        ("variance", spread, variance, "decimal"),
        (FILED, f"={above}/{below}", ev, "decimal"),
    ]
    if block.parts:
        lines += _game_lines(block, place, ev)
    for label, formula, value, form in lines:
        sheet.write_string(at[label], EVENT, label)
        sheet.write_formula(at[label], SHARE, formula, style[form], number(value))
        sheet.write_string(at[label], SHARE_EXACT, exact(value), style["right"])
    deviation = "standard deviation"
    roots = [(deviation, f"=SQRT({place['variance']})", Fraction(1))]
    for level, z in VOLATILITY:
        formula = f"={decimal(z, 3)}*{place[deviation]}"
        roots.append((f"volatility index, {100 * level} %", formula, z))
    for label, formula, z in roots:
        sheet.write_string(at[label], EVENT, label)
        shown = float(root(z**2 * variance, 20))
        sheet.write_formula(at[label], SHARE, formula, style["decimal"], shown)
    checks = (f"{cell(block.total, SHARE)}-1", f"{place['EV']}-{place[FILED]}")
    for label, difference in zip(CHECKS, checks, strict=True):
        sheet.write_string(at[label], EVENT, label)
        sheet.write_formula(at[label], SHARE, f"=ABS({difference})<{NEAR}", style["check"], True)


def _game_lines(
    block: Block, place: dict[str, str], ev: Fraction
) -> list[tuple[str, str, Fraction, str]]:
    """Return the figures per unit of all money staked: a war stakes a second unit."""
    wars = [
        (cell(row, SHARE), outcome.probability)
        for row, outcome in enumerate(block.outcomes, block.first)
        if outcome.event.startswith("war_")
    ]
    staked = 1 + sum((share for _, share in wars), Fraction())
    average, risk, rtp = GAME_FIGURES
    return [
        (average, "=1" + "".join(f"+{share}" for share, _ in wars), staked, "decimal"),
        (risk, f"=-{place['EV']}/{place[average]}", -ev / staked, "percent"),
        (rtp, f"=1-{place[risk]}", 1 + ev / staked, "percent"),
    ]
