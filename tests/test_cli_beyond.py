"""`warodds count` and `warodds boxes`, as a stranger types them."""

from __future__ import annotations

import csv
import io
import json
import time
from fractions import Fraction

import pytest

from tests.test_cli import refused, said
from warodds import load
from warodds.boxes import boxes
from warodds.cli.options import waiting
from warodds.counting import count
from warodds.show import FORMATS, present
from warodds.show.beyond import boxes_section, counting_section

Captured = pytest.CaptureFixture[str]


def no_float(literal: str) -> None:
    raise AssertionError(f"{literal} is a float")


def test_the_json_contract_of_count(capsys: Captured) -> None:
    asked = ["count", "crown-perth", "--decks", "6", "--wager", "a-bomb", "--left", "78"]
    data = json.loads(said(capsys, *asked, "--format", "json"), parse_float=no_float)
    assert data["schema"] == "warodds/count/1"
    assert (data["jurisdiction"], data["decks"], data["wager"]) == ("crown-perth", 6, "a-bomb")
    assert data["left"] == 78
    gain = count("crown-perth", 6, "a-bomb", left=78).gain
    assert Fraction(data["favourable"]) == gain.favourable
    assert Fraction(data["gain_per_round"]) == gain.gain_per_round
    assert Fraction(data["average_edge"]) == gain.average_edge
    assert data["ev"] == "-2/13"
    assert data["worth_protecting"] is True
    assert data["shoe"] is None


def test_the_json_of_a_shoe_has_every_depth(capsys: Captured) -> None:
    text = said(capsys, "count", "pennsylvania", "--wager", "tie", "--format", "json")
    data = json.loads(text, parse_float=no_float)
    shoe = data["shoe"]
    assert shoe["cut"] == data["left"] == 78
    # One card is burned, rounds take two cards or seven: none starts with these cards left.
    lefts = [left for left in range(311, 77, -1) if left not in (310, 308, 306)]
    assert [depth["left"] for depth in shoe["depths"]] == lefts
    assert Fraction(shoe["rounds"]) == sum(Fraction(depth["starts"]) for depth in shoe["depths"])
    gain = sum(Fraction(d["gain_per_round"]) * Fraction(d["starts"]) for d in shoe["depths"])
    assert Fraction(shoe["units_per_100_rounds"]) == 100 * gain / Fraction(shoe["rounds"])
    assert shoe["together"] is False
    assert shoe["depths"][0]["average_edge"] is None


def test_the_json_contract_of_boxes(capsys: Captured) -> None:
    asked = ["boxes", "california", "--decks", "6", "--boxes", "7", "--bank", "10"]
    data = json.loads(said(capsys, *asked, "--format", "json"), parse_float=no_float)
    table = boxes("california", 6, 7, bank=10)
    assert data["schema"] == "warodds/boxes/1"
    assert data["boxes"] == 7
    assert Fraction(data["covariance"]) == table.covariance
    assert Fraction(data["correlation"]) == table.correlation
    result = {key: Fraction(value) for key, value in data["result"].items()}
    assert result == {"mean": table.mean, "variance": table.variance}
    assert sum(Fraction(entry["probability"]) for entry in data["law"]) == 1
    assert [Fraction(entry["net"]) for entry in data["law"]] == list(table.law.ways)
    assert Fraction(data["bank"]["exhausted"]) == table.exhausted
    assert data["bets"] == [{"wager": "primary", "paytable": None, "units": "1"}]


def test_the_joint_law_of_a_plan_is_in_the_json(capsys: Captured) -> None:
    bets = ["--bet", "main=1,tie=0.5,perfect-pairs=1", "--paytable", "25/12/5", "--boxes", "1"]
    data = json.loads(said(capsys, "boxes", "crown-perth", *bets, "--format", "json"))
    assert data["covariance"] is data["correlation"] is None
    joint = {Fraction(entry["net"]): Fraction(0) for entry in data["joint"]}
    for entry in data["joint"]:
        joint[Fraction(entry["net"])] += Fraction(entry["probability"])
    assert joint == {Fraction(e["net"]): Fraction(e["probability"]) for e in data["law"]}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_has_both(capsys: Captured, form: str) -> None:
    assert said(capsys, "count", "crown-perth", "--wager", "a-bomb", "--format", form)
    assert said(capsys, "count", "new-zealand", "--left", "80", "--format", form)
    assert said(capsys, "boxes", "new-zealand", "--boxes", "3", "--bank", "2", "--format", form)


def test_csv_has_a_row_a_depth_and_a_row_a_result(capsys: Captured) -> None:
    text = said(capsys, "count", "crown-perth", "--wager", "a-bomb", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    # An ace shown first burns one card more, a two two: a round starts with 310 left or 309.
    assert [int(row["left"]) for row in rows] == list(range(310, 52, -1))
    assert Fraction(rows[0]["starts"]) == Fraction(1, 13)
    text = said(capsys, "boxes", "crown-perth", "--boxes", "2", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert sum(Fraction(row["probability"]) for row in rows) == 1


def test_a_rank_stands_for_its_four_suits_where_they_have_one_effect(capsys: Captured) -> None:
    asked = ["count", "crown-perth", "--decks", "4", "--wager", "perfect-pairs", "--left", "60"]
    text = said(capsys, *asked, "--seen", "As Ah Kd")
    assert "\nAc Ad  " in text
    assert "\nQ J 10 9 8 7 6 5 4 3 2  " in text


def test_a_sentence_says_whether_a_wager_is_worth_protecting(capsys: Captured) -> None:
    assert "A Bomb is worth protecting" in said(
        capsys, "count", "crown-perth", "--wager", "a-bomb", "--cut", "78"
    )
    assert "Tie Wager is not worth protecting" in said(
        capsys, "count", "pennsylvania", "--wager", "tie", "--cut", "1/4"
    )
    text = said(capsys, "count", "pennsylvania", "--wager", "tie", "--left", "300")
    assert "never favourable" in text
    text = said(capsys, "count", "pennsylvania", "--wager", "game", "--left", "78")
    assert "≤" not in text
    assert "figures are exact" in text


def test_a_long_law_is_shown_whole_when_asked(capsys: Captured) -> None:
    asked = ["boxes", "crown-perth", "--boxes", "3", "--bet", "main=1,perfect-pairs=1"]
    asked += ["--paytable", "25/12/5"]
    assert "Quantiles" in said(capsys, *asked)
    assert "Quantiles" not in said(capsys, *asked, "--law")


def test_studies_say_so(capsys: Captured) -> None:
    text = said(capsys, "boxes", "pennsylvania", "--boxes", "10", "--decks", "1", "--study")
    assert "wants 6, 7 or 8 decks and at most 9 boxes (§ 651a.2(a))" in text
    text = said(
        capsys, "count", "pennsylvania", "--wager", "tie", "--cut", "60", "--decks", "5", "--study"
    )
    assert "wants 6, 7 or 8 decks and at least 1/4 of the stack (65 cards) behind" in text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("count pennsylvania --wager tye", "did you mean 'tie'?"),
        ("count pennsylvania --wager war", "no choice of its own"),
        ("count pennsylvania --wager tie --left 5", "expected 7"),
        ("count pennsylvania --wager tie --left ten", "not a valid integer"),
        ("count pennsylvania --left 80 --cut 80", "expected one of them"),
        ("count pennsylvania --wager tie --cut 5/4", "expected cards such as 78"),
        ("count pennsylvania --wager tie --cut deep", "expected cards such as 78"),
        ("count pennsylvania --wager tie --cut 20", "(78 cards) behind"),
        ("count pennsylvania --wager tie --seen Z", "is not a card"),
        ("count pensylvania", "did you mean 'pennsylvania'?"),
        ("count crown-perth --wager perfect-pairs", "several paytables"),
        ("count crown-perth --wager tie --paytable 30/12/5", "no wager asked for has paytables"),
        ("boxes pennsylvania --boxes 10", "at most 9 boxes (§ 651a.2(a))"),
        ("boxes pennsylvania --boxes two", "not a valid integer"),
        ("boxes pennsylvania --bet tie", "is not a bet"),
        ("boxes pennsylvania --bet tie=1", "only beside initial"),
        ("boxes pennsylvania --bank lots", "expected units above 0"),
        ("boxes pennsylvania --bank 0", "expected units above 0"),
        ("boxes pennsylvania --decision fold", "'war', 'surrender'"),
        ("boxes pennsylvania --decks 0", "0"),
    ],
)
def test_a_mistake_is_answered_in_one_line(capsys: Captured, line: str, expected: str) -> None:
    assert expected in refused(capsys, *line.split())


def test_results_show_themselves() -> None:
    assert "A Bomb" in str(count("crown-perth", 6, "a-bomb", left=78))
    assert "<table>" in boxes("new-zealand", 6, 2)._repr_html_()
    with pytest.raises(TypeError):
        present(object())


def test_a_report_has_tables_and_lines_for_its_charts() -> None:
    rules = load("pennsylvania")
    counting = counting_section(rules, (6,), 6)
    assert [row[0] for row in counting.tables[0].rows] == ["initial", "tie", "war-tie"]
    assert list(counting.series) == ["Tie Wager"]
    assert counting.series["Tie Wager"][0][0] == 78
    several = boxes_section(rules, (6,), 6)
    assert sum(probability for _, probability in several.series["9 boxes"]) == 1


def test_a_long_count_says_so_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.StringIO()
    monkeypatch.setattr(told, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr", told)
    with waiting("Counting", seconds=0.05):
        time.sleep(0.3)
    assert "Counting: 0 s" in told.getvalue()
    assert told.getvalue().endswith("\r")


def test_a_shoe_taken_together_is_of_one_wager(capsys: Captured) -> None:
    asked = ["count", "pennsylvania", "--decks", "1", "--study", "--together", "--workers", "1"]
    data = json.loads(said(capsys, *asked, "--wager", "tie", "--format", "json"))
    whole = count("pennsylvania", 1, "tie", study=True, together=True).shoe
    assert whole is not None
    assert data["shoe"]["together"] is True
    assert Fraction(data["shoe"]["units_per_100_rounds"]) == whole.units_per_100_rounds
    assert "--together is over a shoe, of one wager; expected --wager" in refused(capsys, *asked)
