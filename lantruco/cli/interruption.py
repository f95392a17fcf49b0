"""Running a command's asynchronous work until it ends or somebody ends it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine
from typing import Any

from lantruco.cli.failure import INTERRUPTED


def run_async(work: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run to the end. A request to terminate, or the end of the terminal, is obeyed like Ctrl-C: leave in
    order, then 130."""

    async def obedient() -> int:
        task = asyncio.current_task()
        assert task is not None
        # Windows has neither the signals nor this way to hear of them.
        for name in ("SIGTERM", "SIGHUP"):
            with contextlib.suppress(NotImplementedError, AttributeError, ValueError, RuntimeError):
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), task.cancel)
        return await work()

    try:
        return asyncio.run(obedient())
    except asyncio.CancelledError:
        return INTERRUPTED
