"""`warodds shoe`: a whole shoe, from its first card to the cut card."""

from __future__ import annotations

import re
from fractions import Fraction

import click

from warodds.cli.options import default_decks, emit, rules_argument, table_options
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


def _cut(_ctx: click.Context, _param: click.Parameter, text: str | None) -> int | Fraction | None:
    """Read a number of cards, or a share of the stack."""
    if text is None:
        return None
    if re.fullmatch(r"\d{1,9}", text):
        return int(text)
    if re.fullmatch(r"\d{1,9}/[1-9]\d{0,8}", text) and 0 < Fraction(text) < 1:
        return Fraction(text)
    raise WaroddsError(f"--cut {text!r}; expected a number of cards such as 78, or a share: 1/4")


@click.command("shoe")
@rules_argument(required=True)
@click.option(
    "--decks", type=int, callback=_decks, help="Decks in the shoe.  [default: 6 where permitted]"
)
@click.option(
    "--cut",
    callback=_cut,
    help="Cards behind the cut card, 78, or their share of the stack, 1/4.  "
    "[default: the limit in the rules, or 1/4]",
)
@click.option(
    "--decision",
    type=click.Choice(["war", "surrender"]),
    help="What the player does on a tie.  [default: war]",
)
@click.option("--wager", default="game", show_default=True, help="A wager alone, such as tie.")
@click.option("--paytable", help="The wager's paytable, such as 30/12/5.")
@click.option(
    "--first-card-burn/--no-first-card-burn",
    default=None,
    help="Whether the first card is burned, where the rules leave it open.  [default: burned]",
)
@click.option(
    "--round-burn/--no-round-burn",
    default=None,
    help="Whether cards are burned before each round, where left open.  [default: none]",
)
@click.option(
    "--war-burn/--no-war-burn",
    default=None,
    help="Whether cards are burned before a war, where left open.  [default: burned]",
)
@click.option("--law", "full", is_flag=True, help="Every law in full, number by number.")
@click.option(
    "--study",
    is_flag=True,
    help="Compute what the rules do not permit all the same, and say so.",
)
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
    shoe = whole_shoe(
        rules,
        default_decks(rules)[0] if decks is None else decks,
        Choices(cut, first_card_burn, round_burn, war_burn),
        decision=decision,
        wager=None if wager == "game" else wager,
        paytable=paytable,
        study=study,
    )
    emit(present_shoe(shoe, digits, full), form)
