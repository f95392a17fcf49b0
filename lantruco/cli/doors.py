"""What every lobby offers, whichever way it is shown: the tables heard of, the ways to them, the records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lantruco.cli.home import Home
from lantruco.cli.invocation import Invocation
from lantruco.net.announcement import TableAd
from lantruco.peer.joining import join_ad, join_address
from lantruco.peer.participant import Participant
from lantruco.peer.session import Session
from lantruco.tui.doors import TableRow

if TYPE_CHECKING:
    from lantruco.net.discovery import Browser


class Ways:
    """The ways from this home to tables and records. me: who sits down, asked at each table. browser: None
    where no tables can be heard.
    """

    def __init__(self, invocation: Invocation, home: Home, me: Callable[[], Participant]) -> None:
        self.browser: Browser | None = None
        self._invocation = invocation
        self._home = home
        self._me = me

    def tables(self) -> Sequence[TableRow]:
        """Open tables, by name; full ones are no doors."""
        heard = self.browser.tables.values() if self.browser is not None else ()
        return sorted((ad for ad in heard if ad.taken < ad.seats), key=lambda ad: (ad.name, ad.key))

    async def join(self, row: TableRow) -> Session:
        """Sit down at a listed table."""
        assert isinstance(row, TableAd)
        return await join_ad(self._me(), row, port=self._invocation.port())

    async def join_address(self, address: str) -> Session:
        """Sit down at a typed address."""
        return await join_address(self._me(), address, port=self._invocation.port())

    def records(self) -> Sequence[Path]:
        """Records of this home, newest first."""
        return self._home.kept_records()
