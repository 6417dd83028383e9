"""A sample against the exact law: every test that its columns allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from warodds.cards import RANKS
from warodds.law import Law
from warodds.rules import Rules
from warodds.verification.judging.hypotheses import Laws
from warodds.verification.judging.likelihood import NO_PAIR
from warodds.verification.judging.measures import (
    Share,
    Test,
    fitted,
    moments,
    shares,
    summary_test,
    tallied,
    tested,
    uniform,
)
from warodds.verification.judging.neighbours import repeats, serial_chance
from warodds.verification.judging.shoes import SharedShoes, key_law
from warodds.verification.judging.statistics import fit_expected, holm
from warodds.verification.judging.tails import binomial_p
from warodds.verification.model import Judged
from warodds.verification.reading.clusters import Products
from warodds.verification.reading.read import Collected
from warodds.verification.sample import Key, WagerSample

Found = tuple[list[Share], list[Test]]


def judge(
    collected: Collected,
    laws: Laws,
    alpha: Fraction,
    lost: int = 0,
    shoes: Mapping[str, SharedShoes] | None = None,
) -> Found:
    """Return the shares of the outcomes and every test, under some laws.

    `shoes` has what is known of a whole shoe, by wager, where unmarked rounds share shoes.
    """
    shoes = shoes or {}
    rows: list[Share] = []
    tests: list[Test] = []
    if collected.sample.counts:
        game, clusters = laws.game, collected.clusters.get("outcome")
        shared = shoes.get("game")
        if shared and shared.law:
            game, clusters = key_law(shared.law), shared.products
        rows, tests = _outcomes(collected, game, alpha, lost, clusters)
        tests += _cards(collected, laws)
    for wager, sample in collected.sample.wagers.items():
        more = _wager(collected, wager, sample, laws.wagers[wager], alpha, shoes.get(wager))
        rows += more[0]
        tests += more[1]
    for summary in collected.sample.summaries:
        known = shoes.get(summary.wager)
        cluster = known.cluster if known else None
        tests.append(summary_test(summary.wager, summary, laws.nets[summary.wager], cluster))
    serial = collected.serial
    chance = Fraction() if serial is None else serial_chance(serial, repeats(laws.game))
    if serial is not None and serial.repeated > serial.pairs * chance:
        p = binomial_p(serial.repeated, serial.pairs, chance)
        counted = serial.repeated, serial.pairs
        tests.append(Test("dealer", "card repeated on the next row", counted, p, "exact binomial"))
    return rows, tests


def held(tests: Iterable[Test], alpha: Fraction) -> tuple[Judged, ...]:
    """Return the tests judged, the chance of any false alarm among them held at alpha (Holm)."""
    tests = tuple(tests)
    limit = Decimal(alpha.numerator) / alpha.denominator
    adjusted = holm([test.p for test in tests])
    return tuple(Judged(test, p, p > limit) for test, p in zip(tests, adjusted, strict=True))


def _outcomes(
    collected: Collected, law: Law[Key], alpha: Fraction, lost: int, clusters: Products | None
) -> Found:
    """Test how rounds end and what they pay."""
    sample = collected.sample
    told = sample.seen.level != "none"

    def name(key: Key) -> str:
        return key.event if told else f"net {key.net}"

    by_name = law.map(name)
    counts = dict.fromkeys(by_name.ways, 0)
    for key, number in sample.counts.items():
        if name(key) in counts:
            counts[name(key)] += number
    if not sum(counts.values()):
        return [], []
    nets: dict[str, Fraction | None] = {}
    for key in law.ways:
        nets[name(key)] = key.net if nets.get(name(key), key.net) == key.net else None

    def cluster_name(kind: Any) -> str:
        return kind[0] if told else f"net {kind[1]}"

    rows, tests = shares("game", counts, by_name, nets, alpha, clusters, cluster_name)
    pairs: dict[tuple[str, Fraction | None], int] = {}
    for key, number in sample.counts.items():
        pairs[key.event, key.net] = pairs.get((key.event, key.net), 0) + number
    if clusters is None:
        whole = fitted("game", "outcomes", counts, by_name, lost=lost)
    else:
        paid = law.map(lambda key: (key.event, key.net))
        whole = fitted("game", "outcomes", pairs, paid, clusters, lambda kind: kind, lost)
    return rows, whole + tests + _paid(collected, law, clusters)


def _paid(collected: Collected, law: Law[Key], clusters: Products | None) -> list[Test]:
    """Test the mean and variance of the nets, by the rules' payouts where none are told."""
    sample = collected.sample
    if sample.seen.net:
        paid = tallied(sample.counts, lambda key: key.net)
        return moments("game", paid, law.map(lambda key: _told(key.net)), clusters, _second)
    if sample.seen.level != "round" or not collected.payouts:
        return []
    known = collected.payouts
    paid = tallied(sample.counts, lambda key: known.get(key.event))
    by_net = law.map(lambda key: known[key.event])

    def value(kind: Any) -> Fraction:
        return known.get(kind[0], Fraction())

    return moments("game", paid, by_net, clusters, value)


def _told(net: Fraction | None) -> Fraction:
    """Return a net of data that tell nets."""
    return Fraction() if net is None else net


def _second(kind: Any) -> Fraction:
    return _told(kind[1])


def _cards(collected: Collected, laws: Laws) -> list[Test]:
    """Test what was dealt: ranks, suits, pairs of cards, and wars from what is left."""
    sample, clusters, law = collected.sample, collected.clusters, laws.game
    seen = sample.seen
    tests: list[Test] = []
    for role, told in (("player", seen.player), ("dealer", seen.dealer)):
        if told:
            of = _getter(role)
            ranks = tallied(sample.counts, of)
            tests += fitted(
                role, "ranks", ranks, law.map(of), clusters.get(role), lambda kind: kind
            )
    for role, suits in sample.suits.items():
        about = role.replace("war_", "") + (" at war" if role.startswith("war_") else "")
        tests += uniform(about, "suits", suits, 4, clusters.get(f"{role} suit"))
    counts = sample.counts if sample.lead is None else sample.lead
    if seen.cards:

        def both(key: Key) -> Any:
            return key.player, key.dealer

        tests += fitted("first deal", "pairs of ranks", tallied(counts, both), law.map(both))
    if seen.war_cards:
        tests += _war_cards(counts, law)
    return tests + _kinds(collected, laws)


def _kinds(collected: Collected, laws: Laws) -> list[Test]:
    """Test the kinds of pair, given that two cards are one: how often they are is tested before."""
    tests: list[Test] = []
    for deal, law in laws.pairs.items():
        kinds = {kind: n for kind, n in collected.sample.pairs[deal].items() if kind != NO_PAIR}
        clusters = collected.clusters.get(f"{deal} pair")
        if clusters is not None or collected.sample.lead is None:
            about = f"{deal} deal"
            tests += fitted(about, "kinds of pair", kinds, law, clusters, lambda kind: kind)
    return tests


def _getter(role: str) -> Callable[[Key], Any]:
    return lambda key: getattr(key, role)


def _war_cards(counts: Mapping[Key, int], law: Law[Key]) -> list[Test]:
    """Test the war deal against the shoe that each tie leaves.

    What is expected is added up over the ties that were seen, rank by rank, so that a decision
    which depends on the rank, or a rank too frequent in the first deal, does not spoil the test.
    """
    wars = {
        key: number
        for key, number in counts.items()
        if key.war_player is not None and key.player == key.dealer
    }
    tied = tallied(wars, lambda key: key.player)
    chances = law.given(lambda key: key.war_player is not None and key.player == key.dealer)
    by_tie = chances.map(lambda key: key.player)
    plans: list[tuple[str, str, Callable[[Key], Any]]] = [
        ("war deal", "cards of the tied rank", _repeats),
        ("player at war", "ranks", _getter("war_player")),
        ("dealer at war", "ranks", _getter("war_dealer")),
        ("war deal", "pairs of ranks", lambda key: (key.war_player, key.war_dealer)),
    ]
    tests: list[Test] = []
    for about, name, of in plans:
        expected: dict[Any, Fraction] = {}
        for (rank, kind), ways in chances.map(_with_tie(of)):
            share = Fraction(ways, by_tie.ways[rank]) * tied.get(rank, 0)
            expected[kind] = expected.get(kind, Fraction()) + share
        observed = tallied(wars, of)
        kinds = list(expected)
        if sum(tied.values()):
            found = fit_expected(
                [observed.get(kind, 0) for kind in kinds], [expected[kind] for kind in kinds]
            )
            tests += tested(about, name, found)
    return tests


def _with_tie(of: Callable[[Key], Any]) -> Callable[[Key], tuple[Any, Any]]:
    return lambda key: (key.player, of(key))


def _repeats(key: Key) -> int:
    return (key.war_player == key.player) + (key.war_dealer == key.player)


def _wager(
    collected: Collected,
    wager: str,
    sample: WagerSample,
    law: Law[tuple[str, Fraction | None]],
    alpha: Fraction,
    shoe: SharedShoes | None,
) -> Found:
    """Test one wager's results and what they pay."""
    told = sample.level != "none"
    law = shoe.law if shoe and shoe.law else law

    def name(key: tuple[str, Fraction | None]) -> str:
        return key[0] if told else f"net {key[1]}"

    by_name = law.map(name)
    counts = dict.fromkeys(by_name.ways, 0)
    for key, number in sample.counts.items():
        if name(key) in counts:
            counts[name(key)] += number
    if not sum(counts.values()):
        return [], []
    nets: dict[str, Fraction | None] = {name(key): key[1] for key in law.ways}
    clusters = collected.clusters.get(f"wager {wager}")
    if shoe and shoe.products:
        clusters = shoe.products

    def cluster_name(kind: Any) -> str:
        return name(kind)

    rows, tests = shares(wager, counts, by_name, nets, alpha, clusters, cluster_name)
    if len(by_name) > 2:
        if clusters is None:
            whole = fitted(wager, "outcomes", counts, by_name)
        else:
            whole = fitted(wager, "outcomes", sample.counts, law, clusters, lambda kind: kind)
        tests = whole + tests
    if sample.net:
        paid = tallied(sample.counts, _second)
        cluster = shoe.cluster if shoe else None
        tests += moments(wager, paid, law.map(_second), clusters, _second, cluster)
    return rows, tests


def impossible_keys(collected: Collected, laws: Laws) -> dict[Key, int]:
    """Return the rounds that the law gives no chance, with their numbers."""
    possible = laws.game.ways
    return {key: n for key, n in collected.sample.counts.items() if n and key not in possible}


def why(key: Key, law: Law[Key], rules: Rules) -> str:
    """Say why a round cannot happen.

    The words of the rules come first: what they never call it, never pay, or never deal.
    """
    events = {each.event for each in law.ways}
    if key.event and key.event not in events:
        return f"no round of {rules.name} ends in {key.event}"
    nets = {each.net for each in law.ways if each.event == key.event}
    if key.net is not None and key.net not in nets:
        paid = ", ".join(str(net) for net in sorted(net for net in nets if net is not None))
        what = f"{key.event} nets" if key.event else "a round nets"
        return f"{what} {key.net}; the rules pay {paid}"
    after_tie = key.event in ("surrender", "war", "tie") or key.event.startswith("war_")
    if key.player is not None and key.dealer is not None:
        if after_tie and key.player != key.dealer:
            return f"{key.event} without a tie"
        if not after_tie and key.war_player is not None:
            return "war cards without a war"
        return f"{key.event or 'the net'} contradicts the cards"
    told = {"player": key.player, "dealer": key.dealer}
    cards = [f"the {who}'s {RANKS[rank]}" for who, rank in told.items() if rank is not None]
    return f"{key.event or 'the net'} contradicts {cards[0] if cards else 'the rules'}"
