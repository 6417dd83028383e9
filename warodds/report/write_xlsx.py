"""A document as a workbook that recalculates: change a payout and see the edge move.

A sheet a deck count holds every wager (`sheet_block`); before them stand a summary with every
check and the rules, behind them the comparison with its charts and the tolerance, all of it
formulas over the same cells. The other sections follow as texts, as in every format. Every text
is written as a text, so that none can start a formula.
"""

from __future__ import annotations

import datetime
import io
from fractions import Fraction
from typing import Any

from warodds.errors import WaroddsError
from warodds.precision import band, decimal, root
from warodds.report.analysis import Analysis, Game
from warodds.report.charts import missing
from warodds.report.document import Document, digest, one_line
from warodds.report.sheet_block import CHECKS, Block, cell, number, write_block
from warodds.report.sheet_styles import STYLES, new_sheet
from warodds.report.sheet_texts import text_sheets, write_texts
from warodds.report.tolerance import LEVELS, ROUNDS, Z_DIGITS, quantile
from warodds.report.wagers import both, level_of, named
from warodds.show.words import count

MARK = "<dc:creator>warodds report</dc:creator>"
CREATED = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
"""The date in the file's properties: always the same, so that the bytes are."""

WIDTHS = (36, 11, 11, 18, 24, 18, 26, 9, 16, 26, 18, 34)


def write(document: Document) -> bytes:
    """Return the whole workbook."""
    try:
        import xlsxwriter
    except ImportError as error:
        raise missing("XlsxWriter") from error
    if not isinstance(document.source, Analysis):
        raise WaroddsError("a workbook needs the analysis behind a document")
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_urls": False})
    title = one_line(document.title)
    book.set_properties({"title": title, "author": "warodds report", "created": CREATED})
    style = {name: book.add_format(form) for name, form in STYLES.items()}
    blocks = [(game, _blocks(game)) for game in document.source.games]
    _write_summary(book, document, blocks, style)
    rules, *others = text_sheets(document)
    write_texts(book, *rules, style)
    for game, placed in blocks:
        _write_game(book, game, placed, style)
    _write_comparison(book, blocks, style)
    _write_tolerance(book, blocks, style)
    for texts in others:
        write_texts(book, *texts, style)
    book.close()
    return out.getvalue()


Placed = tuple[Block, ...]
Games = list[tuple[Game, Placed]]


def _blocks(game: Game) -> Placed:
    """Place the game and each wager on the sheet of a deck count."""
    odds = game.odds
    sheet = count(odds.decks, "deck")
    # The game comes first but is made of wagers below it, so the wagers are placed twice.
    whole = Block(sheet, 2, f"{both(odds)}, net units in all", odds.game.outcomes, _NONE)
    top = whole.top + whole.height
    wagers: list[Block] = []
    for wager in odds.wagers:
        given = ", given a first tie" if wager.wager.deal == "war" else ""
        wagers.append(Block(sheet, top, named(wager) + given, wager.outcomes))
        top += wagers[-1].height
    roles = [
        block
        for block, wager in zip(wagers, odds.wagers, strict=True)
        if wager.wager.role != "side"
    ]
    return (Block(sheet, 2, whole.title, whole.outcomes, tuple(roles)), *wagers)


_NONE = (Block("", 0, "", ()),)


def _write_game(book: Any, game: Game, blocks: Placed, style: dict[str, Any]) -> None:
    sheet = new_sheet(book, blocks[0].sheet, WIDTHS)
    odds = game.odds
    shoe = f"{count(odds.decks, 'deck')}, {count(odds.cards, 'card')}"
    sheet.write_string(0, 0, f"{one_line(odds.rules.name)}, {shoe}", style["title"])
    sheet.freeze_panes(1, 1)
    for block in blocks:
        write_block(sheet, block, style)
        first, last = (block.figure(label).split("!")[1] for label in CHECKS)
        _colour_checks(sheet, f"{first}:{last}", style)


def _colour_checks(sheet: Any, cells: str, style: dict[str, Any]) -> None:
    for wanted, form in (("=TRUE", "true"), ("=FALSE", "false")):
        rule = {"type": "cell", "criteria": "==", "value": wanted, "format": style[form]}
        sheet.conditional_format(cells, rule)


def _write_summary(book: Any, document: Document, blocks: Games, style: dict[str, Any]) -> None:
    from warodds import __version__

    for name, colour in (("true", "#0B6B2E"), ("false", "#B00020")):
        style[name] = book.add_format({"font_color": colour})
    sheet = new_sheet(book, "Summary", (44, 12, 18, 18, 30, 14))
    lines = [
        *map(one_line, document.lines),
        "Cells in yellow may be changed: units won per units staked, for every event. "
        "Probabilities, returns, EV and edge are formulas over them and over the integer ways.",
        "Ways are reduced by their common divisor; the numbers of ordered deals stand beside them "
        "as texts, since a spreadsheet keeps 15 digits.",
        "A check compares the recalculated EV with the exact one; it turns FALSE when a payout is "
        "changed. The exact fractions are those of the payouts as filed.",
        f"Program: warodds {__version__}. SHA-256 of the figures ({document.stem}.json): "
        f"{digest(document.figures)}",
    ]
    sheet.write_string(0, 0, one_line(document.title), style["title"])
    for row, line in enumerate(lines, 1):
        sheet.write_string(row, 0, line)
    top = len(lines) + 2
    for column, name in enumerate(
        ("wager", "decks", "house advantage", "RTP", "EV, exact", "checks")
    ):
        sheet.write_string(top, column, name, style["numbers" if 0 < column < 5 else "column"])
    row = top
    for game, placed in blocks:
        for block in placed:
            row += 1
            ev = block.ev
            sheet.write_string(row, 0, one_line(block.title))
            sheet.write_number(row, 1, game.odds.decks)
            for column, label, value in ((2, "house advantage", -ev), (3, "RTP", 1 + ev)):
                formula = f"={block.figure(label)}"
                sheet.write_formula(row, column, formula, style["percent"], number(value))
            sheet.write_string(row, 4, str(ev), style["right"])
            both_checks = ",".join(block.figure(label) for label in CHECKS)
            sheet.write_formula(row, 5, f"=AND({both_checks})", style["check"], True)
    sheet.write_string(row + 1, 0, "every check", style["bold"])
    every = f"=AND({cell(top + 1, 5)}:{cell(row, 5)})"
    sheet.write_formula(row + 1, 5, every, style["check"], True)
    _colour_checks(sheet, f"F{top + 2}:F{row + 2}", style)


def _write_comparison(book: Any, blocks: Games, style: dict[str, Any]) -> None:
    sheet = new_sheet(book, "Comparison", (46, *[16] * len(blocks)))
    sheet.write_string(0, 0, "House advantage by deck count", style["heading"])
    sheet.write_string(1, 0, "wager", style["column"])
    rows: dict[tuple[str, str | None], int] = {}
    drawn: dict[str, list[int]] = {}
    for column, (game, placed) in enumerate(blocks, 1):
        sheet.write_number(1, column, game.odds.decks, style["numbers"])
        whole, *wagers = placed
        risk = game.odds.game.element_of_risk
        lines: list[tuple[str, tuple[str, str | None], str, str, Fraction]] = [
            (
                "The game",
                ("", "edge"),
                "The game, house edge",
                whole.figure("house advantage"),
                -whole.ev,
            ),
            (
                "The game",
                ("", "risk"),
                "The game, element of risk",
                whole.figure("element of risk"),
                risk,
            ),
        ]
        for block, wager in zip(wagers, game.odds.wagers, strict=True):
            key = wager.id, wager.paytable
            chart = f"Wagers placed before the {wager.wager.deal} deal"
            lines.append((chart, key, block.title, block.figure("house advantage"), -block.ev))
        for chart, key, label, formula, value in lines:
            if key not in rows:
                rows[key] = len(rows) + 2
                drawn.setdefault(chart, []).append(rows[key])
            row = rows[key]
            sheet.write_string(row, 0, one_line(label))
            sheet.write_formula(row, column, f"={formula}", style["percent"], number(value))
    if len(blocks) > 1:
        for place, (title, series) in enumerate(drawn.items()):
            top = len(rows) + 3 + 17 * place
            _insert_chart(book, sheet, top, f"{title}, by deck count", series, len(blocks))


def _insert_chart(
    book: Any, sheet: Any, top: int, title: str, series: list[int], columns: int
) -> None:
    """Draw some rows of the comparison."""
    chart = book.add_chart({"type": "line"})
    for row in series:
        chart.add_series(
            {
                "name": ["Comparison", row, 0],
                "categories": ["Comparison", 1, 1, 1, columns],
                "values": ["Comparison", row, 1, row, columns],
                "marker": {"type": "automatic"},
            }
        )
    chart.set_title({"name": title, "name_font": {"size": 11}})
    chart.set_x_axis({"name": "decks", "label_position": "low"})
    chart.set_y_axis({"name": "house advantage", "num_format": "0.0%"})
    chart.set_legend({"position": "right"})
    chart.set_size({"width": 900, "height": 320})
    chart.show_na_as_empty_cell()
    sheet.insert_chart(top, 0, chart)


def _write_tolerance(book: Any, blocks: Games, style: dict[str, Any]) -> None:
    sheet = new_sheet(book, "Tolerance", (46, 10, 16, 16, *[14] * (2 * len(ROUNDS))))
    sheet.write_string(0, 0, "Interval for the observed return: RTP ± z·SD/√n", style["title"])
    row = 2
    for level in LEVELS:
        z = cell(row, 1, fixed=True)
        sheet.write_string(row, 0, f"z at {level_of(level)} confidence", style["bold"])
        sheet.write_number(row, 1, float(decimal(quantile(level), Z_DIGITS)), style["plain"])
        sheet.write_string(row, 3, "rounds n", style["numbers"])
        rounds = row
        for column, name in enumerate(("wager", "decks", "RTP", "standard deviation")):
            sheet.write_string(row + 1, column, name, style["numbers" if column else "column"])
        for place, number_of in enumerate(ROUNDS):
            for column, name in ((4 + 2 * place, "from"), (5 + 2 * place, "to")):
                sheet.write_number(row, column, number_of, style["integer"])
                sheet.write_string(row + 1, column, name, style["numbers"])
        row += 2
        for game, placed in blocks:
            for block in placed:
                sheet.write_string(row, 0, one_line(block.title))
                sheet.write_number(row, 1, game.odds.decks)
                _write_intervals(sheet, row, rounds, block, level, z, style)
                row += 1
        row += 1


def _write_intervals(
    sheet: Any, row: int, rounds: int, block: Block, level: Fraction, z: str, style: dict[str, Any]
) -> None:
    """Write one line of intervals; `rounds` is the row of the numbers of rounds, `z` a cell."""
    ev, variance = block.ev, block.variance
    sheet.write_formula(row, 2, f"={block.figure('RTP')}", style["percent"], number(1 + ev))
    deviation = f"={block.figure('standard deviation')}"
    sheet.write_formula(row, 3, deviation, style["decimal"], float(root(variance, 20)))
    for place, number_of in enumerate(ROUNDS):
        ends = band(1 + ev, quantile(level) ** 2 * variance / number_of, 20)
        for column, sign, end in zip((4 + 2 * place, 5 + 2 * place), "-+", ends, strict=True):
            formula = f"={cell(row, 2)}{sign}{z}*{cell(row, 3)}/SQRT({cell(rounds, column)})"
            sheet.write_formula(row, column, formula, style["percent"], float(end))
