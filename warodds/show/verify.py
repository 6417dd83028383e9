"""`warodds verify`: what was read, every test, what it could have found, suspects, a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from warodds.mistakes import MISTAKES
from warodds.precision import decimal, exact, percent
from warodds.show.table import Presentation, Table
from warodds.show.words import count
from warodds.verification.judging.measures import Share, Test
from warodds.verification.model import Suspicion, Verification

ALIKE = 3
"""As many explanations that cannot be told apart are named in the verdict."""

LEAST_SHOWN = Decimal("1E-999000")
"""A smaller p-value is at the end of what decimals reach."""

UNRESOLVED = 6
"""As many mistakes that a sample was too small to find are named."""


def present_verification(result: Verification, digits: int) -> Presentation:
    """Return a verification, ready to be shown."""
    tables = [_tests_table(result, digits)]
    if result.shares:
        tables.insert(0, _shares_table(result, digits))
    if result.impossible or result.sample.troubles:
        tables.insert(0, _nonsense_table(result))
    if result.suspicion is not None and result.suspicion.suspects:
        tables.append(_suspects_table(result.suspicion))
    rules = result.rules
    return Presentation(
        f"{rules.name}, {count(result.decks, 'deck')}, {_decided(result)}: "
        f"{count(result.rounds, 'round')} verified",
        (f"{rules.source.title}{f' ({rules.source.date})' if rules.source.date else ''}",),
        tuple(tables),
        tuple(_notes(result, digits)),
        lambda: [_record(judged.test, judged.adjusted, judged.passed) for judged in result.tests],
        lambda: _data(result),
        verdict_of(result),
    )


def _decided(result: Verification) -> str:
    if result.surrendered is None:
        return "a tie ends the round"
    if result.decision == "mixed":
        return f"{percent(result.surrendered, 4)} of the ties are surrendered, as in the data"
    return "every tie goes to war" if result.decision == "war" else "every tie is surrendered"


def verdict_of(result: Verification) -> str:
    """Return the verdict in one line."""
    game = f"{result.rules.name} with {count(result.decks, 'deck')}"
    rounds, made = count(result.rounds, "round"), count(len(result.tests), "test")
    if result.passed:
        return (
            f"PASS: {rounds} {'agrees' if result.rounds == 1 else 'agree'} with the exact law of "
            f"{game} ({made}, alpha {exact(result.alpha)})."
        )
    causes = []
    if result.sample.troubles:
        rows = sum(trouble.rows for trouble in result.sample.troubles)
        causes.append(f"{count(rows, 'row')} without sense")
    if result.impossible:
        rows = sum(trouble.rows for trouble in result.impossible)
        causes.append(f"{count(rows, 'round')} that cannot happen")
    if result.failures:
        worst = result.failures[0].test
        causes.append(
            f"{len(result.failures)} of {made} failed, first {worst.about}, {worst.name} "
            f"(p {_p(worst.p)})"
        )
    # Rows without sense are no rounds that a mistake could explain.
    wrong = result.impossible or result.failures
    explained = _explained(result.suspicion) if wrong else ""
    return f"FAIL: not {game}: {'; '.join(causes)}.{explained}"


def _explained(suspicion: Suspicion | None) -> str:
    if suspicion is None:
        return ""
    if not suspicion.suspects:
        return " No known mistake explains it."
    best = suspicion.suspects[0]
    if not suspicion.explained:
        nearest = f"; nearest, but not it: {best.name}" if best.assumptions == 1 else ""
        return f" No known mistake explains it{nearest}."
    also = f", or {' or '.join(best.alike[:ALIKE])}" if best.alike else ""
    more = f" or {len(best.alike) - ALIKE} more" if len(best.alike) > ALIKE else ""
    rivals = [rival.name for rival in suspicion.rivals]
    if len(rivals) > ALIKE:
        rivals[ALIKE:] = [f"{len(rivals) - ALIKE} more"]
    could = f"; {', '.join(rivals)} could be as well" if rivals else ""
    return f" Most likely mistake: {best.name}{also}{more}{could}."


def _p(p: Decimal) -> str:
    """Return a p-value as people read it."""
    if p == 0:
        return "0"
    if p < LEAST_SHOWN:
        return f"<{LEAST_SHOWN:.0e}".replace("E", "e")
    return f"{p:.4f}" if p >= Decimal("0.001") else f"{p:.1e}".replace("E", "e")


def _statistic(value: Decimal | Fraction | tuple[int, int], digits: int) -> str:
    if isinstance(value, Fraction):
        return decimal(value, digits)
    if isinstance(value, tuple):
        return f"{value[0]} of {value[1]}"
    return f"X² = {value:.4g}"


def _tests_table(result: Verification, digits: int) -> Table:
    rows = tuple(
        (
            judged.test.about,
            judged.test.name,
            _statistic(judged.test.statistic, digits),
            judged.test.method,
            _p(judged.test.p),
            _p(judged.adjusted),
            "pass" if judged.passed else "FAIL",
        )
        for judged in result.tests
    )
    headings = ("of", "test", "found", "method", "p", "Holm", "")
    return Table(f"Tests, family-wise at {exact(result.alpha)}", headings, rows, "llrlrrl")


def _shares_table(result: Verification, digits: int) -> Table:
    rows = tuple(
        (
            share.about,
            share.outcome,
            "" if share.net is None else exact(share.net),
            str(share.observed),
            decimal(share.chance * share.rounds, 1),
            decimal(Fraction(share.observed, share.rounds), digits),
            decimal(share.chance, digits),
            f"{decimal(Fraction(share.low), digits)} … {decimal(Fraction(share.high), digits)}",
            _p(share.p),
        )
        for share in result.shares
    )
    level = percent(1 - result.alpha, 6).replace("000 %", " %").replace("00 %", " %")
    headings = ("of", "outcome", "pays", "observed", "expected", "share", "chance")
    return Table("Outcomes", (*headings, f"{level} interval", "p"), rows, "llrrrrrrr")


def _nonsense_table(result: Verification) -> Table:
    rows = [
        *(
            (str(found.rows), f"cannot happen: {found.reason}", found.where)
            for found in result.impossible
        ),
        *(
            (str(found.rows), f"makes no sense: {found.reason}", found.where)
            for found in result.sample.troubles
        ),
    ]
    return Table("Rows that no rule allows", ("rows", "why", "first"), tuple(rows), "rll")


def _suspects_table(suspicion: Suspicion) -> Table:
    rows = tuple(
        (
            str(place),
            suspect.name,
            _p(suspect.p) if suspect.p else "impossible",
            "explains all" if suspect.passes else "no",
            f"{suspect.score:.1f}",
            ", ".join(suspect.alike[:ALIKE]) + (" …" if len(suspect.alike) > ALIKE else ""),
        )
        for place, suspect in enumerate(suspicion.suspects, 1)
    )
    headings = (
        "",
        "suspect",
        "least p under it",
        "verdict",
        "log-likelihood",
        "not to be told from",
    )
    return Table("Suspects, best first", headings, rows, "rlrlrl")


def _notes(result: Verification, digits: int) -> Iterator[str]:
    yield from result.notes
    merged = [judged.test for judged in result.tests if judged.test.merged]
    if merged:
        named = ", ".join(f"{test.about} {test.name} ({test.merged})" for test in merged)
        yield f"Cells that expect fewer than 10 were merged: {named}."
    for power in result.power:
        error = decimal(Fraction(power.error), digits + 2)
        yield (
            f"An error of {error} in the edge of {power.about} would have been found with 99 % "
            f"power by its mean over {count(power.rounds, 'round')}."
        )
        if power.detect is not None:
            yield (
                f"To find an error of {exact(power.detect)} in the edge of {power.about} with 99 % "
                f"power takes {count(power.needed or 0, 'round')}."
            )
    if result.unresolved:
        yield f"Too few rounds to find, with the least that would: {_unresolved(result)}."
    if result.suspicion is not None:
        yield from _suspicions(result.suspicion, digits)


def _unresolved(result: Verification) -> str:
    mistakes: dict[str, int] = {}
    for each in result.unresolved:
        for name in each.mistakes:
            family = MISTAKES[name].family
            mistakes.setdefault(f"{family}-RANK" if family else name, each.rounds)
    named = [f"{name} ({_about(rounds)})" for name, rounds in [*mistakes.items()][:UNRESOLVED]]
    if len(mistakes) > UNRESOLVED:
        named.append(f"{len(mistakes) - UNRESOLVED} more")
    others = [each for each in result.unresolved if not each.mistakes]
    if others:
        number = count(len(others), "other deck count")
        named.append(f"{number}, {others[0].name} first ({_about(others[0].rounds)})")
    return "; ".join(named)


def _about(number: int) -> str:
    """Return a number to two digits, rounded up."""
    size = 10 ** max(len(str(number)) - 2, 0)
    return str(-(-number // size) * size)


def _suspicions(suspicion: Suspicion, digits: int) -> Iterator[str]:
    if suspicion.suspects and suspicion.suspects[0].summary:
        yield f"{suspicion.suspects[0].name}: {suspicion.suspects[0].summary}"
    rivals = [each for each in suspicion.rivals if each.rounds is not None]
    if rivals:
        named = "; ".join(f"{each.name} ({_about(each.rounds or 0)})" for each in rivals)
        yield (
            f"These data cannot tell {suspicion.suspects[0].name} from others, with the least "
            f"rounds that would: {named}."
        )
    for found in suspicion.departures:
        yield f"Departs: {_departure(found, digits)}."
    if not suspicion.explained:
        lawless = (f"{each.name} ({each.summary})" for each in MISTAKES.values() if not each.exact)
        yield f"Not weighed, for want of an exact law: {'; '.join(lawless)}"
    hidden = [name for name in suspicion.invisible if name != "no-burn"]
    if hidden:
        yield f"Not to be seen in these data: {', '.join(hidden)}."
    if not suspicion.pairs:
        yield "Pairs of mistakes were not weighed: that needs pip install 'warodds[verify]'."
    if "no-burn" in suspicion.invisible:
        yield "Not to be seen in any data: a missing burn, which moves no probability (M1)."


def _departure(found: Share | Test, digits: int) -> str:
    if isinstance(found, Share):
        return (
            f"{found.outcome} ({found.about}) came {found.observed} times where "
            f"{decimal(found.chance * found.rounds, 1)} were expected (p {_p(found.p)})"
        )
    shown = _statistic(found.statistic, digits)
    return f"{found.about}, {found.name}: {shown} (p {_p(found.p)})"


def _record(test: Test, adjusted: Decimal, passed: bool) -> dict[str, str]:
    value = test.statistic
    return {
        "of": test.about,
        "test": test.name,
        "statistic": f"{value[0]}/{value[1]}" if isinstance(value, tuple) else str(value),
        "method": test.method,
        "p": str(test.p),
        "p_holm": str(adjusted),
        "verdict": "pass" if passed else "fail",
    }


def _data(result: Verification) -> Mapping[str, Any]:
    suspicion = result.suspicion
    return {
        "schema": "warodds/verify/1",
        "jurisdiction": result.rules.id,
        "decks": result.decks,
        "decision": result.decision,
        "surrendered": None if result.surrendered is None else str(result.surrendered),
        "alpha": str(result.alpha),
        "rounds": result.rounds,
        "passed": result.passed,
        "verdict": verdict_of(result),
        "outcomes": [
            {
                "of": share.about,
                "outcome": share.outcome,
                "net": None if share.net is None else str(share.net),
                "observed": share.observed,
                "rounds": share.rounds,
                "chance": str(share.chance),
                "interval": [str(share.low), str(share.high)],
                "p": str(share.p),
            }
            for share in result.shares
        ],
        "tests": [_record(each.test, each.adjusted, each.passed) for each in result.tests],
        "impossible": [_trouble(found) for found in result.impossible],
        "nonsense": [_trouble(found) for found in result.sample.troubles],
        "power": [
            {
                "of": power.about,
                "rounds": power.rounds,
                "detectable_error": str(power.error),
                "detect": None if power.detect is None else str(power.detect),
                "rounds_needed": power.needed,
            }
            for power in result.power
        ],
        "unresolved": [
            {"name": each.name, "rounds_needed": each.rounds} for each in result.unresolved
        ],
        "suspects": None
        if suspicion is None
        else [
            {
                "name": suspect.name,
                "mistakes": list(suspect.mistakes),
                "decks": suspect.decks,
                "summary": suspect.summary,
                "p": str(suspect.p),
                "explains": suspect.passes,
                "log_likelihood": str(suspect.score),
                "alike": list(suspect.alike),
                "rounds_to_tell": suspect.rounds,
            }
            for suspect in suspicion.suspects
        ],
        "invisible": [] if suspicion is None else list(suspicion.invisible),
        "notes": list(result.notes),
    }


def _trouble(found: Any) -> dict[str, Any]:
    return {"reason": found.reason, "rows": found.rows, "first": found.where}
