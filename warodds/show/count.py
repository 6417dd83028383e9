"""`warodds count`: one wager as counting sees it, or every wager at one depth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from warodds.cards import Card
from warodds.counting import Count, Counts, Effect, Gain, ShoeGain
from warodds.counting.count import WORTH
from warodds.precision import decimal, percent
from warodds.rules import Rules
from warodds.rules.cut import ASSUMED_CUT, forbidden, states_no_depth
from warodds.show.small import bar, share, units
from warodds.show.table import Presentation, Table
from warodds.show.words import count as number_of
from warodds.show.words import exact

CHART_ROWS = 12

GAME_NOTE = (
    "The game's figures are exact at each depth: they go through the law of two ties in a row. It "
    "is favourable only where a war ties often enough, more than 1 time in 5 where a second tie is "
    "worth 2 units."
)
ZERO_NOTE = (
    "Removing any one card changes nothing: the wager cannot tell the cards apart, so each has the "
    "same effect, and over all cards the effects average to zero. No running count that adds a "
    "value per card sees anything."
)


def present_count(result: Count, digits: int) -> Presentation:
    """Return one wager as counting sees it, ready to be shown."""
    shoe = result.shoe
    tables = [_now_table(result, digits), effects_table(result, digits)]
    if shoe:
        tables += [_shoe_table(result, digits), depth_table("By depth", shoe.gains, digits)]
    return Presentation(
        f"{_place(result)}: counting {name_of(result)}",
        _heading(result),
        tuple(tables),
        (verdict(result, digits), *_notes([result])),
        lambda: [{**_start(result), **_text(each)} for each in _depths(result)],
        lambda: count_data(result, digits),
    )


def present_counts(counts: Counts, digits: int) -> Presentation:
    """Return every wager at one depth, ready to be shown."""
    results = counts.results
    return Presentation(
        f"{_place(results[0])}: counting every wager",
        _heading(results[0]),
        (counts_table(counts, digits),),
        _notes(results),
        lambda: [{**_start(each), **_text(_gain_values(each.gain))} for each in results],
        lambda: {
            "schema": "warodds/counts/1",
            "results": [count_data(each, digits) for each in results],
        },
    )


def counts_table(counts: Counts, digits: int) -> Table:
    """Return a row for each wager at one depth."""
    results = counts.results
    rows = tuple(
        (
            each.wager.id,
            each.paytable or "",
            percent(each.ev, digits),
            share(each.gain.favourable, digits),
            "-" if each.gain.average_edge is None else share(each.gain.average_edge, digits),
            units(100 * each.gain.gain_per_round, digits),
            "yes" if each.worth_protecting else "no",
        )
        for each in results
    )
    left, cards = results[0].gain.left, results[0].cards
    return Table(
        f"A perfect counter, {left} of {cards} cards left when the round starts",
        (
            "wager",
            "paytable",
            "EV now",
            "favourable",
            "average edge then",
            "units per 100 rounds",
            "worth protecting",
        ),
        rows,
        "llrrrrl",
    )


def depth_table(caption: str, gains: Sequence[Gain], digits: int) -> Table:
    """Return gains by depth with bars: all of them, or evenly spaced ones down to the last."""
    steps = min(CHART_ROWS, len(gains) - 1)
    shown = [gains[round(Fraction(i * (len(gains) - 1), steps or 1))] for i in range(steps + 1)]
    most = max(gain.gain_per_round for gain in shown)
    rows = tuple(
        (
            str(gain.left),
            share(gain.favourable, digits),
            "-" if gain.average_edge is None else share(gain.average_edge, digits),
            units(100 * gain.gain_per_round, digits),
            bar(gain.gain_per_round, most),
        )
        for gain in shown
    )
    headings = ("cards left", "favourable", "average edge then", "units per 100 rounds", "")
    return Table(caption, headings, rows, "rrrrl")


def effects_table(result: Count, digits: int, of: str = "") -> Table:
    """Return what removing one card does, cards of the same effect in one row."""
    rows = tuple(
        (_cards(effect, result), exact(effect.change), decimal(effect.change, digits))
        for effect in result.effects
    )
    caption = f"Effect of removing one card on the EV{of}"
    return Table(caption, ("card", "exact", "decimal"), rows, "lr")


def verdict(result: Count, digits: int) -> str:
    """Say in a sentence whether the wager is worth protecting."""
    over = result.shoe or result.gain
    rate = units(100 * over.gain_per_round, digits)
    where = f"dealt to {result.shoe.cut} cards behind the cut card" if result.shoe else ""
    where = where or f"with {result.gain.left} of {result.cards} cards left"
    bound = "" if result.shoe is None or result.shoe.together else "about "
    name = name_of(result)
    if not over.gain_per_round:
        return f"{name} is not worth protecting: {where}, it is never favourable."
    how = (
        f"{where}, a player who knew every card gone and staked one unit whenever it is "
        f"favourable could win at most {bound}{rate} units per 100 rounds"
    )
    if result.worth_protecting:
        return f"{name} is worth protecting: {how}."
    return f"{name} is not worth protecting: {how}, and {100 * WORTH} is where the line is drawn."


def count_data(result: Count, digits: int) -> dict[str, Any]:
    """Return the JSON contract `warodds/count/1`: rationals as texts."""
    shoe = result.shoe
    return {
        "schema": "warodds/count/1",
        "jurisdiction": result.rules.id,
        "decks": result.decks,
        "cards": result.cards,
        "seen": [str(card) for card in result.seen],
        "study": result.study,
        "wager": result.wager.id,
        "name": result.wager.name,
        "paytable": result.paytable,
        "ev": exact(result.ev),
        "ev_decimal": decimal(result.ev, digits),
        "effects": [
            {"cards": [str(card) for card in effect.cards], "effect": exact(effect.change)}
            for effect in result.effects
        ],
        **_gain_values(result.gain),
        "worth_protecting": result.worth_protecting,
        "shoe": shoe
        and {
            "cut": shoe.cut,
            "together": shoe.together,
            "rounds": exact(shoe.rounds),
            "bets_per_100_rounds": exact(100 * shoe.bets_per_round),
            "average_edge": exact(shoe.average_edge) or None,
            "units_per_100_rounds": exact(shoe.units_per_100_rounds),
            "depths": _depths(result),
        },
    }


def _gain_values(gain: Gain) -> dict[str, Any]:
    return {
        "left": gain.left,
        "placed": exact(gain.placed),
        "favourable": exact(gain.favourable),
        "gain_per_round": exact(gain.gain_per_round),
        "average_edge": exact(gain.average_edge) or None,
    }


def _depths(result: Count) -> list[dict[str, Any]]:
    """Return the gain at each depth; over a shoe, with the chance that a round starts there."""
    shoe = result.shoe
    if not shoe:
        return [_gain_values(result.gain)]
    both = zip(shoe.gains, shoe.starts, strict=True)
    return [{**_gain_values(gain), "starts": exact(chance)} for gain, chance in both]


def _text(values: dict[str, Any]) -> dict[str, str]:
    return {key: "" if value is None else str(value) for key, value in values.items()}


def _start(result: Count) -> dict[str, str]:
    return {
        "jurisdiction": result.rules.id,
        "decks": str(result.decks),
        "cards": str(result.cards),
        "seen": " ".join(map(str, result.seen)),
        "study": str(result.study).lower(),
        "wager": result.wager.id,
        "paytable": result.paytable or "",
        "ev": exact(result.ev),
    }


def _place(result: Count) -> str:
    decks = number_of(result.decks, "deck")
    return f"{result.rules.name}, {decks} ({number_of(result.cards, 'card')})"


def name_of(result: Count) -> str:
    """Return a wager's name with its paytable; the game's has both its wagers."""
    war = result.rules.war_wager
    if result.wager.role == "main":
        return f"{result.wager.name} with {war.name}" if war else result.wager.name
    return result.wager.name + (f" {result.paytable}" if result.paytable else "")


def _heading(result: Count) -> tuple[str, ...]:
    lines = [result.rules.source.title]
    if result.seen:
        lines.append(f"Seen and gone: {' '.join(map(str, result.seen))}")
    return tuple(lines)


def _now_table(result: Count, digits: int) -> Table:
    gain = result.gain
    rows = [("EV now", percent(result.ev, digits))]
    if gain.placed != 1:
        rows.append(("placed, after a first tie", share(gain.placed, digits)))
    edge = "-" if gain.average_edge is None else share(gain.average_edge, digits)
    rows += [
        ("favourable", share(gain.favourable, digits)),
        ("average edge then", edge),
        ("gain per round", units(gain.gain_per_round, digits)),
        ("units per 100 rounds", units(100 * gain.gain_per_round, digits)),
    ]
    caption = f"{gain.left} of {result.cards} cards left when the round starts"
    return Table(caption, ("", "value"), tuple(rows), "lr")


def _shoe_table(result: Count, digits: int) -> Table:
    shoe = result.shoe
    if shoe is None:
        raise TypeError("one depth has no shoe")
    edge = "-" if shoe.average_edge is None else share(shoe.average_edge, digits)
    rows = (
        ("mean rounds", units(shoe.rounds, digits)),
        ("bets per 100 rounds", units(100 * shoe.bets_per_round, digits)),
        ("average edge then", edge),
        ("units per 100 rounds", units(shoe.units_per_100_rounds, digits)),
    )
    return Table(f"A shoe with {shoe.cut} cards behind the cut card", ("", "value"), rows, "lr")


def _cards(effect: Effect, result: Count) -> str:
    """Name the cards of one effect: a rank without a suit stands for all four."""
    suited = result.wager.on == "pair"
    if len(effect.cards) == (52 if suited else 13):
        return "any card"
    suits = Counter(card.rank for card in effect.cards)
    names = (str(Card(card.rank)) if suits[card.rank] == 4 else str(card) for card in effect.cards)
    return " ".join(dict.fromkeys(names))


def _notes(results: Sequence[Count]) -> tuple[str, ...]:
    first = results[0]
    notes = [
        "Favourable means an EV above zero to a player who knows every card gone, burned ones too. "
        "Gains are per round started, one unit staked on each favourable wager."
    ]
    if len(results) > 1:
        notes.append(
            f"Worth protecting: such a player could win {100 * WORTH} unit or more per 100 rounds. "
            "--wager NAME has a wager over a whole shoe."
        )
    if first.shoe:
        notes.append(_shoe_note(first.shoe))
        if states_no_depth(first.rules.cut_card):
            notes.append(
                f"The rules state no depth of the cut card; {ASSUMED_CUT} is taken unless --cut "
                "says otherwise."
            )
    if any(each.wager.deal == "war" for each in results):
        notes.append(
            "A wager on the war deal is placed after a first tie, those cards gone as well; "
            "favourable is given that tie, the gain is per round."
        )
    if len(results) == 1 and not any(effect.change for effect in first.effects):
        notes.append(ZERO_NOTE)
    if any(each.wager.role == "main" and each.rules.war for each in results):
        notes.append(GAME_NOTE)
    exactly = "Exact figures: --format json, those by depth csv too."
    notes.append(exactly if first.shoe else "Exact figures: --format json or csv.")
    if any(each.study for each in results):
        notes.append(study_note(first.rules, first))
    return tuple(notes)


def _shoe_note(shoe: ShoeGain) -> str:
    """Say what a shoe's figures are."""
    if shoe.together:
        return (
            "A shoe's figures are what a simulator would measure: the mean gain of a shoe, whose "
            "rounds start where its ties let them, over its mean number of rounds, exactly."
        )
    return (
        "A shoe's figures are a mean over depths: each counts by the exact chance that a round "
        "starts there. A simulator would measure something else, 0.2 to 8 % less where it has been "
        "computed, since shoes with more ties have fewer rounds: --together has that figure, "
        "exactly, in some minutes."
    )


def study_note(rules: Rules, result: Count) -> str:
    """Say what the rules do not permit."""
    wanted = [] if result.decks in rules.decks else [f"{rules.decks} decks"]
    limit = result.shoe and forbidden(rules.cut_card, result.decks, result.shoe.cut)
    wanted += [limit] if limit else []
    what = " and ".join(wanted) or "another paytable"
    return f"A study: {rules.name} wants {what}."
