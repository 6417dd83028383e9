"""Rounds that hang together: sums over shoes, or over the seats of one deal.

Seats share a dealer's card and rounds share a shoe, so their results are correlated. The sums of
products kept here give the covariance of any count over independent clusters, without a model of
what happens inside one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from warodds.cards import SUITS
from warodds.deal import pair_kind
from warodds.verification.reading.columns import Columns
from warodds.verification.reading.deals import Deals, deals_of, seats_alone
from warodds.verification.reading.distinct import DEALS, Distinct
from warodds.verification.reading.rounds import Placed, Reader, Tally
from warodds.verification.reading.source import Table

Sum = int | Fraction

Choices = Mapping[str, Callable[[Placed], object]]
"""Ways to sort rounds into kinds, None being no kind."""

PAIR_KINDS = ("perfect", "coloured", "mixed")

FEW = 30
"""Fewer shoes than these say too little of how shoes differ; seats differ too much to ignore."""

MOST_KINDS = 20
"""As many kinds of a thing can have a covariance of their own."""


@dataclass(frozen=True, slots=True)
class Products:
    """Sums over clusters, of a cluster's counts n_i and its size n.

    `squares[i][j]` is Σ n_i·n_j, `crossed[i]` is Σ n_i·n, `sizes` is Σ n², for the kinds in
    `kinds`; rows of no kind count neither in n_i nor in n. `exact` are sums that a law expects,
    not sums over data.
    """

    kinds: tuple[Any, ...]
    squares: tuple[tuple[Sum, ...], ...]
    crossed: tuple[Sum, ...]
    sizes: Sum
    clusters: int
    exact: bool = False

    def covariance(self, chances: Sequence[Fraction]) -> list[list[Fraction]]:
        """Return the estimated covariance of the counts less what they expect.

        >>> once = Products(("a", "b"), ((3, 0), (0, 1)), (3, 1), 4, 4)
        >>> once.covariance([Fraction(1, 2), Fraction(1, 2)])[0][0]
        Fraction(1, 1)
        """
        return [
            [
                self.squares[i][j]
                - chances[i] * self.crossed[j]
                - chances[j] * self.crossed[i]
                + chances[i] * chances[j] * self.sizes
                for j in range(len(self.kinds))
            ]
            for i in range(len(self.kinds))
        ]

    def spread(self, values: Sequence[Fraction], mean: Fraction) -> Fraction:
        """Return the estimated variance of the sum of values less the mean, over all rows."""
        squares = sum(
            (
                values[i] * values[j] * self.squares[i][j]
                for i in range(len(values))
                for j in range(len(values))
            ),
            Fraction(),
        )
        crossed = sum(
            (value * n for value, n in zip(values, self.crossed, strict=True)), Fraction()
        )
        return squares - 2 * mean * crossed + mean**2 * self.sizes

    def __add__(self, other: Products) -> Products:
        """Return the sums over both sets of clusters, kinds found in either."""
        kinds = tuple(dict.fromkeys((*self.kinds, *other.kinds)))
        size = len(kinds)
        squares: list[list[Sum]] = [[0] * size for _ in kinds]
        crossed: list[Sum] = [0] * size
        for part in (self, other):
            places = [kinds.index(kind) for kind in part.kinds]
            for i, to in enumerate(places):
                crossed[to] += part.crossed[i]
                for j, over in enumerate(places):
                    squares[to][over] += part.squares[i][j]
        return Products(
            kinds,
            tuple(map(tuple, squares)),
            tuple(crossed),
            self.sizes + other.sizes,
            self.clusters + other.clusters,
        )


def cluster_of(columns: Columns, shoes: bool = True) -> tuple[tuple[int, ...], str]:
    """Return the columns that tell clusters apart, and their name; nothing where none do.

    Without `shoes`, the seats of one deal are all that hangs together.
    """
    roles = columns.roles
    if "count" in columns:
        return (), ""
    if "shoe" in columns and shoes:
        return (roles["shoe"],), columns.names[roles["shoe"]]
    if "seat" in columns and "round" in columns:
        deal = ("shoe", "round") if "shoe" in columns else ("round",)
        return tuple(roles[role] for role in deal), columns.names[roles["round"]]
    return (), ""


class Sorted(NamedTuple):
    """A way to sort rows: SQL that gives a row the place of its kind, and the kinds."""

    place: str
    kinds: tuple[object, ...]


def products(
    distinct: Distinct, table: Table, cluster: Sequence[int], ways: Mapping[str, Sorted]
) -> dict[str, Products]:
    """Return the sums over clusters for each way to sort rows into kinds."""
    if not cluster or not ways:
        return {}
    told_by = ", ".join(f"c{place}" for place in cluster)
    placed = ", ".join(f"{way.place} AS w{number}" for number, way in enumerate(ways.values()))
    counted = ", ".join(
        f"count(*) FILTER (w{number} = {kind}) AS n{number}_{kind}"
        for number, way in enumerate(ways.values())
        for kind in range(len(way.kinds))
    )
    table.run(
        f"CREATE OR REPLACE TEMP TABLE clustered AS SELECT {counted} FROM (SELECT {told_by}, "
        f"{placed} FROM ({distinct.coded(cluster, table=table)}) JOIN kinds USING (code)) "
        f"GROUP BY {told_by}"
    )
    return {
        name: _summed(table, number, way.kinds) for number, (name, way) in enumerate(ways.items())
    }


def _stored(distinct: Distinct, placed: Sequence[Placed], choices: Choices) -> dict[str, Sorted]:
    """Sort the rounds that were placed, and store the place of each one's kind by its code."""
    ways: dict[str, Sorted] = {}
    lists: list[list[int | None]] = [[row.origin[1] for row in placed]]
    for name, choose in choices.items():
        kinds = [choose(row) for row in placed]
        each = tuple(dict.fromkeys(kind for kind in kinds if kind is not None))
        if 1 < len(each) <= MOST_KINDS:
            index = {kind: number for number, kind in enumerate(each)}
            ways[name] = Sorted(f"k{len(ways)}", each)
            lists.append([index.get(kind) for kind in kinds])
    numbers = "".join(f", {way.place} TINYINT" for way in ways.values())
    distinct.table.run(f"CREATE OR REPLACE TEMP TABLE kinds (code BIGINT{numbers})", [])
    picked = ", ".join("unnest(?)" for _ in lists)
    distinct.table.run(f"INSERT INTO kinds SELECT {picked}", lists)
    return ways


def _summed(table: Table, number: int, kinds: tuple[object, ...]) -> Products:
    names = [f"n{number}_{kind}" for kind in range(len(kinds))]
    size = f"({' + '.join(names)})"
    pairs = [(i, j) for i in range(len(names)) for j in range(i, len(names))]
    sums = [f"sum({names[i]} * {names[j]})" for i, j in pairs]
    sums += [f"sum({name} * {size})" for name in names]
    found = table.run(
        f"SELECT count(*) FILTER ({size} > 0), sum({size} * {size}), {', '.join(sums)} "
        "FROM clustered",
        [],
    ).fetchone()
    squares = [[0] * len(names) for _ in names]
    for (i, j), value in zip(pairs, found[2:], strict=False):
        squares[i][j] = squares[j][i] = int(value)
    crossed = tuple(int(value) for value in found[2 + len(pairs) :])
    return Products(kinds, tuple(map(tuple, squares)), crossed, int(found[1]), int(found[0]))


def gathered(
    tally: Tally, opened: Sequence[tuple[Distinct, Reader]], rename: Callable[[str], str]
) -> tuple[dict[str, Products], str, str]:
    """Return the sums over clusters of everything that can be tested with them.

    With them come their name, and a note where deals had to be told apart by their seats.
    """
    if not tally.placed:
        return {}, "", ""
    told: list[Deals] = [
        deals_of(distinct.table, reader.columns)
        if seats_alone(reader.columns)
        else Deals(distinct.table, reader.columns, "")
        for distinct, reader in opened
    ]
    note = next((each.note for each in told if each.table is None), told[0].note)
    if any(each.table is None for each in told):
        return {}, "", note
    summed, by = _summed_up(tally, opened, told, rename, shoes=True)
    shoes = max((found.clusters for found in summed.values()), default=FEW)
    if shoes < FEW and any("shoe" in each.columns for each in told):
        few = (
            f"{by!r} tells no more than {shoes} apart, too few to judge by how they differ: "
            "rounds of one are taken to be independent."
        )
        return (*_summed_up(tally, opened, told, rename, shoes=False), few)
    return summed, by, note


def _summed_up(
    tally: Tally,
    opened: Sequence[tuple[Distinct, Reader]],
    told: Sequence[Deals],
    rename: Callable[[str], str],
    *,
    shoes: bool,
) -> tuple[dict[str, Products], str]:
    """Return the sums over the clusters of all tables, and the name of what tells them apart."""
    summed: dict[str, Products] = {}
    by = ""
    for number, ((distinct, reader), deals) in enumerate(zip(opened, told, strict=True)):
        placed = [row for row in tally.placed or () if row.origin[0] == number]
        if not placed:  # no row of the table makes sense
            continue
        ways = _stored(distinct, placed, _choices(reader, rename))
        cluster, name = cluster_of(deals.columns, shoes)
        by = by or name
        assert deals.table is not None
        found = products(distinct, deals.table, cluster, {**ways, **_by_suit(distinct, tally)})
        for name, more in found.items():
            summed[name] = summed[name] + more if name in summed else more
    return summed, by


def _choices(reader: Reader, rename: Callable[[str], str]) -> Choices:
    """Return the ways to sort rounds into kinds that rows tell by rank: all but suits."""
    choices: dict[str, Callable[[Placed], object]] = {
        "outcome": lambda row: (rename(row.key.event), row.key.net)
    }
    for role in ("player", "dealer"):
        if role in reader.columns:
            choices[role] = partial(_rank, role)
    for wager in reader.columns.wagers:
        choices[f"wager {wager}"] = partial(_net, reader, wager)
    return choices


def _by_suit(distinct: Distinct, tally: Tally) -> dict[str, Sorted]:
    """Return the ways to sort rows by suit, and pairs of one rank by their kind."""
    ways: dict[str, Sorted] = {}
    for role, place in distinct.cards.items():
        if len(tally.suits.get(role, ())) > 1:
            ways[f"{role} suit"] = Sorted(f"suit{place}", tuple(range(len(SUITS))))
    for deal, roles in DEALS.items():
        kinds = tuple(kind for kind in PAIR_KINDS if kind in tally.pairs.get(deal, ()))
        if len(kinds) > 1 and all(role in distinct.cards for role in roles):
            ways[f"{deal} pair"] = Sorted(_pair(distinct, roles, kinds), kinds)
    return ways


def _pair(distinct: Distinct, roles: tuple[str, str], kinds: tuple[str, ...]) -> str:
    """Return SQL for the place of the kind of pair that two cards of one rank make."""
    player, dealer = (distinct.cards[role] for role in roles)
    cases = " ".join(
        f"WHEN {4 * one + other} THEN {kinds.index(pair_kind(one, other))}"
        for one in range(len(SUITS))
        for other in range(len(SUITS))
        if pair_kind(one, other) in kinds
    )
    return (
        f"CASE WHEN rank{player} = rank{dealer} "
        f"THEN CASE 4 * suit{player} + suit{dealer} {cases} END END"
    )


def _rank(role: str, row: Placed) -> object:
    return getattr(row.key, role)


def _net(reader: Reader, wager: str, row: Placed) -> object:
    paid = row.nets[wager]
    return ("", paid) if paid is not None and reader.placed(wager, paid) else None
