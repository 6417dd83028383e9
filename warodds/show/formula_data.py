"""The JSON contract `warodds/formula/1`: closed forms as texts that evaluate at any deck count.

An expression is Python's notation in the symbol d (and k, a payout left open). In rational
arithmetic its value at a whole number of decks is exactly what `odds` prints there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from warodds.formula import (
    Closed,
    Formulas,
    FreePayout,
    GameFormula,
    Identities,
    WagerFormula,
    directions,
    signs,
)
from warodds.formula.behaviour import Run
from warodds.formula.counts import Proof
from warodds.show.closed import TERMS
from warodds.show.words import exact


def formula_data(
    found: Formulas, checked: Identities, game: bool, free: Sequence[FreePayout]
) -> dict[str, Any]:
    """Return a game's closed forms and identities as data."""
    proof = found.proof
    data: dict[str, Any] = {
        "schema": "warodds/formula/1",
        "jurisdiction": found.rules.id,
        "decision": found.decision,
        "symbol": "d",
        "valid_from": proof.start,
        "degree_bound": proof.bound,
    }
    if game:
        data["game"] = {
            **_figures(found.game, proof),
            "average_staked": form_data(found.game.average_staked),
            "element_of_risk": form_data(found.game.element_of_risk),
        }
    data["wagers"] = [
        {
            "id": wager.id,
            "name": wager.wager.name,
            "deal": wager.wager.deal,
            "paytable": wager.paytable.name,
            **_figures(wager, proof),
        }
        for wager in found.wagers
    ]
    data["identities"] = _identities(checked)
    if free:
        data["free"] = [free_data(part) for part in free]
    return data


def form_data(form: Closed) -> dict[str, Any]:
    """Return one closed form with its limit and the coefficients of 1, 1/d and 1/d²."""
    return {
        "form": str(form),
        "latex": form.latex,
        "limit": exact(form.limit),
        "expansion": [exact(term) for term in form.expansion(TERMS)],
    }


def free_data(free: FreePayout) -> dict[str, Any]:
    """Return a wager with one payout as the symbol k."""
    return {
        "wager": free.wager,
        "paytable": free.paytable,
        "event": free.event,
        "payout_symbol": "k",
        "paid": exact(free.paid),
        "ev": str(free.expression),
        "latex": free.latex,
        "fair": form_data(free.fair),
    }


def _figures(part: GameFormula | WagerFormula, proof: Proof) -> dict[str, Any]:
    ev = form_data(part.ev)
    return {
        "ev": ev.pop("form"),
        **ev,
        "house_edge_course": _runs(directions(part.house_edge, proof.start)),
        "house_edge_sign": _runs(signs(part.house_edge, proof.start)),
        "variance": form_data(part.variance),
        "hit": form_data(part.hit),
        "outcomes": [
            {
                "event": outcome.event,
                "net": exact(outcome.net),
                "ways": str(outcome.ways),
                "probability": form_data(outcome.probability),
            }
            for outcome in part.outcomes
        ],
        "degree": part.degree,
        "proved_at": list(proof.proved_at),
        "confirmed_at": list(proof.confirmed_at),
    }


def _runs(runs: Iterable[Run]) -> list[dict[str, Any]]:
    return [{"from": run.first, "to": run.last, "is": run.what} for run in runs]


def _identities(checked: Identities) -> dict[str, Any]:
    burn, war = checked.burn, checked.war
    return {
        "hold": checked.hold,
        "swap": [
            {"deal": swap.about, "probability": str(swap.left), "holds": swap.holds}
            for swap in checked.swap
        ],
        "burn": burn
        and {
            "cards": burn.cards,
            "ev": [{"wager": same.about, "holds": same.holds} for same in burn.evs],
            "probabilities": len(burn.probabilities),
            "holds": burn.holds,
            "proved_at": list(burn.proof.proved_at),
            "confirmed_at": list(burn.proof.confirmed_at),
        },
        "war": war
        and {
            "war": form_data(war.war),
            "surrender": form_data(war.surrender),
            "difference": form_data(war.difference),
            "both_tie": form_data(war.both_tie),
            "first_tie": form_data(war.first_tie),
            "both_tie_weight": exact(war.both_weight),
            "first_tie_weight": exact(war.first_weight),
            "holds": war.holds,
            "sign": _runs(war.signs),
        },
    }
