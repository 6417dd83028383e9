"""Every hypothesis weighed in floating point, so that the exact engine need weigh the best alone.

There are some 15,000 of them: each mistake and each pair, at each deck count. Here a law is a few
arrays of chances, made from the numbers of cards left and shared by all hypotheses that deal
alike: what is paid only gives the arrays other names. Nothing is left out and nothing is bounded;
the suspects that come out best are weighed again by the exact engine, and the tests hold these
arrays against the exact laws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import log, pi

import numpy as np
import numpy.typing as npt

from warodds.cards import RANKS
from warodds.mistakes import Dealing, apply
from warodds.mistakes.dealt import shoe_of
from warodds.mistakes.model import MOST_WARS, FurtherWars, raised
from warodds.mistakes.repeats import repeated
from warodds.rules import Rules, Wager
from warodds.rules.model import Decision, Paytable, event_on
from warodds.settle import round_net
from warodds.verification.hypotheses import NEVER, Hypothesis
from warodds.verification.sample import Key, Sample, Summary, WagerSample, event_at

Chances = npt.NDArray[np.float64]
Part = tuple[str, int]
"""How a round ends, and in which war: 0 for none."""

Law = Mapping[Part, Chances]
Paid = tuple[str, Fraction | None]

ALIKE_TO = 11
"""Decimals to which chances must agree to be taken as one, until the exact laws are compared."""

DECISIONS: tuple[Decision, Decision] = ("war", "surrender")
_SAME = np.eye(len(RANKS), dtype=bool)


@dataclass(frozen=True)
class Dealt:
    """The chances of a dealing: first deals decided and tied, and the first war after each tie.

    `perfect` is the share of one suit among pairs of one rank, in the first deal and, by the rank
    first tied and the rank then paired, in a war; `coloured` that of one colour among the others.
    """

    higher: Chances
    lower: Chances
    tied: Chances
    war: Mapping[str, Chances]
    perfect: float
    war_perfect: Chances
    war_coloured: Chances


def dealt(decks: int, dealing: Dealing) -> Dealt:
    """Return the chances of a round's cards, compared as the dealing compares them."""
    held = np.array(shoe_of(decks, dealing).by_rank, dtype=np.float64)
    size, back = held.sum(), dealing.put_back == "each card"
    gone = 0.0 if back else 1.0
    high = np.arange(len(RANKS)) >= dealing.dealer_at_least
    most = held[high].sum()
    # The dealer's card is one of the high ones left after the player's.
    left = (held[None, :] - gone * _SAME) * high[None, :]
    first = (held / size)[:, None] * left / (most - gone * high)[:, None]
    full = dealing.put_back != "nothing"
    after = np.tile(held, (len(RANKS), 1)) - (0 if full else 2 * _SAME)
    after = np.maximum(after, 0)
    if dealing.dealer_at_least and not back:
        # `mistakes.dealt` says why a card that follows a redraw is a little more often a high one.
        player = after * np.where(high, (most - 1) / (most - 2), 1.0)[None, :] / (size - 1)
        others = most - 2 - high
    else:
        whole = size - (0 if full else 2)
        player = after / whole
        others = (most if dealing.dealer_at_least else whole) - gone * high
    ends = (after[:, None, :] - gone * _SAME[None, :, :]) * high[None, None, :]
    war = player[:, :, None] * np.maximum(ends, 0) / others[None, :, None]
    perfect, war_perfect, war_coloured = _suits(decks, dealing, back)
    share = 1.0 if dealing.unlike_suits == "tie" else perfect
    pairs = np.diagonal(first)
    higher, lower = _compared(first, share, dealing)
    tied = pairs * share
    war_share = np.ones_like(war_perfect) if dealing.unlike_suits == "tie" else war_perfect
    war_higher, war_lower = _compared(war, war_share[:, :, None], dealing)
    ties = war * _SAME[None, :, :] * war_share[:, :, None]
    return Dealt(
        higher,
        lower,
        tied,
        {"higher": war_higher, "tie": ties, "lower": war_lower},
        perfect,
        war_perfect,
        war_coloured,
    )


def _suits(decks: int, dealing: Dealing, back: bool) -> tuple[float, Chances, Chances]:
    """Return the shares of one suit among pairs, and of one colour among the rest.

    Any two cards of a rank are of one suit as often as any other two (M1), unless it is known that
    two of one suit, and only such, have gone: then so many of the four suits are left.
    """
    perfect = 0.25 if back else (decks - 1) / (4 * decks - 1)
    war_perfect = np.full((len(RANKS), len(RANKS)), perfect)
    war_coloured = np.full((len(RANKS), len(RANKS)), 1 / 3)
    if dealing.unlike_suits != "tie" and dealing.put_back == "nothing":
        one, other = max(decks - 2, 0), decks
        same = one * (one - 1) + 3 * other * (other - 1)
        colour = 2 * one * other + 2 * other * other
        mixed = 2 * (one + other) * 2 * other
        war_perfect[_SAME] = same / (same + colour + mixed)
        war_coloured[_SAME] = colour / (colour + mixed)
    return perfect, war_perfect, war_coloured


def _compared(cards: Chances, ties: Chances | float, dealing: Dealing) -> tuple[Chances, Chances]:
    """Return the chances of cards that compare as higher and as lower, the last two axes."""
    order = (np.arange(len(RANKS)) + dealing.aces_low) % len(RANKS)
    above = order[:, None] > order[None, :]
    rest = cards * _SAME * (1 - ties)
    share = {"higher": 1.0, "split": 0.5}.get(dealing.unlike_suits, 0.0)
    return cards * above + rest * share, cards * above.T + rest * (1 - share)


class Screen:
    """Weighs hypotheses on one sample."""

    def __init__(
        self,
        rules: Rules,
        sample: Sample,
        surrendered: Fraction,
        paytables: Mapping[str, str | None],
    ) -> None:
        self.rules = rules
        self.sample = sample
        self.surrendered = surrendered
        self.paytables = paytables
        self._apply = cache(lambda mistakes: apply(rules, mistakes))
        self._dealt = cache(dealt)
        self._laws = cache(self._law)
        self._seen: dict[object, tuple[float, bytes]] = {}
        self._data = _groups(sample)
        self._nets = cache(self._net)
        self._ends = cache(self._all_ends)
        self._events = cache(self._all_events)

    def weigh(self, hypothesis: Hypothesis) -> tuple[float, object] | None:
        """Return the log-likelihood, and something equal for equal laws; None without a law."""
        rules, dealing = self._apply(hypothesis.mistakes)
        if hypothesis.decks is None:
            dealing = replace(dealing, put_back="each card")
        # With every card put back any number of decks is one.
        decks = 1 if dealing.put_back == "each card" else hypothesis.decks or 1
        dealing = replace(dealing, marked=True)
        total, prints = self._game(rules, hypothesis.mistakes, decks, dealing)
        for wager, found in self.sample.wagers.items():
            law = self._wager(rules, wager, decks, dealing)
            if law is None:
                return None
            total += _weighed_wager(found, law)
            prints.append((wager, _print_of(found, law)))
        for summary in self.sample.summaries:
            law = self._wager(rules, summary.wager, decks, dealing)
            if law is None:
                return None
            value, mark = _weighed_mean(summary, law)
            total += value
            prints.append((summary.wager, mark))
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
        seen = self.sample.seen
        groups: dict[tuple[str, Fraction | None, bool], list[Part]] = {}
        for part in law:
            net = self._nets(mistakes, part)
            apart = part[1] > 0 and (seen.war_player or seen.war_dealer)
            label = event_at(seen.level, part[0], net), net if seen.net else None, apart
            groups.setdefault(label, []).append(part)
        total = sum(
            NEVER * numbers.sum() for key, (_, numbers) in self._data.items() if key not in groups
        )
        prints: list[object] = []
        for label, parts in groups.items():
            kept = (decks, core, label, tuple(parts))
            if kept not in self._seen:
                self._seen[kept] = self._weighed(label, [law[part] for part in parts])
            value, mark = self._seen[kept]
            total += value
            if mark:
                prints.append((label, mark))
        return float(total), prints

    def _weighed(
        self, label: tuple[str, Fraction | None, bool], parts: list[Chances]
    ) -> tuple[float, bytes]:
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
                chances, keep = _first(chances), [seen.player, seen.dealer]
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
                parts.update(_further(decks, dealing))
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
            for event, chance in _events(wager, table, parts, cards, dealing)
            if total
        ]


def _first(chances: Chances) -> Chances:
    """Return the chances of the first deal's two cards in a part."""
    if chances.ndim == 3:
        chances = chances.sum(axis=(1, 2))
    return np.diag(chances) if chances.ndim == 1 else chances


def _once(dealing: Dealing) -> FurtherWars:
    """Return one name for all wars that repeat: their stakes change nothing that is dealt."""
    return "none" if dealing.further_wars == "none" else "same"


def _first_war(dealing: Dealing) -> Dealing:
    """Return a dealing as side wagers see it: they ride on the first war."""
    return replace(dealing, further_wars="none")


def _cards_of(dealing: Dealing) -> Dealing:
    """Return a dealing as far as the cards and their comparison go."""
    return replace(dealing, further_wars="none", unlogged=frozenset(), marked=True)


def _further(decks: int, dealing: Dealing) -> Iterator[tuple[Part, Chances]]:
    """Yield the chances of rounds that go on after a tied war, by the war that decides them."""
    shoe = shoe_of(decks, dealing)
    back = dealing.put_back == "each card"
    there = [rank for rank, cards in enumerate(shoe.by_rank) if cards]
    one, two, three = there[:3]
    ends = np.zeros((MOST_WARS, *3 * (len(RANKS),)))
    tied, player, dealer = np.ix_(*3 * (np.arange(len(RANKS)),))
    # Ranks are alike but for which of the four cards at both ends share one.
    for place, mask in (
        ((one, one, one), (tied == player) & (player == dealer)),
        ((one, one, two), (tied == player) & (player != dealer)),
        ((one, two, one), (tied == dealer) & (player != dealer)),
        ((one, two, two), (tied != player) & (player == dealer)),
        ((one, two, three), (tied != player) & (player != dealer) & (tied != dealer)),
    ):
        for ties, chance in enumerate(repeated(shoe, back, MOST_WARS, *place)):
            ends[ties][np.broadcast_to(mask, ends[ties].shape)] = float(chance)
    missing = [rank for rank in range(len(RANKS)) if rank not in there]
    ends[:, missing] = ends[:, :, missing] = ends[:, :, :, missing] = 0
    for ties in range(1, MOST_WARS):
        higher, lower = _compared(ends[ties] * ~_SAME, 1.0, dealing)
        yield ("war_higher", ties + 1), higher
        yield ("war_lower", ties + 1), lower
    yield ("war_tie", MOST_WARS), ends[MOST_WARS - 1] * _SAME


def _groups(
    sample: Sample,
) -> dict[tuple[str, Fraction | None, bool], tuple[npt.NDArray[np.int64], Chances]]:
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

    groups: dict[tuple[str, Fraction | None, bool], list[tuple[int, int]]] = {}
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


def _events(
    wager: Wager, table: Paytable, parts: Law, cards: Dealt, dealing: Dealing
) -> Iterator[tuple[str, float]]:
    """Yield the events of a wager with their chances, some more than once."""
    first = wager.deal == "first"
    for (end, _), chances in parts.items():
        if wager.role == "main":
            yield end, float(chances.sum())
            continue
        if first:
            seen = _first(chances)
            kinds = np.full((len(RANKS), 2), (cards.perfect, 1 / 3))
            comparison = end if end in ("higher", "lower") else "tie"
        else:
            seen = chances
            kinds = np.stack([cards.war_perfect, cards.war_coloured], axis=-1)
            comparison = end.removeprefix("war_")
        shown: Iterable[tuple[str, float]]
        if wager.on == "comparison":
            shown = [(comparison, float(seen.sum()))]
        elif wager.on == "pair":
            shown = _pairs(seen, kinds, comparison, dealing)
        else:
            axis = -2 if wager.on == "player_rank" else -1
            others = tuple(each for each in range(seen.ndim) if each != seen.ndim + axis)
            shown = zip(RANKS, map(float, seen.sum(axis=others)), strict=True)
        named = wager.named
        for event, chance in shown:
            told = "other" if named and event not in named else event
            yield table.payout(event_on(wager.deal, told)).event, chance


def _pairs(
    cards: Chances, kinds: Chances, comparison: str, dealing: Dealing
) -> Iterator[tuple[str, float]]:
    """Yield the kinds of pair; where suits count, pairs that tie are perfect and others are not."""
    pairs = np.diagonal(cards, axis1=-2, axis2=-1)
    perfect, coloured = kinds[..., 0], kinds[..., 1]
    if dealing.unlike_suits != "tie":
        perfect = np.full_like(perfect, comparison == "tie")
    rest = pairs * (1 - perfect)
    yield "perfect", float((pairs * perfect).sum())
    yield "coloured", float((rest * coloured).sum())
    yield "mixed", float((rest * (1 - coloured)).sum())
    yield "no_pair", float(cards.sum() - pairs.sum())


def _weighed_wager(found: WagerSample, law: Mapping[tuple[str, Fraction], float]) -> float:
    shown = _shown(found, law)
    chances = ((shown.get(key, 0.0), number) for key, number in found.counts.items())
    return sum(number * (log(chance) if chance > 0 else NEVER) for chance, number in chances)


def _print_of(found: WagerSample, law: Mapping[tuple[str, Fraction], float]) -> object:
    shown = _shown(found, law)
    return frozenset((key, round(each, ALIKE_TO)) for key, each in shown.items() if each)


def _shown(found: WagerSample, law: Mapping[tuple[str, Fraction], float]) -> dict[Paid, float]:
    shown: dict[Paid, float] = {}
    for key, chance in law.items():
        told = found.seen(key)
        shown[told] = shown.get(told, 0.0) + chance
    return shown


def _weighed_mean(
    summary: Summary, law: Mapping[tuple[str, Fraction], float]
) -> tuple[float, object]:
    """Weigh a mean by the normal law; also what tells this law of nets from others."""
    nets: dict[Fraction, float] = {}
    for (_, net), chance in law.items():
        nets[net] = nets.get(net, 0.0) + chance
    mean = sum(float(net) * chance for net, chance in nets.items())
    spread = sum(float(net) ** 2 * chance for net, chance in nets.items()) - mean**2
    spread /= summary.rounds
    off = max(abs(float(summary.mean) - mean) - float(summary.slack), 0.0)
    mark = frozenset((net, round(chance, ALIKE_TO)) for net, chance in nets.items() if chance)
    if spread <= 0:
        return NEVER * summary.rounds, mark
    return -(off**2) / (2 * spread) - log(2 * pi * spread) / 2, mark


def _rounded(chances: Chances) -> bytes:
    # Adding zero turns −0 into 0.
    return bytes((np.round(chances, ALIKE_TO) + 0.0).tobytes())
