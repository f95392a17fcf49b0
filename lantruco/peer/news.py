"""What a session has to tell, until its player takes it: a bounded amount of what others can say at will."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from lantruco.protocol.sidetalk_messages import Heard

from .events import Gathered, LinkDown, LinkUp, Missing, Returned, SeatHeld, SeatLeft, Staying

MAX_UNREAD: Final = 256
"""Events that wait while nobody looks: a hand of six has fewer, so a player who looks loses nothing."""


class News:
    """Events in order, for one reader.

    Events of the match and of the session's end are always kept: how many there are is for the rules to say.
    Once too many wait, table talk is dropped, and news of who sits and who is linked takes the place of what
    was told before about the same.
    """

    def __init__(self) -> None:
        self._waiting: deque[object] = deque()
        self._more = asyncio.Event()

    def put(self, event: object) -> None:
        """Tell something; None is the last."""
        if len(self._waiting) >= MAX_UNREAD:
            if isinstance(event, Heard):
                return
            about = _about(event)
            if about is not None:
                self._waiting = deque(old for old in self._waiting if _about(old) != about)
        self._waiting.append(event)
        self._more.set()

    async def get(self) -> object:
        """The next event, None at the end."""
        while not self._waiting:
            self._more.clear()
            await self._more.wait()
        return self._waiting.popleft()


def _about(event: object) -> object:
    """What an event says the newest of; None if it says something of its own."""
    match event:
        case Gathered() | Staying() | Missing():
            return type(event)
        case LinkUp(seat) | LinkDown(seat):
            return LinkUp, seat
        case Returned(seat) | SeatLeft(seat) | SeatHeld(seat):
            return type(event), seat
    return None
