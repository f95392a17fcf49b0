"""Seats that cheat: they sign what they should not, and the table has to notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from lantruco.protocol.codec import Octets64
from lantruco.protocol.messages import SIGNED, Message, Signed, body_digest
from lantruco.protocol.replica import Replica
from tests.simulation.table import Table

Change = Callable[[Message], Message | None]
Sign = Callable[[Message], Signed]


def signed_by(table: Table, seat: int, body: Message) -> bytes:
    """``body`` as ``seat`` would sign it."""
    return Signed(body, Octets64(table.keys[seat].sign(body_digest(body)))).to_bytes()


def forge(table: Table, cheat: int, change: Change, *, only_to: int | None = None) -> None:
    """From now on ``cheat`` sends ``change(body)``, well signed, wherever that gives a body.

    ``only_to`` limits the lie to one victim: the others get the honest message.
    """

    def intercept(source: int, to: int, frame: bytes) -> list[bytes]:
        if source != cheat or (only_to is not None and to != only_to):
            return [frame]
        body = SIGNED.decode(frame).body
        if body.seat != cheat:
            return [frame]
        changed = change(body)
        return [frame] if changed is None else [signed_by(table, cheat, changed)]

    table.intercept = intercept
    for at, (source, to, frame) in enumerate(table.pool):
        table.pool[at] = (source, to, intercept(source, to, frame)[0])


def sign_instead(table: Table, cheat: int, change: Change) -> None:
    """From now on ``cheat`` signs ``change(body)`` where that gives a body, and lives by it itself."""
    sign_by(table.replicas[cheat], lambda honestly: lambda body: honestly(change(body) or body))


def sign_by(cheat: Replica, signing: Callable[[Sign], Sign]) -> None:
    """From now on ``cheat`` signs as ``signing`` makes of its honest way, and without judging it first."""
    voice = cheat._voice
    assert voice is not None
    setattr(voice, "sign", signing(voice.sign))  # noqa: B010
    setattr(cheat, "_try", lambda body: None)  # noqa: B010


def replaced(body: Message, **fields: Any) -> Message:
    """A copy of ``body`` with other fields."""
    changed: Message = msgspec.structs.replace(body, **fields)
    return changed


def slot_of(body: Message) -> dict[str, Any]:
    """The common fields of ``body``, for a message of another kind in its place."""
    names = ("genesis", "log", "hand", "attempt", "step", "prev", "seat")
    return {name: getattr(body, name) for name in names}


def honest(table: Table, cheat: int) -> list[int]:
    return [seat for seat in range(len(table.replicas)) if seat != cheat]
