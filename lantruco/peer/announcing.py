"""An open table on the network's list, for as long as its session lives."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from lantruco.net.announcement import TableAd
from lantruco.net.discovery import Advertiser, Discovery
from lantruco.net.errors import NetError
from lantruco.net.identity import Identity
from lantruco.protocol.codec import b64
from lantruco.protocol.hashing import VERSION
from lantruco.protocol.lobby import Lobby, unusual

from .events import NoDiscovery
from .session import Session

log = logging.getLogger(__name__)

RENEW_SECONDS: Final = 1.0
"""Between two announcements of one table: each is told to the whole network, several times over."""


def describe(lobby: Lobby, identity: Identity, host: str) -> TableAd:
    """What the list says about a table: rules are named only where they differ from the usual ones."""
    return TableAd(
        key=identity.public,
        table=b64(lobby.table_id),
        name=lobby.name,
        host=host,
        seats=len(lobby.seats),
        taken=sum(seat is not None for seat in lobby.seats),
        version=VERSION,
        options=unusual(lobby.rules, lobby.table),
    )


async def announce(session: Session) -> None:
    """Keep the session's table on the list. A network without multicast costs the list, not the table."""
    try:
        discovery = await Discovery.open(session.me.interfaces)
    except NetError as error:
        log.warning("the table is not announced: %s", error)
        session.tell(NoDiscovery(str(error.detail.get("reason", error.code))))
        return
    following = asyncio.ensure_future(_follow(session, discovery))

    async def stop() -> None:
        following.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await following
        await discovery.close()

    session.at_end(stop)


async def _follow(session: Session, discovery: Discovery) -> None:
    told: TableAd | None = None
    advertiser: Advertiser | None = None
    try:
        while True:
            lobby = session.lobby
            ad = told if lobby is None else describe(lobby, session.me.identity, session.me.name)
            if ad is not None and ad != told:
                if advertiser is None:
                    advertiser = await discovery.advertise(session.me.identity, session.mesh.port, ad)
                else:
                    await advertiser.update(ad)
                told = ad
                await asyncio.sleep(RENEW_SECONDS)
            await session.lobby_changed()
    except (NetError, OSError) as error:
        log.warning("the table is not announced any more: %s", error)
        session.tell(NoDiscovery(getattr(error, "code", "socket")))
