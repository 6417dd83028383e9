"""`warodds.verify`: read, judge, and on failure name the suspects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from warodds.errors import WaroddsError, listed, nearest
from warodds.law import Law
from warodds.mistakes import law_of
from warodds.precision import exact
from warodds.rules import Rules, load
from warodds.rules.cut import forbidden
from warodds.rules.model import Decision
from warodds.settle import round_net
from warodds.verification.judging.hypotheses import (
    Engine,
    Hypothesis,
    Laws,
    choose_paytables,
    surrendered_share,
)
from warodds.verification.judging.judge import held, impossible_keys, judge, why
from warodds.verification.judging.power import powers
from warodds.verification.judging.shoes import shared_shoes
from warodds.verification.model import Unresolved, Verification
from warodds.verification.reading.clusters import cluster_of
from warodds.verification.reading.collected import troubles_of
from warodds.verification.reading.numbers import number_of
from warodds.verification.reading.read import Collected, How, collect
from warodds.verification.reading.rounds import Tally
from warodds.verification.reading.source import Watch, is_frame, tables
from warodds.verification.reading.summaries import summary_of
from warodds.verification.sample import FIRST, Key, Sample, Seen, Trouble
from warodds.verification.suspicion.rank import Watched
from warodds.verification.suspicion.rank import suspects as rank_suspects
from warodds.verification.suspicion.resolution import unresolved

ALPHA = Fraction(1, 1000)


def verify(
    rules: Rules | str | Path,
    data: Any = None,
    *,
    decks: int | None = None,
    decision: Decision | None = None,
    rounds: int | str | None = None,
    mean: Fraction | str | float | None = None,
    total: Fraction | str | float | None = None,
    wager: str | None = None,
    columns: Mapping[str, str] | None = None,
    cards: str = "written",
    unit: Fraction | int | str = 1,
    two_lines: bool | None = None,
    paytable: str | None = None,
    alpha: Fraction | str = ALPHA,
    detect: Fraction | str | None = None,
    suspects: bool | None = None,
    cut: int | None = None,
    watch: Watch | None = None,
    watch_suspects: Watched = iter,
) -> Verification:
    """Judge a simulator's output against the exact law of a game.

    `data` is a mapping of counts, a path or several, or any object with the Arrow or data frame
    interchange; without it, `rounds` with a `mean` or a `total`. Suspects are named where rounds
    disagree with the law, always with `suspects=True`, never with `suspects=False`.

    >>> counts = {"higher": 463023, "lower": 463022, "war_higher": 34242, "war_lower": 34242,
    ...           "war_tie": 5471}
    >>> verify("pennsylvania", counts, decks=6).passed
    True
    """
    rules = rules if isinstance(rules, Rules) else load(rules)
    decks = _decks(rules, decks)
    level = _chance(alpha, "alpha")
    if decision is not None and (rules.war is None or decision not in ("war", "surrender")):
        raise WaroddsError(f"decision {decision!r}; expected 'war' or 'surrender'")
    how = How(dict(columns or {}), cards, _number(unit, "unit"), two_lines, _wager(rules, wager))
    tie_share = _tie_share(rules, decks)
    with _source(data, rounds, mean, total, rules, how, watch) as source:
        collected = (
            source if isinstance(source, Collected) else collect(source, rules, how, tie_share)
        )
        collected.payouts = _payouts(rules)
        sample = collected.sample
        _check_usable(sample)
        for summary in sample.summaries:
            _wager(rules, summary.wager)
        share = _surrendered(decision, sample, rules, tie_share)
        tables_of, notes = choose_paytables(rules, decks, sample.wagers, paytable)
        engine = Engine(rules, sample, share, tables_of)
        laws = engine.laws(Hypothesis(decks))
        lost = int(share not in (0, 1))
        unmarked = None if collected.clustered_by else cut
        shoes = shared_shoes(rules, decks, unmarked, share, sample, tables_of)
        found = judge(collected, laws, level, lost, shoes)
        judged = held(found[1], level)
        impossible = (*_impossible(collected, laws, rules), *_impossible_wagers(collected, laws))
        wrong = bool(impossible) or not all(each.passed for each in judged)
        suspicion = None
        if suspects or (wrong and suspects is not False):
            suspicion = rank_suspects(
                collected, engine, decks, level, lost, found, watch_suspects, unmarked
            )
        unseen = (
            ()
            if wrong or sample.troubles
            else _unresolved(engine, decks, level / max(len(judged), 1))
        )
    error = None if detect is None else _number(detect, "detect")
    return Verification(
        rules,
        decks,
        None if rules.war is None else share,
        level,
        sample,
        tuple(found[0]),
        judged,
        impossible,
        powers(collected, laws, level, len(judged), error),
        unseen,
        suspicion,
        (
            *sample.notes,
            *notes,
            *_unit_note(collected, laws),
            *_assumptions(collected, cut, lost),
            *_not_permitted(rules, decks, cut),
        ),
    )


def _unresolved(engine: Engine, decks: int, alpha: Fraction) -> tuple[Unresolved, ...]:
    """Return what the rounds were too few to find; numpy may be missing, and that is no fault."""
    try:
        return unresolved(engine, decks, alpha)
    except ImportError:
        return ()


@contextmanager
def _source(
    data: Any, rounds: Any, mean: Any, total: Any, rules: Rules, how: How, watch: Watch | None
) -> Iterator[Any]:
    """Open what was given: figures, a mapping, paths or a data frame."""
    if data is None:
        if rounds is None or (mean is None) == (total is None):
            raise WaroddsError(
                "nothing to verify; expected data, or rounds with either a mean or a total"
            )
        if how.columns or how.two_lines is not None:
            raise WaroddsError("columns and lines are of a file, and none is given")
        told = {"rounds": str(rounds)}
        told["mean" if total is None else "total"] = str(mean if total is None else total)
        summary = summary_of(told, "as told", rules, how.wager, how.unit)
        sample = Sample(Seen("none"), {}, summaries=(summary,))
        yield Collected(sample, {}, "", None, Tally(), str, ())
    elif rounds is not None or mean is not None or total is not None:
        raise WaroddsError("rounds, mean and total are told by the data; expected one or the other")
    elif isinstance(data, Mapping):
        yield [data]
    elif is_frame(data) or isinstance(data, str | Path | Sequence):
        with tables(data, watch) as opened:
            yield opened
    else:
        raise WaroddsError(
            f"a {type(data).__name__} cannot be verified; expected a mapping of counts, a path, "
            "or an object with __arrow_c_stream__ or __dataframe__"
        )


def _decks(rules: Rules, decks: int | None) -> int:
    if decks is None:
        return 6 if 6 in rules.decks else rules.decks.at_least or rules.decks.permitted[0]
    if not 1 <= decks <= 1000:
        raise WaroddsError(f"{decks} decks; expected 1 to 1000")
    return decks


def _number(value: Any, name: str) -> Fraction:
    found = number_of(str(value))
    if not found or found < 0:
        raise WaroddsError(f"{name} {str(value)[:60]!r}; expected a number greater than 0")
    return found


def _chance(value: Any, name: str) -> Fraction:
    found = _number(value, name)
    if not 0 < found < 1:
        raise WaroddsError(f"{name} {str(value)!r}; expected a number between 0 and 1")
    return found


def _wager(rules: Rules, wager: str | None) -> str | None:
    known = [*(each.id for each in rules.wagers), "game"]
    if wager is not None and wager not in known:
        raise WaroddsError(f"no wager {wager!r}; expected {listed(known)}{nearest(wager, known)}")
    return wager


def _payouts(rules: Rules) -> dict[str, Fraction]:
    events = [payout.event for payout in rules.main_wager.paytables[0].payouts]
    return {event: round_net(event, rules) for event in events}


def _tie_share(rules: Rules, decks: int) -> Fraction:
    law = law_of(rules, decks, None if rules.war is None else "war")
    return sum((law.probability(c) for c in law.ways if c.event not in FIRST), Fraction())


def _surrendered(
    decision: Decision | None, sample: Sample, rules: Rules, tie_share: Fraction
) -> Fraction:
    if decision is not None:
        return Fraction(int(decision == "surrender"))
    return surrendered_share(sample.counts, rules, tie_share)


def _check_usable(sample: Sample) -> None:
    """Refuse what holds no rounds, or nothing but rows that make no sense."""
    rows = sum(trouble.rows for trouble in sample.troubles)
    told = sample.rounds + sum(found.rounds for found in sample.wagers.values())
    if rows and rows >= told:
        worst = sample.troubles[0]
        hint = "".join(f". {note}" for note in sample.notes if "--cards" in note)
        raise WaroddsError(
            f"{rows} of {rows + told} rows make no sense, first {worst.reason}"
            f"{f' ({worst.where})' if worst.where else ''}{hint.removesuffix('.')}"
        )
    if not told and not sample.summaries:
        raise WaroddsError("the data hold no rounds; expected at least one")


def _impossible(collected: Collected, laws: Laws, rules: Rules) -> tuple[Trouble, ...]:
    by_reason: dict[str, list[Key]] = {}
    numbers = impossible_keys(collected, laws)
    for key in numbers:
        by_reason.setdefault(why(key, laws.game, rules), []).append(key)
    return troubles_of(
        collected,
        {reason: sum(numbers[key] for key in keys) for reason, keys in by_reason.items()},
        {reason: collected.rows_of(keys) for reason, keys in by_reason.items()},
    )


def _impossible_wagers(collected: Collected, laws: Laws) -> list[Trouble]:
    found = []
    for wager, sample in collected.sample.wagers.items():
        law: Law[tuple[str, Fraction | None]] = laws.wagers[wager]
        for (event, net), number in sample.counts.items():
            if number and (event, net) not in law.ways:
                word = f"{event} " if event else ""
                told = "" if net is None else f"nets {net}"
                paid = ", ".join(sorted({str(n) for e, n in law.ways if e == event or not event}))
                rows = collected.tally.wager_rows.get((wager, event, net), [])
                found.append(
                    Trouble(
                        f"{wager}: {word}{told}; the rules pay {paid or 'no such event'}",
                        number,
                        collected.where(rows),
                    )
                )
    return found


def _unit_note(collected: Collected, laws: Laws) -> Iterator[str]:
    """Say so where nets that no rule pays would all be right in another unit."""
    shown = {key.net for key in collected.sample.counts if key.net}
    legal = {key.net for key in laws.game.ways}
    if not shown or shown <= legal or collected.tally.staked:
        return
    least = min(abs(net) for net in shown if net is not None)
    for unit in (least, 2 * least):
        if all(net / unit in legal for net in shown if net is not None):
            told = exact(unit)
            yield f"Every net is one of the rules' in units of {told}: try --unit {told}."
            return


def _not_permitted(rules: Rules, decks: int, cut: int | None) -> Iterator[str]:
    """Say so where the rules do not permit what was judged."""
    if decks not in rules.decks:
        cited = f" ({rules.decks.clause})" if rules.decks.clause else ""
        count = f"{decks} deck{'' if decks == 1 else 's'}"
        yield f"{rules.name} does not permit {count}; permitted are {rules.decks}{cited}."
    limit = "" if cut is None else forbidden(rules.cut_card, decks, cut)
    if limit:
        yield f"{rules.name} does not permit a cut of {cut} cards; it wants {limit}."


def _assumptions(collected: Collected, cut: int | None, lost: int) -> Iterator[str]:
    """Say what was assumed about how rounds hang together."""
    sample = collected.sample
    if collected.clustered_by and collected.clusters:
        number = max(found.clusters for found in collected.clusters.values())
        yield (
            f"Rounds with one {collected.clustered_by!r} are taken to depend on each other: "
            f"standard errors over {number} clusters, which are taken to be independent."
        )
        yield (
            "Pairs of ranks and war cards are tested as independent"
            f"{', on the first seat alone' if sample.lead is not None else ''}."
        )
    elif sample.lead is not None:
        yield "Seats share a dealer's card and nothing tells which: taken as independent."
    elif cut is None:
        told = any(cluster_of(reader.columns)[0] for _, reader in collected.tables)
        yield (
            "Rounds are taken to be independent"
            f"{'' if told else ': no shoe, seat or session is told'}."
        )
    if cut is not None and not collected.clustered_by:
        yield (
            f"Rounds come from whole shoes of one box, {cut} cards behind the cut card, and no "
            "column tells which from which: outcomes, means and variances are judged by the exact "
            "means and covariances over a whole shoe; of wagers on ranks and pairs the mean, and "
            "cards by the law of a fresh shoe."
        )
    if lost:
        yield "The share of ties surrendered is the player's choice and was taken from the data."
    for summary in sample.summaries:
        if summary.slack:
            yield (
                f"The mean of {summary.wager} is taken as rounded to within "
                f"±{exact(summary.slack)}, in favour of the data."
            )
