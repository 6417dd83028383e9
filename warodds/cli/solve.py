"""`warodds solve`: the payout that gives a wager a wanted edge."""

from __future__ import annotations

import re
from fractions import Fraction

import click

from warodds.cli.options import decision_option, decks_option, emit, rules_argument, table_options
from warodds.errors import WaroddsError
from warodds.formula import solve
from warodds.rules import Rules
from warodds.rules.model import Decision
from warodds.show.solve import present_solution


def _edge(_ctx: click.Context, _param: click.Parameter, text: str) -> Fraction:
    """Read a share: 5%, 0.05 or 1/20; below zero it is the player's."""
    found = re.fullmatch(
        r"([-−+]?)\s*(\d{1,50}(?:\.\d{0,50}|/0*[1-9]\d{0,50})?|\.\d{1,50})\s*(%?)", text.strip()
    )
    expected = "expected a share of the wager such as 5%, 0.05 or 1/20"
    if not found:
        raise WaroddsError(f"--edge {text!r}; {expected}")
    sign, number, per_cent = found.groups()
    share = Fraction(number) / (100 if per_cent else 1)
    if share > 1:
        raise WaroddsError(f"--edge {text!r} is more than the wager itself; {expected}")
    return -share if sign in ("-", "−") else share


@click.command("solve")
@rules_argument(required=True)
@click.option("--wager", required=True, help="The wager, or game.")
@click.option("--edge", required=True, callback=_edge, help="The house edge: 5%, 0.05 or 1/20.")
@click.option("--event", help="The event to pay, where the wager wins on several.")
@click.option("--paytable", help="The paytable to start from, such as 30/12/5.")
@decks_option
@decision_option
@table_options
def command(
    rules: Rules,
    wager: str,
    edge: Fraction,
    event: str | None,
    paytable: str | None,
    decks: tuple[int, ...] | None,
    decision: Decision | None,
    form: str,
    digits: int,
) -> int:
    """The payout that gives a wager a wanted house edge, exactly and as a layout could print it.

    It holds for the deck counts that the rules permit, or for --decks. A negative edge is the
    player's.
    """
    solution = solve(rules, wager, edge, event, paytable=paytable, decks=decks, decision=decision)
    emit(present_solution(solution, digits), form)
    return 0 if any(solved.payable for solved in solution.solved) else 1
