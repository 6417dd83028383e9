"""`warodds shoe`: one shoe from its first card to the cut card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from warodds.evaluate import odds
from warodds.law import Law
from warodds.precision import decimal, percent, root
from warodds.rules import Rules
from warodds.rules.cut import ASSUMED_CUT, forbidden
from warodds.show.odds import DECISIONS, heading_lines, study_notes
from warodds.show.rules import AS_FIRST_CARD, FIRST_CARD
from warodds.show.shoe_data import shoe_data, shoe_records, standing
from warodds.show.small import bar
from warodds.show.table import Presentation, Table
from warodds.show.words import coarse, count, exact
from warodds.wholeshoe import WholeShoe, histogram, quantiles, spread, whole_shoe

SHARES = (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20))
"""The quantiles that are shown."""

MILLION = 10**6
"""Rounds for which a standard error is shown."""

WIDEST = 40
"""Characters of a rational that a table shows; a longer one is in JSON and CSV."""


def present_shoe(shoe: WholeShoe, digits: int, full: bool = False) -> Presentation:
    """Return a whole shoe, ready to be shown; `full` is with every law in full."""
    return Presentation(
        _title(shoe),
        heading_lines(shoe.fresh),
        tuple(_tables(shoe, digits, full)),
        tuple(_notes(shoe)),
        lambda: shoe_records(shoe, digits, full),
        lambda: shoe_data(shoe, digits, full),
    )


def shoe_tables(rules: Rules, decks: int, digits: int = 6) -> tuple[Table, ...]:
    """Return the whole-shoe tables of a jurisdiction at its usual procedure, for a report.

    First the game, then every wager in every permitted paytable, side by side.
    """
    game = whole_shoe(rules, decks)
    wagers = [
        whole_shoe(rules, decks, wager=wager.id, paytable=wager.paytable)
        for wager in odds(rules, decks).wagers
    ]
    return (*_tables(game, digits, False, False), _side_by_side([game, *wagers], digits))


def _title(shoe: WholeShoe) -> str:
    fresh = shoe.fresh
    decks, cards = count(fresh.decks, "deck"), count(fresh.cards, "card")
    what = f", {shoe_wager(shoe)}" if shoe.wager else ""
    return (
        f"{shoe.rules.name}, {decks} ({cards}), one shoe to the cut card{what}, "
        f"{DECISIONS[fresh.decision]}"
    )


def shoe_wager(shoe: WholeShoe) -> str:
    """Return the name of what is played through the shoe."""
    if shoe.wager is None:
        return "the game"
    table = f", {shoe.wager.paytable}" if shoe.wager.paytable else ""
    return shoe.wager.wager.name + table


def _tables(shoe: WholeShoe, digits: int, full: bool, options: bool = True) -> Iterator[Table]:
    yield _procedure_table(shoe, options)
    yield _numbers_table(shoe, digits)
    yield _result_table(shoe, digits)
    yield _error_table(shoe, digits)
    if shoe.law is not None:
        yield _chart(shoe.law, digits)
    if full:
        for name, law in laws(shoe):
            yield _law_table(name, law, digits)


def laws(shoe: WholeShoe) -> Iterator[tuple[str, Law[Fraction]]]:
    """Yield every law of the shoe with its name, in order of the number."""
    for name, law in (
        ("rounds", shoe.rounds),
        (_ties(shoe), shoe.ties),
        ("second ties", shoe.second_ties),
    ):
        if name != "second ties" or shoe.procedure.war_burn is not None:
            yield name, law.map(Fraction)
    if shoe.law is not None:
        yield "result", shoe.law


def _ties(shoe: WholeShoe) -> str:
    return "first ties" if shoe.procedure.war_burn is None else "wars (first ties)"


def _procedure_table(shoe: WholeShoe, options: bool) -> Table:
    """Return the procedure with its clauses; `options` names those of the command for a choice."""

    def choice(optional: bool, option: str) -> str:
        named = f" (--{option}, --no-{option})" if options else ""
        return f", at the operator's choice{named}" if optional else ""

    rules, procedure, size = shoe.rules, shoe.procedure, shoe.fresh.cards
    start, before, war, cut = rules.shoe_start, rules.round_start, rules.war, rules.cut_card
    behind = f"{procedure.cut} cards behind it, {size - procedure.cut} ahead"
    if not shoe.cut_given:
        stated = cut.behind_at_least or cut.behind_at_most
        limit = f"at least {stated}" if cut.behind_at_least else f"at most {stated}"
        behind += f" ({limit})" if stated else f" (no depth is stated: {ASSUMED_CUT} is assumed)"
    rows = [
        ("cut card", behind, cut.clause),
        ("cut card as first card of a round", AS_FIRST_CARD[procedure.as_first_card], cut.clause),
        (
            "first card of a shoe",
            FIRST_CARD[procedure.first_card] + choice(start.optional, "first-card-burn"),
            start.clause,
        ),
    ]
    if before.burn:
        text = f"{procedure.round_burn or 'none'}{choice(before.optional, 'round-burn')}"
        rows.append(("burned before a round", text, before.clause))
    if war is not None and procedure.war_burn is not None:
        text = f"{procedure.war_burn or 'none'}{choice(war.optional, 'war-burn')}"
        rows.append(("burned in a war", text, war.clause))
    return Table("How the shoe is dealt", ("what", "value", "clause"), tuple(rows))


def _numbers_table(shoe: WholeShoe, digits: int) -> Table:
    rows = []
    for name, law in laws(shoe):
        low, median, high = quantiles(law, SHARES)
        keys = list(law.ways)
        mean, variance = spread(law)
        rows.append(
            (
                name,
                decimal(mean, digits),
                root(variance, digits),
                *map(exact, (min(keys), low, median, high, max(keys))),
            )
        )
    headings = ("in one shoe", "mean", "std dev", "least", "5 %", "median", "95 %", "most")
    return Table("What one shoe brings", headings, tuple(rows), "lr")


def _result_table(shoe: WholeShoe, digits: int) -> Table:
    """Return mean results; effects of the cut card are small, so with four digits more."""
    cluster, per = shoe.cluster, _per(shoe)
    more = digits + 4
    rows: list[tuple[str, str, str]] = []
    for label, value in (
        ("mean result of a shoe", cluster.result),
        ("variance of the result", cluster.result_variance),
        (f"EV per {per}, as a simulator measures it", cluster.ev),
        (f"EV per {per}, a full shoe every round", shoe.fresh_ev),
        ("difference, the cut-card effect", shoe.cut_card_effect),
    ):
        rows.append((label, _short(value), decimal(value, more)))
    if shoe.law is not None:
        for label, chance in zip(("ahead", "even", "behind"), standing(shoe.law), strict=True):
            name = f"chance of being {label} after a shoe"
            rows.append((name, _short(chance), percent(chance, digits)))
    return Table(f"Result: {shoe_wager(shoe)}", ("", "exact", "decimal"), tuple(rows), "lr")


def _per(shoe: WholeShoe) -> str:
    return "war" if shoe.wager and shoe.wager.wager.deal == "war" else "round"


def _short(value: Fraction) -> str:
    text = exact(value)
    return text if len(text) <= WIDEST else f"({len(text)} characters)"


def _error_table(shoe: WholeShoe, digits: int) -> Table:
    cluster, per, more = shoe.cluster, _per(shoe), digits + 4
    rows = []
    for label, variance in (
        (f"{per}s that share shoes (clustered)", cluster.clustered_variance),
        (f"{per}s taken as independent (naive)", cluster.naive_variance),
    ):
        error = root(variance / MILLION, more)
        rows.append((label, _short(variance), decimal(variance, more), error))
    effect = cluster.design_effect
    rows.append(("clustered over naive", _short(effect), decimal(effect, more), ""))
    headings = ("", "variance, exact", "variance", f"error after {MILLION:,} {per}s")
    return Table("Standard error of the EV that a simulator measures", headings, tuple(rows), "lr")


def _chart(law: Law[Fraction], digits: int) -> Table:
    bins = histogram(law)
    longest = max(each.probability for each in bins)
    rows = [
        (
            exact(each.low) if each.low == each.high else f"{each.low} to {each.high}",
            percent(each.probability, digits),
            bar(each.probability, longest),
        )
        for each in bins
    ]
    return Table("Result of a shoe, in units", ("result", "chance", ""), tuple(rows), "rrl")


def _law_table(name: str, law: Law[Fraction], digits: int) -> Table:
    total, reached, rows = law.total, 0, []
    for number, ways in law:
        reached += ways
        share, up_to = Fraction(ways, total), Fraction(reached, total)
        rows.append((exact(number), decimal(share, digits), decimal(up_to, digits)))
    return Table(f"Law of the {name}", (name, "probability", "at most"), tuple(rows), "r")


def _side_by_side(every: Sequence[WholeShoe], digits: int) -> Table:
    rows = [
        (
            shoe_wager(shoe),
            decimal(shoe.cluster.placed, coarse(digits)),
            decimal(shoe.cluster.result, digits),
            root(shoe.cluster.result_variance, digits),
            decimal(shoe.cluster.ev, digits + 4),
            decimal(shoe.fresh_ev, digits + 4),
            decimal(shoe.cut_card_effect, digits + 4),
            decimal(shoe.cluster.design_effect, digits),
        )
        for shoe in every
    ]
    headings = (
        "wager",
        "placed a shoe",
        "result a shoe",
        "std dev",
        "EV measured",
        "EV fresh",
        "cut-card effect",
        "clustered over naive",
    )
    return Table("Every wager over a whole shoe", headings, tuple(rows), "lr")


def _notes(shoe: WholeShoe) -> Iterable[str]:
    yield from study_notes([shoe.fresh])
    rules, procedure = shoe.rules, shoe.procedure
    limit = forbidden(rules.cut_card, shoe.fresh.decks, procedure.cut)
    if limit:
        yield f"A study: {rules.name} wants {limit}."
    yield "One box, and one dealer for the whole shoe."
    yield "Rationals too long for a table are in --format json and csv."
    if procedure.round_burn:
        yield "A card burned at the start of a round is that round's first card."
    if shoe.law is None and shoe.wager and shoe.wager.wager.on == "pair":
        yield "The law of this wager's result over a shoe takes a while: --law computes it."
    elif shoe.law is None:
        yield "Mean and variance of this wager are exact; its full law over a shoe is not computed."
