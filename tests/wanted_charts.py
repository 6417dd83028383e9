"""The charts of a document: every point, worked out anew from the library."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tests.cells import Rounded
from tests.pictures import Picture
from tests.wanted import Fault, house_edges
from tests.wanted_beyond import LONG, by_depth, called, dealt, depths, summary, table_of
from warodds import odds
from warodds.rules import Rules
from warodds.wholeshoe import histogram

Lines = dict[str, list[tuple[Fraction, Fraction]]]
Chart = tuple[str, str, str, Lines]


def document_charts(rules: Rules, decks: tuple[int, ...]) -> Iterator[Chart]:
    """Caption, both axes, and the points of each line; bars have no name."""
    results = [odds(rules, count) for count in decks]
    first = {w.wager.name for r in results for w in r.wagers if w.wager.deal == "first"}
    edges = house_edges(results)
    groups: dict[str, Lines] = {"The game": {}, "first": {}, "war": {}}
    for label, edge in edges.items():
        name = label.rpartition(" ")[0] if "/" in label else label
        group = "The game" if label.startswith("The game") else "first" if name in first else "war"
        groups[group][label] = [(Fraction(count), value) for count, value in edge.items()]
    for caption, lines in zip(
        (
            "The game by deck count",
            "Wagers placed before the first deal, by deck count",
            "Wagers placed before the war deal, by deck count",
        ),
        groups.values(),
        strict=True,
    ):
        yield caption, "decks", "house advantage", lines
    yield from beyond_charts(rules)


def beyond_charts(rules: Rules) -> Iterator[Chart]:
    law = dealt(rules, LONG).law
    assert law is not None
    bins = histogram(law)
    width = bins[2].low - bins[1].low
    middle = (bins[1].low + bins[1].high) / 2
    bars = [(middle + (n - 1) * width, each.probability) for n, each in enumerate(bins)]
    beyond = "net units; the outer bars hold all that lies beyond"
    yield f"The result of a shoe, {LONG} decks", beyond, "chance", {"": bars}
    lines: Lines = {}
    for each in summary(rules, LONG).results:
        if each.wager.role != "main" and each.wager.deal == "first":
            lefts = depths(rules, LONG)
            gains = by_depth(rules, LONG, each.wager.id, lefts, paytable=each.paytable)
            lines[called(each)] = [(Fraction(g.left), g.gain_per_round) for g in reversed(gains)]
    yield f"Gain by cards left, {LONG} decks", "cards left", "gain per round", lines
    table = table_of(rules, LONG)
    bars = [(net, Fraction(ways, table.law.total)) for net, ways in table.law]
    caption = f"The total of all boxes in a round, {LONG} decks"
    yield caption, "net units of the boxes", "chance", {"": bars}


def chart_faults(wanted: list[Chart], found: list[Picture]) -> Iterator[Fault]:
    """Compare charts, their axes, lines and points; nothing may be left over."""
    if len(wanted) != len(found):
        yield Fault("charts", str(len(found)), len(wanted))
        return
    for (caption, *axes, lines), have in zip(wanted, found, strict=True):
        if [have.caption, have.x_label, have.y_label] != [caption, *axes]:
            yield Fault(caption, str(have[:3]), axes)
        drawn = have.lines
        if "" in lines:  # a name that only Markdown has
            drawn = {"": next(iter(drawn.values()))}
        if list(drawn) != list(lines) or [*map(len, drawn.values())] != [*map(len, lines.values())]:
            yield Fault(caption, str(drawn), lines)
            continue
        values = [y for line in lines.values() for _, y in line]
        fine = float(100 * (max(values) - min(values))) / 10_000
        for label, line in lines.items():
            for (x, y), point in zip(line, drawn[label], strict=True):
                if not at(x, y, point, fine):
                    yield Fault(f"{caption}, {label}", str(point), (x, y))


def at(x: Fraction, y: Fraction, point: tuple[object, object], fine: float) -> bool:
    """Whether a point is there: as a text to its last digit, in a picture as near as it can be."""
    across, up = point
    if isinstance(across, str) and isinstance(up, str):
        return Fraction(across) == x and Rounded(100 * y).agrees(up)
    assert isinstance(across, float)
    assert isinstance(up, float)
    return abs(across - float(x)) < 1e-3 and abs(up - float(100 * y)) < fine
