"""What the tables of a document must say, worked out anew from the library, as rationals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from statistics import NormalDist

from tests.judging_beyond import judge_beyond
from tests.reading import Seen
from warodds import Odds, WagerOdds, odds
from warodds.figures import Figures
from warodds.law import falling
from warodds.rules import Rules

Rows = tuple[tuple[str, ...], ...]
Following = Callable[[str], Rows]
"""The rows of the next table, whose caption must start like that."""

Z = {"95": Fraction("1.959963984540"), "99": Fraction("2.575829303549")}
ROUNDS = tuple(10**power for power in range(4, 10))


def near(text: str, value: Fraction) -> None:
    """A decimal, maybe in per cent, is the value rounded to its digits."""
    number, scale = (text[:-2], 100) if text.endswith(" %") else (text, 1)
    half = Fraction(1, 2 * 10 ** len(number.partition(".")[2]))
    assert abs(Fraction(number) - scale * value) <= half, (text, value)


def near_root(text: str, square: Fraction, centre: Fraction = Fraction()) -> None:
    """A decimal is centre ± √square, rounded to its digits."""
    half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
    distance = abs(Fraction(text) - centre)
    assert max(distance - half, Fraction()) ** 2 <= square <= (distance + half) ** 2, text


def exactly(text: str, value: Fraction | int | None) -> None:
    assert value is not None
    assert Fraction(text) == value, (text, value)


def named(wager: WagerOdds) -> str:
    return wager.wager.name + (f", {wager.paytable}" if wager.paytable else "")


def judge(rules: Rules, decks: Iterable[int], tables: list[Seen]) -> int:
    """Compare every table after the rules with the library; return how many rows were judged."""
    results = [odds(rules, count) for count in decks]
    queue = list(tables)
    judged = 0

    def following(caption: str) -> Rows:
        nonlocal judged
        table = queue.pop(0)
        assert table.caption.startswith(caption), (table.caption, caption)
        judged += len(table.rows)
        return table.rows

    judge_payouts(rules, following)
    for row, result in zip(following("Ordered deals"), results, strict=True):
        assert row[:3] == (str(result.decks), str(52 * result.decks), "7")
        exactly(row[3], falling(52 * result.decks, 7))
    judge_burn(following("The burn walked"), results)
    for _, _, found, other, _ in following("Figures found twice"):
        assert Fraction(found) == Fraction(other)
    for result in results:
        judge_outcomes(following("The game"), result.game)
        for wager in result.wagers:
            judge_outcomes(following(f"{named(wager)} ({wager.id})"), wager)
    for result in results:
        judge_figures(result, following)
    judge_strategy(following("War against surrender"), results)
    for result in results:
        judge_tolerance(result, following)
    judge_comparison(following("House advantage by deck"), results)
    judged += sum(len(table.rows) for table in queue)
    judge_closed_forms(results, queue[:5])
    judge_beyond(rules, queue[5:])
    return judged


def judge_payouts(rules: Rules, following: Following) -> None:
    following("Procedure")
    following("Wagers")
    rows = following("Payouts")
    payouts = [
        (wager, payout)
        for wager in rules.wagers
        for table in wager.paytables
        for payout in table.payouts
    ]
    for row, (wager, payout) in zip(rows, payouts, strict=True):
        pays, clause = row[-2:]
        assert (row[0], row[-3], clause) == (wager.id, payout.event, payout.clause)
        assert net_of(pays) == payout.net


def net_of(pays: str) -> Fraction:
    """Read "10 to 1", "push", "loses" and "loses 1/2"."""
    if " to " in pays:
        won, staked = pays.split(" to ")
        return Fraction(int(won), int(staked))
    if pays == "push":
        return Fraction(0)
    return -Fraction(pays.removeprefix("loses").strip() or 1)


def judge_burn(rows: Rows, results: list[Odds]) -> None:
    expected = []
    for result in results:
        assert result.rules.war is not None
        bare = result.rules.war._replace(burn_before_player=0, burn_before_dealer=0)
        unburned = odds(replace(result.rules, war=bare), result.decks)
        expected += [
            (result.decks, one.event, one.ways, other.ways, falling(result.cards - 4, 3), one.ways)
            for one, other in zip(result.game.outcomes, unburned.game.outcomes, strict=True)
        ]
    assert list(rows) == [tuple(map(str, row)) for row in expected]


def judge_outcomes(rows: Rows, part: Figures) -> None:
    *events, total = rows
    for row, outcome in zip(events, part.outcomes, strict=True):
        event, pays, ways, share, share_decimal, net, gives, gives_decimal, clause = row
        assert (event, clause) == (outcome.event, outcome.clause)
        assert net_of(pays) == outcome.net
        exactly(ways, outcome.ways)
        exactly(share, outcome.probability)
        near(share_decimal, outcome.probability)
        exactly(net, outcome.net)
        exactly(gives, outcome.probability * outcome.net)
        near(gives_decimal, outcome.probability * outcome.net)
    assert int(total[2]) == sum(int(row[2]) for row in events)
    assert Fraction(total[3]) == 1 == sum(Fraction(row[3]) for row in events)
    assert Fraction(total[6]) == part.ev == sum(Fraction(row[6]) for row in events)
    near(total[4], Fraction(1))
    near(total[7], part.ev)


def judge_figures(result: Odds, following: Following) -> None:
    judge_game(following("The game"), result)
    wins = [(wager, o) for wager in result.wagers for o in wager.outcomes if o.net > 0]
    for row, (wager, outcome) in zip(following("True odds"), wins, strict=True):
        assert row[:2] == (named(wager), outcome.event)
        assert net_of(row[2]) == outcome.net
        exactly(row[3], 1 / outcome.probability - 1)
        near(row[4], 1 / outcome.probability - 1)
    for row, wager in zip(following("House advantage, return"), result.wagers, strict=True):
        assert row[0] == named(wager)
        for place, value in ((1, -wager.ev), (3, 1 + wager.ev), (5, wager.hit)):
            exactly(row[place], value)
            near(row[place + 1], value)
        near(row[7], 1 / wager.hit)
    for row, wager in zip(following("Variance"), result.wagers, strict=True):
        assert row[0] == named(wager)
        variance = sum(o.probability * (o.net - wager.ev) ** 2 for o in wager.outcomes)
        exactly(row[1], variance)
        near(row[2], Fraction(variance))
        judge_roots(row[3:], Fraction(variance))
    split = [(wager, part) for wager in result.wagers for part in wager.split]
    if split:
        for row, (wager, part) in zip(following("Wagers on the pair"), split, strict=True):
            assert row[:2] == (named(wager), part.first)
            for place, value in ((2, part.probability), (3, -part.ev), (5, part.variance)):
                exactly(row[place], value)
            near(row[4], -part.ev)
            near_root(row[6], part.variance)


def judge_roots(texts: tuple[str, ...], variance: Fraction) -> None:
    """Standard deviation and the volatility indices at 90 % and 95 %."""
    for text, z in zip(texts, ("1", "1.645", "1.96"), strict=True):
        near_root(text, Fraction(z) ** 2 * variance)


def judge_game(rows: Rows, result: Odds) -> None:
    game = result.game
    tied = sum(o.probability for o in game.outcomes if o.event.startswith("war_"))
    staked = 1 + tied
    expected = (
        game.ev,
        -game.ev,
        1 + game.ev,
        staked,
        -game.ev / staked,
        1 + game.ev / staked,
        game.hit,
        1 / game.hit,
        1 / game.hit - 1,
        game.variance,
    )
    for (_, exact, decimal), value in zip(rows[:10], expected, strict=True):
        exactly(exact, Fraction(value))
        near(decimal, Fraction(value))
    judge_roots(tuple(row[2] for row in rows[10:]), game.variance)
    for row in rows[10:]:
        found = re.fullmatch(r"(?:(1\.645|1\.96)·)?√\((.*)\)", row[1])
        assert found
        exactly(found[2], game.variance)


def judge_strategy(rows: Rows, results: list[Odds]) -> None:
    for row, result in zip(rows, results, strict=True):
        war = odds(result.rules, result.decks, decision="war").game.ev
        surrender = odds(result.rules, result.decks, decision="surrender").game.ev
        ranks = Fraction(4 * result.decks - 1, 52 * result.decks - 1)
        values = (war, surrender, war - surrender, (war - surrender) / ranks)
        assert row[0] == str(result.decks)
        for place, value in enumerate(values):
            exactly(row[1 + 2 * place], value)
            near(row[2 + 2 * place], value)


def judge_tolerance(result: Odds, following: Following) -> None:
    game = result.game
    mean = game.ev / game.average_staked
    ratio = sum(
        o.probability * (o.net - mean * (2 if o.event.startswith("war_") else 1)) ** 2
        for o in game.outcomes
    )
    expected = [
        (1 + game.ev, game.variance),
        (1 + mean, Fraction(ratio) / game.average_staked**2),
        *((1 + wager.ev, wager.variance) for wager in result.wagers),
    ]
    for row, (rtp, variance) in zip(following("Exact returns"), expected, strict=True):
        exactly(row[1], rtp)
        exactly(row[2], variance)
        near_root(row[3], variance)
    for level, z in Z.items():
        assert abs(NormalDist().inv_cdf(0.5 + int(level) / 200) - float(z)) < 1e-9
        rows = following("Observed return in per cent, " + level)
        for row, (rtp, variance) in zip(rows, expected, strict=True):
            for text, rounds in zip(row[1:], ROUNDS, strict=True):
                low, high = text.split(" to ")
                square = 10**4 * z**2 * variance / rounds
                assert Fraction(low) <= 100 * rtp <= Fraction(high)
                near_root(low, square, 100 * rtp)
                near_root(high, square, 100 * rtp)


def judge_comparison(rows: Rows, results: list[Odds]) -> None:
    for row, figure in zip(rows, ("house_edge", "element_of_risk"), strict=False):
        for text, result in zip(row[1:], results, strict=True):
            near(text, getattr(result.game, figure))
    surrender = Fraction(-1, 2)
    for text, result in zip(rows[2][1:], results, strict=True):
        near(text, -surrender * Fraction(4 * result.decks - 1, 52 * result.decks - 1))
    by_label: dict[str, dict[int, Fraction]] = {}
    for result in results:
        for wager in result.wagers:
            label = wager.wager.name + (f" {wager.paytable}" if wager.paytable else "")
            by_label.setdefault(label, {})[result.decks] = wager.house_edge
    assert [row[0] for row in rows[3:]] == list(by_label)
    for row in rows[3:]:
        for text, result in zip(row[1:], results, strict=True):
            if result.decks in by_label[row[0]]:
                near(text, by_label[row[0]][result.decks])
            else:
                assert text == "–"


def judge_closed_forms(results: list[Odds], tables: list[Seen]) -> None:
    """Put each deck count into the closed forms; `formula` has its own tests for the rest."""
    evs, _, variances, _, identities = tables
    assert evs.caption.startswith("EV per unit staked")
    assert variances.caption.startswith("Variance per unit staked")
    assert all(row[-1].startswith("holds") for row in identities.rows if row[-1])
    named_forms = {row[0]: row[1] for row in identities.rows}
    for result in results:
        tie = Fraction(4 * result.decks - 1, 52 * result.decks - 1)
        assert at(named_forms["P(first deal ties)"], result.decks) == tie
        assert at(named_forms["EV(always war)"], result.decks) == result.game.ev
        assert at(named_forms["EV(always surrender)"], result.decks) == -tie / 2
    for table in (evs, variances):
        for row in table.rows:
            cells = dict(zip(table.headings[:-2], row, strict=False))
            for result in results:
                judge_form(cells, "ev" if table is evs else "variance", result)


def judge_form(cells: dict[str, str], figure: str, result: Odds) -> None:
    figure = {"average staked": "average_staked", "element of risk": "element_of_risk"}.get(
        cells.get("figure", ""), figure
    )
    table = cells.get("paytable") or None
    own = [w for w in result.wagers if (w.id, w.paytable) == (cells["wager"], table)]
    part = result.game if cells["wager"] == "game" else own[0] if own else None
    if part is not None:  # a paytable may not be for this deck count
        assert at(cells["closed form"], result.decks) == getattr(part, figure)


def at(form: str, decks: int) -> Fraction:
    """The value of a closed form, typed or in LaTeX, at a deck count.

    >>> at("-2*(4*d + 5)/(52*d - 1)", 6) == at(r"- \\frac{2 \\left(4 d + 5\\right)}{52 d - 1}", 6)
    True
    """
    text = form.replace(r"\left(", "(").replace(r"\right)", ")")
    text = re.sub(r"\^\{(\d+)\}", r"**\1", text)
    text = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)
    text = re.sub(r"(?<=[\d)d])\s+(?=[\d(d])", "*", text)
    assert re.fullmatch(r"[-+*/()d\d\s]+", text), form
    exact = re.sub(r"\d+", r"Fraction(\g<0>)", text)
    value = eval(exact, {"Fraction": Fraction, "d": Fraction(decks)})
    return Fraction(value)
