"""Checking a file beside the screens, with its progress and what comes of it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from lantruco.record.report import Report
from lantruco.record.told import Told, read_told

Progress = Callable[[int, int], None]
Found = TypeVar("Found")


class _Stopped(Exception):
    """Nobody waits for the verdict any more."""


class Check(Generic[Found]):
    """One file on its way to a verdict. fraction: how much of it has been checked, 0..1. found: what comes of
    it. error: why it does not hold, or cannot be checked, an exception with a `code`.
    """

    def __init__(
        self, path: Path, work: Callable[[Path, Progress], Found], changed: Callable[[], None]
    ) -> None:
        self.path = path
        self.fraction = 0.0
        self.found: Found | None = None
        self.error: Exception | None = None
        self._work = work
        self._changed = changed
        self._stopped = threading.Event()

    @property
    def done(self) -> bool:
        return self.found is not None or self.error is not None

    async def run(self) -> None:
        """Check the whole file in a worker thread."""
        loop = asyncio.get_running_loop()

        def progress(done: int, total: int) -> None:
            if self._stopped.is_set():
                raise _Stopped
            loop.call_soon_threadsafe(self._advance, done / max(1, total))

        try:
            self.found = await asyncio.to_thread(self._work, self.path, progress)
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

    def _advance(self, fraction: float) -> None:
        before, self.fraction = self.fraction, fraction
        if int(before * 100) != int(fraction * 100):
            self._changed()


class Verification(Check[Report]):
    """A record being verified."""

    def __init__(self, path: Path, changed: Callable[[], None]) -> None:
        super().__init__(path, _verify, changed)

    @property
    def report(self) -> Report | None:
        return self.found


class Telling(Check[Told]):
    """A record being verified, or a text being read, to be told."""

    def __init__(self, path: Path, changed: Callable[[], None]) -> None:
        super().__init__(path, _tell, changed)


def _verify(path: Path, progress: Progress) -> Report:
    # Late: a player who checks nothing need not wait for the library.
    from lantruco.record.verify import verify_file

    return verify_file(path, progress=progress)


def _tell(path: Path, progress: Progress) -> Told:
    return read_told(path, progress=progress)
