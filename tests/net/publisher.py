"""A program that announces a table until it is killed: `python -m tests.net.publisher NUMBER PORT [TTL]`."""

from __future__ import annotations

import asyncio
import sys

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


if __name__ == "__main__":
    if len(sys.argv) > 3:
        discovery_module.HOST_TTL = int(sys.argv[3])  # type: ignore[misc]
    asyncio.run(publish(int(sys.argv[1]), int(sys.argv[2])))
