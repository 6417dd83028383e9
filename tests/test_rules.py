"""The loader: everything that can be wrong with a rule file, each fault in one line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.games import house, side, template, toml
from warodds import WaroddsError, jurisdictions, load
from warodds.rules.load import read_odds

TIE = side("tie", "first", "comparison", {"tie": "10 to 1", "other": "lose"})
PAYTABLE = """
[[wager]]
id = "pairs"
on = "pair"
[[wager.paytable]]
name = "a"
decks = [{decks}]
pays = {{ perfect = "25 to 1", other = "lose" }}
"""

FAULTS = {
    "a key that is not known": (
        toml(more="colour = 1"),
        "pays.colour = 1: unknown key; expected war_higher, war_tie, war_lower or war_other",
    ),
    "a table that is not known": (
        toml() + "\n[surender]\n",
        "surender: unknown key; expected",
    ),
    "a missing name": (toml().replace('name = "House"', ""), "name: missing; expected a text"),
    "a name that is no text": (
        toml().replace('name = "House"', "name = 7"),
        "name = 7: expected a text",
    ),
    "no source": (
        toml().replace('[source]\ntitle = "House rules"', ""),
        "source: missing; expected a table",
    ),
    "no deck counts": (
        toml(decks=""),
        "decks.permitted: expected either permitted = [6, 8] or at_least = 6",
    ),
    "deck counts said twice": (
        toml(decks="permitted = [6]\nat_least = 6"),
        "decks.permitted = [6]: expected either permitted = [6, 8] or at_least = 6",
    ),
    "a deck count of zero": (
        toml(decks="permitted = [0, 6]"),
        "decks.permitted = [0, 6]: expected a list of different whole numbers, 1 to 1000000",
    ),
    "a deck count twice": (
        toml(decks="permitted = [6, 6]"),
        "decks.permitted = [6, 6]: expected a list of different whole numbers",
    ),
    "half a deck": (
        toml(decks="at_least = 6.5"),
        "decks.at_least = 13/2: expected a whole number, 1 to 1000000",
    ),
    "a burn that is not a number": (
        toml().replace("burn_before_player = 3", 'burn_before_player = "three"'),
        'war.burn_before_player = "three": expected a whole number, 0 to 100',
    ),
    "a missing event": (
        toml(war={"war_higher": "1 to 1", "war_lower": "lose"}),
        "wager[2].pays: missing war_tie (or 'war_other' for every event not listed)",
    ),
    "missing events of the main wager": (
        toml(main={"higher": "1 to 1", "lower": "lose"}),
        "wager[1].pays: missing war_higher, war_tie and war_lower",
    ),
    "odds that are not odds": (
        toml(more=TIE.replace("10 to 1", "ten to one")),
        "wager[3].pays.tie = \"ten to one\": expected odds such as '10 to 1'",
    ),
    "odds to nothing": (
        toml(more=TIE.replace("10 to 1", "10 to 0")),
        'wager[3].pays.tie = "10 to 0": expected odds',
    ),
    "odds over nothing": (
        toml(more=TIE.replace("10 to 1", "1/0")),
        'wager[3].pays.tie = "1/0": expected odds',
    ),
    "infinite odds": (
        toml(more=TIE.replace('"10 to 1"', "inf")),
        'wager[3].pays.tie = "inf": expected odds',
    ),
    "a loss of more than the stake": (
        toml(more=TIE.replace('other = "lose"', 'other = "lose 2"')),
        'wager[3].pays.other = "lose 2": a wager cannot lose more than its stake',
    ),
    "a surrender that wins": (
        toml().replace("lose 1/2", "1/2"),
        'wager[1].pays.surrender = "1/2": a surrender wins nothing; expected',
    ),
    "an id twice": (
        toml(more=TIE + "\n" + TIE),
        'wager[4].id = "tie": expected an id that no other wager has',
    ),
    "an id that is none": (
        toml(more=TIE.replace('id = "tie"', 'id = "Tie Bet"')),
        'wager[3].id = "Tie Bet": expected lower-case words',
    ),
    "an id that is taken": (
        toml(more=TIE.replace('id = "tie"', 'id = "game"')),
        'wager[3].id = "game": expected lower-case words',
    ),
    "a war without a war wager": (
        toml().replace('role = "war"', 'deal = "war"'),
        "wager: 0 war wagers; a war expects one with role = 'war'",
    ),
    "a war wager without a war": (
        toml().replace("[war]", "[round_start]").replace("burn_before_player", "burn"),
        "wager[2].deal: a wager on the war deal needs a war: expected a [war] table",
    ),
    "two main wagers": (
        toml(more=TIE.replace('deal = "first"', 'role = "main"')),
        "wager: 2 main wagers; expected one with role = 'main'",
    ),
    "a deal that is none": (
        toml(more=TIE.replace('"first"', '"firts"')),
        "wager[3].deal = \"firts\": expected 'first' or 'war'; did you mean 'first'?",
    ),
    "a wager beside one that is not there": (
        toml(more='beside = "ante"'.join(TIE.split('on = "comparison"'))),
        'wager[3].beside = "ante": expected the id of another wager: main, tie or war',
    ),
    "a paytable for a deck count that is not permitted": (
        toml(more=PAYTABLE.format(decks="6, 9")),
        "wager[3].paytable[1].decks = [6, 9]: 9 decks are not permitted; expected 1, 2, 3",
    ),
    "two ways to pay": (
        toml(more=PAYTABLE.format(decks="6") + '[wager.pays]\nother = "lose"'),
        "wager[3].pays: expected either one 'pays' table or several [[wager.paytable]]",
    ),
    "paytables of the main wager": (
        toml().replace("[wager.pays]", '[[wager.paytable]]\nname = "a"\n[wager.paytable.pays]', 1),
        "wager[1].paytable: a main wager has one 'pays' table",
    ),
    "one event in two spellings": (
        toml(more=side("p", "first", "pair", {"suited": "9", "perfect": "9", "other": "lose"})),
        'wager[3].pays.perfect = "9": expected one payout for perfect',
    ),
    "a depth that is none": (
        toml() + '\n[cut_card]\nbehind_at_least = "a quarter"',
        'cut_card.behind_at_least = "a quarter": expected a depth such as',
    ),
    "a flag that is no flag": (
        toml() + '\n[continuous_shuffler]\npermitted = "yes"',
        'continuous_shuffler.permitted = "yes": expected true or false',
    ),
    "no wagers": (
        'name = "x"\nsource.title = "y"\ndecks.at_least = 1',
        "wager: expected one or more [[wager]] tables",
    ),
    "not TOML": ("name = ", "not a TOML file: Invalid value (at end of document)"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_line_with_file_key_value_and_what_was_expected(
    fault: str, tmp_path: Path
) -> None:
    text, expected = FAULTS[fault]
    with pytest.raises(WaroddsError) as refused:
        house(tmp_path, text)
    lines = str(refused.value).splitlines()
    assert all(line.startswith(f"{tmp_path / 'house.toml'}: ") for line in lines)
    assert any(expected in line for line in lines), lines


def test_all_faults_of_a_file_are_reported_together(tmp_path: Path) -> None:
    text = toml(decks="permitted = [0]", more=TIE.replace("10 to 1", "many")) + "\n[warr]\n"
    with pytest.raises(WaroddsError) as refused:
        house(tmp_path, text)
    keys = [line.split(": ")[1].split(" =")[0] for line in str(refused.value).splitlines()]
    assert keys == ["decks.permitted", "wager[3].pays.tie", "warr"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("permitted = [6, 8]", "permitted = 6", "decks.permitted = 6: expected a list"),
        ('\ndeal = "war"', '\ndeal = "wars"', "wager[4].deal"),
        ("[decks]", "[deck]\n[decks]", "deck: unknown key"),
        ("burn_before_player = 3 ", "burn_before_player = 5000", "war.burn_before_player = 5000"),
        ('beside = "main" ', 'beside = "war"', "placed after the first deal"),
        ("1/4 of the stack", "5/4 of the stack", "a share of the stack is at most 1"),
    ],
)
def test_a_fault_is_not_reported_again_by_what_depends_on_it(
    old: str, new: str, expected: str, tmp_path: Path
) -> None:
    with pytest.raises(WaroddsError) as refused:
        house(tmp_path, template().replace(old, new, 1))
    assert str(refused.value).count("\n") == 0
    assert expected in str(refused.value)


def test_a_value_of_the_wrong_kind_never_ends_in_a_traceback(tmp_path: Path) -> None:
    wrong = ["1", "-1", "1.5", "true", '""', '"x"', "[]", "[1]", "{}", "{ a = 1 }", "1979-05-27"]
    keys = ["name", "source", "decks", "boxes", "shoe_start", "round_start", "cut_card", "war"]
    keys += ["wager", "note", "continuous_shuffler", "discards_complete_round"]
    for key in keys:
        for value in wrong:
            if (key, value) not in {("name", '"x"'), ("war", "{}")}:
                with pytest.raises(WaroddsError):
                    house(tmp_path, f"{key} = {value}\n")


@pytest.mark.parametrize(
    ("text", "net"),
    [
        ("10 to 1", "10"),
        ("10:1", "10"),
        ("3 to 2", "3/2"),
        ("1 TO 1", "1"),
        ("10 for 1", "9"),
        ("1/2", "1/2"),
        ("0.95", "19/20"),
        ("push", "0"),
        ("Lose", "-1"),
        ("lose 1/2", "-1/2"),
        ("-1/2", "-1/2"),
        ("−1", "-1"),
        (10, "10"),
    ],
)
def test_odds_as_people_write_them(text: object, net: str) -> None:
    assert read_odds(text) == Fraction(net)


@pytest.mark.parametrize(
    "text", ["", "ten", "10 to", "to 1", "1e3", "nan", True, None, "lose 10 to 1"]
)
def test_what_is_not_odds(text: object) -> None:
    assert read_odds(text) is None


def test_the_template_loads_and_says_what_it_means(tmp_path: Path) -> None:
    rules = house(tmp_path, template())
    assert [wager.id for wager in rules.wagers][:3] == ["main", "war", "tie"]
    assert rules.cut_card.behind_at_least is not None
    assert rules.cut_card.behind_at_least.cards(8) == 104


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(WaroddsError, match="expected text in UTF-8"):
        load(binary)
    with pytest.raises(WaroddsError, match="expected a rule file"):
        load(tmp_path)
    with pytest.raises(WaroddsError, match="did you mean 'new-zealand'"):
        load("newzealand")
    with pytest.raises(WaroddsError, match="neither a rule file nor a jurisdiction"):
        load("a" * 5000)
    for content, expected in (
        (b"", "empty; expected a rule file"),
        (b"a=" + b"[" * 5000, "nested too deep"),
        (b"#" * 2_000_000, "over 1048576 bytes"),
    ):
        binary.write_bytes(content)
        with pytest.raises(WaroddsError, match=expected):
            load(binary)
    clash = tmp_path / "pennsylvania.toml"
    clash.write_text(toml(), encoding="utf-8")
    with pytest.raises(WaroddsError, match="expected a file of another name"):
        load(clash)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "marked.toml"
    path.write_text(toml(), encoding="utf-8-sig")
    assert load(path).name == "House"


def test_what_the_texts_say_beyond_payouts() -> None:
    rules = {name: load(name) for name in jurisdictions()}
    pa, nz = rules["pennsylvania"], rules["new-zealand"]
    perth, ca = rules["crown-perth"], rules["california"]
    assert [each.boxes.most for each in (pa, nz, perth, ca)] == [9, 7, 7, 7]
    assert [each.cut_card.as_first_card for each in (pa, nz, perth, ca)] == [
        "round-played",
        "shuffled-at-once",
        "shuffled-at-once",
        "round-played",
    ]
    assert perth.shoe_start.first_card == "burned-with-value"
    assert (perth.round_start.burn, perth.round_start.optional) == (1, True)
    assert str(pa.cut_card.behind_at_least) == "1/4 of the stack"
    assert str(nz.cut_card.behind_at_most) == "1/2 of the stack"
    assert str(perth.cut_card.behind_at_least) == "1 deck"
    for each in rules.values():
        assert each.war is not None
        assert (each.war.burn_before_player, each.war.burn_before_dealer) == (3, 0)
    assert nz.war is not None
    assert nz.war.optional
