"""A simulator's output against the exact law: reading it, judging it, and refusing nonsense."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import warodds
from warodds.cards import RANKS
from warodds.cli import run
from warodds.errors import WaroddsError
from warodds.mistakes import Cell, law_of
from warodds.rules import load
from warodds.rules.model import Decision
from warodds.verification import Verification, VerificationError, verify
from warodds.verification.judging.tails import SMALLEST

PENNSYLVANIA = load("pennsylvania")
ROUNDS = 1_000_000


def expected_counts(
    rounds: int = ROUNDS, mistakes: tuple[str, ...] = (), decks: int | None = 6
) -> dict[Cell, int]:
    """Return as many rounds of each kind as the law expects, rounded: a sample without chance."""
    law = law_of(PENNSYLVANIA, decks, "war", mistakes)
    return {cell: round(law.probability(cell) * rounds) for cell in law.ways}


def sampled_counts(rounds: int, seed: int = 1) -> dict[Cell, int]:
    """Return rounds drawn from the law, each kind with its number."""
    law = law_of(PENNSYLVANIA, 6, "war")
    drawn = Random(seed).choices(list(law.ways), list(law.ways.values()), k=rounds)
    return dict(Counter(drawn))


def judged(data: Any, **options: Any) -> list[tuple[Any, ...]]:
    """Return the figures of every test of some data, no suspects sought."""
    return figures(verify("pennsylvania", data, decks=6, suspects=False, **options))


def outcomes(cells: dict[Cell, int]) -> dict[tuple[str, Fraction], int]:
    counts: dict[tuple[str, Fraction], int] = {}
    for cell, number in cells.items():
        counts[cell.event, cell.net] = counts.get((cell.event, cell.net), 0) + number
    return counts


def log_lines(cells: dict[Cell, int]) -> Iterator[str]:
    """Yield a header and, in no particular order, one line per round."""
    yield "player,dealer,decision,war_player,war_dealer,outcome,net"
    rounds = [cell for cell, number in cells.items() for _ in range(number)]
    Random(2).shuffle(rounds)
    for cell in rounds:
        war = ["" if r is None else RANKS[r] for r in (cell.war_player, cell.war_dealer)]
        decision = "war" if war[0] else ""
        line = [RANKS[cell.player], RANKS[cell.dealer], decision, *war, cell.event, str(cell.net)]
        yield ",".join(line)


def written(path: Path, lines: Iterable[str]) -> str:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def figures(result: Verification) -> list[tuple[Any, ...]]:
    """Return every test with its figures, for comparison digit by digit."""
    return [
        (j.test.about, j.test.name, j.test.statistic, j.test.p, j.test.method) for j in result.tests
    ]


RIGHT = {
    "higher": 463023,
    "lower": 463022,
    "war_higher": 34242,
    "war_lower": 34242,
    "war_tie": 5471,
}


# Levels and formats


def test_counts_as_expected_pass() -> None:
    result = verify("pennsylvania", RIGHT, decks=6)
    assert result.passed
    assert result.check() is result
    assert result.rounds == 1_000_000
    assert str(result).splitlines()[-1].startswith("PASS: 1000000 rounds agree")


@pytest.mark.parametrize(
    "names",
    [
        ["win", "lose", "war_win", "war_lose", "war_tie"],
        ["Win", "Loss", "War Win", "WAR-LOSS", "war tie"],
        ["player wins", "dealer wins", "won war", "lost war", "second tie"],
        ["W", "L", "war_won", "war lost", "War Push"],
    ],
)
def test_words_of_simulators_are_read_as_the_six_events(names: list[str]) -> None:
    told = verify("pennsylvania", dict(zip(names, RIGHT.values(), strict=True)), decks=6)
    assert figures(told) == judged(RIGHT)


def test_the_same_rounds_as_counts_and_as_a_log_give_the_same_tests(tmp_path: Path) -> None:
    cells = sampled_counts(20_000)
    path = written(tmp_path / "log.csv", log_lines(cells))
    log = verify("pennsylvania", path, decks=6, suspects=False)
    counts = verify("pennsylvania", outcomes(cells), decks=6, suspects=False)
    shared = {row[:2] for row in figures(counts)}
    assert [row for row in figures(log) if row[:2] in shared] == figures(counts)
    assert log.shares == counts.shares
    told = [f"{e},{n},{c}" for (e, n), c in outcomes(cells).items()]
    table = written(tmp_path / "counts.csv", ["outcome,net,count", *told])
    assert judged(table) == figures(counts)
    bare = [line.split(",", 5)[5] for line in log_lines(cells)]
    assert judged(written(tmp_path / "b.csv", bare)) == figures(counts)


def test_every_format_gives_the_same_tests(tmp_path: Path) -> None:
    import duckdb

    lines = list(log_lines(sampled_counts(3000)))
    plain = written(tmp_path / "log.csv", lines)
    expected = judged(plain)
    records = [dict(zip(lines[0].split(","), line.split(","), strict=True)) for line in lines[1:]]
    sources = {
        "log.tsv": "\n".join(lines).replace(",", "\t").encode(),
        "semicolons.csv": "\n".join(lines).replace(",", ";").encode(),
        "windows.csv": b"\xef\xbb\xbf" + "\r\n".join(lines).encode(),
        "powershell.csv": "\n".join(lines).encode("utf-16"),
        "commented.csv": ("# a run of mine\n\n" + "\n".join(lines)).encode(),
        "log.jsonl": "\n".join(map(json.dumps, records)).encode(),
        "log.json": json.dumps(records).encode(),
    }
    for name, content in sources.items():
        (tmp_path / name).write_bytes(content)
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(content))
    with duckdb.connect() as connection:
        parquet = str(tmp_path / "log.parquet")
        connection.execute(
            "COPY (SELECT * FROM read_csv($source)) TO '" + parquet + "'", {"source": plain}
        )
    (tmp_path / "log.parquet.gz").write_bytes(
        gzip.compress((tmp_path / "log.parquet").read_bytes())
    )
    for name in [*sources, *(f"{name}.gz" for name in sources), "log.parquet", "log.parquet.gz"]:
        assert judged(tmp_path / name) == expected, name


def test_several_files_a_folder_and_standard_input(tmp_path: Path) -> None:
    lines = list(log_lines(sampled_counts(4000)))
    expected = judged(written(tmp_path / "all.csv", lines))
    (tmp_path / "parts").mkdir()
    half = written(tmp_path / "parts" / "1 [a]*'.csv", lines[:2000])
    rest = written(tmp_path / "parts" / "2.csv", [lines[0], *lines[2000:]])

    def unordered(result: Verification) -> list[tuple[Any, ...]]:
        return [row for row in figures(result) if row[1] != "card repeated on the next row"]

    expected = [row for row in expected if row[1] != "card repeated on the next row"]
    assert unordered(verify("pennsylvania", [half, rest], suspects=False)) == expected
    assert unordered(verify("pennsylvania", tmp_path / "parts", suspects=False)) == expected
    command = [sys.executable, "-m", "warodds", "verify", "pennsylvania", "-", "--decks", "6"]
    piped = subprocess.run(
        command, input="\n".join(lines).encode(), capture_output=True, check=False
    )
    assert piped.returncode == 0
    assert piped.stderr == b""


def test_a_summary_is_a_number_of_rounds_with_a_mean_or_a_total(tmp_path: Path) -> None:
    told = verify("pennsylvania", decks=6, rounds="1e7", mean="-0.0233")
    assert told.passed
    assert told.tests[0].test.p == 1  # the exact −0.023301 rounds to what was told
    far = verify("pennsylvania", decks=6, rounds=10**7, mean="-0.0253", suspects=False)
    assert not far.passed
    total = verify("pennsylvania", decks=6, rounds=10**7, total=-233000)
    assert total.passed
    assert total.tests[0].test.p < 1  # a total is not rounded
    row = written(tmp_path / "s.csv", ["rounds,mean", "10000000,-0.0233"])
    assert judged(row) == figures(told)
    written(tmp_path / "s.json", ['{"rounds": 10000000, "mean": -0.0233}'])
    assert judged(tmp_path / "s.json") == figures(told)
    side = verify("pennsylvania", decks=6, rounds=10**6, mean="-0.1865", wager="tie")
    assert side.passed


def test_cards_can_be_written_in_many_ways(tmp_path: Path) -> None:
    cells = sampled_counts(3000)
    lines = list(log_lines(cells))
    plain = judged(written(tmp_path / "a.csv", lines))
    ways: dict[str, Callable[[int], str]] = {
        "written": lambda rank: str(rank + 2),
        "0-12": str,
        "0-12-ace-first": lambda rank: str((rank + 1) % 13),
    }
    for cards, write in ways.items():
        coded = [lines[0]]
        for line in lines[1:]:
            fields = line.split(",")
            for place in (0, 1, 3, 4):
                fields[place] = write(RANKS.index(fields[place])) if fields[place] else ""
            coded.append(",".join(fields))
        path = written(tmp_path / "b.csv", coded)
        assert judged(path, cards=cards) == plain, cards
    suited = verify(
        "pennsylvania",
        written(tmp_path / "c.csv", ["player,dealer,net", "51,12,1", "0,13,1"]),
        cards="0-51",
        suspects=False,
    )
    assert {"player", "dealer"} == set(suited.sample.suits)


def test_two_lines_a_round_are_read_as_one(tmp_path: Path) -> None:
    cells = sampled_counts(5000)
    path = written(tmp_path / "one.csv", log_lines(cells))
    one = verify("pennsylvania", path, decks=6, suspects=False)
    for numbered in (True, False):
        lines = ["round,player,dealer,outcome,net"] if numbered else ["player,dealer,outcome,net"]
        number = 0
        for cell, times in cells.items():
            for _ in range(times):
                number += 1
                start = f"{number}," if numbered else ""
                first = f"{start}{RANKS[cell.player]},{RANKS[cell.dealer]}"
                if cell.war_player is None or cell.war_dealer is None:
                    word = "win" if cell.event == "higher" else "lose"
                    lines.append(f"{first},{word},{cell.net}")
                    continue
                war = f"{start}{RANKS[cell.war_player]},{RANKS[cell.war_dealer]}"
                word = {"war_higher": "win", "war_lower": "lose"}.get(cell.event, "tie")
                lines += [f"{first},tie,0", f"{war},{word},{cell.net}"]
        two = verify(
            "pennsylvania",
            written(tmp_path / "two.csv", lines),
            decks=6,
            two_lines=None if numbered else True,
            suspects=False,
        )
        assert two.sample.counts == one.sample.counts, numbered
        assert any("two lines" in note for note in two.notes)


def test_columns_are_guessed_or_told(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", ["p,house_card,zz", "K,3,1", "4,9,-1", "A,A,2"])
    result = verify("california", path, decks=6, columns={"net": "zz"}, suspects=False)
    assert result.rounds == 3
    with pytest.raises(WaroddsError, match=r"no column 'zy'; it has 'p', 'house_card' and 'zz'"):
        verify("california", path, columns={"net": "zy"})
    with pytest.raises(WaroddsError, match="'nett' is not something a column can hold"):
        verify("california", path, columns={"nett": "zz"})
    double = written(tmp_path / "b.csv", ["player,p1,net", "K,3,1"])
    with pytest.raises(WaroddsError, match="both 'player' and 'p1' could be player"):
        verify("california", double)


# Judging


def test_impossible_rounds_are_counted_named_and_fail(tmp_path: Path) -> None:
    lines = list(log_lines(sampled_counts(2000)))
    odd = [
        "K,3,,,,lower,-1",  # contradicts its cards
        "5,4,war,9,2,war_higher,1",  # a war without a tie
        "9,2,,,,higher,0.95",  # a net no rule pays
        "17,2,,,,higher,1",  # an impossible card
        "9,2,,,,meow,1",
        "9,2",
    ]
    path = written(tmp_path / "odd.csv", [lines[0], *odd, *lines[1:]])
    result = verify("pennsylvania", path, decks=6, suspects=False)
    assert not result.passed
    told = {
        trouble.reason: trouble.where for trouble in (*result.impossible, *result.sample.troubles)
    }
    assert told == {
        "lower contradicts the cards": f"{path}, line 2",
        "war_higher without a tie": f"{path}, line 3",
        "higher nets 19/20; the rules pay 1": f"{path}, line 4",
        "'17' for the player's card": f"{path}, line 5",
        "an outcome 'meow'": f"{path}, line 6",
        "a broken line (missing columns)": f"{path}, line 7",
    }
    with pytest.raises(VerificationError, match=r"^FAIL: not Pennsylvania with 6 decks: 3 rows"):
        result.check()
    with pytest.raises(AssertionError):
        result.check()


def test_both_decisions_in_one_log_are_judged_at_the_share_they_have() -> None:
    law = law_of(PENNSYLVANIA, 6, "war")
    counts = outcomes(expected_counts())
    half = {key: n // 2 if key[0].startswith("war_") else n for key, n in counts.items()}
    tied = sum(law.probability(cell) for cell in law.ways if cell.event.startswith("war_"))
    half["surrender", Fraction(-1, 2)] = round(tied * ROUNDS / 2)
    result = verify("pennsylvania", half, decks=6)
    assert result.passed
    assert result.decision == "mixed"
    assert abs((result.surrendered or 0) - Fraction(1, 2)) < Fraction(1, 500)
    assert "surrendered, as in the data" in str(result)
    assert not verify("pennsylvania", half, decks=6, decision="war", suspects=False).passed


def test_a_deck_count_that_the_rules_forbid_is_judged_and_said() -> None:
    result = verify("pennsylvania", decks=5, rounds=1000, mean="0")
    assert any("does not permit 5 decks" in note for note in result.notes)


def test_a_mean_beyond_all_reason_fails_with_the_smallest_p_value() -> None:
    result = verify("pennsylvania", decks=6, rounds=5, mean="1e39", suspects=False)
    assert not result.passed
    assert result.tests[0].test.p == SMALLEST


def test_a_paytable_nobody_has_is_refused() -> None:
    with pytest.raises(WaroddsError, match="no paytable '9/9/9'; expected 30/12/5"):
        verify("crown-perth", decks=6, rounds=1000, mean="0", paytable="9/9/9")
    with pytest.raises(WaroddsError, match="no wager of pennsylvania has several"):
        verify("pennsylvania", decks=6, rounds=1000, mean="0", paytable="9/9/9")


@pytest.mark.parametrize(
    ("counts", "decision", "passes"),
    [
        ({"win": 463023, "lose": 463022, "surrender": 73955}, None, True),
        ({"win": 463023, "lose": 463022, "surrender": 73955}, "surrender", True),
        ({"win": 463023, "lose": 500000, "surrender": 36977}, "surrender", False),
        ({"win": 463023, "lose": 500000, "surrender": 36977}, None, False),
        ({"win": 463023, "lose": 536977, "surrender": 0}, "surrender", False),
        ({"win": 482879, "lose": 480144, "surrender": 36977}, None, True),  # wars won or lost
    ],
)
def test_surrenders_are_told_from_losses_where_wars_are_not(
    counts: dict[str, int], decision: Decision | None, passes: bool
) -> None:
    result = verify("pennsylvania", counts, decks=6, decision=decision, suspects=False)
    assert {share.outcome for share in result.shares} == {"win", "lose", "surrender"}
    assert result.passed is passes


def test_seats_that_share_a_dealer_have_wider_errors(tmp_path: Path) -> None:
    import random

    random.seed(5)
    lines = ["round,seat,player,dealer,outcome,net"]
    for number in range(3000):
        shoe = random.sample([rank for rank in range(13) for _ in range(24)], 6)
        dealer = shoe.pop()
        for seat, player in enumerate(shoe):
            if player != dealer:
                event = ("higher", 1) if player > dealer else ("lower", -1)
                lines.append(f"{number},{seat},{player},{dealer},{event[0]},{event[1]}")
    path = written(tmp_path / "seats.csv", lines)
    clustered = verify("pennsylvania", path, cards="0-12", suspects=False)
    bare = written(tmp_path / "bare.csv", [line.split(",", 2)[2] for line in lines])
    alone = verify("pennsylvania", bare, cards="0-12", suspects=False)
    assert clustered.power[0].error > alone.power[0].error * 14 / 10
    assert any("3000 clusters" in note for note in clustered.notes)
    assert any(judged.test.name == "card repeated on the next row" for judged in alone.failures)


def test_the_error_that_would_have_been_found_and_the_rounds_an_error_needs() -> None:
    result = verify("pennsylvania", RIGHT, decks=6, detect="0.0001")
    power = result.power[0]
    assert power.needed is not None
    again = verify(
        "pennsylvania", decks=6, rounds=power.needed, mean="-23138/993023", alpha="0.000125"
    )
    assert abs(float(again.power[0].error) - 0.0001) < 1e-9  # 8 tests at 0.001, 1 at 0.000125


def test_a_side_wager_can_be_told_by_event_or_by_result() -> None:
    counts = {("tie", 9): 73955, ("lose", -1): 926045}
    rows = [f"tie,{word},{net},{number}" for (word, net), number in counts.items()]
    text = "\n".join(["wager,outcome,net,count", *rows])
    found = subprocess.run(
        [sys.executable, "-m", "warodds", "verify", "pennsylvania", "-", "--format", "json"],
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    told = json.loads(found.stdout)
    assert told["suspects"][0]["name"] == "tie-pays-for-one"
    assert told["impossible"][0]["rows"] == 73955


def test_nets_in_chips_are_recognised() -> None:
    chips = {
        (event, 25 * net): number for (event, net), number in outcomes(expected_counts()).items()
    }
    result = verify("pennsylvania", chips, decks=6, suspects=False)
    assert not result.passed
    assert any("--unit 25" in note for note in result.notes)
    assert verify("pennsylvania", chips, decks=6, unit=25).passed


# Suspects


@pytest.mark.parametrize(
    ("mistakes", "decks", "named"),
    [
        (("missing-A",), 6, "missing-2"),
        ((), 1, "1 deck"),
        (("war-tie-loses", "war-loss-costs-1"), 6, "war-tie-loses + war-loss-costs-1"),
    ],
)
def test_counts_name_the_mistake(mistakes: tuple[str, ...], decks: int, named: str) -> None:
    result = verify("pennsylvania", outcomes(expected_counts(ROUNDS, mistakes, decks)), decks=6)
    assert not result.passed
    assert result.suspicion is not None
    best = result.suspicion.suspects[0]
    assert best.passes
    assert set(named.split(" + ")) == set(best.name.split(" + "))
    if mistakes == ("missing-A",):
        assert "missing-A" in best.alike
    assert "no-burn" in result.suspicion.invisible  # M1


def test_only_cards_show_that_aces_are_low(tmp_path: Path) -> None:
    cells = expected_counts(ROUNDS, ("aces-low",))
    assert verify("pennsylvania", outcomes(cells), decks=6).passed
    lines = ["player,dealer,war_player,war_dealer,outcome,net,count"]
    for cell, number in cells.items():
        war = ["" if r is None else RANKS[r] for r in (cell.war_player, cell.war_dealer)]
        lines.append(
            f"{RANKS[cell.player]},{RANKS[cell.dealer]},{war[0]},{war[1]},{cell.event},{cell.net},{number}"
        )
    result = verify("pennsylvania", written(tmp_path / "aces.csv", lines), decks=6)
    assert result.suspicion is not None
    assert result.suspicion.suspects[0].name == "aces-low"


def test_when_nothing_fits_it_says_so_and_where() -> None:
    result = verify("pennsylvania", {**RIGHT, "higher": 480000}, decks=6)
    assert result.suspicion is not None
    assert not result.suspicion.explained
    assert result.suspicion.departures
    assert "No known mistake explains it" in result.verdict


# Bad input


def bad_inputs(folder: Path) -> dict[str, list[str]]:
    """Return what cannot be judged, each by the arguments that try it."""
    good = "\n".join(log_lines(sampled_counts(3000))).encode()
    files: dict[str, bytes] = {
        "truncated.csv.gz": gzip.compress(good)[:-4000],
        "damaged.csv.gz": gzip.compress(good)[:500] + b"\0" * 300 + gzip.compress(good)[800:],
        "binary.csv": bytes(range(256)) * 40,
        "zeros.csv": b"\0" * 4000,
        "empty.csv": b"",
        "blank.csv": b"\n \n\n",
        "header.csv": b"player,dealer,net\n",
        "nothing.csv": b"foo,bar\n1,2\n",
        "negative.csv": b"outcome,count\nhigher,-5\nlower,3\n",
        "fractional.csv": b"outcome,count\nhigher,5.5\nlower,3\n",
        "wordy.csv": b"outcome,count\nhigher,many\n",
        "wide.csv": b",".join(b"c%d" % i for i in range(100_000)) + b"\n",
        "wider.csv": b",".join(b"column%d" % i for i in range(1_000_000)) + b"\n1,2\n",
        "mixed.csv": good + "\nK,3,,,,höher,1\n".encode("latin-1") + b"\n",
        "latin.csv": "spieler,kärte\n1,2\n".encode("latin-1"),
        "broken.json": b'{"higher": 5, "lower"',
        "broken.jsonl": b'{"outcome": "higher", "net": 1}\n{"outcome": \n',
        "list.json": b"[1, 2, 3]",
        "deep.json": b"[" * 100_000,
        "array.json": b'{"higher": [1, 2]}',
        "fake.parquet": b"PAR1" + b"\0" * 100,
        "cards.csv": b"player,dealer,net\n0,51,1\n44,17,-1\n33,20,1\n",
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / "no-tables").mkdir()
    cases = {name: [str(folder / name)] for name in files}
    return {
        **cases,
        "absent": [str(folder / "absent.csv")],
        "folder": [str(folder / "no-tables")],
        "none": [],
        "only rounds": ["--rounds", "10"],
        "no rounds": ["--rounds", "0", "--mean", "1"],
        "no mean": ["--rounds", "10", "--mean", "x"],
        "wager": ["--rounds", "10", "--mean", "0", "--wager", "tye"],
        "alpha": ["--rounds", "10", "--mean", "0", "--alpha", "2"],
        "column": [str(folder / "header.csv"), "--column", "player"],
        "decks": ["--rounds", "10", "--mean", "0", "--decks", "0"],
        "sql": ["x'); DROP TABLE y; --.csv"],
        "url": ["https://example.invalid/x.csv"],
    }


def test_what_cannot_be_judged_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    for name, arguments in bad_inputs(tmp_path).items():
        status = run(["verify", "pennsylvania", *arguments])
        out, err = capsys.readouterr()
        assert status == 2, (name, out, err)
        assert out == "", name
        assert len(err.splitlines()) == 1, (name, err)
        assert err.startswith("warodds: "), name


def test_exit_status_is_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    start = ["verify", "pennsylvania", "--decks", "6", "--rounds", "1e6"]
    assert run([*start, "--mean", "-0.0233"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("PASS")
    assert run([*start, "--mean", "-0.05", "--no-suspects"]) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("FAIL")
    for form in ("json", "csv", "markdown", "html", "latex"):
        assert run([*start, "--mean", "-0.05", "--format", form, "--no-suspects"]) == 1
        out = capsys.readouterr().out
        assert out
        if form == "json":
            assert json.loads(out)["passed"] is False


# Python


def test_verify_is_at_the_top_and_import_stays_fast() -> None:
    assert warodds.verify is verify
    code = (
        "import sys, warodds; print([m for m in ('duckdb', 'mpmath', 'numpy') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_any_arrow_stream_can_be_verified(tmp_path: Path) -> None:
    import duckdb

    class Stream:
        """An object of some other library: all it has is the Arrow interchange."""

        def __init__(self, relation: Any) -> None:
            self.relation = relation

        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return self.relation.__arrow_c_stream__(requested_schema)

    path = written(tmp_path / "log.csv", log_lines(sampled_counts(2000)))
    with duckdb.connect() as connection:
        stream = Stream(connection.sql(f"SELECT * FROM read_csv('{path}')"))
        assert judged(stream) == judged(path)


def test_what_is_no_data_is_refused() -> None:
    refused: tuple[Any, ...] = (5, {}, {"higher": True}, {3: 4}, {"higher": 0}, [])
    for data in refused:
        with pytest.raises(WaroddsError):
            verify("pennsylvania", data)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("zipped", [False, True])
def test_lines_are_those_of_the_file_whatever_stands_between(
    tmp_path: Path, ending: str, zipped: bool
) -> None:
    good = ["9,5,1", "5,9,-1"] * 40
    rows = ["# a simulator", "", "player,dealer,net", *good[:3], "", "", "7,Z,1", *good[3:]]
    rows += ["", "7,8,9,10,11", '"10",5,1', '"', '",5,1', "7,Y,1", ""]
    text = ending.join(rows).encode()
    path = tmp_path / ("log.csv.gz" if zipped else "log.csv")
    path.write_bytes(gzip.compress(text) if zipped else text)
    found = verify("pennsylvania", path, decks=6, suspects=False)
    where = {trouble.reason: trouble.where for trouble in found.sample.troubles}
    at = {reason.split("'")[1]: place for reason, place in where.items() if "'" in reason}
    assert at["Z"].endswith(f"line {rows.index('7,Z,1') + 1}")
    assert at["Y"].endswith(f"line {rows.index('7,Y,1') + 1}")
