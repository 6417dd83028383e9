"""Tail probabilities, each against a plain sum or a value that can be looked up."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

import pytest

from warodds import verify
from warodds.verification.measures import z_test
from warodds.verification.statistics import fit, holm, merge, wald
from warodds.verification.tails import (
    binomial_interval,
    binomial_p,
    chi_square_p,
    normal_p,
    normal_quantile,
)
from warodds.wholeshoe import Choices, whole_shoe


def binomial(n: int, k: int, p: Fraction) -> Fraction:
    return comb(n, k) * p**k * (1 - p) ** (n - k)


def close(found: Decimal, exact: Fraction, digits: int = 11) -> bool:
    """Whether the first digits of a decimal are those of a fraction."""
    return bool(abs(Fraction(found) - exact) * 10**digits <= abs(exact))


@pytest.mark.parametrize("chance", [Fraction(1, 2), Fraction(144, 311), Fraction(27163, 4965115)])
@pytest.mark.parametrize("rounds", [1, 7, 60, 200])
def test_binomial_p_is_twice_the_smaller_tail(rounds: int, chance: Fraction) -> None:
    law = [binomial(rounds, k, chance) for k in range(rounds + 1)]
    for count in range(0, rounds + 1, max(1, rounds // 20)):
        tail = min(sum(law[: count + 1], Fraction()), sum(law[count:], Fraction()))
        assert close(binomial_p(count, rounds, chance), min(Fraction(1), 2 * tail))


def test_far_tails_keep_their_digits() -> None:
    assert close(binomial_p(2000, 2000, Fraction(1, 2)), Fraction(2, 2**2000))
    assert close(binomial_p(0, 5000, Fraction(1, 3)), 2 * Fraction(2, 3) ** 5000)


@pytest.mark.parametrize(("count", "rounds"), [(0, 10), (3, 10), (10, 10), (50, 1000), (999, 1000)])
def test_clopper_pearson_ends_where_the_tail_is_half_of_alpha(count: int, rounds: int) -> None:
    alpha = Fraction(1, 1000)
    low, high = binomial_interval(count, rounds, alpha)
    if count:
        upper = sum(binomial(rounds, k, Fraction(low)) for k in range(count, rounds + 1))
        assert close(Decimal(upper.numerator) / upper.denominator, alpha / 2, 4)
    if count < rounds:
        lower = sum(binomial(rounds, k, Fraction(high)) for k in range(count + 1))
        assert close(Decimal(lower.numerator) / lower.denominator, alpha / 2, 4)


def test_an_interval_leaves_out_what_its_test_rejects() -> None:
    chance = Fraction(144, 311)
    for count in range(400, 530, 3):
        low, high = binomial_interval(count, 1000, Fraction(1, 100))
        assert (low <= chance <= high) == (binomial_p(count, 1000, chance) >= Decimal("0.01"))


def test_known_points_of_the_normal_and_chi_square_laws() -> None:
    """Abramowitz and Stegun, tables 26.1, 26.5 and 26.8."""
    assert abs(normal_p(Fraction(2)) - Decimal("0.0455002639")) < Decimal("1e-10")
    assert abs(float(normal_quantile(Fraction(1, 1000))) - 3.0902323) < 1e-7
    for df, point in ((1, "10.828"), (2, "13.816"), (12, "32.910"), (100, "149.449")):
        assert abs(chi_square_p(Fraction(point), df) - Decimal("0.001")) < Decimal("1e-6")


def test_a_small_goodness_of_fit_is_the_sum_over_all_tables() -> None:
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    observed = [40, 30, 20]
    rounds = sum(observed)

    def off(table: tuple[int, ...]) -> Fraction:
        return sum(
            ((o - rounds * c) ** 2 / (rounds * c) for o, c in zip(table, chances, strict=True)),
            Fraction(),
        )

    p = Fraction()
    for first, second in product(range(rounds + 1), repeat=2):
        table = (first, second, rounds - first - second)
        if table[2] >= 0 and off(table) >= off(tuple(observed)):
            ways = factorial(rounds) // prod(map(factorial, table))
            p += ways * prod((c**o for c, o in zip(chances, table, strict=True)), start=Fraction(1))
    found = fit(observed, chances)
    assert found is not None
    assert found.method == "exact multinomial"
    assert close(found.p, p)


def test_small_cells_are_pooled_and_nothing_is_lost() -> None:
    observed = [500, 3, 2, 400, 9]
    expected = [Fraction(490), Fraction(4), Fraction(1), Fraction(410), Fraction(9)]
    cells, merged = merge(observed, expected)
    assert merged == 3
    assert sum(o for o, _ in cells) == sum(observed)
    assert sum(e for _, e in cells) == sum(expected)
    assert min(e for _, e in cells) >= 10


def test_wald_of_independent_rounds_is_pearsons_statistic() -> None:
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    observed = [5100, 3300, 1600]
    rounds = sum(observed)
    pearson = fit(observed, chances)
    covariance = [
        [rounds * ((i == j) * chances[i] - chances[i] * chances[j]) for j in range(2)]
        for i in range(2)
    ]
    found = wald([observed[i] - rounds * chances[i] for i in range(2)], covariance, rounds)
    assert found is not None
    assert pearson is not None
    assert abs(found.statistic - pearson.statistic) < Decimal("1e-9")


def test_holm_never_lets_a_larger_p_pass_below_a_smaller_one() -> None:
    ps = [Decimal(p) for p in ("0.5", "0.0001", "0.0004", "0.9", "0.0003")]
    adjusted = holm(ps)
    order = sorted(range(5), key=lambda i: ps[i])
    assert [adjusted[i] for i in order] == sorted(adjusted)
    assert adjusted[1] == Decimal("0.0005")
    assert adjusted[4] == Decimal("0.0012")


def test_a_mean_over_whole_shoes_is_judged_by_the_law_of_a_shoe() -> None:
    shoe = whole_shoe("pennsylvania", 6, Choices(cut=78)).cluster
    rounds = 10**10
    total = round(rounds * (shoe.ev + Fraction(1, 10**5)))
    told = verify("pennsylvania", decks=6, rounds=rounds, total=total, cut=78)
    (test,) = told.tests
    assert test.test.method == "normal, whole shoes"
    assert test.test.p == z_test(total - rounds * shoe.ev, rounds * shoe.clustered_variance)
