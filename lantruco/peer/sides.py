"""The two ends of a lobby behind one face, so that a session need not know which one it is."""

from __future__ import annotations

from typing import Protocol

from lantruco.protocol.errors import Refused
from lantruco.protocol.genesis import SignedGenesis
from lantruco.protocol.join_table import JoinTable
from lantruco.protocol.lobby import Leave, Lobby, LobbyMessage, Place
from lantruco.protocol.open_table import OpenTable, Tell


class LobbySide(Protocol):
    """What a session asks of a lobby. Every call returns what to send."""

    @property
    def lobby(self) -> Lobby | None: ...

    @property
    def places(self) -> tuple[tuple[Place, ...], ...]: ...

    @property
    def opener(self) -> bytes | None:
        """The key of the opener, if that is somebody else."""
        ...

    @property
    def started(self) -> SignedGenesis | None: ...

    @property
    def ended(self) -> str | None:
        """The code of why there will be no match here; None while there may be one."""
        ...

    @property
    def pending(self) -> object:
        """What is being waited for from others' programs (not from people), None for nothing."""
        ...

    def up(self, key: bytes) -> list[Tell]: ...

    def down(self, key: bytes) -> list[Tell]: ...

    def take(self, key: bytes, message: LobbyMessage, host: str | None) -> list[Tell]: ...

    def leave(self) -> list[Tell]: ...

    def send_away(self, seat: int) -> list[Tell]:
        """Free somebody's seat before the match. Raises Refused E_PHASE: not here, or not any more."""
        ...

    def overdue(self) -> list[Tell]:
        """What was pending has not come in good time."""
        ...


class Opening:
    """The opener's end."""

    def __init__(self, table: OpenTable) -> None:
        self._table = table
        self._ended: str | None = None

    @property
    def opener(self) -> None:
        return None

    @property
    def lobby(self) -> Lobby | None:
        return self._table.lobby

    @property
    def places(self) -> tuple[tuple[Place, ...], ...]:
        return self._table.places

    @property
    def started(self) -> SignedGenesis | None:
        return self._table.started

    @property
    def ended(self) -> str | None:
        return self._ended

    @property
    def pending(self) -> object:
        return self._table.unsigned() or None

    def up(self, key: bytes) -> list[Tell]:
        return self._table.greet(key)

    def down(self, key: bytes) -> list[Tell]:
        return self._table.gone(key)

    def take(self, key: bytes, message: LobbyMessage, host: str | None) -> list[Tell]:
        return self._table.receive(key, message, host)

    def leave(self) -> list[Tell]:
        self._ended = "E_LEFT"
        return self._table.close()

    def send_away(self, seat: int) -> list[Tell]:
        sitter = self._table.lobby.seats[seat]
        if sitter is None or self._table.started is not None:
            raise Refused("E_PHASE")
        return self._table.dismiss(bytes(sitter.key), "E_SENT_AWAY")

    def overdue(self) -> list[Tell]:
        return [tell for key in self._table.unsigned() for tell in self._table.dismiss(key, "E_LATE")]


class Joining:
    """The joiner's end; ``opener`` is the key at the other."""

    def __init__(self, table: JoinTable, opener: bytes) -> None:
        self._table = table
        self._opener = opener

    @property
    def opener(self) -> bytes:
        return self._opener

    @property
    def lobby(self) -> Lobby | None:
        return self._table.lobby

    @property
    def places(self) -> tuple[tuple[Place, ...], ...]:
        return self._table.places

    @property
    def started(self) -> SignedGenesis | None:
        return self._table.started

    @property
    def ended(self) -> str | None:
        return self._table.code if self._table.state == "over" else None

    @property
    def pending(self) -> object:
        return self._table.state if self._table.state in ("looking", "asked", "signed") else None

    def up(self, key: bytes) -> list[Tell]:
        return []

    def down(self, key: bytes) -> list[Tell]:
        if key == self._opener:
            self._table.gone()
        return []

    def take(self, key: bytes, message: LobbyMessage, host: str | None) -> list[Tell]:
        return self._to_opener(self._table.receive(key, message))

    def leave(self) -> list[Tell]:
        return self._to_opener(self._table.leave())

    def send_away(self, seat: int) -> list[Tell]:
        raise Refused("E_PHASE")

    def overdue(self) -> list[Tell]:
        """An opener that does not answer is left; one that has vanished after the signing is given up."""
        if self._table.state == "signed":
            self._table.abandon()
            return self._to_opener([Leave()])
        told = self._to_opener(self._table.leave())
        self._table.code = "E_SILENT"
        return told

    def _to_opener(self, messages: list[LobbyMessage]) -> list[Tell]:
        return [Tell(self._opener, message) for message in messages]
