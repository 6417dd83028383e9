"""Documents as files: the same bytes anywhere, whole or not at all, and over nobody's own file."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from tests import games
from tests.reading import pdf_pages
from warodds.cli import options, run
from warodds.report import SUFFIXES, charts

ROOT = Path(__file__).parents[1]

LATEX = (
    shutil.which("pdflatex")
    and not subprocess.run(
        ["kpsewhich", "pgfplots.sty", "booktabs.sty", "lmodern.sty"],
        capture_output=True,
        check=False,
    ).returncode
)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["report", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_the_reports_of_this_repository_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    status = run(["report", "all", "--check", "-o", str(ROOT / "reports")])
    assert (status, capsys.readouterr().err) == (0, "")


def test_same_bytes_on_any_day_in_any_locale_and_time_zone(tmp_path: Path) -> None:
    places = (
        {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "1"},
        {"TZ": "Pacific/Auckland", "LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "2"},
    )
    for place, settings in enumerate(places):
        folder = tmp_path / str(place)
        folder.mkdir()
        (folder / "matplotlibrc").write_text("lines.linewidth: 9\nfont.size: 20\n")
        environment = {k: v for k, v in os.environ.items() if k != "SOURCE_DATE_EPOCH"} | settings
        subprocess.run(
            [
                sys.executable,
                "-m",
                "warodds",
                "report",
                "crown-perth",
                "--format",
                "all",
                "-o",
                ".",
            ],
            cwd=folder,
            env=environment | {"PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
        )
    for suffix in SUFFIXES.values():
        one, other = ((tmp_path / p / f"crown-perth.{suffix}").read_bytes() for p in "01")
        assert one == other, suffix


def test_no_file_holds_the_day_it_was_written(tmp_path: Path) -> None:
    assert (
        run(["report", "pennsylvania", "--decks", "6", "--format", "all", "-o", str(tmp_path)]) == 0
    )
    pdf = (tmp_path / "pennsylvania-6-decks.pdf").read_bytes()
    assert b"CreationDate" not in pdf
    assert b"xmp:CreateDate" not in pdf
    with zipfile.ZipFile(tmp_path / "pennsylvania-6-decks.xlsx") as book:
        core = book.read("docProps/core.xml").decode()
        assert set(re.findall(r"\d{4}-\d\d-\d\d", core)) == {"2000-01-01"}
        assert {entry.date_time[0] for entry in book.infolist()} == {1980}


@pytest.mark.slow
@pytest.mark.skipif(not LATEX, reason="LaTeX with pgfplots is not installed")
def test_the_latex_of_a_document_can_be_set(tmp_path: Path) -> None:
    assert run(["report", "crown-perth", "--format", "latex", "-o", str(tmp_path)]) == 0
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "crown-perth.tex"]
    for _ in range(2):  # tables and contents need two runs
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert b"Overfull \\hbox" not in done.stdout
    assert len(pdf_pages((tmp_path / "crown-perth.pdf").read_bytes())) > 20


def test_written_checked_and_stale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "new" / "reports")
    assert run(["report", "all", "-o", folder]) == 0
    names = sorted(path.name for path in Path(folder).iterdir())
    assert len(names) == 13
    assert "index.md" in names
    capsys.readouterr()
    assert run(["report", "all", "--check", "-o", folder]) == 0
    assert "up to date" in capsys.readouterr().out
    changed = Path(folder) / "california.md"
    changed.write_bytes(changed.read_bytes().replace(b"23138/993023", b"23139/993023", 1))
    (Path(folder) / "new-zealand.csv").unlink()
    (Path(folder) / "atlantis.md").write_bytes(changed.read_bytes())
    (Path(folder) / "notes.txt").write_text("mine")
    assert run(["report", "all", "--check", "-o", folder]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r".*california\.md differs, first at line \d+", lines[0])
    assert [line.rpartition("/")[2] for line in lines[1:]] == [
        "new-zealand.csv is missing",
        "atlantis.md belongs to no document",
    ]
    assert run(["report", "all", "-o", folder]) == 0
    out = capsys.readouterr().out
    assert "pennsylvania.md (unchanged)" in out
    assert "california.md\n" in out


def test_a_selection_stands_beside_the_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path)
    assert run(["report", "all", "-o", folder]) == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert run(["report", "all", "--decks", "6", "-o", folder]) == 0
    assert run(["report", "california", "--format", "tex", "-o", folder]) == 0
    assert all((tmp_path / name).read_bytes() == content for name, content in before.items())
    assert run(["report", "all", "--decks", "6", "--check", "-o", folder]) == 0


def test_a_paytable_of_one_game_selects_in_that_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = ["--paytable", "30/12/5", "--decks", "6", "--format", "csv", "-o", str(tmp_path)]
    assert run(["report", "all", *chosen]) == 0
    names = sorted(Path(line).name for line in capsys.readouterr().out.splitlines())
    assert names[:2] == ["california-6-decks.csv", "crown-perth-6-decks-30-12-5.csv"]
    assert "30/10/5" in refused(capsys, "crown-perth", "--paytable", "9/9/9")
    assert "no wager of california" in refused(capsys, "california", "--paytable", "9/9/9")


@pytest.mark.parametrize("suffix", SUFFIXES.values())
def test_a_file_of_somebody_else_is_kept(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["california", "--decks", "6", "--format", f"json,{suffix}", "-o", str(tmp_path)]
    path = tmp_path / f"california-6-decks.{suffix}"
    path.write_text("mine")
    assert "--force" in refused(capsys, *arguments)
    assert path.read_text() == "mine"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    assert run(["report", *arguments, "--force"]) == 0
    assert path.read_bytes() != b"mine"
    assert run(["report", *arguments, "--digits", "3"]) == 0


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["report", "california", "--format", "markdown", "-o", str(tmp_path)]
    assert run(arguments) == 0
    before = (tmp_path / "california.md").read_bytes()
    capsys.readouterr()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert "No space left" in refused(capsys, *arguments[1:], "--digits", "3")
    assert (tmp_path / "california.md").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["california.md"]


def test_a_disk_that_fills_up_leaves_every_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["california", "--decks", "6", "--format", "markdown,json", "-o", str(tmp_path)]
    assert run(["report", *arguments]) == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    capsys.readouterr()
    write = Path.write_bytes

    def filling(path: Path, content: bytes) -> int:
        if ".json." in path.name:
            write(path, content[:100])
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", filling)
    assert "No space left" in refused(capsys, *arguments, "--digits", "3")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_what_stands_in_the_place_of_a_file_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["california", "--decks", "6", "--format", "md", "-o", str(tmp_path)]
    place = tmp_path / "california-6-decks.md"
    place.mkdir()
    for force in ([], ["--force"]):
        assert f"{place} is a folder; expected a file" in refused(capsys, *arguments, *force)
    place.rmdir()
    place.symlink_to("elsewhere.md")  # which is not there
    assert "--force" in refused(capsys, *arguments)
    assert place.is_symlink()
    place.unlink()
    os.mkfifo(place)  # to read it would take for ever
    assert "--force" in refused(capsys, *arguments)
    assert run(["report", *arguments, "--force"]) == 0
    assert place.is_file()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["pensylvania"], "did you mean 'pennsylvania'?"),
        (["pennsylvania", "--decks", "2"], "permits 6, 7 or 8 decks"),
        (["pennsylvania", "--decks", "six"], "expected such as 6, 4,6,8 or 1-8"),
        (["pennsylvania", "--format", "docx"], "expected markdown, html, latex"),
        (["pennsylvania", "--format", "pfd"], "did you mean 'pdf'?"),
        (["crown-perth", "--paytable", "99/9/9"], "'99/9/9'"),
        (["crown-perth", "--decks", "4", "--paytable", "25/12/5"], "at 4 decks"),
        (["pennsylvania", "--paytable", "30/12/5"], "no wager of pennsylvania has several"),
        (["pennsylvania", "-o", __file__], "is a file; expected a folder"),
        (["pennsylvania", "--check", "-o", __file__], "is a file; expected a folder"),
        ([], "Missing argument"),
    ],
)
def test_mistakes_get_one_line(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if arguments and "-o" not in arguments:
        arguments = [*arguments, "-o", str(tmp_path)]
    assert expected in refused(capsys, *arguments)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("form", "package"), [("pdf", "typst"), ("xlsx", "xlsxwriter"), ("html", "matplotlib")]
)
def test_a_missing_extra_is_named(
    form: str,
    package: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    charts.svg.cache_clear()
    monkeypatch.setitem(sys.modules, package, None)
    error = refused(capsys, "california", "--format", form, "-o", str(tmp_path))
    assert "pip install 'warodds[report]'" in error
    assert run(["report", "california", "-o", str(tmp_path)]) == 0


def test_a_study_says_so(tmp_path: Path) -> None:
    assert run(["report", "pennsylvania", "--decks", "2", "--study", "-o", str(tmp_path)]) == 0
    text = (tmp_path / "pennsylvania-2-decks.md").read_text(encoding="utf-8")
    assert "A study: Pennsylvania does not permit 2 decks" in text


def test_a_house_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(games.template(), encoding="utf-8")
    arguments = ["report", str(tmp_path / "house.toml"), "--format", "all", "-o", str(tmp_path)]
    assert run(arguments) == 0
    assert {path.suffix[1:] for path in tmp_path.iterdir()} == {*SUFFIXES.values(), "toml"}
    text = (tmp_path / "house.md").read_text(encoding="utf-8")
    assert "House rule 9" in text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("seconds", [0.01, 60.0])
def test_a_bar_shows_on_a_terminal_once_it_takes_long(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with options.progress(3, "Writing", seconds) as passed:
        for done, item in enumerate(passed("abc")):
            time.sleep(0.2)  # within one item, too
            assert ("Writing" in screen.getvalue()) == (seconds < 1)
            assert (f"{100 * done // 3}%" in screen.getvalue()) == (seconds < 1), item
    assert ("100%" in screen.getvalue()) == (seconds < 1)
