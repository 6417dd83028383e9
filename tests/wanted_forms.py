"""The tables of closed forms. The forms are the library's, tried against `odds`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

from tests.cells import Cell, Exact, Expansion, Form, Numbers, Rounded, Words
from tests.wanted_table import Row, Wanted
from warodds import Odds
from warodds.formula import Closed, Formulas, Identities, formulas, identities
from warodds.rules import Rules

FAR = 60
"""Deck counts tried for the course of a figure: nothing turns beyond."""

closed_forms: Callable[[Rules], Formulas] = cache(formulas)


@cache
def proved(rules: Rules) -> Identities:
    return identities(closed_forms(rules))


def expansion(form: Closed) -> Expansion:
    """Its terms by polynomial division, written out: N(d) - q·D(d) loses a power of d a step."""
    return Expansion(series(form), form.is_constant)


def series(form: Closed) -> tuple[Fraction, ...]:
    """Three terms of the expansion in 1/d, as a power series in x = 1/d."""
    degree = len(form.denominator)
    above = [*[0] * (degree - len(form.numerator)), *reversed(form.numerator), 0, 0]
    below = [*reversed(form.denominator), 0, 0]
    terms: list[Fraction] = []
    for power in range(3):
        known = sum((terms[k] * below[power - k] for k in range(power)), Fraction())
        terms.append((above[power] - known) / below[0])
    return tuple(terms)


def runs(form: Closed) -> list[tuple[int, int | None, str]]:
    """Deck counts over which the figure has one sign, by trying them."""
    names = {1: "positive", 0: "zero", -1: "negative"}
    found: list[tuple[int, int | None, str]] = []
    for decks in range(1, FAR):
        value = form(decks)
        sign = names[(value > 0) - (value < 0)]
        first = found.pop()[0] if found and found[-1][2] == sign else decks
        found.append((first, decks, sign))
    first, _, sign = found.pop()
    return [*found, (first, None, sign)]


def direction(form: Closed) -> str:
    """Whether the figure rises, falls or stays, by trying deck counts."""
    steps = {form(d + 1) > form(d) or -(form(d + 1) < form(d)) for d in range(1, FAR)}
    assert len(steps) == 1, "a figure that turns is not written down here"
    return {True: "rises", -1: "falls", 0: "constant"}[steps.pop()]


def course(figure: str, form: Closed) -> Words:
    if figure != "EV":
        return Words(f"{direction(form)} for every d ≥ 1")
    said = [f"house edge {direction(-form)} for every d ≥ 1"]
    for first, last, sign in runs(-form):
        if sign != "positive":
            whole = f"for every d ≥ {first}" if first == 1 else f"from {first} on"
            said.append(f"{sign} {whole if last is None else span(first, last)}")
    return Words("; ".join(said))


def span(first: int, last: int) -> str:
    return f"at {first}" if first == last else f"from {first} to {last}"


def form_tables(rules: Rules, results: list[Odds]) -> Iterator[Wanted]:
    found = closed_forms(rules)
    try_forms(found, results)
    several = any(wager.paytable.name for wager in found.wagers)
    game = found.game
    evs = [
        ("game", "", "EV", game.ev),
        ("game", "", "average staked", game.average_staked),
        ("game", "", "element of risk", game.element_of_risk),
    ]
    evs += [(w.id, w.paytable.name or "", "EV", w.ev) for w in found.wagers]
    variances = [("game", "", "variance", game.variance)]
    variances += [(w.id, w.paytable.name or "", "variance", w.variance) for w in found.wagers]
    for caption, parts, figured in (
        ("EV per unit staked, with d decks", evs, True),
        ("Variance per unit staked, with d decks", variances, False),
    ):
        forms: list[Row] = []
        courses: list[Row] = []
        for wager, table, figure, form in parts:
            label: list[Cell | None] = [Words(wager), *([Words(table)] if several else [])]
            label += [Words(figure)] if figured else []
            limit = series(form)[0]
            forms.append((*label, Form(form), Exact(limit), Rounded(limit)))
            courses.append((*label, expansion(form), course(figure, form)))
        yield Wanted(caption, forms)
        shared = "The same as an expansion in 1/d, and the course over all deck counts"
        yield Wanted(shared, courses)
    yield identity_table(rules)


def try_forms(found: Formulas, results: list[Odds]) -> None:
    """The library's forms give at each deck count what the enumeration gives there."""
    for result in results:
        decks, game = result.decks, result.game
        for name in ("ev", "variance", "hit", "average_staked", "element_of_risk"):
            assert getattr(found.game, name)(decks) == getattr(game, name)
        by_id = {(w.id, w.paytable.name): w for w in found.wagers}
        for wager in result.wagers:
            form = by_id[wager.id, wager.paytable]
            for name in ("ev", "variance", "hit"):
                assert getattr(form, name)(decks) == getattr(wager, name)
            for one, other in zip(form.outcomes, wager.outcomes, strict=True):
                assert one.probability(decks) == other.probability
                assert one.ways(decks) == other.ways


def first_tie(decks: int) -> Fraction:
    return Fraction(4 * decks - 1, 52 * decks - 1)


def identity_table(rules: Rules) -> Wanted:
    found, checked = closed_forms(rules), proved(rules)
    burn, war = checked.burn, checked.war
    assert burn is not None
    assert war is not None
    first, second = (
        Form(lambda d: (1 - first_tie(d)) / 2),
        Form(lambda d: (1 - war.both_tie(d) / first_tie(d)) / 2),
    )
    parts = [found.game, *found.wagers]
    events = sum(len(part.outcomes) for part in parts)
    gain = war.war - war.surrender
    weight = gain(6) / war.both_tie(6)
    cards = Numbers((burn.cards,))
    rows: list[Row] = [
        (Words("P(higher) = P(lower) on the first deal"), first, Words("holds")),
        (Words("P(higher) = P(lower) on the war deal"), second, Words("holds")),
        (cards, Numbers((len(parts),)), Words("holds")),
        (cards, Numbers((events,)), Words("holds")),
        (Words("EV(always war)"), Form(found.game.ev), None),
        (Words("EV(always surrender)"), Form(lambda d: -first_tie(d) / 2), None),
        (Words("P(first deal ties)"), Form(first_tie), None),
        (Words("P(both deals tie)"), Form(war.both_tie), None),
        (
            Words(f"EV(always war) − EV(always surrender) = {weight}·P(both deals tie)"),
            Form(gain),
            Words("holds; positive for every d ≥ 1"),
        ),
    ]
    return Wanted("Identities: equalities of polynomials, so of every deck count", rows)
