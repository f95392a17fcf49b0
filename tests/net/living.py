"""Running a test on a real event loop, and people for it."""

from __future__ import annotations

import asyncio
import functools
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, ParamSpec

from lantruco.net.errors import NetError
from lantruco.net.identity import Identity
from lantruco.net.link import Link, dial
from lantruco.net.server import Server, serve
from tests.patience import PATIENCE

P = ParamSpec("P")
HERE = "127.0.0.1"
VERSION = 1


def live(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an async test; it must leave no task behind."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def bounded() -> None:
            async with asyncio.timeout(PATIENCE):
                await test(*args, **kwargs)
                await until(lambda: len(asyncio.all_tasks()) == 1)

        asyncio.run(bounded())

    return run


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds; `live` bounds it."""
    while not condition():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


def person(number: int) -> Identity:
    """The same person for the same number, every time."""
    return Identity.from_seed(number.to_bytes(32, "big"))


def in_order(*people: Identity) -> list[Identity]:
    """People by their keys, the lowest first."""
    return sorted(people, key=lambda each: each.public)


async def code_of(awaitable: Awaitable[object]) -> NetError:
    """The error that this ends in."""
    try:
        got = await awaitable
    except NetError as error:
        return error
    raise AssertionError(f"no error but {got!r}")


@contextmanager
def deaf_port() -> Iterator[int]:
    """A port of the loopback address that nobody listens at."""
    with socket.socket() as taken:
        taken.bind((HERE, 0))
        yield taken.getsockname()[1]


class Door:
    """A server that remembers who came and who was refused."""

    def __init__(self) -> None:
        self.came: asyncio.Queue[Link] = asyncio.Queue()
        self.refused: asyncio.Queue[NetError] = asyncio.Queue()
        self.server: Server

    @property
    def port(self) -> int:
        return self.server.port


@asynccontextmanager
async def door(owner: Identity, *, version: int = VERSION, tick: float = 1.0) -> AsyncIterator[Door]:
    """An open door on the loopback address; who came in is shown out at the end."""
    open_door = Door()
    open_door.server = await serve(
        owner,
        version=version,
        port=0,
        hosts=[HERE],
        on_link=open_door.came.put_nowait,
        on_refused=lambda error, _: open_door.refused.put_nowait(error),
        tick=tick,
    )
    try:
        yield open_door
    finally:
        await open_door.server.close()
        while not open_door.came.empty():
            open_door.came.get_nowait().close()


@asynccontextmanager
async def linked(caller: Identity, owner: Identity, *, tick: float = 1.0) -> AsyncIterator[tuple[Link, Link]]:
    """A link between two people: the caller's end and the owner's."""
    async with door(owner, tick=tick) as open_door:
        mine = await dial(caller, HERE, open_door.port, expect=owner.public, version=VERSION, tick=tick)
        theirs = await open_door.came.get()
        try:
            yield mine, theirs
        finally:
            mine.close()
            theirs.close()


class Cable:
    """A TCP wire to a port that can be cut without either end being told."""

    def __init__(self) -> None:
        self.port = 0
        self._whole = asyncio.Event()
        self._whole.set()
        self._writers: list[asyncio.StreamWriter] = []

    def cut(self) -> None:
        """Let nothing through, in either direction."""
        self._whole.clear()

    def mend(self) -> None:
        """Let through what waited, and what comes."""
        self._whole.set()

    @asynccontextmanager
    async def to(self, port: int) -> AsyncIterator[Cable]:
        async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                while data := await reader.read(65536):
                    await self._whole.wait()
                    writer.write(data)
                    await writer.drain()
            except OSError:
                pass
            finally:
                writer.close()

        async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._whole.wait()
            far_reader, far_writer = await asyncio.open_connection(HERE, port)
            self._writers += [writer, far_writer]
            await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))

        server = await asyncio.start_server(carry, HERE, 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            self.mend()
            server.close()
            for writer in self._writers:
                writer.transport.abort()
