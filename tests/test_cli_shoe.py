"""`warodds shoe`, as a stranger types it."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest

from tests.test_cli import refused, said
from warodds import load
from warodds.show.shoe import shoe_tables
from warodds.wholeshoe import whole_shoe

Capture = pytest.CaptureFixture[str]


def test_the_json_contract(capsys: Capture) -> None:
    data = json.loads(said(capsys, "shoe", "pennsylvania", "--format", "json", "--law"))
    shoe = whole_shoe("pennsylvania", 6)
    assert data["schema"] == "warodds/shoe/1"
    assert (data["jurisdiction"], data["decks"], data["wager"]) == ("pennsylvania", 6, "game")
    assert data["procedure"] == {
        "cut": 78,
        "cut_given": False,
        "as_first_card": "round-played",
        "first_card": "burned",
        "round_burn": 0,
        "war_burn": 3,
    }
    assert Fraction(data["rounds"]["mean"]) == shoe.cluster.placed
    assert Fraction(data["result"]["variance"]) == shoe.cluster.result_variance
    assert Fraction(data["ev_per_round"]) == shoe.cluster.ev
    assert data["fresh_ev"] == "-23138/993023"
    for law in (data["law"], *(data[name]["law"] for name in ("rounds", "ties", "second_ties"))):
        assert sum(Fraction(entry["probability"]) for entry in law) == 1
    mean = sum(Fraction(entry["net"]) * Fraction(entry["probability"]) for entry in data["law"])
    assert str(mean) == data["result"]["mean"]
    chances = data["chance"].values()
    assert sum(map(Fraction, chances)) == 1


def test_without_law_there_is_no_law(capsys: Capture) -> None:
    data = json.loads(said(capsys, "shoe", "pennsylvania", "--format", "json"))
    assert "law" not in data
    assert "law" not in data["rounds"]


def test_csv_in_one_row_or_law_by_law(capsys: Capture) -> None:
    (row,) = csv.DictReader(io.StringIO(said(capsys, "shoe", "california", "--format", "csv")))
    assert row["cut"] == "78"
    out = said(capsys, "shoe", "california", "--format", "csv", "--law")
    rows = list(csv.DictReader(io.StringIO(out)))
    for law in ("rounds", "ties", "second_ties", "result"):
        assert sum(Fraction(row["probability"]) for row in rows if row["law"] == law) == 1


@pytest.mark.parametrize("form", ["text", "markdown", "html", "latex"])
def test_every_format(capsys: Capture, form: str) -> None:
    out = said(capsys, "shoe", "pennsylvania", "--decks", "8", "--cut", "1/4", "--format", form)
    assert "104 cards behind it" in out
    assert "cut-card effect" in out
    assert (r"\rule{15.0em}{1.4ex}" if form == "latex" else "█" * 30) in out


def test_the_text_says_how_the_shoe_is_dealt(capsys: Capture) -> None:
    assert "1/4 of the stack is assumed" in said(capsys, "shoe", "california")
    perth = said(capsys, "shoe", "crown-perth", "--round-burn")
    assert "burned before a round              1, at the operator's choice" in perth
    assert "that round's first card" in perth
    assert "A study: Pennsylvania wants at least 1/4" in said(
        capsys, "shoe", "pennsylvania", "--cut", "60", "--study"
    )
    assert "Law of the result" in said(capsys, "shoe", "new-zealand", "--law")


def test_one_wager_alone(capsys: Capture) -> None:
    assert "Tie Wager" in said(capsys, "shoe", "pennsylvania", "--wager", "tie")
    out = said(capsys, "shoe", "crown-perth", "--wager", "perfect-pairs", "--paytable", "30/12/5")
    assert "takes a while: --law computes it" in out
    assert "EV per war" in said(capsys, "shoe", "california", "--wager", "war-tie")
    data = json.loads(
        said(capsys, "shoe", "crown-perth", "--wager", "a-bomb", "--law", "--format", "json")
    )
    assert sum(Fraction(each["probability"]) for each in data["law"]) == 1
    mean = sum(Fraction(each["net"]) * Fraction(each["probability"]) for each in data["law"])
    assert mean == Fraction(data["result"]["mean"])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["pennsylvania", "--cut", "50"], "§ 651a.5(d)"),
        (["california", "--cut", "5"], "at least 7 cards"),
        (["california", "--cut", "deep"], "--cut 'deep'; expected cards such as 78"),
        (["california", "--cut", "5/4"], "--cut '5/4'"),
        (["california", "--decks", "65"], "from 1 to 64"),
        (["pennsylvania", "--decks", "5"], "permits 6, 7 or 8 decks"),
        (["pennsylvania", "--wager", "tei"], "did you mean 'tie'?"),
        (["pennsylvania", "--no-war-burn"], "§ 651a.9(f)"),
        (["crown-perth", "--wager", "perfect-pairs"], "expected --paytable 30/12/5"),
        (["pennsylvania", "--wager", "war", "--decision", "surrender"], "is never placed"),
    ],
)
def test_bad_input_is_one_line(capsys: Capture, arguments: list[str], reason: str) -> None:
    assert reason in refused(capsys, "shoe", *arguments)


def test_a_result_shows_itself() -> None:
    shoe = whole_shoe("pennsylvania", 6)
    assert str(shoe).startswith("Pennsylvania, 6 decks (312 cards), one shoe")
    assert "<h3>" in shoe._repr_html_()


def test_tables_for_a_report() -> None:
    tables = shoe_tables(load("crown-perth"), 4)
    assert tables[0].caption == "How the shoe is dealt"
    assert [row[0] for row in tables[-1].rows] == [
        "the game",
        "Casino War",
        "Go to War",
        "Tie",
        "A Bomb",
        "Perfect Pairs, 30/12/5",
        "Perfect Pairs on second cards, 30/12/5",
    ]
