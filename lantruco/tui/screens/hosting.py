"""The opener in the room: a seat chosen by the arrows, and a bot on it by one key."""

from __future__ import annotations

from typing import Final

from lantruco.peer.events import Gathered
from lantruco.tui.doors import Hosting
from lantruco.tui.screens.helpbar import Item
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.stage import Stage
from lantruco.tui.screens.taste import VALUES

KEYS: Final = frozenset({"up", "down", "left", "right", "b", "x"})


class Host:
    """`place` is the chosen seat; `notice` says what keeps a bot from coming."""

    def __init__(self, stage: Stage, hosting: Hosting) -> None:
        self.stage = stage
        self.hosting = hosting
        self.place = 1
        self.notice = ""

    def key(self, key: str, gathered: Gathered | None) -> bool:
        """Whether the key was for the seats."""
        if gathered is None or (key not in KEYS and not key.startswith("seat ")):
            return False
        self.notice, seats = "", len(gathered.names)
        if key in ("up", "down"):
            self.place = (self.place + (1 if key == "down" else -1)) % seats
        elif key.startswith("seat "):
            self.place = int(key[5:]) % seats
        elif key in ("left", "right"):
            self.stage.change(self.stage.look.settings.turned("bots", 1 if key == "right" else -1))
            self.notice = self.stage.unkept
        elif key == "b":
            self.stage.spawn(self._bring(gathered))
        elif key == "x":
            self._send_away()
        return True

    def items(self, look: Look, gathered: Gathered) -> list[Item]:
        """What the bar offers: what suits the chosen seat first."""
        texts = look.texts
        up, sideways = ("up/down", "left/right") if texts.ascii else ("↑↓", "←→")
        level = texts(VALUES[look.settings.bots])
        items: list[Item] = []
        if self.place in self.hosting.mine:
            items.append(("x", "x", texts("screen.key.bot_away")))
        if self._wanted(gathered) is not None:
            items.append(("b", "b", texts("screen.key.bot_here")))
        return [
            *items,
            ("right", sideways, texts("screen.key.bot_level", level=level)),
            ("down", up, texts("screen.key.choose")),
        ]

    def _wanted(self, gathered: Gathered) -> int | None:
        """The chosen seat if a bot can come to it, else the first to which one can."""
        coming = self.hosting.coming
        free = [seat for seat, name in enumerate(gathered.names) if name is None and seat not in coming]
        return self.place if self.place in free else next(iter(free), None)

    async def _bring(self, gathered: Gathered) -> None:
        seat = self._wanted(gathered)
        if seat is None:
            return
        self.place = seat
        try:
            await self.hosting.seat_bot(seat, self.stage.look.settings.bots)
        except Exception as error:
            self._fail(error)
            return
        self.stage.refresh()
        # A bot that does not arrive is not on its way for ever.
        await self.hosting.gone(seat)
        self.stage.refresh()

    def _send_away(self) -> None:
        try:
            self.hosting.send_away(self.place)
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if not isinstance(getattr(error, "code", None), str):
            raise error
        self.notice = self.stage.look.texts.failure(error)
        self.stage.refresh()
