"""Sections 1 and 2: what was analysed, clause by clause, and how it was counted and checked."""

from __future__ import annotations

from warodds.errors import listed
from warodds.report.analysis import Analysis
from warodds.report.document import Block, Items, Section
from warodds.settle import burn_of
from warodds.show.odds import study_notes
from warodds.show.rules import present_rules
from warodds.show.table import Table
from warodds.show.words import count, exact


def subject_section(analysis: Analysis) -> Section:
    """Return section 1: jurisdiction, source, decks, procedure, wagers, payouts, readings."""
    rules = analysis.rules
    shown = present_rules(rules)
    clause = f" ({rules.decks.clause})" if rules.decks.clause else ""
    blocks: list[Block] = [
        f"Jurisdiction: {rules.name}.",
        f"Source: {rules.source.title}{f' ({rules.source.date})' if rules.source.date else ''}.",
        f"Decks permitted in the shoe: {rules.decks}{clause}. Analysed here: "
        f"{listed(analysis.decks, 'and')}.{_selection(analysis)}",
        *study_notes(game.odds for game in analysis.games),
        "Every value below stands with the clause that it comes from. A round is played for one "
        "box: a unit on the main wager and, in a war, a second unit; ranks run from 2, the "
        "lowest, to ace, the highest, and suits do not rank.",
        *shown.tables,
    ]
    readings = shown.notes
    parts: tuple[Section, ...] = ()
    if readings:
        ours = (
            "These readings are ours, made where the text is silent, doubtful or says two things."
        )
        parts = (Section("Readings of doubtful clauses", (ours, Items(readings))),)
    return Section("What was analysed", tuple(blocks), parts, {"rules": shown.data()})


def _selection(analysis: Analysis) -> str:
    """Say why these deck counts, where they are not all that the rules permit."""
    rules = analysis.rules
    said = ""
    if rules.decks.at_least is not None:
        said = " No upper limit is set; the least count and the next two are analysed by default"
        said += "." if analysis.paytable else ", and section 7.1 has every figure for any count."
    elif set(analysis.decks) < set(rules.decks.permitted):
        said = " This is a selection."
    if analysis.paytable is not None:
        said += f" Of the wagers with several paytables, {analysis.paytable} alone is analysed."
    return said


def method_section(analysis: Analysis) -> Section:
    """Return section 2: what is enumerated, the burn with and without, and the checks."""
    rules = analysis.rules
    burn = burn_of(rules)
    burned = burn.cards - 2 if burn else 0
    war = (
        f" and, where these tie, {count(burned, 'burned card')} one by one, the player's war card "
        "and the dealer's"
        if burn and burned
        else " and, where these tie, the player's war card and the dealer's"
        if burn
        else ""
    )
    blocks: list[Block] = [
        "Every probability is a number of ordered deals over their total. A deal is followed card "
        f"by card: the player's first card, the dealer's{war}. From a shoe of n cards the k cards "
        "of the longest round can be drawn in n·(n−1)···(n−k+1) equally likely orders. A round "
        "that ends sooner counts once for every way in which the cards behind it can lie, so that "
        "all events share one total and their ways can be re-added. Counts are integers, "
        "probabilities and returns are fractions of integers, and nothing is rounded on the way.",
        _deals_table(analysis),
    ]
    if burn:
        blocks.append(
            "A wager on the war deal is judged given that it is placed: its ways add up to the "
            "ordered deals with a first tie."
        )
    parts = [_burn_part(analysis)] if burned else []
    parts.append(_checks_part(analysis))
    return Section("Method", tuple(blocks), tuple(parts))


def _deals_table(analysis: Analysis) -> Table:
    burn = burn_of(analysis.rules)
    k = 2 + (burn.cards if burn else 0)
    rows = [
        (str(odds.decks), str(odds.cards), str(k), str(odds.deals))
        for odds in (game.odds for game in analysis.games)
    ]
    return Table(
        "Ordered deals enumerated", ("decks", "cards n", "k", "ordered deals"), tuple(rows), "r"
    )


def _burn_part(analysis: Analysis) -> Section:
    rows = []
    data = []
    for game in analysis.games:
        if game.unburned is None:
            continue
        pairs = zip(game.odds.game.outcomes, game.unburned.game.outcomes, strict=True)
        for walked, bare in pairs:
            product = bare.ways * game.burns
            row = (game.odds.decks, walked.event, walked.ways, bare.ways, game.burns, product)
            rows.append(tuple(map(str, row)))
            data.append(
                {
                    "decks": game.odds.decks,
                    "event": walked.event,
                    "burn_walked": str(walked.ways),
                    "no_burn": str(bare.ways),
                    "ways_to_burn": str(game.burns),
                }
            )
    headings = (
        "decks",
        "event",
        "burn walked",
        "no burn",
        "ways to burn",
        "no burn × ways to burn",
    )
    return Section(
        "The burn changes nothing",
        (
            "The burn is walked: each burned card is drawn in turn from the cards left, and the "
            "counts follow whether it was one that a war card could have been. It moves no "
            "probability, because cards that nobody has seen are exchangeable: what is dealt after "
            "a face-down burn has the same law as what would have been dealt without it. Before "
            "anything is seen, the same holds for cards burned when the shoe starts or before a "
            "round: the figures are those of a fresh shoe.",
            "Both counts stand side by side: with the burn walked, and the same rounds with no "
            "card burned, each of which leaves the stated number of ways to draw the burned cards "
            "from the rest. The first and the last of these columns are equal, event by event; the "
            "same comparison was made for every event of every wager.",
            Table("The burn walked, and left out", headings, tuple(rows), "rlr"),
        ),
        data={"burn": data},
    )


def _checks_part(analysis: Analysis) -> Section:
    rows = []
    data = []
    for game in analysis.games:
        for check in game.checks:
            found, other = exact(check.enumerated), exact(check.otherwise)
            rows.append((str(game.odds.decks), check.what, found, other, check.how))
            data.append(
                {
                    "decks": game.odds.decks,
                    "check": check.what,
                    "enumerated": found,
                    "otherwise": other,
                }
            )
    headings = ("decks", "figure", "by enumeration", "in another way", "which")
    return Section(
        "Independent checks",
        (
            "The figures below were found twice, by enumeration and by a count that shares no step "
            "with it and can be redone by hand; (m)₂ stands for m·(m−1) and so on. They agree "
            "exactly, or this document would not have been written. The program's own tests "
            "compare every event of every wager with a plain walk through all ordered deals of "
            "small shoes.",
            Table("Figures found twice", headings, tuple(rows), "rlrrl"),
        ),
        data={"checks": data},
    )
