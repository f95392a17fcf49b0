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
    """Child programs that end when their standard input does, and so never outlive this one."""

    def __init__(self) -> None:
        self._processes: list[Process] = []

    async def bring(self, count: int, port: int, home: Path, extra: Sequence[str] = ()) -> None:
        """Start bots that join the table at ``port`` of this machine, run by the person of ``home``."""
        for _ in range(count):
            command = [sys.executable, "-m", "lantruco", "bot", f"127.0.0.1:{port}"]
            options = ["--home", str(home), "--until-eof", *extra]
            process = await asyncio.create_subprocess_exec(
                *command, *options, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL
            )
            log.info("bot %s started", process.pid)
            self._processes.append(process)

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
