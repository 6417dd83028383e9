"""How results look: every format says the same, and no text of a user's file breaks out of it."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.games import house, side, toml
from warodds import Odds, compare, odds
from warodds.show import FORMATS, present
from warodds.show.rules import present_rules

NASTY = r"=1+1 </td><script>alert(1)</script> | & % $ # _ { } ~ ^ \input{x} [a](b) *b*"


@pytest.fixture
def nasty(tmp_path: Path) -> Odds:
    """A game whose names try to be formulas, markup and commands."""
    text = toml(more=side("tie", "first", "comparison", {"tie": "10 to 1", "other": "lose"}))
    for name in ("House", "tie", "House rules"):
        text = text.replace(f'name = "{name}"', f"name = '{NASTY}'")
    return odds(house(tmp_path, text.replace('"House rules"', f"'{NASTY}'")), 6)


def test_a_result_shows_itself() -> None:
    result = odds("pennsylvania", 6)
    assert "-23138/993023" in str(result)
    assert "<table>" in result._repr_html_()
    assert "-58/311" in str(result.wager("tie"))
    assert "-23138/993023" in result.game._repr_html_()
    assert "§ 651a.9(f)" in str(result.rules)
    assert "House edge by deck count" in str(compare(["pennsylvania"], [6, 7, 8]))


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_of_every_result_has_the_figures(form: str) -> None:
    result = odds("crown-perth", 6)
    text = present(result, 6).render(form)
    for figure in ("-23138/993023", "-58/311", "-2/13", "-1398/73439"):
        assert figure in text
    assert present(compare(["crown-perth"], [4, 6]), 6).render(form)
    assert present_rules(result.rules).render(form)


class Tags(HTMLParser):
    """Collects the tags of a page and checks that they close."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_well_formed_and_safe(nasty: Odds) -> None:
    for page in (nasty._repr_html_(), present_rules(nasty.rules).render("html")):
        tags = Tags()
        tags.feed(page)
        assert tags.open == []
        assert tags.seen <= {"h3", "h4", "p", "br", "table", "thead", "tbody", "tr", "th", "td"}


def test_markdown_cells_stay_in_their_cells(nasty: Odds) -> None:
    for block in present(nasty).render("markdown").split("\n\n"):
        if block.startswith("|"):
            bars = {line.replace("\\|", "").count("|") for line in block.splitlines()}
            assert len(bars) == 1
    assert "<script>" not in present(nasty).render("markdown")


def test_latex_has_no_command_of_a_user(nasty: Odds) -> None:
    text = present(nasty).render("latex")
    assert r"\input" not in text
    assert r"\textbackslash{}input\{x\}" in text
    assert "$-58/311$" in text


def test_csv_has_no_formula_of_a_user(nasty: Odds) -> None:
    import csv
    import io

    for row in csv.reader(io.StringIO(present(nasty).render("csv"))):
        assert not any(cell.startswith(("=", "+", "@")) for cell in row)
        assert all(cell[1:2].isdigit() for cell in row if cell.startswith("-"))


def test_control_characters_never_reach_a_terminal(tmp_path: Path) -> None:
    rules = house(tmp_path, toml().replace('name = "Main"', 'name = "\\u001b[31mred\\n"'))
    text = str(odds(rules, 6))
    assert "\x1b" not in text
