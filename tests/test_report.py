"""What documents say and how: digests, selections, readings, and texts that try to break out."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import cycle
from pathlib import Path

import openpyxl
import pytest

from tests import games
from tests.documents import DECKS, document, written
from tests.reading import (
    READERS,
    latex_text,
    page,
    pdf_pages,
    read_html,
    read_markdown,
    rendered_markdown,
    squeezed,
)
from tests.wanted import named
from warodds import __version__, jurisdictions, load, odds
from warodds.report import (
    SUFFIXES,
    Document,
    Section,
    analyse,
    contents,
    document_of,
    escape,
    render,
)
from warodds.report.analysis import Analysis, analysed_decks
from warodds.report.document import Items, digest, flow
from warodds.report.sheet_block import CHECKS
from warodds.rules import Rules
from warodds.rules.load import JURISDICTIONS
from warodds.show.table import Table


def small(rules: Rules, decks: tuple[int, ...] = (6,)) -> Document:
    return document_of(analyse(rules, decks, digits=6))


@pytest.mark.parametrize(
    "name", ["california", pytest.param("crown-perth", marks=pytest.mark.slow)]
)
def test_every_page_of_a_pdf_is_numbered_and_named(name: str) -> None:
    pages = pdf_pages(written(name, "pdf"))
    for number, content in enumerate(pages, 1):
        assert f"{number} of {len(pages)}" in content
        assert content.count("Casino War in ") >= 1


@pytest.mark.parametrize("name", DECKS)
def test_the_digest_in_a_document_is_that_of_its_figures(name: str) -> None:
    sha256 = hashlib.sha256(written(name, "json")).hexdigest()
    stated = re.search(r"[0-9a-f]{64}", written(name, "markdown").decode())
    assert stated
    assert stated[0] == sha256 == digest(document(name).figures)
    sheet = openpyxl.load_workbook(io.BytesIO(written(name, "xlsx")))["Summary"]
    assert any(sha256 in str(cell.value) for cell in sheet["A"])


def prose(name: str, form: str) -> str:
    """All that a format shows, without blanks; page ends are taken out of a PDF."""
    content = written(name, form)
    if form == "pdf":
        pages = pdf_pages(content)
        ends = (f"{document(name).title}{n} of {len(pages)}" for n in range(1, len(pages) + 1))
        shown = (
            squeezed(one).replace(squeezed(end), "") for one, end in zip(pages, ends, strict=True)
        )
        return "".join(shown)
    if form == "latex":
        lines = content.decode().partition("tableofcontents")[2].splitlines()
        texts = (line.removeprefix(r"\item {}") for line in lines)
        own = (text for text in texts if text[:1] not in ("\\", "{") and " & " not in text)
        return squeezed("".join(map(latex_text, own)))
    return squeezed(page(content.decode() if form == "html" else rendered_markdown(content)).text)


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize(
    "name", ["california", pytest.param("crown-perth", marks=pytest.mark.slow)]
)
def test_every_paragraph_stands_in_every_format_as_it_was_written(name: str, form: str) -> None:
    shown = prose(name, form)
    for block in flow(document(name)):
        for text in block.texts if isinstance(block, Items) else (block,):
            assert not isinstance(text, str) or squeezed(text) in shown, text


NUMBER = re.compile(r"[\da-f]{64}|\d+(?:[./]\d+)*")


@pytest.mark.parametrize("name", DECKS)
def test_every_number_of_the_prose_can_be_accounted_for(name: str) -> None:
    """It is the rule file's own, a figure of the library, or one of the few of the method."""
    rules, decks = load(name), DECKS[name]
    tie = next(o.net for o in odds(rules, 6).game.outcomes if o.event == "war_tie")
    known = {
        "rules": (JURISDICTIONS / f"{name}.toml").read_text(encoding="utf-8"),
        "decks": f"{decks} {rules.decks}",
        "strategy": f"{tie} {tie + Fraction(1, 2)} (1 - 2)/2 = -1/2",
        "volatility and tolerance": "1.645 1.96 1.959963984540 2.575829303549, 90 95 99",
        "closed forms": "7.1; 7 cards, 1 to 8, 9 to 16",
        "counting": "1 per 100; 1/4 of the stack",
        "rounding": "section 6; 8 6 4 12; 1.00e-28, 10, 28",
        "program": f"{__version__} SHA-256 {digest(document(name).figures)}",
        "notation": "(m)₂ n−1 3 burned",
    }
    numbers = {number for text in known.values() for number in NUMBER.findall(text)}
    for block in flow(document(name)):
        for text in block.texts if isinstance(block, Items) else (block,):
            if isinstance(text, str):
                assert set(NUMBER.findall(text)) <= numbers, text


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


def test_deck_counts_come_in_any_order() -> None:
    whole = document_of(analyse(load("pennsylvania"), (8, 6, 7), digits=8))
    assert whole.stem == "pennsylvania"
    assert digest(whole.figures) == digest(document("pennsylvania").figures)


def test_a_document_does_not_speak_of_options_of_another_command() -> None:
    text = written("crown-perth", "markdown").decode()
    assert re.search(r"none, at the operator's choice +\|", text)
    assert set(re.findall(r"--[a-z]+", text)) == {"--digits", "--format"}


def test_a_name_that_is_a_number_is_no_figure(tmp_path: Path) -> None:
    text = games.toml().replace('"Main"', '"7"')
    content = render(small(games.house(tmp_path, text)), "csv", digits=6).decode()
    rows = list(csv.DictReader(io.StringIO(content)))
    assert "counting_ev" in {row["figure"] for row in rows}
    assert not {row["figure"] for row in rows if row["figure"].endswith("_name")}


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
    r"\input{secret} \end{document} % ^^5cinput",
    '#eval("1") $x$ *b* _i_ `c` ~s~ @l <l>',
    "a | b || [x](javascript:alert(1)) ![y](z)",
    "-1+1 \\ ^ ~ & {} '\"",
    "bell\\u0007 line\\nbreak\\u001b[31m",
    "戦争 ♠ ½ €",
    "@SUM(1)",
    "_hidden",
    "+cmd|' /C calc'!A0",
    "# heading",
    "1. item",
    "> quoted &lt; &amp;",
    " blank ",
    "\\u202eright to left\\u2066",
    "W" * 200,
)


def quoted(text: str) -> str:
    """A text as a TOML string; an escape of TOML's own stays one."""
    escaped = text if "\\u" in text else text.replace("\\", "\\\\")
    return '"' + escaped.replace('"', '\\"') + '"'


SOME = [
    turn if turn % 6 == 0 else pytest.param(turn, marks=pytest.mark.slow)
    for turn in range(len(EVIL))
]
"""Where the texts start to go round: every field has every text once, with the slow tests."""


@pytest.fixture(scope="module", params=SOME)
def evil(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Document, list[str]]:
    """A house whose every free text tries to break out, and the names of its wagers."""
    turn = cycle([*EVIL[request.param :], *EVIL[: request.param]])
    text = games.toml(decks="permitted = [1, 2]")
    text = re.sub(r'"(House|Main|War)"', lambda _: quoted(next(turn)), text)
    text = text.replace('"House rules"', f"{quoted(next(turn))}\ndate = {quoted(next(turn))}")
    for table in ("decks", "war"):
        cited = f"clause = {quoted(next(turn))}\nnote = {quoted(next(turn))}"
        text = text.replace(f"[{table}]", f"[{table}]\n{cited}")
    text += f"\n[[note]]\ntext = {quoted(next(turn))}\nclause = {quoted(next(turn))}"
    for place in range(3):
        wager = games.side(f"w{place}", "first", "pair", {"perfect": "30 to 1", "other": "lose"})
        cited = f"clause = {quoted(next(turn))}\nnote = {quoted(next(turn))}"
        table = f"[[wager.paytable]]\nname = {quoted(next(turn))}\n[wager.paytable.pays]"
        payout = f'{{pays = "30 to 1", clause = {quoted(next(turn))}, note = {quoted(next(turn))}}}'
        wager = wager.replace(f'name = "w{place}"', f"name = {quoted(next(turn))}\n{cited}")
        text += "\n" + wager.replace("[wager.pays]", table).replace('"30 to 1"', payout)
    rules = games.house(tmp_path_factory.mktemp("evil"), text)
    return document_of(analyse(rules, digits=4)), [shown(wager.name) for wager in rules.wagers]


def shown(text: str) -> str:
    """A user's text as a document shows it: printable, without needless blanks."""
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())


def commands(source: bytes) -> set[str]:
    return set(re.findall(r"\\([a-zA-Z]+)", source.decode()))


@pytest.mark.parametrize("form", SUFFIXES)
def test_no_text_of_a_rule_file_breaks_out(form: str, evil: tuple[Document, list[str]]) -> None:
    made, names = evil
    content = render(made, form, digits=4)
    if form in READERS and form != "pdf":  # its letters lack some of these
        tables = READERS[form](content)
        assert [row[1].strip() for row in tables[1].rows] == names
        assert len(tables) == len(READERS["html"](render(made, "html", digits=4)))
    if form in ("markdown", "html"):
        # A document that nobody tampered with has every tag that a document can have.
        made_of, harmless = (
            each.decode() if form == "html" else rendered_markdown(each)
            for each in (content, written("california", form))
        )
        assert page(made_of).tags <= page(harmless).tags
        assert all(link.startswith(("#", "data:")) for link in page(made_of).links)
        assert len(re.findall(r"<h\d", made_of)) == 1 + len(list(headed(made.sections)))
    elif form == "latex":
        escapes = {mark.strip("{}$\\") for mark in escape.LATEX.values()}
        escapes |= {"letter", "raggedright", "arraybackslash"}  # a letter, and a broken column
        assert commands(content) <= commands(written("california", "latex")) | escapes
        assert content.count(b"\\end{document}") == 1
    elif form == "csv":
        cells = {cell for row in csv.reader(io.StringIO(content.decode())) for cell in row}
        assert not [cell for cell in cells if re.match(r"[=@+]|-\D|-\d+[^\d/.]", cell)]
    elif form == "json":
        wagers = json.loads(content)["rules"]["wagers"]
        assert [shown(wager["name"]) for wager in wagers] == names
    elif form == "xlsx":
        judge_harmless_workbook(content, names)
    elif form == "pdf":
        text = squeezed("".join(pdf_pages(content)))
        for name in names:
            assert squeezed(re.sub("[戦争♠]", "", name)) in text


def headed(sections: Iterable[Section]) -> Iterator[Section]:
    for section in sections:
        yield section
        yield from headed(section.parts)


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
    for name in names:
        assert any(name in text for text in texts)


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
