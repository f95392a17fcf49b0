"""How much one host may say in a lobby: it may be told to all, and be checked with slow arithmetic."""

from __future__ import annotations

from typing import Final

from lantruco.net.meter import Allowances, crowd
from lantruco.protocol.errors import Refused

LOBBY_BURST: Final = 64
LOBBY_PER_SECOND: Final = 2
"""Lobby messages of one host: six seats of one machine sit, sign and stand up with less."""


class LobbyWords:
    """The lobby messages of one table, counted by host. Times in seconds of any steady clock."""

    def __init__(self) -> None:
        self._allowances = Allowances[str](LOBBY_BURST, LOBBY_PER_SECOND)

    def count(self, host: str | None, now: float) -> None:
        """Raises Refused(E_RATE) when a host says too much, or is not known any more."""
        if host is None or not self._allowances.take(crowd(host), now):
            raise Refused("E_RATE")
