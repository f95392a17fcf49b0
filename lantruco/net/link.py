"""One authenticated connection between two people's programs.

TLS 1.3; the server's certificate is its identity, the client proves its own by a signature over that
certificate's hash and a nonce. After that both ends send frames: four bytes of length (big-endian), then the
payload. A frame of length zero is a heartbeat and is never delivered.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import socket
import ssl
from collections import deque
from collections.abc import AsyncIterator
from typing import Final

from lantruco.net.address import Address
from lantruco.net.errors import NetError
from lantruco.net.handshake import Greeter, frame, greet_as_client
from lantruco.net.identity import Identity
from lantruco.net.meter import Meter
from lantruco.net.tls import certificate_key, client_context

log = logging.getLogger(__name__)

MAX_FRAME: Final = 65_536  # bytes of payload; a deck with its proof is about 13,000 as text
MAX_BACKLOG: Final = 8 * 2**20  # bytes waiting for a peer that does not read
MAX_INBOX: Final = 64  # frames waiting for our own program; beyond that the sender is made to wait
DIAL_SECONDS: Final = 5.0
CLOSE_SECONDS: Final = 2.0  # a farewell may take so long to leave

# In ticks of one second. Ticks are counted, not read off a clock, so that a program that was asleep itself
# does not take its own sleep for the other's silence.
TICK_SECONDS: Final = 1.0
_BEAT_TICKS: Final = 2
_DEAD_TICKS: Final = 7
_STUCK_TICKS: Final = 15


class Link:
    """Both directions of one connection to the owner of `peer`.

    `address` is the far end's (host, port), `dialed` says whether this end made the connection.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        peer: bytes,
        address: Address,
        dialed: bool,
        tick: float = TICK_SECONDS,
    ) -> None:
        self.peer = peer
        self.address = address
        self.dialed = dialed
        self._reader = reader
        self._writer = writer
        self._tick = tick
        self._inbox: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._room = asyncio.Event()
        self._ended: NetError | None = None
        self._heard = True
        self._spoke = True
        self._written = 0
        self._reading = asyncio.ensure_future(self._read())
        self._ticking = asyncio.ensure_future(self._watch())

    def __repr__(self) -> str:
        host, port = self.address
        return f"<Link {self.peer.hex()[:8]} {host}:{port}{' ended' if self._ended else ''}>"

    @property
    def ended(self) -> NetError | None:
        """None while the link lives, then why it ended.

        E_CLOSED (by this end), E_LOST (by the other end or the network), E_FRAME, E_RATE, E_SLOW.
        """
        return self._ended

    def send_nowait(self, payload: bytes) -> None:
        """Queue 1..MAX_FRAME bytes. Never waits.

        Raises NetError("E_FRAME") for another length, the end's reason if the link has ended, and
        NetError("E_SLOW"), ending the link, if more than MAX_BACKLOG bytes wait for the peer.
        """
        if not 0 < len(payload) <= MAX_FRAME:
            raise NetError("E_FRAME", size=len(payload))
        if self._ended is not None:
            raise NetError(self._ended.code, **self._ended.detail)
        if self._waiting() > MAX_BACKLOG:
            self._end(NetError("E_SLOW"), abort=True)
            raise NetError("E_SLOW")
        self._write(payload)

    async def receive(self) -> bytes:
        """The next frame's payload. What came before the end is still handed out; then its reason is raised.

        For one reader at a time.
        """
        while not self._inbox:
            if self._ended is not None:
                raise NetError(self._ended.code, **self._ended.detail)
            self._news.clear()
            await self._news.wait()
        payload = self._inbox.popleft()
        self._room.set()
        return payload

    async def frames(self) -> AsyncIterator[bytes]:
        """All frames until the link ends, for whatever reason (see `ended`)."""
        while True:
            try:
                payload = await self.receive()
            except NetError:
                return
            yield payload

    def close(self) -> None:
        """End the link in order: what is queued still leaves, within CLOSE_SECONDS."""
        self._end(NetError("E_CLOSED"), abort=False)

    def abort(self, error: NetError) -> None:
        """End the link at once, for the given reason."""
        self._end(error, abort=True)

    async def wait_closed(self) -> None:
        """Wait until the connection is gone."""
        with contextlib.suppress(OSError, asyncio.TimeoutError):
            await self._writer.wait_closed()

    def _write(self, payload: bytes) -> None:
        self._writer.write(frame(payload))
        self._written += 4 + len(payload)
        self._spoke = True

    def _waiting(self) -> int:
        return self._writer.transport.get_write_buffer_size()

    def _end(self, error: NetError, *, abort: bool) -> None:
        if self._ended is not None:
            return
        self._ended = error
        self._news.set()
        for task in (self._reading, self._ticking):
            if task is not asyncio.current_task():
                task.cancel()
        if abort:
            self._writer.transport.abort()
        else:
            self._writer.close()
        log.debug("%r: %s", self, error)

    async def _read(self) -> None:
        clock = asyncio.get_running_loop().time
        meter = Meter(clock())
        try:
            while True:
                size = int.from_bytes(await self._reader.readexactly(4), "big")
                if size > MAX_FRAME:
                    return self._end(NetError("E_FRAME", size=size), abort=True)
                payload = await self._reader.readexactly(size)
                self._heard = True
                if not meter.take(size, clock()):
                    return self._end(NetError("E_RATE"), abort=True)
                if size == 0:
                    continue
                while len(self._inbox) >= MAX_INBOX:
                    self._room.clear()
                    await self._room.wait()
                self._inbox.append(payload)
                self._news.set()
        except (OSError, asyncio.IncompleteReadError) as error:
            log.debug("%r: %r", self, error)
            return self._end(NetError("E_LOST"), abort=True)

    async def _watch(self) -> None:
        silent = idle = stuck = drained = 0
        while True:
            await asyncio.sleep(self._tick)
            full = len(self._inbox) >= MAX_INBOX
            silent = 0 if self._heard or full else silent + 1
            self._heard = False
            if silent >= _DEAD_TICKS:
                return self._end(NetError("E_LOST"), abort=True)
            idle = 0 if self._spoke else idle + 1
            self._spoke = False
            if idle + 1 >= _BEAT_TICKS:
                self._write(b"")
                idle, self._spoke = 0, False
            # What waits is counted with the TLS records around it, so heartbeats alone make `gone` shrink.
            waiting = self._waiting()
            gone = self._written - waiting
            stuck = stuck + 1 if waiting and gone <= drained else 0
            drained = max(drained, gone)
            if stuck >= _STUCK_TICKS:
                return self._end(NetError("E_SLOW"), abort=True)


async def dial(
    identity: Identity,
    host: str,
    port: int,
    *,
    expect: bytes | None = None,
    version: int,
    within: float = DIAL_SECONDS,
    tick: float = TICK_SECONDS,
) -> Link:
    """Connect, and prove both ends' keys, in at most `within` seconds.

    `expect` is the key that must answer, None for whoever is there. Raises NetError E_ADDRESS (it cannot be
    looked up), E_CONNECT(reason="host" (nobody knows the name) | "refused" | "timeout" | "unreachable" |
    "hangup"), E_PEER (something else listens there), E_KEY, E_IMPOSTOR (another key than expected), E_SELF,
    E_VERSION(theirs, ours), E_REFUSED(reason).
    """
    where = {"host": host, "port": port}
    if not 0 < port < 65536:
        raise NetError("E_ADDRESS", address=f"{host}:{port}")
    try:
        async with asyncio.timeout(within):
            return await _dial(identity, host, port, expect, version, tick)
    except NetError as error:
        raise NetError(error.code, **{**where, **error.detail}) from error
    except ssl.SSLError as error:
        raise NetError("E_PEER", **where) from error
    except socket.gaierror as error:
        raise NetError("E_CONNECT", reason="host", **where) from error
    except ValueError as error:
        raise NetError("E_ADDRESS", address=f"{host}:{port}") from error
    except ConnectionRefusedError as error:
        raise NetError("E_CONNECT", reason="refused", **where) from error
    except TimeoutError as error:
        raise NetError("E_CONNECT", reason="timeout", **where) from error
    except (ConnectionError, asyncio.IncompleteReadError) as error:
        raise NetError("E_CONNECT", reason="hangup", **where) from error
    except OSError as error:
        raise NetError("E_CONNECT", reason="unreachable", **where) from error


async def _dial(
    identity: Identity, host: str, port: int, expect: bytes | None, version: int, tick: float
) -> Link:
    reader, writer = await asyncio.open_connection(
        host,
        port,
        ssl=client_context(),
        server_hostname="lantruco",
        ssl_shutdown_timeout=CLOSE_SECONDS,
        happy_eyeballs_delay=0.25,
    )
    try:
        certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        peer = certificate_key(certificate)
        if peer == identity.public:
            raise NetError("E_SELF")
        if expect is not None and peer != expect:
            raise NetError("E_IMPOSTOR", expected=expect.hex(), got=peer.hex())
        me = Greeter(identity, version)
        await greet_as_client(me, hashlib.sha256(certificate).digest(), reader, writer)
        address = writer.get_extra_info("peername")[:2]
    except BaseException:
        writer.transport.abort()
        raise
    return Link(reader, writer, peer=peer, address=address, dialed=True, tick=tick)
