"""Several boxes in one round: the law of what they net together, and what the bank faces.

Boxes share the dealer's cards, so they win and lose together more than by chance. All boxes have
the same plan and are therefore exchangeable: one covariance holds for any two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from warodds.boxes.classes import table_law
from warodds.boxes.plan import Plan, Stake, make_plan, read_bets
from warodds.cards import Card, Shoe, read_cards
from warodds.deal import enumerate_rounds
from warodds.errors import WaroddsError
from warodds.evaluate import odds
from warodds.law import Law
from warodds.rules import Rules, load
from warodds.rules.model import Decision
from warodds.settle import burn_of
from warodds.shown import Shown


@dataclass(frozen=True, slots=True)
class BoxesOdds(Shown):
    """K boxes in one round, all with one plan. Nets are the players'; the bank's are opposite.

    `law` is of the total result, `joint` of the events of a single box's stakes, `bank` the units
    that the house or the player/dealer has for the round.
    """

    rules: Rules
    decks: int
    cards: int
    seen: tuple[Card, ...]
    study: bool
    plan: Plan
    boxes: int
    law: Law[Fraction]
    joint: Law[tuple[str, ...]]
    bank: Fraction | None

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """What each box stakes."""
        return self.plan.stakes

    @property
    def box(self) -> Law[Fraction]:
        """The law of one box's result."""
        return self.joint.map(self.plan.net)

    @property
    def mean(self) -> Fraction:
        """The mean of the total result."""
        return self.law.mean(Fraction)

    @property
    def variance(self) -> Fraction:
        """The variance of the total result."""
        return self.law.variance(Fraction)

    @property
    def covariance(self) -> Fraction | None:
        """The covariance of two boxes' results; None for a single box.

        The variance of the total of K boxes is K times one box's plus K(K−1) covariances.
        """
        if self.boxes < 2:
            return None
        alone = self.boxes * self.box.variance(Fraction)
        return (self.variance - alone) / (self.boxes * (self.boxes - 1))

    @property
    def correlation(self) -> Fraction | None:
        """The correlation of two boxes' results; None for a single box."""
        variance = self.box.variance(Fraction)
        return None if self.covariance is None or not variance else self.covariance / variance

    def at_least(self, net: Fraction) -> Fraction:
        """Return the chance that the boxes together win `net` units or more."""
        return Fraction(self.law.given(lambda total: total >= net).total, self.law.total)

    @property
    def exhausted(self) -> Fraction | None:
        """The chance that the boxes' total win takes all of the bank: as much as it has, or more.

        Wagers lost in the round count for the bank before it pays.
        """
        return None if self.bank is None else self.at_least(self.bank)

    @property
    def short(self) -> Fraction | None:
        """The chance that the boxes' total win is more than the bank has."""
        if self.bank is None:
            return None
        return self.at_least(self.bank) - self.law.probability(self.bank)


def boxes(
    rules: Rules | str | Path,
    decks: int = 6,
    number: int = 2,
    *,
    bets: str | Mapping[str, Fraction] = "main=1",
    bank: Fraction | int | None = None,
    seen: str | Iterable[Card] = (),
    decision: Decision | None = None,
    paytable: str | None = None,
    study: bool = False,
) -> BoxesOdds:
    """Return the exact law of several boxes in one round: one dealer, one burn, one plan.

    More boxes than the rules permit are refused, except for a `study`.

    >>> table = boxes("pennsylvania", 6, 2)
    >>> table.mean == 2 * Fraction(-23138, 993023)
    True
    >>> round(float(table.correlation), 4)
    0.2999
    """
    rules = rules if isinstance(rules, Rules) else load(rules)
    cards = read_cards(seen) if isinstance(seen, str) else tuple(seen)
    wanted = read_bets(bets) if isinstance(bets, str) else bets
    plan = make_plan(rules, decks, wanted, decision=decision, paytable=paytable, study=study)
    permitted = _permitted(rules, number, study)
    ids = [stake.wager.id for stake in plan.stakes]
    # Evaluating the plan's wagers checks decks, cards seen and decision, and gives their EVs.
    single = odds(
        rules, decks, seen=cards, decision=decision, wagers=ids, paytable=paytable, study=study
    )
    shoe = Shoe.of(decks, cards)
    burn = burn_of(rules) if plan.goes_to_war else None
    needed = number + 1 + (burn.cards - 1 + number if burn else 0)
    if shoe.size < needed:
        raise WaroddsError(
            f"{shoe.size} cards left are too few for {number} boxes, which can take {needed}"
        )
    if bank is not None and bank <= 0:
        raise WaroddsError(f"a bank of {bank} units; expected more than 0")
    rounds = enumerate_rounds(shoe, burn, plan.detail(war=False), plan.detail(war=True))
    result = BoxesOdds(
        rules,
        decks,
        shoe.size,
        cards,
        single.study or not permitted,
        plan,
        number,
        table_law(plan, shoe, number),
        rounds.map(plan.events),
        None if bank is None else Fraction(bank),
    )
    if result.mean != number * result.box.mean(Fraction):
        raise ArithmeticError(f"{number} boxes are not worth {number} times one box")
    return result


def _permitted(rules: Rules, number: int, study: bool) -> bool:
    if number < 1:
        raise WaroddsError(f"{number} boxes; expected at least 1")
    most = rules.boxes.most
    permitted = most is None or number <= most
    if not permitted and not study:
        clause = f" ({rules.boxes.clause})" if rules.boxes.clause else ""
        raise WaroddsError(
            f"{rules.id} has at most {most} boxes{clause}, not {number}; "
            "--study, or study=True, computes it all the same"
        )
    return permitted
