"""Open tables found by mDNS: `_lantruco._tcp.local.`, one instance for each opener's key.

Instance and host name are the key's fingerprint, so that two machines never claim one name; names of tables
and people are in the TXT record. Many networks drop multicast: a typed address must always stand beside this.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import os
import re
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from lantruco.net.announcement import TableAd, read_txt, write_txt
from lantruco.net.errors import NetError
from lantruco.net.identity import Identity, fingerprint
from lantruco.net.interfaces import Interface, interfaces, usable

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

log = logging.getLogger(__name__)

SERVICE: Final = "_lantruco._tcp.local."
SERVICE_VARIABLE: Final = "LANTRUCO_SERVICE"
"""The environment may name another service than `lantruco`: who sets it meets only who sets the same."""
_SERVICE_NAME: Final = re.compile(r"(?=[a-z0-9-]*[a-z])(?!.*--)[a-z0-9](?:[a-z0-9-]{0,13}[a-z0-9])?")
HOST_TTL: Final = 10  # seconds; what a vanished machine's table may still be believed
RESOLVE_SECONDS: Final = 2.0
REFRESH_SECONDS: Final = 2.0
RETRY_SECONDS: Final = 6.0  # for a name that does not answer: it may come back
INTERFACE_SECONDS: Final = 3.0
FAREWELL_SECONDS: Final = 2.0
MAX_TABLES: Final = 512  # rows; a flood of names must not fill the memory
MAX_RESOLVING: Final = 32
MAX_ADDRESSES: Final = 8

FindInterfaces = Callable[[], Sequence[Interface]]


def usual_service() -> str:
    """The service type to announce and look for: `SERVICE`, or that of the environment.

    NetError E_NODISCOVERY(reason="service") if the environment names none that DNS-SD allows: 1..15 of
    a-z 0-9 -, with a letter, and no hyphen at an end or beside another.
    """
    name = os.environ.get(SERVICE_VARIABLE)
    if not name:
        return SERVICE
    if not _SERVICE_NAME.fullmatch(name):
        raise NetError("E_NODISCOVERY", reason="service", name=name)
    return f"_{name}._tcp.local."


class Discovery:
    """One program's mDNS sockets, kept on the interfaces that are there."""

    def __init__(
        self,
        zeroconf: AsyncZeroconf,
        find: FindInterfaces,
        chosen: Sequence[str] | None,
        addresses: tuple[str, ...],
        service: str,
    ) -> None:
        self._zeroconf = zeroconf
        self.service = service
        self._find = find
        self._chosen = chosen
        self.addresses = addresses
        self._advertisers: list[Advertiser] = []
        self._browsers: list[Browser] = []
        self._following = asyncio.ensure_future(self._follow())

    @classmethod
    async def open(
        cls,
        chosen: Sequence[str] | None = None,
        *,
        find: FindInterfaces = interfaces,
        service: str | None = None,
    ) -> Discovery:
        """Join the multicast group on the chosen interfaces (names or addresses; None: see `usable`).

        `service` is a whole type such as `SERVICE`; None: see `usual_service`.

        Raises NetError E_INTERFACE(name, known) for an interface that is not there, E_NODISCOVERY(reason):
        "service" (see `usual_service`), "network" (no address at all), "socket" or "multicast".
        """
        service = usual_service() if service is None else service
        addresses = usable(find(), chosen)
        if not addresses:
            raise NetError("E_NODISCOVERY", reason="network")
        from zeroconf import Error, IPVersion
        from zeroconf.asyncio import AsyncZeroconf

        # zeroconf reports trouble in log records alone; without a handler they would land on the screen.
        logging.getLogger("zeroconf").addHandler(logging.NullHandler())
        try:
            zeroconf = AsyncZeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
            await zeroconf.zeroconf.async_wait_for_start()
        except (OSError, RuntimeError, Error) as error:
            raise NetError("E_NODISCOVERY", reason="socket", what=str(error)) from error
        if not zeroconf.zeroconf.engine.senders:
            await zeroconf.async_close()
            raise NetError("E_NODISCOVERY", reason="multicast")
        return cls(zeroconf, find, chosen, addresses, service)

    async def advertise(self, identity: Identity, port: int, ad: TableAd) -> Advertiser:
        """Announce a table that answers at `port` of this machine; the ad's key and addresses are not used.

        One identity announces one table at a time: NetError E_NODISCOVERY(reason="name") for a second.
        """
        advertiser = Advertiser(self, self._zeroconf, identity, port, ad)
        await advertiser._announce()
        self._advertisers.append(advertiser)
        return advertiser

    def browse(self) -> Browser:
        """Listen for tables from now on."""
        browser = Browser(self._zeroconf.zeroconf, self.service)
        self._browsers.append(browser)
        return browser

    async def close(self) -> None:
        """Take back what was announced and leave the multicast group."""
        self._following.cancel()
        for browser in self._browsers:
            await browser.close()
        for advertiser in list(self._advertisers):
            await advertiser.close()
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self._zeroconf.async_close()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(INTERFACE_SECONDS)
            try:
                addresses = usable(self._find(), self._chosen)
                if addresses and addresses != self.addresses:
                    await self._move(addresses)
            except (OSError, RuntimeError, NetError) as error:
                log.warning("interfaces not followed: %s", error)

    async def _move(self, addresses: tuple[str, ...]) -> None:
        log.info("interfaces changed: %s", addresses)
        self.addresses = addresses
        await self._zeroconf.async_update_interfaces(interfaces=list(addresses))
        for advertiser in self._advertisers:
            await advertiser._renew()


class Advertiser:
    """One table's announcement, made by `Discovery.advertise`."""

    def __init__(
        self, discovery: Discovery, zeroconf: AsyncZeroconf, identity: Identity, port: int, ad: TableAd
    ) -> None:
        self._discovery = discovery
        self._zeroconf = zeroconf
        self._identity = identity
        self._port = port
        self._ad = ad
        self._sending: set[asyncio.Future[Any]] = set()

    async def update(self, ad: TableAd) -> None:
        """Announce the table's new state."""
        self._ad = ad
        await self._renew()

    async def close(self) -> None:
        """Take the announcement back. Does nothing a second time."""
        if self not in self._discovery._advertisers:
            return
        self._discovery._advertisers.remove(self)
        for sending in self._sending:
            sending.cancel()
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await (await self._zeroconf.async_unregister_service(self._info()))

    async def _announce(self) -> None:
        from zeroconf import ServiceNameAlreadyRegistered

        # The name is a key's fingerprint: nobody has to be asked, for a second, whether it is free.
        try:
            self._send(await self._zeroconf.async_register_service(self._info(), cooperating_responders=True))
        except ServiceNameAlreadyRegistered as error:
            raise NetError("E_NODISCOVERY", reason="name") from error

    async def _renew(self) -> None:
        self._send(await self._zeroconf.async_update_service(self._info()))

    def _send(self, packets: Awaitable[Any]) -> None:
        sending = asyncio.ensure_future(packets)
        self._sending.add(sending)
        sending.add_done_callback(self._sent)

    def _sent(self, sending: asyncio.Future[Any]) -> None:
        self._sending.discard(sending)
        if not sending.cancelled() and sending.exception() is not None:
            log.warning("announcement not sent: %s", sending.exception())

    def _info(self) -> ServiceInfo:
        from zeroconf import ServiceInfo

        public = self._identity.public
        label = fingerprint(public)
        ad = self._ad
        own = TableAd(public, ad.table, ad.name, ad.host, ad.seats, ad.taken, ad.version, ad.options)
        return ServiceInfo(
            self._discovery.service,
            f"{label}.{self._discovery.service}",
            port=self._port,
            properties=write_txt(own),
            server=f"{label}.local.",
            host_ttl=HOST_TTL,
            addresses=[socket.inet_aton(each) for each in self._discovery.addresses],
        )


class Browser:
    """The open tables, as far as they can be heard. Made by `Discovery.browse`."""

    def __init__(self, zeroconf: Zeroconf, service: str) -> None:
        from zeroconf.asyncio import AsyncServiceBrowser

        self._zeroconf = zeroconf
        self._service = service
        self._tables: dict[bytes, TableAd] = {}
        self._keys: dict[str, bytes] = {}  # by instance name, for the names that answered
        self._due: dict[str, float] = {}  # when a name is to be asked again
        self._resolving: dict[str, asyncio.Task[None]] = {}
        self._change = asyncio.Event()
        self._browser: AsyncServiceBrowser = AsyncServiceBrowser(
            zeroconf, service, handlers=[self._on_state_change]
        )
        self._refreshing = asyncio.ensure_future(self._refresh())

    @property
    def tables(self) -> Mapping[bytes, TableAd]:
        """The tables heard now, by their opener's key, our own among them. A live, read-only view."""
        return MappingProxyType(self._tables)

    async def changed(self) -> None:
        """Wait until a table appears, changes or disappears, or has since the last call. For one reader."""
        await self._change.wait()
        self._change.clear()

    async def close(self) -> None:
        """Stop listening."""
        self._refreshing.cancel()
        for task in self._resolving.values():
            task.cancel()
        await self._browser.async_cancel()

    def _on_state_change(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change.name == "Removed":
            self._due.pop(name, None)
            self._forget(name)
        elif name in self._due or self._make_room():
            self._due[name] = 0.0
            self._resolve(name)

    def _make_room(self) -> bool:
        # Names that never answered must not keep out tables that do.
        if len(self._due) >= MAX_TABLES:
            mute = next((name for name in self._due if name not in self._keys), None)
            if mute is None:
                return False
            del self._due[mute]
        return True

    def _resolve(self, name: str) -> None:
        if name in self._resolving or len(self._resolving) >= MAX_RESOLVING:
            return
        task = self._resolving[name] = asyncio.ensure_future(self._ask(name))
        task.add_done_callback(lambda _: self._resolving.pop(name, None))

    async def _refresh(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(0.25)
            now = clock()
            for name in [each for each, due in self._due.items() if due <= now]:
                self._resolve(name)

    async def _ask(self, name: str) -> None:
        clock = asyncio.get_running_loop().time
        self._due[name] = clock() + RETRY_SECONDS
        ad = await self._read(name)
        if name not in self._due:
            return
        if ad is None:
            self._forget(name)
            return
        self._due[name] = min(self._due[name], clock() + REFRESH_SECONDS)
        self._keys[name] = ad.key
        if self._tables.get(ad.key) != ad:
            self._tables[ad.key] = ad
            self._change.set()

    async def _read(self, name: str) -> TableAd | None:
        from zeroconf import Error, IPVersion
        from zeroconf.asyncio import AsyncServiceInfo

        try:
            info = AsyncServiceInfo(self._service, name)
            if not await info.async_request(self._zeroconf, RESOLVE_SECONDS * 1000) or not info.port:
                return None
            hosts = info.parsed_addresses(IPVersion.V4Only)
            addresses = tuple((host, info.port) for host in hosts if _is_reachable(host))[:MAX_ADDRESSES]
            return read_txt(name.removesuffix("." + self._service), info.properties, addresses)
        except (OSError, ValueError, Error) as error:
            log.info("%r is no table: %s", name, error)
            return None

    def _forget(self, name: str) -> None:
        key = self._keys.pop(name, None)
        if key is not None and self._tables.pop(key, None) is not None:
            self._change.set()


def _is_reachable(host: str) -> bool:
    address = ipaddress.IPv4Address(host)
    return not (address.is_unspecified or address.is_multicast or address.is_link_local)
