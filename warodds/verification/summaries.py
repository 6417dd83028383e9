"""Many rounds in one line: a number of rounds with a mean or a total; and mappings in memory."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from warodds.errors import WaroddsError
from warodds.verification.columns import SUMMARY_ROLES
from warodds.verification.sample import Summary
from warodds.verification.source import Row
from warodds.verification.words import number, places


def summary_of(
    told: Mapping[str, str], where: str, wager: str | None = None, unit: Fraction = Fraction(1)
) -> Summary:
    """Read rounds with a mean, taken as rounded where it was written, or with a total.

    >>> summary_of({"rounds": "1e7", "mean": "-0.0233"}, "the options")
    Summary(wager='game', rounds=10000000, mean=Fraction(-233, 10000), slack=Fraction(1, 20000))
    """
    rounds = number(told.get("rounds", ""))
    if rounds is None or rounds.denominator != 1 or rounds < 1:
        raise WaroddsError(
            f"{where}: rounds {told.get('rounds', '')!r}; expected a whole number of at least 1"
        )
    name = (wager or told.get("wager", "")).strip().lower().replace("_", "-") or "game"
    if told.get("total", "").strip():
        total = number(told["total"])
        if total is None:
            raise WaroddsError(f"{where}: total {told['total']!r}; expected net units")
        return Summary(name, rounds.numerator, total / unit / rounds, Fraction())
    mean = number(told.get("mean", ""))
    if mean is None:
        raise WaroddsError(
            f"{where}: mean {told.get('mean', '')!r}; expected net units per round, such as -0.0233"
        )
    digits = places(told["mean"])
    # Fifteen digits and more are a binary float in full, not a rounded figure.
    slack = Fraction() if digits is None else Fraction(1, 2) / Fraction(10) ** digits
    return Summary(name, rounds.numerator, mean / unit, slack / unit)


def mapping_rows(mapping: Any, where: str) -> tuple[list[str], list[Row]]:
    """Turn a mapping of counts, or of a summary's figures, into rows of texts.

    >>> mapping_rows({("higher", 1): 5, ("lower", -1): 4}, "x")
    (['outcome', 'net', 'count'], [('higher', '1', '5'), ('lower', '-1', '4')])
    """
    if isinstance(mapping, Mapping) and isinstance(mapping.get("counts"), Mapping):
        mapping = mapping["counts"]
    if not isinstance(mapping, Mapping) or not mapping:
        raise WaroddsError(f"{where} holds no counts; expected such as {{'higher': 4630000, …}}")
    if {str(key) for key in mapping} & set(SUMMARY_ROLES):
        names = [str(key) for key in mapping]
        return names, [tuple(_text(value, where) for value in mapping.values())]
    rows: list[Row] = []
    nets = any(isinstance(key, tuple) for key in mapping)
    for key, count in mapping.items():
        event, net = key if isinstance(key, tuple) and len(key) == 2 else (key, "")
        if not isinstance(event, str):
            raise WaroddsError(
                f"{where}: {key!r} is no outcome; expected a text, or a text and a net"
            )
        text = _text(count, where)
        rows.append((event, str(net), text) if nets else (event, text))
    return ["outcome", "net", "count"] if nets else ["outcome", "count"], rows


def _text(value: Any, where: str) -> str:
    if isinstance(value, bool) or value is None or isinstance(value, list | dict):
        raise WaroddsError(f"{where}: {str(value)[:60]!r} is no number; expected a count")
    return str(value)
