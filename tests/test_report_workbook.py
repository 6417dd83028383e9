"""The workbook opened and recalculated by LibreOffice: what a reader sees who changes a payout."""

from __future__ import annotations

import io
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.wanted_book import RECALCULATED, book_faults, book_of
from warodds import load, odds
from warodds.report import analyse, document_of, render
from warodds.report.sheet_block import CHECKS
from warodds.rules import Rules

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
CHANGES = {("tie", "tie"): 11, ("go-to-war", "war_tie"): 4, ("perfect-pairs", "mixed"): 7}

# A spreadsheet program is no Python package: where it is not installed, nothing can recalculate.
pytestmark = pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")


def recalculated(folder: Path, *books: Any) -> list[Any]:
    """The books with every formula worked out anew: openpyxl keeps no value of a formula."""
    for place, book in enumerate(books):
        book.save(folder / f"{place}.xlsx")
    done = folder / "done"
    command = [str(OFFICE), "--headless", f"-env:UserInstallation={(folder / 'user').as_uri()}"]
    command += ["--convert-to", "xlsx", "--outdir", str(done)]
    command += [str(folder / f"{place}.xlsx") for place in range(len(books))]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return [
        openpyxl.load_workbook(done / f"{place}.xlsx", data_only=True)
        for place in range(len(books))
    ]


def changed(rules: Rules) -> Rules:
    """The rules with the changed payouts."""
    wagers = []
    for wager in rules.wagers:
        tables = tuple(
            table._replace(
                payouts=tuple(
                    payout._replace(net=Fraction(CHANGES.get((wager.id, payout.event), payout.net)))
                    for payout in table.payouts
                )
            )
            for table in wager.paytables
        )
        wagers.append(replace(wager, paytables=tables))
    return replace(rules, wagers=tuple(wagers))


def blocks(sheet: Any) -> list[int]:
    """The row of each block's column headings."""
    return [cell.row for cell in sheet["A"] if cell.value == "event"]


def value(sheet: Any, top: int, label: str) -> Any:
    """A figure of the block that starts there."""
    rows = range(top, sheet.max_row + 1)
    return sheet.cell(next(row for row in rows if sheet.cell(row, 1).value == label), 6).value


def test_recalculation(tmp_path: Path) -> None:
    rules = load("crown-perth")
    content = render(document_of(analyse(rules, [6], digits=8)), "xlsx", digits=8)
    filed, moved = (openpyxl.load_workbook(io.BytesIO(content)) for _ in range(2))
    result = odds(rules, 6)
    sheet = moved["6 decks"]
    for top, wager in zip(blocks(sheet)[1:], result.wagers, strict=True):
        for row, outcome in enumerate(wager.outcomes, top + 1):
            if (wager.id, outcome.event) in CHANGES:
                sheet.cell(row, 2).value = CHANGES[wager.id, outcome.event]
    big = document_of(analyse(load("california"), [10**7], digits=8))
    huge = openpyxl.load_workbook(io.BytesIO(render(big, "xlsx", digits=8)))

    filed, moved, huge = recalculated(tmp_path, filed, moved, huge)

    judge_sheet(filed["6 decks"], result, result)
    every = [row[5].value for row in filed["Summary"].rows if row[0].value == "every check"]
    assert every == [True]
    judge_sheet(moved["6 decks"], odds(changed(rules), 6), result)
    every = [row[5].value for row in moved["Summary"].rows if row[0].value == "every check"]
    assert every == [False]
    many = odds("california", 10**7)
    judge_sheet(huge[f"{10**7} decks"], many, many)
    assert not list(book_faults(book_of(rules, (6,), filed), filed, RECALCULATED))


def judge_sheet(sheet: Any, now: Any, filed: Any) -> None:
    parts = zip([now.game, *now.wagers], [filed.game, *filed.wagers], strict=True)
    for top, (part, before) in zip(blocks(sheet), parts, strict=True):
        for label, exact in (
            ("EV", part.ev),
            ("house advantage", -part.ev),
            ("RTP", 1 + part.ev),
            ("hit frequency", part.hit),
            ("variance", part.variance),
        ):
            assert abs(Fraction(value(sheet, top, label)) - exact) < Fraction(1, 10**12), label
        deviation = Fraction(value(sheet, top, "standard deviation"))
        assert abs(deviation**2 - part.variance) < Fraction(1, 10**11)
        assert value(sheet, top, CHECKS[0]) is True
        assert value(sheet, top, CHECKS[1]) is (part.ev == before.ev)
    risk = Fraction(value(sheet, blocks(sheet)[0], "element of risk"))
    assert abs(risk - now.game.element_of_risk) < Fraction(1, 10**12)
