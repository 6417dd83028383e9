"""Every number of every document, read back from each format and compared with the library."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests import games
from tests.judging import exactly, judge, named, near, near_root
from tests.reading import (
    READERS,
    page,
    pdf_pages,
    read_html,
    read_markdown,
    rendered_markdown,
    squeezed,
)
from warodds import Odds, jurisdictions, load, odds
from warodds.figures import Figures
from warodds.report import SUFFIXES, Document, Section, analyse, contents, document_of, render
from warodds.report.analysis import Analysis, analysed_decks
from warodds.report.document import digest, flow
from warodds.report.sheet_block import CHECKS, HEADINGS
from warodds.rules import Rules
from warodds.show.table import Table

DECKS = {
    "california": (6, 7, 8),
    "crown-perth": (4, 6, 8),
    "new-zealand": (4, 5, 6, 7, 8),
    "pennsylvania": (6, 7, 8),
}


@cache
def document(name: str) -> Document:
    return document_of(analyse(load(name), digits=8))


@cache
def written(name: str, form: str) -> bytes:
    return render(document(name), form, digits=8)


def small(rules: Rules, decks: tuple[int, ...] = (6,)) -> Document:
    return document_of(analyse(rules, decks, digits=6))


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("name", jurisdictions())
def test_every_number_of_every_table_is_what_the_library_says(name: str, form: str) -> None:
    tables = READERS[form](written(name, form))
    assert judge(load(name), DECKS[name], tables) > 200


@pytest.mark.parametrize(
    "name",
    [
        "crown-perth",
        *(pytest.param(name, marks=pytest.mark.slow) for name in DECKS if name != "crown-perth"),
    ],
)
def test_a_pdf_shows_every_row_of_every_table_in_order(name: str) -> None:
    pages = pdf_pages(written(name, "pdf"))
    text = squeezed("".join(pages))
    place = 0
    for table in (block for block in flow(document(name)) if isinstance(block, Table)):
        for row in (table.headings, *table.rows):
            # A page may end before the row: its foot and the repeated headings stand between.
            place = text.find(squeezed("".join(row)), place)
            assert place >= 0, (table.caption, row)
    for number, content in enumerate(pages, 1):
        assert f"{number} of {len(pages)}" in content
        assert content.count("Casino War in ") >= 1


@pytest.mark.parametrize("name", jurisdictions())
def test_json_figures(name: str) -> None:
    content = written(name, "json")
    data = json.loads(content, parse_float=lambda text: pytest.fail(f"{text} is a float"))
    assert data["schema"] == "warodds/report/1"
    assert tuple(data["decks"]) == DECKS[name]
    for figures, tolerance, count in zip(
        data["results"], data["tolerance"], DECKS[name], strict=True
    ):
        result = odds(name, count)
        assert figures["deals"] == str(result.deals)
        judge_json(figures["game"], result.game)
        for part, own in zip(figures["wagers"], result.wagers, strict=True):
            judge_json(part, own)
        returns = [result.game.rtp_initial, result.game.rtp_staked]
        returns += [1 + wager.ev for wager in result.wagers]
        for each, rtp in zip(tolerance["returns"], returns, strict=True):
            exactly(each["rtp"], rtp)
            assert len(each["intervals"]) == 12
            for interval in each["intervals"]:
                square = Fraction(each["variance"]) * Fraction(interval["z"]) ** 2
                square *= Fraction(10**4, int(interval["rounds"]))
                near_root(interval["low_percent"], square, 100 * rtp)
                near_root(interval["high_percent"], square, 100 * rtp)
    stated = re.search(r"[0-9a-f]{64}", written(name, "markdown").decode())
    assert stated
    assert stated[0] == hashlib.sha256(content).hexdigest() == digest(document(name).figures)


def judge_json(part: dict[str, Any], own: Figures) -> None:
    for figure in ("ev", "house_edge", "variance", "hit", "one_in", "true_odds"):
        exactly(part[figure], getattr(own, figure))
    near(part["ev_decimal"], own.ev)
    for outcome, each in zip(part["outcomes"], own.outcomes, strict=True):
        assert (outcome["event"], outcome["clause"]) == (each.event, each.clause)
        exactly(outcome["ways"], each.ways)
        exactly(outcome["probability"], each.probability)
        exactly(outcome["net"], each.net)


@pytest.mark.parametrize("name", jurisdictions())
def test_csv_figures(name: str) -> None:
    rows = list(csv.DictReader(io.StringIO(written(name, "csv").decode())))
    results = {str(count): odds(name, count) for count in DECKS[name]}
    assert {row["decks"] for row in rows} == set(results)
    judged = 0
    for row in rows:
        judged += judge_record(row, results[row["decks"]])
    assert judged == len(rows) > 500


@cache
def surrendered(name: str, decks: int) -> Fraction:
    return odds(name, decks, decision="surrender").game.ev


def judge_record(row: dict[str, str], result: Odds) -> int:
    part: Any = result.game
    if row["wager"] not in ("", "game"):
        part = result.wager(row["wager"], row["paytable"] or None)
    if row["first_pair"]:
        part = next(each for each in part.split if each.first == row["first_pair"])
    figure = row["figure"]
    if row["event"]:
        part = next(each for each in part.outcomes if each.event == row["event"])
        assert row["clause"] == part.clause
    roots = {
        "standard_deviation": "1",
        "volatility_index_90": "1.645",
        "volatility_index_95": "1.96",
    }
    interval = re.fullmatch(r"return_percent_(95|99)_(10+)_rounds_per_(wager|staked)_\w+", figure)
    if figure in roots:
        near_root(row["decimal"], Fraction(roots[figure]) ** 2 * part.variance)
    elif interval:
        z = {"95": Fraction("1.959963984540"), "99": Fraction("2.575829303549")}[interval[1]]
        if interval[3] == "wager":
            square = 10**4 * z**2 * part.variance / int(interval[2])
            near_root(row["decimal"], square, 100 * (1 + part.ev))
    elif figure == "variance_of_return_per_staked":
        assert Fraction(row["exact"]) > 0
    else:
        otherwise: dict[str, Callable[[], Fraction]] = {
            "ordered_deals": lambda: Fraction(result.deals),
            "ev_always_war": lambda: result.game.ev,
            "ev_always_surrender": lambda: surrendered(result.rules.id, result.decks),
            "variance_of_return_per_wager": lambda: part.variance,
            "rtp": lambda: 1 + part.ev,
            "share": lambda: part.probability,
        }
        value = otherwise[figure]() if figure in otherwise else getattr(part, figure)
        exactly(row["exact"], value)
        if row["decimal"]:
            near(row["decimal"], Fraction(row["exact"]))
    return 1


@pytest.mark.parametrize("name", jurisdictions())
def test_a_workbook_holds_integers_that_make_the_exact_figures(name: str) -> None:
    """Formulas are recalculated in test_report_workbook; here are the cells that they stand on."""
    content = io.BytesIO(written(name, "xlsx"))
    formulas = openpyxl.load_workbook(content)
    values = openpyxl.load_workbook(content, data_only=True)
    for count in DECKS[name]:
        result = odds(name, count)
        sheet, shown = formulas[f"{count} decks"], values[f"{count} decks"]
        tops = [cell.row for cell in sheet["A"] if cell.value == "event"]
        parts: list[Figures] = [result.game, *result.wagers]
        for top, own in zip(tops, parts, strict=True):
            total = top + len(own.outcomes) + 1
            for row, outcome in enumerate(own.outcomes, top + 1):
                cells = dict(zip(HEADINGS, (cell.value for cell in sheet[row]), strict=False))
                assert (cells["event"], cells["clause"]) == (outcome.event, outcome.clause)
                assert type(cells["ways, reduced"]) is int
                whole = shown.cell(total, 4).value
                assert Fraction(cells["ways, reduced"], whole) == outcome.probability
                assert cells["ways"] == str(outcome.ways)
                exactly(sheet.cell(row, 7).value, outcome.probability)
                exactly(sheet.cell(row, 10).value, outcome.contribution)
                if own is not result.game:
                    assert Fraction(cells["units won"], cells["per staked"]) == outcome.net
                assert shown.cell(row, 6).value == float(outcome.probability)
                assert sheet.cell(row, 6).value.startswith("=")
            exactly(sheet.cell(total + 1, 7).value, own.ev)
            assert shown.cell(total + 1, 6).value == float(own.ev)
    summary = [cell.value for row in values["Summary"].rows for cell in row]
    assert hashlib.sha256(written(name, "json")).hexdigest() in " ".join(map(str, summary))
    assert False not in summary


def test_deck_counts_and_paytables() -> None:
    for name, decks in DECKS.items():
        assert analysed_decks(load(name)) == decks
    one = document_of(analyse(load("crown-perth"), paytable="30/10/5", digits=6))
    assert one.stem == "crown-perth-6-decks-30-10-5"
    assert one.figures["decks"] == [6]
    captions = [table.caption for table in read_markdown(render(one, "markdown", digits=6))]
    assert "Perfect Pairs, 30/10/5 (perfect-pairs)" in captions
    assert not any("25/12" in caption for caption in captions)
    text = written("california", "markdown").decode()
    assert "6 or more" in text
    assert "No upper limit is set; the least count and the next two are analysed" in text


def test_readings_stand_in_the_document_as_ours() -> None:
    for name in jurisdictions():
        text = written(name, "markdown").decode()
        assert "These readings are ours" in text
        assert text.count("\n- Note ") > 3


def test_a_proof_that_does_not_apply_is_not_claimed(tmp_path: Path) -> None:
    main = games.MAIN | {"surrender": "lose 1/4"}
    text = render(small(games.house(tmp_path, games.toml(main))), "markdown", digits=6).decode()
    assert "Which decision is better depends on the shoe" in text
    assert "never worse" not in text
    pushed = games.WAR | {"war_tie": "lose"}
    text = render(
        small(games.house(tmp_path, games.toml(war=pushed))), "markdown", digits=6
    ).decode()
    assert "surrender is never worse than war" in text


def test_a_house_without_surrender_and_one_without_war(tmp_path: Path) -> None:
    main = {event: pays for event, pays in games.MAIN.items() if event != "surrender"}
    forced = small(games.house(tmp_path, games.toml(main)))
    assert b"offer no surrender" in render(forced, "markdown", digits=6)
    bare = '[decks]\npermitted = [2]\n[[wager]]\nid = "m"\nrole = "main"\n[wager.pays]\n'
    bare += 'higher = "1 to 1"\nlower = "lose"\ntie = "lose 1/2"'
    rules = games.house(tmp_path, f'name = "Bare"\n[source]\ntitle = "House"\n{bare}')
    for form in SUFFIXES:
        assert render(small(rules, (2,)), form, digits=6)
    text = render(small(rules, (2,)), "markdown", digits=6).decode()
    assert "Strategy" not in text
    assert "burn" not in text.split("## 2. Method")[1]


def test_a_count_too_long_for_a_spreadsheet_stays_a_text() -> None:
    many = small(load("california"), (10**7,))
    book = openpyxl.load_workbook(io.BytesIO(render(many, "xlsx", digits=6)))
    sheet = book[f"{10**7} decks"]
    reduced = sheet["D5"].value
    assert isinstance(reduced, str)
    assert len(reduced) > 15
    assert "VALUE(D5)" in sheet["F5"].value


def test_a_section_is_added_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def extra(analysis: Analysis) -> Section:
        table = Table("Shoes", ("decks", "rounds"), (("6", "77/2"),), "r")
        record = {"decks": "6", "figure": "rounds", "exact": "77/2"}
        return Section(
            "Whole shoes", ("How long.", table), data={"shoes": ["77/2"]}, records=(record,)
        )

    before = digest(small(load("california")).figures)
    monkeypatch.setattr(contents, "FURTHER", (*contents.FURTHER, extra))
    after = small(load("california"))
    assert digest(after.figures) != before
    assert json.loads(render(after, "json", digits=6))["shoes"] == ["77/2"]
    assert b"rounds,77/2" in render(after, "csv", digits=6)
    for form, reader in READERS.items():
        table = next(t for t in reader(render(after, form, digits=6)) if t.caption == "Shoes")
        assert (table.caption, table.rows) == ("Shoes", (("6", "77/2"),))
    assert b"### 7.5. Whole shoes" in render(after, "markdown", digits=6)


EVIL = (
    '=HYPERLINK("http://x","y")',
    "</td></table><script>alert(1)</script>",
    r"\input{secret} \end{document} %",
    '#eval("1") $x$ *b* _i_ `c` ~s~ @l <l>',
    "a | b || [x](javascript:alert(1)) ![y](z)",
    "-1+1 \\ ^ ~ & {} '\"",
    "bell\\u0007 line\\nbreak\\u001b[31m",
    "戦争 ♠ ½ €",
    "@SUM(1)",
    "_hidden",
)


def quoted(text: str) -> str:
    """A text as a TOML string; an escape of TOML's own stays one."""
    escaped = text if "\\u" in text else text.replace("\\", "\\\\")
    return '"' + escaped.replace('"', '\\"') + '"'


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> tuple[Document, list[str]]:
    """A house whose every free text tries to break out, and what those texts are."""
    text = games.toml(decks="permitted = [1, 2]").replace('"House"', quoted(EVIL[0]))
    text = text.replace('"House rules"', quoted(EVIL[1]))
    for place, each in enumerate(map(quoted, EVIL)):
        text += f"\n[[note]]\ntext = {each}\nclause = {each}"
        wager = games.side(f"w{place}", "first", "pair", {"perfect": "30 to 1", "other": "lose"})
        text += "\n" + wager.replace(f'name = "w{place}"', f"name = {each}\nclause = {each}")
    rules = games.house(tmp_path_factory.mktemp("evil"), text)
    names = [
        "".join(mark if mark.isprintable() else " " for mark in wager.name)
        for wager in rules.wagers[2:]
    ]
    assert len(names) == len(EVIL)
    return document_of(analyse(rules, digits=4)), names


@pytest.mark.parametrize("form", SUFFIXES)
def test_no_text_of_a_rule_file_breaks_out(form: str, evil: tuple[Document, list[str]]) -> None:
    made, names = evil
    content = render(made, form, digits=4)
    if form in READERS:
        rows = READERS[form](content)[1].rows[2:]
        assert [row[1].strip() for row in rows] == names
        assert [row[3].strip() for row in rows] == names
    if form in ("markdown", "html"):
        shown = page(content.decode() if form == "html" else rendered_markdown(content))
        assert "script" not in shown.tags
        assert all(link.startswith(("#", "data:")) for link in shown.links)
    elif form == "latex":
        # Read back whole, the source holds no command but the writer's own.
        commands = set(re.findall(r"\\[a-zA-Z]+", content.decode().split("tableofcontents")[1]))
        assert not commands & {r"\\input", r"\\eval", r"\\write"}
        assert content.count(b"\\end{document}") == 1
    elif form == "csv":
        cells = {cell for row in csv.reader(io.StringIO(content.decode())) for cell in row}
        assert not [cell for cell in cells if re.match(r"[=@+]|-\D", cell)]
    elif form == "json":
        assert [wager["name"] for wager in json.loads(content)["rules"]["wagers"]][2] == EVIL[0]
    elif form == "xlsx":
        judge_harmless_workbook(content, names)
    elif form == "pdf":
        text = squeezed("".join(pdf_pages(content)))
        for name in names:
            assert squeezed(re.sub("[戦争♠]", "", name)) in text


def judge_harmless_workbook(content: bytes, names: list[str]) -> None:
    texts = []
    for sheet in openpyxl.load_workbook(io.BytesIO(content)):
        for cell in (cell for row in sheet.rows for cell in row if cell.value is not None):
            assert cell.hyperlink is None
            if cell.data_type == "f":
                assert "HYPERLINK" not in cell.value
                assert "@" not in cell.value
            elif cell.data_type == "s":
                texts.append(cell.value)
    assert set(names) <= set(texts)


def test_wagers_are_named_in_the_order_of_the_rules() -> None:
    captions = [table.caption for table in read_html(written("crown-perth", "html"))]
    result = odds("crown-perth", 6)
    first = [wager for wager in result.wagers if wager.wager.deal == "first"]
    places = [captions.index(f"{named(wager)} ({wager.id})") for wager in first]
    assert places == sorted(places)


def test_every_check_stands_in_the_workbook() -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(written("pennsylvania", "xlsx")))["6 decks"]
    labels = [cell.value for cell in sheet["A"]]
    assert all(labels.count(check) == 5 for check in CHECKS)
