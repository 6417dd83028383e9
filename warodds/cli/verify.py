"""`warodds verify`: judge a simulator's output."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import click

from warodds.cli.options import default_decks, emit, rules_argument, table_options, watched
from warodds.errors import WaroddsError
from warodds.rules import Rules
from warodds.rules.model import Decision
from warodds.show import present
from warodds.verification.reading.cards import CARD_READERS


def _columns(
    _ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]
) -> dict[str, str]:
    told = {}
    for text in texts:
        role, equals, name = text.partition("=")
        if not equals or not role or not name:
            raise WaroddsError(f"--column {text!r}; expected such as player=p1")
        told[role.strip()] = name
    return told


@click.command("verify")
@rules_argument(required=True)
@click.argument("files", nargs=-1, type=click.Path(), metavar="[FILE]...")
@click.option("--decks", type=int, help="Decks in the shoe.  [default: 6 where permitted]")
@click.option(
    "--decision",
    type=click.Choice(["war", "surrender"]),
    help="What the player does on a tie.  [default: as the data show, else war]",
)
@click.option("--rounds", help="Without a file: how many rounds, such as 1e7.")
@click.option("--mean", help="Without a file: mean net units a round, such as -0.0233.")
@click.option("--total", help="Without a file: net units in all.")
@click.option("--wager", help="The wager that a mean or total is of.  [default: game]")
@click.option(
    "--column",
    "columns",
    multiple=True,
    callback=_columns,
    help="What a column holds, such as player=p1, or net=- for none; may be repeated.",
)
@click.option(
    "--cards",
    type=click.Choice(list(CARD_READERS)),
    default="written",
    show_default=True,
    help="How cards are written: K, Ks, 13; or codes, from the two up unless the ace is first.",
)
@click.option(
    "--unit", default="1", show_default=True, help="What one unit is in the nets, such as 10."
)
@click.option(
    "--two-lines/--one-line",
    default=None,
    help="Whether a tie and its war stand on two lines.  [default: as the data show]",
)
@click.option("--paytable", help="Paytable of a side wager that has several, such as 30/12/5.")
@click.option("--cut", type=click.IntRange(0), help="Cards behind the cut card of each shoe.")
@click.option(
    "--alpha", default="0.001", show_default=True, help="Chance of any false alarm in all tests."
)
@click.option("--detect", help="An error in the edge: how many rounds would find it.")
@click.option(
    "--suspects/--no-suspects", default=None, help="Name suspects.  [default: if rounds disagree]"
)
@table_options
def command(
    rules: Rules,
    files: tuple[str, ...],
    decks: int | None,
    decision: Decision | None,
    rounds: str | None,
    mean: str | None,
    total: str | None,
    wager: str | None,
    columns: dict[str, str],
    cards: str,
    unit: str,
    two_lines: bool | None,
    paytable: str | None,
    cut: int | None,
    alpha: str,
    detect: str | None,
    suspects: bool | None,
    form: str,
    digits: int,
) -> int:
    """Judge a simulator's output against the exact law, and say what is wrong with it.

    FILE is CSV, TSV, JSON, JSON lines or Parquet, gzipped or not, a folder of these, or - for
    standard input. Its columns say what it is: rounds with a mean or total; outcomes with
    counts; or a row for each round with cards, decision, outcome, net, side wagers' nets, shoe
    and seat, as far as they are there.

    Exit status 0: the data agree with the law. 1: they do not. 2: they cannot be judged.
    """
    from warodds.verification import verify

    result = verify(
        rules,
        list(files) or None,
        decks=default_decks(rules)[0] if decks is None else decks,
        decision=decision,
        rounds=rounds,
        mean=mean,
        total=total,
        wager=wager,
        columns=columns,
        cards=cards,
        unit=unit,
        two_lines=two_lines,
        paytable=paytable,
        alpha=alpha,
        detect=detect,
        suspects=suspects,
        cut=cut,
        watch=_watch if sys.stderr.isatty() else None,
        watch_suspects=partial(watched, label="Weighing suspects"),
    )
    emit(present(result, digits), form)
    return 0 if result.passed else 1


def _watch(work: Callable[[], Any], progress: Callable[[], float]) -> Any:
    """Run a query in a thread of its own and show how far it has come."""
    from concurrent.futures import ThreadPoolExecutor
    from concurrent.futures import TimeoutError as NotYet

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(work)
        try:
            return running.result(timeout=1)
        except NotYet:
            pass
        with click.progressbar(length=100, label="Reading", file=sys.stderr) as bar:
            shown = 0
            while True:
                try:
                    result = running.result(timeout=0.2)
                    bar.update(100 - shown)
                    return result
                except NotYet:
                    percent = min(100, int(max(shown, progress())))
                    bar.update(percent - shown)
                    shown = percent
