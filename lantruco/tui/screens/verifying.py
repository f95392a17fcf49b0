"""Checking a record beside the screens, with its progress and its verdict."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

from lantruco.record.report import Report


class _Stopped(Exception):
    """Nobody waits for the verdict any more."""


class Verification:
    """One record on its way to a verdict. fraction: how much of it has been checked, 0..1. error: why it does
    not hold, or cannot be checked, an exception with a `code`.
    """

    def __init__(self, path: Path, changed: Callable[[], None]) -> None:
        self.path = path
        self.fraction = 0.0
        self.report: Report | None = None
        self.error: Exception | None = None
        self._changed = changed
        self._stopped = threading.Event()

    @property
    def done(self) -> bool:
        return self.report is not None or self.error is not None

    async def run(self) -> None:
        """Check the whole record in a worker thread."""
        loop = asyncio.get_running_loop()

        def progress(done: int, total: int) -> None:
            if self._stopped.is_set():
                raise _Stopped
            loop.call_soon_threadsafe(self._advance, done / max(1, total))

        try:
            self.report = await asyncio.to_thread(self._verify, progress)
        except _Stopped:
            return
        except Exception as error:
            if not isinstance(getattr(error, "code", None), str):
                raise
            self.error = error
        self._changed()

    def stop(self) -> None:
        """Check no further."""
        self._stopped.set()

    def _verify(self, progress: Callable[[int, int], None]) -> Report:
        # Late: a player who checks nothing need not wait for the library.
        from lantruco.record.verify import verify_file

        return verify_file(self.path, progress=progress)

    def _advance(self, fraction: float) -> None:
        before, self.fraction = self.fraction, fraction
        if int(before * 100) != int(fraction * 100):
            self._changed()
