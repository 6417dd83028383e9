"""One whole shoe of a jurisdiction: its tally, its result, and how it differs from fresh rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from warodds.cards import Shoe
from warodds.errors import WaroddsError, listed
from warodds.evaluate import odds
from warodds.figures import Odds, WagerOdds
from warodds.law import Law
from warodds.rules import Rules
from warodds.rules.cut import forbidden
from warodds.rules.model import Decision, Paytable
from warodds.shown import Shown
from warodds.wholeshoe.cluster import Cluster
from warodds.wholeshoe.marks import marked_cluster, marked_wager
from warodds.wholeshoe.nets import Nets, cluster_of, game_nets, result_law, wager_nets
from warodds.wholeshoe.pair_law import Watched, pair_law
from warodds.wholeshoe.procedure import Choices, Procedure, procedure_of
from warodds.wholeshoe.rank_law import rank_law
from warodds.wholeshoe.tallies import Tally, tally_law


@dataclass(frozen=True, slots=True)
class WholeShoe(Shown):
    """One box played through one shoe, for the game or for one wager placed whenever it can be.

    `fresh` has the same game with a full shoe for every round. `law` is the exact law of the
    result of a shoe; None for a wager on several ranks, and on a pair unless it was asked for:
    of those, mean and variance are known (`cluster`). `cut_given` is whether somebody chose the
    cut.
    """

    fresh: Odds
    wager: WagerOdds | None
    procedure: Procedure
    cut_given: bool
    tallies: Law[Tally]
    cluster: Cluster
    law: Law[Fraction] | None

    @property
    def rules(self) -> Rules:
        """The rules by which the shoe is dealt."""
        return self.fresh.rules

    @property
    def study(self) -> bool:
        """Whether the rules do not permit these decks, this paytable or this cut."""
        cut = forbidden(self.rules.cut_card, self.fresh.decks, self.procedure.cut)
        return self.fresh.study or bool(cut)

    @property
    def rounds(self) -> Law[int]:
        """The law of the number of rounds."""
        return _counted(self.tallies, lambda tally: tally.rounds)

    @property
    def ties(self) -> Law[int]:
        """The law of the number of first ties; each is a war where ties go to war."""
        return _counted(self.tallies, lambda tally: tally.ties)

    @property
    def second_ties(self) -> Law[int]:
        """The law of the number of wars that tie again."""
        return _counted(self.tallies, lambda tally: tally.second_ties)

    @property
    def fresh_ev(self) -> Fraction:
        """The EV of a round, or of a wager when it is placed, with a full shoe every round."""
        return self.wager.ev if self.wager else self.fresh.game.ev

    @property
    def cut_card_effect(self) -> Fraction:
        """What playing through shoes adds to the EV per round that a simulator measures."""
        return self.cluster.ev - self.fresh_ev


def whole_shoe(
    rules: Rules | str | Path,
    decks: int = 6,
    choices: Choices | None = None,
    *,
    decision: Decision | None = None,
    wager: str | None = None,
    paytable: str | None = None,
    study: bool = False,
    full: bool = False,
    watch: Watched = iter,
) -> WholeShoe:
    """Return one shoe dealt to the cut card by the jurisdiction's own procedure, exactly.

    `choices` has the cut and what the rules leave to the operator. By default the game is
    played: the main wager, and a war wager on every tie. `wager` is another wager instead.
    The law of a wager on a pair takes seconds to minutes: it is computed where `full`, and `watch`
    may show how far it has come.
    The result's `cluster` has all that an error bar over whole shoes needs; `cluster_of` gives
    the same for any other function of how a round ends, from the result's `tallies`.

    >>> shoe = whole_shoe("pennsylvania", 6)
    >>> shoe.procedure.cut, max(shoe.rounds.ways)
    (78, 117)
    >>> abs(shoe.cut_card_effect) < Fraction(1, 10**5)
    True
    """
    fresh, placed = _fresh(rules, decks, decision, wager, paytable, study)
    choices = choices or Choices()
    procedure = procedure_of(fresh.rules, decks, fresh.decision, choices, study=study)
    shoe = Shoe.of(decks)
    tallies = tally_law(shoe, procedure)
    nets = _nets(fresh, placed)
    law: Law[Fraction] | None = None
    if nets is not None:
        cluster, law = cluster_of(tallies, nets), result_law(tallies, nets)
    else:
        assert placed is not None
        marked = marked_wager(placed.wager, _table(placed), shoe)
        cluster = marked_cluster(shoe, procedure, marked)
        if marked.untied:
            law = rank_law(shoe, procedure, marked)
        elif full:
            law = pair_law(shoe, procedure, placed.wager, _table(placed), watch)
    given = choices.cut is not None
    return WholeShoe(fresh, placed, procedure, given, tallies, cluster, law)


def _counted(tallies: Law[Tally], number: Callable[[Tally], int]) -> Law[int]:
    law = tallies.map(number)
    return Law(dict(sorted(law)))


def _fresh(
    rules: Rules | str | Path,
    decks: int,
    decision: Decision | None,
    wager: str | None,
    paytable: str | None,
    study: bool,
) -> tuple[Odds, WagerOdds | None]:
    """Return the game with a full shoe every round, and the wager asked for."""
    wagers = [] if wager is None else [wager]
    fresh = odds(rules, decks, decision=decision, wagers=wagers, paytable=paytable, study=study)
    if wager is None:
        return fresh, None
    if len(fresh.wagers) > 1:
        tables = listed(str(each.paytable) for each in fresh.wagers)
        raise WaroddsError(f"{wager} has several paytables; expected --paytable {tables}")
    return fresh, fresh.wagers[0]


def _nets(fresh: Odds, placed: WagerOdds | None) -> Nets | None:
    """Return what each ending of a round pays, None where that is not all that matters."""
    if placed is None:
        return game_nets(fresh.rules, fresh.decision)
    if placed.wager.on != "comparison":
        return None
    return wager_nets(placed.wager, _table(placed), fresh.decision)


def _table(placed: WagerOdds) -> Paytable:
    return next(table for table in placed.wager.paytables if table.name == placed.paytable)
