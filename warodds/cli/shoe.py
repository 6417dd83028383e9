"""`warodds shoe`: a whole shoe, from its first card to the cut card."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from functools import partial

import click

from warodds.cli.options import (
    burn_options,
    cut_option,
    decision_option,
    default_decks,
    emit,
    rules_argument,
    study_option,
    table_options,
    waiting,
    watched_for,
)
from warodds.errors import WaroddsError
from warodds.rules import Rules
from warodds.rules.model import Decision
from warodds.show.shoe import present_shoe
from warodds.wholeshoe import Choices, whole_shoe

MOST_DECKS = 64
"""A law of a shoe has numbers as long as the shoe: at 64 decks it takes over a minute."""


def _decks(_ctx: click.Context, _param: click.Parameter, decks: int | None) -> int | None:
    if decks is not None and not 1 <= decks <= MOST_DECKS:
        raise WaroddsError(f"--decks {decks}; expected one deck count from 1 to {MOST_DECKS}")
    return decks


@click.command("shoe")
@rules_argument(required=True)
@click.option(
    "--decks", type=int, callback=_decks, help="Decks in the shoe.  [default: 6 where permitted]"
)
@cut_option
@decision_option
@click.option("--wager", default="game", show_default=True, help="A wager alone, such as tie.")
@click.option("--paytable", help="The wager's paytable, such as 30/12/5.")
@burn_options
@click.option("--law", "full", is_flag=True, help="Every law in full, number by number.")
@study_option
@table_options
def command(
    rules: Rules,
    decks: int | None,
    cut: int | Fraction | None,
    decision: Decision | None,
    wager: str,
    paytable: str | None,
    first_card_burn: bool | None,
    round_burn: bool | None,
    war_burn: bool | None,
    full: bool,
    study: bool,
    form: str,
    digits: int,
) -> None:
    """A whole shoe, dealt by the rules of NAME until the cut card comes out.

    One box plays every round. Shown are the numbers of rounds, wars and second ties, the law of
    the result, the EV per round that a simulator of whole shoes measures beside that of a fresh
    shoe, and the standard error that it should quote.
    """
    # The law of a wager on a pair has a bar of its own.
    slow = full and any(each.id == wager and each.on == "pair" for each in rules.wagers)
    with nullcontext() if slow else waiting("Dealing a shoe"):
        shoe = whole_shoe(
            rules,
            default_decks(rules)[0] if decks is None else decks,
            Choices(cut, first_card_burn, round_burn, war_burn),
            decision=decision,
            wager=None if wager == "game" else wager,
            paytable=paytable,
            study=study,
            full=full,
            watch=partial(watched_for, label="Counting shoes"),
        )
    emit(present_shoe(shoe, digits, full), form)
