"""Seats without a round's number: deals told apart by the order of the rows, or not at all."""

from __future__ import annotations

from pathlib import Path
from random import Random

from warodds.rules import load
from warodds.simulate import plan, save
from warodds.verification import Verification, verify


def log_of(folder: Path, kept: tuple[str, ...]) -> list[str]:
    """Return the lines of a log of six boxes, without some of the columns that number rounds."""
    path = folder / "whole.csv"
    save(plan(load("pennsylvania"), 6, 2000, 5, boxes=6), path, "rounds")
    lines = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()]
    places = [i for i, name in enumerate(lines[0]) if name not in ("shoe", "round") or name in kept]
    return [",".join(line[i] for i in places) for line in lines]


def verified(path: Path, lines: list[str]) -> Verification:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return verify("pennsylvania", path, decks=6, suspects=False)


def figures(result: Verification) -> list[object]:
    return [result.shares, [judged.test for judged in result.tests]]


def test_seats_in_the_order_of_play_are_clustered_as_rounds_are(tmp_path: Path) -> None:
    # A round's number starts again with every shoe, so the deals are numbered through.
    bare = log_of(tmp_path, ())
    numbered = ["round," + bare[0]]
    numbered += [f"{1 + i // 6},{line}" for i, line in enumerate(bare[1:])]
    expected = verified(tmp_path / "numbered.csv", numbered)
    found = verified(tmp_path / "bare.csv", bare)
    assert figures(found) == figures(expected)
    assert any("2000 clusters" in note for note in found.notes)
    assert any("which the dealer's cards bear out" in note for note in found.notes)


def test_seats_with_names_come_in_the_order_of_their_first_rows(tmp_path: Path) -> None:
    bare = log_of(tmp_path, ())
    names = ["zoe", "yan", "xi", "will", "vera", "uma"]
    named = [bare[0]] + [
        f"{names[i % 6]},{line.split(',', 1)[1]}" for i, line in enumerate(bare[1:])
    ]
    found = verified(tmp_path / "named.csv", named)
    assert any("2000 clusters" in note for note in found.notes)


def test_rows_out_of_order_are_not_clustered_and_a_note_says_so(tmp_path: Path) -> None:
    bare = log_of(tmp_path, ())
    shuffled = Random(3).sample(bare[1:], len(bare) - 1)
    blocks = sorted(bare[1:], key=lambda line: line.split(",")[0])
    for rows, reason in ((shuffled, "change the dealer's card"), (blocks, "repeat the seat")):
        found = verified(tmp_path / "rows.csv", [bare[0], *rows])
        assert not any("clusters" in note for note in found.notes)
        assert any(reason in note for note in found.notes)
        assert any("taken as independent" in note for note in found.notes)
