"""Every mistake has the law that a plain walk over all orders of a small shoe gives it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, permutations, product
from typing import TypeVar

import pytest

import warodds
from warodds.cards import Shoe
from warodds.errors import WaroddsError
from warodds.law import Law
from warodds.mistakes import MISTAKES, Cell, Dealing, apply, combinable, find, law_of, wager_law
from warodds.mistakes.dealt import rounds
from warodds.mistakes.laws import law_from
from warodds.mistakes.model import raised
from warodds.rules import Rules, jurisdictions, load
from warodds.rules.model import Decision, War
from warodds.settle import round_net

K = TypeVar("K", bound=Hashable)
Card = tuple[int, int]
"""A rank and a suit."""

NINE: tuple[Card, ...] = tuple(product((0, 6, 12), (0, 1, 2)))
"""Twos, eights and aces of three suits."""

TWINS: tuple[Card, ...] = ((3, 0), (3, 0), (3, 1), (3, 3), (12, 2), (12, 2), (12, 3), (12, 0))
"""Fives and aces, with cards alike in suit as in two decks."""

PENNSYLVANIA = load("pennsylvania")
BURN_ONE = replace(PENNSYLVANIA, war=War(1, 0))
BURN_NONE = replace(PENNSYLVANIA, war=War(0, 0))


def shoe(cards: Sequence[Card]) -> Shoe:
    held = Counter(cards)
    suits = [(held[rank, 0], held[rank, 1], held[rank, 2], held[rank, 3]) for rank in range(13)]
    return Shoe(tuple(map(sum, suits)), tuple(suits))


def comparison(player: Card, dealer: Card, dealing: Dealing) -> str:
    if player[0] != dealer[0]:
        order = [12, *range(12)] if dealing.aces_low else list(range(13))
        return "higher" if order.index(player[0]) > order.index(dealer[0]) else "lower"
    if player[1] == dealer[1] or dealing.unlike_suits == "tie":
        return "tie"
    if dealing.unlike_suits == "split":
        return "higher" if player[1] > dealer[1] else "lower"
    return dealing.unlike_suits


def play(
    order: Iterator[Card], second: Iterator[Card], rules: Rules, dealing: Dealing, most: int
) -> Cell:
    """Play one round, always going to war, with cards in one order; `second` is another shoe."""

    def dealers(cards: Iterator[Card]) -> Card:
        return next(card for card in cards if card[0] >= dealing.dealer_at_least)

    def cell(event: str, net: Fraction, *cards: Card) -> Cell:
        return Cell(event, net, player[0], dealer[0], *(card[0] for card in cards))

    assert rules.war is not None
    player, dealer = next(order), dealers(order)
    first = comparison(player, dealer, dealing)
    if first != "tie":
        return cell(first, round_net(first, rules))
    if dealing.put_back == "first deal":
        order = second
    wars, event = 0, "war_tie"
    while event == "war_tie" and wars < (1 if dealing.further_wars == "none" else most):
        wars += 1
        tuple(islice(order, rules.war.burn_before_player))
        war_player = next(order)
        tuple(islice(order, rules.war.burn_before_dealer))
        war_dealer = dealers(order)
        event = "war_" + comparison(war_player, war_dealer, dealing)
    return cell(event, raised(round_net(event, rules), wars, dealing), war_player, war_dealer)


def plain(
    cards: Sequence[Card], rules: Rules, dealing: Dealing, length: int, most: int = 1
) -> Law[Cell]:
    """Walk all orders of the first `length` cards, or all draws where cards come back."""
    ways: Counter[Cell] = Counter()
    orders: Iterable[tuple[Card, ...]] = permutations(cards, length)
    if dealing.put_back == "each card":
        orders = product(cards, repeat=length)
    for order in orders:
        seconds: Iterator[tuple[Card, ...]] = iter([()])
        if dealing.put_back == "first deal":
            assert rules.war is not None
            seconds = permutations(cards, 2 + rules.war.burn_before_player)
        for second in seconds:
            cell = play(iter(order), iter(second), rules, dealing, most)
            if cell.event not in dealing.unlogged:
                ways[cell] += 1
    return Law(ways)


def differ(found: Law[K], expected: Law[K]) -> bool:
    keys = {*found.ways, *expected.ways}
    return any(found.probability(key) != expected.probability(key) for key in keys)


def same(found: Law[Cell], expected: Law[Cell]) -> None:
    assert found.total > 0
    assert not differ(found, expected)


WALKS = {
    "aces-low": (NINE, BURN_ONE, 5),
    "war-from-full-shoe": (NINE[:7], BURN_ONE, 2),
    "with-replacement": (TWINS[1:7], BURN_ONE, 5),
    "suits-rank": (TWINS, BURN_ONE, 5),
    "unlike-suits-lose": (TWINS, BURN_ONE, 5),
    "unlike-suits-win": (TWINS, BURN_ONE, 5),
    "wars-vanish": (NINE, BURN_ONE, 5),
    "war-ties-vanish": (NINE, BURN_ONE, 5),
}


@pytest.mark.parametrize("name", WALKS)
def test_a_mistake_in_the_deal_has_the_law_of_all_orders(name: str) -> None:
    cards, house, length = WALKS[name]
    rules, dealing = apply(house, [name])
    same(law_from(rules, shoe(cards), "war", dealing), plain(cards, rules, dealing, length))


@pytest.mark.parametrize(("least", "burn"), [(6, 0), (6, 1), (3, 1), (12, 0)])
def test_a_dealer_who_redraws_has_the_law_of_all_orders(least: int, burn: int) -> None:
    cards = {
        6: (*NINE[2:], (7, 0)),
        3: ((0, 0), (1, 1), (3, 0), (3, 1), (3, 2), (5, 0), (5, 1), (12, 3)),
        12: ((0, 0), (1, 1), (1, 2), (2, 1), (12, 0), (12, 1), (12, 2), (12, 3)),
    }[least]
    rules = replace(PENNSYLVANIA, war=War(burn, 0))
    dealing = Dealing(dealer_at_least=least)
    found = law_from(rules, shoe(cards), "war", dealing)
    same(found, plain(cards, rules, dealing, len(cards)))


def test_a_dealer_who_redraws_with_replacement_draws_from_the_high_cards() -> None:
    law = law_of(PENNSYLVANIA, None, "war", ["dealer-at-least-8"])
    dealers = law.map(lambda cell: cell.dealer)
    players = law.map(lambda cell: cell.player)
    assert {rank: dealers.probability(rank) for rank, _ in dealers} == {
        rank: Fraction(1, 7) for rank in range(6, 13)
    }
    assert all(players.probability(rank) == Fraction(1, 13) for rank in range(13))


@pytest.mark.parametrize("how", ["war-repeated", "war-repeated-raised", "war-repeated-doubled"])
@pytest.mark.parametrize(
    ("rules", "cards", "most"),
    [(BURN_NONE, NINE[1:], 3), (BURN_ONE, NINE[:8], 2), (BURN_NONE, TWINS, 3)],
)
def test_repeated_wars_have_the_law_of_all_orders(
    how: str, rules: Rules, cards: tuple[Card, ...], most: int
) -> None:
    _, dealing = apply(rules, [how])
    found = law_from(rules, shoe(cards), "war", dealing, most)
    same(found, plain(cards, rules, dealing, 8, most))


def test_repeated_wars_with_replacement_have_the_law_of_all_draws() -> None:
    cards = ((0, 0), (6, 0), (6, 1), (12, 1))
    dealing = Dealing(further_wars="doubled", put_back="each card")
    found = law_from(BURN_NONE, shoe((*cards, *cards)), "war", dealing, 3)
    same(found, plain(cards, BURN_NONE, dealing, 8, 3))


def test_wars_that_repeat_once_at_most_are_wars_that_do_not_repeat() -> None:
    dealing = Dealing(further_wars="same")
    six = Shoe.of(6)
    same(
        law_from(PENNSYLVANIA, six, "war", dealing, 1),
        law_from(PENNSYLVANIA, six, "war", Dealing()),
    )


@pytest.mark.parametrize("name", jurisdictions())
@pytest.mark.parametrize("decision", ["war", "surrender"])
def test_without_mistakes_the_law_is_the_game(name: str, decision: Decision) -> None:
    rules = load(name)
    odds = warodds.odds(rules, 6, decision=decision)
    law = law_of(rules, 6, decision)
    assert law.mean(lambda cell: cell.net) == odds.game.ev
    assert law.variance(lambda cell: cell.net) == odds.game.variance
    events = law.map(lambda cell: cell.event)
    assert {event: events.probability(event) for event, _ in events} == {
        outcome.event: outcome.probability for outcome in odds.game.outcomes if outcome.ways
    }
    for wager in odds.wagers:
        own = wager_law(rules, 6, wager.id, decision, paytable=wager.paytable)
        assert own.mean(lambda key: key[1]) == wager.ev
        assert own.variance(lambda key: key[1]) == wager.variance


EXACT = [name for name, mistake in MISTAKES.items() if mistake.exact]


@pytest.mark.parametrize("name", EXACT)
def test_a_mistake_shows_where_it_is_said_to_show(name: str) -> None:
    rules, visible = load("crown-perth"), MISTAKES[name].visible
    decision: Decision = "surrender" if "surrender" in name else "war"
    right, wrong = law_of(rules, 6, decision), law_of(rules, 6, decision, [name])

    def shows(key: str) -> bool:
        def seen(cell: Cell) -> object:
            return cell.event if key == "counts" else (cell.event, cell.net)

        return differ(right.map(seen), wrong.map(seen))

    sides = any(
        differ(
            wager_law(rules, 6, wager.id, "war", paytable=table),
            wager_law(rules, 6, wager.id, "war", [name], table),
        )
        for wager in rules.wagers
        if wager.role == "side" and decision == "war"
        for table in [next(each.name for each in wager.paytables if 6 in (each.decks or (6,)))]
    )
    cards = differ(right, wrong)
    assert (visible == "counts") == shows("counts")
    assert (visible in ("counts", "nets")) == (shows("nets") or (sides and not cards))
    assert (visible in ("dependence", "nothing")) == (not cards and not sides)


def test_a_missing_rank_is_any_rank_as_far_as_counts_can_tell() -> None:
    laws = [wager_law(PENNSYLVANIA, 6, "game", "war", [f"missing-{rank}"]) for rank in "2KA"]
    assert laws[0] == laws[1] == laws[2]


def test_no_aces_in_the_deck_hardly_moves_the_mean() -> None:
    law = law_of(PENNSYLVANIA, 6, "war", ["missing-A"])
    # M3 with twelve ranks of 24 cards: P(T1) = 23/287.
    first, both = Fraction(23, 287), Fraction()
    for held, ranks in ((22, 1), (24, 11)):
        both += first * Fraction(ranks * held * (held - 1), 286 * 285)
    assert law.mean(lambda cell: cell.net) == -first / 2 + Fraction(5, 2) * both


def test_infinitely_many_decks_are_draws_with_replacement() -> None:
    assert law_of(PENNSYLVANIA, None, "war").mean(lambda cell: cell.net) == Fraction(-8, 338)
    same(law_of(PENNSYLVANIA, None, "war"), law_of(PENNSYLVANIA, 8, "war", ["with-replacement"]))
    same(
        law_of(PENNSYLVANIA, None, "war", ["war-from-full-shoe"]), law_of(PENNSYLVANIA, None, "war")
    )


def test_pairs_that_combine_do_so_in_either_order_and_others_are_refused() -> None:
    def nets(rules: Rules) -> set[tuple[str, str, Fraction]]:
        return {
            (wager.id, payout.event, payout.net)
            for wager in rules.wagers
            for payout in wager.paytables[0].payouts
        }

    for pair in combinations(MISTAKES, 2):
        if combinable(*pair):
            (rules, dealing), (other, dealt) = (
                apply(PENNSYLVANIA, pair),
                apply(PENNSYLVANIA, pair[::-1]),
            )
            assert (nets(rules), dealing) == (nets(other), dealt)
        else:
            with pytest.raises(WaroddsError, match="cannot be made together"):
                apply(PENNSYLVANIA, pair)


def test_pairs_of_one_deck_and_of_infinitely_many_are_laws() -> None:
    deals = [name for name in EXACT if MISTAKES[name].changes == "deal"]
    chosen = [pair for pair in combinations(deals, 2) if combinable(*pair)]
    for pair in chosen[::7]:
        for decks in (1, None):
            assert law_of(PENNSYLVANIA, decks, "war", pair).total > 0


def test_wager_laws_follow_the_mistake() -> None:
    perth = load("crown-perth")
    right = wager_law(perth, 6, "perfect-pairs", "war", paytable="30/12/5")
    short = wager_law(perth, 6, "perfect-pairs", "war", ["pair-pays-for-one"], "30/12/5")
    assert {net - (net > 0) for (_, net), _ in right} == {net for (_, net), _ in short}
    bomb = wager_law(perth, 6, "a-bomb", "war", ["missing-A"])
    assert set(bomb.ways) == {("other", Fraction(-1))}
    tie = wager_law(PENNSYLVANIA, 6, "tie", "war", ["unlike-suits-lose"])
    assert tie.probability(("tie", Fraction(10))) == Fraction(5, 311)
    # A side wager on the war deal rides on the first war, however many follow.
    assert wager_law(PENNSYLVANIA, 6, "war-tie", "war", ["war-repeated"]) == wager_law(
        PENNSYLVANIA, 6, "war-tie", "war"
    )


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(WaroddsError, match="did you mean 'aces-low'"):
        find("ace-low")
    with pytest.raises(WaroddsError, match="simulated only"):
        law_of(PENNSYLVANIA, 6, "war", ["block-shuffle"])
    with pytest.raises(WaroddsError, match="rides on the war deal"):
        wager_law(PENNSYLVANIA, 6, "war-tie", "surrender")
    with pytest.raises(WaroddsError, match="expected the wager 'game'"):
        wager_law(PENNSYLVANIA, 6, "initial", "war", ["war-repeated"])
    with pytest.raises(WaroddsError, match="no wager 'bomb'"):
        wager_law(PENNSYLVANIA, 6, "bomb", "war")
    with pytest.raises(WaroddsError, match="in no round that is logged"):
        wager_law(PENNSYLVANIA, 6, "war", "war", ["wars-vanish"])
    with pytest.raises(WaroddsError, match="several paytables"):
        wager_law(load("crown-perth"), 6, "perfect-pairs", "war")
    with pytest.raises(WaroddsError, match="too few to repeat wars"):
        law_from(PENNSYLVANIA, shoe(NINE), "war", Dealing(further_wars="same"))
    with pytest.raises(WaroddsError, match="too few for a dealer"):
        law_from(BURN_ONE, shoe(NINE), "war", Dealing(dealer_at_least=12))


def test_put_back_cards_keep_pair_kinds_right() -> None:
    cards = TWINS[2:]
    dealing = Dealing(put_back="each card")
    law = rounds(shoe(cards), None, dealing, True)
    ways = Counter(
        "no_pair" if a[0] != b[0] else "perfect" if a == b else
        "coloured" if (a[1] in (1, 2)) == (b[1] in (1, 2)) else "mixed"
        for a, b in product(cards, repeat=2)
    )  # fmt: skip
    assert law.map(lambda played: played.first.pair).ways == ways
