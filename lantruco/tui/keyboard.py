"""Typed lines for an event loop: a thread reads, a queue hands over. The same on every system."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import sys
import threading
from collections.abc import Callable

MAX_LINE = 4096  # a longer line was not typed by a person
CHUNK = 4096


class Keyboard:
    """Lines from standard input, without their ends; None once it is closed.

    Asyncio's own readers for standard input do not exist on Windows, hence the thread. It reads the raw file:
    a thread that waits inside the buffered one would hold its lock when the program wants to end.
    """

    def __init__(self, read: Callable[[], bytes] | None = None, encoding: str | None = None) -> None:
        self._read = read or _reader()
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
        while True:
            try:
                data = self._read()
            except (OSError, ValueError):
                data = b""
            text = rest + self._decoder.decode(data, final=not data)
            *lines, rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            for line in lines:
                self._hand_over(line[:MAX_LINE])
            rest = rest[:MAX_LINE]
            if not data:
                if rest:
                    self._hand_over(rest)
                self._hand_over(None)
                return

    def _hand_over(self, line: str | None) -> None:
        # The loop may have ended while this thread waited for a key.
        with contextlib.suppress(RuntimeError):
            assert self._loop is not None
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)


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
