"""`warodds report`: submission documents, written into a folder or compared with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from warodds.cli.options import complete_rules, progress, read_decks
from warodds.errors import WaroddsError, listed, nearest, unknown
from warodds.report import DIGITS, PLAIN, SUFFIXES, analyse, document_of, index, render
from warodds.report.contents import FURTHER, SECTIONS
from warodds.report.files import compare, save
from warodds.rules import Rules, jurisdictions, load

ALL = "all"


def _formats(
    _ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]
) -> tuple[str, ...]:
    """Read formats by name or suffix, repeated or separated by commas, each once."""
    by_suffix = {suffix: form for form, suffix in SUFFIXES.items()}
    found: dict[str, None] = {}
    for word in (part.strip() for text in given for part in text.split(",")):
        form = by_suffix.get(word.lower(), word.lower())
        if form == ALL:
            found.update(dict.fromkeys(SUFFIXES))
        elif form in SUFFIXES:
            found[form] = None
        else:
            expected = f"expected {listed((*SUFFIXES, ALL))}{nearest(word, SUFFIXES)}"
            raise WaroddsError(f"--format {word!r}; {expected}")
    return tuple(found) or PLAIN


@click.command("report")
@click.argument("name", metavar="NAME|all", shell_complete=complete_rules)
@click.option("--decks", callback=read_decks, help="Only these decks: 6, or several: 4,6,8 or 1-8.")
@click.option("--paytable", help="Only this paytable, such as 30/12/5.")
@click.option(
    "--format",
    "forms",
    multiple=True,
    callback=_formats,
    help="markdown, html, latex, csv, json, xlsx, pdf or all; may be repeated or separated by "
    "commas.  [default: markdown,csv,json]",
)
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("reports"),
    show_default=True,
    help="The folder to write into.",
)
@click.option(
    "--digits",
    type=click.IntRange(0, 1000),
    default=DIGITS,
    show_default=True,
    help="Digits after the point of a decimal.",
)
@click.option("--study", is_flag=True, help="Analyse what the rules do not permit all the same.")
@click.option("--check", is_flag=True, help="Write nothing: exit 1 and say what differs.")
@click.option("--force", is_flag=True, help="Replace files that warodds report did not write.")
def command(
    name: str,
    decks: tuple[int, ...] | None,
    paytable: str | None,
    forms: tuple[str, ...],
    folder: Path,
    digits: int,
    study: bool,
    check: bool,
    force: bool,
) -> int:
    """Submission tables that a third party can check by hand.

    NAME is a jurisdiction (see `warodds rules`) or the path of a rule file; `all` writes every
    jurisdiction and an index. Every permitted deck count and paytable is analysed; where the
    rules set no upper limit to the decks, the least count and the next two.
    """
    several = name == ALL
    games = [load(each) for each in jurisdictions()] if several else [load(name)]
    contents = _contents(games, decks, paytable, forms, digits, study, several)
    if check:
        differences = compare(folder, contents, complete=index.NAME in contents)
        for line in differences:
            click.echo(line)
        if not differences:
            click.echo(f"{folder}: {len(contents)} files, up to date")
        return 1 if differences else 0
    for written in save(folder, contents, force=force):
        click.echo(f"{written.path}{'' if written.changed else ' (unchanged)'}")
    return 0


def _contents(
    games: Sequence[Rules],
    decks: tuple[int, ...] | None,
    paytable: str | None,
    forms: tuple[str, ...],
    digits: int,
    study: bool,
    several: bool,
) -> dict[str, bytes]:
    """Return every file by its name, in memory: nothing is written before all is well."""
    known = _paytables(games)
    if paytable is not None and paytable not in known:
        if not known:
            raise WaroddsError(f"paytable {paytable!r}: no wager of {games[0].id} has several")
        raise unknown("paytable", paytable, known)
    documents = []
    contents: dict[str, bytes] = {}
    steps = len(games) * (len(SECTIONS) + len(FURTHER) + len(forms))
    with progress(steps, "Writing") as passed:
        for rules in games:
            wanted = paytable if paytable in _paytables([rules]) else None
            analysis = analyse(rules, decks, wanted, digits=digits, study=study)
            document = document_of(analysis, passed)
            documents.append((analysis, document))
            for form in passed(forms):
                name = f"{document.stem}.{SUFFIXES[form]}"
                contents[name] = render(document, form, digits=digits)
    # A selection has no index, lest it take the place of the index of the whole.
    if several and set(PLAIN) <= set(forms) and all(each.complete for each, _ in documents):
        contents[index.NAME] = index.write(documents, [SUFFIXES[form] for form in forms])
    return contents


def _paytables(games: Iterable[Rules]) -> list[str]:
    """Return the names of all paytables; a game without any is reported as it is."""
    return [
        table.name
        for rules in games
        for wager in rules.wagers
        for table in wager.paytables
        if table.name is not None
    ]
