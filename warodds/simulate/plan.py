"""What is to be simulated: a game, a procedure and a number of rounds, checked as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from warodds.errors import WaroddsError, listed, unknown
from warodds.mistakes.library import apply, find
from warodds.mistakes.model import MOST_WARS, Dealing
from warodds.rules import Rules, load
from warodds.rules.cut import cut_cards
from warodds.rules.model import (
    FIRST_EVENTS,
    Decision,
    Payout,
    Paytable,
    RoundStart,
    ShoeStart,
    Wager,
    War,
)

MOST_BOXES = 255
MOST_DECKS = 10_000
UNMARKED_SEATS = 6
"""Boxes dealt where nobody asked for a number and the log hides which round they share."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation, ready to run.

    `rules` already pay what the mistakes pay, and burn what is to be burned. `cut` is the number
    of cards behind the cut card, None where every round has a fresh shoe. `side` are the wagers
    placed beside the main one in every round, with their paytables.
    """

    rules: Rules
    dealing: Dealing
    decks: int
    rounds: int
    seed: int
    boxes: int
    cut: int | None
    decision: Decision | None
    side: tuple[tuple[Wager, Paytable], ...] = ()

    @property
    def cards(self) -> int:
        """Cards in a full shoe."""
        return 4 * self.decks * (13 - len(self.dealing.missing))

    @property
    def wars(self) -> int:
        """The most wars that one round can have."""
        if self.rules.war is None or self.decision != "war":
            return 0
        return 1 if self.dealing.further_wars == "none" else MOST_WARS

    @property
    def longest(self) -> int:
        """Cards that the longest round takes, a dealer's redraws apart."""
        war = self.rules.war
        cards = self.boxes + 1
        if war is not None and self.wars:
            cards += self.wars * (war.burn_before_player + self.boxes + war.burn_before_dealer + 1)
        return self.rules.round_start.burn + cards

    @property
    def runs_out(self) -> bool:
        """Whether a round can need more cards than its shoe has left."""
        if self.dealing.dealer_at_least:
            return True
        return self.cut is not None and self.cut < self.longest


def plan(
    rules: Rules | str | Path,
    decks: int = 6,
    rounds: int = 1_000_000,
    seed: int = 0,
    *,
    boxes: int | None = None,
    cut: int | None = None,
    fresh: bool = False,
    decision: Decision | None = None,
    wagers: Iterable[str] = (),
    paytable: str | None = None,
    mistakes: Sequence[str] = (),
    first_card_burn: bool | None = None,
    round_burn: bool | None = None,
    war_burn: bool | None = None,
    study: bool = False,
) -> Plan:
    """Return a simulation of a built-in jurisdiction, a rule file or loaded rules, checked.

    `rounds` are rounds of the table: each box has a line of its own in every round. Unless every
    round is `fresh`, a shoe is dealt to the cut card, `cut` cards from its end. The three burns
    are for where the rules leave them open.

    >>> plan("pennsylvania", rounds=1000).cut, plan("new-zealand", 8, rounds=1000).cut
    (78, 208)
    """
    rules = rules if isinstance(rules, Rules) else load(rules)
    _permitted(rules, decks, boxes, study)
    for name, number, least in (("rounds", rounds, 1), ("seed", seed, 0)):
        if number < least:
            raise WaroddsError(f"{number} {name}; expected at least {least}")
    rules = _burning(rules, first_card_burn, round_burn, war_burn, fresh)
    decided = _decided(rules, decision)
    _check_made(rules, mistakes, decided, wagers := tuple(dict.fromkeys(wagers)))
    rules, dealing = apply(rules, mistakes)
    if boxes is None:
        boxes = 1 if dealing.marked else UNMARKED_SEATS
    if fresh and cut is not None:
        raise WaroddsError(f"a cut of {cut} cards and fresh rounds; expected one or the other")
    side = tuple(_side(rules, wager, decks, paytable) for wager in wagers)
    if paytable is not None and all(table.name != paytable for _, table in side):
        raise WaroddsError(f"paytable {paytable!r}; expected a wager that has it, with --wager")
    found = Plan(
        rules,
        dealing,
        decks,
        rounds,
        seed,
        boxes,
        None if fresh else cut_cards(rules, decks, cut, study=study),
        decided,
        side,
    )
    _enough(found)
    return found


def _permitted(rules: Rules, decks: int, boxes: int | None, study: bool) -> None:
    if not 1 <= decks <= MOST_DECKS:
        raise WaroddsError(f"{decks} decks; expected 1 to {MOST_DECKS}")
    if boxes is not None and not 1 <= boxes <= MOST_BOXES:
        raise WaroddsError(f"{boxes} boxes; expected 1 to {MOST_BOXES}")
    if study:
        return
    if decks not in rules.decks:
        raise WaroddsError(
            f"{rules.id} permits {rules.decks} decks, not {decks}; "
            "--study, or study=True, deals it all the same"
        )
    if boxes is not None and rules.boxes.most is not None and boxes > rules.boxes.most:
        raise WaroddsError(
            f"{rules.id} permits up to {rules.boxes.most} boxes, not {boxes}; "
            "--study, or study=True, deals it all the same"
        )


def _decided(rules: Rules, decision: Decision | None) -> Decision | None:
    if rules.war is None:
        if decision is not None:
            raise WaroddsError(f"{rules.id} has no war: a tie leaves nothing to decide")
        return None
    if decision not in (None, "war", "surrender"):
        raise WaroddsError(f"decision {decision!r}; expected 'war' or 'surrender'")
    if decision == "surrender" and not rules.has_surrender:
        raise WaroddsError(f"{rules.id} has no surrender; expected the decision 'war'")
    return decision or "war"


def _check_made(
    rules: Rules, mistakes: Sequence[str], decision: Decision | None, wagers: Sequence[str]
) -> None:
    """Refuse a mistake in a payout that nothing played here could show."""
    tie = {"war": "war_", "surrender": "surrender", None: "tie"}[decision]

    def paid(rules: Rules) -> list[Payout]:
        return [
            payout
            for wager in rules.wagers
            if wager.role != "side" or wager.id in wagers
            for table in wager.paytables
            for payout in table.payouts
            if wager.role == "side" or payout.event in FIRST_EVENTS or payout.event.startswith(tie)
        ]

    for name in mistakes:
        mistake = find(name)
        payout = mistake.changes == "rules" and mistake.visible != "nothing"
        if payout and paid(mistake.rules(rules)) == paid(rules):
            raise WaroddsError(
                f"{name} changes nothing that is played here; expected a mistake in a wager that "
                "is placed (--wager) and in what the player decides (--decision)"
            )


def _burning(
    rules: Rules, first_card: bool | None, before: bool | None, war: bool | None, fresh: bool
) -> Rules:
    """Leave out burns that the table does not make.

    Usual are those of the first card and before a war, where the rules leave it open, and none
    before a round. Where every round has a fresh shoe, as from a machine, no shoe starts.
    """
    start, round_start, rule = rules.shoe_start, rules.round_start, rules.war
    if not _burns("first-card-burn", first_card, start.first_card != "dealt", start, True) or fresh:
        start = ShoeStart()
    if not _burns("round-burn", before, round_start.burn > 0, round_start, False):
        round_start = RoundStart()
    if rule is not None:
        burned = rule.burn_before_player + rule.burn_before_dealer > 0
        if not _burns("war-burn", war, burned, rule, True):
            rule = rule._replace(burn_before_player=0, burn_before_dealer=0)
    return replace(rules, war=rule, shoe_start=start, round_start=round_start)


def _burns(
    option: str, choice: bool | None, burned: bool, rule: ShoeStart | RoundStart | War, usual: bool
) -> bool:
    """Return whether cards are burned: as the rules say or, where they leave it open, as chosen."""
    if rule.optional:
        return usual if choice is None else choice
    if choice is not None and choice != burned:
        cited = f" ({rule.clause})" if rule.clause else ""
        raise WaroddsError(
            f"--{'' if choice else 'no-'}{option}: the rules {'do' if burned else 'do not'} burn "
            f"there and leave no choice{cited}; a rule file of your own may say otherwise"
        )
    return burned


def _side(rules: Rules, wager_id: str, decks: int, paytable: str | None) -> tuple[Wager, Paytable]:
    sides = {wager.id: wager for wager in rules.wagers if wager.role == "side"}
    if wager_id not in sides:
        raise unknown("side wager", wager_id, sides)
    wager = sides[wager_id]
    named = [table for table in wager.paytables if table.name == paytable]
    fitting = [table for table in wager.paytables if not table.decks or decks in table.decks]
    chosen = named or fitting or list(wager.paytables)
    if len(chosen) > 1:
        names = listed(table.name for table in chosen)
        raise WaroddsError(f"{wager_id} has several paytables; expected --paytable {names}")
    return wager, chosen[0]


def _enough(found: Plan) -> None:
    """Refuse a shoe that a round could exhaust, unless the rules let discards complete it."""
    if found.longest > found.cards:
        raise WaroddsError(
            f"{found.cards} cards are too few for {found.boxes} boxes: "
            f"a round can take {found.longest}"
        )
    if found.cut is None:
        return
    start = {"dealt": 0, "burned": 1}.get(found.rules.shoe_start.first_card, 11)
    if found.cards - found.cut <= start:
        raise WaroddsError(
            f"a cut of {found.cut} cards in a shoe of {found.cards} may leave no round before "
            f"the cut card; expected at most {found.cards - start - 1}"
        )
    if found.cut < found.longest and not found.rules.discards_complete_round.permitted:
        raise WaroddsError(
            f"a cut of {found.cut} cards; a round can take {found.longest}, and the rules do "
            "not say what happens when the shoe runs out: expected at least as many"
        )
