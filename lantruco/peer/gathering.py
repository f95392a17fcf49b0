"""A table before the match: who sits at it, in the player's terms, and where they are to be found."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lantruco.net.address import Address
from lantruco.protocol.lobby import Lobby, Place, unusual

from .events import Gathered


def gathered(lobby: Lobby, me: bytes) -> Gathered:
    """What there is to tell whoever has the key ``me``."""
    return Gathered(
        names=tuple(None if seat is None else seat.name for seat in lobby.seats),
        bots=tuple(
            None if seat is None or seat.operator is None else seat.operator.name for seat in lobby.seats
        ),
        seat=lobby.seat_of(me),
        options=unusual(lobby.rules, lobby.table),
    )


def addresses(
    lobby: Lobby | None, places: Sequence[Sequence[Place]], barred: Collection[bytes]
) -> dict[bytes, list[Address]]:
    """Where each seat's key listens; places: those of each seat. Seats of ``barred`` keys are left out."""
    keys = [None if seat is None else bytes(seat.key) for seat in lobby.seats] if lobby else []
    return {
        key: [(place.host, place.port) for place in at]
        for key, at in zip(keys, places, strict=True)
        if key is not None and key not in barred
    }
