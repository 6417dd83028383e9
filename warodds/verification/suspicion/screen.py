"""Every hypothesis weighed in floating point, so that the exact engine need weigh the best alone.

There are some 15,000 of them: each mistake and each pair, at each deck count. Here a law is a few
arrays of chances (`arrays`), shared by all hypotheses that deal alike: what is paid only gives the
arrays other names. Nothing is left out and nothing is bounded; the suspects that come out best are
weighed again by the exact engine, and the tests hold these arrays against the exact laws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from warodds.cards import RANKS
from warodds.mistakes import Dealing, apply
from warodds.mistakes.model import FurtherWars, raised
from warodds.rules import Rules, Wager
from warodds.rules.model import Deal, Decision, Paytable, event_on
from warodds.settle import round_net
from warodds.verification.judging.hypotheses import DEALS, Engine, Hypothesis
from warodds.verification.judging.likelihood import (
    NEVER,
    NO_PAIR,
    of_mean,
    of_pairs,
    of_wager,
)
from warodds.verification.sample import Key, Sample, WagerSample, event_at
from warodds.verification.suspicion.arrays import (
    Chances,
    Part,
    dealt,
    first_cards,
    further,
)
from warodds.verification.suspicion.showing import Law, shown_pairs, wager_events

Paid = tuple[str, Fraction | None]
Label = tuple[str, Fraction | None, bool]
"""What rounds of one kind look like: event, net, and whether war cards are shown."""

ALIKE_TO = 11
"""Decimals to which chances must agree to be taken as one, until the exact laws are compared."""

DECISIONS: tuple[Decision, Decision] = ("war", "surrender")


class Screen:
    """Weighs hypotheses on one sample."""

    def __init__(self, engine: Engine, sample: Sample) -> None:
        self.rules = rules = engine.rules
        self.sample = sample
        self.surrendered = engine.surrendered
        self.paytables = engine.paytables
        self.known = engine.known
        self._apply = cache(lambda mistakes: apply(rules, mistakes))
        self._dealt = cache(dealt)
        self._laws = cache(self._law)
        self._seen: dict[object, tuple[float, bytes]] = {}
        self._data = _groups(sample)
        self._named = cache(self._all_named)
        self._ends = cache(self._all_ends)
        self._events = cache(self._all_events)
        self._kinds = cache(self._all_kinds)
        self._deals: list[Deal] = [deal for deal in DEALS if deal in sample.pairs]
        self._dealers = cache(self._one_rank)

    def weigh(self, hypothesis: Hypothesis) -> tuple[float, object] | None:
        """Return the log-likelihood, and something equal for equal laws; None without a law."""
        rules, decks, dealing = self._made(hypothesis)
        total, prints = self._game(rules, hypothesis.mistakes, decks, dealing)
        for wager, found in self.sample.wagers.items():
            law = self._wager(rules, wager, decks, dealing)
            if law is None:
                return None
            shown = _shown(found, law)
            total += of_wager(found, self.known[wager], shown)
            prints.append((wager, _print(shown)))
        for summary in self.sample.summaries:
            law = self._wager(rules, summary.wager, decks, dealing)
            if law is None:
                return None
            nets = _nets(law)
            total += of_mean(summary, nets)
            prints.append((summary.wager, _print(nets)))
        for deal in self._deals:
            value, mark = self._kinds(deal, decks, _suits_of(dealing), rules.war is None)
            total += value
            prints.append((deal, mark))
        return total, frozenset(prints)

    def _net(self, mistakes: tuple[str, ...], part: Part) -> Fraction:
        rules, dealing = self._apply(mistakes)
        return raised(round_net(part[0], rules), max(part[1], 1), dealing)

    def _game(
        self, rules: Rules, mistakes: tuple[str, ...], decks: int, dealing: Dealing
    ) -> tuple[float, list[object]]:
        """Weigh the rounds: parts that look alike are added, each sum is compared with the data."""
        if not self.sample.counts:
            return 0.0, []
        core = replace(dealing, further_wars=_once(dealing))
        law = self._laws(decks, core, rules.war is None)
        groups, total = self._named(mistakes, tuple(law))
        prints: list[object] = []
        for label, parts in groups:
            kept = (decks, core, label, parts)
            if kept not in self._seen:
                self._seen[kept] = self._weighed(label, [law[part] for part in parts])
            value, mark = self._seen[kept]
            total += value
            if mark:
                prints.append((label, mark))
        return total, prints

    def repeats(self, hypothesis: Hypothesis) -> Fraction:
        """Return the chance that two rounds have a dealer's card of one rank."""
        rules, decks, dealing = self._made(hypothesis)
        core = replace(dealing, further_wars=_once(dealing))
        return self._dealers(decks, core, rules.war is None)

    def _one_rank(self, decks: int, dealing: Dealing, no_war: bool) -> Fraction:
        whole = self._decided(decks, dealing, no_war)
        ranks = np.array([first_cards(chances).sum(axis=0) for chances in whole.values()])
        return Fraction(float((ranks.sum(axis=0) ** 2).sum()))

    def _made(self, hypothesis: Hypothesis) -> tuple[Rules, int, Dealing]:
        """Return the rules and the dealing of a hypothesis, and the decks dealt from."""
        rules, dealing = self._apply(hypothesis.mistakes)
        if hypothesis.decks is None:
            dealing = replace(dealing, put_back="each card")
        # With every card put back any number of decks is one.
        decks = 1 if dealing.put_back == "each card" else hypothesis.decks or 1
        return rules, decks, replace(dealing, marked=True)

    def _all_named(
        self, mistakes: tuple[str, ...], parts: tuple[Part, ...]
    ) -> tuple[list[tuple[Label, tuple[Part, ...]]], float]:
        """Return the parts that look alike, by what they look like, and the weight of the rest."""
        seen = self.sample.seen
        groups: dict[Label, list[Part]] = {}
        for part in parts:
            net = self._net(mistakes, part)
            apart = part[1] > 0 and (seen.war_player or seen.war_dealer)
            label = event_at(seen.level, part[0], net), net if seen.net else None, apart
            groups.setdefault(label, []).append(part)
        rest = [n.sum() for label, (_, n) in self._data.items() if label not in groups]
        return [(label, tuple(alike)) for label, alike in groups.items()], NEVER * float(sum(rest))

    def _weighed(self, label: Label, parts: list[Chances]) -> tuple[float, bytes]:
        chances = sum(parts[1:], parts[0])
        mark = b"" if not chances.any() else _rounded(chances)
        if label not in self._data:
            return 0.0, mark
        places, numbers = self._data[label]
        if not chances.size:
            return NEVER * float(numbers.sum()), mark
        inside = places >= 0
        found = np.where(inside, chances.ravel()[np.where(inside, places, 0)], 0.0)
        logs = np.full(found.shape, NEVER)
        np.log(found, out=logs, where=found > 0)
        return float((numbers * logs).sum()), mark

    def _law(self, decks: int, dealing: Dealing, no_war: bool) -> Law:
        """Return the chances of all parts, as far as cards can be seen."""
        seen = self.sample.seen

        def shown(chances: Chances) -> Chances:
            keep = [seen.player or seen.dealer, seen.war_player, seen.war_dealer]
            if chances.ndim < 3 or not (seen.war_player or seen.war_dealer):
                chances, keep = first_cards(chances), [seen.player, seen.dealer]
            unseen = tuple(axis for axis, kept in enumerate(keep) if not kept)
            return np.asarray(chances.sum(axis=unseen, keepdims=True))

        whole = self._decided(decks, dealing, no_war)
        return {part: shown(chances) for part, chances in whole.items()}

    def _decided(self, decks: int, dealing: Dealing, no_war: bool) -> Law:
        """Return the chances of all parts, at the share of ties that is surrendered."""
        if no_war:
            return self._parts(decks, dealing, None)
        share = float(self.surrendered)
        law: dict[Part, Chances] = {}
        for decision, weight in zip(DECISIONS, (1 - share, share), strict=True):
            if weight:
                for part, chances in self._parts(decks, dealing, decision).items():
                    law[part] = law[part] + weight * chances if part in law else weight * chances
        return law

    def _parts(
        self, decks: int, dealing: Dealing, decision: Decision | None
    ) -> dict[Part, Chances]:
        """Return the chances of all parts under one decision, of the rounds that are logged."""
        cards = self._dealt(decks, _cards_of(dealing))
        parts: dict[Part, Chances] = {("higher", 0): cards.higher, ("lower", 0): cards.lower}
        if decision == "war":
            for end, chances in cards.war.items():
                parts[event_on("war", end), 1] = cards.tied[:, None, None] * chances
            if dealing.further_wars != "none":
                del parts["war_tie", 1]
                parts.update(further(decks, dealing))
        else:
            parts["tie" if decision is None else "surrender", 0] = cards.tied
        logged = {part: each for part, each in parts.items() if part[0] not in dealing.unlogged}
        total = sum(float(chances.sum()) for chances in logged.values())
        return {part: chances / total for part, chances in logged.items()} if total else {}

    def _wager(
        self, rules: Rules, wager_id: str, decks: int, dealing: Dealing
    ) -> dict[tuple[str, Fraction], float] | None:
        """Return the law of a wager's event and net, as `mistakes.wager_law` does."""
        law: dict[tuple[str, Fraction], float] = {}
        if wager_id == "game":
            core = replace(dealing, further_wars=_once(dealing))
            for part, chance in self._ends(decks, core, rules.war is None):
                net = raised(round_net(part[0], rules), max(part[1], 1), dealing)
                law[part[0], net] = law.get((part[0], net), 0.0) + chance
            return law
        wager = next(each for each in rules.wagers if each.id == wager_id)
        if wager.role != "side" and dealing.further_wars != "none":
            return None
        table = _table(wager, self.paytables.get(wager_id))
        for event, chance in self._events(wager_id, decks, _first_war(dealing)):
            key = event, table.payout(event).net
            law[key] = law.get(key, 0.0) + chance
        return law or None

    def _all_ends(self, decks: int, dealing: Dealing, no_war: bool) -> list[tuple[Part, float]]:
        whole = self._decided(decks, dealing, no_war)
        return [(part, float(chances.sum())) for part, chances in whole.items()]

    def _all_kinds(
        self, deal: Deal, decks: int, dealing: Dealing, no_war: bool
    ) -> tuple[float, object]:
        """Weigh the kinds of pair in a deal, given that it is one and its round is logged."""
        parts = self._parts(decks, dealing, None if no_war else "war")
        cards = self._dealt(decks, _cards_of(dealing))
        kinds: dict[str, float] = {}
        for kind, chance in shown_pairs(deal, parts, cards, dealing):
            if kind != NO_PAIR:
                kinds[kind] = kinds.get(kind, 0.0) + chance
        total = sum(kinds.values())
        given = {kind: chance / total for kind, chance in kinds.items() if chance}
        return of_pairs(self.sample.pairs[deal], given), _print(given)

    def _all_events(self, wager_id: str, decks: int, dealing: Dealing) -> list[tuple[str, float]]:
        """Return the events of a wager, given that it is placed; what it pays changes none."""
        none, share = self.rules.war is None, self.surrendered
        wager = next(each for each in self.rules.wagers if each.id == wager_id)
        table = _table(wager, self.paytables.get(wager_id))
        if wager.role == "main":
            parts = self._decided(decks, dealing, none)
        else:
            surrenders = share == 1 and wager.deal == "first"
            parts = self._parts(decks, dealing, None if none else DECISIONS[surrenders])
        if wager.deal == "war":
            parts = {part: chances for part, chances in parts.items() if part[1]}
        total = sum(float(chances.sum()) for chances in parts.values())
        cards = self._dealt(decks, _cards_of(dealing))
        return [
            (event, chance / total)
            for event, chance in wager_events(wager, table, parts, cards, dealing)
            if total
        ]


def _once(dealing: Dealing) -> FurtherWars:
    """Return one name for all wars that repeat: their stakes change nothing that is dealt."""
    return "none" if dealing.further_wars == "none" else "same"


def _first_war(dealing: Dealing) -> Dealing:
    """Return a dealing as side wagers see it: they ride on the first war."""
    return replace(dealing, further_wars="none")


def _suits_of(dealing: Dealing) -> Dealing:
    """Return a dealing as far as the kinds of pair go: of which rank a pair is makes no odds."""
    return replace(
        dealing, further_wars="none", missing=frozenset(), aces_low=False, dealer_at_least=0
    )


def _cards_of(dealing: Dealing) -> Dealing:
    """Return a dealing as far as the cards and their comparison go."""
    return replace(dealing, further_wars="none", unlogged=frozenset(), marked=True)


def _groups(
    sample: Sample,
) -> dict[Label, tuple[npt.NDArray[np.int64], Chances]]:
    """Return the sample's rounds by event, net and whether war cards are shown: places, numbers."""
    seen, ranks = sample.seen, len(RANKS)

    def place(key: Key) -> int:
        """Return where a round's cards stand in the array of its part; −1 where nowhere."""
        axes: list[tuple[bool, int | None]] = [
            (seen.player, key.player),
            (seen.dealer, key.dealer),
        ]
        if key.war_player is not None or key.war_dealer is not None:
            if seen.player and seen.dealer and key.player != key.dealer:
                return -1
            tied = key.player if seen.player else key.dealer
            axes = [
                (seen.player or seen.dealer, tied),
                (seen.war_player, key.war_player),
                (seen.war_dealer, key.war_dealer),
            ]
        found = 0
        for shown, rank in axes:
            if shown:
                if rank is None:
                    return -1
                found = found * ranks + rank
        return found

    groups: dict[Label, list[tuple[int, int]]] = {}
    for key, number in sample.counts.items():
        apart = key.war_player is not None or key.war_dealer is not None
        groups.setdefault((key.event, key.net, apart), []).append((place(key), number))
    return {
        label: (
            np.array([each for each, _ in found], dtype=np.int64),
            np.array([number for _, number in found], dtype=np.float64),
        )
        for label, found in groups.items()
    }


def _table(wager: Wager, name: str | None) -> Paytable:
    named = [table for table in wager.paytables if table.name == name]
    return named[0] if named else wager.paytables[0]


def _shown(found: WagerSample, law: Mapping[tuple[str, Fraction], float]) -> dict[Paid, float]:
    shown: dict[Paid, float] = {}
    for key, chance in law.items():
        told = found.seen(key)
        shown[told] = shown.get(told, 0.0) + chance
    return shown


def _nets(law: Mapping[tuple[str, Fraction], float]) -> dict[Fraction, float]:
    nets: dict[Fraction, float] = {}
    for (_, net), chance in law.items():
        nets[net] = nets.get(net, 0.0) + chance
    return nets


def _print(chances: Mapping[Any, float]) -> object:
    return frozenset((key, round(each, ALIKE_TO)) for key, each in chances.items() if each)


def _rounded(chances: Chances) -> bytes:
    # Adding zero turns −0 into 0.
    return bytes((np.round(chances, ALIKE_TO) + 0.0).tobytes())
