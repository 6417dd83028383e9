"""`warodds odds`: one game, or several side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from warodds.errors import listed
from warodds.figures import Comparison, GameOdds, Odds, SplitOdds, WagerOdds
from warodds.precision import decimal, percent, root
from warodds.show.odds_data import comparison_data, odds_data, odds_records
from warodds.show.table import Presentation, Table
from warodds.show.words import coarse, count, exact, one_in, pays, to_one

DECISIONS = {
    "war": "every tie goes to war",
    "surrender": "every tie is surrendered",
    None: "a tie ends the round",
}


def present_odds(odds: Odds, digits: int, game: bool = True) -> Presentation:
    """Return one game, ready to be shown; without `game` its wagers alone."""
    tables = [_game_table(odds, digits)] if game else []
    tables += [_wagers_table(odds, digits)] if odds.wagers else []
    return Presentation(
        title_of(odds),
        (*heading_lines(odds), f"Ordered deals enumerated: {odds.deals}"),
        (*tables, *_split_tables(odds, digits)),
        study_notes([odds]),
        lambda: odds_records(odds, digits, game),
        lambda: odds_data(odds, digits),
    )


def present_comparison(comparison: Comparison, digits: int, game: bool = True) -> Presentation:
    """Return several games side by side, ready to be shown."""
    results = comparison.results
    several_rules = len({odds.rules.id for odds in results}) > 1
    wagers = list(dict.fromkeys(wager.id for odds in results for wager in odds.wagers))
    if several_rules or len(wagers) + game == 1:
        table = _long_table(results, digits, game)
    else:
        table = _edge_table(results, digits, game)
    names = ", ".join(dict.fromkeys(odds.rules.name for odds in results))
    decks = list(dict.fromkeys(odds.decks for odds in results))
    at = f"{_counts(decks)} deck{'' if decks == [1] else 's'}"
    seen = sorted({line for odds in results for line in heading_lines(odds) if line[:4] == "Seen"})
    return Presentation(
        f"{names}: {at}, {DECISIONS[results[0].decision]}",
        tuple(seen),
        (table,),
        study_notes(results),
        lambda: (record for odds in results for record in odds_records(odds, digits, game)),
        lambda: comparison_data(results, digits),
    )


def _counts(numbers: list[int]) -> str:
    """Return deck counts in a few words: a run of them by its ends."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and numbers == list(range(first, last + 1)):
        return f"{first} to {last}"
    return listed(numbers, "and")


def title_of(odds: Odds) -> str:
    """Return the line that says what was evaluated."""
    decks, cards = count(odds.decks, "deck"), count(odds.cards, "card")
    return f"{odds.rules.name}, {decks} ({cards}), {DECISIONS[odds.decision]}"


def heading_lines(odds: Odds) -> tuple[str, ...]:
    """Return what stands below the title: the source, and the cards seen."""
    source = odds.rules.source
    lines = [f"{source.title}{f' ({source.date})' if source.date else ''}"]
    if odds.seen:
        lines.append(f"Seen and gone: {' '.join(map(str, odds.seen))}")
    return tuple(lines)


def study_notes(results: Iterable[Odds]) -> tuple[str, ...]:
    """Say of every game that the rules do not permit that it is a study."""
    decks: dict[str, list[Odds]] = {}
    for odds in results:
        if odds.study:
            decks.setdefault(odds.rules.name, []).append(odds)
    notes = []
    for name, studies in decks.items():
        rule = studies[0].rules.decks
        cited = f" ({rule.clause})" if rule.clause else ""
        counts = [odds.decks for odds in studies if odds.decks not in rule]
        if counts:
            plural = "deck" if counts == [1] else "decks"
            notes.append(
                f"A study: {name} does not permit {_counts(counts)} {plural}; "
                f"permitted are {rule}{cited}."
            )
        counts = [odds.decks for odds in studies if odds.decks in rule]
        if counts:
            notes.append(
                f"A study: {name} does not permit this paytable with {_counts(counts)} decks."
            )
    return tuple(notes)


def _game_table(odds: Odds, digits: int) -> Table:
    game, rules = odds.game, odds.rules
    main = rules.main_wager.name
    war = rules.war_wager
    rows: list[tuple[str, str, str]] = [
        ("EV", exact(game.ev), decimal(game.ev, digits)),
        _share(f"house edge, per unit of {main}", game.house_edge, digits),
        ("average staked", exact(game.average_staked), decimal(game.average_staked, digits)),
        _share("element of risk, per unit of all money staked", game.element_of_risk, digits),
        _share(f"RTP on the {main}", game.rtp_initial, digits),
        _share("RTP on all money staked", game.rtp_staked, digits),
        ("standard deviation", f"√({game.variance})", root(game.variance, digits)),
        _share(f"hit frequency ({one_in(game.one_in, coarse(digits))})", game.hit, digits),
    ]
    strategy = game.strategy
    if strategy:
        rows += [
            ("EV, always war", exact(strategy.war), decimal(strategy.war, digits)),
            (
                "EV, always surrender",
                exact(strategy.surrender),
                decimal(strategy.surrender, digits),
            ),
            (
                f"better: {strategy.better}, by",
                exact(strategy.difference),
                decimal(strategy.difference, digits),
            ),
        ]
    together = f"{main} and {war.name}" if war and odds.decision == "war" else main
    return Table(f"The game: {together}", ("", "exact", "decimal"), tuple(rows), "lr")


def _share(label: str, value: Fraction, digits: int) -> tuple[str, str, str]:
    return label, exact(value), percent(value, digits)


_PER_UNIT = "The game per unit of initial wager, any other wager per unit of that wager"
_FIGURES = ("true odds", "EV", "decimal", "house edge", "std dev", "hit")


def _figures(odds: WagerOdds | SplitOdds | GameOdds, digits: int) -> tuple[str, ...]:
    return (
        to_one(odds.true_odds, coarse(digits)),
        exact(odds.ev),
        decimal(odds.ev, digits),
        percent(odds.house_edge, digits),
        root(odds.variance, digits),
        one_in(odds.one_in, coarse(digits)),
    )


def _pays(wager: WagerOdds) -> str:
    """Return the paytable's name, or the odds of what wins."""
    if wager.paytable is not None:
        return wager.paytable
    return ", ".join(dict.fromkeys(pays(o.net) for o in wager.outcomes if o.net > 0))


def _wagers_table(odds: Odds, digits: int) -> Table:
    rows = (
        (wager.id, wager.wager.name, _pays(wager), *_figures(wager, digits))
        for wager in odds.wagers
    )
    caption = "Each wager, per unit staked on it when it is placed"
    return Table(caption, ("wager", "name", "pays", *_FIGURES), tuple(rows), "lllr")


def _split_tables(odds: Odds, digits: int) -> list[Table]:
    split = [wager for wager in odds.wagers if wager.split]
    if not split:
        return []
    rows = (
        (
            wager.id,
            str(wager.paytable or ""),
            part.first,
            percent(part.probability, digits),
            *_figures(part, digits),
        )
        for wager in split
        for part in wager.split
    )
    headings = ("wager", "paytable", "first pair", "share", *_FIGURES)
    return [Table("By the kind of the first pair", headings, tuple(rows), "lllr")]


def _edge_table(results: Sequence[Odds], digits: int, game: bool) -> Table:
    """Return house edges: a row a wager, a column a deck count."""
    shown = {(wager.id, wager.paytable) for odds in results for wager in odds.wagers}
    keys = [(w.id, t.name) for w in results[0].rules.wagers for t in w.paytables]
    rows: list[tuple[str, ...]] = []
    if game:
        rows.append(("game", "", *(percent(odds.game.house_edge, digits) for odds in results)))
    for wager_id, paytable in filter(shown.__contains__, keys):
        edges = []
        for odds in results:
            found = [w for w in odds.wagers if (w.id, w.paytable) == (wager_id, paytable)]
            edges.append(percent(found[0].house_edge, digits) if found else "-")
        rows.append((wager_id, paytable or "", *edges))
    if not any(row[1] for row in rows):
        rows = [(row[0], *row[2:]) for row in rows]
    headings = ("wager", "paytable")[: len(rows[0]) - len(results)]
    decks = (count(odds.decks, "deck") for odds in results)
    flush = "l" * len(headings) + "r"
    return Table(f"House edge by deck count. {_PER_UNIT}", (*headings, *decks), tuple(rows), flush)


def _long_table(results: Sequence[Odds], digits: int, game: bool) -> Table:
    """Return every figure: a row a wager of a game."""
    several_rules = len({odds.rules.id for odds in results}) > 1
    several_decks = len({odds.decks for odds in results}) > 1
    rows: list[tuple[str, ...]] = []
    for odds in results:
        start = [odds.rules.id] * several_rules + [str(odds.decks)] * several_decks
        rows += [(*start, "game", "", *_figures(odds.game, digits))] if game else []
        rows += [(*start, w.id, _pays(w), *_figures(w, digits)) for w in odds.wagers]
    headings = ["jurisdiction"] * several_rules + ["decks"] * several_decks
    flush = "l" * (len(headings) + 2) + "r"
    return Table(_PER_UNIT, (*headings, "wager", "pays", *_FIGURES), tuple(rows), flush)
