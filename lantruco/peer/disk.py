"""What a match writes, in order, on a thread of its own: a disk may take longer than a screen can wait."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, ParamSpec

from lantruco.record.errors import RecordError
from lantruco.record.osnames import error_name

P = ParamSpec("P")

RETRY_SECONDS: Final = 1.0
"""Between two tries to write what the disk has not taken."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the disk does not take: a file in ``folder``. reason: the system's name for it, such as ENOSPC."""

    folder: Path
    reason: str


class Disk:
    """Writes happen one after the other; what is to come `then` waits for all writes asked for before it.

    A write that the disk does not take, for whatever reason the system gives, is tried again until it is
    taken, and all others wait behind it, so every work must bear to be done again. Only `close` ends that:
    after a write that failed then nothing is written and nothing comes any more, and what is on the disk
    stays a true beginning.

    broken: called with what a work raised that is no refusal of the disk; nothing comes after it either.
    held: called with why the writes wait now, and with None when they go on. Both on the event loop's thread.
    """

    def __init__(
        self, broken: Callable[[Exception], None], held: Callable[[Refusal | None], None] = lambda _: None
    ) -> None:
        self._broken = broken
        self._tell_held = held
        self.held: Refusal | None = None
        """Why the writes wait now, as far as the event loop's thread has heard."""
        self._thread = ThreadPoolExecutor(1, "lantruco-disk")
        self._loop = asyncio.get_running_loop()
        self._torn = False  # read and written on the disk's thread alone
        self._told: Refusal | None = None  # likewise
        self._closing = threading.Event()
        self._queue: deque[Future[bool] | Callable[[], object]] = deque()

    def write(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Have something written."""
        future = self._thread.submit(self._do, lambda: work(*args, **kwargs))
        self._queue.append(future)
        future.add_done_callback(lambda _: self._follow(self._go_on))

    def then(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Do something here, at once or after the writes that were asked for before."""
        self._queue.append(lambda: work(*args, **kwargs))
        self._go_on()

    async def close(self, last: Callable[[bool], None]) -> None:
        """Wait for all writes, do what waits for them, and have ``last`` done; its error is raised.

        What the disk does not take now is given up. ``last`` is told whether that was so. It is done even if
        nobody waits for it any more.
        """
        self._closing.set()
        future = self._thread.submit(lambda: last(self._torn))
        self._thread.shutdown(wait=False)
        try:
            await asyncio.shield(asyncio.wrap_future(future))
        finally:
            self._go_on()

    def _do(self, work: Callable[[], object]) -> bool:
        while not self._torn:
            try:
                work()
            except Exception as error:
                refusal = refusal_of(error)
                if refusal is None:
                    self._torn = True
                    self._follow(self._broken, error)
                # The loop may have ended without a word: nobody waits for this write any more.
                elif self._closing.is_set() or self._loop.is_closed():
                    self._torn = True
                else:
                    self._hold(refusal)
                    self._closing.wait(RETRY_SECONDS)
            else:
                self._hold(None)
                return True
        return False

    def _hold(self, refusal: Refusal | None) -> None:
        if refusal != self._told:
            self._told = refusal
            self._follow(self._note, refusal)

    def _note(self, refusal: Refusal | None) -> None:
        self.held = refusal
        self._tell_held(refusal)

    def _follow(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        # RuntimeError: the loop has ended, and nobody waits for this any more.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(lambda: work(*args, **kwargs))

    def _go_on(self) -> None:
        while self._queue:
            first = self._queue[0]
            if isinstance(first, Future):
                if not first.done():
                    return
                if not first.result():
                    self._queue.clear()
                    return
                self._queue.popleft()
            else:
                self._queue.popleft()
                first()


def refusal_of(error: Exception) -> Refusal | None:
    """What the disk did not take, if that is what went wrong."""
    cause = error.__cause__
    if not isinstance(error, RecordError) or not isinstance(cause, OSError):
        return None
    reason = error_name(cause) or cause.strerror or os.strerror(errno.EIO)
    return Refusal(Path(str(error.facts["path"])).parent, reason)
