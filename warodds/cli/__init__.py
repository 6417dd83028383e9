"""The command line: parse, call the library, show. Each command is a module, loaded when used."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper

import click

from warodds.errors import WaroddsError, unknown

COMMANDS = {
    "odds": "Exact odds of every wager.",
    "outcomes": "Each wager event by event, with ways that can be re-added.",
    "formula": "Closed forms in the number of decks, proved by enumeration.",
    "solve": "The payout that gives a wager a wanted edge.",
    "shoe": "A whole shoe to the cut card: rounds, wars, result, exactly.",
    "count": "What knowing the cards gone is worth.",
    "boxes": "Several boxes in one round, and what the bank faces.",
    "report": "Submission documents that a third party can check by hand.",
    "rules": "What the jurisdictions say, clause by clause.",
    "simulate": "Deal real shuffled shoes, and write what happened.",
    "verify": "Judge a simulator's output, and say what is wrong with it.",
}
"""Every command with its line in the help; `cli/NAME.py` holds a command called `command`."""


class Commands(click.Group):
    """A group that imports a command only when it runs, so that every command starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"warodds.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse an unknown command with the ones there are."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise unknown("command", args[0], COMMANDS)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted:
        from warodds import __version__

        click.echo(f"warodds {__version__}")
        ctx.exit()


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Exact combinatorial odds for Casino War.

    The first argument of every command is a built-in jurisdiction or the path of a rule file.
    """


def main() -> None:
    """Run the command line: exit 0 for success, 1 for "no", 2 for bad usage or bad input."""
    import signal

    if hasattr(signal, "SIGPIPE"):  # `warodds odds … | head` ends as quietly as any filter
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # Exact fractions can be longer than the 4,300 digits that Python would turn into text.
    sys.set_int_max_str_digits(0)
    # A terminal that lacks a sign such as √ or § shows another in its place.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    status = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError as error:
        click.echo(f"warodds: standard output: {error.strerror}", err=True)
        os._exit(2)  # nothing is left to flush, and Python would try again
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status; a bad input is one line on standard error."""
    try:
        status = cli.main(arguments, prog_name="warodds", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.ClickException as error:
        message = error.format_message()
    except WaroddsError as error:
        message = str(error)
    except OSError as error:
        message = f"{error.filename or 'output'}: {error.strerror}"
    except (click.Abort, KeyboardInterrupt):
        return 130
    else:
        return status if isinstance(status, int) else 0
    for line in message.splitlines():
        click.echo(f"warodds: {line}", err=True)
    return 2
