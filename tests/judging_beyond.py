"""What the whole-shoe, counting and box tables of a document must say, from the library anew."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from tests.reading import Seen
from warodds import odds
from warodds.boxes import boxes
from warodds.counting import counts
from warodds.rules import Rules
from warodds.rules.cut import cut_cards, last_start
from warodds.wholeshoe import spread, whole_shoe

# Every format of a document is judged by the same figures.
counted, dealt, seated = cache(counts), cache(whole_shoe), cache(boxes)

DECKS = 6
"""The deck count at which a document has these analyses."""


def close(text: str, value: Fraction) -> None:
    """A decimal, maybe with a power of ten or in per cent, is the value rounded to its digits."""
    text = text.removeprefix("≤ ")
    number, scale = (text[:-2], 100) if text.endswith(" %") else (text, 1)
    digits, _, power = number.partition("e")
    step = Fraction(10) ** (int(power or 0) - len(digits.partition(".")[2]))
    assert abs(Fraction(number) - scale * value) <= step / 2, (text, float(value))


def judge_beyond(rules: Rules, tables: list[Seen]) -> None:
    """Judge what follows the closed forms; nothing may be left over."""
    captions = [table.caption for table in tables]
    shoe_end = captions.index("Every wager over a whole shoe") + 1
    boxes_start = next(i for i, text in enumerate(captions) if text.startswith("Result per round"))
    judge_shoe(rules, tables[:shoe_end])
    judge_counting(rules, tables[shoe_end:boxes_start])
    judge_boxes(rules, tables[boxes_start:])


def judge_shoe(rules: Rules, tables: list[Seen]) -> None:
    shoe = dealt(rules, DECKS)
    _, numbers, result, _, chances, wagers = tables
    for row, law in zip(numbers.rows, (shoe.rounds, shoe.ties, shoe.second_ties), strict=False):
        mean, variance = spread(law)
        close(row[1], mean)
        assert abs(Fraction(row[2]) ** 2 - variance) < Fraction(1, 10**6)
    by_label = {row[0]: row[-1] for row in result.rows}
    close(by_label["mean result of a shoe"], shoe.cluster.result)
    close(by_label["EV per round, as a simulator measures it"], shoe.cluster.ev)
    close(by_label["difference, the cut-card effect"], shoe.cluster.ev - shoe.fresh.game.ev)
    total = sum((Fraction(row[1][:-2]) for row in chances.rows), Fraction())
    assert abs(total - 100) < Fraction(1, 10**4)
    every = odds(rules, DECKS).wagers
    assert len(wagers.rows) == len(every) + 1
    for row, wager in zip(wagers.rows[1:], every, strict=True):
        found = dealt(rules, DECKS, wager=wager.id, paytable=wager.paytable).cluster
        close(row[2], found.result)
        close(row[4], found.ev)
        close(row[5], wager.ev)
        close(row[7], found.design_effect)


def judge_counting(rules: Rules, tables: list[Seen]) -> None:
    left = last_start(rules.cut_card, cut_cards(rules, DECKS, None))
    found = counted(rules, DECKS, left=left).results
    assert len(tables[0].rows) == len(found)
    for row, each in zip(tables[0].rows, found, strict=True):
        assert (row[0], row[1]) == (each.wager.id, each.paytable or "")
        close(row[2], each.ev)
        close(row[3], each.gain.favourable)
        close(row[5], 100 * each.gain.gain_per_round)
    for table in tables[1:]:
        if table.caption.endswith("by depth"):
            assert table.rows[-1][0] == str(left)


def judge_boxes(rules: Rules, tables: list[Seen]) -> None:
    figures, bank, law = tables
    found = seated(rules, DECKS, rules.boxes.most or 2)
    by_label = {row[0]: row[1] for row in figures.rows}
    assert Fraction(by_label["covariance of two boxes"]) == found.covariance
    assert Fraction(by_label["correlation of two boxes"]) == found.correlation
    assert len(bank.rows) == 3
    assert len(law.rows) == len(found.law)
    for row in law.rows:
        assert Fraction(row[0]) == -Fraction(row[1])
        close(row[2], found.law.probability(Fraction(row[0])))
