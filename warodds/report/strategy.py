"""Section 5: war against surrender, the proof in one line (M4), and what a surrender costs."""

from __future__ import annotations

from fractions import Fraction

from warodds.figures import Odds, Strategy
from warodds.precision import decimal, percent
from warodds.report.analysis import Analysis, Game
from warodds.report.document import Section
from warodds.show.table import Table
from warodds.show.words import exact


def strategy_section(analysis: Analysis) -> Section | None:
    """Return section 5: war against surrender, why, and what a surrender costs."""
    if analysis.rules.war is None:
        return None
    main = analysis.rules.main_wager.name
    if not analysis.rules.has_surrender:
        text = "The rules offer no surrender: every tie goes to war, and nothing is left to decide."
        return Section("Strategy", (text,))
    rows = []
    for game in analysis.games:
        odds = game.odds
        strategy = strategy_of(odds)
        cost = strategy.war - strategy.surrender
        per_tie = cost / _tie(odds)
        rows.append(
            (
                str(odds.decks),
                exact(strategy.war),
                decimal(strategy.war, analysis.digits),
                exact(strategy.surrender),
                decimal(strategy.surrender, analysis.digits),
                exact(cost),
                percent(cost, analysis.digits),
                exact(per_tie),
                percent(per_tie, analysis.digits),
            )
        )
    headings = (
        "decks",
        "EV, always war",
        "decimal",
        "EV, always surrender",
        "decimal",
        "cost of surrendering",
        "decimal",
        "cost per tie surrendered",
        "decimal",
    )
    caption = f"War against surrender, per unit of {main}"
    assumed = "Every other figure of this document assumes that every tie goes to war."
    table = Table(caption, headings, tuple(rows), "r")
    return Section("Strategy", (_proof(analysis.games[0]), table, assumed))


def strategy_of(odds: Odds) -> Strategy:
    """Return war against surrender of a game that has both."""
    if odds.game.strategy is None:
        raise ValueError("a game without a surrender leaves nothing to decide")
    return odds.game.strategy


def _tie(odds: Odds) -> Fraction:
    """Return the probability that the first deal ties."""
    return sum(
        (o.probability for o in odds.game.outcomes if o.event.startswith("war_")), Fraction()
    )


def _proof(game: Game) -> str:
    """State M4 for the payouts at hand, or that it does not apply to them."""
    nets = {outcome.event: outcome.net for outcome in game.odds.game.outcomes}
    surrender = game.odds.rules.main_wager.paytables[0].payout("surrender").net
    win, tie, loss = (nets[f"war_{word}"] for word in ("higher", "tie", "lower"))
    start = (
        "The two cards of a war deal can be exchanged, so that in every shoe, whatever has been "
        f"seen, a war without a second tie is worth ({signed(win)} {spaced(loss)})/2 = "
        f"{signed((win + loss) / 2)}"
    )
    if (win + loss) / 2 != surrender:
        return (
            f"{start}, and with one {signed(tie)}; a surrender is worth {signed(surrender)}. Which "
            "decision is better depends on the shoe; the table has a fresh one."
        )
    gain = tie - surrender
    better = (
        "so war is never worse than surrender"
        if gain >= 0
        else "so surrender is never worse than war"
    )
    return (
        f"{start}, exactly what a surrender is worth; with one it is worth {signed(tie)}. Hence "
        f"war − surrender = ({signed(tie)} {spaced(-surrender)})·P(second tie | first tie) = "
        f"{signed(gain)}·P(second tie | first tie), {better}, in any composition of the shoe."
    )


def signed(value: Fraction) -> str:
    """Return a number of units with its sign.

    >>> signed(Fraction(2)), signed(Fraction(-1, 2)), signed(Fraction(0))
    ('+2', '−1/2', '0')
    """
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{abs(value)}"


def spaced(value: Fraction) -> str:
    """Return a number of units as a term of a sum.

    >>> spaced(Fraction(-2)), spaced(Fraction(1, 2))
    ('− 2', '+ 1/2')
    """
    return f"{'−' if value < 0 else '+'} {abs(value)}"
