"""The JSON file as a tree of what each leaf must say, and the rows of the CSV, from the library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.cells import Cell, Exact, Form, Root, Rounded, Words
from tests.reading import squeezed
from tests.wanted import ROUNDS, VOLATILITY, Fault, Z, agreed, checks, procedure_rows, variance_of
from tests.wanted import returns as returns_of
from tests.wanted import staked as staked_of
from tests.wanted import unburned as unburned_of
from tests.wanted_beyond import chances as chances_of
from tests.wanted_beyond import (
    dealt,
    least_with,
    moments,
    standing,
    summary,
    table_of,
    two_boxes,
)
from tests.wanted_forms import closed_forms, direction, first_tie, proved, runs, series
from warodds import Odds, odds
from warodds.counting import Count
from warodds.figures import Figures, Outcome, WagerOdds
from warodds.formula import Closed, GameFormula, WagerFormula
from warodds.law import falling
from warodds.rules import Rules

Tree = Any
"""Mappings, lists, and leaves: a cell for a text, else the very value."""


def tree_faults(want: Tree, have: Tree, where: str = "") -> Iterator[Fault]:
    """Compare two trees; keys and lengths must be the same, so no leaf is left unjudged."""
    if isinstance(want, Mapping):
        if not isinstance(have, dict) or list(want) != list(have):
            yield Fault(where, str(have)[:200], list(want))
            return
        for key in want:
            yield from tree_faults(want[key], have[key], f"{where}.{key}")
    elif isinstance(want, list):
        if not isinstance(have, list) or len(want) != len(have):
            yield Fault(where, str(have)[:200], len(want))
            return
        for place, (one, other) in enumerate(zip(want, have, strict=True)):
            yield from tree_faults(one, other, f"{where}[{place}]")
    elif not leaf_agrees(want, have):
        yield Fault(where, str(have), want)


def leaf_agrees(want: Tree, have: Tree) -> bool:
    if hasattr(want, "agrees"):
        return isinstance(have, str) and agreed(want, squeezed(have))
    return type(want) is type(have) and bool(want == have)


def leaves(want: Tree, have: Tree) -> Iterator[tuple[Tree, Tree]]:
    """Every leaf with what it must say."""
    if isinstance(want, Mapping):
        for key in want:
            yield from leaves(want[key], have[key])
    elif isinstance(want, list):
        for one, other in zip(want, have, strict=True):
            yield from leaves(one, other)
    else:
        yield want, have


def document_tree(rules: Rules, decks: tuple[int, ...], digits: int) -> dict[str, Tree]:
    """The whole JSON file."""
    results = [odds(rules, count) for count in decks]
    return {
        "schema": "warodds/report/1",
        "jurisdiction": rules.id,
        "decks": list(decks),
        "paytable": None,
        "digits": digits,
        "rules": rules_tree(rules),
        "burn": [
            {
                "decks": r.decks,
                "event": one.event,
                "burn_walked": Exact(one.ways),
                "no_burn": Exact(bare.ways),
                "ways_to_burn": Exact(falling(r.cards - 4, 3)),
            }
            for r in results
            for one, bare in zip(
                r.game.outcomes, unburned_of(rules, r.decks).game.outcomes, strict=True
            )
        ],
        "checks": [
            {"decks": r.decks, "check": what, "enumerated": Exact(value), "otherwise": Exact(value)}
            for r in results
            for what, value, _ in checks(r)
        ],
        "results": [odds_tree(result) for result in results],
        "tolerance": [tolerance_tree(result) for result in results],
        "closed_forms": forms_tree(rules),
        "whole_shoe": [shoe_tree(rules, count) for count in decks],
        "counting": [
            {
                "schema": "warodds/counts/1",
                "results": [count_tree(each, count) for each in summary(rules, count).results],
            }
            for count in decks
        ],
        "boxes": [boxes_tree(rules, count) for count in decks],
    }


def rules_tree(rules: Rules) -> dict[str, Tree]:
    start, before, cut, war = rules.shoe_start, rules.round_start, rules.cut_card, rules.war
    assert war is not None
    notes = [rules.decks.note, *([rules.boxes.note] if rules.boxes.most is not None else [])]
    notes += [start.note, *([before.note] if before.burn else []), cut.note, "", war.note]
    notes += [rules.continuous_shuffler.note, rules.discards_complete_round.note]
    return {
        "schema": "warodds/rules/1",
        "jurisdiction": rules.id,
        "name": rules.name,
        "source": {"title": rules.source.title, "date": rules.source.date},
        "decks": {"permitted": list(rules.decks.permitted), "at_least": rules.decks.at_least},
        "procedure": [
            {"what": what, "value": value or Wordless(), "clause": clause, "note": note}
            for (what, value, clause), note in zip(procedure_rows(rules), notes, strict=True)
        ],
        "wagers": [
            {
                **{key: getattr(wager, key) for key in ("id", "name", "role", "deal", "on")},
                **{key: getattr(wager, key) for key in ("beside", "clause", "note")},
                "paytables": [
                    {
                        "paytable": table.name,
                        "decks": list(table.decks),
                        "payouts": [
                            {
                                "event": payout.event,
                                "net": Exact(payout.net),
                                "clause": payout.clause,
                                "note": payout.note,
                            }
                            for payout in table.payouts
                        ],
                    }
                    for table in wager.paytables
                ],
            }
            for wager in rules.wagers
        ],
        "notes": [{"text": note.text, "clause": note.clause} for note in rules.notes],
    }


class Wordless:
    """A text without a figure."""

    def agrees(self, text: str) -> bool:
        return agreed(None, text)


def outcome_tree(o: Outcome) -> dict[str, Tree]:
    return {
        "event": o.event,
        "ways": Exact(o.ways),
        "probability": Exact(o.probability),
        "net": Exact(o.net),
        "true_odds": Exact(1 / o.probability - 1),
        "clause": o.clause,
    }


def figures_tree(part: Figures) -> dict[str, Tree]:
    variance = variance_of(part)
    return {
        "ev": Exact(part.ev),
        "ev_decimal": Rounded(part.ev),
        "house_edge": Exact(-part.ev),
        "variance": Exact(variance),
        "standard_deviation_decimal": Root(variance),
        "hit": Exact(part.hit),
        "one_in": Exact(1 / part.hit),
        "true_odds": Exact(1 / part.hit - 1),
    }


def surrendered(result: Odds) -> Fraction:
    return odds(result.rules, result.decks, decision="surrender").game.ev


def odds_tree(result: Odds) -> dict[str, Tree]:
    game, staked, surrender = result.game, staked_of(result), surrendered(result)
    return {
        "schema": "warodds/odds/1",
        "jurisdiction": result.rules.id,
        "decks": result.decks,
        "cards": 52 * result.decks,
        "seen": [],
        "study": False,
        "decision": "war",
        "deals": Exact(falling(52 * result.decks, 7)),
        "game": {
            **figures_tree(game),
            "average_staked": Exact(staked),
            "element_of_risk": Exact(-game.ev / staked),
            "rtp_initial": Exact(1 + game.ev),
            "rtp_staked": Exact(1 + game.ev / staked),
            "strategy": {
                "war": Exact(game.ev),
                "surrender": Exact(surrender),
                "better": "war",
                "difference": Exact(game.ev - surrender),
            },
            "outcomes": [outcome_tree(o) for o in game.outcomes],
        },
        "wagers": [wager_tree(wager) for wager in result.wagers],
    }


def wager_tree(wager: WagerOdds) -> dict[str, Tree]:
    tree = {
        "id": wager.id,
        "name": wager.wager.name,
        "deal": wager.wager.deal,
        "paytable": wager.paytable,
        **figures_tree(wager),
        "outcomes": [outcome_tree(o) for o in wager.outcomes],
    }
    if wager.split:
        tree["split"] = [
            {
                "first": part.first,
                "probability": Exact(part.probability),
                **figures_tree(part),
                "outcomes": [outcome_tree(o) for o in part.outcomes],
            }
            for part in wager.split
        ]
    return tree


def tolerance_tree(result: Odds) -> dict[str, Tree]:
    per = {"wager": "unit of the wager", "staked": "all money staked"}
    return {
        "decks": result.decks,
        "returns": [
            {
                "wager": each.wager,
                "paytable": each.paytable,
                "per": per[each.per],
                "rtp": Exact(each.rtp),
                "variance": Exact(each.variance),
                "intervals": [
                    {
                        "confidence": Exact(Fraction(int(level), 100)),
                        "z": Exact(z),
                        "rounds": Exact(rounds),
                        "low_percent": low,
                        "high_percent": high,
                    }
                    for level, z in Z.items()
                    for rounds in ROUNDS
                    for low, high in [each.ends(level, rounds)]
                ],
            }
            for each in returns_of(result)
        ],
    }


def form_tree(form: Closed) -> dict[str, Tree]:
    terms = series(form)
    return {
        "form": Form(form),
        "latex": Form(form),
        "limit": Exact(terms[0]),
        "expansion": list(map(Exact, terms)),
    }


def runs_tree(found: list[tuple[int, int | None, str]]) -> list[Tree]:
    return [{"from": first, "to": last, "is": what} for first, last, what in found]


def part_tree(part: GameFormula | WagerFormula, bound: int) -> dict[str, Tree]:
    ev = form_tree(part.ev)
    return {
        "ev": ev.pop("form"),
        **ev,
        "house_edge_course": runs_tree([(1, None, direction(-part.ev))]),
        "house_edge_sign": runs_tree(runs(-part.ev)),
        "variance": form_tree(part.variance),
        "hit": form_tree(part.hit),
        "outcomes": [
            {
                "event": o.event,
                "net": Exact(o.net),
                "ways": Form(o.ways),
                "probability": form_tree(o.probability),
            }
            for o in part.outcomes
        ],
        "degree": max(len(o.ways.numerator) - 1 for o in part.outcomes),
        "proved_at": list(range(1, bound + 2)),
        "confirmed_at": list(range(bound + 2, 2 * bound + 3)),
    }


def forms_tree(rules: Rules) -> dict[str, Tree]:
    found, checked = closed_forms(rules), proved(rules)
    burn, war, parts = checked.burn, checked.war, [found.game, *found.wagers]
    assert burn is not None
    assert war is not None
    gain = war.war - war.surrender
    names = [
        "game",
        *(f"{w.id}{f' {w.paytable.name}' if w.paytable.name else ''}" for w in found.wagers),
    ]
    tied = Closed.of([-1, 4], [-1, 52])
    return {
        "schema": "warodds/formula/1",
        "jurisdiction": rules.id,
        "decision": "war",
        "symbol": "d",
        "valid_from": 1,
        "degree_bound": 7,
        "game": {
            **part_tree(found.game, 7),
            "average_staked": form_tree(tied + 1),
            "element_of_risk": form_tree(-found.game.ev / (tied + 1)),
        },
        "wagers": [
            {
                "id": wager.id,
                "name": wager.wager.name,
                "deal": wager.wager.deal,
                "paytable": wager.paytable.name,
                **part_tree(wager, 7),
            }
            for wager in found.wagers
        ],
        "identities": {
            "hold": True,
            "swap": [
                {
                    "deal": "first deal",
                    "probability": Form(lambda d: (1 - first_tie(d)) / 2),
                    "holds": True,
                },
                {
                    "deal": "war deal",
                    "probability": Form(lambda d: (1 - war.both_tie(d) / first_tie(d)) / 2),
                    "holds": True,
                },
            ],
            "burn": {
                "cards": 3,
                "ev": [{"wager": name, "holds": True} for name in names],
                "probabilities": sum(len(part.outcomes) for part in parts),
                "holds": True,
                "proved_at": list(range(1, 6)),
                "confirmed_at": list(range(6, 11)),
            },
            "war": {
                "war": form_tree(found.game.ev),
                "surrender": form_tree(tied * Fraction(-1, 2)),
                "difference": form_tree(gain),
                "both_tie": form_tree(war.both_tie),
                "first_tie": form_tree(tied),
                "both_tie_weight": Exact(gain(6) / war.both_tie(6)),
                "first_tie_weight": Exact(0),
                "holds": True,
                "sign": runs_tree(runs(gain)),
            },
        },
    }


def shoe_tree(rules: Rules, decks: int) -> dict[str, Tree]:
    shoe = dealt(rules, decks)
    law, cluster, procedure = shoe.law, shoe.cluster, shoe.procedure
    assert law is not None
    result, rounds = moments(law), moments(shoe.rounds.map(Fraction))
    fresh, ev = odds(rules, decks).game.ev, result[0] / rounds[0]
    chances = dict(zip(("ahead", "even", "behind"), map(Exact, standing(law)), strict=True))
    shares = [Fraction(share, 100) for share in (1, 5, 25, 50, 75, 95, 99)]

    def both(values: tuple[Fraction, Fraction]) -> dict[str, Tree]:
        return {"mean": Exact(values[0]), "variance": Exact(values[1])}

    return {
        "schema": "warodds/shoe/1",
        "jurisdiction": rules.id,
        "decks": decks,
        "cards": 52 * decks,
        "study": False,
        "decision": "war",
        "wager": "game",
        "paytable": None,
        "procedure": {
            key: getattr(procedure, key) if key != "cut_given" else False
            for key in (
                "cut",
                "cut_given",
                "as_first_card",
                "first_card",
                "round_burn",
                "war_burn",
            )
        },
        "rounds": both(rounds),
        "ties": both(moments(shoe.ties.map(Fraction))),
        "second_ties": both(moments(shoe.second_ties.map(Fraction))),
        "placed": both(rounds),
        "result": both(result),
        "covariance": Exact(cluster.covariance),
        "ev_per_round": Exact(ev),
        "ev_per_round_decimal": Rounded(ev),
        "fresh_ev": Exact(fresh),
        "cut_card_effect": Exact(ev - fresh),
        "clustered_variance": Exact(cluster.clustered_variance),
        "naive_variance": Exact(cluster.naive_variance),
        "design_effect": Exact(cluster.clustered_variance / cluster.naive_variance),
        "chance": chances,
        "quantiles": [
            {"share": Exact(share), "net": Exact(least_with(law, share))} for share in shares
        ],
    }


def count_tree(each: Count, decks: int) -> dict[str, Tree]:
    result, gain = odds(each.rules, decks), each.gain
    ev = result.game.ev
    if each.wager.role != "main":
        ev = result.wager(each.wager.id, each.paytable).ev
    return {
        "schema": "warodds/count/1",
        "jurisdiction": each.rules.id,
        "decks": decks,
        "cards": 52 * decks,
        "seen": [],
        "study": False,
        "wager": each.wager.id,
        "name": each.wager.name,
        "paytable": each.paytable,
        "ev": Exact(ev),
        "ev_decimal": Rounded(ev),
        "effects": [
            {"cards": [str(card) for card in effect.cards], "effect": Exact(effect.change)}
            for effect in each.effects
        ],
        "left": gain.left,
        "placed": Exact(gain.placed),
        "favourable": Exact(gain.favourable),
        "gain_per_round": Exact(gain.gain_per_round),
        "average_edge": None if gain.average_edge is None else Exact(gain.average_edge),
        "worth_protecting": 100 * gain.gain_per_round >= 1,
        "shoe": None,
    }


def boxes_tree(rules: Rules, decks: int) -> dict[str, Tree]:
    table = table_of(rules, decks)
    game, number, law = odds(rules, decks).game, table.boxes, table.law
    mean, variance = moments(law)
    covariance, correlation = two_boxes(table)
    taken, short = chances_of(table)
    shares = {o.event: o for o in game.outcomes}
    main = rules.main_wager.id
    return {
        "schema": "warodds/boxes/1",
        "jurisdiction": rules.id,
        "decks": decks,
        "cards": 52 * decks,
        "seen": [],
        "study": False,
        "decision": "war",
        "bets": [{"wager": main, "paytable": None, "units": Exact(1)}],
        "boxes": number,
        "box": {"mean": Exact(game.ev), "variance": Exact(game.variance)},
        "covariance": Exact(covariance),
        "correlation": Exact(correlation),
        "correlation_decimal": Rounded(correlation),
        "result": {"mean": Exact(mean), "variance": Exact(variance)},
        "bank": {"units": Exact(number), "exhausted": Exact(taken), "short": Exact(short)},
        "law": [
            {"net": Exact(net), "probability": Exact(Fraction(ways, law.total))}
            for net, ways in law
        ],
        "joint": [
            {
                "events": {main: event},
                "net": Exact(shares[event].net),
                "probability": Exact(shares[event].probability),
            }
            for (event,), _ in table.joint
        ],
    }


def csv_rows(rules: Rules, decks: tuple[int, ...]) -> Iterator[dict[str, Cell]]:
    """Every row of the CSV, every column; what is not said here is empty."""
    for count in decks:
        result = odds(rules, count)
        start: dict[str, Cell] = {"jurisdiction": Words(rules.id), "decks": Exact(count)}
        for row in game_records(result):
            yield {**dict.fromkeys(COLUMNS, Words("")), **start, **row}
    tree = document_tree(rules, decks, 8)
    for key in ("whole_shoe", "counting", "boxes"):
        for each in (one for every in tree[key] for one in every.get("results", [every])):
            start = {"jurisdiction": Words(rules.id), "decks": Exact(each["decks"])}
            start["wager"] = Words(each.get("wager", "game"))
            start["paytable"] = Words(each.get("paytable") or "")
            for name, value in numbers_of(each, key):
                yield {**dict.fromkeys(COLUMNS, Words("")), **start, **figure(name, value)}


def numbers_of(tree: Tree, above: str) -> Iterator[tuple[str, Fraction]]:
    """Every exact number of a result but those in lists, under the names above it."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from numbers_of(value, f"{above}_{key}")
        elif isinstance(value, Exact) or (type(value) is int and key != "decks"):
            number = value.value if isinstance(value, Exact) else value
            yield f"{above}_{key}", Fraction(number)


COLUMNS = (
    *("jurisdiction", "decks", "wager", "paytable", "first_pair"),
    *("event", "figure", "exact", "decimal", "clause"),
)

Record = dict[str, Cell]


def figure(name: str, value: Fraction) -> Record:
    return {"figure": Words(name), "exact": Exact(value), "decimal": Rounded(value)}


def game_records(result: Odds) -> Iterator[Record]:
    game, staked = result.game, staked_of(result)
    yield {"figure": Words("ordered_deals"), "exact": Exact(falling(result.cards, 7))}
    whole: Record = {"wager": Words("game")}
    for row in (
        *part_records(game),
        figure("average_staked", staked),
        figure("element_of_risk", -game.ev / staked),
        figure("rtp_staked", 1 + game.ev / staked),
        figure("ev_always_war", game.ev),
        figure("ev_always_surrender", surrendered(result)),
    ):
        yield whole | row
    for wager in result.wagers:
        own: Record = {"wager": Words(wager.id), "paytable": Words(wager.paytable or "")}
        for row in part_records(wager):
            yield own | row
        for part in wager.split:
            given = own | {"first_pair": Words(part.first)}
            yield given | figure("share", part.probability)
            for row in part_records(part):
                yield given | row
    for each in returns_of(result):
        own = {"wager": Words(each.wager), "paytable": Words(each.paytable or "")}
        yield own | figure(f"variance_of_return_per_{each.per}", each.variance)
        for level in Z:
            for rounds in ROUNDS:
                name = f"return_percent_{level}_{rounds}_rounds_per_{each.per}"
                for side, end in zip(("low", "high"), each.ends(level, rounds), strict=True):
                    yield own | {"figure": Words(f"{name}_{side}"), "decimal": end}


def part_records(part: Figures) -> Iterator[Record]:
    for o in part.outcomes:
        own: Record = {"event": Words(o.event), "clause": Words(o.clause)}
        yield own | {"figure": Words("ways"), "exact": Exact(o.ways)}
        for name, value in (
            ("probability", o.probability),
            ("net", o.net),
            ("contribution", o.probability * o.net),
            ("true_odds", 1 / o.probability - 1),
        ):
            yield own | figure(name, value)
    variance = variance_of(part)
    for name, value in (
        ("ev", part.ev),
        ("house_edge", -part.ev),
        ("variance", variance),
        ("hit", part.hit),
        ("one_in", 1 / part.hit),
        ("true_odds", 1 / part.hit - 1),
        ("rtp", 1 + part.ev),
    ):
        yield figure(name, value)
    yield {"figure": Words("standard_deviation"), "decimal": Root(variance)}
    for level, z in VOLATILITY:
        yield {"figure": Words(f"volatility_index_{level}"), "decimal": Root(z**2 * variance)}
