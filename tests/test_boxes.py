"""Several boxes in one round, judged by dealing every sequence of cards on small shoes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from warodds import Shoe, WaroddsError, load, odds
from warodds.boxes import BoxesOdds, Plan, boxes, make_plan, read_bets
from warodds.boxes.classes import table_law
from warodds.cards import RED, Card
from warodds.law import Law
from warodds.rules import TEMPLATE, Rules
from warodds.rules.model import Decision, War

EVERYTHING = "main=1,tie=1/2,a-bomb=2,perfect-pairs=1,war-perfect-pairs=3/2"


def small(*ranks: int) -> Shoe:
    """A shoe with so many cards of neighbouring ranks, the last of them aces; no suits known."""
    return Shoe((0,) * (13 - len(ranks)) + ranks)


def suited(kings: tuple[int, int, int, int], aces: tuple[int, int, int, int]) -> Shoe:
    none = (0, 0, 0, 0)
    return Shoe((0,) * 11 + (sum(kings), sum(aces)), (none,) * 11 + (kings, aces))


def cards_of(shoe: Shoe) -> dict[Card, int]:
    if shoe.by_suit is None:
        return {Card(rank): cards for rank, cards in enumerate(shoe.by_rank) if cards}
    return {
        Card(rank, suit): cards
        for rank, suits in enumerate(shoe.by_suit)
        for suit, cards in enumerate(suits)
        if cards
    }


def draws(stock: dict[Card, int], number: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every ordered draw, one card after another, with its number of ways."""
    if not number:
        yield (), 1
        return
    for card, held in stock.items():
        if held:
            for rest, ways in draws({**stock, card: held - 1}, number - 1):
                yield (card, *rest), held * ways


def event(subject: str, player: Card, dealer: Card) -> str:
    if subject == "comparison":
        if player.rank == dealer.rank:
            return "tie"
        return "higher" if player.rank > dealer.rank else "lower"
    if subject == "player_rank":
        return "A" if player.rank == 12 else "other"
    if subject == "dealer_rank":
        return "A" if dealer.rank == 12 else "other"
    if player.rank != dealer.rank:
        return "no_pair"
    if player.suit == dealer.suit:
        return "perfect"
    return "coloured" if (player.suit in RED) == (dealer.suit in RED) else "mixed"


def box_net(plan: Plan, first: tuple[Card, Card], war: tuple[Card, Card] | None) -> Fraction:
    """What one box nets, straight from the payouts: (its card, the dealer's card) on each deal."""
    net = Fraction()
    rules = plan.rules
    for stake in plan.stakes:
        wager, pays = stake.wager, stake.table
        if wager.role == "side":
            shown = first if wager.deal == "first" else war
            if shown is not None:
                prefix = "" if wager.deal == "first" else "war_"
                net += stake.units * pays.payout(prefix + event(wager.on, *shown)).net
            continue
        ending = event("comparison", *first)
        if ending == "tie":
            ending = f"war_{event('comparison', *war)}" if war else "surrender"
        net += stake.units * pays.payout(ending).net
        if war and rules.war_wager:
            net += stake.units * rules.war_wager.paytables[0].payout(ending).net
    return net


def deal(plan: Plan, number: int, cards: tuple[Card, ...], burn: int) -> list[Fraction]:
    """One round as it is dealt: a card to each box, the dealer's, the burn, the war cards."""
    coming = iter(cards)
    first = [next(coming) for _ in range(number)]
    dealer = next(coming)
    war: dict[int, Card] = {}
    wars = plan.main is not None and plan.decision == "war"
    tied = [box for box in range(number) if wars and first[box].rank == dealer.rank]
    for _ in range(burn if tied else 0):
        next(coming)
    for box in tied:
        war[box] = next(coming)
    last = next(coming) if tied else None
    return [
        box_net(plan, (first[box], dealer), (war[box], last) if box in war and last else None)
        for box in range(number)
    ]


def plain(plan: Plan, shoe: Shoe, number: int, burn: int) -> Law[tuple[Fraction, ...]]:
    """The law of all boxes' nets: every sequence of as many cards as the longest round takes."""
    ways: dict[tuple[Fraction, ...], int] = defaultdict(int)
    longest = 2 * number + 2 + burn if plan.main and plan.decision == "war" else number + 1
    for cards, count in draws(cards_of(shoe), longest):
        ways[tuple(deal(plan, number, cards, burn))] += count
    return Law(ways)


def same(one: Law[Fraction], other: Law[Fraction]) -> bool:
    keys = {*one.ways, *other.ways}
    return all(one.probability(key) == other.probability(key) for key in keys)


def total(nets: tuple[Fraction, ...]) -> Fraction:
    return sum(nets, Fraction())


def burning(rules: Rules, before_player: int, before_dealer: int = 0) -> Rules:
    return replace(rules, war=War(before_player, before_dealer))


UNSUITED = [small(3, 3, 4), small(4, 2, 3, 2), small(5, 5)]
PLANS = [
    ("main=1", "war"),
    ("main=2,tie=1/2", "war"),
    ("main=1,tie=1,war-tie=1/3", "war"),
    ("main=1,tie=1", "surrender"),
    ("tie=1", "war"),
]


@pytest.mark.parametrize("shoe", UNSUITED)
@pytest.mark.parametrize(("bets", "decision"), PLANS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_sequence_of_cards_gives_the_law_of_the_classes(
    shoe: Shoe, bets: str, decision: Decision, number: int
) -> None:
    rules = burning(load("california"), 1)
    plan = make_plan(rules, 6, read_bets(bets), decision=decision, study=True)
    slow = plain(plan, shoe, number, burn=1 if number < 3 else 0)
    assert same(table_law(plan, shoe, number), slow.map(total))


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    "shoe", [suited((2, 1, 1, 0), (1, 0, 1, 2)), suited((1, 2, 1, 1), (1, 0, 2, 1))]
)
def test_pairs_and_ranks_come_out_as_in_every_sequence_of_suited_cards(
    shoe: Shoe, number: int
) -> None:
    rules = burning(load("crown-perth"), 0)
    plan = make_plan(rules, 6, read_bets(EVERYTHING), paytable="30/12/5")
    assert same(table_law(plan, shoe, number), plain(plan, shoe, number, burn=0).map(total))


@pytest.mark.parametrize("number", [2, 3])
def test_all_boxes_win_together_on_the_dealers_card(number: int) -> None:
    house = burning(load(TEMPLATE), 0)
    plan = make_plan(house, 6, read_bets("main=1,dealer-ace=1,tie=1/4,war-tie=2"))
    shoe = small(2, 4, 3)
    assert same(table_law(plan, shoe, number), plain(plan, shoe, number, burn=0).map(total))


@pytest.mark.slow
def test_three_boxes_with_pairs_come_out_as_in_every_sequence_of_suited_cards() -> None:
    shoe = suited((1, 1, 2, 0), (1, 1, 1, 1))
    plan = make_plan(burning(load("crown-perth"), 0), 6, read_bets(EVERYTHING), paytable="25/12/6")
    assert same(table_law(plan, shoe, 3), plain(plan, shoe, 3, burn=0).map(total))


def test_three_boxes_with_pairs_on_first_cards_alone() -> None:
    shoe = suited((1, 0, 2, 0), (1, 1, 0, 2))
    plan = make_plan(
        load("crown-perth"), 6, read_bets("a-bomb=1,perfect-pairs=2"), paytable="25/12/6"
    )
    assert same(table_law(plan, shoe, 3), plain(plan, shoe, 3, burn=0).map(total))


@pytest.mark.parametrize("burn", [(0, 0), (3, 0), (1, 2)])
def test_burned_cards_move_no_probability(burn: tuple[int, int]) -> None:
    plan = make_plan(burning(load("california"), *burn), 6, read_bets("main=1"))
    shoe = small(4, 4, 3)
    assert same(table_law(plan, shoe, 2), plain(plan, shoe, 2, burn=sum(burn)).map(total))


def test_the_covariance_is_that_of_two_boxes_dealt_side_by_side() -> None:
    plan = make_plan(burning(load("california"), 0), 6, read_bets("main=1,tie=1"))
    shoe = small(3, 3, 4)
    pairs = plain(plan, shoe, 2, burn=0)
    product = pairs.mean(lambda nets: nets[0] * nets[1])
    covariance = product - pairs.mean(lambda nets: nets[0]) * pairs.mean(lambda nets: nets[1])
    one = pairs.map(lambda nets: nets[0])
    for number in (2, 3):
        law = table_law(plan, shoe, number)
        alone = one.variance(Fraction)
        found = (law.variance(Fraction) - number * alone) / (number * (number - 1))
        assert found == covariance


@pytest.mark.parametrize("name", ["pennsylvania", "new-zealand", "crown-perth", "california"])
@pytest.mark.parametrize("decision", ["war", "surrender"])
def test_one_box_is_the_ordinary_game(name: str, decision: Decision) -> None:
    game = odds(name, 6, decision=decision, wagers=[]).game
    table = boxes(name, 6, 1, decision=decision)
    ordinary: dict[Fraction, Fraction] = defaultdict(Fraction)
    for outcome in game.outcomes:
        ordinary[outcome.net] += outcome.probability
    assert {net: table.law.probability(net) for net, _ in table.law} == dict(ordinary)
    assert table.mean == game.ev
    assert table.variance == game.variance
    assert table.covariance is None


def test_one_box_with_every_wager_has_the_law_of_the_enumerated_round() -> None:
    table = boxes("crown-perth", 6, 1, bets=EVERYTHING, paytable="30/12/5")
    assert same(table.law, table.box)


def test_any_number_of_boxes_has_the_same_covariance() -> None:
    found = {boxes("pennsylvania", 6, number).covariance for number in (2, 4, 7)}
    assert len(found) == 1


def test_a_plan_is_worth_what_its_wagers_are() -> None:
    table = boxes("crown-perth", 6, 4, bets="main=1,tie=1/2,a-bomb=1")
    single = odds("crown-perth", 6)
    box = single.game.ev + single.wager("tie").ev / 2 + single.wager("a-bomb").ev
    assert table.mean == 4 * box


def bank_table(units: str) -> BoxesOdds:
    return boxes("california", 6, 4, bank=Fraction(units))


def test_a_bank_is_exhausted_by_as_much_as_it_has_and_short_of_more() -> None:
    table = bank_table("4")
    assert table.exhausted is not None
    assert table.short is not None
    assert table.exhausted - table.short == table.law.probability(Fraction(4))
    assert bank_table("8").exhausted == table.law.probability(Fraction(8))
    assert bank_table("8").short == 0
    assert bank_table("1/2").exhausted == bank_table("1").exhausted


def test_cards_seen_change_the_law_as_they_change_the_game() -> None:
    table = boxes("pennsylvania", 6, 3, seen="A A K 2 2 2")
    assert table.mean == 3 * odds("pennsylvania", 6, seen="A A K 2 2 2").game.ev


@pytest.mark.parametrize(
    ("arguments", "options", "expected"),
    [
        (("pennsylvania", 6, 10), {}, "at most 9 boxes (§ 651a.2(a)), not 10"),
        (("pennsylvania", 6, 0), {}, "expected at least 1"),
        (("pennsylvania", 5, 2), {}, "permits 6, 7 or 8 decks"),
        (("pennsylvania", 6, 2), {"bets": "tie=1"}, "only beside initial"),
        (("pennsylvania", 6, 2), {"bets": "initial=1,war=1"}, "expected no bet on it"),
        (("pennsylvania", 6, 2), {"bets": "main=1,initial=2"}, "bet on twice"),
        (("pennsylvania", 6, 2), {"bets": "main=1,tye=2"}, "did you mean 'tie'?"),
        (("pennsylvania", 6, 2), {"bets": "main=-1"}, "is not a bet"),
        (("pennsylvania", 6, 2), {"bets": "main=1/0"}, "is not a bet"),
        (("pennsylvania", 6, 2), {"bets": "main=0"}, "is not a bet"),
        (("pennsylvania", 6, 2), {"bets": "main"}, "is not a bet"),
        (("pennsylvania", 6, 2), {"bets": ""}, "no bets"),
        (("pennsylvania", 6, 2), {"bank": -1}, "expected more than 0"),
        (
            ("pennsylvania", 6, 2),
            {"bets": "main=1,war-tie=1", "decision": "surrender"},
            "goes to no war",
        ),
        (("crown-perth", 6, 2), {"bets": "perfect-pairs=1"}, "expected --paytable 30/12/5"),
        (
            ("crown-perth", 6, 2),
            {"bets": "perfect-pairs=1", "paytable": "31/1/1"},
            "paytable '31/1/1' of perfect-pairs at 6 decks",
        ),
        (("crown-perth", 6, 2), {"paytable": "30/12/5"}, "no wager bet on has it"),
        (
            ("crown-perth", 6, 2),
            {"bets": "perfect-pairs=1", "paytable": "30/12/5", "seen": "K"},
            "depends on suits",
        ),
        (("pennsylvania", 1, 24), {"study": True}, "too few for 24 boxes"),
    ],
)
def test_a_bad_table_is_refused_in_one_line(
    arguments: tuple[str, int, int], options: dict[str, Any], expected: str
) -> None:
    with pytest.raises(WaroddsError) as refused:
        boxes(*arguments, **options)
    assert expected in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_study_has_more_boxes_than_the_rules_permit() -> None:
    assert boxes("california", 6, 8, study=True).study
    assert not boxes("california", 6, 2).study
