"""Which column holds what: guessed from the names that simulators use, or as told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from warodds.errors import WaroddsError, listed, nearest
from warodds.rules import Rules

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

_FIRST = (
    "{} {}card {}rank {}1 {}card1 {}first {}firstcard first{} first{}card {}value {}cardrank "
    "{}upcard {}hand {}initial {}initialcard initial{} {}c1 {}cardvalue"
)
_WAR = (
    "war{} {}war {}warcard war{}card {}2 {}card2 {}second {}secondcard second{} second{}card "
    "{}warrank war{}rank {}warvalue war{}value {}c2 war{}cardrank"
)
_PLAYER, _DEALER = ("player", "p", "you", "user"), ("dealer", "d", "house", "bank", "banker")


def _names(words: str) -> set[str]:
    return set(words.split())


def _forms(patterns: str, who: Sequence[str]) -> set[str]:
    return {pattern.replace("{}", name) for pattern in patterns.split() for name in who}


_NAMES: Mapping[str, set[str]] = {
    "player": _forms(_FIRST, _PLAYER),
    "dealer": _forms(_FIRST, _DEALER),
    "war_player": _forms(_WAR, _PLAYER),
    "war_dealer": _forms(_WAR, _DEALER),
    "decision": _names("decision action choice ontie tiedecision war gotowar wenttowar"),
    "outcome": _names("outcome result event roundresult roundoutcome winner status"),
    "net": _names(
        "net netunits netresult netwin netwinnings profit pnl pl units delta gain netprofit "
        "unitswon netgain netamount"
    ),
    "count": _names("count counts freq frequency number occurrences observed n times tally"),
    "wager": _names("wager wagerid bet betname wagername bettype"),
    "rounds": _names("rounds hands games trials nrounds numrounds roundsplayed handsplayed"),
    "mean": _names("mean average avg ev meannet averagenet avgnet netperround expectedvalue"),
    "total": _names("total totalnet nettotal sum sumnet netsum totalunits totalprofit"),
    "shoe": _names("shoe shoeid shoeno shoenumber session sessionid block blockid run runid batch"),
    "round": _names(
        "round roundid roundno roundnumber hand handid handno game gameid gameno id index "
        "roundindex"
    ),
    "seat": _names("seat seatid seatno box boxid boxno spot position"),
}


@dataclass(frozen=True, slots=True)
class Columns:
    """The place of each role among a table's columns; side wagers' nets by wager id."""

    names: tuple[str, ...]
    roles: Mapping[str, int]
    wagers: Mapping[str, int]

    @property
    def unused(self) -> tuple[str, ...]:
        """The columns that nothing was read from."""
        used = {*self.roles.values(), *self.wagers.values()}
        return tuple(name for place, name in enumerate(self.names) if place not in used)

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
        place = _place(name, names, where)
        (roles if role in ROLES else wagers)[role] = place
    taken = {*roles.values(), *wagers.values()}
    for place, name in enumerate(names):
        if place in taken:
            continue
        plain = re.sub(r"[\W_]+", "", name.lower())
        side = _wager(plain, rules)
        guessed = next((role for role, forms in _NAMES.items() if plain in forms), None)
        if guessed is not None and guessed not in told:
            if guessed in GROUP_ROLES and guessed in roles:
                continue  # a round has a number, a hand and an id: the first will do
            _once(roles, guessed, place, names, where)
        elif side is not None and side not in told:
            _once(wagers, side, place, names, where)
    return Columns(tuple(names), _settled(roles), wagers)


def _settled(roles: dict[str, int]) -> dict[str, int]:
    """Resolve names that mean one thing in one kind of file and another in the other."""
    if "count" not in roles and "outcome" in roles and "rounds" in roles:
        roles["count"] = roles.pop("rounds")
    if "rounds" not in roles and "outcome" not in roles and ({"mean", "total"} & set(roles)):
        for role in ("count", "round"):
            if role in roles and "net" not in roles:
                roles["rounds"] = roles.pop(role)
                break
    return roles


def _place(name: str, names: Sequence[str], where: str) -> int:
    if name in names:
        return list(names).index(name)
    if re.fullmatch(r"[1-9]\d{0,3}", name) and int(name) <= len(names):
        return int(name) - 1
    raise WaroddsError(
        f"{where} has no column {name!r}; it has {listed(map(repr, names[:20]), 'and')}"
        f"{nearest(name, names)}"
    )


def _once(taken: dict[str, int], role: str, place: int, names: Sequence[str], where: str) -> None:
    if role in taken:
        raise WaroddsError(
            f"{where}: both {names[taken[role]]!r} and {names[place]!r} could be {role}; "
            f"expected --column {role}={names[taken[role]]} or the other"
        )
    taken[role] = place


def _wager(plain: str, rules: Rules) -> str | None:
    """Return the wager whose net a column's name announces."""
    for wager in rules.wagers:
        for base in (wager.id, wager.name):
            stem = re.sub(r"[\W_]+", "", base.lower())
            forms = (stem, f"{stem}net", f"net{stem}", f"{stem}wager", f"{stem}wagernet")
            if plain in (*forms, f"net{stem}wager", f"{stem}bet", f"{stem}betnet"):
                return wager.id
    return None
