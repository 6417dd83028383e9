"""`warodds count`: what knowing the cards gone is worth."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from functools import partial

import click

from warodds.cli.options import (
    burn_options,
    cut_option,
    default_decks,
    emit,
    rules_argument,
    study_option,
    table_options,
    waiting,
    watched_for,
    workers_option,
)
from warodds.counting import Count, Counts, count, counts
from warodds.errors import WaroddsError
from warodds.parallel import cores
from warodds.rules import Rules
from warodds.show import present
from warodds.wholeshoe import Choices


@click.command("count")
@rules_argument(required=True)
@click.option("--decks", type=click.IntRange(1), help="Decks in the shoe.  [default: 6]")
@click.option("--wager", help="The wager to count, or game.  [default: all, at one depth]")
@click.option("--left", type=int, help="Cards left when the round starts.")
@cut_option
@burn_options
@click.option(
    "--together",
    is_flag=True,
    help="Over a shoe, take the cards left and the starts of rounds together, as a simulator "
    "would measure it. Exact, and minutes of work for several processes.",
)
@workers_option
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
    first_card_burn: bool | None,
    round_burn: bool | None,
    war_burn: bool | None,
    together: bool,
    workers: int | None,
    paytable: str | None,
    seen: str,
    study: bool,
    form: str,
    digits: int,
) -> None:
    """What knowing the cards gone is worth.

    The wager's EV now, the effect of removing each card, and what a player who knows every card
    gone could gain at most: with --left cards left, or over a shoe dealt to the cut card. With
    --seen that shoe goes on from a round that starts now.
    """
    decks = decks or default_decks(rules)[0]
    choices = Choices(cut, first_card_burn, round_burn, war_burn)
    found: Count | Counts
    if wager is None and together:
        raise WaroddsError("--together is over a shoe, of one wager; expected --wager")
    with nullcontext() if together else waiting("Counting"):
        if wager is None:
            found = counts(
                rules, decks, left=left, choices=choices, seen=seen, paytable=paytable, study=study
            )
        else:
            found = count(
                rules,
                decks,
                wager,
                left=left,
                choices=choices,
                seen=seen,
                paytable=paytable,
                study=study,
                together=together,
                workers=workers or cores(),
                watch=partial(watched_for, label="Counting"),
            )
    emit(present(found, digits), form)
