"""The command line, as a stranger types it."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import pytest

from tests.games import toml
from warodds import compare, jurisdictions, odds
from warodds.cli import COMMANDS, run
from warodds.figures import Figures

COMMAND = [sys.executable, "-m", "warodds"]


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that succeeds writes."""
    assert run(list(arguments)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which bad input is answered."""
    assert run(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("warodds: ")
    return err


def test_the_json_contract(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(said(capsys, "odds", "pennsylvania", "--decks", "6", "--format", "json"))
    assert data["schema"] == "warodds/odds/1"
    assert data["jurisdiction"] == "pennsylvania"
    assert (data["decks"], data["cards"], data["decision"]) == (6, 312, "war")
    assert data["deals"] == "268933977310078080"
    game = data["game"]
    assert (game["ev"], game["house_edge"]) == ("-23138/993023", "23138/993023")
    assert game["average_staked"] == "334/311"
    assert Fraction(game["element_of_risk"]) == Fraction(23138, 993023) / Fraction(334, 311)
    assert Fraction(game["variance"]) == odds("pennsylvania").game.variance
    assert [wager["id"] for wager in data["wagers"]] == ["initial", "war", "tie", "war-tie"]
    tie = data["wagers"][2]
    assert (tie["name"], tie["deal"], tie["paytable"]) == ("Tie Wager", "first", None)
    assert (tie["ev"], tie["house_edge"], tie["hit"]) == ("-58/311", "58/311", "23/311")
    first = tie["outcomes"][0]
    assert (first["event"], first["probability"], first["net"]) == ("tie", "23/311", "10")
    assert first["clause"] == "§ 651a.10(2)"
    assert sum(int(outcome["ways"]) for outcome in tie["outcomes"]) == int(data["deals"])


def test_nothing_exact_is_a_float(capsys: pytest.CaptureFixture[str]) -> None:
    for name in jurisdictions():
        for command in ("odds", "outcomes", "rules"):
            text = said(capsys, command, name, "--format", "json")

            def no_float(literal: str) -> None:
                raise AssertionError(f"{literal} is a float")

            json.loads(text, parse_float=no_float)


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("pennsylvania", "initial war tie war-tie"),
        ("new-zealand", "casino-war go-to-war tie"),
        ("california", "primary war tie war-tie"),
        (
            "crown-perth",
            "casino-war go-to-war tie a-bomb" + " perfect-pairs" * 4 + " war-perfect-pairs" * 4,
        ),
    ],
)
def test_wager_ids(name: str, ids: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(said(capsys, "odds", name, "--format", "json"))
    assert " ".join(wager["id"] for wager in data["wagers"]) == ids


def test_csv_says_exactly_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "odds", "crown-perth", "--decks", "4,6,8", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    for result in compare(["crown-perth"], [4, 6, 8]).results:
        mine = [row for row in rows if row["decks"] == str(result.decks)]
        assert [row["wager"] for row in mine] == ["game", *(w.id for w in result.wagers)]
        every: list[Figures] = [result.game, *result.wagers]
        for row, figures in zip(mine, every, strict=True):
            assert Fraction(row["ev"]) == figures.ev
            assert Fraction(row["variance"]) == figures.variance
            assert Fraction(row["hit"]) == figures.hit


def test_outcomes_re_add(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(
        capsys, "outcomes", "crown-perth", "--wager", "perfect-pairs", "--paytable", "30/12/5",
        "--format", "csv",
    )  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["event"] for row in rows] == ["perfect", "coloured", "mixed", "no_pair"]
    assert sum(Fraction(row["probability"]) for row in rows) == 1
    assert sum(Fraction(row["return"]) for row in rows) == Fraction(-6, 311)


def test_several_deck_counts_make_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "odds", "new-zealand", "--decks", "4-8")
    header = next(line for line in text.splitlines() if line.startswith("wager"))
    assert header.split()[1::2] == ["4", "5", "6", "7", "8"]
    assert "18.6495 %" in text


def test_without_a_jurisdiction_all_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "odds")
    assert all(text.count(name) >= 4 for name in jurisdictions())
    data = json.loads(said(capsys, "odds", "--format", "json"))
    assert [each["jurisdiction"] for each in data["results"]] == list(jurisdictions())
    assert {each["decks"] for each in data["results"]} == {6}


def test_only_one_wager(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "odds", "pennsylvania", "--wager", "tie")
    assert "-58/311" in text
    assert "-23138/993023" not in text
    assert "war_tie" in said(capsys, "outcomes", "pennsylvania", "--wager", "game")


def test_cards_seen(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "odds", "pennsylvania", "--seen", "A K K 10", "--format", "json")
    data = json.loads(text)
    assert (data["cards"], data["seen"]) == (308, ["A", "K", "K", "10"])
    assert Fraction(data["game"]["ev"]) == odds("pennsylvania", 6, seen="A K K 10").game.ev
    assert "Seen and gone: A K K 10" in said(
        capsys, "odds", "pennsylvania", "--seen", "A,K,K,10", "--decision", "surrender"
    )


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "json", "latex", "html"])
def test_a_study_says_so_in_every_format(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "odds", "pennsylvania", "--decks", "5", "--study", "--format", form)
    sign = {"csv": ",true,", "json": '"study": true'}.get(form, "A study: Pennsylvania")
    assert sign in text


def test_digits(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "odds", "pennsylvania", "--digits", "30")
    with localcontext(prec=60):
        expected = (Decimal(-23138) / Decimal(993023)).quantize(Decimal(10) ** -30)
    assert str(expected) in text
    assert said(capsys, "odds", "pennsylvania", "--digits", "0")


MISTAKES = {
    "a misspelt jurisdiction": ("odds pensylvania", "did you mean 'pennsylvania'?"),
    "a misspelt command": ("ods pennsylvania", "did you mean 'odds'?"),
    "a misspelt option": ("odds pennsylvania --deck 6", "--decks"),
    "a misspelt wager": ("odds pennsylvania --wager ties", "did you mean 'tie'?"),
    "a deck count not permitted": ("odds pennsylvania --decks 5", "6, 7 or 8 decks (§ 651a.3(a)"),
    "no number of decks": ("odds pennsylvania --decks six", "expected such as 6, 4,6,8 or 1-8"),
    "a range backwards": ("odds pennsylvania --decks 8-6", "expected such as 6, 4,6,8 or 1-8"),
    "too many decks": ("odds california --decks 6-9999", "at most 1000 deck counts"),
    "a seventh king of spades": (
        "odds crown-perth --seen Ks,Ks,Ks,Ks,Ks,Ks,Ks",
        "7 × Ks cannot have been seen: the shoe holds 6",
    ),
    "a rank where a suit matters": ("odds crown-perth --seen K", "expected such as Ks"),
    "no card": ("odds pennsylvania --seen joker", "'joker' is not a card"),
    "a paytable of other decks": (
        "odds crown-perth --decks 8 --paytable 30/12/5",
        "expected 25/12/5 or 25/12/6",
    ),
    "a file that is not there": ("odds house.toml --decks 6", "neither a rule file nor"),
    "a decision that is none": ("odds pennsylvania --decision fold", "'war', 'surrender'"),
    "a format that is none": ("odds pennsylvania --format pdf", "'text', 'markdown'"),
    "negative digits": ("odds pennsylvania --digits -1", "0<=x<=1000"),
    "outcomes of nothing": ("outcomes", "NAME"),
    "a template of something": ("rules pennsylvania --template", "expected no NAME beside it"),
    "too many names": ("odds pennsylvania california", "california"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_plausible_mistake_is_answered_by_one_helpful_line(
    mistake: str, capsys: pytest.CaptureFixture[str]
) -> None:
    typed, help_ = MISTAKES[mistake]
    assert help_ in refused(capsys, *typed.split())


def test_a_shoe_too_short_for_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    gone = " ".join(f"{rank}{suit}" for rank in "23456789TJQK" for suit in "cdhs")
    line = refused(capsys, "odds", "pennsylvania", "--decks", "1", "--study", "--seen", gone)
    assert "4 cards left are too few for a round, which can take 7" in line


def test_a_house_goes_the_same_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "house.toml"
    path.write_text(toml(), encoding="utf-8")
    data = json.loads(said(capsys, "odds", str(path), "--decks", "6", "--format", "json"))
    assert (data["jurisdiction"], data["game"]["ev"]) == ("house", "-23138/993023")
    path.write_text(toml(decks="permitted = [2]"), encoding="utf-8")
    assert "2 decks (104 cards)" in said(capsys, "odds", str(path))


def test_the_template_goes_through_its_own_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(said(capsys, "rules", "--template"), encoding="utf-8")
    assert "My house" in said(capsys, "rules", str(path))
    assert "dealer-ace" in said(capsys, "odds", str(path), "--decks", "6")


def test_rules_show_clauses_and_notes(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "rules", "california")
    assert "Round of Play 6" in text
    assert "Note on war (Round of Play 3(b), Definitions)" in text
    assert all(name in said(capsys, "rules") for name in jurisdictions())


def test_every_command_is_in_the_help_and_has_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "--help")
    for name in COMMANDS:
        assert name in text
        assert said(capsys, name, "--help").startswith(f"Usage: warodds {name}")


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        check=False,
    )


def test_a_reader_that_stops_early_ends_it_quietly() -> None:
    command = (
        f"{sys.executable} -m warodds odds crown-perth --decks 4,6,8 --format json | head -n 1"
    )
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{\n", "")


def test_shell_completion_offers_commands_and_jurisdictions() -> None:
    offers = {
        words: process(
            _WARODDS_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(words.count(" "))
        ).stdout
        for words in ("warodds o", "warodds odds new")
    }
    assert offers["warodds o"].split() == ["plain,odds", "plain,outcomes"]
    assert offers["warodds odds new"].split() == ["plain,new-zealand"]


def test_completion_works_in_a_real_bash(tmp_path: Path) -> None:
    program = tmp_path / "warodds"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m warodds "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = process(_WARODDS_COMPLETE="bash_source").stdout
    asked = (
        f"PATH={tmp_path}:$PATH; {script}\n"
        "COMP_WORDS=(warodds odds penn); COMP_CWORD=2; _warodds_completion warodds penn odds; "
        'echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=False)
    assert done.stdout.split()[-1:] == ["pennsylvania"], done.stderr


def test_the_module_runs_and_colours_only_a_terminal() -> None:
    done = process("odds", "pennsylvania", "--decks", "6")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert process("--version").stdout.startswith("warodds ")
    assert process("odds", "x").returncode == 2
    assert process().returncode == 2


def test_a_full_disk_is_one_line() -> None:
    if not Path("/dev/full").exists():
        return
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "odds", "pennsylvania"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_terminal_without_a_sign_shows_another() -> None:
    done = process("odds", "pennsylvania", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, "")


def test_output_survives_a_terminal_that_knows_only_ascii() -> None:
    done = process("odds", "pennsylvania", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "-23138/993023" in done.stdout
    assert "Traceback" not in done.stderr
