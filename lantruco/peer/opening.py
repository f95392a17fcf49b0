"""Opening a table: listen, sit down, be found, and bring bots along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from lantruco.fairdeal import Entropy, Group, SystemEntropy, ristretto255
from lantruco.net.address import DEFAULT_PORT
from lantruco.net.interfaces import interfaces, usable
from lantruco.net.mesh import Mesh
from lantruco.protocol.genesis import Table, check_name
from lantruco.protocol.hashing import VERSION
from lantruco.protocol.keys import check_public, verify
from lantruco.protocol.lobby import MAX_ADDRESSES, Newcomer, Place, table_map
from lantruco.protocol.open_table import OpenTable

from .events import Opened
from .participant import Participant
from .room import check_room
from .session import Session
from .sides import Opening

LOOPBACK: Final = "127.0.0.1"
SINAIS: Final = "sinais"


@dataclass(frozen=True)
class Terms:
    """What is played: the table's name, its seats, and what differs from the usual rules and table."""

    name: str
    seats: int = 2
    rules: Mapping[str, object] = field(default_factory=dict)
    table: Table = field(default_factory=dict)

    @classmethod
    def of(cls, name: str, seats: int, options: Mapping[str, object]) -> Terms:
        """Terms for options as people choose them: those of the rules, and `sinais` of the table."""
        rules = {key: value for key, value in options.items() if key != SINAIS}
        return cls(name, seats, rules, {SINAIS: str(options[SINAIS])} if SINAIS in options else {})


def listening(chosen: tuple[str, ...] | None) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """Local addresses to listen at (None: all) and to tell others. NetError E_INTERFACE: not here."""
    told = usable(interfaces(), chosen)
    if chosen is None:
        return None, told
    return tuple(dict.fromkeys((*told, LOOPBACK))), told


def own_places(addresses: tuple[str, ...], port: int) -> tuple[Place, ...]:
    return tuple(Place(address, port) for address in addresses[:MAX_ADDRESSES])


async def open_table(
    me: Participant,
    terms: Terms,
    *,
    port: int | None = None,
    advertise: bool = True,
    group: Group | None = None,
    entropy: Entropy | None = None,
) -> Session:
    """Open a table and sit down at it.

    port: where to listen, or the next free one; None: the usual one. Raises Refused E_NAME, E_TABLE,
    E_OPTION, E_RULES; NetError E_PORT, E_INTERFACE; RecordError E_DISK; fairdeal's GroupUnavailable.
    """
    entropy = entropy or SystemEntropy()
    check_name(terms.name)
    check_name(me.name)
    table = table_map({**terms.table, "seats": terms.seats})
    group = group or ristretto255()
    hosts, told = listening(me.interfaces)
    await check_room(me)
    mesh = await Mesh.open(
        me.identity, version=VERSION, port=DEFAULT_PORT if port is None else port, hosts=hosts
    )
    try:
        opened = OpenTable(
            Newcomer(
                key=me.identity.public,
                name=me.name,
                value=entropy.bytes(32),
                operator=me.operator,
                places=own_places(told, mesh.port),
            ),
            table_id=entropy.bytes(16),
            name=terms.name,
            rules=terms.rules,
            table=table,
            sign=me.identity.sign,
            check_key=check_public,
            verify=verify,
        )
    except BaseException:
        await mesh.close()
        raise
    session = Session(me, mesh, Opening(opened), group=group, entropy=entropy)
    session.tell(Opened(terms.name, mesh.port, told))
    session.show_lobby()
    if advertise:
        # Late: zeroconf takes a tenth of a second to import, and a typed address needs none of it.
        from .announcing import announce

        await announce(session)
    return session
