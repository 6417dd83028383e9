"""`warodds outcomes`: a wager event by event, with ways that can be re-added by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from warodds.figures import GameOdds, Odds, Outcome, WagerOdds
from warodds.precision import decimal
from warodds.show.odds import heading_lines, study_notes, title_of
from warodds.show.odds_data import comparison_data, odds_data
from warodds.show.table import Presentation, Table
from warodds.show.words import coarse, exact, pays, to_one


def present_outcomes(results: Iterable[Odds], digits: int, game: bool = True) -> Presentation:
    """Return every event of the game, if asked for, and of each wager, ready to be shown."""
    results = tuple(results)
    one = len(results) == 1
    tables = [
        _table(caption if one else f"{title_of(odds)}. {caption}", outcomes, digits)
        for odds in results
        for caption, _, _, _, outcomes in _parts(odds, game)
    ]
    return Presentation(
        title_of(results[0]) if one else results[0].rules.name,
        heading_lines(results[0]),
        tuple(tables),
        study_notes(results),
        lambda: _records(results, digits, game),
        lambda: odds_data(results[0], digits) if one else comparison_data(results, digits),
    )


def present_wager(wager: WagerOdds, digits: int) -> Presentation:
    """Return one wager's events, ready to be shown."""
    return _alone(_name(wager), wager.outcomes, digits)


def present_game(game: GameOdds, digits: int) -> Presentation:
    """Return the events of the main and the war wager together, ready to be shown."""
    return _alone("The game, net units per unit of initial wager", game.outcomes, digits)


def _alone(title: str, outcomes: tuple[Outcome, ...], digits: int) -> Presentation:
    records = [_record(outcome, digits) for outcome in outcomes]
    data = {"schema": "warodds/outcomes/1", "outcomes": records}
    table = _table("", outcomes, digits)
    return Presentation(title, (), (table,), (), lambda: records, lambda: data)


def _name(wager: WagerOdds) -> str:
    return wager.wager.name + (f", {wager.paytable}" if wager.paytable else "")


def _parts(odds: Odds, game: bool) -> Iterable[tuple[str, str, str, str, tuple[Outcome, ...]]]:
    main, war = odds.rules.main_wager, odds.rules.war_wager
    both = f"{main.name} and {war.name}" if war and odds.decision == "war" else main.name
    if game:
        yield f"The game: {both}, net units in all", "game", "", "", odds.game.outcomes
    for wager in odds.wagers:
        caption = f"{_name(wager)} ({wager.id})"
        if wager.wager.deal == "war":
            caption += ", given a first tie"
        yield caption, wager.id, wager.paytable or "", "", wager.outcomes
        for part in wager.split:
            given = f"{_name(wager)}, after a {part.first} first pair"
            yield given, wager.id, wager.paytable or "", part.first, part.outcomes


def _table(caption: str, outcomes: tuple[Outcome, ...], digits: int) -> Table:
    rows = [
        (
            outcome.event,
            pays(outcome.net),
            str(outcome.ways),
            exact(outcome.probability),
            decimal(outcome.probability, digits),
            to_one(outcome.true_odds, coarse(digits)),
            exact(outcome.net),
            exact(outcome.contribution),
            decimal(outcome.contribution, digits),
            outcome.clause,
        )
        for outcome in outcomes
    ]
    ev = sum((outcome.contribution for outcome in outcomes), Fraction())
    share = sum((outcome.probability for outcome in outcomes), Fraction())
    ways = sum(outcome.ways for outcome in outcomes)
    total = ("total", "", str(ways), exact(share), decimal(share, digits), "", "")
    rows.append((*total, exact(ev), decimal(ev, digits), ""))
    headings = (
        "event",
        "pays",
        "ways",
        "probability",
        "decimal",
        "true odds",
        "net",
        "return",
        "decimal",
        "clause",
    )
    return Table(caption, headings, tuple(rows), "llrrrrrrrl")


def _records(results: Iterable[Odds], digits: int, game: bool) -> Iterator[dict[str, str]]:
    """Yield a CSV row for each event."""
    for odds in results:
        for _, wager_id, paytable, given, outcomes in _parts(odds, game):
            start = {
                "jurisdiction": odds.rules.id,
                "decks": str(odds.decks),
                "study": str(odds.study).lower(),
                "decision": odds.decision or "",
                "wager": wager_id,
                "paytable": paytable,
                "first_pair": given,
            }
            yield from ({**start, **_record(outcome, digits)} for outcome in outcomes)


def _record(outcome: Outcome, digits: int) -> dict[str, str]:
    return {
        "event": outcome.event,
        "pays": pays(outcome.net),
        "ways": str(outcome.ways),
        "probability": exact(outcome.probability),
        "probability_decimal": decimal(outcome.probability, digits),
        "true_odds": exact(outcome.true_odds),
        "net": exact(outcome.net),
        "return": exact(outcome.contribution),
        "return_decimal": decimal(outcome.contribution, digits),
        "clause": outcome.clause,
    }
