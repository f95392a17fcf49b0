"""Typed lines for an event loop: a thread reads, a queue hands over. The same on every system."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

MAX_LINE = 4096  # a longer line was not typed by a person
CHUNK = 4096
WAIT_SECONDS: Final = 0.02
"""For a line: one for which the reader waited less was there already, pasted together with the one before."""


class Keyboard:
    """Lines from standard input, without their ends; None once it is closed.

    Asyncio's own readers for standard input do not exist on Windows, hence the thread. It reads the raw file:
    a thread that waits inside the buffered one would hold its lock when the program wants to end.

    by_hand: whether a person types them, at a terminal; then, of lines that come together, only the first
    counts, and `too_fast` is called. None: whether standard input is a terminal. clock: seconds.
    """

    def __init__(
        self,
        read: Callable[[], bytes] | None = None,
        encoding: str | None = None,
        *,
        too_fast: Callable[[], None] | None = None,
        by_hand: bool | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read = read or _reader()
        self._too_fast = too_fast
        self._by_hand = read is None and _at_terminal() if by_hand is None else by_hand
        self._clock = clock
        self._decoder = codecs.getincrementaldecoder(encoding or _encoding())(errors="replace")
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    async def line(self) -> str | None:
        """The next line; None at the end of the input, and from then on."""
        if self._closed and self._queue.empty():
            return None
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            threading.Thread(target=self._run, name="keyboard", daemon=True).start()
        line = await self._queue.get()
        self._closed = line is None
        return line

    def _run(self) -> None:
        rest = ""
        # Whether the next line may count, and whether one that did not has been told of.
        fresh, told = True, False
        while True:
            began = self._clock()
            try:
                data = self._read()
            except (OSError, ValueError):
                data = b""
            text = rest + self._decoder.decode(data, final=not data)
            *lines, rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            rest = rest[:MAX_LINE]
            if not data and rest:
                lines.append(rest)
            fresh = fresh or not self._by_hand or self._clock() - began >= WAIT_SECONDS
            for line in lines:
                if fresh:
                    self._hand_over(line[:MAX_LINE])
                    told = False
                elif not told and self._too_fast is not None:
                    self._call(self._too_fast)
                    told = True
                fresh = not self._by_hand
            if not data:
                self._hand_over(None)
                return

    def _hand_over(self, line: str | None) -> None:
        self._call(lambda: self._queue.put_nowait(line))

    def _call(self, what: Callable[[], None]) -> None:
        # The loop may have ended while this thread waited for a key.
        with contextlib.suppress(RuntimeError):
            assert self._loop is not None
            self._loop.call_soon_threadsafe(what)


def drop_waiting() -> bool:
    """Forget what waits at the terminal: it came before the next question was seen. Whether there was any."""
    found = False
    if not _at_terminal():
        return found
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()
            found = True
    else:
        import select
        import termios

        with contextlib.suppress(termios.error, OSError, ValueError):
            found = bool(select.select([sys.stdin], [], [], 0)[0])
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
    return found


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _encoding() -> str:
    return (sys.stdin.encoding if sys.stdin is not None else None) or "utf-8"


def _reader() -> Callable[[], bytes]:
    if sys.stdin is None:
        return bytes
    buffer = getattr(sys.stdin, "buffer", None)
    raw = getattr(buffer, "raw", None)
    if raw is not None:
        return lambda: raw.read(CHUNK) or b""
    stream = sys.stdin
    return lambda: stream.readline().encode("utf-8", "replace")
