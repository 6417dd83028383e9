"""Running a simulation: in chunks of fixed size, each with a seed of its own, on all cores.

A chunk's seed depends on the plan's seed and the chunk's number alone, and chunks are put
together in their order. So the same plan gives the same bytes, whatever the number of cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from warodds.errors import WaroddsError
from warodds.parallel import Watch, in_order
from warodds.simulate.plan import Plan

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from warodds.simulate.deal import Dealt
    from warodds.simulate.paid import Settled

    Lines: TypeAlias = npt.NDArray[np.bool_]

CHUNK = 1 << 19
"""Lines of a chunk: as many rounds as that many boxes play."""

T = TypeVar("T")
Key: TypeAlias = tuple[str, str, Fraction]
"""A wager, its event and its net units."""


def counts(plan: Plan, workers: int = 1, watch: Watch = iter) -> dict[Key, int]:
    """Simulate and count how often each wager ended how."""
    total: dict[Key, int] = {}
    for part in _run(partial(_count, plan), plan, _worth(plan, workers, 8), watch):
        for key, number in part.items():
            total[key] = total.get(key, 0) + number
    return total


def log(
    plan: Plan, workers: int = 1, watch: Watch = iter, *, gzip: bool = False
) -> Iterator[bytes]:
    """Simulate and yield a log in CSV, a line for each box of each round, chunk by chunk."""
    _numpy()
    from warodds.simulate.text import header

    yield compressed(header(plan)) if gzip else header(plan)
    yield from _run(partial(_log, plan, gzip), plan, _worth(plan, workers, 2), watch)


def _numpy() -> None:
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise WaroddsError("simulating needs numpy: pip install 'warodds[verify]'") from None


def _run(work: Callable[[int], T], plan: Plan, workers: int, watch: Watch) -> Iterator[T]:
    _numpy()
    return in_order(work, _chunks(plan), workers, watch)


def _chunks(plan: Plan) -> range:
    return range(-(-plan.rounds // _rounds_of_chunk(plan)))


def _worth(plan: Plan, workers: int, chunks: int) -> int:
    """Return how many processes are worth their start, each for so many chunks at least."""
    return min(workers, len(_chunks(plan)) // chunks)


def _rounds_of_chunk(plan: Plan) -> int:
    return max(1, CHUNK // plan.boxes)


def _simulate(plan: Plan, chunk: int) -> tuple[Dealt, list[Settled], Lines, int]:
    """Deal and settle one chunk: its rounds, its wagers, the lines to log, and rounds before it."""
    import numpy as np

    from warodds.simulate.deal import deal
    from warodds.simulate.paid import settle

    before = chunk * _rounds_of_chunk(plan)
    rounds = min(_rounds_of_chunk(plan), plan.rounds - before)
    seed = np.random.SeedSequence(plan.seed, spawn_key=(chunk,))
    dealt = deal(plan, np.random.Generator(np.random.PCG64(seed)), rounds)
    settled = settle(plan, dealt.rounds)
    logged: Lines = np.repeat(dealt.number < rounds, plan.boxes)
    for place, (event, _) in enumerate(settled[0].results):
        if event in plan.dealing.unlogged:
            logged &= settled[0].codes != place
    return dealt, settled, logged, before


def _count(plan: Plan, chunk: int) -> dict[Key, int]:
    import numpy as np

    _, settled, logged, _ = _simulate(plan, chunk)
    counted = {
        (each.wager, result.event, result.net): int(
            np.count_nonzero((each.codes == place) & logged)
        )
        for each in settled
        for place, result in enumerate(each.results)
    }
    return {key: number for key, number in counted.items() if number}


def _log(plan: Plan, gzip: bool, chunk: int) -> bytes:
    from warodds.simulate.text import lines

    dealt, settled, logged, before = _simulate(plan, chunk)
    written = lines(plan, dealt, settled, logged, before)
    return compressed(written) if gzip else written


def compressed(data: bytes) -> bytes:
    """Compress to one member of a gzip file, which holds no time and no name."""
    import gzip

    return gzip.compress(data, 6, mtime=0)
