"""One wager, as counting sees it: worth now, effects of removal, and what knowing all would gain.

The gains are what a player who knows every card gone, and stakes one unit whenever the wager is
favourable, could win *at most*: cards burned face down are taken as known, and nobody counts
perfectly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path

from warodds.cards import RANKS, SUITS, Card, Shoe, read_cards
from warodds.counting.forms import Form, comparison_form, form_of
from warodds.counting.gain import Gain, cases, gains, likeness
from warodds.counting.game import Game
from warodds.counting.shoe import ShoeGain, shoe_gain
from warodds.counting.together import gain_together
from warodds.errors import WaroddsError, unknown
from warodds.evaluate import odds
from warodds.parallel import Watch
from warodds.rules import Rules, Wager, load
from warodds.rules.cut import cut_cards, forbidden, last_start
from warodds.rules.model import Decision, Paytable
from warodds.settle import burn_of
from warodds.shown import Shown
from warodds.wholeshoe.procedure import Choices, Procedure, procedure_of

WORTH = Fraction(1, 100)
"""A wager is called worth protecting from this gain per round on: one unit per 100 rounds."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What removing one card does to a wager's EV: the same for each of these cards."""

    cards: tuple[Card, ...]
    change: Fraction


@dataclass(frozen=True, slots=True)
class Count(Shown):
    """A wager as counting sees it.

    `wager` is the main wager for the game as a whole. `gain` is that with the fewest cards left;
    `shoe` is None where one depth was asked for.
    """

    rules: Rules
    decks: int
    cards: int
    seen: tuple[Card, ...]
    study: bool
    wager: Wager
    paytable: str | None
    ev: Fraction
    effects: tuple[Effect, ...]
    gain: Gain
    shoe: ShoeGain | None

    @property
    def worth_protecting(self) -> bool:
        """Whether a perfect counter could win one unit or more per 100 rounds."""
        return (self.shoe or self.gain).gain_per_round >= WORTH


@dataclass(frozen=True, slots=True)
class Counts(Shown):
    """Every wager of a game that can be counted, at one depth."""

    results: tuple[Count, ...]


def counts(
    rules: Rules | str | Path,
    decks: int = 6,
    *,
    left: int | None = None,
    choices: Choices | None = None,
    seen: str | Iterable[Card] = (),
    paytable: str | None = None,
    study: bool = False,
) -> Counts:
    """Return every wager, each with its paytables, with `left` cards left or at the cut card.

    >>> [each.wager.id for each in counts("new-zealand", 6, left=78).results]
    ['casino-war', 'tie']
    """
    rules = rules if isinstance(rules, Rules) else load(rules)
    choices = choices or Choices()
    if left is None:
        left = last_start(rules.cut_card, cut_cards(rules, decks, choices.cut, study=study))
        choices = replace(choices, cut=None)
    _one_depth(choices)
    game = odds(rules, decks, seen=seen, paytable=paytable, study=study)
    pairs = [(each.id, each.paytable) for each in game.wagers if each.wager.role != "war"]
    return Counts(
        tuple(
            count(rules, decks, wager, left=left, seen=seen, paytable=table, study=study)
            for wager, table in pairs
        )
    )


def count(
    rules: Rules | str | Path,
    decks: int = 6,
    wager: str = "tie",
    *,
    left: int | None = None,
    choices: Choices | None = None,
    seen: str | Iterable[Card] = (),
    paytable: str | None = None,
    study: bool = False,
    together: bool = False,
    workers: int = 1,
    watch: Watch = iter,
) -> Count:
    """Return a wager as counting sees it, with `left` cards left or over a shoe to a cut card.

    `left` counts the cards when a round starts; a wager on the war deal is placed two cards later.
    Without it a shoe is dealt: by the rules and an operator's `choices` from its first card or,
    where cards have been `seen`, on from a round that starts now. `wager` is an id; the main
    wager's, or "game", stands for main and war wager together.

    Over a shoe the gain at each depth counts as often as a round starts there. With `together`
    the cards left and the start of a round are taken together, as a simulator would measure it:
    that takes minutes, so it can use several `workers`, and `watch` sees it pass.

    >>> bomb = count("crown-perth", 6, "a-bomb", left=78)
    >>> round(float(bomb.gain.favourable), 3), bomb.worth_protecting
    (0.226, True)
    """
    rules = rules if isinstance(rules, Rules) else load(rules)
    counted = _counted(rules, decks, wager, seen, paytable, study)
    shoe: ShoeGain | None = None
    if left is None:
        procedure = _procedure(counted, decks, choices, study)
        joint = partial(
            gain_together, counted.shoe, procedure, counted.wager, counted.form, workers, watch
        )
        shoe = shoe_gain(
            counted.shoe,
            procedure,
            counted.wager,
            counted.table,
            counted.gains,
            joint if together else None,
        )
        gain = shoe.gains[-1]
        study = counted.study or bool(forbidden(rules.cut_card, decks, shoe.cut))
    else:
        if together:
            raise WaroddsError("--left is one depth and --together is over a shoe; expected --cut")
        _one_depth(choices or Choices())
        _check_left(counted, left)
        [gain] = counted.gains([left])
        study = counted.study
    return Count(
        rules,
        decks,
        counted.shoe.size,
        counted.seen,
        study,
        counted.wager,
        counted.table.name,
        counted.ev(counted.shoe),
        counted.effects(),
        gain,
        shoe,
    )


def gains_by_depth(
    rules: Rules | str | Path,
    decks: int,
    wager: str,
    lefts: Sequence[int],
    *,
    seen: str | Iterable[Card] = (),
    paytable: str | None = None,
    study: bool = False,
) -> tuple[Gain, ...]:
    """Return what a perfect counter gains with each of some numbers of cards left.

    >>> [gain.left for gain in gains_by_depth("crown-perth", 6, "a-bomb", [150, 80])]
    [150, 80]
    """
    rules = rules if isinstance(rules, Rules) else load(rules)
    counted = _counted(rules, decks, wager, seen, paytable, study)
    for left in lefts:
        _check_left(counted, left)
    return counted.gains(lefts)


@dataclass(frozen=True, slots=True)
class _Counted:
    """A wager ready to be counted: its form and the shoe."""

    rules: Rules
    wager: Wager
    table: Paytable
    shoe: Shoe
    seen: tuple[Card, ...]
    form: Form | Game
    study: bool

    def ev(self, shoe: Shoe) -> Fraction:
        """Return what the wager is worth in a shoe, given that it is placed."""
        situations = cases(shoe, self.wager)
        placed = sum((case.probability for case in situations), Fraction())
        value = (case.probability * self.form.ev(case.shoe) for case in situations)
        return sum(value, Fraction()) / placed if placed else Fraction()

    def gains(self, lefts: Iterable[int]) -> tuple[Gain, ...]:
        """Return the gains with each number of cards left."""
        if isinstance(self.form, Game):
            return tuple(self.form.gains(self.shoe, lefts))
        return tuple(gains(self.form, cases(self.shoe, self.wager), lefts))

    def effects(self) -> tuple[Effect, ...]:
        """Return what removing each card that is left does, cards of the same effect together."""
        ev = self.ev(self.shoe)
        known: dict[object, Fraction] = {}
        groups: dict[Fraction, list[Card]] = {}
        for card in _cards(self.shoe, self.wager.on == "pair"):
            after = self.shoe.without([card])
            key = likeness(after, self.wager)
            if key not in known:
                known[key] = self.ev(after) - ev
            groups.setdefault(known[key], []).append(card)
        return tuple(Effect(tuple(cards), change) for change, cards in groups.items())


def _counted(
    rules: Rules,
    decks: int,
    wager: str,
    seen: str | Iterable[Card],
    paytable: str | None,
    study: bool,
) -> _Counted:
    cards = read_cards(seen) if isinstance(seen, str) else tuple(seen)
    chosen = _chosen(rules, wager)
    # The enumeration checks decks, cards and paytable, and must agree on what the wager is worth.
    result = odds(rules, decks, seen=cards, wagers=[chosen.id], paytable=paytable, study=study)
    game, table = chosen.role == "main", chosen.paytables[0]
    expected = result.game.ev
    if not game:
        evaluated = result.wager(chosen.id, paytable if table.name else None)
        table = next(each for each in chosen.paytables if each.name == evaluated.paytable)
        expected = evaluated.ev
    form = _game_form(rules) if game and rules.war else form_of(chosen, table)
    shoe = Shoe.of(decks, cards)
    counted = _Counted(rules, chosen, table, shoe, cards, form, result.study)
    if counted.ev(shoe) != expected:
        raise ArithmeticError(f"the count and the enumeration differ on {chosen.id}")
    return counted


def _game_form(rules: Rules) -> Form | Game:
    """Return the game's form: ties alone decide where a war tie pays no more than a war does."""
    game = Game.of(rules)
    return game if game.bonus else comparison_form(game.war, game.decided)


def _chosen(rules: Rules, wager: str) -> Wager:
    war = rules.war_wager
    if war and war.id == wager:
        raise WaroddsError(
            f"{wager} is staked on every war and is no choice of its own; expected "
            f"{rules.main_wager.id!r}, which counts both together"
        )
    known = {each.id: each for each in rules.wagers if each.role != "war"}
    known["game"] = rules.main_wager
    if wager not in known:
        raise unknown("wager", wager, known)
    return known[wager]


def _one_depth(choices: Choices) -> None:
    """Refuse choices that matter to a whole shoe alone."""
    if choices.cut is not None:
        raise WaroddsError("--left is one depth and --cut is a shoe; expected one of them")
    if choices != Choices():
        raise WaroddsError("burns matter over a shoe, not at one depth; expected --wager and a cut")


def _check_left(counted: _Counted, left: int) -> None:
    burn, size = burn_of(counted.rules), counted.shoe.size
    fewest = 2 + (burn.cards if burn else 0)
    if not fewest <= left <= size:
        raise WaroddsError(
            f"{left} cards left; expected {fewest}, as many as a round can take, to {size}"
        )


def _procedure(counted: _Counted, decks: int, choices: Choices | None, study: bool) -> Procedure:
    """Return how the shoe is dealt; with cards seen it has started, and a round starts now."""
    decision: Decision | None = "war" if counted.rules.war else None
    procedure = procedure_of(counted.rules, decks, decision, choices, study=study)
    if counted.seen:
        procedure = replace(procedure, first_card="dealt")
        procedure.check(counted.shoe)
    return procedure


def _cards(shoe: Shoe, suited: bool) -> Iterator[Card]:
    """Yield each kind of card that is left, highest first."""
    for rank in reversed(range(len(RANKS))):
        if not suited and shoe.by_rank[rank]:
            yield Card(rank)
        elif suited and shoe.by_suit:
            yield from (Card(rank, suit) for suit in range(len(SUITS)) if shoe.by_suit[rank][suit])
