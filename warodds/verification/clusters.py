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

from warodds.verification.columns import Columns
from warodds.verification.deals import Deals, deals_of, seats_alone
from warodds.verification.rounds import Placed, Reader, Tally
from warodds.verification.source import Row, Table
from warodds.verification.suits import pair_kind

Sum = int | Fraction

DEAL_ROLES = {"first": ("player", "dealer"), "war": ("war_player", "war_dealer")}

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

    kinds: tuple[object, ...]
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


def products(
    table: Table,
    columns: Columns,
    places: Sequence[int],
    rows: Sequence[Row],
    kinds: Mapping[str, Callable[[Row], object]],
    shoes: bool,
) -> dict[str, Products]:
    """Return the sums over clusters for each way to sort the distinct rows into kinds."""
    cluster, _ = cluster_of(columns, shoes)
    if not cluster:
        return {}
    sorted_rows: dict[str, list[object]] = {}
    found: dict[str, tuple[object, ...]] = {}
    for name, kind_of in kinds.items():
        sorted_rows[name] = [kind_of(row) for row in rows]
        each = tuple(dict.fromkeys(kind for kind in sorted_rows[name] if kind is not None))
        if 1 < len(each) <= MOST_KINDS:
            found[name] = each
    _store_kinds(table, places, rows, {name: (sorted_rows[name], found[name]) for name in found})
    order = list(found)
    counted = ", ".join(
        f"count(*) FILTER (k{number} = {kind}) AS n{number}_{kind}"
        for number, name in enumerate(order)
        for kind in range(len(found[name]))
    )
    same = " AND ".join(f"a.c{place} = b.c{place}" for place in places)
    needed = sorted({*places, *columns.roles.values()})
    if not order:
        return {}
    table.run(
        f"CREATE OR REPLACE TEMP TABLE clustered AS SELECT {counted} FROM "
        f"({table.rows(needed)}) AS a JOIN kinds AS b ON {same} "
        f"GROUP BY {', '.join(f'a.c{place}' for place in cluster)}"
    )
    return {name: _summed(table, number, found[name]) for number, name in enumerate(order)}


def _store_kinds(
    table: Table,
    places: Sequence[int],
    rows: Sequence[Row],
    kinds: Mapping[str, tuple[list[object], tuple[object, ...]]],
) -> None:
    """Store the distinct rows with the number of their kind, for each way to sort them."""
    texts = ", ".join(f"c{place} VARCHAR" for place in places)
    numbers = "".join(f", k{number} INTEGER" for number in range(len(kinds)))
    table.run(f"CREATE OR REPLACE TEMP TABLE kinds ({texts}{numbers})", [])
    lists: list[list[object]] = [[row[i] for row in rows] for i in range(len(places))]
    for of_rows, each in kinds.values():
        index = {kind: number for number, kind in enumerate(each)}
        lists.append([index.get(kind) for kind in of_rows])
    picked = ", ".join("unnest(?)" for _ in lists)
    table.run(f"INSERT INTO kinds SELECT {picked}", list(lists))


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
    tally: Tally, opened: Sequence[tuple[Table, Reader]], rename: Callable[[str], str]
) -> tuple[dict[str, Products], str, str]:
    """Return the sums over clusters of everything that can be tested with them.

    With them come their name, and a note where deals had to be told apart by their seats.
    """
    if not tally.placed:
        return {}, "", ""
    told: list[Deals] = [
        deals_of(table, reader.columns)
        if seats_alone(reader.columns)
        else Deals(table, reader.columns, "")
        for table, reader in opened
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
    opened: Sequence[tuple[Table, Reader]],
    told: Sequence[Deals],
    rename: Callable[[str], str],
    *,
    shoes: bool,
) -> tuple[dict[str, Products], str]:
    """Return the sums over the clusters of all tables, and the name of what tells them apart."""
    placed = {row.origin: row for row in tally.placed or ()}
    summed: dict[str, Products] = {}
    by = ""
    for number, ((_, reader), deals) in enumerate(zip(opened, told, strict=True)):
        of_table = {row: found for (at, row), found in placed.items() if at == number}
        kinds = {
            name: partial(_kind, of_table, choose)
            for name, choose in _choices(tally, reader, rename).items()
        }
        by = by or cluster_of(deals.columns, shoes)[1]
        rows = list(of_table)
        assert deals.table is not None
        found = products(deals.table, deals.columns, reader.places, rows, kinds, shoes)
        for name, more in found.items():
            summed[name] = summed[name] + more if name in summed else more
    return summed, by


def _kind(placed: Mapping[Row, Placed], choose: Callable[[Placed], object], row: Row) -> object:
    return choose(placed[row])


def _choices(
    tally: Tally, reader: Reader, rename: Callable[[str], str]
) -> dict[str, Callable[[Placed], object]]:
    """Return every way to sort rounds into kinds: by outcome, rank, suit and side wager."""
    choices: dict[str, Callable[[Placed], object]] = {
        "outcome": lambda row: (rename(row.key.event), row.key.net)
    }
    for role in ("player", "dealer"):
        if role in reader.columns:
            choices[role] = partial(_rank, role)
    for role in tally.suits:
        choices[f"{role} suit"] = partial(_suit, role)
    for deal, roles in DEAL_ROLES.items():
        if all(role in tally.suits for role in roles):
            choices[f"{deal} pair"] = partial(_pair, roles)
    for wager in reader.columns.wagers:
        choices[f"wager {wager}"] = partial(_net, reader, wager)
    return choices


def _rank(role: str, row: Placed) -> object:
    return getattr(row.key, role)


def _suit(role: str, row: Placed) -> object:
    card = row.cards[role]
    return card.suit if card else None


def _pair(roles: tuple[str, str], row: Placed) -> object:
    player, dealer = (row.cards[role] for role in roles)
    suited = player and dealer and player.suit is not None and dealer.suit is not None
    if not suited or player is None or dealer is None or player.rank != dealer.rank:
        return None
    return pair_kind(player, dealer)


def _net(reader: Reader, wager: str, row: Placed) -> object:
    paid = row.nets[wager]
    return ("", paid) if paid is not None and reader.placed(wager, paid) else None
