"""A betting plan: what every box stakes on which wager, and what it nets by what the cards show.

A box's net is what its first card settles plus, where it tied and goes to war, what its war card
settles. That the two simply add up is what the class method rests on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from warodds.deal import Detail, Round, Showing
from warodds.errors import WaroddsError, listed, unknown
from warodds.rules import Rules, Wager
from warodds.rules.model import Decision, Paytable
from warodds.settle import detail_of, event_reader, round_event, round_net


@dataclass(frozen=True, slots=True)
class Stake:
    """Units staked on one wager, under one of its paytables."""

    wager: Wager
    table: Paytable
    units: Fraction


@dataclass(frozen=True, slots=True)
class Plan:
    """What each box stakes, and its decision on a tie.

    The war wager is no stake of its own: it equals the main wager and is staked on every war.
    """

    rules: Rules
    decision: Decision | None
    stakes: tuple[Stake, ...]

    @property
    def main(self) -> Stake | None:
        """The stake on the main wager, if there is one."""
        return next((stake for stake in self.stakes if stake.wager.role == "main"), None)

    @property
    def goes_to_war(self) -> bool:
        """Whether a box that ties takes a war card."""
        return self.main is not None and self.rules.war is not None and self.decision == "war"

    @property
    def suited(self) -> bool:
        """Whether anything staked depends on suits."""
        return any(stake.wager.on == "pair" for stake in self.stakes)

    def detail(self, war: bool) -> Detail:
        """Return what must be told apart on a deal."""
        return detail_of([stake.wager for stake in self.stakes], "war" if war else "first")

    def first_net(self, showing: Showing) -> Fraction:
        """Return what a box nets by its first card, before any war."""
        played = Round(showing)
        net = self._sides("first", played)
        if self.main and not (self.goes_to_war and showing.comparison == "tie"):
            event = round_event(played, self.rules, self.decision)
            net += self.main.units * round_net(event, self.rules)
        return net

    def war_net(self, showing: Showing) -> Fraction:
        """Return what a box that went to war nets by its war card."""
        played = Round(Showing("tie"), showing)
        net = self._sides("war", played)
        if self.main:
            event = round_event(played, self.rules, "war")
            net += self.main.units * round_net(event, self.rules)
        return net

    def events(self, played: Round) -> tuple[str, ...]:
        """Return the event of each stake in a round, "" for one that is not placed."""
        return tuple(
            event_reader(stake.wager, stake.table, self.rules, self.decision)(played)
            for stake in self.stakes
        )

    def net(self, events: tuple[str, ...]) -> Fraction:
        """Return what a box nets in all, given the event of each stake."""
        total = Fraction()
        for stake, event in zip(self.stakes, events, strict=True):
            if stake.wager.role == "main":
                total += stake.units * round_net(event, self.rules)
            elif event:
                total += stake.units * stake.table.payout(event).net
        return total

    def _sides(self, deal: str, played: Round) -> Fraction:
        total = Fraction()
        for stake in self.stakes:
            if stake.wager.role == "side" and stake.wager.deal == deal:
                event = event_reader(stake.wager, stake.table, self.rules, self.decision)(played)
                total += stake.units * stake.table.payout(event).net
        return total


def read_bets(text: str) -> dict[str, Fraction]:
    """Read a plan such as "main=1,tie=0.5": a wager's id, or "main", and the units staked on it.

    >>> read_bets("main=1, tie=1/2")
    {'main': Fraction(1, 1), 'tie': Fraction(1, 2)}
    """
    bets: dict[str, Fraction] = {}
    for part in filter(None, re.split(r"[\s,;]+", re.sub(r"\s*=\s*", "=", text))):
        found = re.fullmatch(r"([a-z0-9-]+)=(\d+(?:\.\d+|/\d*[1-9]\d*)?)", part, re.IGNORECASE)
        if not found or not Fraction(found[2]):
            raise WaroddsError(f"{part!r} is not a bet; expected such as main=1,tie=0.5")
        name = found[1].lower()
        if name in bets:
            raise WaroddsError(f"{name!r} is bet on twice; expected each wager once")
        bets[name] = Fraction(found[2])
    if not bets:
        raise WaroddsError("no bets; expected such as main=1,tie=0.5")
    return bets


def make_plan(
    rules: Rules,
    decks: int,
    bets: Mapping[str, Fraction],
    *,
    decision: Decision | None = None,
    paytable: str | None = None,
    study: bool = False,
) -> Plan:
    """Return a plan by these rules, or refuse it in one line.

    >>> from warodds.rules import load
    >>> plan = make_plan(load("crown-perth"), 6, read_bets("main=1,tie=1"))
    >>> [stake.wager.id for stake in plan.stakes], plan.goes_to_war
    (['casino-war', 'tie'], True)
    """
    main = rules.main_wager
    known = {wager.id: wager for wager in rules.wagers if wager.role != "war"}
    stakes: list[Stake] = []
    for name, units in bets.items():
        wager_id = main.id if name == "main" and "main" not in known else name
        if rules.war_wager and wager_id == rules.war_wager.id:
            raise WaroddsError(
                f"{wager_id} equals {main.id} and is staked on every war; expected no bet on it"
            )
        if wager_id not in known:
            raise unknown("wager", name, ["main", *known])
        if any(stake.wager.id == wager_id for stake in stakes):
            raise WaroddsError(f"{wager_id!r} is bet on twice; expected each wager once")
        wager = known[wager_id]
        stakes.append(Stake(wager, _table(wager, decks, paytable, study), units))
    if paytable and not any(stake.table.name == paytable for stake in stakes):
        raise WaroddsError(f"paytable {paytable!r}: no wager bet on has it at {decks} decks")
    order = list(known)
    stakes.sort(key=lambda stake: order.index(stake.wager.id))
    plan = Plan(rules, (decision or "war") if rules.war else None, tuple(stakes))
    _check(plan, study)
    return plan


def _table(wager: Wager, decks: int, paytable: str | None, study: bool) -> Paytable:
    offered = [table for table in wager.paytables if not table.decks or decks in table.decks]
    if study and (paytable or not offered):
        offered = list(wager.paytables)
    if len(offered) == 1 and not offered[0].name:
        return offered[0]
    chosen = [table for table in offered if paytable in (None, table.name)]
    if len(chosen) != 1:
        names = listed(table.name for table in offered)
        asked = f"paytable {paytable!r} of {wager.id}" if paytable else f"{wager.id} has paytables"
        raise WaroddsError(f"{asked} at {decks} decks; expected --paytable {names}")
    return chosen[0]


def _check(plan: Plan, study: bool) -> None:
    """Refuse a wager that the rules do not let stand alone, or that needs a war nobody fights."""
    staked = {stake.wager.id for stake in plan.stakes}
    war = plan.rules.war_wager
    if plan.goes_to_war and war:
        staked.add(war.id)
    for stake in plan.stakes:
        wager = stake.wager
        if wager.deal == "war" and not plan.goes_to_war:
            raise WaroddsError(
                f"{wager.id} is on the war deal, and this plan goes to no war; expected a bet on "
                f"{plan.rules.main_wager.id} and the decision 'war'"
            )
        if wager.beside and wager.beside not in staked and not study:
            clause = f" ({wager.clause})" if wager.clause else ""
            raise WaroddsError(
                f"{wager.id} is made only beside {wager.beside}{clause}; expected a bet on it "
                "too; --study, or study=True, computes it all the same"
            )
