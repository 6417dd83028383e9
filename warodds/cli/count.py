"""`warodds count`: what knowing the cards gone is worth."""

from __future__ import annotations

import re
from fractions import Fraction

import click

from warodds.cli.options import default_decks, emit, rules_argument, table_options
from warodds.counting import count, counts
from warodds.errors import WaroddsError
from warodds.rules import Rules
from warodds.show import present


def _cut(_ctx: click.Context, _param: click.Parameter, text: str | None) -> int | Fraction | None:
    """Read a number of cards, or a share of the stack."""
    if text is None:
        return None
    if re.fullmatch(r"\d{1,6}", text):
        return int(text)
    if re.fullmatch(r"\d{1,6}/[1-9]\d{0,5}|0?\.\d{1,6}", text) and 0 < Fraction(text) < 1:
        return Fraction(text)
    raise WaroddsError(f"--cut {text!r}; expected cards such as 78, or a share such as 1/4")


@click.command("count")
@rules_argument(required=True)
@click.option("--decks", type=click.IntRange(1), help="Decks in the shoe.  [default: 6]")
@click.option("--wager", help="The wager to count, or game.  [default: all, at one depth]")
@click.option("--left", type=int, help="Cards left when the round starts.")
@click.option(
    "--cut",
    callback=_cut,
    help="Cards behind the cut card, or a share such as 1/4.  [default: the rules' own limit]",
)
@click.option("--paytable", help="The wager's paytable, such as 30/12/5.")
@click.option("--seen", default="", help='Cards known to be gone, such as "A K K 10h".')
@click.option(
    "--study",
    is_flag=True,
    help="Compute what the rules do not permit all the same, and say so.",
)
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
        every = counts(rules, decks, left=left, cut=cut, seen=seen, paytable=paytable, study=study)
        emit(present(every, digits), form)
        return
    result = count(
        rules, decks, wager, left=left, cut=cut, seen=seen, paytable=paytable, study=study
    )
    emit(present(result, digits), form)
