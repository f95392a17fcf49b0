"""A program that announces a table until it is killed: `python -m tests.net.publisher NUMBER PORT [TTL]`."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from lantruco.net import discovery as discovery_module
from lantruco.net.announcement import TableAd
from lantruco.net.discovery import Discovery
from tests.net.living import HERE, person


async def publish(number: int, port: int) -> None:
    discovery = await Discovery.open([HERE])
    owner = person(number)
    await discovery.advertise(owner, port, TableAd(owner.public, "T", f"Mesa {number}", "Zé", 4, 1, 1))
    print("up", flush=True)
    await asyncio.Event().wait()


@contextmanager
def published(
    number: int, port: int, ttl: int | None = None, *, through: Sequence[str] = ()
) -> Iterator[subprocess.Popen[str]]:
    """Such a program, started by the command ``through`` if one is given, until the end of the block."""
    words = [str(each) for each in (number, port, ttl) if each is not None]
    process = subprocess.Popen(
        [*through, sys.executable, "-m", "tests.net.publisher", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "up\n"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


if __name__ == "__main__":
    if len(sys.argv) > 3:
        discovery_module.HOST_TTL = int(sys.argv[3])  # type: ignore[misc]
    asyncio.run(publish(int(sys.argv[1]), int(sys.argv[2])))
