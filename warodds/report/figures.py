"""The figures as rows for CSV: one row a figure, each with its wager, event and clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from warodds.figures import GameOdds, Odds, Outcome, SplitOdds, WagerOdds
from warodds.precision import decimal, root
from warodds.report.analysis import Analysis
from warodds.report.tolerance import LEVELS, ROUNDS, VOLATILITY, returns
from warodds.show.words import coarse, exact

COLUMNS = (
    "jurisdiction",
    "decks",
    "wager",
    "paytable",
    "first_pair",
    "event",
    "figure",
    "exact",
    "decimal",
    "clause",
)

Record = dict[str, str]
RATIONAL = re.compile(r"-?\d+(/\d+)?")
KEYS = ("jurisdiction", "decks", "wager", "name", "paytable")
"""What says whose number it is; a user may have called a wager "7"."""


def records(analysis: Analysis) -> Iterator[Record]:
    """Yield every figure of every game; `exact` is empty where a figure is irrational.

    >>> from warodds import load
    >>> from warodds.report.analysis import analyse
    >>> rows = records(analyse(load("pennsylvania"), [6], digits=6))
    >>> next(row["exact"] for row in rows if row["figure"] == "house_edge")
    '23138/993023'
    """
    for game in analysis.games:
        odds = game.odds
        start = dict.fromkeys(COLUMNS, "")
        start |= {"jurisdiction": odds.rules.id, "decks": str(odds.decks)}
        yield {**start, "figure": "ordered_deals", "exact": str(odds.deals)}
        for row in _game(odds, analysis.digits):
            yield {**start, **row}


def _game(odds: Odds, digits: int) -> Iterator[Record]:
    game = odds.game
    whole = {"wager": "game"}
    for row in _part(game, digits):
        yield whole | row
    for name in ("average_staked", "element_of_risk", "rtp_staked"):
        yield whole | _figure(name, getattr(game, name), digits)
    if game.strategy:
        yield whole | _figure("ev_always_war", game.strategy.war, digits)
        yield whole | _figure("ev_always_surrender", game.strategy.surrender, digits)
    for wager in odds.wagers:
        own = {"wager": wager.id, "paytable": wager.paytable or ""}
        for row in _part(wager, digits):
            yield own | row
        for part in wager.split:
            given = own | {"first_pair": part.first}
            yield given | _figure("share", part.probability, digits)
            for row in _part(part, digits):
                yield given | row
    yield from _returns(odds, digits)


def _returns(odds: Odds, digits: int) -> Iterator[Record]:
    for each in returns(odds):
        own = {"wager": each.wager, "paytable": each.paytable}
        base = "staked" if each.staked else "wager"
        yield own | _figure(f"variance_of_return_per_{base}", each.variance, digits)
        for level in LEVELS:
            for rounds in ROUNDS:
                name = f"return_percent_{100 * level}_{rounds}_rounds_per_{base}"
                low, high = each.interval(level, rounds, coarse(digits))
                yield own | {"figure": f"{name}_low", "decimal": low}
                yield own | {"figure": f"{name}_high", "decimal": high}


def _part(part: GameOdds | WagerOdds | SplitOdds, digits: int) -> Iterator[Record]:
    for outcome in part.outcomes:
        yield from _outcome(outcome, digits)
    for name in ("ev", "house_edge", "variance", "hit", "one_in", "true_odds"):
        yield _figure(name, getattr(part, name), digits)
    yield _figure("rtp", 1 + part.ev, digits)
    yield {"figure": "standard_deviation", "decimal": root(part.variance, digits)}
    for level, z in VOLATILITY:
        index = root(z**2 * part.variance, digits)
        yield {"figure": f"volatility_index_{100 * level}", "decimal": index}


def _outcome(outcome: Outcome, digits: int) -> Iterator[Record]:
    own = {"event": outcome.event, "clause": outcome.clause}
    yield own | {"figure": "ways", "exact": str(outcome.ways)}
    for name in ("probability", "net", "contribution", "true_odds"):
        yield own | _figure(name, getattr(outcome, name), digits)


def _figure(name: str, value: Fraction | None, digits: int) -> Record:
    shown = "" if value is None else decimal(value, digits)
    return {"figure": name, "exact": exact(value), "decimal": shown}


def machine_records(key: str, data: Iterable[Mapping[str, Any]], digits: int) -> Iterator[Record]:
    """Yield a row for each number of what JSON holds under a key, one result a deck count.

    Laws and other lists are in the JSON alone.
    """
    for each in data:
        for result in each.get("results", [each]):
            start = {name: str(result[name]) for name in ("jurisdiction", "decks")}
            start["wager"] = result.get("wager", "game")
            start["paytable"] = result.get("paytable") or ""
            for name, value in _numbers(result):
                yield {**start, **_figure(f"{key}_{name}", value, digits)}


def _numbers(tree: Mapping[str, Any]) -> Iterator[tuple[str, Fraction]]:
    """Yield the integers and the rationals of a tree with the names above them."""
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}_{below}", number) for below, number in _numbers(value))
        elif name not in KEYS and RATIONAL.fullmatch(str(value)):
            yield name, Fraction(value)
