"""`warodds formula` and `warodds solve` as people and programs see them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.games import evaluated, house, toml
from warodds import jurisdictions, load, odds
from warodds.cli import run
from warodds.formula import Formulas, formulas, free_payouts, solve
from warodds.formula import identities as identities_of
from warodds.show import present
from warodds.show.formula import formula_tables, present_formulas, proof_line
from warodds.show.table import FORMATS, Math


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert run(list(arguments)) == status
    return capsys.readouterr().out


@pytest.mark.parametrize("name", jurisdictions())
def test_json_evaluates_to_what_odds_prints(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, "formula", name, "--format", "json"))
    assert (data["schema"], data["jurisdiction"]) == ("warodds/formula/1", name)
    for decks in load(name).decks.permitted or (6, 9):
        arguments = ("odds", name, "--decks", str(decks), "--format", "json")
        expected = json.loads(printed(capsys, *arguments))
        pairs = [(data["game"], expected["game"])]
        forms = {(wager["id"], wager["paytable"]): wager for wager in data["wagers"]}
        pairs += [(forms[w["id"], w["paytable"]], w) for w in expected["wagers"]]
        for form, figures in pairs:
            assert str(evaluated(form["ev"], d=decks)) == figures["ev"]
            for figure in ("variance", "hit"):
                assert str(evaluated(form[figure]["form"], d=decks)) == figures[figure]
            for ours, theirs in zip(form["outcomes"], figures["outcomes"], strict=True):
                assert (ours["event"], ours["net"]) == (theirs["event"], theirs["net"])
                assert str(evaluated(ours["ways"], d=decks)) == theirs["ways"]
                chance = evaluated(ours["probability"]["form"], d=decks)
                assert str(chance) == theirs["probability"]
        for figure in ("average_staked", "element_of_risk"):
            assert str(evaluated(data["game"][figure]["form"], d=decks)) == expected["game"][figure]


def test_json_says_how_each_form_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, "formula", "pennsylvania", "--format", "json"))
    for part in (data["game"], *data["wagers"]):
        assert part["degree"] == data["degree_bound"] == 7
        assert part["proved_at"] == list(range(1, 9))
        assert part["confirmed_at"] == list(range(9, 17))
    tie = next(wager for wager in data["wagers"] if wager["id"] == "tie")
    assert tie["ev"] == "-2*(4*d + 5)/(52*d - 1)"
    assert tie["latex"] == r"- \frac{2 \left(4 d + 5\right)}{52 d - 1}"
    assert (tie["limit"], tie["expansion"]) == ("-2/13", ["-2/13", "-33/169", "-33/8788"])
    assert tie["house_edge_course"] == [{"from": 1, "to": None, "is": "falls"}]
    assert data["identities"]["hold"] is True
    assert data["identities"]["war"]["both_tie_weight"] == "5/2"
    assert data["identities"]["war"]["sign"] == [{"from": 1, "to": None, "is": "positive"}]
    assert data["identities"]["burn"]["holds"] is True


def test_nothing_exact_is_a_float(capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(text: str) -> float:
        raise AssertionError(f"{text} is a float")

    for arguments in (
        ("formula", "crown-perth", "--free", "tie"),
        ("solve", "crown-perth", "--wager", "tie", "--edge", "5%"),
    ):
        json.loads(printed(capsys, *arguments, "--format", "json"), parse_float=refuse)


def test_a_free_payout_is_a_symbol(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("formula", "pennsylvania", "--free", "tie", "--format", "json")
    (free,) = json.loads(printed(capsys, *arguments))["free"]
    assert (free["wager"], free["event"], free["paid"]) == ("tie", "tie", "10")
    result = odds("pennsylvania", 6).wager("tie")
    assert evaluated(free["ev"], d=6, k=10) == result.ev
    fair = evaluated(free["fair"]["form"], d=6)
    assert fair == result.true_odds
    assert evaluated(free["ev"], d=6, k=fair) == 0
    text = printed(capsys, "formula", "pennsylvania", "--free", "tie")
    assert "48*d/(4*d - 1)" in text


@pytest.mark.parametrize("of", ["ev", "probability", "variance"])
@pytest.mark.parametrize("form", FORMATS)
def test_every_figure_takes_every_format(
    of: str, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("formula", "crown-perth", "--wager", "perfect-pairs", "--of", of)
    assert "52" in printed(capsys, *arguments, "--format", form)


def test_the_edge_s_course_says_where_the_player_has_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Perfect Pairs at 30/12/5 is worth 2(2d − 15)/(52d − 1): the player's from eight decks on."""
    text = printed(
        capsys, "formula", "crown-perth", "--wager", "perfect-pairs", "--paytable", "30/12/5"
    )
    assert "house edge falls for every d ≥ 1; negative from 8 on" in text
    assert odds("crown-perth", 7, paytable="30/12/5", study=True).wager("perfect-pairs").ev < 0
    assert odds("crown-perth", 8, paytable="30/12/5", study=True).wager("perfect-pairs").ev > 0


def formulas_in(found: Formulas, of: str) -> list[Math]:
    free = free_payouts(found.rules, "tie")
    presentation = present_formulas(found, 6, of=of, free=free)
    cells = [cell for table in presentation.tables for row in table.rows for cell in row]
    return [cell for cell in cells if isinstance(cell, Math)]


@pytest.mark.parametrize("name", jurisdictions())
def test_the_latex_of_every_formula_can_be_typeset(name: str) -> None:
    from matplotlib.mathtext import MathTextParser

    parser = MathTextParser("path")
    cells = [cell for of in ("ev", "variance") for cell in formulas_in(formulas(name), of)]
    assert len(cells) > 20
    for latex in {cell.latex for cell in cells}:
        width, height, *_ = parser.parse(f"${latex}$", 72, None)
        assert width > 0
        assert height > 0


def test_a_latex_table_has_formulas_as_mathematics(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "formula", "pennsylvania", "--format", "latex")
    assert r"\frac{2 \left(4 d + 5\right)}{52 d - 1}" in text
    assert "**" not in text
    assert text.isascii()


def test_nothing_is_parsed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A user's names reach no parser of sympy, whatever they say."""
    import sympy.core.sympify
    import sympy.parsing.sympy_parser

    def refuse(*arguments: Any, **_options: Any) -> Any:
        raise AssertionError(f"parsed: {arguments}")

    monkeypatch.setattr(sympy.parsing.sympy_parser, "parse_expr", refuse)
    name = "__import__('os').abort()"
    house(tmp_path, toml().replace('name = "House"', f'name = "{name}"'))
    path = str(tmp_path / "house.toml")
    assert name in printed(capsys, "formula", path, "--free", "game", "--event", "war_tie")
    printed(capsys, "solve", path, "--wager", "game", "--event", "war_tie", "--edge", "1/40")
    for option in ("--wager", "--free", "--paytable"):
        printed(capsys, "formula", path, option, name, status=2)


def test_a_report_gets_its_closed_forms() -> None:
    for name in jurisdictions():
        rules = load(name)
        tables = formula_tables(rules)
        assert len(tables) == 5
        assert all(table.rows for table in tables)
        assert "enumerated with 1 to 8 decks" in proof_line(rules)
        forms = {row[0]: row for row in tables[0].rows}
        assert set(forms) == {"game", *(wager.id for wager in rules.wagers)}


def test_results_show_themselves() -> None:
    found = formulas("pennsylvania")
    assert "-2*(4*d + 5)/(52*d - 1)" in str(found)
    assert "<table>" in found._repr_html_()
    assert "48*d/(4*d - 1)" in str(free_payouts("pennsylvania", "tie")[0])
    assert "(908*d + 1)/(20*(4*d - 1))" in str(solve("pennsylvania", "tie", Fraction(1, 20)))
    for result in (found, free_payouts("pennsylvania", "tie")[0]):
        assert present(result).render("json")


def test_a_failed_identity_is_a_no(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dataclasses import replace

    from warodds.formula.closed import Closed

    def wrong(found: Formulas) -> Any:
        true = identities_of(found)
        assert true.war is not None
        return replace(true, war=replace(true.war, surrender=Closed.constant(0)))

    monkeypatch.setattr("warodds.show.formula.identities", wrong)
    monkeypatch.setattr("warodds.cli.formula.identities", wrong)
    assert "FAILS" in printed(capsys, "formula", "pennsylvania", status=1)


def test_solve_shows_the_exact_payout_and_its_neighbours(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ("solve", "pennsylvania", "--wager", "tie", "--decks", "6", "--format", "csv")
    rows = printed(capsys, *arguments, "--edge", "5%").splitlines()[1:]
    assert [row.split(",")[5:7] for row in rows] == [
        ["exact", "5449/460"],
        ["11 to 1", "11"],
        ["23 to 2", "23/2"],
        ["12 to 1", "12"],
    ]
    for edge in ("0.05", "1/20", " 5 %", "+5%", "5.0%"):
        assert printed(capsys, *arguments, "--edge", edge).splitlines()[1:] == rows


def test_solve_says_no_where_no_payout_does(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ("solve", "pennsylvania", "--wager", "war", "--event", "war_tie", "--edge", "50%")
    assert "No payout gives this edge with 6, 7 or 8 decks" in printed(capsys, *wanted, status=1)
    never = "solve crown-perth --wager perfect-pairs --paytable 30/12/5 --event perfect --edge 5%"
    text = printed(capsys, *never.split(), "--decks", "1", status=1)
    assert "perfect never happens with 1 deck:" in text
    assert "A study: Crown Perth permits 4, 6 or 8 decks, not 1." in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("formula", "Missing argument 'NAME'"),
        ("formula pensylvania", "did you mean 'pennsylvania'?"),
        ("formula pennsylvania --of edge", "'ev', 'probability', 'variance'"),
        ("formula pennsylvania --event tie", "--event 'tie' needs --free"),
        ("formula pennsylvania --free ties", "did you mean 'tie'?"),
        ("formula pennsylvania --free war", "expected one as --event, war_higher or war_tie"),
        ("formula pennsylvania --free tie --event Tie", "did you mean 'tie'?"),
        ("formula crown-perth --paytable 30/12", "expected 30/12/5, 25/12/5"),
        ("solve pennsylvania --wager tie", "Missing option '--edge'"),
        ("solve pennsylvania --edge 5%", "Missing option '--wager'"),
        ("solve pennsylvania --wager tie --edge 5", "more than the wager itself"),
        ("solve pennsylvania --wager tie --edge five", "such as 5%, 0.05 or 1/20"),
        ("solve pennsylvania --wager tie --edge 1/0", "such as 5%, 0.05 or 1/20"),
        ("solve pennsylvania --wager tie --edge 5% --decks 0", "--decks '0'"),
        ("solve crown-perth --wager perfect-pairs --edge 5%", "expected one as --event"),
    ],
)
def test_a_mistake_gets_one_line_and_status_2(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments.split()) == 2
    out, err = capsys.readouterr()
    assert message in err
    assert (out, err.count("\n")) == ("", 1)
