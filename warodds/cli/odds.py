"""`warodds odds`: the main job."""

from __future__ import annotations

import click

from warodds.cli.options import (
    chosen,
    default_decks,
    emit,
    game_options,
    rules_argument,
    table_options,
    watched,
)
from warodds.evaluate import compare
from warodds.figures import Comparison
from warodds.rules import Rules, jurisdictions, load
from warodds.rules.model import Decision
from warodds.show import present


@click.command("odds")
@rules_argument(required=False)
@game_options
@table_options
def command(
    rules: Rules | None,
    decks: tuple[int, ...] | None,
    decision: Decision | None,
    wagers: tuple[str, ...],
    paytable: str | None,
    seen: str,
    study: bool,
    form: str,
    digits: int,
) -> None:
    """Exact odds of every wager.

    NAME is a jurisdiction (see `warodds rules`) or the path of a rule file. Without it, all
    jurisdictions are compared, at six decks unless --decks says otherwise. Several deck counts
    make one comparison table.
    """
    ids, game = chosen(wagers)
    comparison = games(rules, decks, decision, ids, paytable, seen, study)
    one = comparison.results[0] if len(comparison.results) == 1 else comparison
    emit(present(one, digits, game=game), form)


def games(
    rules: Rules | None,
    decks: tuple[int, ...] | None,
    decision: Decision | None,
    wagers: list[str] | None,
    paytable: str | None,
    seen: str,
    study: bool,
) -> Comparison:
    """Evaluate every game that the options ask for."""
    each = [rules] if rules else [load(name) for name in jurisdictions()]
    return compare(
        each,
        decks or (default_decks(rules) if rules else (6,)),
        seen=seen,
        decision=decision,
        wagers=wagers,
        paytable=paytable,
        study=study,
        watch=watched,
    )
