"""Reading a rule file and checking everything in it.

The four built-in jurisdictions and a user's own file come in by the same way. Every fault is one
line: file, key, value, what was expected; all faults of a file are reported together.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast, get_args

from warodds.errors import WaroddsError, listed, nearest
from warodds.rules.model import (
    EVENTS,
    FIRST_EVENTS,
    LOSE,
    OTHER,
    PUSH,
    ROUND_EVENTS,
    Boxes,
    CutCard,
    Deal,
    Decks,
    Depth,
    Note,
    Payout,
    Paytable,
    Permission,
    Role,
    RoundStart,
    Rules,
    ShoeStart,
    Source,
    Subject,
    Wager,
    War,
    event_on,
)
from warodds.rules.reader import Table, read_toml

JURISDICTIONS = Path(__file__).parent / "jurisdictions"
TEMPLATE = Path(__file__).parent / "template.toml"

DECK_COUNTS = range(1, 1_000_001)
BOXES = range(1, 1001)
BURNS = range(101)
"""What a file may say; far beyond any table, and small enough to be walked."""

_SPELLINGS = {"suited": "perfect", "colored": "coloured"}
_ODDS = "expected odds such as '10 to 1', '10 for 1', '1/2', 'push', 'lose' or 'lose 1/2'"
_DEPTH = "expected a depth such as '78 cards', '1 deck' or '1/4 of the stack'"


def jurisdictions() -> tuple[str, ...]:
    """Return the names of the built-in jurisdictions.

    >>> jurisdictions()
    ('california', 'crown-perth', 'new-zealand', 'pennsylvania')
    """
    return tuple(sorted(path.stem for path in JURISDICTIONS.glob("*.toml")))


def load(name: str | Path) -> Rules:
    """Load a built-in jurisdiction by its name, or a rule file by its path.

    >>> load("crown-perth").decks.permitted
    (4, 6, 8)
    """
    if isinstance(name, str) and name in jurisdictions():
        return _load(JURISDICTIONS / f"{name}.toml")
    path = Path(name)
    known = jurisdictions()
    if not str(name).strip() or not _exists(path):
        shown = str(name) if len(str(name)) <= 60 else f"{str(name)[:57]}…"
        raise WaroddsError(
            f"{shown!r} is neither a rule file nor a jurisdiction; "
            f"expected {listed(known)}, or the path of a file{nearest(str(name), known)}"
        )
    if path.stem in known:
        raise WaroddsError(
            f"{path}: {path.stem} is a built-in jurisdiction; expected a file of another name"
        )
    return read_rules(path)


def _exists(path: Path) -> bool:
    """Return whether something is there; what cannot be looked at is left to the reader."""
    try:
        return path.exists()
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False


@cache
def _load(path: Path) -> Rules:
    return read_rules(path)


def read_rules(path: Path) -> Rules:
    """Read and check one rule file, or say all that is wrong with it."""
    top = Table(read_toml(path), str(path.name if path.parent == JURISDICTIONS else path))
    rules = _rules(top, path.stem)
    top.done()
    if top.faults:
        raise WaroddsError("\n".join(top.faults))
    return rules


def read_odds(value: object) -> Fraction | None:
    """Return the net units won per unit staked, or None for a text that is not odds.

    >>> [str(read_odds(odds)) for odds in ("10 to 1", "10 for 1", "1/2", 2, "push", "lose 1/2")]
    ['10', '9', '1/2', '2', '0', '-1/2']
    """
    if isinstance(value, bool) or not isinstance(value, str | int | Fraction):
        return None
    text = re.sub(r"\s+", " ", str(value).strip().lower().replace("−", "-"))
    if text in ("push", "lose"):
        return PUSH if text == "push" else LOSE
    number = r"\d+(?:\.\d+|/\d+)?"
    found = re.fullmatch(rf"(lose |-)?({number})(?: ?(to|for|:) ?({number}))?", text)
    if not found:
        return None
    sign, paid, word, staked = found.groups()
    if (sign and word) or any(part and re.search(r"/0+$", part) for part in (paid, staked)):
        return None
    net = Fraction(paid)
    if word:
        if not Fraction(staked):
            return None
        net = net / Fraction(staked) - (word == "for")
    return -net if sign else net


def _rules(top: Table, stem: str) -> Rules:
    name = top.text("name")
    source = top.table("source", required=True)
    title, date = source.text("title"), source.text("date", "")
    source.done()
    decks = _decks(top.table("decks", required=True))
    war = _war(top.table("war")) if "war" in top else None
    wagers = _wagers(top, decks, war)
    return Rules(
        id=stem,
        name=name,
        source=Source(title, date),
        decks=decks,
        wagers=wagers,
        war=war,
        boxes=_boxes(top.table("boxes")),
        shoe_start=_shoe_start(top.table("shoe_start")),
        round_start=_round_start(top.table("round_start")),
        cut_card=_cut_card(top.table("cut_card")),
        continuous_shuffler=_permission(top.table("continuous_shuffler")),
        discards_complete_round=_permission(top.table("discards_complete_round")),
        notes=tuple(_note(table) for table in top.tables("note")),
    )


def _decks(table: Table) -> Decks:
    counts = table.integers("permitted", DECK_COUNTS)
    at_least = table.integer("at_least", None, DECK_COUNTS)
    if table.given and ("permitted" in table) == ("at_least" in table):
        table.fault("permitted", "expected either permitted = [6, 8] or at_least = 6")
    decks = Decks(tuple(sorted(counts)), at_least, *table.citation())
    table.done()
    return decks


def _boxes(table: Table) -> Boxes:
    boxes = Boxes(table.integer("most", None, BOXES), *table.citation())
    table.done()
    return boxes


def _shoe_start(table: Table) -> ShoeStart:
    first_card = table.choice("first_card", ("dealt", "burned", "burned-with-value"), "dealt")
    start = ShoeStart(first_card, table.flag("optional"), *table.citation())
    table.done()
    return start


def _round_start(table: Table) -> RoundStart:
    start = RoundStart(
        table.integer("burn", 0, BURNS) or 0, table.flag("optional"), *table.citation()
    )
    table.done()
    return start


def _cut_card(table: Table) -> CutCard:
    cut = CutCard(
        _depth(table, "behind_at_least"),
        _depth(table, "behind_at_most"),
        _depth(table, "ahead_at_least"),
        table.choice("as_first_card", ("round-played", "shuffled-at-once"), "round-played"),
        *table.citation(),
    )
    table.done()
    return cut


def _depth(table: Table, key: str) -> Depth | None:
    text = table.text(key, "")
    if not text:
        return None
    found = re.fullmatch(r"(\d+(?:/[1-9]\d*)?) (cards?|decks?|of the stack)", text)
    if not found:
        table.fault(key, _DEPTH)
        return None
    unit = {"c": "cards", "d": "decks", "o": "stack"}[found[2][0]]
    if unit == "stack" and Fraction(found[1]) > 1:
        table.fault(key, "a share of the stack is at most 1; expected such as '1/4 of the stack'")
    return Depth(Fraction(found[1]), cast(Literal["cards", "decks", "stack"], unit))


def _war(table: Table) -> War:
    war = War(
        table.integer("burn_before_player", 0, BURNS) or 0,
        table.integer("burn_before_dealer", 0, BURNS) or 0,
        table.flag("optional"),
        *table.citation(),
    )
    table.done()
    return war


def _permission(table: Table) -> Permission:
    permission = Permission(table.flag("permitted"), *table.citation())
    table.done()
    return permission


def _note(table: Table) -> Note:
    note = Note(table.text("text"), table.text("clause", ""))
    table.done()
    return note


def _wagers(top: Table, decks: Decks, war: War | None) -> tuple[Wager, ...]:
    tables = top.tables("wager", required=True)
    wagers = [_wager(table, decks, war) for table in tables]
    seen: set[str] = set()
    for table, wager in zip(tables, wagers, strict=True):
        if wager.id in seen:
            table.fault("id", "expected an id that no other wager has")
        seen.add(wager.id)
    deals = {wager.id: wager.deal for wager in wagers}
    for table, wager in zip(tables, wagers, strict=True):
        if wager.beside is not None and wager.beside not in seen - {wager.id}:
            table.fault("beside", f"expected the id of another wager: {listed(sorted(seen))}")
        elif wager.beside is not None and (wager.deal, deals[wager.beside]) == ("first", "war"):
            table.fault("beside", "that wager is placed after the first deal, this one before")
    roles = [wager.role for wager in wagers]
    if tables and roles.count("main") != 1:
        top.fault("wager", f"{roles.count('main')} main wagers; expected one with role = 'main'")
    if war is not None and roles.count("war") != 1:
        top.fault("wager", f"{roles.count('war')} war wagers; a war expects one with role = 'war'")
    return tuple(wagers)


def _wager(table: Table, decks: Decks, war: War | None) -> Wager:
    wager_id, name = table.text("id"), table.text("name", "")
    if wager_id and (not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", wager_id) or wager_id == "game"):
        table.fault("id", "expected lower-case words joined by '-', other than 'game'")
    sound = len(table.faults)
    role = cast(Role, table.choice("role", get_args(Role), "side"))
    deal = cast(Deal, table.choice("deal", get_args(Deal), "war" if role == "war" else "first"))
    subject = cast(Subject, table.choice("on", get_args(Subject), "comparison"))
    if role != "side" and subject != "comparison":
        table.fault("on", f"a {role} wager is on the 'comparison'")
    if role != "side" and (deal == "war") != (role == "war"):
        table.fault(
            "deal", f"a {role} wager rides on the {'war' if role == 'war' else 'first'} deal"
        )
    if deal == "war" and war is None:
        table.fault("deal", "a wager on the war deal needs a war: expected a [war] table")
    clause, note = table.citation()
    expected: tuple[str, ...]
    if role == "main":
        expected = ROUND_EVENTS if war else FIRST_EVENTS
    else:
        expected = tuple(event_on(deal, event) for event in EVENTS[subject])
    # Events depend on what the wager is and rides on: where that is at fault, they are not judged.
    unsound = len(table.faults) > sound
    table.skip("pays", "paytable")
    tables = () if unsound else _paytables(table, expected, role, deal, clause, decks)
    wager = Wager(
        wager_id,
        name or wager_id,
        role,
        deal,
        subject,
        tables,
        table.text("beside", "") or None,
        clause,
        note,
    )
    table.done()
    return wager


def _paytables(
    table: Table, expected: tuple[str, ...], role: Role, deal: Deal, clause: str, decks: Decks
) -> tuple[Paytable, ...]:
    """Read either one `pays`, good for every deck count, or several named `paytable`s."""
    several = table.tables("paytable")
    if bool(several) == (table.raw("pays") is not None):
        table.fault("pays", "expected either one 'pays' table or several [[wager.paytable]]")
    if several and role != "side":
        table.fault("paytable", f"a {role} wager has one 'pays' table, not several paytables")
    if not several:
        return (Paytable(_payouts(table.table("pays"), expected, role, deal, clause)),)
    result: list[Paytable] = []
    for each in several:
        name = each.text("name")
        counts = each.integers("decks", DECK_COUNTS)
        for count in counts:
            if (decks.permitted or decks.at_least) and count not in decks:
                each.fault("decks", f"{count} decks are not permitted; expected {decks}")
        if name in [other.name for other in result]:
            each.fault("name", "expected a name that no other paytable of the wager has")
        own_clause = each.text("clause", clause)
        payouts = _payouts(each.table("pays", required=True), expected, role, deal, own_clause)
        result.append(Paytable(payouts, name, tuple(sorted(counts))))
        each.done()
    return tuple(result)


def _payouts(
    table: Table, expected: tuple[str, ...], role: Role, deal: Deal, clause: str
) -> tuple[Payout, ...]:
    other = event_on(deal, OTHER)
    allowed = expected if role == "main" else (*expected, other)
    payouts: dict[str, Payout] = {}
    for key in table:
        event = _spelled(key)
        if event not in allowed:
            table.unknown(key, allowed)
            continue
        if event in payouts:
            table.fault(key, f"expected one payout for {event}")
        payout = _payout(table, key, event, clause)
        if payout is not None:
            payouts[event] = payout
    named = {_spelled(key) for key in table}
    missing = [event for event in expected if event not in named and event != "surrender"]
    if missing and other not in named and table.given:
        rest = "" if role == "main" else f" (or {other!r} for every event not listed)"
        table.fault("", f"missing {listed(missing, 'and')}{rest}")
    return tuple(payouts.values())


def _spelled(event: str) -> str:
    prefix = "war_" if event.startswith("war_") else ""
    bare = event.removeprefix("war_")
    return prefix + _SPELLINGS.get(bare, bare)


def _payout(table: Table, key: str, event: str, clause: str) -> Payout | None:
    """Read one entry: odds alone, or a table of `pays` with its own clause and note."""
    value: Any = table.raw(key)
    note = ""
    if isinstance(value, dict):
        entry = table.table(key)
        value = entry.raw("pays")
        clause, note = entry.text("clause", clause), entry.text("note", "")
        entry.done()
        table, key = entry, "pays"
    net = read_odds(value)
    if net is None:
        table.fault(key, _ODDS)
    elif net < LOSE:
        table.fault(key, "a wager cannot lose more than its stake; expected at most 'lose'")
    elif event == "surrender" and net > 0:
        table.fault(key, "a surrender wins nothing; expected 'lose 1/2', 'lose' or 'push'")
    else:
        return Payout(event, net, clause, note)
    return None
