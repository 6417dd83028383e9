"""`warodds shoe` for machines: the JSON contract `warodds/shoe/1`, and CSV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from warodds.law import Law
from warodds.precision import decimal, root
from warodds.show.words import exact
from warodds.wholeshoe import WholeShoe, quantiles, spread

LEVELS = tuple(Fraction(share, 100) for share in (1, 5, 25, 50, 75, 95, 99))
"""The quantiles in JSON."""


def shoe_data(shoe: WholeShoe, digits: int, full: bool) -> dict[str, Any]:
    """Return the JSON contract: rationals as texts; with `full` every law."""
    fresh, procedure, cluster = shoe.fresh, shoe.procedure, shoe.cluster
    data: dict[str, Any] = {
        "schema": "warodds/shoe/1",
        "jurisdiction": fresh.rules.id,
        "decks": fresh.decks,
        "cards": fresh.cards,
        "study": shoe.study,
        "decision": fresh.decision,
        "wager": shoe.wager.id if shoe.wager else "game",
        "paytable": shoe.wager.paytable if shoe.wager else None,
        "procedure": {
            "cut": procedure.cut,
            "cut_given": shoe.cut_given,
            "as_first_card": procedure.as_first_card,
            "first_card": procedure.first_card,
            "round_burn": procedure.round_burn,
            "war_burn": procedure.war_burn,
        },
        "rounds": _counts(shoe.rounds, full),
        "ties": _counts(shoe.ties, full),
        "second_ties": _counts(shoe.second_ties, full),
        "placed": {"mean": exact(cluster.placed), "variance": exact(cluster.placed_variance)},
        "result": {"mean": exact(cluster.result), "variance": exact(cluster.result_variance)},
        "covariance": exact(cluster.covariance),
        "ev_per_round": exact(cluster.ev),
        "ev_per_round_decimal": decimal(cluster.ev, digits),
        "fresh_ev": exact(shoe.fresh_ev),
        "cut_card_effect": exact(shoe.cut_card_effect),
        "clustered_variance": exact(cluster.clustered_variance),
        "naive_variance": exact(cluster.naive_variance),
        "design_effect": exact(cluster.design_effect),
    }
    if shoe.law is not None:
        ahead, even, behind = standing(shoe.law)
        data["chance"] = {"ahead": exact(ahead), "even": exact(even), "behind": exact(behind)}
        found = zip(LEVELS, quantiles(shoe.law, LEVELS), strict=True)
        data["quantiles"] = [{"share": exact(s), "net": exact(value)} for s, value in found]
    if full:
        data["law"] = None if shoe.law is None else _law(shoe.law, "net")
    return data


def standing(law: Law[Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of a result above, at and below zero."""
    total = law.total
    ahead = sum(ways for net, ways in law if net > 0)
    even = law.ways.get(Fraction(), 0)
    return Fraction(ahead, total), Fraction(even, total), Fraction(total - ahead - even, total)


def _counts(law: Law[int], full: bool) -> dict[str, Any]:
    mean, variance = spread(law)
    data: dict[str, Any] = {"mean": exact(mean), "variance": exact(variance)}
    if full:
        data["law"] = _law(law.map(Fraction), "number")
    return data


def _law(law: Law[Fraction], key: str) -> list[dict[str, str]]:
    total = law.total
    return [{key: exact(value), "probability": exact(Fraction(w, total))} for value, w in law]


def shoe_records(shoe: WholeShoe, digits: int, full: bool) -> Iterable[Mapping[str, str]]:
    """Yield one CSV row of figures or, with `full`, a row for every number of every law."""
    fresh, procedure, cluster = shoe.fresh, shoe.procedure, shoe.cluster
    start = {
        "jurisdiction": fresh.rules.id,
        "decks": str(fresh.decks),
        "cut": str(procedure.cut),
        "study": str(shoe.study).lower(),
        "decision": fresh.decision or "",
        "wager": shoe.wager.id if shoe.wager else "game",
        "paytable": (shoe.wager.paytable if shoe.wager else None) or "",
    }
    if not full:
        rounds, ties, second = (
            spread(law)[0] for law in (shoe.rounds, shoe.ties, shoe.second_ties)
        )
        yield {
            **start,
            "rounds_mean": exact(rounds),
            "ties_mean": exact(ties),
            "second_ties_mean": exact(second),
            "result_mean": exact(cluster.result),
            "result_variance": exact(cluster.result_variance),
            "result_standard_deviation_decimal": root(cluster.result_variance, digits),
            "ev_per_round": exact(cluster.ev),
            "ev_per_round_decimal": decimal(cluster.ev, digits),
            "fresh_ev": exact(shoe.fresh_ev),
            "cut_card_effect": exact(shoe.cut_card_effect),
            "clustered_variance": exact(cluster.clustered_variance),
            "naive_variance": exact(cluster.naive_variance),
        }
        return
    counted = {"rounds": shoe.rounds, "ties": shoe.ties, "second_ties": shoe.second_ties}
    laws = {name: law.map(Fraction) for name, law in counted.items()}
    if shoe.law is not None:
        laws["result"] = shoe.law
    for name, law in laws.items():
        total = law.total
        for number, ways in law:
            share = Fraction(ways, total)
            yield {
                **start,
                "law": name,
                "number": exact(number),
                "probability": exact(share),
                "probability_decimal": decimal(share, digits),
            }
