"""Section 7: the house advantage of everything by deck count, as a table and as charts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from warodds.figures import Odds
from warodds.precision import percent
from warodds.report.analysis import Analysis
from warodds.report.document import Block, Chart, Section, Series
from warodds.report.strategy import strategy_of
from warodds.show.table import Table
from warodds.show.words import count


def comparison_section(analysis: Analysis) -> Section:
    """Return section 7: house advantage by deck count, as a table and as charts."""
    games = [game.odds for game in analysis.games]
    own = _game_lines(games)
    first, war = (_wager_lines(games, deal) for deal in ("first", "war"))
    rows = []
    for line in (*own, *first, *war):
        by_decks = {int(n): value for n, value in line.points}
        cells = (
            percent(by_decks[n], analysis.digits) if n in by_decks else "–" for n in analysis.decks
        )
        rows.append((line.label, *cells))
    decks = (count(number, "deck") for number in analysis.decks)
    blocks: list[Block] = [
        "House advantage is the loss per unit of the wager named; the game's is per unit of the "
        "main wager and, as element of risk, per unit of all money staked. The exact fractions "
        "stand in section 4. A dash marks a paytable that a deck count does not have.",
        Table("House advantage by deck count", ("wager", *decks), tuple(rows), "lr"),
    ]
    if len(games) > 1:
        charts = (
            ("The game by deck count", own),
            ("Wagers placed before the first deal, by deck count", first),
            ("Wagers placed before the war deal, by deck count", war),
        )
        blocks += [
            Chart(caption, "decks", "house advantage", lines) for caption, lines in charts if lines
        ]
    return Section("Comparison across deck counts", tuple(blocks))


def _game_lines(games: list[Odds]) -> tuple[Series, ...]:
    lines = [Series("The game, house edge", _points(games, lambda odds: odds.game.house_edge))]
    if any(odds.game.average_staked != 1 for odds in games):
        risk = _points(games, lambda odds: odds.game.element_of_risk)
        lines.append(Series("The game, element of risk", risk))
    if games[0].game.strategy:
        surrender = _points(games, lambda odds: -strategy_of(odds).surrender)
        lines.append(Series("The game, always surrender", surrender))
    return tuple(lines)


def _points(
    games: list[Odds], figure: Callable[[Odds], Fraction]
) -> tuple[tuple[Fraction, Fraction], ...]:
    return tuple((Fraction(odds.decks), figure(odds)) for odds in games)


def _wager_lines(games: list[Odds], deal: str) -> tuple[Series, ...]:
    lines: dict[tuple[str, str | None], Series] = {}
    for odds in games:
        for wager in (each for each in odds.wagers if each.wager.deal == deal):
            key = wager.id, wager.paytable
            label = wager.wager.name + (f" {wager.paytable}" if wager.paytable else "")
            before = lines[key].points if key in lines else ()
            lines[key] = Series(label, (*before, (Fraction(odds.decks), wager.house_edge)))
    return tuple(lines.values())
