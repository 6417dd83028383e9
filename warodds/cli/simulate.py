"""`warodds simulate`: the reference simulator."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from warodds.cli.options import (
    burn_options,
    chosen,
    decision_option,
    default_decks,
    rules_argument,
    watched,
    workers_option,
)
from warodds.errors import WaroddsError
from warodds.mistakes.library import MISTAKES
from warodds.parallel import cores
from warodds.rules import Rules
from warodds.rules.model import Decision
from warodds.simulate import LEVELS, plan, save
from warodds.simulate.write import Level


def _number(_ctx: click.Context, param: click.Parameter, text: str | None) -> int | None:
    """Read a whole number as people write large ones: 10_000_000, 10,000,000, 1e7 or 2.5e6."""
    if text is None:
        return None
    from fractions import Fraction

    expected = f"--{param.name} {text!r}; expected a whole number such as 1000000, 1_000_000 or 1e6"
    try:
        number = Fraction(text.replace(",", "").replace("_", "")) if len(text) < 30 else None
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or number.denominator != 1 or number > 10**15:
        raise WaroddsError(expected)
    return int(number)


def _listing(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted:
        width = max(map(len, MISTAKES))
        for mistake in MISTAKES.values():
            click.echo(f"{mistake.name:{width}}  {mistake.summary}")
        ctx.exit()


@click.command("simulate")
@rules_argument(required=True)
@click.option("--decks", type=int, help="Decks in the shoe.  [default: 6 where permitted]")
@click.option(
    "--rounds",
    callback=_number,
    default="1_000_000",
    show_default=True,
    help="Rounds of the table; each box has a line in every round.",
)
@click.option(
    "--seed", callback=_number, default="0", show_default=True, help="Same seed, same bytes."
)
@click.option("--boxes", type=int, help="Boxes against the dealer.  [default: 1]")
@click.option(
    "--cut",
    type=int,
    help="Cards behind the cut card.  [default: the limit of the rules, else a quarter]",
)
@click.option("--fresh", is_flag=True, help="Shuffle before every round, as a machine does.")
@decision_option
@click.option(
    "--wager", "wagers", multiple=True, help="Place this side wager too; may be repeated."
)
@click.option("--paytable", help="Paytable of a side wager that has several, such as 30/12/5.")
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="counts",
    show_default=True,
    help="What to write: one line, a line for each outcome, or a line for each round.",
)
@click.option(
    "--mistake",
    "mistakes",
    multiple=True,
    help="Make this mistake; may be repeated. See --list-mistakes.",
)
@click.option(
    "--list-mistakes",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_listing,
    help="List the mistakes and exit.",
)
@burn_options
@click.option("--study", is_flag=True, help="Deal what the rules do not permit all the same.")
@workers_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="File to write: .csv, .csv.gz or .parquet.  [default: CSV to standard output]",
)
def command(
    rules: Rules,
    decks: int | None,
    rounds: int,
    seed: int,
    boxes: int | None,
    cut: int | None,
    fresh: bool,
    decision: Decision | None,
    wagers: tuple[str, ...],
    paytable: str | None,
    level: Level,
    mistakes: tuple[str, ...],
    first_card_burn: bool | None,
    round_burn: bool | None,
    war_burn: bool | None,
    study: bool,
    workers: int | None,
    output: Path | None,
) -> None:
    """Deal real shuffled shoes by the rules' own procedure, and write what happened.

    A shoe is dealt to its cut card unless --fresh. Rounds of one shoe, and boxes of one round,
    depend on each other; the log says which belong together.
    """
    planned = plan(
        rules,
        default_decks(rules)[0] if decks is None else decks,
        rounds,
        seed,
        boxes=boxes,
        cut=cut,
        fresh=fresh,
        decision=decision,
        wagers=chosen(wagers)[0] or (),
        paytable=paytable,
        mistakes=[name for each in mistakes for name in each.split(",") if name],
        first_card_burn=first_card_burn,
        round_burn=round_burn,
        war_burn=war_burn,
        study=study,
    )
    watch = partial(watched, label="Simulating", slow=8)
    save(planned, output, level, workers=workers or cores(), watch=watch)
