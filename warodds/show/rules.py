"""`warodds rules`: the jurisdictions in short, and one of them entry by entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from warodds.errors import listed
from warodds.rules.model import CutCard, Rules, Wager
from warodds.show.table import Presentation, Table
from warodds.show.words import count, exact, pays

FIRST_CARD = {
    "dealt": "dealt",
    "burned": "burned face down",
    "burned-with-value": "shown, then as many burned as its value",
}
AS_FIRST_CARD = {
    "round-played": "that round is still played",
    "shuffled-at-once": "the cards are shuffled at once",
}
SUBJECTS = {
    "comparison": "higher, tie or lower",
    "pair": "the kind of pair",
    "player_rank": "the player's rank",
    "dealer_rank": "the dealer's rank",
}


def present_jurisdictions(every: Iterable[Rules]) -> Presentation:
    """Return all jurisdictions in short."""
    every = tuple(every)
    rows = [
        (
            rules.id,
            rules.name,
            str(rules.decks),
            " ".join(wager.id for wager in rules.wagers),
            rules.source.title,
        )
        for rules in every
    ]
    headings = ("name", "jurisdiction", "decks", "wagers", "source")
    return Presentation(
        "Jurisdictions",
        (),
        (Table("", headings, tuple(rows)),),
        (),
        lambda: (dict(zip(headings, row, strict=True)) for row in rows),
        lambda: {
            "schema": "warodds/jurisdictions/1",
            "jurisdictions": [_rules_data(rules) for rules in every],
        },
    )


def present_rules(rules: Rules, _digits: int = 0) -> Presentation:
    """Return one jurisdiction, entry by entry with clauses, and our notes; nothing is rounded."""
    source = rules.source
    entries = [(what, value, clause) for what, value, clause, _ in procedure(rules)]
    several = any(table.name for wager in rules.wagers for table in wager.paytables)
    headings = ("wager", *(("paytable", "decks") if several else ()), "event", "pays", "clause")
    payouts = []
    for wager in rules.wagers:
        for table in wager.paytables:
            named = (table.name or "", ", ".join(map(str, table.decks))) if several else ()
            payouts += [
                (wager.id, *named, payout.event, pays(payout.net), payout.clause)
                for payout in table.payouts
            ]
    return Presentation(
        f"{rules.name} ({rules.id})",
        (f"{source.title}{f' ({source.date})' if source.date else ''}",),
        (
            Table("Procedure", ("what", "value", "clause"), tuple(entries)),
            Table("Wagers", ("wager", "name", "rides on", "clause"), _wager_rows(rules)),
            Table("Payouts", headings, tuple(payouts)),
        ),
        tuple(notes(rules)),
        lambda: _records(rules),
        lambda: _rules_data(rules),
    )


def _records(rules: Rules) -> Iterator[dict[str, str]]:
    """Yield a CSV row for each entry."""
    for what, value, clause, note in procedure(rules):
        yield {
            "part": "procedure",
            "entry": what,
            "event": "",
            "value": value,
            "clause": clause,
            "note": note,
        }
    for wager in rules.wagers:
        for table in wager.paytables:
            for payout in table.payouts:
                yield {
                    "part": "wager",
                    "entry": wager.id + (f" {table.name}" if table.name else ""),
                    "event": payout.event,
                    "value": pays(payout.net),
                    "clause": payout.clause,
                    "note": payout.note,
                }


def procedure(rules: Rules) -> list[tuple[str, str, str, str]]:
    """Return every value that is not a payout: what, value, clause, note."""
    start, before, war = rules.shoe_start, rules.round_start, rules.war
    rows = [("decks", str(rules.decks), rules.decks.clause, rules.decks.note)]
    boxes = rules.boxes
    if boxes.most is not None:
        rows.append(("boxes", f"up to {boxes.most}", boxes.clause, boxes.note))
    value = FIRST_CARD[start.first_card] + _optional(start.optional)
    rows.append(("first card of a shoe", value, start.clause, start.note))
    if before.burn:
        value = count(before.burn, "card") + _optional(before.optional)
        rows.append(("burn before a round", value, before.clause, before.note))
    rows.append(("cut card", _depths(rules.cut_card), rules.cut_card.clause, rules.cut_card.note))
    value = AS_FIRST_CARD[rules.cut_card.as_first_card]
    rows.append(("cut card as first card of a round", value, rules.cut_card.clause, ""))
    if war is None:
        rows.append(("war", "none: a tie ends the round", "", ""))
    else:
        parts = [f"{war.burn_before_player} before the player's card"]
        parts += [f"{war.burn_before_dealer} before the dealer's"] if war.burn_before_dealer else []
        value = listed(parts, "and") + _optional(war.optional)
        rows.append(("burn in a war", value, war.clause, war.note))
    for what, allowed, said in (
        ("continuous shuffler", rules.continuous_shuffler, "permitted"),
        (
            "shoe that runs out in a round",
            rules.discards_complete_round,
            "completed from the discards",
        ),
    ):
        value = said if allowed.permitted else "not stated"
        rows.append((what, value, allowed.clause, allowed.note))
    return rows


def notes(rules: Rules) -> list[str]:
    """Return our readings of the text, each with what it is about."""
    about = [(what, clause, note) for what, _, clause, note in procedure(rules)]
    about += [(wager.id, wager.clause, wager.note) for wager in rules.wagers]
    about += [
        (f"{wager.id}, {payout.event}", payout.clause, payout.note)
        for wager in rules.wagers
        for table in wager.paytables
        for payout in table.payouts
    ]
    about += [("", note.clause, note.text) for note in rules.notes]
    return [
        f"Note{f' on {what}' if what else ''}{f' ({clause})' if clause else ''}: {note}"
        for what, clause, note in dict.fromkeys(about)
        if note
    ]


def _optional(optional: bool) -> str:
    return ", at the operator's choice" if optional else ""


def _depths(cut: CutCard) -> str:
    limits = [
        (f"at least {cut.behind_at_least} behind it", cut.behind_at_least),
        (f"at most {cut.behind_at_most} behind it", cut.behind_at_most),
        (f"at least {cut.ahead_at_least} ahead of it", cut.ahead_at_least),
    ]
    return ", ".join(text for text, depth in limits if depth is not None) or "depth not stated"


def _wager_rows(rules: Rules) -> tuple[tuple[str, ...], ...]:
    return tuple((wager.id, wager.name, _rides_on(wager), wager.clause) for wager in rules.wagers)


def _rides_on(wager: Wager) -> str:
    if wager.role == "main":
        return "the round"
    beside = f", beside {wager.beside}" if wager.beside else ""
    return f"{wager.deal} deal: {SUBJECTS[wager.on]}{beside}"


def _rules_data(rules: Rules) -> dict[str, Any]:
    return {
        "schema": "warodds/rules/1",
        "jurisdiction": rules.id,
        "name": rules.name,
        "source": {"title": rules.source.title, "date": rules.source.date},
        "decks": {"permitted": list(rules.decks.permitted), "at_least": rules.decks.at_least},
        "procedure": [
            {"what": what, "value": value, "clause": clause, "note": note}
            for what, value, clause, note in procedure(rules)
        ],
        "wagers": [
            {
                "id": wager.id,
                "name": wager.name,
                "role": wager.role,
                "deal": wager.deal,
                "on": wager.on,
                "beside": wager.beside,
                "clause": wager.clause,
                "note": wager.note,
                "paytables": [
                    {
                        "paytable": table.name,
                        "decks": list(table.decks),
                        "payouts": [
                            {
                                "event": payout.event,
                                "net": exact(payout.net),
                                "clause": payout.clause,
                                "note": payout.note,
                            }
                            for payout in table.payouts
                        ],
                    }
                    for table in wager.paytables
                ],
            }
            for wager in rules.wagers
        ],
        "notes": [{"text": note.text, "clause": note.clause} for note in rules.notes],
    }
