"""`warodds boxes`: several boxes in one round."""

from __future__ import annotations

import re
from fractions import Fraction

import click

from warodds.boxes import boxes
from warodds.cli.options import (
    default_decks,
    emit,
    rules_argument,
    study_option,
    table_options,
    waiting,
)
from warodds.errors import WaroddsError
from warodds.rules import Rules
from warodds.rules.model import Decision
from warodds.show.boxes import present_boxes


def _units(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Fraction | None:
    if text is None:
        return None
    if not re.fullmatch(r"\d+(\.\d+|/0*[1-9]\d*)?", text) or not Fraction(text):
        raise WaroddsError(f"--bank {text!r}; expected units above 0, such as 20 or 7.5")
    return Fraction(text)


@click.command("boxes")
@rules_argument(required=True)
@click.option("--decks", type=click.IntRange(1), help="Decks in the shoe.  [default: 6]")
@click.option(
    "--boxes", "number", type=int, help="Boxes played.  [default: as many as the rules permit]"
)
@click.option(
    "--bet",
    "bets",
    default="main=1",
    show_default=True,
    help="What each box stakes, such as main=1,tie=0.5.",
)
@click.option("--paytable", help="The paytable of a wager that has several, such as 30/12/5.")
@click.option("--bank", callback=_units, help="Units that the bank has for the round.")
@click.option(
    "--decision",
    type=click.Choice(["war", "surrender"]),
    help="What each box does on a tie.  [default: war]",
)
@click.option("--seen", default="", help='Cards known to be gone, such as "A K K 10h".')
@click.option("--law", "whole", is_flag=True, help="Show every value of a long law.")
@study_option
@table_options
def command(
    rules: Rules,
    decks: int | None,
    number: int | None,
    bets: str,
    paytable: str | None,
    bank: Fraction | None,
    decision: Decision | None,
    seen: str,
    whole: bool,
    study: bool,
    form: str,
    digits: int,
) -> None:
    """Several boxes in one round: what they net together, and what the bank faces.

    All boxes play against the same dealer's cards, each with the same bets. --bet names wagers by
    their ids, or main, and the units staked on each; the war wager follows the main wager.
    """
    with waiting("Dealing boxes"):
        result = boxes(
            rules,
            decks or default_decks(rules)[0],
            number if number is not None else rules.boxes.most or 1,
            bets=bets,
            bank=bank,
            seen=seen,
            decision=decision,
            paytable=paytable,
            study=study,
        )
    emit(present_boxes(result, digits, whole), form)
