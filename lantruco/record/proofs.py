"""The shuffles of a record, judged on all cores while the replay goes on."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from types import TracebackType
from typing import Final

from lantruco.fairdeal import Invalid
from lantruco.protocol.decklog import VerifyJob

WORKERS: Final = min(os.cpu_count() or 1, 8)
"""More threads than this spend their time waiting for one another."""

Advance = Callable[[int], None]
"""``advance(count)``: so many more shuffles have been judged."""
_Key = tuple[int, int]


class Proofs:
    """Answers to ``VerifyJob``s: the seat of the first bad shuffle, or None.

    What is not known yet is presumed good and judged in the background (the group's arithmetic runs outside
    the interpreter's lock, so threads are enough). `settle` waits for that and says whether the presumption
    was right; if not, a second replay gets the true answers.
    """

    __slots__ = ("_known", "_pool", "_waiting")

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="proofs")
        self._waiting: dict[Future[int | None], tuple[_Key, int]] = {}
        self._known: dict[_Key, int | None] | None = None

    def answer(self, job: VerifyJob) -> int | None:
        """The true answer where it is known, else None; fairdeal.Invalid from the job itself."""
        key = (job.context.hand, len(job.proofs))
        if self._known is not None:
            return self._known[key] if key in self._known else job.run()
        self._waiting[self._pool.submit(job.run)] = key, len(job.proofs)
        return None

    def settle(self, advance: Advance) -> bool:
        """Whether every shuffle that was presumed good is good."""
        known: dict[_Key, int | None] = {}
        sound = True
        for future in as_completed(self._waiting):
            key, shuffles = self._waiting[future]
            try:
                known[key] = future.result()
            except Invalid:
                sound = False
            else:
                sound = sound and known[key] is None
            advance(shuffles)
        self._waiting.clear()
        self._known = known
        return sound

    def __enter__(self) -> Proofs:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)
