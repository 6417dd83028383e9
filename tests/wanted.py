"""Every table of a document with every cell, worked out anew from the library.

Nothing of `warodds.report` is used. A cell of None is a label without a figure: whatever has a
digit, in a caption, a heading or a cell, has to be judged, or the comparison fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from tests.cells import Between, Cell, Exact, Numbers, Pays, Root, RootOf, Rounded, Words
from tests.reading import Seen, squeezed
from tests.wanted_beyond import beyond_tables
from tests.wanted_forms import form_tables
from tests.wanted_table import Row, Wanted
from warodds import Odds, WagerOdds, odds
from warodds.cards import RANKS
from warodds.figures import Figures
from warodds.law import falling
from warodds.rules import Rules

Z = {"95": Fraction("1.959963984540"), "99": Fraction("2.575829303549")}
ROUNDS = tuple(10**power for power in range(4, 10))
VOLATILITY = (("90", Fraction("1.645")), ("95", Fraction("1.96")))


class Fault(NamedTuple):
    """A text that does not agree, and what it should have said."""

    table: str
    text: str
    wanted: object


def faults(wanted: Iterable[Wanted], found: Iterable[Seen]) -> Iterator[Fault]:
    """Compare tables; nothing may be left over, and nothing with a digit unjudged."""
    expected, seen = list(wanted), list(found)
    if len(expected) != len(seen):
        captions = [table.caption for table in seen], [table.caption for table in expected]
        yield Fault("", *map(str, captions))
        return
    for want, have in zip(expected, seen, strict=True):
        yield from table_faults(want, have)


def table_faults(want: Wanted, have: Seen) -> Iterator[Fault]:
    if squeezed(have.caption) != squeezed(want.caption):
        yield Fault(want.caption, have.caption, want.caption)
    headings = want.headings or (None,) * len(have.headings)
    for cells, texts in ((headings, have.headings), *zip(want.rows, have.rows, strict=False)):
        if len(cells) != len(texts):
            yield Fault(want.caption, str(texts), cells)
            continue
        for cell, text in zip(cells, map(squeezed, texts), strict=True):
            if not agreed(cell, text):
                yield Fault(want.caption, text, cell)
    if len(want.rows) != len(have.rows):
        yield Fault(want.caption, f"{len(have.rows)} rows", len(want.rows))


def agreed(cell: Cell | None, text: str) -> bool:
    """Whether a text, without blanks, says what it must; a label must have no digit."""
    return not re.search(r"\d", text) if cell is None else cell.agrees(text)


def document_tables(rules: Rules, decks: tuple[int, ...]) -> list[Wanted]:
    """Every table of a document, from top to bottom."""
    results = [odds(rules, count) for count in decks]
    tables = [*rules_tables(rules), *method_tables(results)]
    for result in results:
        tables.append(outcomes_table(f"{both(result)}, net units in all", result.game))
        for wager in result.wagers:
            given = ", given a first tie" if wager.wager.deal == "war" else ""
            tables.append(outcomes_table(f"{named(wager)} ({wager.id}){given}", wager))
    for result in results:
        tables += figures_tables(result)
    tables.append(strategy_table(results))
    for result in results:
        tables += tolerance_tables(result)
    tables.append(comparison_table(results))
    return [*tables, *form_tables(rules, results), *beyond_tables(rules, decks)]


def named(wager: WagerOdds) -> str:
    return wager.wager.name + (f", {wager.paytable}" if wager.paytable else "")


def both(result: Odds) -> str:
    main, war = result.rules.main_wager, result.rules.war_wager
    assert war is not None
    return f"The game: {main.name} and {war.name}"


def rules_tables(rules: Rules) -> Iterator[Wanted]:
    yield Wanted("Procedure", [*procedure_rows(rules)])
    rows: list[Row] = [
        (Words(wager.id), Words(wager.name), None, Words(wager.clause)) for wager in rules.wagers
    ]
    yield Wanted("Wagers", rows)
    several = any(table.name for wager in rules.wagers for table in wager.paytables)
    rows = [
        (
            Words(wager.id),
            *((Words(table.name or ""), Numbers(table.decks)) if several else ()),
            Words(payout.event),
            Pays(payout.net),
            Words(payout.clause),
        )
        for wager in rules.wagers
        for table in wager.paytables
        for payout in table.payouts
    ]
    yield Wanted("Payouts", rows)


def procedure_rows(rules: Rules) -> Iterator[Row]:
    counts = rules.decks.permitted or (rules.decks.at_least or 0,)
    yield Words("decks"), Numbers(counts), Words(rules.decks.clause)
    if rules.boxes.most is not None:
        yield Words("boxes"), Numbers((rules.boxes.most,)), Words(rules.boxes.clause)
    yield Words("first card of a shoe"), None, Words(rules.shoe_start.clause)
    before, cut, war = rules.round_start, rules.cut_card, rules.war
    if before.burn:
        yield Words("burn before a round"), Numbers((before.burn,)), Words(before.clause)
    depths = (cut.behind_at_least, cut.behind_at_most, cut.ahead_at_least)
    stated = tuple(depth.amount for depth in depths if depth)
    yield Words("cut card"), Numbers(stated), Words(cut.clause)
    yield Words("cut card as first card of a round"), None, Words(cut.clause)
    assert war is not None
    burned = tuple(n for n in (war.burn_before_player, war.burn_before_dealer) if n)
    yield Words("burn in a war"), Numbers(burned), Words(war.clause)
    yield Words("continuous shuffler"), None, Words(rules.continuous_shuffler.clause)
    discards = rules.discards_complete_round
    yield Words("shoe that runs out in a round"), None, Words(discards.clause)


@cache
def unburned(rules: Rules, decks: int) -> Odds:
    assert rules.war is not None
    bare = rules.war._replace(burn_before_player=0, burn_before_dealer=0)
    return odds(replace(rules, war=bare), decks)


def method_tables(results: list[Odds]) -> Iterator[Wanted]:
    rows: list[Row] = [
        (Exact(r.decks), Exact(r.cards), Exact(7), Exact(falling(r.cards, 7))) for r in results
    ]
    yield Wanted("Ordered deals enumerated", rows)
    rows = [
        (
            Exact(r.decks),
            Words(one.event),
            Exact(one.ways),
            Exact(other.ways),
            Exact(falling(r.cards - 4, 3)),
            Exact(one.ways),
        )
        for r in results
        for one, other in zip(
            r.game.outcomes, unburned(r.rules, r.decks).game.outcomes, strict=True
        )
    ]
    yield Wanted("The burn walked, and left out", rows)
    rows = [
        (Exact(r.decks), Words(what), Exact(value), Exact(value), how)
        for r in results
        for what, value, how in checks(r)
    ]
    yield Wanted("Figures found twice", rows)


def checks(result: Odds) -> Iterator[tuple[str, Fraction | int, Cell | None]]:
    """What a document finds twice, with how, in the order of the document."""
    n, rank = result.cards, 4 * result.decks
    game = {o.event: o for o in result.game.outcomes}
    tied = 1 - game["higher"].probability - game["lower"].probability
    yield "ordered deals", result.deals, Words(f"{n}·{n - 1}···{n - 6}, 7 factors")
    yield "ways of higher", game["higher"].ways, None
    yield "first deal ties", tied, Numbers((rank - 1, n - 1))
    yield "ways of war_higher", game["war_higher"].ways, None
    how = f"(13·({rank})₄ + 13·12·({rank})₂²) / ({n})₄"
    yield "first and war deal tie", game["war_tie"].probability, Words(how)
    yield "EV of the game", result.game.ev, None
    matching = {"perfect": 1, "coloured": 1, "mixed": 2}
    seen = set()
    for wager in result.wagers:
        for outcome in wager.outcomes:
            key = wager.wager.on, outcome.event
            if wager.wager.deal != "first" or key in seen:
                continue
            seen.add(key)
            if outcome.event in matching:
                cards = matching[outcome.event] * result.decks - (outcome.event == "perfect")
                words = Numbers((cards, n - 1))
                yield f"{outcome.event} pair", outcome.probability, words
            elif outcome.event in RANKS:
                who = wager.wager.on.split("_")[0]
                what = f"{who}'s card is {outcome.event}"
                yield what, outcome.probability, Words("one rank in 13")


def outcomes_table(caption: str, part: Figures) -> Wanted:
    rows: list[Row] = []
    for o in part.outcomes:
        gives = o.probability * o.net
        share = Exact(o.probability), Rounded(o.probability)
        ends = Exact(o.net), Exact(gives), Rounded(gives), Words(o.clause)
        rows.append((Words(o.event), Pays(o.net), Exact(o.ways), *share, *ends))
    ways = sum(o.ways for o in part.outcomes)
    whole = Words("total"), Words(""), Exact(ways), Exact(1), Rounded(Fraction(1)), Words("")
    rows.append((*whole, Exact(part.ev), Rounded(part.ev), Words("")))
    return Wanted(caption, rows)


def pair(value: Fraction) -> tuple[Cell, Cell]:
    """A figure exactly and rounded."""
    return Exact(value), Rounded(value)


def roots(variance: Fraction) -> tuple[Cell, ...]:
    """Standard deviation and volatility indices."""
    return Root(variance), *(Root(z**2 * variance) for _, z in VOLATILITY)


def variance_of(part: Figures) -> Fraction:
    mean = sum((o.probability * o.net for o in part.outcomes), Fraction())
    return sum((o.probability * (o.net - mean) ** 2 for o in part.outcomes), Fraction())


def figures_tables(result: Odds) -> Iterator[Wanted]:
    yield Wanted(both(result), [*game_rows(result)])
    rows: list[Row] = [
        (Words(named(wager)), Words(o.event), Pays(o.net), *pair(1 / o.probability - 1))
        for wager in result.wagers
        for o in wager.outcomes
        if o.net > 0
    ]
    headings = (None, None, None, Words("true odds, to 1"), None)
    yield Wanted("True odds and payout odds of every event that wins", rows, headings)
    rows = [
        (Words(named(w)), *pair(-w.ev), *pair(1 + w.ev), *pair(w.hit), Rounded(1 / w.hit))
        for w in result.wagers
    ]
    frequency = (*[None] * 7, Words("1 in"))
    yield Wanted("House advantage, return to player and hit frequency", rows, frequency)
    rows = [(Words(named(w)), *pair(variance_of(w)), *roots(variance_of(w))) for w in result.wagers]
    indices = (Words(f"volatility index, {level} %") for level, _ in VOLATILITY)
    yield Wanted("Variance and volatility", rows, (*[None] * 4, *indices))
    rows = [
        (
            Words(named(wager)),
            Words(part.first),
            Exact(part.probability),
            *pair(-part.ev),
            Exact(variance_of(part)),
            Root(variance_of(part)),
        )
        for wager in result.wagers
        for part in wager.split
    ]
    if rows:
        yield Wanted("Wagers on the pair of the war deal, by the kind of the first pair", rows)


def staked(result: Odds) -> Fraction:
    """Average units staked in a round: a war stakes a second one."""
    wars = (o.probability for o in result.game.outcomes if o.event.startswith("war_"))
    return 1 + sum(wars, Fraction())


def game_rows(result: Odds) -> Iterator[Row]:
    game, variance = result.game, variance_of(result.game)
    main, average = result.rules.main_wager.name, staked(result)
    for label, value in (
        ("EV", game.ev),
        (f"house edge, per unit of {main}", -game.ev),
        (f"RTP, per unit of {main}", 1 + game.ev),
        ("average staked", average),
        ("element of risk, per unit of all money staked", -game.ev / average),
        ("RTP, per unit of all money staked", 1 + game.ev / average),
        ("hit frequency", game.hit),
        ("hit frequency, 1 in", 1 / game.hit),
        ("true odds against a hit, to 1", 1 / game.hit - 1),
        ("variance", variance),
    ):
        yield Words(label), *pair(value)
    yield Words("standard deviation"), RootOf(variance), Root(variance)
    for (level, z), times in zip(VOLATILITY, ("1.645·", "1.96·"), strict=True):
        label = f"volatility index, {level} %"
        yield Words(label), RootOf(variance, times), Root(z**2 * variance)


def strategy_table(results: list[Odds]) -> Wanted:
    rows: list[Row] = []
    for result in results:
        war = odds(result.rules, result.decks, decision="war").game.ev
        surrender = odds(result.rules, result.decks, decision="surrender").game.ev
        tied = Fraction(4 * result.decks - 1, result.cards - 1)
        values = (war, surrender, war - surrender, (war - surrender) / tied)
        rows.append((Exact(result.decks), *(cell for value in values for cell in pair(value))))
    main = results[0].rules.main_wager.name
    return Wanted(f"War against surrender, per unit of {main}", rows)


class Return(NamedTuple):
    """A return to player with the variance of one round of it."""

    label: str
    wager: str
    paytable: str | None
    per: str
    rtp: Fraction
    variance: Fraction

    def ends(self, level: str, rounds: int) -> tuple[Root, Root]:
        """Both ends of the interval for the observed return, in per cent."""
        square = 10**4 * Z[level] ** 2 * self.variance / rounds
        return Root(square, 100 * self.rtp, -1), Root(square, 100 * self.rtp, 1)


def returns(result: Odds) -> list[Return]:
    game, main, average = result.game, result.rules.main_wager.name, staked(result)
    mean = game.ev / average
    ratio = sum(
        (
            o.probability * (o.net - mean * (2 if o.event.startswith("war_") else 1)) ** 2
            for o in game.outcomes
        ),
        Fraction(),
    )
    own, every = "The game, per unit of", "The game, per unit of all money staked"
    return [
        Return(f"{own} {main}", "game", None, "wager", 1 + game.ev, variance_of(game)),
        Return(every, "game", None, "staked", 1 + mean, ratio / average**2),
        *(
            Return(named(w), w.id, w.paytable, "wager", 1 + w.ev, variance_of(w))
            for w in result.wagers
        ),
    ]


def tolerance_tables(result: Odds) -> Iterator[Wanted]:
    every = returns(result)
    rows: list[Row] = [
        (Words(r.label), Exact(r.rtp), Exact(r.variance), Root(r.variance)) for r in every
    ]
    yield Wanted("Exact returns and variances behind the intervals", rows)
    powers = (Words(f"n = 10^{power}") for power in range(4, 10))
    headings = (Words("wager"), *powers)
    for level in Z:
        rows = [
            (Words(r.label), *(Between(*r.ends(level, rounds)) for rounds in ROUNDS)) for r in every
        ]
        yield Wanted(f"Observed return in per cent, {level} % confidence", rows, headings)


def house_edges(results: list[Odds]) -> dict[str, dict[int, Fraction]]:
    """The house advantage of the game and of each wager by deck count, in the order shown."""
    edges: dict[str, dict[int, Fraction]] = {
        "The game, house edge": {r.decks: -r.game.ev for r in results},
        "The game, element of risk": {r.decks: -r.game.ev / staked(r) for r in results},
        "The game, always surrender": {
            r.decks: Fraction(4 * r.decks - 1, 2 * (r.cards - 1)) for r in results
        },
    }
    for deal, result in ((deal, result) for deal in ("first", "war") for result in results):
        for wager in result.wagers:
            if wager.wager.deal == deal:
                label = wager.wager.name + (f" {wager.paytable}" if wager.paytable else "")
                edges.setdefault(label, {})[result.decks] = -wager.ev
    return edges


def comparison_table(results: list[Odds]) -> Wanted:
    rows: list[Row] = [
        (
            Words(label),
            *(Rounded(edge[r.decks]) if r.decks in edge else Words("–") for r in results),
        )
        for label, edge in house_edges(results).items()
    ]
    headings = (Words("wager"), *(Words(f"{r.decks} decks") for r in results))
    return Wanted("House advantage by deck count", rows, headings)
