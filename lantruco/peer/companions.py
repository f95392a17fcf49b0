"""The bots that somebody brings to a table of his own: each a program of its own, with a key of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

GRACE_SECONDS: Final = 4.0
"""For a bot to leave in order when it is asked to; then it is made to."""


class Companions:
    """Child programs that end when their standard input does, and so never outlive this one.

    They join the table at ``port`` of this machine, run by the person of ``home``; extra: further options.
    """

    def __init__(self, port: int, home: Path, extra: Sequence[str] = ()) -> None:
        self._port = port
        self._home = home
        self._extra = extra
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
                *command, *options, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL
            )
        except BaseException:
            if seat is not None:
                del self._seats[seat]
            raise
        log.info("bot %s started", process.pid)
        self._processes.append(process)
        if seat is not None:
            self._seats[seat] = process

    async def ended(self, seat: int) -> None:
        """Wait until the bot brought to this seat has ended."""
        process = self._seats.get(seat)
        if process is not None:
            await process.wait()

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
