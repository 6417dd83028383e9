"""Rounds of whole shoes that no column tells apart: the exact covariance of their outcomes (M6).

What `clusters` estimates from marked shoes is known here: given a shoe's tally, its untied pairs
are fair coins (M2), so the mean product of any two outcomes' numbers follows from the tally's law.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod

from warodds.errors import WaroddsError
from warodds.law import Law
from warodds.rules import Rules
from warodds.rules.model import Decision
from warodds.settle import round_net
from warodds.verification.reading.clusters import Products
from warodds.verification.sample import Key, Sample, event_at
from warodds.wholeshoe import Choices, Cluster, Tally, WholeShoe, whole_shoe

Outcome = tuple[str, Fraction | None]

Coins = tuple[str, str, str, str, str]
"""Outcomes of an untied pair, of a war that does not tie again (or of a tie), and of one that does;
an empty text where nothing is settled."""


@dataclass(frozen=True, slots=True)
class SharedShoes:
    """One wager over whole shoes: its moments and, where every outcome has a law, all of them."""

    cluster: Cluster
    law: Law[Outcome] | None = None
    products: Products | None = None


def shared_shoes(
    rules: Rules,
    decks: int,
    cut: int | None,
    surrendered: Fraction,
    sample: Sample,
    paytables: Mapping[str, str | None],
) -> dict[str, SharedShoes]:
    """Return every wager of a sample over shoes dealt to a cut card, none without a cut.

    What is known of a shoe holds for one decision, so a sample with both is refused.
    """
    if cut is None:
        return {}
    if surrendered not in (0, 1):
        raise WaroddsError(
            "ties both surrendered and fought cannot be judged by the law of a whole shoe; "
            "expected one decision, or no --cut"
        )
    decision: Decision | None = None
    if rules.war is not None:
        decision = "surrender" if surrendered else "war"
    found = {}
    for wager in {"game", *sample.wagers, *(summary.wager for summary in sample.summaries)}:
        shoe = whole_shoe(
            rules,
            decks,
            Choices(cut=cut),
            decision=decision,
            wager=None if wager == "game" else wager,
            paytable=paytables.get(wager),
            study=True,  # what a simulator did, permitted or not
        )
        found[wager] = _judged(shoe, wager, sample)
    return found


def _judged(shoe: WholeShoe, wager: str, sample: Sample) -> SharedShoes:
    if wager == "game":
        seen, rules, rounds = sample.seen, shoe.rules, sample.rounds

        def outcome(event: str) -> Outcome:
            net = round_net(event, rules)
            return event_at(seen.level, event, net), net if seen.net else None

        coins = _coins(shoe, game=True)
    elif wager in sample.wagers and shoe.wager and shoe.wager.wager.on == "comparison":
        found, rounds = sample.wagers[wager], sample.wagers[wager].rounds
        paid = {each.event: each.net for each in shoe.wager.outcomes}

        def outcome(event: str) -> Outcome:
            return next(iter(found.of(Law({(event, paid[event]): 1})).ways))

        coins = _coins(shoe, game=False)
    else:
        return SharedShoes(shoe.cluster)
    if not rounds:
        return SharedShoes(shoe.cluster)
    law, products = outcome_products(shoe.tallies, coins, outcome, rounds)
    return SharedShoes(shoe.cluster, law, products)


def _coins(shoe: WholeShoe, *, game: bool) -> Coins:
    """Return the outcomes of a round by the coins that decide it."""
    wager = None if game or shoe.wager is None else shoe.wager.wager
    if wager is not None and wager.deal == "war":
        return "", "", "war_higher", "war_lower", "war_tie"
    if wager is not None and wager.role != "main":
        return "higher", "lower", "tie", "tie", "tie"
    if shoe.fresh.decision == "war":
        return "higher", "lower", "war_higher", "war_lower", "war_tie"
    alone = shoe.fresh.decision or "tie"
    return "higher", "lower", alone, alone, alone


def outcome_products(
    tallies: Law[Tally], coins: Coins, outcome: Callable[[str], Outcome], rounds: int
) -> tuple[Law[Outcome], Products]:
    """Return the shares of the outcomes over whole shoes, and the sums of products they expect.

    >>> always = Law({Tally(2, 0): 1})  # two rounds a shoe, none tied
    >>> _, sums = outcome_products(
    ...     always, ("higher", "lower", "", "", ""), lambda event: (event, None), 2
    ... )
    >>> [[str(product) for product in row] for row in sums.squares]
    [['3/2', '1/2'], ['1/2', '3/2']]
    """
    # The numbers of untied pairs, of wars that do not tie again, and of those that do.
    numbers = tallies.map(lambda tally: (tally.untied, tally.ties - tally.second_ties, tally[2]))

    def mean_of(*places: int) -> Fraction:
        return numbers.mean(lambda n: Fraction(prod(n[i] for i in places)))

    place = (0, 0, 1, 1, 2)
    half = (Fraction(1, 2),) * 4 + (Fraction(1),)
    mean = [mean_of(i) for i in range(3)]
    square = [[mean_of(i, j) for j in range(3)] for i in range(3)]
    told = [i for i, event in enumerate(coins) if event]
    kinds = tuple(dict.fromkeys(outcome(coins[i]) for i in told))
    to = {i: kinds.index(outcome(coins[i])) for i in told}
    size = len(kinds)
    share = [Fraction()] * size
    squares = [[Fraction()] * size for _ in kinds]
    for i in told:
        share[to[i]] += half[i] * mean[place[i]]
        for j in told:
            product = half[i] * half[j] * square[place[i]][place[j]]
            if place[i] == place[j] < 2:  # two sides of the same coins
                product += (1 if i == j else -1) * mean[place[i]] / 4
            squares[to[i]][to[j]] += product
    shoes = Fraction(rounds) / sum(share, Fraction())
    scaled = tuple(tuple(shoes * product for product in row) for row in squares)
    crossed = tuple(sum(row, Fraction()) for row in scaled)
    common = lcm(*(each.denominator for each in share))
    law = Law({kind: int(each * common) for kind, each in zip(kinds, share, strict=True)})
    return law, Products(kinds, scaled, crossed, sum(crossed, Fraction()), rounds, exact=True)


def key_law(law: Law[Outcome]) -> Law[Key]:
    """Return outcomes as rounds of which nothing else is seen."""
    return law.map(lambda outcome: Key(*outcome))
