"""Arguments and options that several commands share."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Protocol, TypeVar

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


def complete_rules(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Offer the jurisdictions, and files."""
    # Click's scripts forget the names as soon as a file is offered beside them.
    names = [name for name in jurisdictions() if name.startswith(incomplete)]
    return [*map(CompletionItem, names)] or [CompletionItem(incomplete, type="file")]


def read_decks(
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
        shell_complete=complete_rules,
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
    return click.option("--decks", callback=read_decks, help="Decks: 6, or several: 4,6,8 or 1-8.")(
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


def _cut(_ctx: click.Context, _param: click.Parameter, text: str | None) -> int | Fraction | None:
    """Read a number of cards, or a share of the stack."""
    if text is None:
        return None
    if re.fullmatch(r"\d{1,9}", text):
        return int(text)
    if re.fullmatch(r"\d{1,9}/[1-9]\d{0,8}|0?\.\d{1,9}", text) and 0 < Fraction(text) < 1:
        return Fraction(text)
    raise WaroddsError(f"--cut {text!r}; expected cards such as 78, or a share such as 1/4")


def cut_option(command: F) -> F:
    """Add where the cut card lies."""
    return click.option(
        "--cut",
        callback=_cut,
        help="Cards behind the cut card, 78, or their share of the stack, 1/4.  "
        "[default: the limit in the rules, or 1/4]",
    )(command)


def decision_option(command: F) -> F:
    """Add what the player does on a tie."""
    return click.option(
        "--decision",
        type=click.Choice(["war", "surrender"]),
        help="What the player does on a tie.  [default: war]",
    )(command)


def workers_option(command: F) -> F:
    """Add the number of processes."""
    return click.option(
        "--workers", type=click.IntRange(1, 1024), help="Processes.  [default: one for each core]"
    )(command)


def study_option(command: F) -> F:
    """Add the permission to compute what the rules do not permit."""
    return click.option(
        "--study",
        is_flag=True,
        help="Compute what the rules do not permit all the same, and say so.",
    )(command)


def burn_options(command: F) -> F:
    """Add the choices that the rules leave to an operator."""
    options = (
        click.option(
            "--first-card-burn/--no-first-card-burn",
            default=None,
            help="Whether the first card is burned, where left open.  [default: burned]",
        ),
        click.option(
            "--round-burn/--no-round-burn",
            default=None,
            help="Whether cards are burned before each round, where left open.  [default: none]",
        ),
        click.option(
            "--war-burn/--no-war-burn",
            default=None,
            help="Whether cards are burned before a war, where left open.  [default: burned]",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def game_options(command: F) -> F:
    """Add what says which game is meant."""
    options = (
        decks_option,
        decision_option,
        click.option(
            "--wager", "wagers", multiple=True, help="Only this wager, or game; may be repeated."
        ),
        click.option("--paytable", help="Only this paytable, such as 30/12/5."),
        click.option("--seen", default="", help='Cards known to be gone, such as "A K K 10h".'),
        study_option,
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


def watched_for(work: Sequence[T], label: str, seconds: float = 2.0) -> Iterator[T]:
    """Pass work on and, on a terminal, show how far it has come once it takes some seconds."""
    with progress(len(work), label, seconds) as passed:
        yield from passed(work)


class Passed(Protocol):
    """Passes work on, item by item, and counts what is done."""

    def __call__(self, work: Iterable[T], /) -> Iterator[T]:
        """Yield each item; the next is asked for when it is done."""


@contextmanager
def progress(length: int, label: str, seconds: float = 2.0) -> Iterator[Passed]:
    """Show, on a terminal, how much of some work is done, once it takes some seconds.

    The bar appears in time even where one item takes long, since a thread of its own draws it.
    """
    bar = click.progressbar(length=length, label=label, file=sys.stderr)
    lock, shown = threading.Lock(), threading.Event()

    def show() -> None:
        with lock:
            shown.set()
            bar.render_progress()

    def passed(work: Iterable[T]) -> Iterator[T]:
        for item in work:
            yield item
            with lock:
                bar.make_step(1)
                if shown.is_set():
                    bar.render_progress()

    timer = threading.Timer(seconds, show)
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield passed
    finally:
        timer.cancel()
        with lock:
            if shown.is_set():
                bar.render_finish()


@contextmanager
def waiting(label: str, seconds: float = 2.0) -> Iterator[None]:
    """Say on a terminal that one long computation goes on, once it takes some seconds."""
    if not sys.stderr.isatty():
        yield
        return
    done, start = threading.Event(), time.monotonic()

    def tell() -> None:
        while not done.wait(1.0 if time.monotonic() - start > seconds else seconds):
            click.echo(f"\r{label}: {time.monotonic() - start:.0f} s", nl=False, err=True)

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        if time.monotonic() - start > seconds:
            click.echo(f"\r{' ' * (len(label) + 12)}\r", nl=False, err=True)
