"""Logs as different simulators write them: each understood rightly, or refused in one line."""

from __future__ import annotations

import gzip
import os
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from warodds.cards import Card
from warodds.errors import WaroddsError
from warodds.verification import Verification, verify
from warodds.verification.sample import Key

SYMBOLS, SUITS = "23456789TJQKA", "cdhs"


@dataclass(frozen=True)
class Round:
    """A round dealt by the plainest means: four cards off a shuffled shoe."""

    number: int
    player: Card
    dealer: Card
    war: tuple[Card, Card] | None
    event: str
    net: Fraction

    @property
    def word(self) -> str:
        """How most programs call the end of a round."""
        names = {"higher": "win", "lower": "lose", "surrender": "surrender"}
        plain = self.event.removeprefix("war_")
        return names.get(plain, plain)


NETS: dict[str, int | Fraction] = {
    "higher": 1,
    "lower": -1,
    "surrender": Fraction(-1, 2),
    "war_higher": 1,
    "war_lower": -2,
    "war_tie": 2,
}


def dealt(rounds: int, seed: int = 1, surrendered: float = 0) -> list[Round]:
    random = Random(seed)
    shoe = [Card(rank, suit) for rank in range(13) for suit in range(4) for _ in range(6)]
    found = []
    for number in range(1, rounds + 1):
        player, dealer, *war = random.sample(shoe, 4)
        second = (war[0], war[1])
        if player.rank != dealer.rank:
            event = "higher" if player.rank > dealer.rank else "lower"
        elif random.random() < surrendered:
            event = "surrender"
        else:
            higher = second[0].rank - second[1].rank
            event = "war_higher" if higher > 0 else "war_lower" if higher < 0 else "war_tie"
        at_war = second if event.startswith("war") else None
        found.append(Round(number, player, dealer, at_war, event, Fraction(NETS[event])))
    return found


ROUNDS = dealt(1500)


def counted(rounds: Sequence[Round]) -> dict[Key, int]:
    """Return what the rounds are, straight from the cards: the judge of every reading."""
    return dict(
        Counter(
            Key(
                r.event,
                r.net,
                r.player.rank,
                r.dealer.rank,
                r.war[0].rank if r.war else None,
                r.war[1].rank if r.war else None,
            )
            for r in rounds
        )
    )


EXPECTED = counted(ROUNDS)


def symbol(card: Card | None) -> str:
    return "" if card is None else SYMBOLS[card.rank]


def suited(card: Card | None) -> str:
    return "" if card is None else SYMBOLS[card.rank] + SUITS[card.suit or 0]


def table(path: Path, header: str, rows: Sequence[Sequence[object]]) -> Path:
    lines = [header, *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def war_cards(one: Round, write: Callable[[Card | None], str] = symbol) -> tuple[str, str]:
    first, second = one.war or (None, None)
    return write(first), write(second)


def judged(data: Any, **options: Any) -> Verification:
    return verify("pennsylvania", data, decks=6, suspects=False, **options)


def plain_log(folder: Path, rounds: Sequence[Round] = ROUNDS) -> Path:
    rows = [(symbol(r.player), symbol(r.dealer), *war_cards(r), float(r.net)) for r in rounds]
    return table(folder / "plain.csv", "player,dealer,war_player,war_dealer,net", rows)


# Names and words


@pytest.mark.parametrize(
    "header",
    [
        "p,d,war_p,war_d,net",
        "playerCard,dealerCard,playerWarCard,dealerWarCard,profit",
        "Player Card,Bank,War Card (Player),War Card (Bank),P/L",
        "card_player,card_house,wp,wd,pnl",
        "user_rank,computer_rank,user_second,computer_second,result",
        "p1,d1,p2,d2,Net Win",
    ],
)
def test_usual_names_of_columns_are_known(tmp_path: Path, header: str) -> None:
    rows = [line.split(",") for line in plain_log(tmp_path).read_text().splitlines()[1:]]
    assert judged(table(tmp_path / "a.csv", header, rows)).sample.counts == EXPECTED


@pytest.mark.parametrize(
    "write",
    [
        lambda card: f"{SYMBOLS[card.rank].replace('T', '10')}{'♣♦♥♠'[card.suit]}",
        lambda card: f"\"('{SYMBOLS[card.rank]}', 'hearts')\"",
        lambda card: f"[{SUITS[card.suit].upper()}{SYMBOLS[card.rank]}]",
        lambda card: f"{float(card.rank + 2)}",
    ],
)
def test_cards_are_read_however_they_are_written(
    tmp_path: Path, write: Callable[[Card], str]
) -> None:

    def told(card: Card | None) -> str:
        return write(card) if card else "False"

    rows = [(told(r.player), told(r.dealer), *war_cards(r, told), float(r.net)) for r in ROUNDS]
    header = "player,dealer,war_player,war_dealer,net"
    assert judged(table(tmp_path / "a.csv", header, rows)).sample.counts == EXPECTED


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("by_rank", [False, True])
@pytest.mark.parametrize("ace_first", [False, True])
def test_codes_with_minus_one_for_no_war(
    tmp_path: Path, first: int, by_rank: bool, ace_first: bool
) -> None:

    def code(card: Card | None) -> str:
        if card is None:
            return "-1"
        rank, suit = (card.rank + 1) % 13 if ace_first else card.rank, card.suit or 0
        return str(first + (4 * rank + suit if by_rank else 13 * suit + rank))

    rows = [(code(r.player), code(r.dealer), *war_cards(r, code), float(r.net)) for r in ROUNDS]
    path = table(tmp_path / "a.csv", "player,dealer,war_player,war_dealer,net", rows)
    cards = f"{first}-{first + 51}{'-by-rank' * by_rank}{'-ace-first' * ace_first}"
    assert judged(path, cards=cards).sample.counts == EXPECTED
    with pytest.raises(WaroddsError, match=rf"Every card could be read with --cards .*{cards}"):
        judged(path)


@pytest.mark.parametrize(
    ("words", "tie"),
    [("W L D", "tie"), ("W L P", "tie"), ("P D T", "tie"), ("player bank draw", "tie")],
)
def test_letters_mean_what_the_others_beside_them_say(words: str, tie: str) -> None:
    counts = dict(zip(words.split(), (463023, 463022, 73955), strict=True))
    found = {key.event: n for key, n in judged(counts).sample.counts.items()}
    assert found == {"higher": 463023, "lower": 463022, tie: 73955}


@pytest.mark.parametrize(
    "words",
    [
        "PlayerWins DealerWins WarWin WarLoss WarTie",
        "you_win|house wins|tie, then war won|tie, then war lost|tie-war-tie",
        "won|lost|won the war|Dealer won the war|Second Tie (+2)",
        "wins|losses|wars won|wars lost|wars tied",
    ],
)
def test_outcomes_are_phrases(words: str) -> None:
    names = words.split("|") if "|" in words else words.split()
    numbers = (463023, 463022, 34242, 34242, 5471)
    found = judged(dict(zip(names, numbers, strict=True))).sample.counts
    events = ("higher", "lower", "war_higher", "war_lower", "war_tie")
    assert {key.event: n for key, n in found.items()} == dict(zip(events, numbers, strict=True))


def test_nets_in_money_and_by_the_stake(tmp_path: Path) -> None:
    header = "player,dealer,war_player,war_dealer,net"
    rows = [(symbol(r.player), symbol(r.dealer), *war_cards(r)) for r in ROUNDS]
    paid = [f"{'-' if r.net < 0 else '+'}${abs(10 * r.net)}.00" for r in ROUNDS]
    money = [(*row, net) for row, net in zip(rows, paid, strict=True)]
    assert judged(table(tmp_path / "a.csv", header, money), unit=10).sample.counts == EXPECTED
    stakes = [(*row, 5 * (1 + r.number % 3)) for row, r in zip(rows, ROUNDS, strict=True)]
    staked = [(*row, row[-1] * r.net) for row, r in zip(stakes, ROUNDS, strict=True)]
    path = table(tmp_path / "b.csv", "player,dealer,war_player,war_dealer,bet,net", staked)
    found = judged(path)
    assert found.sample.counts == EXPECTED
    assert any("divided by the stakes" in note for note in found.notes)
    assert not judged(path, columns={"wager": "-"}).passed


# Decisions and ties


def test_a_tie_without_war_cards_was_surrendered(tmp_path: Path) -> None:
    rounds = dealt(1500, 3, 0.5)
    told: list[tuple[str, Callable[[Round], tuple[Any, ...]]]] = [
        ("player,dealer,war_player,war_dealer", lambda r: war_cards(r)),
        ("player,dealer,war,net", lambda r: (bool(r.war), float(r.net))),
        ("player,dealer,surrendered,net", lambda r: (r.event == "surrender", float(r.net))),
    ]
    given_up = sum(r.event == "surrender" for r in rounds)
    for header, rest in told:
        rows = [(symbol(r.player), symbol(r.dealer), *rest(r)) for r in rounds]
        found = judged(table(tmp_path / "a.csv", header, rows))
        assert found.passed, header
        events = [n for key, n in found.sample.counts.items() if key.event == "surrender"]
        assert sum(events) == given_up, header


def test_a_tie_with_the_net_of_its_war_is_no_push(tmp_path: Path) -> None:
    rows = [("tie" if r.war else r.word, r.net) for r in ROUNDS]
    assert judged(table(tmp_path / "a.csv", "outcome,net", rows)).passed
    final = [(symbol(r.player), symbol(r.dealer), r.word, r.net) for r in ROUNDS]
    assert judged(table(tmp_path / "b.csv", "player,dealer,outcome,net", final)).passed
    no_net = [row[:3] for row in final]
    found = judged(table(tmp_path / "c.csv", "player,dealer,outcome", no_net))
    assert found.passed
    assert any("A tie was read as one at war" in note for note in found.notes)


def test_a_lost_tie_at_war_shows_without_a_net(tmp_path: Path) -> None:
    header = "player,dealer,war_player,war_dealer,outcome"

    def rows(tie: str) -> list[tuple[str, ...]]:
        words = [tie if r.event == "war_tie" else r.word for r in ROUNDS]
        return [
            (symbol(r.player), symbol(r.dealer), *war_cards(r), word)
            for r, word in zip(ROUNDS, words, strict=True)
        ]

    assert judged(table(tmp_path / "a.csv", header, rows("win"))).passed
    lost = judged(table(tmp_path / "b.csv", header, rows("lose")))
    assert [trouble.reason for trouble in lost.impossible] == ["war_lower contradicts the cards"]


def test_every_kind_of_nonsense_is_counted_with_its_lines(tmp_path: Path) -> None:
    header = "player,dealer,decision,war_player,war_dealer,outcome,net"
    good = [
        (symbol(r.player), symbol(r.dealer), "war" if r.war else "", *war_cards(r), r.event, r.net)
        for r in ROUNDS
    ]
    odd = {
        "7,7,surrender,9,8,war_higher,1": "a war after a surrender",
        "7,7,war,,,surrender,-0.5": "a surrender where the decision was war",
        "7,7,war,,,war_higher,1": "a war without its war cards",
        "7,7,war,9,,war_higher,1": "a war without its war cards",
        "7,7,,9,8,surrender,-0.5": "surrender contradicts the cards",
        "9,8,,9,8,higher,1": "war cards without a war",
        "9,8,,,,,1": "a missing outcome",
        "9,8,,,,higher,": "a missing net",
        "9,8,,,,higher,x": "a net of 'x'",
        "9,8,maybe,,,higher,1": "a decision 'maybe'",
        "9,,,,,higher,1": "a missing card of the dealer",
        "9,8,,,,total,1": "an outcome 'total'",
    }
    lines = [",".join(map(str, row)) for row in good]
    path = tmp_path / "a.csv"
    path.write_text("\n".join([header, *lines[:100], *odd, *lines[100:]]) + "\n", encoding="utf-8")
    found = judged(path)
    assert not found.passed
    where: dict[str, list[int]] = {}
    for number, reason in enumerate(odd.values(), 102):
        where.setdefault(reason, []).append(number)
    for trouble in (*found.sample.troubles, *found.impossible):
        numbers = where.pop(trouble.reason)
        assert trouble.rows == len(numbers)
        assert trouble.where.split(" ", 2)[2] == ", ".join(map(str, numbers))
    assert not where


def test_rows_without_sense_are_no_mistake_of_the_law(tmp_path: Path) -> None:
    rows = [(symbol(r.player), symbol(r.dealer)) for r in ROUNDS]
    log = table(tmp_path / "a.csv", "player,dealer", [*rows, ("meow", "9")])
    found = verify("pennsylvania", log, decks=6)
    assert found.verdict == "FAIL: not Pennsylvania with 6 decks: 1 row without sense."
    assert found.suspicion is None
    assert verify("pennsylvania", log, decks=6, suspects=True).verdict == found.verdict


def test_no_reason_is_left_uncounted(tmp_path: Path) -> None:
    rows = [("9", "8", "1")] * 300 + [(f"x{number}", "8", "1") for number in range(40)]
    found = judged(table(tmp_path / "a.csv", "player,dealer,net", rows))
    assert sum(trouble.rows for trouble in found.sample.troubles) == 40
    assert found.sample.troubles[-1].reason.startswith("28 other reasons, such as 'x")


# Two lines a round


def two_lines(shape: str, opening: Callable[[Round], Any], rounds: Sequence[Round]) -> list[Any]:
    """Return the lines of a log, a tie's own line telling `opening` as its outcome and net."""
    rows: list[Any] = []
    for r in rounds:
        cards = [(r.player, r.dealer)] if r.war is None else [(r.player, r.dealer), r.war]
        for place, (player, dealer) in enumerate(cards):
            told = opening(r) if place < len(cards) - 1 else (r.word, r.net)
            row = {
                "id": len(rows),
                "hand": r.number,
                "restarting": r.number % 100,
                "p": symbol(player),
                "d": symbol(dealer),
                "ps": suited(player),
                "ds": suited(dealer),
                "outcome": told[0],
                "net": told[1],
            }
            rows.append([row[name] for name in shape.split()])
    return rows


@pytest.mark.parametrize(
    ("shape", "header", "opening"),
    [
        ("hand p d outcome net", "hand,p,d,result,net", lambda r: ("tie", 0)),
        ("id hand p d outcome net", "id,hand,p,d,result,net", lambda r: ("Tie - War", 0)),
        ("restarting p d outcome net", "round,p,d,result,net", lambda r: ("push", 0)),
        ("p d outcome net", "p,d,result,net", lambda r: ("war", "")),
        ("p d net", "p,d,net", lambda r: ("", 0)),
        ("ps ds net", "p,d,net", lambda r: ("", 0)),
    ],
)
def test_two_lines_are_one_round(
    tmp_path: Path, shape: str, header: str, opening: Callable[[Round], Any]
) -> None:
    path = table(tmp_path / "two.csv", header, two_lines(shape, opening, ROUNDS))
    found = judged(path)
    assert found.sample.counts == EXPECTED
    assert any("two lines" in note for note in found.notes)


def test_a_stake_taken_on_the_first_of_two_lines(tmp_path: Path) -> None:
    rows = two_lines("hand p d outcome net", lambda r: ("tie", -1), ROUNDS)
    for earlier, later in pairwise(rows):
        if earlier[0] == later[0]:
            later[4] += 1
    found = judged(table(tmp_path / "two.csv", "hand,p,d,result,net", rows))
    assert found.sample.counts == EXPECTED


@pytest.mark.parametrize("name", ["surrendered", "remark"])
def test_a_tie_surrendered_has_one_line_of_two(tmp_path: Path, name: str) -> None:
    rounds = dealt(1500, 3, surrendered=0.5)
    rows = two_lines("p d outcome net", lambda r: ("", 0), rounds)
    told = [(p, d, "yes" if word == "surrender" else "no", net) for p, d, word, net in rows]
    found = judged(table(tmp_path / "two.csv", f"p,d,{name},net", told))
    assert any("two lines" in note for note in found.notes)
    assert found.rounds == len(rounds)
    assert not found.impossible
    surrendered = sum(n for key, n in found.sample.counts.items() if key.event == "surrender")
    assert surrendered == sum(r.event == "surrender" for r in rounds) > 0


def test_two_files_of_two_lines_keep_their_own_lines(tmp_path: Path) -> None:
    rows = two_lines("hand p d outcome net", lambda r: ("tie", 0), ROUNDS)
    header = "hand,p,d,result,net"
    first = table(tmp_path / "1.csv", header, [*rows[:50], (5000, "9", "8", "meow", 1), *rows[50:]])
    second = table(
        tmp_path / "2.csv",
        header,
        two_lines("hand p d outcome net", lambda r: ("tie", 0), dealt(900, 7)),
    )
    found = judged([first, second])
    assert [trouble.where for trouble in found.sample.troubles] == [f"{first}, line 52"]
    assert found.rounds == 2400


def test_numbers_that_start_again_are_no_two_lines(tmp_path: Path) -> None:
    rows = [
        (r.number % 100, symbol(r.player), symbol(r.dealer), "tie" if r.war else r.word)
        for r in ROUNDS
    ]
    found = judged(table(tmp_path / "a.csv", "round,player,dealer,outcome", rows))
    assert found.rounds == len(ROUNDS)
    assert found.passed


def test_ties_that_tell_nothing_are_noted(tmp_path: Path) -> None:
    rows = two_lines("p d", lambda r: ("", 0), ROUNDS)
    found = judged(table(tmp_path / "a.csv", "p,d", rows))
    assert any("say --two-lines" in note for note in found.notes)
    forced = judged(tmp_path / "a.csv", two_lines=True)
    assert forced.rounds == len(ROUNDS)
    with pytest.raises(WaroddsError, match=r"--two-lines: .* has war cards"):
        judged(plain_log(tmp_path), two_lines=True)


# Counts and sums


def test_outcomes_side_by_side(tmp_path: Path) -> None:
    numbers = (463023, 463022, 34242, 34242, 5471)
    expected = judged(
        dict(zip(["win", "lose", "war win", "war lose", "war tie"], numbers, strict=True))
    )
    wide = table(
        tmp_path / "a.csv", "rounds,wins,losses,wars won,wars lost,war ties", [(10**6, *numbers)]
    )
    assert judged(wide).shares == expected.shares
    flags = [[r.event == event for event in NETS] for r in ROUNDS]
    one_hot = judged(
        table(tmp_path / "b.csv", "win,lose,surrender,war_win,war_lose,war_tie", flags)
    )
    assert one_hot.rounds == len(ROUNDS)
    short = table(tmp_path / "c.csv", "rounds,wins,losses", [(10**6, 463023, 463022)])
    with pytest.raises(WaroddsError, match="1000000 rounds, but wins, losses add up to 926045"):
        judged(short)


def test_a_total_is_no_outcome() -> None:
    counts = {"win": 463023, "lose": 463022, "tie": 73955}
    assert judged({**counts, "Total": 1_000_000}).shares == judged(counts).shares
    with pytest.raises(WaroddsError, match="a total of 999999 rounds, and the outcomes add up to"):
        judged({**counts, "Total": 999_999})


def test_sums_are_all_counted_and_must_agree(tmp_path: Path) -> None:
    twice = table(tmp_path / "a.csv", "rounds,mean", [(10**6, -0.0233)] * 2)
    assert len(judged(twice).tests) == 2
    with pytest.raises(WaroddsError, match="contradict each other"):
        judged(table(tmp_path / "b.csv", "rounds,mean,total", [(10**6, -0.0233, 5)]))
    with pytest.raises(WaroddsError, match="broken line"):
        judged(table(tmp_path / "c.csv", "rounds,mean", [(10**6, -0.0233), (10**6,)]))
    percent = judged(None, rounds="10,000,000", mean="-2.33%")
    assert percent.tests == judged(None, rounds=10**7, mean="-0.0233").tests


# Refused


@pytest.mark.parametrize(
    ("header", "row", "options", "match"),
    [
        ("outcome,share", "win,0.46\nlose,0.46\ntie,0.07", {}, "expected --column count=share"),
        ("player1,player2,dealer", "9,8,7", {}, "'player2' is read as a war card"),
        ("player,who,net", "9,8,1", {"columns": {"player": "who", "dealer": "who"}}, "already"),
        ("K,9,1", "5,6,-1", {"columns": {"player": "1", "dealer": "2"}}, "a row and no header"),
        ("player,dealer", "9,8", {"unit": "-1"}, "expected a number greater than 0"),
        ("player,dealer", "9,8", {"unit": "1e999999999"}, "expected a number greater than 0"),
        ("player,dealer", "9,8", {"wager": "tie"}, "--wager is of a mean or a total"),
        ("p,who,decision,net", "9,8,,1\n9,9,war,1", {}, "columns not used: 'who'"),
        ("outcome,count", "win,1e30", {}, "expected a whole number from 0 to"),
    ],
)
def test_what_is_ambiguous_is_refused_with_what_to_do(
    tmp_path: Path, header: str, row: str, options: dict[str, Any], match: str
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"{header}\n{row}\n", encoding="utf-8")
    with pytest.raises(WaroddsError, match=match) as refused:
        judged(path, **options)
    assert "\n" not in str(refused.value)


def test_paths_that_are_no_files(tmp_path: Path) -> None:
    plain = plain_log(tmp_path)
    refused: tuple[Any, ...] = ("a\0b", "x" * 5000, "/dev/null", [plain, plain], [1], b"abc", [{}])
    for data in refused:
        with pytest.raises(WaroddsError):
            judged(data)


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    plain = plain_log(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=[gzip.compress(plain.read_bytes())])
    writer.start()
    assert judged(pipe).sample.counts == EXPECTED
    writer.join()


def test_a_folder_says_what_it_left_out(tmp_path: Path) -> None:
    plain_log(tmp_path)
    (tmp_path / "run.log").write_text("x", encoding="utf-8")
    assert any("Not read in" in note and "'run.log'" in note for note in judged(tmp_path).notes)


def test_broken_lines_are_counted_however_many(tmp_path: Path) -> None:
    plain = plain_log(tmp_path)
    plain.write_bytes(plain.read_bytes() + b"9,8\n" * 1400)
    assert [trouble.rows for trouble in judged(plain).sample.troubles] == [1400]


def test_a_line_too_long_for_the_reader_is_not_passed_over(tmp_path: Path) -> None:
    plain = plain_log(tmp_path)
    plain.write_bytes(plain.read_bytes() + b"9" * 70_000_000 + b",8,,,1\n")
    with pytest.raises(WaroddsError, match=r"has 1501 rows, of which 1500 can be read"):
        judged(plain)


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xff\xfe"])
def test_byte_order_marks_are_no_data(tmp_path: Path, mark: bytes) -> None:
    lines = b'{"outcome": "higher", "net": 1}\n{"outcome": "lower", "net": -1}\n' * 20
    path = tmp_path / "a.jsonl"
    path.write_bytes(mark + (lines if len(mark) == 3 else lines.decode().encode("utf-16-le")))
    assert judged(path).rounds == 40


def test_a_key_that_comes_late_is_not_passed_over(tmp_path: Path) -> None:
    early = '{"player": "K", "dealer": "3"}\n{"player": "3", "dealer": "K"}\n' * 15_000
    path = tmp_path / "a.jsonl"
    path.write_text(early + '{"player": "K", "dealer": "3", "net": "x"}\n', encoding="utf-8")
    with pytest.raises(
        WaroddsError, match="30001 of 30001 rows make no sense, first a missing net"
    ):
        judged(path)


def test_a_stream_is_scanned_once() -> None:
    import duckdb

    class Stream:
        """Counts how often it is opened: a record batch reader is empty after its first scan."""

        def __init__(self, relation: Any) -> None:
            self.relation = relation
            self.opened = 0

        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            self.opened += 1
            return self.relation.__arrow_c_stream__(requested_schema)

    card = "CASE i % 2 WHEN 0 THEN 'K' ELSE '2' END"
    rows = f"SELECT i // 3 AS shoe, {card} AS player, '3' AS dealer FROM range(90) AS t(i)"
    with duckdb.connect() as connection, duckdb.connect() as other:
        copied, once = Stream(connection.sql(rows)), Stream(connection.sql(rows))
        other.register("given", copied)
        other.execute("CREATE TABLE copy AS SELECT * FROM given")
        found = judged(once)
    assert once.opened == copied.opened
    assert found.rounds == 90
    assert any("30 clusters" in note for note in found.notes)


def test_binary_numbers_have_two_zeros(tmp_path: Path) -> None:
    import duckdb

    rows = two_lines("p d net", lambda r: ("", "-0.0" if r.number % 2 else "0.0"), ROUNDS)
    log = table(tmp_path / "two.csv", "p,d,net", rows)
    read = f"read_csv('{log}', all_varchar = true)"
    with duckdb.connect() as connection:
        connection.sql(f"SELECT * REPLACE (net::DOUBLE AS net) FROM {read}").write_parquet(
            str(tmp_path / "two.parquet")
        )
    assert judged(tmp_path / "two.parquet").sample.counts == EXPECTED


def test_a_file_of_clusters_without_any_sense_is_counted(tmp_path: Path) -> None:
    cards = [(r.number // 30, f"{r.player}", f"{r.dealer}") for r in ROUNDS]
    good = table(tmp_path / "1.csv", "shoe,player,dealer", cards)
    bad = table(tmp_path / "2.csv", "shoe,player,dealer", [(1, "meow", "9h"), (2, "meow", "9c")])
    for files in ([good, bad], [bad, good]):
        found = judged(files)
        assert [trouble.rows for trouble in found.sample.troubles] == [2]
        assert found.rounds == len(ROUNDS)


def test_too_many_kinds_of_round_are_refused(tmp_path: Path) -> None:
    names = "player,dealer,war_player,war_dealer,outcome,net,decision,tie"
    rows = [tuple(f"{number}x{column}" for column in range(8)) for number in range(300)]
    with pytest.raises(WaroddsError, match="too many different rounds; expected cards, outcomes"):
        judged(table(tmp_path / "a.csv", names, rows))


def test_a_row_for_each_wager_deals_its_cards_once(tmp_path: Path) -> None:
    shown = [(str(r.player), str(r.dealer), r.net, 10 if r.war else -1) for r in ROUNDS]
    rows = [
        row
        for player, dealer, net, tie in shown
        for row in (("game", player, dealer, net), ("tie", player, dealer, tie))
    ]
    found = judged(table(tmp_path / "a.csv", "wager,player,dealer,net", rows))
    alone = [row for row in rows if row[0] == "game"]
    plain = judged(table(tmp_path / "b.csv", "wager,player,dealer,net", alone))
    assert found.sample.suits == plain.sample.suits
    assert found.sample.pairs == plain.sample.pairs
    about_wager = [each for each in found.tests if each.test.about == "tie"]
    assert [each.test for each in found.tests if each not in about_wager] == [
        each.test for each in plain.tests
    ]
    assert about_wager
    assert found.passed
