"""The reference simulator agrees with the exact law, and with itself, byte for byte."""

from __future__ import annotations

import ast
import csv
import gzip
import io
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import mpmath
import numpy as np
import pytest

import warodds.simulate
from tests.games import house, side, toml
from warodds.cards import RANKS, Shoe, read_cards
from warodds.cli import run
from warodds.errors import WaroddsError
from warodds.law import Law
from warodds.mistakes import MISTAKES, Cell, law_of, wager_law
from warodds.rules import jurisdictions, load
from warodds.rules.model import Decision
from warodds.simulate import Plan, log, plan, save, simulate
from warodds.simulate import run as runner
from warodds.simulate.deal import MOST_CARDS, deal
from warodds.simulate.deal import shoes as shoes_for
from warodds.simulate.paid import settle
from warodds.simulate.shuffle import shuffled
from warodds.wholeshoe import whole_shoe

K = TypeVar("K", bound=Hashable)
ROUNDS = 30_000


def p_value(counts: Mapping[K, int], law: Law[K]) -> float:
    """Pearson's chi-square of counts against a law; small cells are put together."""
    assert set(counts) <= set(law.ways), "something happened that cannot happen"
    rounds, total = sum(counts.values()), law.total
    statistic, cells, small, rest = 0.0, 0, 0, 0.0
    for key, ways in law:
        expected = float(Fraction(ways, total)) * rounds
        if expected < 10:
            small, rest = small + counts.get(key, 0), rest + expected
        else:
            statistic, cells = (
                statistic + (counts.get(key, 0) - expected) ** 2 / expected,
                cells + 1,
            )
    if rest >= 1:
        statistic, cells = statistic + (small - rest) ** 2 / rest, cells + 1
    return float(mpmath.gammainc((cells - 1) / 2, statistic / 2, regularized=True))


def read_log(planned: Plan) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(b"".join(log(planned)).decode())))


@cache
def rank(text: str) -> int:
    (card,) = read_cards(text)
    return card.rank


units = cache(Fraction)


def cell(line: Mapping[str, str]) -> Cell:
    war = (line["player_war"], line["dealer_war"])
    return Cell(
        line["outcome"],
        units(line["net"]),
        rank(line["player"]),
        rank(line["dealer"]),
        *(rank(card) if card else None for card in war),
    )


@pytest.mark.parametrize("name", jurisdictions())
@pytest.mark.parametrize("decision", ["war", "surrender"])
@pytest.mark.parametrize("fresh", [True, False], ids=["fresh", "shoes"])
def test_every_jurisdiction_deals_its_exact_law(name: str, decision: Decision, fresh: bool) -> None:
    rules = load(name)
    planned = plan(rules, 6, ROUNDS, 7, decision=decision, fresh=fresh)
    cells = Counter(map(cell, read_log(planned)))
    assert p_value(cells, law_of(rules, 6, decision)) > 0.001


def paytable(wagers: Sequence[str]) -> str | None:
    return "30/12/5" if any("pairs" in wager for wager in wagers) else None


@pytest.mark.parametrize("name", jurisdictions())
def test_side_wagers_have_their_exact_laws(name: str) -> None:
    rules = load(name)
    sides = [wager.id for wager in rules.wagers if wager.role == "side"]
    result = simulate(rules, 6, ROUNDS, 3, wagers=sides, paytable=paytable(sides))
    for wager in sides:
        table = paytable([wager])
        assert p_value(result.of(wager), wager_law(rules, 6, wager, "war", paytable=table)) > 0.001


SIDE = {
    "tie-pays-for-one": "tie",
    "pair-pays-for-one": "perfect-pairs",
    "rank-pays-for-one": "a-bomb",
}


@pytest.mark.parametrize("name", [*SIDE, "surrender-free", "surrender-nets=-3/5"])
def test_a_mistake_in_what_nobody_plays_is_refused(name: str) -> None:
    with pytest.raises(WaroddsError, match=f"{name} changes nothing that is played here"):
        plan("crown-perth", 6, 1000, mistakes=[name])


@pytest.mark.parametrize("name", [name for name, each in MISTAKES.items() if each.exact])
def test_every_mistake_is_made_as_its_law_says(name: str) -> None:
    rules = load("crown-perth")
    decision: Decision = "surrender" if "surrender" in name else "war"
    wagers = [SIDE[name]] if name in SIDE else []
    planned = plan(
        rules,
        6,
        ROUNDS,
        11,
        decision=decision,
        mistakes=[name],
        boxes=1,
        wagers=wagers,
        paytable=paytable(wagers),
    )
    cells = Counter(map(cell, read_log(planned)))
    assert p_value(cells, law_of(rules, 6, decision, [name])) > 0.0005


SEEN_IN_COUNTS = [
    name
    for name, each in MISTAKES.items()
    # Putting two of 312 cards back moves a count in the fifth place: only cards show it soon.
    if each.exact and each.visible == "counts" and name != "war-from-full-shoe"
]


@pytest.mark.parametrize("name", SEEN_IN_COUNTS)
def test_a_mistake_visible_in_counts_is_far_from_the_law_of_the_game(name: str) -> None:
    rules = load("pennsylvania")
    counts = simulate(rules, 6, 300_000, 1, mistakes=[name]).of()
    events = Counter[str]()
    for (event, _), number in counts.items():
        events[event] += number
    right = law_of(rules, 6, "war").map(lambda cell: cell.event)
    assert p_value(events, right) < 1e-6


@pytest.mark.parametrize(("name", "wager"), SIDE.items())
def test_side_wagers_paid_for_one_keep_their_stake(name: str, wager: str) -> None:
    table = paytable([wager])
    rules = load("crown-perth")
    result = simulate(
        rules, 6, ROUNDS, 5, wagers=[wager], paytable=table, mistakes=[name], fresh=True
    )
    assert p_value(result.of(wager), wager_law(rules, 6, wager, "war", [name], table)) > 0.001
    assert max(net for _, net in result.of(wager)) == (29 if wager == "perfect-pairs" else 9)


@pytest.mark.parametrize(
    "pair", [("with-replacement", "suits-rank"), ("missing-A", "war-repeated")]
)
def test_pairs_of_mistakes_are_made_as_their_law_says(pair: tuple[str, str]) -> None:
    rules = load("pennsylvania")
    for fresh in (True, False):
        cells = Counter(map(cell, read_log(plan(rules, 6, ROUNDS, 2, mistakes=pair, fresh=fresh))))
        assert p_value(cells, law_of(rules, 6, "war", pair)) > 0.001


def test_a_shuffle_of_blocks_hardly_ever_ties() -> None:
    result = simulate("pennsylvania", 6, ROUNDS, 1, mistakes=["block-shuffle"])
    events = Counter({event: number for (event, _), number in result.of().items()})
    ties = ROUNDS - events["higher"] - events["lower"]
    assert ties < 0.06 * ROUNDS


def test_one_deck_and_many_boxes_deal_their_exact_law() -> None:
    rules = load("california")
    planned = plan(rules, 1, ROUNDS // 4, 9, boxes=4, fresh=True, study=True)
    lines = read_log(planned)
    for seat in "1234":
        cells = Counter(cell(line) for line in lines if line["seat"] == seat)
        assert p_value(cells, law_of(rules, 1, "war")) > 0.001


def test_boxes_share_the_dealers_cards_and_one_burn() -> None:
    lines = read_log(plan("pennsylvania", 6, 4000, 1, boxes=5))
    assert len(lines) == 20_000
    rounds: dict[str, list[dict[str, str]]] = {}
    for line in lines:
        rounds.setdefault(line["round"], []).append(line)
    assert list(rounds) == [str(number) for number in range(1, 4001)]
    several = 0
    for seats in rounds.values():
        assert [line["seat"] for line in seats] == ["1", "2", "3", "4", "5"]
        assert len({line["dealer"] for line in seats}) == 1
        wars = [line for line in seats if line["decision"] == "war"]
        assert len({line["dealer_war"] for line in wars}) <= 1
        several += len(wars) > 1
    assert several > 10


def replay(planned: Plan) -> None:
    """Deal again, card by card, from the very shoes that were shuffled, and compare."""
    rules, cut = planned.rules, planned.cut
    assert rules.war is not None
    assert cut is not None
    dealt = deal(planned, np.random.default_rng(4), planned.rounds)
    shoes = np.unique(dealt.shoe).size
    of_number = {int(number): place for place, number in enumerate(dealt.number)}
    first, war = dealt.rounds.first, dealt.rounds.war
    wars = {
        divmod(int(line), planned.boxes): (int(player), int(dealer))
        for line, player, dealer in zip(dealt.rounds.at, war.player, war.dealer, strict=True)
    }
    shuffled_again = np.random.default_rng(4)
    number, shoe = 0, 0
    orders: list[list[int]] = []
    while shoe < shoes - 1:  # the last one may be cut short by the number of rounds
        if shoe == len(orders):
            batch = shuffled(
                planned, shuffled_again, shoes_for(planned, planned.rounds - number), planned.cards
            )
            orders += [[int(card) for card in order] for order in batch]
        order = orders[shoe]
        start = number
        place = {"dealt": 0, "burned": 1}.get(rules.shoe_start.first_card, -1)
        if place < 0:
            rank = order[0] >> 2
            place = 1 + (1 if rank == 12 else min(rank + 2, 10))
        cut_card = planned.cards - cut
        while place < cut_card or (
            place == cut_card and rules.cut_card.as_first_card == "round-played"
        ):
            place += rules.round_start.burn
            players = order[place : place + planned.boxes]
            dealer = order[place + planned.boxes]
            place += planned.boxes + 1
            tied = [box for box, card in enumerate(players) if card >> 2 == dealer >> 2]
            found = of_number[number]
            lines = slice(found * planned.boxes, (found + 1) * planned.boxes)
            assert dealt.shoe[found] == start
            assert first.player[lines].tolist() == players
            assert set(first.dealer[lines].tolist()) == {dealer}
            assert [box for box in range(planned.boxes) if (found, box) in wars] == tied
            if tied:
                place += rules.war.burn_before_player
                last = place + len(tied) + rules.war.burn_before_dealer
                for box in tied:
                    assert wars[found, box] == (order[place], order[last])
                    place += 1
                place = last + 1
            number += 1
        shoe += 1
    assert number > 100


@pytest.mark.parametrize("name", jurisdictions())
@pytest.mark.parametrize("boxes", [1, 3])
def test_shoes_are_dealt_by_the_procedure_card_by_card(name: str, boxes: int) -> None:
    replay(plan(name, 6, 500, boxes=boxes))
    replay(plan(name, 6, 500, boxes=boxes, cut=150))


def test_burns_that_the_rules_leave_open_are_made_or_not() -> None:
    replay(plan("crown-perth", 6, 500, round_burn=True))
    replay(plan("new-zealand", 6, 500, first_card_burn=False, war_burn=False))
    assert plan("crown-perth").rules.round_start.burn == 0
    assert plan("new-zealand", war_burn=False).longest == 4
    with pytest.raises(WaroddsError, match="--no-war-burn: the rules do burn there"):
        plan("pennsylvania", war_burn=False)


@pytest.mark.parametrize("name", jurisdictions())
def test_whole_shoes_have_their_exact_law(name: str) -> None:
    """How many rounds a shoe brings and what it nets, against the law of a whole shoe."""
    planned = plan(name, 6, 400_000)
    dealt = deal(planned, np.random.default_rng(3), planned.rounds)
    (game,) = settle(planned, dealt.rounds)
    nets = np.array([int(net) for _, net in game.results])[game.codes]
    _, shoe, length = np.unique(dealt.shoe, return_inverse=True, return_counts=True)
    exact = whole_shoe(name, 6)
    assert exact.law is not None
    assert p_value(Counter(length.tolist()), exact.rounds) > 0.001
    totals = np.bincount(shoe, weights=nets).astype(int)
    assert p_value(Counter(map(Fraction, totals.tolist())), exact.law) > 0.001


@pytest.mark.parametrize(("first", "rounds"), [("round-played", 26), ("shuffled-at-once", 25)])
def test_a_cut_card_that_is_the_first_of_a_round(tmp_path: Path, first: str, rounds: int) -> None:
    """Two cards a round, no burn, a cut of two: after 25 rounds of a deck the cut card is next."""
    rules = house(
        tmp_path,
        'name = "House"\n[source]\ntitle = "House"\n[decks]\npermitted = [1]\n'
        f'[cut_card]\nas_first_card = "{first}"\n'
        '[[wager]]\nid = "main"\nname = "Main"\nrole = "main"\n'
        '[wager.pays]\nhigher = "1 to 1"\ntie = "push"\nlower = "lose"\n',
    )
    lines = read_log(plan(rules, 1, 26 * 25 * 4, cut=2))
    assert set(Counter(line["shoe"] for line in lines).values()) == {rounds}
    assert {line["outcome"] for line in lines} == {"higher", "tie", "lower"}
    assert {line["decision"] for line in lines} == {""}


def test_discards_complete_a_round_where_the_rules_say_so() -> None:
    rules = load("new-zealand")
    planned = plan(rules, 4, 5_000, 1, boxes=7, cut=1, study=True)
    assert Counter(map(cell, read_log(planned))).total() == 35_000
    events = simulate(rules, 4, 5_000, 1, boxes=7, cut=1, study=True)
    shares = {event: number / 35_000 for (event, _), number in events.of().items()}
    assert abs(shares["higher"] - shares["lower"]) < 0.01
    with pytest.raises(WaroddsError, match="do not say what happens when the shoe runs out"):
        plan("pennsylvania", 6, 10, cut=1, study=True)


@pytest.mark.parametrize("cards", [5, 40])
def test_few_cards_of_a_shoe_are_shuffled_as_all_of_it_is(cards: int) -> None:
    planned = plan("california", 1, study=True, fresh=True)
    drawn = shuffled(planned, np.random.default_rng(1), 40_000, cards)
    assert all(len(set(row)) == cards for row in drawn[:2000].tolist())
    deck = Law(dict.fromkeys(range(52), 1))
    pairs = Law({(a, b): 1 for a in range(52) for b in range(52) if a != b})
    assert p_value(Counter(drawn[:, -1].tolist()), deck) > 0.001
    assert p_value(Counter(zip(*drawn[:, :2].T.tolist(), strict=True)), pairs) > 0.001


@pytest.mark.parametrize(
    "arguments",
    [{"fresh": True, "mistakes": ["dealer-at-least-Q"]}, {"cut": 500_000, "decks": 10_000}],
)
def test_no_plan_shuffles_more_cards_than_memory_holds(arguments: dict[str, Any]) -> None:
    planned = plan("california", **{"decks": 8, "rounds": 30_000, "study": True, **arguments})
    assert shoes_for(planned, 30_000) * planned.cards <= MOST_CARDS
    dealt = deal(planned, np.random.default_rng(1), 30_000)
    assert set(range(30_000)) <= set(dealt.number.tolist())


def test_a_missing_rank_is_not_in_the_shoe() -> None:
    planned = plan("pennsylvania", 6, mistakes=["missing-A"])
    (order,) = shuffled(planned, np.random.default_rng(1), 1, planned.cards)
    left = Counter(int(card) >> 2 for card in order)
    assert left == {rank: n for rank, n in enumerate(Shoe.of(6).by_rank) if RANKS[rank] != "A"}


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_cores(tmp_path: Path) -> None:
    planned = plan("pennsylvania", 6, 3 * runner.CHUNK + 10, 1, wagers=["tie"])
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    save(planned, one, "rounds", workers=1)
    save(planned, two, "rounds", workers=2)
    assert one.read_bytes() == two.read_bytes()
    lines = one.read_bytes().splitlines()
    assert len(lines) == planned.rounds + 1
    assert lines[-1].split(b",")[1] == str(planned.rounds).encode()


def test_another_seed_gives_other_rounds_and_gzip_the_same(tmp_path: Path) -> None:
    one, other = (
        plan("pennsylvania", rounds=1000, seed=1),
        plan("pennsylvania", rounds=1000, seed=2),
    )
    assert b"".join(log(one)) != b"".join(log(other))
    save(one, tmp_path / "log.csv.gz", "rounds")
    assert gzip.decompress((tmp_path / "log.csv.gz").read_bytes()) == b"".join(log(one))


def test_the_three_levels_tell_one_story(tmp_path: Path) -> None:
    planned = plan("crown-perth", 6, 5000, 1, boxes=2, wagers=["tie", "a-bomb"])
    found: dict[str, list[dict[str, str]]] = {}
    for level in ("summary", "counts", "rounds"):
        save(planned, tmp_path / f"{level}.csv", level)
        text = (tmp_path / f"{level}.csv").read_text()
        found[level] = list(csv.DictReader(io.StringIO(text)))
    lines = Counter((line["outcome"], line["net"]) for line in found["rounds"])
    game = [line for line in found["counts"] if line["wager"] == "game"]
    assert {(line["outcome"], line["net"]): int(line["count"]) for line in game} == lines
    for line in found["summary"]:
        column = "net" if line["wager"] == "game" else line["wager"]
        nets = [Fraction(each[column]) for each in found["rounds"]]
        assert int(line["rounds"]) == len(nets) == 10_000
        assert Fraction(line["total"]) == sum(nets)
    result = simulate("crown-perth", 6, 5000, 1, boxes=2, wagers=["tie", "a-bomb"])
    assert result.mean("tie") == Fraction(found["summary"][1]["total"]) / 10_000
    assert "a-bomb" in str(result)
    assert "<table" in result._repr_html_()


def test_parquet_holds_the_log(tmp_path: Path) -> None:
    import duckdb

    planned = plan("pennsylvania", 6, 50_000, 1, mistakes=["win-pays-0.95"])
    save(planned, tmp_path / "log.parquet", "rounds")
    save(planned, tmp_path / "again.parquet", "rounds")
    assert (tmp_path / "log.parquet").read_bytes() == (tmp_path / "again.parquet").read_bytes()
    with duckdb.connect() as connection:
        total, rows = connection.execute(
            "SELECT sum(net), count(*) FROM read_parquet(?)", [str(tmp_path / "log.parquet")]
        ).fetchall()[0]
    expected = simulate("pennsylvania", 6, 50_000, 1, mistakes=["win-pays-0.95"])
    assert (Fraction(total), rows) == (expected.total(), 50_000)


def test_a_log_without_marks_hides_which_seats_belong_together() -> None:
    planned = plan("pennsylvania", 6, 100, mistakes=["unmarked-seats"])
    lines = read_log(planned)
    assert len(lines) == 600
    assert not {"shoe", "round", "seat"} & set(lines[0])


def test_rounds_that_vanish_are_missing_from_every_level(tmp_path: Path) -> None:
    planned = plan("pennsylvania", 6, 5000, mistakes=["wars-vanish"], wagers=["tie"])
    lines = read_log(planned)
    result = simulate("pennsylvania", 6, 5000, mistakes=["wars-vanish"], wagers=["tie"])
    assert len(lines) == result.rounds() == result.rounds("tie") < 5000
    assert {line["tie"] for line in lines} == {"-1"}


def test_a_house_with_thirds_is_written_exactly(tmp_path: Path) -> None:
    pays = {"tie": "10/3", "other": "lose"}
    rules = house(tmp_path, toml(more=side("third", "first", "comparison", pays)))
    lines = read_log(plan(rules, 6, 500, wagers=["third"]))
    assert {line["third"] for line in lines} == {"10/3", "-1"}


def test_a_failed_run_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(warodds.simulate.write, "_write", fails)
    (tmp_path / "old.csv").write_text("old")
    with pytest.raises(WaroddsError, match="No space left"):
        save(plan("pennsylvania", rounds=10), tmp_path / "old.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["old.csv"]
    assert (tmp_path / "old.csv").read_text() == "old"


def test_it_shares_the_rules_and_not_the_enumerator() -> None:
    for path in Path(warodds.simulate.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            for module in modules:
                assert module.split(".")[:2] not in [
                    ["warodds", each] for each in ("deal", "settle", "evaluate", "figures", "law")
                ]
                if module.startswith("warodds.mistakes"):
                    assert module in ("warodds.mistakes.library", "warodds.mistakes.model")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["pensylvania"], "did you mean 'pennsylvania'"),
        (["pennsylvania", "--decks", "5"], "permits 6, 7 or 8 decks, not 5"),
        (["pennsylvania", "--decks", "0", "--study"], "0 decks; expected 1 to"),
        (["pennsylvania", "--rounds", "0"], "0 rounds; expected at least 1"),
        (["pennsylvania", "--rounds", "1.5"], "--rounds '1.5'; expected a whole number"),
        (["pennsylvania", "--rounds", "many"], "--rounds 'many'; expected a whole number"),
        (["pennsylvania", "--rounds", "1e99"], "--rounds '1e99'; expected a whole number"),
        (["pennsylvania", "--seed", "-1"], "-1 seed; expected at least 0"),
        (["pennsylvania", "--boxes", "10"], "permits up to 9 boxes, not 10"),
        (["pennsylvania", "--boxes", "0"], "0 boxes; expected 1 to"),
        (["pennsylvania", "--cut", "20"], "wants at least 1/4 of the stack (78 cards) behind"),
        (["pennsylvania", "--cut", "400"], "a cut 400 cards from the back; expected 0 to 311"),
        (["pennsylvania", "--cut", "311"], "may leave no round before"),
        (["pennsylvania", "--cut", "80", "--fresh"], "expected one or the other"),
        (["pennsylvania", "--mistake", "ace-low"], "did you mean 'aces-low'"),
        (
            ["pennsylvania", "--mistake", "missing-A", "--mistake", "missing-K"],
            "cannot be made together",
        ),
        (["pennsylvania", "--wager", "ties"], "no side wager 'ties'; expected tie or war-tie"),
        (["crown-perth", "--wager", "perfect-pairs"], "has several paytables"),
        (["pennsylvania", "--wager", "tie", "--paytable", "9/9/9"], "paytable '9/9/9'"),
        (["pennsylvania", "-o", "out.xlsx"], "expected a name that ends in .csv"),
        (["pennsylvania", "--rounds", "5", "-o", "no/such/x.csv"], "cannot be written: No such"),
        (["pennsylvania", "--level", "all"], "'all' is not one of"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert captured.err.count("\n") == 1


def test_numpy_missing_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    with pytest.raises(WaroddsError, match=r"pip install 'warodds\[verify\]'"):
        simulate("pennsylvania", rounds=10)


def test_the_command_writes_to_a_file_and_to_standard_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    arguments = ["simulate", "california", "--rounds", "2_000", "--seed", "3", "--workers", "1"]
    assert run([*arguments, "-o", str(tmp_path / "out.csv")]) == 0
    assert run(arguments) == 0
    assert capfdbinary.readouterr().out == (tmp_path / "out.csv").read_bytes()
    assert run(["simulate", "--list-mistakes"]) == 0
    assert capfdbinary.readouterr().out.decode().count("\n") == len(MISTAKES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "decks"),
    [
        (name, decks)
        for name in jurisdictions()
        for decks in load(name).decks.permitted or (6, 7, 8)
    ],
)
def test_a_million_rounds_of_every_game_have_its_exact_law(name: str, decks: int) -> None:
    rules = load(name)
    result = simulate(rules, decks, 1_000_000, decks)
    assert p_value(result.of(), wager_law(rules, decks, "game", "war")) > 0.001


@pytest.mark.slow
@pytest.mark.parametrize("fresh", [True, False], ids=["fresh", "shoes"])
def test_p_values_over_many_seeds_are_those_of_chance(fresh: bool) -> None:
    law = wager_law(load("pennsylvania"), 6, "game", "war")
    values = sorted(
        p_value(simulate("pennsylvania", 6, 20_000, seed, fresh=fresh).of(), law)
        for seed in range(500)
    )
    # Kolmogorov and Smirnov's statistic: 1.95/√n is exceeded once in a thousand times.
    distance = max(
        max(abs(value - place / 500), abs(value - (place + 1) / 500))
        for place, value in enumerate(values)
    )
    assert distance < 1.95 / 500**0.5
