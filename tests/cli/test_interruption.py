"""A command that is told to end, by the system or by the terminal that goes away."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from lantruco.cli.failure import INTERRUPTED
from lantruco.cli.interruption import run_async

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_command_told_to_end_does_so_in_order_and_says_so_by_its_status(name: str) -> None:
    left: list[str] = []

    async def work() -> int:
        try:
            os.kill(os.getpid(), getattr(signal, name))
            await asyncio.sleep(60)
        finally:
            left.append("in order")
        return 0

    assert run_async(work) == INTERRUPTED
    assert left == ["in order"]


def test_a_command_that_ends_by_itself_keeps_its_status() -> None:
    async def work() -> int:
        return 3

    assert run_async(work) == 3
