"""Arguments and options that several commands share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from warodds.errors import WaroddsError
from warodds.rules import Rules, jurisdictions, load
from warodds.show import DIGITS, FORMATS, Presentation

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

MOST_DECKS = 1000
"""As many deck counts as one comparison may hold."""


def _rules(_ctx: click.Context, _param: click.Parameter, name: str | None) -> Rules | None:
    return None if name is None else load(name)


def _complete_rules(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Offer the jurisdictions, and files."""
    # Click's scripts forget the names as soon as a file is offered beside them.
    names = [name for name in jurisdictions() if name.startswith(incomplete)]
    return [*map(CompletionItem, names)] or [CompletionItem(incomplete, type="file")]


def _decks(
    _ctx: click.Context, _param: click.Parameter, text: str | None
) -> tuple[int, ...] | None:
    """Read one deck count, a list or a range: each count once, in the order given."""
    if text is None:
        return None
    counts: dict[int, None] = {}
    for part in text.split(","):
        found = re.fullmatch(r"\s*(\d{1,9})\s*(?:(?:-|–|\.\.)\s*(\d{1,9})\s*)?", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last:
            limit = "each 1 to 999999999, a range from the smaller to the larger"
            raise WaroddsError(f"--decks {text!r}; expected such as 6, 4,6,8 or 1-8, {limit}")
        if last - first + len(counts) >= MOST_DECKS:
            raise WaroddsError(f"--decks {text!r}; expected at most {MOST_DECKS} deck counts")
        counts.update(dict.fromkeys(range(first, last + 1)))
    return tuple(counts)


def rules_argument(*, required: bool) -> Callable[[F], F]:
    """Return the first argument of every command."""
    return click.argument(
        "rules",
        metavar="NAME" if required else "[NAME]",
        required=required,
        callback=_rules,
        shell_complete=_complete_rules,
    )


def format_option(command: F) -> F:
    """Add the choice of a format."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        default="text",
        show_default=True,
        help="How to write the tables.",
    )(command)


def decks_option(command: F) -> F:
    """Add the deck counts."""
    return click.option("--decks", callback=_decks, help="Decks: 6, or several: 4,6,8 or 1-8.")(
        command
    )


def table_options(command: F) -> F:
    """Add what every table takes."""
    command = click.option(
        "--digits",
        type=click.IntRange(0, 1000),
        default=DIGITS,
        show_default=True,
        help="Digits after the point of a decimal; a percentage has two fewer.",
    )(command)
    return format_option(command)


def game_options(command: F) -> F:
    """Add what says which game is meant."""
    options = (
        decks_option,
        click.option(
            "--decision",
            type=click.Choice(["war", "surrender"]),
            help="What the player does on a tie.  [default: war]",
        ),
        click.option(
            "--wager", "wagers", multiple=True, help="Only this wager, or game; may be repeated."
        ),
        click.option("--paytable", help="Only this paytable, such as 30/12/5."),
        click.option("--seen", default="", help='Cards known to be gone, such as "A K K 10h".'),
        click.option(
            "--study",
            is_flag=True,
            help="Compute what the rules do not permit all the same, and say so.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def chosen(wagers: tuple[str, ...]) -> tuple[list[str] | None, bool]:
    """Return the wagers asked for, None for all of them, and whether the game is asked for.

    Commas separate as well as repetition; `game` is the main and the war wager together.
    """
    ids = [part.strip() for wager in wagers for part in wager.split(",") if part.strip()]
    return [part for part in ids if part != "game"] if ids else None, not ids or "game" in ids


def default_decks(rules: Rules) -> tuple[int, ...]:
    """Return six decks or, where they are not permitted, the fewest that are."""
    if 6 in rules.decks:
        return (6,)
    return (rules.decks.at_least or rules.decks.permitted[0],)


def emit(presentation: Presentation, form: str) -> None:
    """Write a presentation to standard output, headings bold on a terminal."""
    click.echo(presentation.render(form, lambda text: click.style(text, bold=True)))


def watched(work: Sequence[T], label: str = "Evaluating", slow: int = 40) -> Iterator[T]:
    """Pass work on and, on a terminal, show how far it has come where it is `slow` or more."""
    if len(work) < slow or not sys.stderr.isatty():
        yield from work
        return
    with click.progressbar(work, label=label, file=sys.stderr) as bar:
        yield from bar
