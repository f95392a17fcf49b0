"""Links to everybody one wants to be linked to, kept up, one for each key.

Of two peers that want each other the one with the lower key dials at once, the other after FOLLOW_SECONDS if
there is no link yet. Should there be two links all the same, both ends read both, each sends on the newest it
knows, and only the end with the lower key closes the older one, after LINGER_SECONDS: so the two cannot close
different ones, and nothing on its way is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lantruco.net.address import DEFAULT_PORT, Address
from lantruco.net.errors import NetError
from lantruco.net.identity import Identity
from lantruco.net.link import DIAL_SECONDS, TICK_SECONDS, Link, dial
from lantruco.net.meter import crowd
from lantruco.net.server import Server, serve

log = logging.getLogger(__name__)

FOLLOW_SECONDS: Final = 1.0
LINGER_SECONDS: Final = 1.0
REDIAL_FIRST: Final = 0.25
REDIAL_MOST: Final = 4.0  # seconds; a table that heals should not be felt to wait
ADDRESS_STAGGER: Final = 0.3  # seconds before the next address is tried beside the one that has not answered
MAX_ADDRESSES: Final = (
    8  # of one peer; a peer's list comes from others and must not turn us into a port scanner
)
MAX_STRANGERS: Final = 64  # linked keys that nobody asked for
MAX_LINKS_PER_KEY: Final = 3
MAX_EVENTS: Final = 256  # unread; beyond that the senders are made to wait


@dataclass(frozen=True, slots=True)
class Up:
    """A link to this key stands. Comes again, without a Down between, when another link takes its place.

    What was sent before may have been lost: whoever keeps a conversation takes it up anew at each Up.
    """

    public: bytes
    link: Link


@dataclass(frozen=True, slots=True)
class Down:
    """No link to this key is left; `reason` is the code of its end, such as E_LOST."""

    public: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What the owner of this key sent, 1..MAX_FRAME bytes."""

    public: bytes
    data: bytes


Event = Up | Down | Frame


class Mesh:
    """All links of one program. Callers whom nobody asked for are let in too, up to MAX_STRANGERS."""

    def __init__(self, identity: Identity, server: Server) -> None:
        self.identity = identity
        self.server = server
        self.troubles: dict[bytes, NetError] = {}
        self._links: dict[bytes, list[Link]] = {}  # by key, the newest last
        self._wanted: dict[bytes, tuple[Address, ...]] = {}
        self._guests: frozenset[bytes] = frozenset()
        self._keepers: dict[bytes, asyncio.Task[None]] = {}
        self._pokes: dict[bytes, asyncio.Event] = {}
        self._pumps: set[asyncio.Task[None]] = set()
        self._events: asyncio.Queue[Event | None] = asyncio.Queue(MAX_EVENTS)
        self._closed = False
        server.on_link = self._add

    @classmethod
    async def open(
        cls,
        identity: Identity,
        *,
        version: int,
        port: int = DEFAULT_PORT,
        hosts: Sequence[str] | None = None,
        tick: float = TICK_SECONDS,
    ) -> Mesh:
        """A mesh with a server of its own (see `serve` for the arguments and errors)."""
        return cls(identity, await serve(identity, version=version, port=port, hosts=hosts, tick=tick))

    @property
    def port(self) -> int:
        """Where this mesh listens."""
        return self.server.port

    def want(self, peers: Mapping[bytes, Sequence[Address]]) -> None:
        """Keep links to exactly these keys, at these addresses (the most promising first).

        Replaces the wish before it. A key no longer wanted keeps its link as a stranger's until `drop`. Why
        the last dial to a key failed stands in `troubles`.
        """
        self._wanted = {
            public: tuple(addresses)[:MAX_ADDRESSES]
            for public, addresses in peers.items()
            if public != self.identity.public
        }
        for public in [each for each in self._keepers if each not in self._wanted]:
            self._keepers.pop(public).cancel()
            del self._pokes[public]
            self.troubles.pop(public, None)
        for public in self._wanted:
            if public in self._keepers:
                self._poke(public)
            else:
                poke = self._pokes[public] = asyncio.Event()
                self._keepers[public] = asyncio.ensure_future(self._keep(public, poke))
        self._limit_strangers()

    def welcome(self, peers: Iterable[bytes]) -> None:
        """These keys, and no others, are no strangers though nobody dials them: no crowd pushes them out."""
        self._guests = frozenset(peers)

    async def connect(
        self, host: str, port: int, *, expect: bytes | None = None, within: float = DIAL_SECONDS
    ) -> bytes:
        """Link to whoever is at this address and return the key. Errors as of `dial`."""
        link = await self._dial(host, port, expect, within)
        self._add(link)
        return link.peer

    def linked(self) -> frozenset[bytes]:
        """The keys to which a link stands now."""
        return frozenset(public for public in self._links if self.link(public) is not None)

    def link(self, public: bytes) -> Link | None:
        """The link on which `send` would send, None if there is none."""
        return next((link for link in reversed(self._links.get(public, ())) if link.ended is None), None)

    def send(self, public: bytes, frame: bytes) -> bool:
        """Queue 1..MAX_FRAME bytes (else NetError E_FRAME); False if no link stands or it just broke."""
        link = self.link(public)
        if link is None:
            return False
        try:
            link.send_nowait(frame)
        except NetError as error:
            if error.code == "E_FRAME":
                raise
            return False
        return True

    def drop(self, public: bytes) -> None:
        """Close all links to this key. If it is wanted, it is dialed again."""
        for link in self._links.get(public, ()):
            link.close()

    async def events(self) -> AsyncIterator[Event]:
        """What happens, in order, until the mesh is closed. For one reader."""
        while (event := await self._events.get()) is not None:
            yield event
            # A queue that is not empty never waits by itself, and a flood would have the thread for its own.
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop listening and dialing, and close every link in order."""
        self._closed = True
        tasks = [*self._keepers.values(), *self._pumps]
        for task in tasks:
            task.cancel()
        await self.server.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        links = [link for links in self._links.values() for link in links]
        for link in links:
            link.close()
        await asyncio.gather(*(link.wait_closed() for link in links))
        while self._events.full():
            self._events.get_nowait()
        self._events.put_nowait(None)

    async def _dial(self, host: str, port: int, expect: bytes | None, within: float) -> Link:
        server = self.server
        return await dial(
            self.identity, host, port, expect=expect, version=server.version, within=within, tick=server.tick
        )

    def _add(self, link: Link) -> None:
        if self._closed:
            link.close()
            return
        public = link.peer
        links = self._links.setdefault(public, [])
        links.append(link)
        self.troubles.pop(public, None)
        if self.identity.public < public:
            for older in links[:-1]:
                asyncio.get_running_loop().call_later(LINGER_SECONDS, older.close)
        if len(links) > MAX_LINKS_PER_KEY:
            links[0].abort(NetError("E_CLOSED"))
        pump = asyncio.ensure_future(self._pump(link))
        self._pumps.add(pump)
        pump.add_done_callback(self._pumps.discard)
        self._limit_strangers()
        self._poke(public)

    async def _pump(self, link: Link) -> None:
        public = link.peer
        await self._events.put(Up(public, link))
        async for data in link.frames():
            await self._events.put(Frame(public, data))
        links = self._links[public]
        was_current = links[-1] is link
        links.remove(link)
        if not links:
            del self._links[public]
            self._poke(public)
            await self._events.put(Down(public, link.ended.code if link.ended else "E_LOST"))
        elif was_current:
            await self._events.put(Up(public, links[-1]))

    def _limit_strangers(self) -> None:
        strangers = {
            public: crowd(link.address[0])
            for public in self._links.keys() - self._wanted.keys() - self._guests
            if (link := self.link(public)) is not None
        }
        if len(strangers) <= MAX_STRANGERS:
            return
        # One host with many keys must not push out the others: the oldest of the most crowded host goes.
        crowds = Counter(strangers.values())
        most = max(crowds.values())
        public = next(each for each in self._links if each in strangers and crowds[strangers[each]] == most)
        log.info("too many strangers: one of %s is dropped", strangers[public])
        self.drop(public)

    def _poke(self, public: bytes) -> None:
        if public in self._pokes:
            self._pokes[public].set()

    async def _keep(self, public: bytes, poke: asyncio.Event) -> None:
        patience = 0.0 if self.identity.public < public else FOLLOW_SECONDS
        pause = 0.0
        while True:
            while public in self._links:
                pause = REDIAL_FIRST
                await _wait(poke, None)
            if patience + pause:
                await _wait(poke, patience + pause)
            if public not in self._links and not await self._reach(public):
                pause = min(REDIAL_MOST, max(REDIAL_FIRST, 2 * pause))

    async def _reach(self, public: bytes) -> bool:
        """Try all addresses, each a little after the one before; take the first that answers rightly."""
        tries = [
            asyncio.ensure_future(self._reach_at(public, address, ADDRESS_STAGGER * order))
            for order, address in enumerate(self._wanted.get(public, ()))
        ]
        taken: Link | None = None
        try:
            for attempt in asyncio.as_completed(tries):
                taken = await attempt
                if taken is not None:
                    self._add(taken)
                    self._favour(public, taken.address)
                    break
        finally:
            for each in tries:
                if each.cancel() or each.cancelled():
                    continue
                spare = each.result()
                if spare is not None and spare is not taken:
                    spare.close()
        return taken is not None

    async def _reach_at(self, public: bytes, address: Address, delay: float) -> Link | None:
        await asyncio.sleep(delay)
        try:
            return await self._dial(*address, public, DIAL_SECONDS)
        except NetError as error:
            log.debug("no link to %s: %s", address, error)
            self.troubles[public] = error
            return None

    def _favour(self, public: bytes, address: Address) -> None:
        addresses = self._wanted.get(public, ())
        if address in addresses:
            self._wanted[public] = (address, *(each for each in addresses if each != address))


async def _wait(poke: asyncio.Event, seconds: float | None) -> None:
    """Until poked, but no longer than so many seconds."""
    poke.clear()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await poke.wait()
