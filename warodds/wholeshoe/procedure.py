"""How one shoe is dealt: what is burned when, and where the cut card lies.

Positions count the cards that have left the shoe. The cut card lies behind `size - cut` of them.
A round in which it comes out is finished and is the last. Where it is the first card of a round,
that round is played, or the cards are shuffled at once, as the rules say; a card burned at the
start of a round is the first card of that round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from warodds.cards import RANKS, Card, Shoe
from warodds.errors import WaroddsError
from warodds.rules import Rules
from warodds.rules.cut import cut_cards
from warodds.rules.model import Decision

_VALUES = {"A": 1, "J": 10, "Q": 10, "K": 10}


@dataclass(frozen=True, slots=True)
class Procedure:
    """One way to deal a shoe. `war_burn` is None where no war is dealt, `cut` is cards behind."""

    cut: int
    first_card: str = "dealt"
    round_burn: int = 0
    war_burn: int | None = None
    as_first_card: str = "round-played"

    @property
    def round_cards(self) -> int:
        """Cards that a round without a war takes."""
        return self.round_burn + 2

    @property
    def war_cards(self) -> int | None:
        """Cards that a round with a war takes."""
        return None if self.war_burn is None else self.round_cards + self.war_burn + 2

    @property
    def most_cards(self) -> int:
        """Cards that a round can take."""
        return self.war_cards or self.round_cards

    def last_start(self, size: int) -> int:
        """Return the last position of a shoe of `size` cards at which a round starts."""
        return size - self.cut - (self.as_first_card == "shuffled-at-once")

    def starts(self, shoe: Shoe, *, suited: bool = False) -> Iterator[tuple[int, Shoe, int]]:
        """Yield where the first round can start: position, cards unseen then, ways.

        A card burned face down stays unseen: it moves positions and nothing else (M1). The suit
        of one burned face up is told where suits matter.
        """
        if self.first_card != "burned-with-value":
            yield int(self.first_card == "burned"), shoe, 1
            return
        for rank, cards in enumerate(shoe.by_rank):
            by_suit = shoe.by_suit[rank] if suited and shoe.by_suit else ()
            for suit, number in enumerate(by_suit):
                if number:
                    yield 1 + value_of(rank), shoe.without((Card(rank, suit),)), number
            if cards and not by_suit:
                left = (*shoe.by_rank[:rank], cards - 1, *shoe.by_rank[rank + 1 :])
                yield 1 + value_of(rank), Shoe(left), cards

    def _places(self, shoe: Shoe) -> list[int]:
        """Return the positions at which a round can start."""
        reached = {position for position, _, _ in self.starts(shoe)}
        for place in range(self.last_start(shoe.size)):
            if place in reached:
                reached |= {place + self.round_cards, place + self.most_cards}
        return sorted(place for place in reached if place <= self.last_start(shoe.size))

    def check(self, shoe: Shoe, note: str = "") -> None:
        """Refuse a cut at which a round could run out of cards, or none could be played."""
        size = shoe.size
        if not 0 <= self.cut <= size:
            raise WaroddsError(f"a cut {self.cut} cards from the back; the shoe holds {size}")
        short = [place for place in self._places(shoe) if place + self.most_cards > size]
        if short:
            enough = self.cut + self.last_start(size) - short[0] + 1
            raise WaroddsError(
                f"a cut {self.cut} cards from the back is too deep: the last round can take "
                f"{self.most_cards} cards and would run out; expected at least {enough} cards "
                f"behind the cut card{note}"
            )
        early = max(position for position, _, _ in self.starts(shoe)) - self.last_start(size)
        if early > 0:
            raise WaroddsError(
                f"a cut {self.cut} cards from the back comes out before the first round of "
                f"{size} cards; expected at most {self.cut - early} cards behind the cut card"
            )


def value_of(rank: int) -> int:
    """Return a first card's value: jack, queen and king ten, ace one.

    >>> [value_of(rank) for rank in (0, 8, 11, 12)]
    [2, 10, 10, 1]
    """
    return _VALUES.get(RANKS[rank]) or int(RANKS[rank])


@dataclass(frozen=True, slots=True)
class Choices:
    """What an operator may choose; None is the usual choice.

    Usual are: the first card burned and cards burned before a war where the rules allow it, and
    no burn before a round. `cut` is a number of cards or a share of the stack below 1.
    """

    cut: int | Fraction | None = None
    first_card_burn: bool | None = None
    round_burn: bool | None = None
    war_burn: bool | None = None


def procedure_of(
    rules: Rules,
    decks: int,
    decision: Decision | None,
    choices: Choices | None = None,
    *,
    study: bool = False,
) -> Procedure:
    """Return how a jurisdiction deals a shoe, or refuse what it does not permit.

    >>> from warodds.rules import load
    >>> procedure_of(load("pennsylvania"), 6, "war").cut
    78
    """
    choices = choices or Choices()
    start, before, war = rules.shoe_start, rules.round_start, rules.war
    first = _chosen(
        "first-card-burn",
        choices.first_card_burn,
        (start.first_card != "dealt", start.optional, start.clause, True),
        rules,
    )
    round_burn = _chosen(
        "round-burn",
        choices.round_burn,
        (before.burn > 0, before.optional, before.clause, False),
        rules,
    )
    burned = war.burn_before_player + war.burn_before_dealer if war else 0
    war_burn = _chosen(
        "war-burn",
        choices.war_burn,
        (burned > 0, bool(war and war.optional), war.clause if war else "", True),
        rules,
    )
    procedure = Procedure(
        cut_cards(rules, decks, choices.cut, study=study),
        start.first_card if first else "dealt",
        before.burn if round_burn else 0,
        (burned if war_burn else 0) if war and decision == "war" else None,
        rules.cut_card.as_first_card,
    )
    refill = rules.discards_complete_round
    note = ""
    if refill.permitted:
        note = (
            f"; the rules would complete that round from the discards{_cited(refill.clause)}, "
            "which is no longer one shoe"
        )
    procedure.check(Shoe.of(decks), note)
    return procedure


def _chosen(
    option: str, choice: bool | None, rule: tuple[bool, bool, str, bool], rules: Rules
) -> bool:
    """Return whether cards are burned: as the rules say or, where they leave it open, as chosen."""
    burned, optional, clause, usual = rule
    if optional:
        return usual if choice is None else choice
    if choice is not None and choice != burned:
        does = "does" if burned else "does not"
        raise WaroddsError(
            f"--{'' if choice else 'no-'}{option}: {rules.id} {does} burn there and leaves no "
            f"choice{_cited(clause)}; a rule file of your own may say otherwise"
        )
    return burned


def _cited(clause: str) -> str:
    return f" ({clause})" if clause else ""
