"""Joining a table: find it by name or go to its address, and sit down."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from lantruco.fairdeal import Entropy, Group, SystemEntropy, ristretto255
from lantruco.net.address import DEFAULT_PORT, Address, format_address, parse_address
from lantruco.net.announcement import TableAd
from lantruco.net.errors import NetError
from lantruco.net.mesh import Mesh
from lantruco.protocol.genesis import check_name
from lantruco.protocol.hashing import VERSION
from lantruco.protocol.join_table import JoinTable
from lantruco.protocol.keys import check_public, verify
from lantruco.protocol.lobby import Newcomer

from .errors import PeerError
from .opening import listening, own_places
from .participant import Participant
from .room import check_room
from .session import Session
from .sides import Joining

SETTLE_SECONDS: Final = 1.2
"""After the first table of a name is heard: time for a second of the same name to be heard too."""


async def find_table(name: str, *, wait: float, interfaces: Sequence[str] | None = None) -> TableAd:
    """The one open table of this name on the network, waiting up to ``wait`` seconds for it.

    Raises PeerError E_NO_TABLE (with the names of what is there instead) or E_TWO_TABLES; NetError
    E_NODISCOVERY, E_INTERFACE.
    """
    from lantruco.net.discovery import Discovery

    discovery = await Discovery.open(interfaces)
    try:
        browser = discovery.browse()
        clock = asyncio.get_running_loop().time
        end = clock() + wait
        found: list[TableAd] = []
        while (rest := end - clock()) > 0:
            found = [ad for ad in browser.tables.values() if ad.name.casefold() == name.casefold()]
            if found:
                end = min(end, clock() + SETTLE_SECONDS)
            try:
                async with asyncio.timeout(min(rest, SETTLE_SECONDS) if found else rest):
                    await browser.changed()
            except TimeoutError:
                if found:
                    break
        found = [ad for ad in browser.tables.values() if ad.name.casefold() == name.casefold()]
        others = tuple(ad.name for ad in browser.tables.values())
    finally:
        await discovery.close()
    if not found:
        raise PeerError("E_NO_TABLE", name=name, tables=", ".join(others), count=len(others))
    if len(found) > 1:
        rows = ", ".join(
            f"{ad.name} ({', '.join([ad.host, *map(format_address, ad.addresses)])})" for ad in found
        )
        raise PeerError("E_TWO_TABLES", name=name, tables=rows, count=len(found))
    return found[0]


async def join_ad(
    me: Participant,
    ad: TableAd,
    *,
    seat: int | None = None,
    port: int | None = None,
    group: Group | None = None,
    entropy: Entropy | None = None,
) -> Session:
    """Sit down at a listed table. Errors as of `join_address`, and PeerError E_FULL, E_TABLE_VERSION."""
    if ad.version != VERSION:
        raise PeerError("E_TABLE_VERSION", name=ad.name, theirs=ad.version, ours=VERSION)
    if ad.taken >= ad.seats:
        raise PeerError("E_FULL", name=ad.name)
    return await _join(me, ad.addresses, expect=ad.key, seat=seat, port=port, group=group, entropy=entropy)


async def join_address(
    me: Participant,
    address: str,
    *,
    seat: int | None = None,
    port: int | None = None,
    group: Group | None = None,
    entropy: Entropy | None = None,
) -> Session:
    """Sit down at the table that answers at a typed address.

    port: where to listen oneself. Whether there is a seat is said by the session's events (`Ended`).
    Raises NetError as of `net.link.dial`, E_ADDRESS, E_PORT, E_INTERFACE; Refused E_NAME; RecordError
    E_DISK; GroupUnavailable.
    """
    return await _join(
        me, [parse_address(address)], expect=None, seat=seat, port=port, group=group, entropy=entropy
    )


async def _join(
    me: Participant,
    addresses: Sequence[Address],
    *,
    expect: bytes | None,
    seat: int | None,
    port: int | None,
    group: Group | None,
    entropy: Entropy | None,
) -> Session:
    check_name(me.name)
    entropy = entropy or SystemEntropy()
    group = group or ristretto255()
    hosts, told = listening(me.interfaces)
    await check_room(me)
    mesh = await Mesh.open(
        me.identity, version=VERSION, port=DEFAULT_PORT if port is None else port, hosts=hosts
    )
    try:
        opener = await _connect(mesh, addresses, expect)
    except BaseException:
        await mesh.close()
        raise
    table = JoinTable(
        Newcomer(
            key=me.identity.public,
            name=me.name,
            value=entropy.bytes(32),
            operator=me.operator,
            places=own_places(told, mesh.port),
        ),
        opener=opener,
        seat=seat,
        port=mesh.port,
        sign=me.identity.sign,
        check_key=check_public,
        verify=verify,
    )
    return Session(me, mesh, Joining(table, opener), group=group, entropy=entropy)


async def _connect(mesh: Mesh, addresses: Sequence[Address], expect: bytes | None) -> bytes:
    """Link to the first address that answers as it should."""
    trouble = NetError("E_CONNECT", host="", port=0, reason="unreachable")
    for host, port in addresses:
        try:
            return await mesh.connect(host, port, expect=expect)
        except NetError as error:
            trouble = error
    raise trouble
