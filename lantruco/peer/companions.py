"""The bots that somebody brings to a table of his own: each a program of its own, with a key of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

GRACE_SECONDS: Final = 4.0
"""For a bot to leave in order when it is asked to; then it is made to."""
NO_FAILURE: Final = frozenset({0, 3, 130})
"""Exit statuses of a bot that played, that was sent away or left, and that was interrupted."""
MAX_WORDS: Final = 400
"""Letters of the last that a bot said; a sentence of ours has fewer."""


class Companions:
    """Child programs that end when their standard input does, and so never outlive this one.

    They join the table at ``port`` of this machine, run by the person of ``home``; extra: further options.
    failed: called with the last that a bot said when it ended because something is wrong here, such as a disk
    without room.
    """

    def __init__(
        self,
        port: int,
        home: Path,
        extra: Sequence[str] = (),
        failed: Callable[[str], object] = lambda words: None,
    ) -> None:
        self._port = port
        self._home = home
        self._extra = extra
        self._failed = failed
        self._listening: set[asyncio.Task[None]] = set()
        self._processes: list[Process] = []
        self._seats: dict[int, Process | None] = {}  # None while the program is being started

    @property
    def coming(self) -> frozenset[int]:
        """Seats to which a bot was brought that still runs."""
        return frozenset(
            seat for seat, process in self._seats.items() if process is None or process.returncode is None
        )

    async def bring(self, level: str, seat: int | None = None) -> None:
        """Start one bot, for this seat or any. Raises OSError when the system starts no program."""
        command = [sys.executable, "-m", "lantruco", "bot", f"127.0.0.1:{self._port}"]
        options = ["--home", str(self._home), "--until-eof", "--level", level, *self._extra]
        if seat is not None:
            options += ["--seat", str(seat)]
            self._seats[seat] = None
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                *options,
                stdin=PIPE,
                stdout=DEVNULL,
                stderr=PIPE,
                env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            )
        except BaseException:
            if seat is not None:
                del self._seats[seat]
            raise
        log.info("bot %s started", process.pid)
        self._processes.append(process)
        listening = asyncio.ensure_future(self._listen(process))
        self._listening.add(listening)
        listening.add_done_callback(self._listening.discard)
        if seat is not None:
            self._seats[seat] = process

    async def ended(self, seat: int) -> None:
        """Wait until the bot brought to this seat has ended."""
        process = self._seats.get(seat)
        if process is not None:
            await process.wait()

    async def _listen(self, process: Process) -> None:
        """Read all that a bot complains of, so that it never waits for a reader, and tell the last of it."""
        assert process.stderr is not None
        last = b""
        while data := await process.stderr.read(4096):
            last = (last + data)[-4096:]
        status = await process.wait()
        words = last.decode("utf-8", "replace").strip().rpartition("\n")[2][-MAX_WORDS:].strip()
        log.info("bot %s ended with %s: %s", process.pid, status, words)
        # Negative: it was killed, by us or by the system.
        if status > 0 and status not in NO_FAILURE and words:
            self._failed(words)

    async def dismiss(self) -> None:
        """Let all bots leave in order, and make sure that none stays."""
        processes, self._processes = self._processes, []
        for process in processes:
            if process.stdin is not None:
                process.stdin.close()
        for process in processes:
            try:
                async with asyncio.timeout(GRACE_SECONDS):
                    await process.wait()
            except TimeoutError:
                log.warning("bot %s does not leave", process.pid)
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        for listening in tuple(self._listening):
            listening.cancel()
