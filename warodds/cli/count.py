"""`warodds count`: what knowing the cards gone is worth."""

from __future__ import annotations

from fractions import Fraction

import click

from warodds.cli.options import (
    cut_option,
    default_decks,
    emit,
    rules_argument,
    study_option,
    table_options,
    waiting,
)
from warodds.counting import count, counts
from warodds.rules import Rules
from warodds.show import present


@click.command("count")
@rules_argument(required=True)
@click.option("--decks", type=click.IntRange(1), help="Decks in the shoe.  [default: 6]")
@click.option("--wager", help="The wager to count, or game.  [default: all, at one depth]")
@click.option("--left", type=int, help="Cards left when the round starts.")
@cut_option
@click.option("--paytable", help="The wager's paytable, such as 30/12/5.")
@click.option("--seen", default="", help='Cards known to be gone, such as "A K K 10h".')
@study_option
@table_options
def command(
    rules: Rules,
    decks: int | None,
    wager: str | None,
    left: int | None,
    cut: int | Fraction | None,
    paytable: str | None,
    seen: str,
    study: bool,
    form: str,
    digits: int,
) -> None:
    """What knowing the cards gone is worth.

    The wager's EV now, the effect of removing each card, and what a player who knows every card
    gone could gain at most: with --left cards left, or over a shoe dealt to the cut card.
    """
    decks = decks or default_decks(rules)[0]
    if wager is None:
        with waiting("Counting"):
            every = counts(
                rules, decks, left=left, cut=cut, seen=seen, paytable=paytable, study=study
            )
        emit(present(every, digits), form)
        return
    with waiting("Counting"):
        result = count(
            rules, decks, wager, left=left, cut=cut, seen=seen, paytable=paytable, study=study
        )
    emit(present(result, digits), form)
