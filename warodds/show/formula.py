"""`warodds formula`: closed forms in the number of decks, how they were proved, identities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from warodds.errors import listed
from warodds.formula import (
    Closed,
    Formulas,
    FreePayout,
    GameFormula,
    Identities,
    WagerFormula,
    directions,
    formulas,
    identities,
    signs,
)
from warodds.formula.counts import Proof
from warodds.precision import decimal
from warodds.rules import Rules
from warodds.show.closed import expansion, math, run_words
from warodds.show.formula_data import formula_data, free_data
from warodds.show.odds import DECISIONS
from warodds.show.table import Math, Presentation, Table
from warodds.show.words import count, exact, pays

FIGURES = ("ev", "probability", "variance")
"""What can be asked of a wager in closed form."""

_CAPTIONS = {
    "ev": "EV per unit staked, with d decks",
    "probability": "Probability of each event, with d decks",
    "variance": "Variance per unit staked, with d decks",
}


@dataclass(frozen=True, slots=True)
class _Row:
    """One closed form to show, and the figure whose course is told: of an EV, the house edge."""

    wager: str
    paytable: str
    figure: str
    form: Closed
    course: Closed

    def told(self, start: int) -> str:
        """Say where the figure rises and falls, and of an edge where the house does not have it."""
        words = run_words(directions(self.course, start), start)
        if self.figure != "EV":
            return words
        others = [run for run in signs(self.course, start) if run.what != "positive"]
        return "; ".join([f"house edge {words}", *(run_words([run], start) for run in others)])


def present_formulas(
    found: Formulas,
    digits: int,
    game: bool = True,
    of: str = "ev",
    free: Sequence[FreePayout] = (),
) -> Presentation:
    """Return the closed forms of a game, ready to be shown; `of` is one of `FIGURES`."""
    checked = identities(found)
    rows = list(_rows(found, game, of))
    start = found.proof.start
    source = found.rules.source
    return Presentation(
        f"{found.rules.name}: closed forms in the number of decks d, {DECISIONS[found.decision]}",
        (
            f"{source.title}{f' ({source.date})' if source.date else ''}",
            _proof_words(found.proof),
        ),
        (
            *_form_tables(rows, start, digits, of),
            *_free_tables(free, digits),
            _identity_table(checked, start),
        ),
        tuple(_notes(found)),
        lambda: (_record(found, row, digits) for row in rows),
        lambda: formula_data(found, checked, game, free),
    )


def present_free(free: FreePayout, digits: int) -> Presentation:
    """Return a wager with one payout left open, ready to be shown."""
    title = f"{free.formulas.rules.name}: closed forms in the number of decks d and a payout k"
    record = {
        "wager": free.wager,
        "event": free.event,
        "ev": str(free.expression),
        "fair": str(free.fair),
    }
    tables = tuple(_free_tables([free], digits))
    return Presentation(title, (), tables, (), lambda: (record,), lambda: free_data(free))


def formula_tables(rules: Rules, digits: int = 6) -> tuple[Table, ...]:
    """Return the closed forms of a jurisdiction for its report: EV, variance, identities."""
    found = formulas(rules)
    start = found.proof.start
    tables: list[Table] = []
    for of in ("ev", "variance"):
        tables += _form_tables(list(_rows(found, True, of)), start, digits, of)
    return (*tables, _identity_table(identities(found), start))


def proof_line(rules: Rules) -> str:
    """Say how the closed forms of a jurisdiction are proved, in one line for its report."""
    return _proof_words(formulas(rules).proof)


def _notes(found: Formulas) -> Iterator[str]:
    """Say which deck counts are permitted, as a closed form is not confined to them."""
    rule = found.rules.decks
    cited = f" ({rule.clause})" if rule.clause else ""
    yield f"{found.rules.name} permits {rule} decks{cited}; the forms hold at the others as well."
    tables = {wager.paytable.name: wager.paytable.decks for wager in found.wagers}
    limited = [f"{name} with {listed(decks)}" for name, decks in tables.items() if decks]
    if limited:
        yield f"Paytables are permitted at some deck counts only: {', '.join(limited)}."


def _proof_words(proof: Proof) -> str:
    proved, confirmed = (
        f"{counts[0]} to {counts[-1]}" for counts in (proof.proved_at, proof.confirmed_at)
    )
    return (
        f"Valid for every d ≥ {proof.start}: a round takes at most {proof.bound} cards, so no "
        f"count has a degree above {proof.bound}; enumerated with {proved} decks, confirmed with "
        f"{confirmed}."
    )


def _rows(found: Formulas, game: bool, of: str) -> Iterator[_Row]:
    """Yield every closed form of a kind: the game's and each wager's."""
    parts: list[tuple[str, str, GameFormula | WagerFormula]] = []
    parts += [("game", "", found.game)] if game else []
    parts += [(wager.id, wager.paytable.name or "", wager) for wager in found.wagers]
    for wager, paytable, part in parts:
        if of == "probability":
            for outcome in part.outcomes:
                chance = outcome.probability
                yield _Row(wager, paytable, outcome.event, chance, chance)
        elif of == "variance":
            yield _Row(wager, paytable, "variance", part.variance, part.variance)
        else:
            yield _Row(wager, paytable, "EV", part.ev, part.house_edge)
            if isinstance(part, GameFormula) and found.decision == "war":
                staked, risk = part.average_staked, part.element_of_risk
                yield _Row(wager, paytable, "average staked", staked, staked)
                yield _Row(wager, paytable, "element of risk", risk, risk)


def _form_tables(rows: Sequence[_Row], start: int, digits: int, of: str) -> list[Table]:
    """Return two tables: the closed forms, then their expansions and courses."""
    if not rows:
        return []
    labels = [(row.wager, row.paytable, row.figure) for row in rows]
    headings = ("wager", "paytable", "event" if of == "probability" else "figure")
    # A paytable or a figure that is the same in every row says nothing.
    kept = [0, *(k for k in (1, 2) if len({label[k] for label in labels}) > 1)]
    first = [tuple(label[k] for k in kept) for label in labels]
    left = tuple(headings[k] for k in kept)
    flush = "l" * (len(kept) + 1)
    forms = [(math(row.form), *_limit(row.form, digits)) for row in rows]
    courses = [(expansion(row.form), row.told(start)) for row in rows]
    return [
        Table(
            _CAPTIONS[of],
            (*left, "closed form", "d → ∞", "decimal"),
            tuple((*label, *form) for label, form in zip(first, forms, strict=True)),
            flush + "r",
        ),
        Table(
            "The same as an expansion in 1/d, and the course over all deck counts",
            (*left, "expansion", "course"),
            tuple((*label, *course) for label, course in zip(first, courses, strict=True)),
            flush,
        ),
    ]


def _limit(form: Closed, digits: int) -> tuple[str, str]:
    return exact(form.limit), decimal(form.limit, digits)


def _free_tables(free: Sequence[FreePayout], digits: int) -> list[Table]:
    """Return the EV with one payout as the symbol k, and the payout that would be fair."""
    if not free:
        return []
    rows = [
        row
        for part in free
        for row in (
            (part.paytable or "", "EV", Math(str(part.expression), part.latex), "", ""),
            (part.paytable or "", "fair k", math(part.fair), *_limit(part.fair, digits)),
        )
    ]
    paid = ", ".join(dict.fromkeys(pays(part.paid) for part in free))
    caption = (
        f"{free[0].wager} with the payout on {free[0].event} left open as k (the rules: {paid})"
    )
    skipped = 0 if any(row[0] for row in rows) else 1
    headings = ("paytable", "figure", "closed form", "d → ∞", "decimal")[skipped:]
    return [Table(caption, headings, tuple(row[skipped:] for row in rows), "lllr"[skipped:])]


def _identity_table(checked: Identities, start: int) -> Table:
    """Return what was checked, each for every deck count at once."""
    rows: list[tuple[str, str, str]] = [
        (f"P(higher) = P(lower) on the {swap.about}", math(swap.left), _told(swap.holds))
        for swap in checked.swap
    ]
    burn = checked.burn
    if burn:
        evs = count(len(burn.evs), "closed form")
        chances = count(len(burn.probabilities), "closed form")
        cards = count(burn.cards, "card")
        rows += [
            (
                f"EV with {cards} burned = EV with none",
                f"{evs}: the game{' and each wager' if len(burn.evs) > 1 else ''}",
                _told(all(same.holds for same in burn.evs)),
            ),
            (
                f"each probability with {cards} burned = with none",
                f"{chances}: each event",
                _told(all(same.holds for same in burn.probabilities)),
            ),
        ]
    war = checked.war
    if war:
        weighted = _weighted(war.both_weight, war.first_weight)
        rows += [
            ("EV(always war)", math(war.war), ""),
            ("EV(always surrender)", math(war.surrender), ""),
            ("P(first deal ties)", math(war.first_tie), ""),
            ("P(both deals tie)", math(war.both_tie), ""),
            (
                f"EV(always war) − EV(always surrender) = {weighted}",
                math(war.difference),
                f"{_told(war.holds)}; {run_words(war.signs, start)}",
            ),
        ]
    caption = "Identities: equalities of polynomials, so of every deck count"
    return Table(caption, ("identity", "closed form", "checked"), tuple(rows))


def _told(holds: bool) -> str:
    return "holds" if holds else "FAILS"


def _weighted(both: Fraction, first: Fraction) -> str:
    """Return the right side of the war identity."""
    parts = [(both, "P(both deals tie)"), (first, "P(first deal ties)")]
    told = [f"{f'({weight})' if weight < 0 else weight}·{what}" for weight, what in parts if weight]
    return " + ".join(told) or "0"


def _record(found: Formulas, row: _Row, digits: int) -> dict[str, str]:
    limit, limit_decimal = _limit(row.form, digits)
    return {
        "jurisdiction": found.rules.id,
        "decision": found.decision or "",
        "wager": row.wager,
        "paytable": row.paytable,
        "figure": row.figure,
        "form": str(row.form),
        "limit": limit,
        "limit_decimal": limit_decimal,
        "expansion": expansion(row.form),
        "course": row.told(found.proof.start),
    }
