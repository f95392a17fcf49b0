"""The door: listening sockets, and what is done with a caller until its key is known."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import secrets
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from lantruco.net.address import DEFAULT_PORT, Address
from lantruco.net.errors import NetError
from lantruco.net.handshake import NONCE_SIZE, Greeter, greet_as_server
from lantruco.net.identity import Identity
from lantruco.net.link import CLOSE_SECONDS, TICK_SECONDS, Link
from lantruco.net.meter import Allowances, crowd
from lantruco.net.tls import server_context

log = logging.getLogger(__name__)

PORT_TRIES: Final = 20
HANDSHAKE_SECONDS: Final = 5.0
MAX_CALLERS: Final = 64  # connections whose key is not known yet
MAX_CALLERS_PER_HOST: Final = 16  # six players and their bots may share one machine
# To let somebody in takes some milliseconds of our time. A table of six with all their bots on one machine,
# each dialing again after a lost link, calls less than this.
BURST_KNOCKS: Final = 64
KNOCKS_PER_SECOND: Final = 8
_ACCEPT_PAUSE: Final = 0.5  # while this machine has nothing left to accept with, so that it does not spin
_EXHAUSTED: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_ABORT_PAUSE: Final = 0.01  # after a caller that was gone before it was let in: not worth a pause for others
_BACKLOG: Final = 64

OnLink = Callable[[Link], None]
OnRefused = Callable[[NetError, Address], None]


class Server:
    """Listens at `port` on `hosts` and hands every caller that proved its key to `on_link`.

    `on_refused`, if set, is told of callers that did not, with the reason and their address.
    """

    def __init__(
        self,
        identity: Identity,
        version: int,
        sockets: Sequence[socket.socket],
        on_link: OnLink | None,
        on_refused: OnRefused | None,
        tick: float,
    ) -> None:
        self.identity = identity
        self.version = version
        self.tick = tick
        self.port: int = sockets[0].getsockname()[1]
        self.on_link = on_link
        self.on_refused = on_refused
        self._context, self._certificate_hash = server_context(identity)
        self._sockets = sockets
        self._callers: dict[asyncio.Task[None], str] = {}  # the crowd of each, who came first standing first
        self._knocks = Allowances[str](BURST_KNOCKS, KNOCKS_PER_SECOND)
        self._tasks = {asyncio.ensure_future(self._accept(each)) for each in sockets}

    async def close(self) -> None:
        """Stop listening and drop callers that are not known yet. Links handed out live on."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for each in self._sockets:
            each.close()

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(listening)
            except OSError as error:
                log.warning("cannot accept a connection: %s", error)
                await asyncio.sleep(_ACCEPT_PAUSE if error.errno in _EXHAUSTED else _ABORT_PAUSE)
                continue
            host, port = address[:2]
            if not self._knocks.take(crowd(host), asyncio.get_running_loop().time()):
                connection.close()
                self._refuse(NetError("E_REFUSED", reason="busy"), (host, port))
                continue
            self._make_room(crowd(host))
            task = asyncio.ensure_future(self._meet(connection, (host, port)))
            self._tasks.add(task)
            self._callers[task] = crowd(host)
            task.add_done_callback(self._gone)

    def _gone(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._callers.pop(task, None)

    def _make_room(self, host: str) -> None:
        """Whoever holds many places without a word must not keep others out: a proof takes a moment, so the
        oldest of a crowd has had its time."""
        crowds = Counter(self._callers.values())
        if crowds[host] < MAX_CALLERS_PER_HOST:
            if crowds.total() < MAX_CALLERS:
                return
            host = next(each for each in self._callers.values() if crowds[each] == max(crowds.values()))
        oldest = next(task for task, each in self._callers.items() if each == host)
        log.info("too many callers: one of %s is dropped", host)
        del self._callers[oldest]
        oldest.cancel()

    async def _meet(self, connection: socket.socket, address: Address) -> None:
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                link = await self._greet(connection, address)
        except NetError as error:
            self._refuse(error, address)
        except (OSError, asyncio.IncompleteReadError) as error:
            log.debug("caller from %s: %r", address, error)
            self._refuse(NetError("E_PEER"), address)
        else:
            if self.on_link is None:
                link.close()
            else:
                self.on_link(link)

    async def _greet(self, connection: socket.socket, address: Address) -> Link:
        loop = asyncio.get_running_loop()
        connection.setblocking(False)
        reader = asyncio.StreamReader(loop=loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
        try:
            transport, _ = await loop.connect_accepted_socket(
                lambda: protocol,
                connection,
                ssl=self._context,
                ssl_handshake_timeout=HANDSHAKE_SECONDS,
                ssl_shutdown_timeout=CLOSE_SECONDS,
            )
        except BaseException:
            connection.close()
            raise
        writer = asyncio.StreamWriter(transport, protocol, reader, loop)
        try:
            me = Greeter(self.identity, self.version)
            nonce = secrets.token_bytes(NONCE_SIZE)
            peer = await greet_as_server(me, self._certificate_hash, nonce, reader, writer)
        except NetError:
            writer.close()
            raise
        except BaseException:
            transport.abort()
            raise
        return Link(reader, writer, peer=peer, address=address, dialed=False, tick=self.tick)

    def _refuse(self, error: NetError, address: Address) -> None:
        log.info("caller from %s refused: %s", address, error)
        if self.on_refused is not None:
            self.on_refused(error, address)


async def serve(
    identity: Identity,
    *,
    version: int,
    on_link: OnLink | None = None,
    port: int = DEFAULT_PORT,
    hosts: Sequence[str] | None = None,
    on_refused: OnRefused | None = None,
    tick: float = TICK_SECONDS,
) -> Server:
    """Listen at `port`, or the next free of PORT_TRIES; port 0 takes any.

    `hosts` are the local addresses to listen at, None for all of them. Raises NetError E_PORT(port, tries)
    if none is free and E_INTERFACE(hosts) if this machine has no such address.
    """
    ports = range(port, min(port + PORT_TRIES, 65536)) if port else [0] * PORT_TRIES
    for each in ports:
        try:
            sockets = _listen(hosts, each)
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                continue
            raise NetError("E_INTERFACE", hosts=",".join(hosts or ())) from error
        return Server(identity, version, sockets, on_link, on_refused, tick)
    raise NetError("E_PORT", port=port, tries=len(ports))


def _listen(hosts: Sequence[str] | None, port: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    try:
        for host in hosts or ("0.0.0.0",):
            sockets.append(_bind(host, port))
            port = sockets[0].getsockname()[1]
        if hosts is None:
            _also_v6(sockets, port)
    except BaseException:
        for each in sockets:
            each.close()
        raise
    return sockets


def _also_v6(sockets: list[socket.socket], port: int) -> None:
    try:
        sockets.append(_bind("::", port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise
        log.debug("no IPv6 here: %s", error)


def _bind(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if listening.family == socket.AF_INET6:
            with contextlib.suppress(OSError):
                listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.bind((host, port))
        listening.listen(_BACKLOG)
        listening.setblocking(False)
    except BaseException:
        listening.close()
        raise
    return listening
