"""The figures that a document is made of: one game a deck count, and what checks it.

`checks` holds derivations that share no step with the enumerator: a few lines of counting that a
reader can redo by hand. A document whose checks disagree is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from warodds.cards import RANKS
from warodds.evaluate import odds
from warodds.figures import Odds, Outcome
from warodds.law import falling
from warodds.rules import Rules
from warodds.settle import burn_of

UP_FROM_LEAST = 3
"""Deck counts analysed where the rules set no upper limit: the least and the next two."""


@dataclass(frozen=True, slots=True)
class Check:
    """One figure found twice: by enumeration, and in another way that `how` names."""

    what: str
    enumerated: Fraction
    otherwise: Fraction
    how: str


@dataclass(frozen=True, slots=True)
class Game:
    """One deck count. `unburned` is the same game with no card burned in a war."""

    odds: Odds
    unburned: Odds | None
    checks: tuple[Check, ...]

    @property
    def burned(self) -> int:
        """Cards burned in a war."""
        burn = burn_of(self.odds.rules)
        return burn.cards - 2 if burn else 0

    @property
    def burns(self) -> int:
        """Ways to draw the burned cards from those that a round without a burn leaves."""
        return falling(self.odds.cards - 4, self.burned)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A jurisdiction at some deck counts; `paytable` where only one was asked for."""

    rules: Rules
    games: tuple[Game, ...]
    paytable: str | None
    digits: int

    @property
    def decks(self) -> tuple[int, ...]:
        """The deck counts analysed."""
        return tuple(game.odds.decks for game in self.games)

    @property
    def complete(self) -> bool:
        """Whether this is all that a document has by default."""
        return self.paytable is None and self.decks == analysed_decks(self.rules)


def analysed_decks(rules: Rules, paytable: str | None = None) -> tuple[int, ...]:
    """Return the deck counts of a document: all permitted ones that have the paytable.

    Where the rules set no upper limit, the least count and the next two stand for all.

    >>> from warodds import load
    >>> analysed_decks(load("california")), analysed_decks(load("crown-perth"), "30/10/5")
    ((6, 7, 8), (6,))
    """
    least = rules.decks.at_least
    counts = rules.decks.permitted
    if least is not None:
        counts = tuple(range(least, least + UP_FROM_LEAST))
    offered = [
        table.decks
        for wager in rules.wagers
        for table in wager.paytables
        if paytable is not None and table.name == paytable
    ]
    if not offered or () in offered:
        return counts
    return tuple(count for count in counts if any(count in some for some in offered))


def analyse(
    rules: Rules,
    decks: Sequence[int] | None = None,
    paytable: str | None = None,
    *,
    digits: int,
    study: bool = False,
) -> Analysis:
    """Evaluate and check every game of a document.

    >>> from warodds import load
    >>> analyse(load("pennsylvania"), digits=8).decks
    (6, 7, 8)
    """
    counts = tuple(sorted(decks or analysed_decks(rules, paytable)))
    games = tuple(_game(rules, count, paytable, study) for count in counts)
    return Analysis(rules, games, paytable, digits)


def _game(rules: Rules, decks: int, paytable: str | None, study: bool) -> Game:
    result = odds(rules, decks, paytable=paytable, study=study)
    unburned = None
    burn = burn_of(rules)
    if rules.war is not None and burn is not None and burn.cards > 2:
        bare = rules.war._replace(burn_before_player=0, burn_before_dealer=0)
        unburned = odds(replace(rules, war=bare), decks, paytable=paytable, study=study)
    game = Game(result, unburned, tuple(_checks(result)))
    for check in game.checks:
        if check.enumerated != check.otherwise:
            raise ArithmeticError(f"{rules.id}, {decks} decks: {check.what} has two values")
    _check_burn(game)
    return game


def _check_burn(game: Game) -> None:
    """Compare every event of every wager with and without the burn (M1)."""
    if game.unburned is None:
        return
    walked, bare = game.odds, game.unburned
    parts = [(walked.game.outcomes, bare.game.outcomes)]
    parts += [(a.outcomes, b.outcomes) for a, b in zip(walked.wagers, bare.wagers, strict=True)]
    for burned, unburned in parts:
        for one, other in zip(burned, unburned, strict=True):
            if (one.event, one.ways) != (other.event, other.ways * game.burns):
                raise ArithmeticError(f"{walked.rules.id}: the burn moved {one.event}")


def _checks(result: Odds) -> Iterable[Check]:
    """Yield what can be derived without the enumerator."""
    n, rank = result.cards, 4 * result.decks
    by_event = {outcome.event: outcome for outcome in result.game.outcomes}
    burn = burn_of(result.rules)
    dealt = 2 + (burn.cards if burn else 0)
    deals = Fraction(falling(n, dealt))
    yield Check(
        "ordered deals",
        Fraction(result.deals),
        deals,
        f"{n}·{n - 1}···{n - dealt + 1}, {dealt} factors",
    )
    higher, lower = by_event["higher"], by_event["lower"]
    yield _same("higher", higher, lower, "exchange the two cards: ways of lower")
    tie = 1 - higher.probability - lower.probability
    first = Fraction(rank - 1, n - 1)
    yield Check("first deal ties", tie, first, f"{rank - 1} of the other {n - 1} cards match")
    ev = (higher.net + lower.net) / 2 * (1 - first)
    if "war_tie" in by_event:
        win, draw, loss = (by_event[f"war_{word}"] for word in ("higher", "tie", "lower"))
        yield _same("war_higher", win, loss, "exchange the two cards: ways of war_lower")
        ranks = len(RANKS)
        pairs = ranks * falling(rank, 4) + ranks * (ranks - 1) * falling(rank, 2) ** 2
        both = Fraction(pairs, falling(n, 4))
        how = f"({ranks}·({rank})₄ + {ranks}·{ranks - 1}·({rank})₂²) / ({n})₄"
        yield Check("first and war deal tie", draw.probability, both, how)
        ev += (win.net + loss.net) / 2 * (first - both) + draw.net * both
        how = "mean of higher and lower · P(no tie) + mean of the wars · P(one tie) + "
        how += "second tie · P(both)"
    else:
        ev += by_event["tie"].net * first
        how = "mean of higher and lower · P(no tie) + tie · P(tie)"
    yield Check("EV of the game", result.game.ev, ev, how)
    yield from _wager_checks(result)


def _same(what: str, one: Outcome, other: Outcome, how: str) -> Check:
    return Check(f"ways of {what}", Fraction(one.ways), Fraction(other.ways), how)


def _wager_checks(result: Odds) -> Iterable[Check]:
    """Yield the pairs of a first deal, and ranks: any card of a fresh shoe has each with 1/13."""
    decks, n = result.decks, result.cards
    pairs = {"perfect": decks - 1, "coloured": decks, "mixed": 2 * decks}
    seen = set()
    for wager in result.wagers:
        subject = wager.wager.on
        for outcome in wager.outcomes:
            key = (subject, outcome.event)
            if wager.wager.deal != "first" or key in seen:
                continue
            seen.add(key)
            if subject == "pair" and outcome.event in pairs:
                match = pairs[outcome.event]
                how = f"{match} of the other {n - 1} cards match"
                what = f"{outcome.event} pair"
                yield Check(what, outcome.probability, Fraction(match, n - 1), how)
            elif outcome.event in RANKS:
                who = "player's" if subject == "player_rank" else "dealer's"
                what = f"{who} card is {outcome.event}"
                yield Check(what, outcome.probability, Fraction(1, len(RANKS)), "one rank in 13")
