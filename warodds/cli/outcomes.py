"""`warodds outcomes`: each wager event by event."""

from __future__ import annotations

import click

from warodds.cli.odds import games
from warodds.cli.options import chosen, emit, game_options, rules_argument, table_options
from warodds.rules import Rules
from warodds.rules.model import Decision
from warodds.show.outcomes import present_outcomes


@click.command("outcomes")
@rules_argument(required=True)
@game_options
@table_options
def command(
    rules: Rules,
    decks: tuple[int, ...] | None,
    decision: Decision | None,
    wagers: tuple[str, ...],
    paytable: str | None,
    seen: str,
    study: bool,
    form: str,
    digits: int,
) -> None:
    """Each wager event by event: ways, probability, net, contribution to the return.

    The ways of a wager on the first deal add up to all ordered deals, those of a wager on the
    war deal to the deals with a first tie. `--wager game` is the main and war wager together.
    """
    ids, game = chosen(wagers)
    result = games(rules, decks, decision, ids, paytable, seen, study)
    emit(present_outcomes(result.results, digits, game), form)
