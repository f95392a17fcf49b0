"""What a screen asks of a session and of the ways to one, whoever provides them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Sequence
from pathlib import Path
from typing import Protocol

from lantruco.protocol.views import TableView


class Hosting(Protocol):
    """What I may do about the seats of a table of mine, before the match."""

    @property
    def mine(self) -> frozenset[int]:
        """Seats on which a bot of mine sits."""

    @property
    def coming(self) -> frozenset[int]:
        """Free seats to which a bot of mine is on its way."""

    async def seat_bot(self, seat: int, level: str) -> None:
        """Bring a bot to a free seat. Raises an exception with a `code` (E_*) when it cannot come."""

    async def gone(self, seat: int) -> None:
        """Wait until the bot that was brought to a seat has ended, if one was."""

    def send_away(self, seat: int) -> None:
        """Free the seat of a bot of mine. Raises like `seat_bot`."""


class Session(Protocol):
    """My place at one table."""

    @property
    def hosting(self) -> Hosting | None:
        """None at a table that somebody else has opened."""

    def events(self) -> AsyncIterator[object]:
        """What happens, in order, until the table is over for me."""

    def view(self) -> TableView | None:
        """The table now; None before the match."""

    def say(self, token: str) -> Awaitable[None]:
        """Act. Raises, now or awaited, an exception with a `code` (E_*) if the table does not take it."""

    def stay(self) -> None:
        """Stay with the others after a match, for another one with the same seats."""

    def again(self) -> None:
        """Agree to that other match. Raises an exception with a `code` (E_*) when there is none."""

    def chat(self, text: str) -> None:
        """Say something to all. Raises like `again`."""

    def sinal(self, sinal: str) -> None:
        """Show my side a sinal. Raises like `again`."""

    def consult(self, word: str) -> None:
        """Tell my side a word about an answer that is ours to give. Raises like `again`."""

    async def leave(self) -> None:
        """Leave in order: the record stays whole, and the events end."""


class TableRow(Protocol):
    """One line of the list of open tables."""

    @property
    def name(self) -> str: ...
    @property
    def host(self) -> str: ...
    @property
    def options(self) -> str:
        """Rules that differ from the usual ones, as ``name=value`` words."""

    @property
    def seats(self) -> int: ...
    @property
    def taken(self) -> int: ...
    @property
    def version(self) -> int: ...


class Doors(Protocol):
    """The ways from the lobby to a table. Those that fail raise an exception with a `code` (E_*)."""

    def tables(self) -> Sequence[TableRow]:
        """The tables heard of until now."""

    async def open(self, name: str, seats: int, bots: int, level: str) -> Session: ...

    async def join(self, row: TableRow) -> Session: ...

    async def join_address(self, address: str) -> Session: ...

    def records(self) -> Sequence[Path]:
        """Records in the home, newest first."""
