"""A table that a test holds in its hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from lantruco.peer.events import Ended
from lantruco.protocol.errors import Refused
from lantruco.protocol.views import TableView
from lantruco.rules import CODES_OF_REFUSAL, RuleError
from lantruco.tui.doors import Hosting


def view(**changes: Any) -> TableView:
    """Seat 0 (Ana) of a table with Beto, first turn of hand 1, vira 7P: the manilhas are the queens."""
    plain = TableView(
        seat=0,
        players=2,
        names=("Ana", "Beto"),
        bots=(None, None),
        hand=0,
        dealer=1,
        mao=0,
        turn=0,
        leader=0,
        score=(0, 0),
        kind="normal",
        value=1,
        pending=None,
        phase="turn",
        actors=(0,),
        cards=("3E", "QP", "5O"),
        counts=(3, 3),
        vira="7P",
        table=(),
        vazas=(),
        legal=("3E", "QP", "5O", "truco"),
        waiting=(0,),
        deck=("ready", 1, 1),
        winner=None,
        fault=None,
        closed=False,
    )
    return replace(plain, **changes)


class FakeSession:
    """Events that the test puts in, tokens that the player said."""

    def __init__(self, table: TableView | None = None) -> None:
        self.table: TableView | None = table or view()
        self.said: list[str] = []
        self.left = False
        self.stays = False
        self.talked: list[str] = []
        self.refuse: str | None = None
        self._queue: asyncio.Queue[object] = asyncio.Queue()

    def chat(self, text: str) -> None:
        self._refuse()
        self.talked.append(text)

    def sinal(self, sinal: str) -> None:
        self._refuse()
        self.talked.append(f"!{sinal}")

    def stay(self) -> None:
        self.stays = True

    def again(self) -> None:
        self._refuse()
        self.said.append("again")

    def consult(self, word: str) -> None:
        self._refuse()
        self.talked.append(f"!{word}")

    hosting: Hosting | None = None

    def put(self, *events: object) -> None:
        for event in events:
            self._queue.put_nowait(event)

    def end(self) -> None:
        self._queue.put_nowait(None)

    async def events(self) -> AsyncIterator[object]:
        while (event := await self._queue.get()) is not None:
            yield event

    def view(self) -> TableView | None:
        return self.table

    async def say(self, token: str) -> None:
        self._refuse()
        self.said.append(token)

    def _refuse(self) -> None:
        if self.refuse in CODES_OF_REFUSAL:
            raise RuleError(self.refuse, "R25")
        if self.refuse is not None:
            raise Refused(self.refuse)

    async def leave(self) -> None:
        self.left = True
        self.put(Ended("E_LEFT"))
        self.end()


class TypedLines:
    """A keyboard on which all lines have been typed already; then it closes, or waits for ever."""

    def __init__(self, *lines: str, closes: bool = True) -> None:
        self._lines = list(lines)
        self._closes = closes

    async def line(self) -> str | None:
        await asyncio.sleep(0)
        if self._lines:
            return self._lines.pop(0)
        if not self._closes:
            await asyncio.Event().wait()
        return None
