"""`lantruco` and `lantruco play`: the lobby."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lantruco.cli import full_screen
from lantruco.cli.commands.open_table import open_with_bots
from lantruco.cli.doors import Ways
from lantruco.cli.failure import OK
from lantruco.cli.home import Home
from lantruco.cli.interruption import run_async
from lantruco.cli.invocation import Invocation
from lantruco.cli.names import clean_name, shortened
from lantruco.cli.seating import keyboard, person
from lantruco.net.errors import NetError
from lantruco.peer.opening import Terms
from lantruco.peer.participant import Participant
from lantruco.peer.session import Session
from lantruco.tui.lobby import Lobby

if TYPE_CHECKING:
    from lantruco.net.discovery import Discovery

HEARING_SECONDS = 0.8  # before the first list: an announcement takes less on a network that carries it


def run(invocation: Invocation) -> int:
    """The lobby, until the player quits."""
    home = invocation.take_home()
    if full_screen.wanted(invocation):
        return run_async(lambda: full_screen.lobby(invocation, home))
    me = person(invocation, home)
    return run_async(lambda: _lobby(invocation, home, me))


async def _lobby(invocation: Invocation, home: Home, me: Participant) -> int:
    from lantruco.net.discovery import Discovery

    texts, output = invocation.texts, invocation.output
    discovery: Discovery | None = None
    try:
        discovery = await Discovery.open(me.interfaces)
    except NetError as error:
        output.line(texts.failure(error))
    try:
        doors = NetworkDoors(invocation, home, me)
        doors.browser = None if discovery is None else discovery.browse()
        await asyncio.sleep(HEARING_SECONDS if discovery is not None else 0)
        table_name = shortened(texts("lobby.table_name", name=me.name))
        await Lobby(doors, keyboard(invocation), texts, output.line, table_name).run()
    finally:
        if discovery is not None:
            await discovery.close()
    return OK


class NetworkDoors(Ways):
    """The ways from the line mode's lobby."""

    def __init__(self, invocation: Invocation, home: Home, me: Participant) -> None:
        super().__init__(invocation, home, lambda: me)

    async def open(self, name: str, seats: int, bots: int, level: str) -> Session:
        """Open a table, with bots of mine, of one level."""
        terms = Terms(clean_name(name), seats)
        return await open_with_bots(self._invocation, self._home, self._me(), terms, bots, level)
