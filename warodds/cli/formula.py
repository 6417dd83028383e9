"""`warodds formula`: closed forms in the number of decks."""

from __future__ import annotations

import click

from warodds.cli.options import chosen, decision_option, emit, rules_argument, table_options
from warodds.errors import WaroddsError
from warodds.formula import formulas, free_payouts, identities
from warodds.rules import Rules
from warodds.rules.model import Decision
from warodds.show.formula import FIGURES, present_formulas


@click.command("formula")
@rules_argument(required=True)
@click.option("--wager", "wagers", multiple=True, help="Only this wager, or game; may be repeated.")
@click.option("--paytable", help="Only this paytable, such as 30/12/5.")
@click.option(
    "--of",
    type=click.Choice(FIGURES),
    default="ev",
    show_default=True,
    help="Which figure; JSON has them all.",
)
@click.option("--free", metavar="WAGER", help="Leave a payout of this wager, or of game, open.")
@click.option("--event", help="The event whose payout --free leaves open, where several win.")
@decision_option
@table_options
def command(
    rules: Rules,
    wagers: tuple[str, ...],
    paytable: str | None,
    of: str,
    free: str | None,
    event: str | None,
    decision: Decision | None,
    form: str,
    digits: int,
) -> int:
    """Closed forms in the number of decks d, proved by enumeration.

    Each is valid for every d and evaluates to exactly what `odds` prints. The course says where a
    figure rises or falls over all deck counts; the identities are checked for all of them at once.
    """
    if event is not None and free is None:
        raise WaroddsError(f"--event {event!r} needs --free and the wager that it belongs to")
    ids, game = chosen(wagers)
    found = formulas(rules, decision=decision, wagers=ids, paytable=paytable)
    opened = free_payouts(rules, free, event, decision=decision) if free is not None else ()
    if paytable is not None:
        opened = tuple(part for part in opened if part.paytable in (None, paytable))
    emit(present_formulas(found, digits, game, of, opened), form)
    return 0 if identities(found).hold else 1
