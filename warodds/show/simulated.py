"""A simulation as a table: how often each wager ended how."""

from __future__ import annotations

from fractions import Fraction

from warodds.precision import decimal, exact
from warodds.show.table import Presentation, Table
from warodds.show.words import count
from warodds.simulate import Simulated


def present_simulated(result: Simulated, digits: int) -> Presentation:
    """Return a simulation's counts, ready to be shown."""
    plan = result.plan
    shoe = "shuffled for every round" if plan.cut is None else f"{plan.cut} behind the cut card"
    lines = (
        f"{count(plan.rounds, 'round')}, {plan.boxes} {'box' if plan.boxes == 1 else 'boxes'}, "
        f"seed {plan.seed}; {plan.cards} cards, {shoe}",
    )
    tables, records = [], []
    for wager in result.wagers:
        rounds, rows = result.rounds(wager), []
        for (event, net), number in result.of(wager).items():
            share = decimal(Fraction(number, rounds), digits)
            rows.append((event, exact(net), str(number), share))
            records.append(
                {"wager": wager, "outcome": event, "net": exact(net), "count": str(number)}
            )
        mean = decimal(result.mean(wager), digits)
        rows.append(("total", exact(result.total(wager)), str(rounds), f"mean {mean}"))
        tables.append(Table(wager, ("outcome", "net", "count", "share"), tuple(rows), "lrrr"))
    title = f"{plan.rules.name}, {count(plan.decks, 'deck')}, simulated"
    data = {
        "schema": "warodds/simulated/1",
        "jurisdiction": plan.rules.id,
        "decks": plan.decks,
        "rounds": plan.rounds,
        "seed": plan.seed,
        "counts": [
            {"wager": wager, "event": event, "net": str(net), "count": number}
            for (wager, event, net), number in result.counts.items()
        ],
    }
    return Presentation(title, lines, tuple(tables), (), lambda: records, lambda: data)
