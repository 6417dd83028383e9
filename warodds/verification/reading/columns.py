"""Which column holds what: guessed from the names that simulators use, or as told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from warodds.errors import WaroddsError, listed, nearest
from warodds.rules import Rules
from warodds.verification.reading.cards import CARD_READERS
from warodds.verification.reading.numbers import number_of

CARD_ROLES = ("player", "dealer", "war_player", "war_dealer")
GROUP_ROLES = ("shoe", "round", "seat")
SUMMARY_ROLES = ("rounds", "mean", "total")
ROLES = (
    *CARD_ROLES,
    "decision",
    "outcome",
    "net",
    "count",
    "wager",
    *SUMMARY_ROLES,
    *GROUP_ROLES,
)
NO_COLUMN = "-"
"""What is told of a role that no column has, whatever the columns are called."""

_SIDES = {
    "player": "player|p|you|your|user|gambler|punter",
    "dealer": "dealer|d|house|bank|banker|casino|computer|cpu|croupier|opponent",
}
_ASIDE = "card|rank|value|first|initial|upcard|hand|c|1"
_AT_WAR = "war|w|second|2"
_CARD = {
    role: re.compile(rf"((?:{_ASIDE}|{_AT_WAR})*)(?:{who})((?:{_ASIDE}|{_AT_WAR})*)")
    for role, who in _SIDES.items()
}

_NAMES: Mapping[str, Sequence[str]] = {
    role: names.split()
    for role, names in {
        "decision": "decision action choice ontie tiedecision tieaction war gotowar wenttowar "
        "surrender surrendered folded",
        "outcome": "outcome result event roundresult roundoutcome winner status",
        "net": "net netunits netresult netwin netwinnings profit pnl pl units delta gain "
        "netprofit unitswon netgain netamount",
        "count": "count counts freq frequency number num cnt occurrences observed n times tally",
        "wager": "wager wagerid bet betname wagername bettype stake betsize betamount",
        "rounds": "rounds hands games trials nrounds numrounds roundsplayed handsplayed",
        "mean": "mean average avg ev meannet averagenet avgnet netperround expectedvalue",
        "total": "total totalnet nettotal sum sumnet netsum totalunits totalprofit",
        "shoe": "shoe shoeid shoeno shoenumber session sessionid block blockid batch run runid",
        "round": "round roundid roundno roundnumber roundindex hand handid handno game gameid "
        "gameno id index",
        "seat": "seat seatid seatno box boxid boxno spot position",
    }.items()
}
"""Names without blanks and dashes. Of several columns for a shoe, a round or a seat, the name that
stands first here is the one meant: a round has a number, a hand and an id."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The place of each role among a table's columns; side wagers' nets by wager id.

    `paired` says that the two lines of a round with a war were made one row.
    """

    names: tuple[str, ...]
    roles: Mapping[str, int]
    wagers: Mapping[str, int]
    paired: bool = False

    @property
    def unused(self) -> tuple[str, ...]:
        """The columns that nothing was read from."""
        used = {*self.roles.values(), *self.wagers.values()}
        return tuple(name for place, name in enumerate(self.names) if place not in used)

    def name(self, role: str) -> str:
        """Return what the column of a role is called."""
        return self.names[self.roles[role]]

    def __contains__(self, role: object) -> bool:
        return role in self.roles

    @property
    def summary(self) -> bool:
        """Whether each row sums up many rounds, with a mean or a total."""
        told = any(role in self.roles for role in (*CARD_ROLES, "outcome", "net"))
        return not told and ("mean" in self.roles or "total" in self.roles)


def assign(names: Sequence[str], told: Mapping[str, str], rules: Rules, where: str) -> Columns:
    """Return what each column holds, as told and otherwise as guessed.

    >>> from warodds.rules import load
    >>> found = assign(["P1", "Dealer Card", "net", "tie_net"], {}, load("california"), "x.csv")
    >>> found.roles, found.wagers
    ({'player': 0, 'dealer': 1, 'net': 2}, {'tie': 3})
    """
    ids = [wager.id for wager in rules.wagers]
    roles: dict[str, int] = {}
    wagers: dict[str, int] = {}
    for role, name in told.items():
        if role not in ROLES and role not in ids:
            known = [*ROLES, *ids]
            raise WaroddsError(
                f"--column {role}={name}: {role!r} is not something a column can hold; "
                f"expected {listed(known)}{nearest(role, known)}"
            )
        if name != NO_COLUMN:
            place = _place(name, names, where)
            _alone(role, place, {**roles, **wagers}, names)
            (roles if role in ROLES else wagers)[role] = place
    taken = {*roles.values(), *wagers.values()}
    for place, name in enumerate(names):
        if place in taken:
            continue
        found, side = guessed(name), wager_of(name, rules)
        if found is not None and found not in told:
            if found in GROUP_ROLES and found in roles:
                roles[found] = min(roles[found], place, key=lambda at: _rank(names[at]))
            else:
                _once(roles, found, place, names, where)
        elif side is not None and side not in told:
            _once(wagers, side, place, names, where)
    return Columns(tuple(names), _settled(roles), wagers)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())


def guessed(name: str) -> str | None:
    """Return the role that a column's name announces.

    >>> [guessed(name) for name in ("P1", "War Card (Player)", "BankCard", "wd", "Shoe #", "x")]
    ['player', 'war_player', 'dealer', 'war_dealer', 'shoe', None]
    """
    plain = _plain(name)
    for role, known in _NAMES.items():
        if plain in known:
            return role
    for role, pattern in _CARD.items():
        found = pattern.fullmatch(plain)
        if found and plain != "pvalue":
            return f"war_{role}" if re.search(_AT_WAR, found[1] + found[2]) else role
    return None


def _rank(name: str) -> int:
    return next(each.index(_plain(name)) for each in _NAMES.values() if _plain(name) in each)


def _settled(roles: dict[str, int]) -> dict[str, int]:
    """Resolve names that mean one thing in one kind of file and another in the other."""
    for role in ("rounds", "total"):
        if "count" not in roles and "outcome" in roles and role in roles:
            roles["count"] = roles.pop(role)
    if "rounds" not in roles and "outcome" not in roles and ({"mean", "total"} & set(roles)):
        for role in ("count", "round"):
            if role in roles and "net" not in roles:
                roles["rounds"] = roles.pop(role)
                break
    return roles


def _place(name: str, names: Sequence[str], where: str) -> int:
    if name in names:
        return list(names).index(name)
    if re.fullmatch(r"[1-9][0-9]{0,3}", name) and int(name) <= len(names):
        called = names[int(name) - 1]
        if number_of(called) is not None or CARD_READERS["written"](called):
            raise WaroddsError(
                f"{where} starts with {', '.join(names[:12])!r}, a row and no header; expected a "
                "first line with names"
            )
        return int(name) - 1
    raise WaroddsError(
        f"{where} has no column {name!r}; it has {listed(map(repr, names[:20]), 'and')}"
        f"{nearest(name, names)}"
    )


def _once(taken: dict[str, int], role: str, place: int, names: Sequence[str], where: str) -> None:
    if role in taken:
        raise WaroddsError(
            f"{where}: both {names[taken[role]]!r} and {names[place]!r} could be {role}; "
            f"expected --column {role}={taken[role] + 1} or --column {role}={place + 1}"
        )
    taken[role] = place


def _alone(role: str, place: int, taken: Mapping[str, int], names: Sequence[str]) -> None:
    for other, where in taken.items():
        if where == place:
            raise WaroddsError(
                f"--column {role}={names[place]}: this column is {other} already; expected another"
            )


def wager_of(name: str, rules: Rules) -> str | None:
    """Return the wager that a name, of a column or in one, is about.

    >>> from warodds.rules import load
    >>> [wager_of(name, load("pennsylvania")) for name in ("tie_net", "Tie Bet", "War-Tie", "x")]
    ['tie', 'tie', 'war-tie', None]
    """
    stem = _stem(name)
    for wager in rules.wagers:
        if stem and stem in (_stem(wager.id), _stem(wager.name)):
            return wager.id
    return None


def _stem(name: str) -> str:
    return re.sub("net|wager|bet|profit", "", _plain(name))
