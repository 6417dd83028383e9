"""M5: counts of ordered deals are polynomials in the deck count, of the degree that is claimed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import perm

import flint
import pytest

from tests import plain
from warodds import Rules, WaroddsError, jurisdictions, load, odds
from warodds.cards import Shoe
from warodds.deal import Burn, Detail, Round, enumerate_rounds
from warodds.formula.counts import Proof, count_rounds, interpolated


def cards_of(rules: Rules) -> int:
    """As many cards as a round can take, counted by hand."""
    assert rules.war is not None
    return 2 + rules.war.burn_before_player + rules.war.burn_before_dealer + 2


def differences(values: list[int], times: int) -> list[int]:
    for _ in range(times):
        values = [after - before for before, after in pairwise(values)]
    return values


@pytest.mark.parametrize("name", jurisdictions())
def test_no_count_of_any_wager_needs_a_higher_degree_than_the_bound(name: str) -> None:
    """Values of a polynomial of degree c have zero differences of order c + 1, and no others do.

    The counts are those that `odds` prints, at three times as many deck counts as a proof takes.
    """
    rules = load(name)
    bound = cards_of(rules)
    assert Proof.for_cards(bound).bound == bound
    decks = range(1, 3 * (bound + 1) + 1)
    # A deck count with no paytable of its own has them all; the ways do not depend on paytables.
    results = [odds(rules, count, study=True) for count in decks]
    kept = {
        (wager.id, outcome.event): [
            next(
                o.ways
                for w in result.wagers
                if w.id == wager.id
                for o in w.outcomes
                if o.event == outcome.event
            )
            for result in results
        ]
        for wager in results[0].wagers
        for outcome in wager.outcomes
    }
    assert {wager for wager, _ in kept} == {wager.id for wager in rules.wagers}
    for key, ways in kept.items():
        assert set(differences(ways, bound + 1)) == {0}, key
        assert set(differences(ways, bound)) != {0}, f"{key}: the bound would be attained by none"


def test_counts_of_a_higher_degree_than_the_bound_are_refused() -> None:
    proof = Proof.for_cards(7)
    interpolated(lambda decks: {"deals": decks**7}, proof)
    with pytest.raises(ArithmeticError, match="degree 7"):
        interpolated(lambda decks: {"deals": decks**8}, proof)


@pytest.mark.parametrize("wrong", range(1, 17))
def test_one_wrong_count_at_any_deck_count_is_found(wrong: int) -> None:
    with pytest.raises(ArithmeticError):
        interpolated(lambda decks: {"deals": decks**3 + (decks == wrong)}, Proof.for_cards(7))


def test_a_proof_takes_one_deck_count_more_than_the_degree_and_as_many_again_to_confirm() -> None:
    for cards in (2, 4, 7, 52, 53, 60):
        proof = Proof.for_cards(cards)
        assert len(proof.proved_at) == cards + 1
        assert len(proof.confirmed_at) == cards + 1
        assert not set(proof.proved_at) & set(proof.confirmed_at)
        assert 52 * proof.start >= cards > 52 * (proof.start - 1)


def falling_polynomial(per_kind: int, cards: int) -> flint.fmpq_poly:
    """(n)_(cards) with n = per_kind·d, multiplied out."""
    result = flint.fmpq_poly([1])
    for taken in range(cards):
        result *= flint.fmpq_poly([-taken, per_kind])
    return result


def by_the_argument(
    kinds: list[tuple[int, str]],
    per_kind: int,
    cards: int,
    name: Callable[[tuple[tuple[int, str], ...]], Round],
) -> dict[Round, flint.fmpq_poly]:
    """The sum of products of falling factorials that the bound rests on, term by term."""
    patterns: dict[tuple[Round, tuple[int, ...]], int] = {}
    for sequence in product(kinds, repeat=cards):
        held = tuple(sorted(sequence.count(kind) for kind in set(sequence)))
        key = name(sequence), held
        patterns[key] = patterns.get(key, 0) + 1
    found: dict[Round, flint.fmpq_poly] = {}
    for (shown, held), number in patterns.items():
        term = flint.fmpq_poly([number])
        for same in held:
            term *= falling_polynomial(per_kind, same)
        found[shown] = found.get(shown, flint.fmpq_poly([0])) + term
    return found


def test_interpolation_finds_the_sum_of_falling_factorials_of_four_d() -> None:
    """Four cards of a war without a burn, rank sequence by rank sequence."""
    detail = Detail()

    def name(cards: tuple[tuple[int, str], ...]) -> Round:
        (player, _), (dealer, _), (war_player, _), (war_dealer, _) = cards
        first = detail.show(player, dealer, "")
        return Round(first, detail.show(war_player, war_dealer, "") if player == dealer else None)

    ranks = [(rank, "") for rank in range(13)]
    counts, _ = count_rounds(Burn(), detail, detail)
    assert counts.ways == by_the_argument(ranks, 4, 4, name)


def test_interpolation_finds_the_sum_of_falling_factorials_of_d_where_suits_matter() -> None:
    detail = Detail(pairs=True)

    def name(cards: tuple[tuple[int, str], ...]) -> Round:
        player, dealer = cards
        return Round(detail.show(player[0], dealer[0], plain.paired(player, dealer)))

    cards = [(rank, suit) for rank in range(13) for suit in "cdhs"]
    counts, proof = count_rounds(None, detail, detail)
    assert proof.bound == 2
    assert counts.ways == by_the_argument(cards, 1, 2, name)


@pytest.mark.parametrize("burn", [Burn(), Burn(3), Burn(2, 1), Burn(0, 4)])
def test_the_leading_coefficient_is_the_number_of_card_sequences(burn: Burn) -> None:
    """So the limit is the infinite deck, where cards are drawn independently."""
    counts, proof = count_rounds(burn, Detail(), Detail())
    infinite = {"higher": Fraction(6, 13), "tie": Fraction(1, 13), "lower": Fraction(6, 13)}
    assert len(counts.ways) == 5
    for shown, ways in counts.ways.items():
        chance = infinite[shown.first.comparison]
        if shown.war is not None:
            chance *= infinite[shown.war.comparison]
        assert ways.degree() == proof.bound
        assert ways.coeffs()[-1] == int(chance * 52**proof.bound)


def test_the_polynomials_add_up_to_all_ordered_deals() -> None:
    counts, proof = count_rounds(Burn(3), Detail(True), Detail(True))
    for decks in (1, 2, 5, 23, 100):
        assert int(counts.total(decks)) == perm(52 * decks, proof.bound)


def test_a_deck_count_beyond_the_proof_is_what_the_enumerator_counts() -> None:
    detail = Detail(pairs=True, player_ranks=frozenset("A"))
    counts, proof = count_rounds(Burn(2, 2), detail, detail)
    for decks in (1, 2, 3, proof.confirmed_at[-1] + 1, 40):
        found = enumerate_rounds(Shoe.of(decks), Burn(2, 2), detail, detail).ways
        assert {key: int(ways(decks)) for key, ways in counts.ways.items() if ways(decks)} == found


def test_a_burn_longer_than_a_deck_starts_at_two_decks() -> None:
    assert Proof.for_cards(52).start == 1
    assert Proof.for_cards(53).start == 2
    with pytest.raises(WaroddsError, match="too few"):
        enumerate_rounds(Shoe.of(1), Burn(49))
