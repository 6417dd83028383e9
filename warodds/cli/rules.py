"""`warodds rules`: what the jurisdictions say."""

from __future__ import annotations

import click

from warodds.cli.options import emit, format_option, rules_argument
from warodds.errors import WaroddsError
from warodds.rules import TEMPLATE, Rules, jurisdictions, load
from warodds.show.rules import present_jurisdictions, present_rules


@click.command("rules")
@rules_argument(required=False)
@click.option("--template", is_flag=True, help="Print a commented rule file to start from.")
@format_option
def command(rules: Rules | None, template: bool, form: str) -> None:
    """What the jurisdictions say: all of them in short, or NAME entry by entry.

    A note is a reading of ours where a text is silent or doubtful.
    """
    if template and rules:
        raise WaroddsError("--template prints a file of its own; expected no NAME beside it")
    if template:
        click.echo(TEMPLATE.read_text(encoding="utf-8"), nl=False)
    elif rules:
        emit(present_rules(rules), form)
    else:
        emit(present_jurisdictions([load(name) for name in jurisdictions()]), form)
