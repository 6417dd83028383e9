"""Work in pieces on all cores: their results come in the order of the pieces."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from warodds.errors import WaroddsError

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
Watch: TypeAlias = Callable[[Sequence[int]], Iterable[int]]
"""Passes pieces on as they come, and may show how far the work has come."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    work: Callable[[int], T], pieces: Sequence[int], workers: int, watch: Watch = iter
) -> Iterator[T]:
    """Yield the results of all pieces in order, with few of them in memory at any time.

    >>> list(in_order(abs, range(-2, 1), workers=1))
    [2, 1, 0]
    """
    if workers <= 1:
        for piece in watch(pieces):
            yield work(piece)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    # A forked copy of a process that has threads may hang; a new one has none.
    with ProcessPoolExecutor(workers, get_context("spawn"), _ignore_interrupts) as pool:
        waiting: deque[Future[T]] = deque()
        todo = deque(pieces)
        try:
            for _ in watch(pieces):
                while todo and len(waiting) < 2 * workers:
                    waiting.append(pool.submit(work, todo.popleft()))
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise WaroddsError(
                "a worker process ended before its work did, perhaps for want of memory; "
                "--workers 1, or workers=1, needs the least"
            ) from None
        finally:
            for future in waiting:
                future.cancel()


def _ignore_interrupts() -> None:
    """Leave it to the parent to stop when somebody interrupts."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
