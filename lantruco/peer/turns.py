"""Calls that take longer than a screen can wait, one after the other, beside the event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

T = TypeVar("T")


class Turns:
    """Works on a thread of its own; what follows from each is done on the loop's thread, in the same order.

    broken: called, on the loop's thread, with what a work or what follows from it raised. After a work that
    failed no other is begun, since what they share may be half changed.
    """

    def __init__(self, name: str, broken: Callable[[Exception], None]) -> None:
        self._broken = broken
        self._thread = ThreadPoolExecutor(1, name)
        self._loop = asyncio.get_running_loop()
        self._failed = False  # read and written on the works' thread alone
        self._done: deque[Callable[[], object]] = deque()
        self._under_way = 0
        self._resting = asyncio.Event()

    def do(self, work: Callable[[], T], then: Callable[[T], object]) -> None:
        """Have ``work`` done in its turn, and ``then`` called with its result."""
        self._under_way += 1
        self._thread.submit(self._work, work, then)

    async def rest(self) -> None:
        """Wait until nothing is under way."""
        while self._under_way:
            self._resting.clear()
            await self._resting.wait()

    def close(self) -> None:
        """Begin no other work; nothing follows from the one that is being done."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._done.clear()

    def _work(self, work: Callable[[], T], then: Callable[[T], object]) -> None:
        if not self._failed:
            try:
                self._done.append(partial(then, work()))
            except Exception as error:
                self._failed = True
                self._done.append(partial(self._broken, error))
        else:
            self._done.append(lambda: None)
        # RuntimeError: the loop has ended, and nobody waits for this any more.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._follow)

    def _follow(self) -> None:
        if not self._done:
            return
        try:
            self._done.popleft()()
        except Exception as error:
            self._broken(error)
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._resting.set()
