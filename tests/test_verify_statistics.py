"""Tail probabilities, each against a plain sum or a value that can be looked up."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import comb, exp, factorial, isqrt, prod
from pathlib import Path
from random import Random

import pytest

from warodds import verify
from warodds.rules import load
from warodds.simulate import plan, save
from warodds.verification.judging import tails
from warodds.verification.judging.measures import z_test
from warodds.verification.judging.statistics import fit, holm, merge, wald
from warodds.verification.judging.tails import (
    beta_cdf,
    binomial_interval,
    binomial_p,
    chi_square_p,
    clustered_p,
    clustered_quantile,
    normal_p,
    normal_quantile,
    ratio,
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


def test_tails_of_many_rounds_are_those_added_up_term_by_term(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds, chance = 4 * 10**9 + 8, Fraction(1, 3)
    root = isqrt(int(rounds * chance * (1 - chance)))
    counts = [int(rounds * chance) + off * root // 2 for off in (-7, -1, 0, 6, 40)]
    found = [binomial_p(count, rounds, chance) for count in counts]
    monkeypatch.setattr(tails, "SLOW", -1)
    added = [binomial_p(count, rounds, chance) for count in counts]
    assert all(close(one, Fraction(other)) for one, other in zip(found, added, strict=True))


@pytest.mark.parametrize("count", [0, 3])
def test_an_interval_of_what_hardly_ever_happens_holds_its_share(count: int) -> None:
    rounds = 10**12
    low, high = binomial_interval(count, rounds, Fraction(1, 1000))
    assert low <= Decimal(count) / rounds < high
    mean = float(high) * rounds  # so rare, the number is Poisson's
    tail = exp(-mean) * sum(mean**k / factorial(k) for k in range(count + 1))
    assert abs(tail - 0.0005) < 1e-9


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


Clusters = list[tuple[Fraction, Fraction]]


def about_zero(clusters: Clusters) -> list[list[Fraction]]:
    """The sums of products of two sums over clusters."""
    return [[sum((e[i] * e[j] for e in clusters), Fraction()) for j in (0, 1)] for i in (0, 1)]


def test_sums_about_the_tested_mean_give_hotellings_test() -> None:
    """T² is by the centred covariance; P(F ≥ f), with 2 and n degrees, is (1 + 2·f/n)^(−n/2)."""
    random = Random(1)
    clusters: Clusters = [
        (Fraction(random.randint(-9, 9)), Fraction(random.randint(-9, 9))) for _ in range(12)
    ]
    x, y = (sum((each[i] for each in clusters), Fraction()) for i in (0, 1))
    (a, b), (_, d) = about_zero([(e[0] - x / 12, e[1] - y / 12) for e in clusters])
    t_square = Fraction(11, 12) * (d * x * x - 2 * b * x * y + a * y * y) / (a * d - b * b)
    f = float(t_square) * (12 - 2) / (2 * (12 - 1))
    found = wald([x, y], about_zero(clusters), 12)
    assert found is not None
    assert float(found.p) == pytest.approx((1 + 2 * f / 10) ** -5, rel=1e-10)


@pytest.mark.parametrize("clusters", [2, 3, 30, 10_000])
def test_the_clustered_quantile_is_where_the_tail_is_alpha(clusters: int) -> None:
    alpha = Fraction(1, 1000)
    found = clustered_p(clustered_quantile(alpha, clusters), 1, clusters)
    assert float(found) == pytest.approx(0.001, rel=1e-9)


def test_one_session_is_no_cluster(tmp_path: Path) -> None:
    """A column that says the same on every row tells nothing of how rounds hang together."""
    law = {"higher": 463, "lower": 463, "surrender": 74}
    for net, passes in (("-0.5", True), ("-1", False)):
        nets = {"higher": "1", "lower": "-1", "surrender": net}
        rows = [f"1,{event},{nets[event]}" for event, n in law.items() for _ in range(n)]
        log = tmp_path / "log.csv"
        log.write_text("\n".join(["session,outcome,net", *rows]), encoding="utf-8")
        result = verify("pennsylvania", log, decks=6, suspects=False)
        assert result.passed == passes
        assert "'session' tells no more than 1 apart" in str(result)


def test_boxes_at_war_share_the_dealers_card(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    save(plan(load("pennsylvania"), 6, 3000, 1, boxes=4), log, "rounds")
    result = verify("pennsylvania", log, decks=6, suspects=False)
    methods = {(each.test.about, each.test.name): each.test.method for each in result.tests}
    assert "clustered" in methods["dealer at war", "suits"]


@pytest.mark.parametrize("clusters", [3, 10, 31, 1000, 50431])
@pytest.mark.parametrize("size", [1, 2, 4])
@pytest.mark.parametrize("statistic", ["0.01", "1", "3", "10", "300"])
def test_the_beta_law_is_that_of_the_library(clusters: int, size: int, statistic: str) -> None:
    from mpmath import betainc, mp, mpf

    if size >= clusters or Fraction(statistic) >= clusters:
        return
    with mp.workdps(30):
        sides = mpf(clusters - size) / 2, mpf(size) / 2
        rest = 1 - mpf(statistic) / clusters
        assert abs(beta_cdf(*sides, rest) / betainc(*sides, 0, rest, regularized=True) - 1) < 1e-20


def test_far_from_the_mean_the_beta_law_is_a_sum_of_two_binomial_tails() -> None:
    """With whole numbers it is P(Bin(a + b − 1, x) ≥ a), added up exactly."""
    from mpmath import mp

    a, b, x = 3000, 3, Fraction(3, 4)
    n = a + b - 1
    tail = sum(comb(n, k) * x**k * (1 - x) ** (n - k) for k in range(a, n + 1))
    with mp.workdps(30):
        assert abs(beta_cdf(a, b, x) / ratio(Fraction(tail)) - 1) < 1e-20


def test_a_clustered_statistic_beyond_all_reason_has_a_p_value() -> None:
    assert Decimal("4.6887e-1146") < clustered_p(5000, 1, 50431) < Decimal("4.6888e-1146")
