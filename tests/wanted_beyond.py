"""The tables of a whole shoe, of counting and of several boxes, from the library anew."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from tests.cells import Between, Cell, Exact, Numbers, Root, RootOf, Rounded, Short, Words
from tests.wanted_table import Row, Wanted
from warodds import odds
from warodds.boxes import BoxesOdds, boxes
from warodds.counting import Count, Counts, Gain, counts, gains_by_depth
from warodds.law import Law
from warodds.rules import Rules
from warodds.rules.cut import cut_cards, last_start
from warodds.wholeshoe import WholeShoe, histogram, whole_shoe

# Every format of a document is judged by the same figures.
counted, by_depth, dealt, seated = (
    cache(counts),
    cache(gains_by_depth),
    cache(whole_shoe),
    cache(boxes),
)


LONG = 6
"""The deck count that is shown at length."""


def beyond_tables(rules: Rules, decks: tuple[int, ...]) -> Iterator[Wanted]:
    yield shoes_table([dealt(rules, count) for count in decks])
    yield from shoe_tables(rules, LONG)
    for count in decks:
        yield counter_table(rules, count)
    yield from counting_tables(rules, LONG)
    yield many_boxes_table([table_of(rules, count) for count in decks])
    yield from boxes_tables(table_of(rules, LONG))


def moments(law: Law[Fraction]) -> tuple[Fraction, Fraction]:
    """Mean and variance, from the ways alone."""
    total = law.total
    mean = Fraction(sum(value * ways for value, ways in law)) / total
    return mean, Fraction(sum(value**2 * ways for value, ways in law)) / total - mean**2


def least_with(law: Law[Fraction], share: Fraction) -> Fraction:
    """The least value with at least that chance of not being exceeded."""
    reached = 0
    for value in sorted(law.ways):
        reached += law.ways[value]
        if reached >= share * law.total:
            return value
    raise AssertionError("ways add up to the total")


def standing(law: Law[Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """Chances of being ahead, even and behind."""
    signs = [(value > 0) - (value < 0) for value, _ in law]
    ways = [ways for _, ways in law]
    return tuple(  # type: ignore[return-value]
        Fraction(sum(w for s, w in zip(signs, ways, strict=True) if s == sign), law.total)
        for sign in (1, 0, -1)
    )


def shoes_table(shoes: list[WholeShoe]) -> Wanted:
    rows: list[Row] = []
    for shoe in shoes:
        assert shoe.law is not None
        mean, variance = moments(shoe.law)
        rounds, _ = moments(shoe.rounds.map(Fraction))
        fresh = odds(shoe.rules, shoe.fresh.decks).game.ev
        cluster = shoe.cluster
        rows.append(
            (
                Exact(shoe.fresh.decks),
                Exact(cut_cards(shoe.rules, shoe.fresh.decks, None)),
                Rounded(rounds),
                Rounded(mean),
                Root(variance),
                Rounded(standing(shoe.law)[0]),
                Rounded(mean / rounds),
                Rounded(fresh),
                Rounded(mean / rounds - fresh),
                Rounded(cluster.clustered_variance / cluster.naive_variance),
            )
        )
    return Wanted("The game over a whole shoe, by deck count", rows)


def shoe_tables(rules: Rules, decks: int) -> Iterator[Wanted]:
    shoe = dealt(rules, decks)
    yield Wanted("How the shoe is dealt", [*dealt_rows(shoe)])
    assert shoe.law is not None
    shares = (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20))
    rows: list[Row] = []
    for name, law in (
        ("rounds", shoe.rounds.map(Fraction)),
        ("wars (first ties)", shoe.ties.map(Fraction)),
        ("second ties", shoe.second_ties.map(Fraction)),
        ("result", shoe.law),
    ):
        mean, variance = moments(law)
        places = (min(law.ways), *(least_with(law, share) for share in shares), max(law.ways))
        rows.append((Words(name), Rounded(mean), Root(variance), *map(Exact, places)))
    quantiles = (None, Words("5 %"), None, Words("95 %"), None)
    yield Wanted("What one shoe brings", rows, (None, None, None, *quantiles))
    yield from result_tables(shoe)
    yield wagers_table(rules, decks)


def dealt_rows(shoe: WholeShoe) -> Iterator[Row]:
    rules, cut = shoe.rules, cut_cards(shoe.rules, shoe.fresh.decks, None)
    limit = rules.cut_card.behind_at_least or rules.cut_card.behind_at_most
    stated = limit.amount if limit else Fraction(1, 4)
    numbers = Numbers((cut, shoe.fresh.cards - cut, stated))
    yield Words("cut card"), numbers, Words(rules.cut_card.clause)
    yield Words("cut card as first card of a round"), None, Words(rules.cut_card.clause)
    yield Words("first card of a shoe"), None, Words(rules.shoe_start.clause)
    if rules.round_start.burn:  # left to the operator, who is taken not to burn
        burned = 0 if rules.round_start.optional else rules.round_start.burn
        numbers = Numbers((burned,) if burned else ())
        yield Words("burned before a round"), numbers, Words(rules.round_start.clause)
    assert rules.war is not None
    burned = rules.war.burn_before_player + rules.war.burn_before_dealer
    yield Words("burned in a war"), Numbers((burned,)), Words(rules.war.clause)


def result_tables(shoe: WholeShoe) -> Iterator[Wanted]:
    law, cluster = shoe.law, shoe.cluster
    assert law is not None
    mean, variance = moments(law)
    rounds, _ = moments(shoe.rounds.map(Fraction))
    fresh = odds(shoe.rules, shoe.fresh.decks).game.ev
    ev = mean / rounds
    ahead, even, behind = standing(law)
    rows: list[Row] = [
        (Words(label), Short(value), Rounded(value))
        for label, value in (
            ("mean result of a shoe", mean),
            ("variance of the result", variance),
            ("EV per round, as a simulator measures it", ev),
            ("EV per round, a full shoe every round", fresh),
            ("difference, the cut-card effect", ev - fresh),
            ("chance of being ahead after a shoe", ahead),
            ("chance of being even after a shoe", even),
            ("chance of being behind after a shoe", behind),
        )
    ]
    yield Wanted("Result: the game", rows)
    clustered, naive = cluster.clustered_variance, cluster.naive_variance
    rows = [
        (Words(label), Short(value), Rounded(value), Root(value / 10**6))
        for label, value in (
            ("rounds that share shoes (clustered)", clustered),
            ("rounds taken as independent (naive)", naive),
        )
    ]
    ratio = clustered / naive
    rows.append((Words("clustered over naive"), Short(ratio), Rounded(ratio), Words("")))
    headings = (None, None, None, Words("error after 1,000,000 rounds"))
    yield Wanted("Standard error of the EV that a simulator measures", rows, headings)
    rows = []
    for each in histogram(law):
        ways = sum(ways for value, ways in law if each.low <= value <= each.high)
        one = each.low == each.high
        bins: Cell = Exact(each.low) if one else Between(Exact(each.low), Exact(each.high))
        rows.append((bins, Rounded(Fraction(ways, law.total))))
    yield Wanted("Result of a shoe, in units", rows)


def wagers_table(rules: Rules, decks: int) -> Wanted:
    result = odds(rules, decks)
    every = [("the game", result.game.ev, dealt(rules, decks))]
    for wager in result.wagers:
        name = wager.wager.name + (f", {wager.paytable}" if wager.paytable else "")
        shoe = dealt(rules, decks, wager=wager.id, paytable=wager.paytable)
        every.append((name, wager.ev, shoe))
    rows: list[Row] = []
    for name, fresh, shoe in every:
        cluster = shoe.cluster
        ev = cluster.result / cluster.placed
        rows.append(
            (
                Words(name),
                Rounded(cluster.placed),
                Rounded(cluster.result),
                Root(cluster.result_variance),
                Rounded(ev),
                Rounded(fresh),
                Rounded(ev - fresh),
                Rounded(cluster.clustered_variance / cluster.naive_variance),
            )
        )
    return Wanted("Every wager over a whole shoe", rows)


def summary(rules: Rules, decks: int) -> Counts:
    return counted(rules, decks, left=last_start(rules.cut_card, cut_cards(rules, decks, None)))


def gain_cells(gain: Gain) -> tuple[Cell, ...]:
    """Favourable, average edge then, units per 100 rounds."""
    edge: Cell = Words("-") if gain.average_edge is None else Rounded(gain.average_edge)
    return Rounded(gain.favourable), edge, Rounded(100 * gain.gain_per_round)


def called(each: Count) -> str:
    return each.wager.name + (f" {each.paytable}" if each.paytable else "")


def depths(rules: Rules, decks: int) -> tuple[int, ...]:
    """Cards left from half a shoe, or a full one, to the cut card in six steps."""
    last = last_start(rules.cut_card, cut_cards(rules, decks, None))
    start = 26 * decks if last < 26 * decks else 52 * decks
    return tuple(start - round(Fraction((start - last) * step, 6)) for step in range(7))


def counter_table(rules: Rules, decks: int) -> Wanted:
    result = odds(rules, decks)
    rows: list[Row] = []
    for each in summary(rules, decks).results:
        ev = result.game.ev
        if each.wager.role != "main":
            ev = result.wager(each.wager.id, each.paytable).ev
        worth = Words("yes" if 100 * each.gain.gain_per_round >= 1 else "no")
        name = Words(each.wager.id), Words(each.paytable or "")
        rows.append((*name, Rounded(ev), *gain_cells(each.gain), worth))
    left = depths(rules, decks)[-1]
    caption = f"A perfect counter, {left} of {52 * decks} cards left when the round starts"
    headings = (*[None] * 5, Words("units per 100 rounds"), None)
    return Wanted(caption, rows, headings)


def counting_tables(rules: Rules, decks: int) -> Iterator[Wanted]:
    shown = set()
    for each in summary(rules, decks).results:
        if each.wager.role == "main" or each.wager.deal == "war":
            continue
        if each.wager.id not in shown:
            shown.add(each.wager.id)
            yield Wanted(
                f"Effect of removing one card on the EV: {called(each)}",
                [
                    (
                        Words(cards_of(each, effect.cards)),
                        Exact(effect.change),
                        Rounded(effect.change),
                    )
                    for effect in each.effects
                ],
            )
        gains = by_depth(rules, decks, each.wager.id, depths(rules, decks), paytable=each.paytable)
        rows: list[Row] = [(Exact(gain.left), *gain_cells(gain)) for gain in gains]
        headings = (None, None, None, Words("units per 100 rounds"))
        yield Wanted(f"{called(each)} by depth", rows, headings)


def cards_of(each: Count, cards: tuple[object, ...]) -> str:
    every = 52 if each.wager.on == "pair" else 13
    return "any card" if len(cards) == every else " ".join(map(str, cards))


def table_of(rules: Rules, decks: int) -> BoxesOdds:
    number = rules.boxes.most or 2
    return seated(rules, decks, number, bank=number)


def two_boxes(table: BoxesOdds) -> tuple[Fraction, Fraction]:
    """Covariance and correlation of two boxes, from the variances of one and of all."""
    one, number = odds(table.rules, table.decks).game.variance, table.boxes
    covariance = (moments(table.law)[1] - number * one) / (number * (number - 1))
    return covariance, covariance / one


def many_boxes_table(tables: list[BoxesOdds]) -> Wanted:
    rows: list[Row] = []
    for table in tables:
        mean, variance = moments(table.law)
        covariance, correlation = two_boxes(table)
        both = Exact(covariance), Exact(correlation), Rounded(correlation)
        risks = map(Rounded, chances(table))
        rows.append((Exact(table.decks), Exact(mean), Root(variance), *both, *risks))
    number = tables[0].boxes
    return Wanted(f"{number} boxes and a bank of {number} units, by deck count", rows)


def boxes_tables(table: BoxesOdds) -> Iterator[Wanted]:
    number, law, rules = table.boxes, table.law, table.rules
    one = odds(rules, table.decks).game
    mean, variance = moments(law)
    assert mean == number * one.ev
    covariance, correlation = two_boxes(table)
    many = f"{number} boxes"
    rows: list[Row] = [
        (Words("mean, one box"), Exact(one.ev), Rounded(one.ev)),
        (Words("standard deviation, one box"), RootOf(one.variance), Root(one.variance)),
        (Words(f"mean, {many}"), Exact(mean), Rounded(mean)),
        (Words("mean, the bank"), Exact(-mean), Rounded(-mean)),
        (Words(f"standard deviation, {many} and the bank"), RootOf(variance), Root(variance)),
        (
            Words("the same if boxes were independent"),
            RootOf(number * one.variance),
            Root(number * one.variance),
        ),
        (Words("covariance of two boxes"), Exact(covariance), Rounded(covariance)),
    ]
    rows.append((Words("correlation of two boxes"), Exact(correlation), Rounded(correlation)))
    yield Wanted(f"Result per round: 1 on {rules.main_wager.name}", rows)
    taken, short = chances(table)
    rows = [
        (Words(f"exhausted: the boxes win {number} units or more"), Rounded(taken)),
        (Words(f"too small: the boxes win more than {number} units"), Rounded(short)),
        (Words("the most that the boxes can win"), Exact(max(law.ways))),
    ]
    yield Wanted(f"A bank of {number} units", rows)
    rows = [
        (
            Exact(net),
            Exact(-net),
            Rounded(Fraction(ways, law.total)),
            Rounded(Fraction(sum(more for value, more in law if value >= net), law.total)),
        )
        for net, ways in law
    ]
    yield Wanted("Law of the total result", rows)


def chances(table: BoxesOdds) -> tuple[Fraction, Fraction]:
    """That the boxes win as much as the bank has, and more."""
    law, bank = table.law, table.boxes
    reached = sum(ways for net, ways in law if net >= bank)
    beyond = sum(ways for net, ways in law if net > bank)
    return Fraction(reached, law.total), Fraction(beyond, law.total)
