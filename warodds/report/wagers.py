"""Sections 3 and 4: every wager event by event, then its odds, house advantage and volatility."""

from __future__ import annotations

from fractions import Fraction

from warodds.figures import GameOdds, Odds, Outcome, SplitOdds, WagerOdds
from warodds.precision import decimal, percent, root
from warodds.report.analysis import Analysis
from warodds.report.document import Block, Section
from warodds.report.tolerance import VOLATILITY
from warodds.show.odds_data import odds_data
from warodds.show.table import Table
from warodds.show.words import coarse, count, exact, pays


def named(wager: WagerOdds) -> str:
    """Return a wager as headings name it."""
    return wager.wager.name + (f", {wager.paytable}" if wager.paytable else "")


def shoe_of(odds: Odds) -> str:
    """Return the shoe as headings name it.

    >>> from warodds import odds
    >>> shoe_of(odds("pennsylvania", 6))
    '6 decks, 312 cards'
    """
    return f"{count(odds.decks, 'deck')}, {count(odds.cards, 'card')}"


def level_of(level: Fraction) -> str:
    """Return a level of confidence as tables name it.

    >>> level_of(Fraction(95, 100))
    '95 %'
    """
    return f"{100 * level} %"


def outcomes_section(analysis: Analysis) -> Section:
    """Return section 3: event, pays, ways, probability, net and contribution to the return."""
    text = (
        "The ways of a table add up to its total and the probabilities to one; the contributions, "
        "probability times net units, add up to the EV. All figures are per unit of the wager."
    )
    parts = []
    for game in analysis.games:
        odds = game.odds
        tables = [_outcomes(f"{both(odds)}, net units in all", odds.game.outcomes, analysis.digits)]
        for wager in odds.wagers:
            given = ", given a first tie" if wager.wager.deal == "war" else ""
            caption = f"{named(wager)} ({wager.id}){given}"
            tables.append(_outcomes(caption, wager.outcomes, analysis.digits))
        parts.append(Section(shoe_of(odds), tuple(tables)))
    data = {"results": [odds_data(game.odds, analysis.digits) for game in analysis.games]}
    return Section("Every wager, event by event", (text,), tuple(parts), data)


def both(odds: Odds) -> str:
    """Return the name of the game: its main wager and its war wager together."""
    main, war = odds.rules.main_wager, odds.rules.war_wager
    return f"The game: {main.name} and {war.name}" if war else f"The game: {main.name}"


def _outcomes(caption: str, outcomes: tuple[Outcome, ...], digits: int) -> Table:
    rows = [
        (
            outcome.event,
            pays(outcome.net),
            str(outcome.ways),
            exact(outcome.probability),
            decimal(outcome.probability, digits),
            exact(outcome.net),
            exact(outcome.contribution),
            decimal(outcome.contribution, digits),
            outcome.clause,
        )
        for outcome in outcomes
    ]
    ways = sum(outcome.ways for outcome in outcomes)
    share = sum((outcome.probability for outcome in outcomes), Fraction())
    ev = sum((outcome.contribution for outcome in outcomes), Fraction())
    end = ("total", "", str(ways), exact(share), decimal(share, digits), "")
    rows.append((*end, exact(ev), decimal(ev, digits), ""))
    headings = (
        "event",
        "pays",
        "ways",
        "probability",
        "decimal",
        "net",
        "contribution",
        "decimal",
        "clause",
    )
    return Table(caption, headings, tuple(rows), "llrrrrrrl")


def figures_section(analysis: Analysis) -> Section:
    """Return section 4: odds, house advantage, return, hit frequency and volatility."""
    used = " and ".join(f"z = {float_free(z)} at {level_of(level)}" for level, z in VOLATILITY)
    blocks: list[Block] = [
        "True odds are the odds against an event, to one. House advantage is the expected loss, "
        "and RTP the expected return, per unit of the wager. A hit is a round in which the wager "
        f"wins anything. The volatility index is z times the standard deviation, with {used}.",
        "The game has two denominators. House edge is the loss per unit of the main wager alone; "
        "element of risk is the loss per unit of all money staked, main and war wagers together. "
        "RTP is given on both.",
    ]
    parts = tuple(
        Section(shoe_of(game.odds), _figures(game.odds, analysis.digits)) for game in analysis.games
    )
    return Section("Odds, house advantage and volatility", tuple(blocks), parts)


def float_free(value: Fraction) -> str:
    """Return a terminating decimal in as many digits as it has.

    >>> float_free(Fraction(1645, 1000)), float_free(Fraction(196, 100))
    ('1.645', '1.96')
    """
    digits = next(n for n in range(100) if (value * 10**n).denominator == 1)
    return decimal(value, digits)


def _figures(odds: Odds, digits: int) -> tuple[Table, ...]:
    wagers = odds.wagers
    split = [(wager, part) for wager in wagers for part in wager.split]
    tables = [_game_table(odds, digits)]
    tables += [_odds_table(wagers, digits), _advantage_table(wagers, digits)] if wagers else []
    tables += [_volatility_table(wagers, digits)] if wagers else []
    return (*tables, _split_table(split, digits)) if split else tuple(tables)


def _game_table(odds: Odds, digits: int) -> Table:
    game, main = odds.game, odds.rules.main_wager.name
    rows = [
        ("EV", exact(game.ev), decimal(game.ev, digits)),
        (
            f"house edge, per unit of {main}",
            exact(game.house_edge),
            percent(game.house_edge, digits),
        ),
        (f"RTP, per unit of {main}", exact(game.rtp_initial), percent(game.rtp_initial, digits)),
        ("average staked", exact(game.average_staked), decimal(game.average_staked, digits)),
        (
            "element of risk, per unit of all money staked",
            exact(game.element_of_risk),
            percent(game.element_of_risk, digits),
        ),
        (
            "RTP, per unit of all money staked",
            exact(game.rtp_staked),
            percent(game.rtp_staked, digits),
        ),
        ("hit frequency", exact(game.hit), percent(game.hit, digits)),
        ("hit frequency, 1 in", exact(game.one_in), _or_never(game.one_in, digits)),
        ("true odds against a hit, to 1", exact(game.true_odds), _or_never(game.true_odds, digits)),
        ("variance", exact(game.variance), decimal(game.variance, digits)),
        ("standard deviation", f"√({game.variance})", root(game.variance, digits)),
    ]
    rows += [
        (
            f"volatility index, {level_of(level)}",
            f"{float_free(z)}·√({game.variance})",
            root(z**2 * game.variance, digits),
        )
        for level, z in VOLATILITY
    ]
    return Table(both(odds), ("figure", "exact", "decimal"), tuple(rows), "lr")


def _or_never(value: Fraction | None, digits: int) -> str:
    return "never" if value is None else decimal(value, coarse(digits))


def _odds_table(wagers: tuple[WagerOdds, ...], digits: int) -> Table:
    rows = [
        (
            named(wager),
            outcome.event,
            pays(outcome.net),
            exact(outcome.true_odds) or "never",
            _or_never(outcome.true_odds, digits),
        )
        for wager in wagers
        for outcome in wager.outcomes
        if outcome.net > 0
    ]
    headings = ("wager", "event", "payout odds", "true odds, to 1", "decimal")
    return Table(
        "True odds and payout odds of every event that wins", headings, tuple(rows), "lllr"
    )


def _advantage_table(wagers: tuple[WagerOdds, ...], digits: int) -> Table:
    rows = [
        (
            named(wager),
            exact(wager.house_edge),
            percent(wager.house_edge, digits),
            exact(1 + wager.ev),
            percent(1 + wager.ev, digits),
            exact(wager.hit),
            percent(wager.hit, digits),
            _or_never(wager.one_in, digits),
        )
        for wager in wagers
    ]
    headings = (
        "wager",
        "house advantage",
        "decimal",
        "RTP",
        "decimal",
        "hit frequency",
        "decimal",
        "1 in",
    )
    caption = "House advantage, return to player and hit frequency"
    return Table(caption, headings, tuple(rows), "lr")


def _volatility(odds: WagerOdds | SplitOdds | GameOdds, digits: int) -> tuple[str, ...]:
    variance = odds.variance
    indices = (root(z**2 * variance, digits) for _, z in VOLATILITY)
    return exact(variance), decimal(variance, digits), root(variance, digits), *indices


_VOLATILITY = (
    "variance",
    "decimal",
    "standard deviation",
    *(f"volatility index, {level_of(level)}" for level, _ in VOLATILITY),
)


def _volatility_table(wagers: tuple[WagerOdds, ...], digits: int) -> Table:
    rows = tuple((named(wager), *_volatility(wager, digits)) for wager in wagers)
    return Table("Variance and volatility", ("wager", *_VOLATILITY), rows, "lr")


def _split_table(split: list[tuple[WagerOdds, SplitOdds]], digits: int) -> Table:
    rows = [
        (
            named(wager),
            part.first,
            exact(part.probability),
            exact(part.house_edge),
            percent(part.house_edge, digits),
            exact(part.variance),
            root(part.variance, digits),
        )
        for wager, part in split
    ]
    headings = (
        "wager",
        "first pair",
        "share",
        "house advantage",
        "decimal",
        "variance",
        "standard deviation",
    )
    caption = "Wagers on the pair of the war deal, by the kind of the first pair"
    return Table(caption, headings, tuple(rows), "llr")
