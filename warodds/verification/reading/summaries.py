"""Many rounds in one line: a mean or a total, or outcomes side by side, each with its count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from warodds.errors import WaroddsError
from warodds.rules import Rules
from warodds.verification.reading.columns import CARD_ROLES, guessed, wager_of
from warodds.verification.reading.numbers import MOST_ROUNDS, number_of, places, weight_of
from warodds.verification.reading.source import Row
from warodds.verification.reading.words import absent, outcome
from warodds.verification.sample import Summary

_FLAGS = {"true": 1, "false": 0}


def summary_of(
    told: Mapping[str, str],
    where: str,
    rules: Rules,
    wager: str | None = None,
    unit: Fraction = Fraction(1),
) -> Summary:
    """Read rounds with a mean, taken as rounded where it was written, or with a total.

    >>> from warodds.rules import load
    >>> summary_of({"rounds": "1e7", "mean": "-0.0233"}, "the options", load("pennsylvania"))
    Summary(wager='game', rounds=10000000, mean=Fraction(-233, 10000), slack=Fraction(1, 20000))
    """
    rounds = number_of(told.get("rounds", ""))
    if rounds is None or rounds.denominator != 1 or not 1 <= rounds <= MOST_ROUNDS:
        raise WaroddsError(
            f"{where}: rounds {told.get('rounds', '')[:60]!r}; expected a whole number from 1 to "
            f"{MOST_ROUNDS}"
        )
    name = _wager(wager or told.get("wager", ""), rules)
    total, mean = told.get("total", ""), told.get("mean", "")
    found = []
    if not absent(total):
        sum_told = number_of(total)
        if sum_told is None:
            raise WaroddsError(f"{where}: total {total[:60]!r}; expected net units")
        found.append(Summary(name, rounds.numerator, sum_told / unit / rounds, Fraction()))
    if not absent(mean) or not found:
        found.append(Summary(name, rounds.numerator, *_mean(mean, where, unit)))
    if len(found) == 2 and abs(found[0].mean - found[1].mean) > found[1].slack:
        raise WaroddsError(
            f"{where}: a total of {total} in {rounds} rounds and a mean of {mean} contradict each "
            "other; expected one of them"
        )
    return found[0]


def _mean(text: str, where: str, unit: Fraction) -> tuple[Fraction, Fraction]:
    """Return a mean and by how much it may have been rounded."""
    percent = text.strip().endswith("%")
    plain = text.strip().removesuffix("%")
    mean, digits = number_of(plain), places(plain)
    if mean is None:
        raise WaroddsError(
            f"{where}: mean {text[:60]!r}; expected net units per round, such as -0.0233"
        )
    slack = Fraction() if digits is None else Fraction(1, 2) / Fraction(10) ** digits
    scale = unit * (100 if percent else 1)
    return mean / scale, slack / scale


def _wager(text: str, rules: Rules) -> str:
    word = text.strip().lower()
    if absent(word) or word in ("game", "main", "all"):
        return "game"
    return wager_of(text, rules) or word


def side_by_side(names: Sequence[str]) -> dict[str, int]:
    """Return the columns that count an outcome each, by their names, where wins and losses do.

    >>> side_by_side(["rounds", "wins", "losses", "war ties"])
    {'wins': 1, 'losses': 2, 'war ties': 3}
    >>> side_by_side(["player", "dealer", "win", "loss"])
    {}
    """
    roles = [guessed(name) for name in names]
    if any(role in (*CARD_ROLES, "outcome", "net", "count") for role in roles):
        return {}
    found = {
        name: place
        for place, name in enumerate(names)
        if outcome(name) and roles[place] in (None, "decision")
    }
    words = {outcome(name) for name in found}
    told = words & {"win", "higher"} and words & {"lose", "lower"}
    return found if told else {}


def added_up(
    where: str, names: Sequence[str], outcomes: Mapping[str, int], rows: Sequence[tuple[Row, int]]
) -> list[tuple[Row, int]]:
    """Return rows of outcome and count from rows that count outcomes side by side."""
    sums = dict.fromkeys(outcomes, 0)
    for row, times in rows:
        for name, place in outcomes.items():
            flag = _FLAGS.get(row[place].strip().lower())
            sums[name] += times * (weight_of(row[place]) if flag is None else flag)
    roles = [guessed(name) for name in names]
    played = next((role for role in ("rounds", "total") if role in roles), None)
    if played is not None:
        place = roles.index(played)
        rounds = sum(times * weight_of(row[place]) for row, times in rows)
        if rounds != sum(sums.values()):
            raise WaroddsError(
                f"{where}: {rounds} rounds, but {', '.join(outcomes)} add up to "
                f"{sum(sums.values())}; expected each round under one outcome"
            )
    return [((name, str(count)), 1) for name, count in sums.items()]


def mapping_rows(mapping: Any, where: str) -> tuple[list[str], list[Row]]:
    """Turn a mapping of counts, or of a summary's figures, into rows of texts.

    >>> mapping_rows({("higher", 1): 5, ("lower", -1): 4}, "x")
    (['outcome', 'net', 'count'], [('higher', '1', '5'), ('lower', '-1', '4')])
    """
    if isinstance(mapping, Mapping) and isinstance(mapping.get("counts"), Mapping):
        mapping = mapping["counts"]
    if not isinstance(mapping, Mapping) or not mapping:
        raise WaroddsError(f"{where} holds no counts; expected such as {{'higher': 4630000, …}}")
    if any(isinstance(key, str) and guessed(key) in ("rounds", "mean") for key in mapping):
        names = [str(key) for key in mapping]
        return names, [tuple(str(value) for value in mapping.values())]
    rows: list[Row] = []
    nets = any(isinstance(key, tuple) for key in mapping)
    for key, count in mapping.items():
        event, net = key if isinstance(key, tuple) and len(key) == 2 else (key, "")
        if not isinstance(event, str) or absent(event):
            raise WaroddsError(
                f"{where}: {key!r} is no outcome; expected a text, or a text and a net"
            )
        text = _text(event, count, where)
        rows.append((event, str(net), text) if nets else (event, text))
    return ["outcome", "net", "count"] if nets else ["outcome", "count"], rows


def _text(event: str, value: Any, where: str) -> str:
    if isinstance(value, list | Mapping):
        raise WaroddsError(
            f"{where}: {event!r} holds a {'list' if isinstance(value, list) else 'mapping'}; "
            "expected a count for each outcome, or rows as a JSON array or as JSON lines"
        )
    if isinstance(value, bool) or value is None:
        raise WaroddsError(f"{where}: {event!r} counts {value}; expected a number")
    return str(value)
