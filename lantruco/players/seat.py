"""Somebody who decides on a seat, and the loop that lets him speak when it is his turn."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from typing import Protocol

from lantruco.protocol.errors import Refused
from lantruco.protocol.views import TableView
from lantruco.rules import RuleError

log = logging.getLogger(__name__)


class Player(Protocol):
    """A person or a bot. ``decide`` gives a token to say now, or None."""

    def decide(self, view: TableView) -> str | None: ...


class Table(Protocol):
    """What a player needs of a session at a table."""

    def view(self) -> TableView | None: ...

    def say(self, token: str) -> None: ...

    def events(self) -> AsyncIterator[object]: ...


async def play(table: Table, player: Player, show: Callable[[object], None]) -> None:
    """Let ``player`` decide for this seat until the table has no more events; ``show`` gets each first."""
    async for event in table.events():
        show(event)
        speak(table, player, table.view())


def speak(table: Table, player: Player, view: TableView | None) -> bool:
    """One decision. False: nothing was said, or the table did not take it, which is logged."""
    token = None if view is None else player.decide(view)
    if token is None:
        return False
    try:
        table.say(token)
    except (Refused, RuleError) as refused:
        log.error("the table does not take %s: %s", token, refused.code)
        return False
    return True
