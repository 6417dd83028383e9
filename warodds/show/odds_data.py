"""Odds for machines: the JSON contract `warodds/odds/1` and the rows of a CSV."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from warodds.figures import GameOdds, Odds, Outcome, SplitOdds, WagerOdds
from warodds.precision import decimal, root
from warodds.show.words import exact


def odds_data(odds: Odds, digits: int) -> dict[str, Any]:
    """Return the JSON contract `warodds/odds/1`: rationals as texts, nothing exact as a float."""
    game = odds.game
    strategy = game.strategy
    return {
        "schema": "warodds/odds/1",
        "jurisdiction": odds.rules.id,
        "decks": odds.decks,
        "cards": odds.cards,
        "seen": [str(card) for card in odds.seen],
        "study": odds.study,
        "decision": odds.decision,
        "deals": str(odds.deals),
        "game": {
            **_figures_data(game, digits),
            "average_staked": exact(game.average_staked),
            "element_of_risk": exact(game.element_of_risk),
            "rtp_initial": exact(game.rtp_initial),
            "rtp_staked": exact(game.rtp_staked),
            "strategy": strategy
            and {
                "war": exact(strategy.war),
                "surrender": exact(strategy.surrender),
                "better": strategy.better,
                "difference": exact(strategy.difference),
            },
            "outcomes": [_outcome_data(outcome) for outcome in game.outcomes],
        },
        "wagers": [_wager_data(wager, digits) for wager in odds.wagers],
    }


def comparison_data(results: Iterable[Odds], digits: int) -> dict[str, Any]:
    """Return several games as one JSON object."""
    each = [odds_data(odds, digits) for odds in results]
    return {"schema": "warodds/comparison/1", "results": each}


def _wager_data(wager: WagerOdds, digits: int) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": wager.id,
        "name": wager.wager.name,
        "deal": wager.wager.deal,
        "paytable": wager.paytable,
        **_figures_data(wager, digits),
        "outcomes": [_outcome_data(outcome) for outcome in wager.outcomes],
    }
    if wager.split:
        data["split"] = [
            {
                "first": part.first,
                "probability": exact(part.probability),
                **_figures_data(part, digits),
                "outcomes": [_outcome_data(outcome) for outcome in part.outcomes],
            }
            for part in wager.split
        ]
    return data


def _figures_data(odds: WagerOdds | SplitOdds | GameOdds, digits: int) -> dict[str, str | None]:
    return {
        "ev": exact(odds.ev),
        "ev_decimal": decimal(odds.ev, digits),
        "house_edge": exact(odds.house_edge),
        "variance": exact(odds.variance),
        "standard_deviation_decimal": root(odds.variance, digits),
        "hit": exact(odds.hit),
        "one_in": exact(odds.one_in) or None,
        "true_odds": exact(odds.true_odds) or None,
    }


def _outcome_data(outcome: Outcome) -> dict[str, str | None]:
    return {
        "event": outcome.event,
        "ways": str(outcome.ways),
        "probability": exact(outcome.probability),
        "net": exact(outcome.net),
        "true_odds": exact(outcome.true_odds) or None,
        "clause": outcome.clause,
    }


def odds_records(odds: Odds, digits: int, game: bool) -> Iterable[dict[str, str]]:
    """Yield a CSV row for the game and one for each wager."""
    shoe = {
        "jurisdiction": odds.rules.id,
        "decks": str(odds.decks),
        "cards": str(odds.cards),
        "seen": " ".join(map(str, odds.seen)),
        "study": str(odds.study).lower(),
        "decision": odds.decision or "",
    }
    parts: list[tuple[str, str, str, str, WagerOdds | GameOdds]] = []
    parts += [("game", "", "", "", odds.game)] if game else []
    parts += [(w.id, w.wager.name, w.wager.deal, w.paytable or "", w) for w in odds.wagers]
    for wager_id, name, deal, paytable, part in parts:
        whole = part if isinstance(part, GameOdds) else None
        yield {
            **shoe,
            "wager": wager_id,
            "name": name,
            "deal": deal,
            "paytable": paytable,
            **{key: value or "" for key, value in _figures_data(part, digits).items()},
            "average_staked": exact(whole.average_staked) if whole else "",
            "element_of_risk": exact(whole.element_of_risk) if whole else "",
        }
