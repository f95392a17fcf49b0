"""What a match writes, in order, on a thread of its own: a disk may take longer than a screen can wait."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec

P = ParamSpec("P")


class Disk:
    """Writes happen one after the other; what is to come `then` waits for all writes asked for before it.

    After a write that failed nothing is written and nothing comes any more: what is on the disk stays a true
    beginning. broken: called with that write's error, on the event loop's thread.
    """

    def __init__(self, broken: Callable[[Exception], None]) -> None:
        self._broken = broken
        self._thread = ThreadPoolExecutor(1, "lantruco-disk")
        self._loop = asyncio.get_running_loop()
        self._torn = False  # set on the disk's thread, before the next write can begin there
        self._queue: deque[Future[bool] | Callable[[], object]] = deque()

    def write(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Have something written."""
        future = self._thread.submit(self._try, lambda: work(*args, **kwargs))
        self._queue.append(future)
        future.add_done_callback(lambda _: self._loop.call_soon_threadsafe(self._go_on))

    def then(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Do something here, at once or after the writes that were asked for before."""
        self._queue.append(lambda: work(*args, **kwargs))
        self._go_on()

    async def close(self, last: Callable[[bool], None]) -> None:
        """Wait for all writes, do what waits for them, and have ``last`` done; its error is raised.

        ``last`` is told whether a write had failed. It is done even if nobody waits for it any more.
        """
        future = self._thread.submit(lambda: last(self._torn))
        self._thread.shutdown(wait=False)
        try:
            await asyncio.shield(asyncio.wrap_future(future))
        finally:
            self._go_on()

    def _try(self, work: Callable[[], object]) -> bool:
        if self._torn:
            return False
        try:
            work()
        except Exception as error:
            self._torn = True
            self._loop.call_soon_threadsafe(self._broken, error)
            return False
        return True

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
