"""`warodds boxes`: several boxes in one round, and what the bank faces."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from warodds.boxes import BoxesOdds, Stake
from warodds.law import Law
from warodds.precision import decimal, root
from warodds.show.odds import DECISIONS
from warodds.show.small import bar, share, units
from warodds.show.table import Presentation, Table
from warodds.show.words import count, exact

LONGEST_LAW = 60
"""A law with more results than this is shown as quantiles unless it is asked for whole."""

QUANTILES = tuple(Fraction(part, 1000) for part in (1, 10, 50, 250, 500, 750, 950, 990, 999))


def present_boxes(result: BoxesOdds, digits: int, whole: bool = False) -> Presentation:
    """Return several boxes in one round, ready to be shown; `whole` is for a long law too."""
    tables = [boxes_table(result, digits)]
    if result.bank is not None:
        tables.append(bank_table(result, digits))
    if len(result.stakes) > 1:
        tables.append(joint_table(result, digits))
    long = len(result.law) > LONGEST_LAW and not whole
    tables.append(quantile_table(result) if long else law_table(result, digits))
    return Presentation(
        f"{result.rules.name}, {count(result.decks, 'deck')} ({count(result.cards, 'card')}): "
        f"{_boxes(result.boxes)} in one round",
        tuple(_heading(result)),
        tuple(tables),
        tuple(_notes(result, long)),
        lambda: [
            {
                "jurisdiction": result.rules.id,
                "decks": str(result.decks),
                "boxes": str(result.boxes),
                "bets": _bets(result),
                "net": exact(net),
                "ways": str(ways),
                "probability": exact(result.law.probability(net)),
                "probability_decimal": decimal(result.law.probability(net), digits),
            }
            for net, ways in result.law
        ],
        lambda: boxes_data(result, digits),
    )


def boxes_table(result: BoxesOdds, digits: int) -> Table:
    """Return what one box, all boxes and the bank can expect, and how two boxes move together."""
    box = result.box
    mean, variance = box.mean(Fraction), box.variance(Fraction)
    alone = result.boxes * variance
    rows = [
        ("mean, one box", exact(mean), decimal(mean, digits)),
        ("standard deviation, one box", f"√({variance})", root(variance, digits)),
        (f"mean, {_boxes(result.boxes)}", exact(result.mean), decimal(result.mean, digits)),
        ("mean, the bank", exact(-result.mean), decimal(-result.mean, digits)),
        (
            f"standard deviation, {_boxes(result.boxes)} and the bank",
            f"√({result.variance})",
            root(result.variance, digits),
        ),
    ]
    if result.covariance is not None:
        covariance, correlation = result.covariance, result.correlation
        rows += [
            ("the same if boxes were independent", f"√({alone})", root(alone, digits)),
            ("covariance of two boxes", exact(covariance), decimal(covariance, digits)),
        ]
        if correlation is not None:
            rows.append(
                ("correlation of two boxes", exact(correlation), decimal(correlation, digits))
            )
    return Table(f"Result per round: {_bets(result)}", ("", "exact", "decimal"), tuple(rows), "lr")


def bank_table(result: BoxesOdds, digits: int) -> Table:
    """Return the chances that a bank is taken whole, and that it does not suffice."""
    bank, exhausted, short = result.bank, result.exhausted, result.short
    if bank is None or exhausted is None or short is None:
        raise TypeError("no bank was given")
    most = max(result.law.ways)
    rows = (
        (f"exhausted: the boxes win {bank} units or more", share(exhausted, digits)),
        (f"too small: the boxes win more than {bank} units", share(short, digits)),
        ("the most that the boxes can win", exact(most)),
    )
    return Table(f"A bank of {bank} units", ("", "value"), rows, "lr")


def joint_table(result: BoxesOdds, digits: int) -> Table:
    """Return the joint law of one box's wagers, event by event."""
    headings = tuple(stake.wager.id for stake in result.stakes)
    rows = tuple(
        (
            *(event or "not placed" for event in events),
            exact(result.plan.net(events)),
            str(ways),
            decimal(result.joint.probability(events), digits),
        )
        for events, ways in sorted(result.joint, key=lambda item: -item[1])
    )
    return Table(
        "One box: its wagers together",
        (*headings, "net", "ways", "probability"),
        rows,
        "l" * len(headings) + "r",
    )


def law_table(result: BoxesOdds, digits: int) -> Table:
    """Return the law of the total result, with bars."""
    most = max(result.law.ways.values())
    above, rows = result.law.total, []
    for net, ways in result.law:
        probability = Fraction(ways, result.law.total)
        rows.append(
            (
                exact(net),
                exact(-net),
                units(probability, digits),
                units(Fraction(above, result.law.total), digits),
                bar(Fraction(ways), Fraction(most)),
            )
        )
        above -= ways
    headings = ("boxes net", "bank nets", "probability", "at least", "")
    return Table("Law of the total result", headings, tuple(rows), "rrrrl")


def quantile_table(result: BoxesOdds) -> Table:
    """Return the total result at some levels: the least net that is not exceeded so often."""
    rows = tuple(
        (f"{decimal(100 * level, 1)} %", exact(net), exact(-net))
        for level, net in quantiles(result.law)
    )
    caption = f"Quantiles of the total result, which takes {len(result.law)} values"
    return Table(caption, ("not exceeded", "boxes net", "bank nets"), rows, "r")


def quantiles(law: Law[Fraction]) -> list[tuple[Fraction, Fraction]]:
    """Return, for each level, the least value with at least that chance of not being exceeded.

    >>> quantiles(Law({Fraction(-1): 1, Fraction(1): 3}))[3]
    (Fraction(1, 4), Fraction(-1, 1))
    """
    found = []
    for level in QUANTILES:
        below = 0
        for net in sorted(law.ways):
            below += law.ways[net]
            if below >= level * law.total:
                found.append((level, net))
                break
    return found


def law_series(result: BoxesOdds) -> list[tuple[Fraction, Fraction]]:
    """Return what a chart of the law draws: the boxes' total net and its probability, exactly."""
    return [(net, result.law.probability(net)) for net, _ in result.law]


def boxes_data(result: BoxesOdds, digits: int) -> dict[str, Any]:
    """Return the JSON contract `warodds/boxes/1`: rationals as texts."""
    box = result.box
    return {
        "schema": "warodds/boxes/1",
        "jurisdiction": result.rules.id,
        "decks": result.decks,
        "cards": result.cards,
        "seen": [str(card) for card in result.seen],
        "study": result.study,
        "decision": result.plan.decision,
        "bets": [
            {
                "wager": stake.wager.id,
                "paytable": stake.table.name,
                "units": exact(stake.units),
            }
            for stake in result.stakes
        ],
        "boxes": result.boxes,
        "box": {"mean": exact(box.mean(Fraction)), "variance": exact(box.variance(Fraction))},
        "covariance": exact(result.covariance) or None,
        "correlation": exact(result.correlation) or None,
        "correlation_decimal": (
            None if result.correlation is None else decimal(result.correlation, digits)
        ),
        "result": {"mean": exact(result.mean), "variance": exact(result.variance)},
        "bank": result.bank
        and {
            "units": exact(result.bank),
            "exhausted": exact(result.exhausted),
            "short": exact(result.short),
        },
        "law": [
            {"net": exact(net), "probability": exact(result.law.probability(net))}
            for net, _ in result.law
        ],
        "joint": [
            {
                "events": dict(
                    zip((stake.wager.id for stake in result.stakes), events, strict=True)
                ),
                "net": exact(result.plan.net(events)),
                "probability": exact(result.joint.probability(events)),
            }
            for events, _ in result.joint
        ],
    }


def _boxes(number: int) -> str:
    return "1 box" if number == 1 else f"{number} boxes"


def _bet(stake: Stake) -> str:
    table = f" ({stake.table.name})" if stake.table.name else ""
    return f"{stake.units} on {stake.wager.name}{table}"


def _bets(result: BoxesOdds) -> str:
    return ", ".join(map(_bet, result.stakes))


def _heading(result: BoxesOdds) -> list[str]:
    lines = [result.rules.source.title]
    if result.plan.main:
        tie = DECISIONS[result.plan.decision]
        lines.append(f"Each box stakes {_bets(result)}; {tie}")
    else:
        lines.append(f"Each box stakes {_bets(result)}")
    if result.seen:
        lines.append(f"Seen and gone: {' '.join(map(str, result.seen))}")
    return lines


def _notes(result: BoxesOdds, long: bool) -> list[str]:
    notes = []
    war = result.rules.war_wager
    if result.plan.goes_to_war and war:
        notes.append(
            f"{war.name} is staked on every war, as much as {result.rules.main_wager.name}. The "
            "dealer has one card per deal for all boxes, and cards are burned once for the table."
        )
    if result.bank is not None:
        notes.append(
            "A bank stands for the house or a player/dealer: wagers lost in the round count for it "
            "before it pays. All wagers are taken as covered."
        )
    if long:
        notes.append("--law shows every value of the total result.")
    if result.study:
        rules = result.rules
        most = rules.boxes.most
        wanted = [] if result.decks in rules.decks else [f"{rules.decks} decks"]
        if most is not None and result.boxes > most:
            clause = f" ({rules.boxes.clause})" if rules.boxes.clause else ""
            wanted.append(f"at most {most} boxes{clause}")
        notes.append(f"A study: {rules.name} wants {' and '.join(wanted) or 'another paytable'}.")
    return notes
