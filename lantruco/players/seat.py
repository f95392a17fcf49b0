"""Somebody who decides on a seat, and the loop that lets him speak when it is his turn."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol, runtime_checkable

from lantruco.protocol.errors import Refused
from lantruco.protocol.views import TableView
from lantruco.rules import RuleError

from .tongue import Advice, Remark, Sign, Utterance

log = logging.getLogger(__name__)


class Player(Protocol):
    """A person or a bot. ``decide`` gives a token to say now, or None."""

    def decide(self, view: TableView) -> str | None: ...


@runtime_checkable
class Thinker(Protocol):
    """A player that needs time, and to be told what happens.

    ``hear`` gets every event with the view as it then is; ``think`` gives a token to say, or None.
    """

    def hear(self, event: object, view: TableView | None) -> None: ...

    async def think(self, view: TableView) -> str | None: ...


@runtime_checkable
class Talker(Protocol):
    """A player that also says something now and then."""

    def listen(self, event: object, view: TableView | None) -> Sequence[Utterance]: ...


class Floor(Protocol):
    """What a talker needs of a session at a table."""

    def chat(self, text: str) -> None: ...

    def sinal(self, sinal: str) -> None: ...

    def consult(self, word: str) -> None: ...


class Table(Protocol):
    """What a player needs of a session at a table."""

    def view(self) -> TableView | None: ...

    def say(self, token: str) -> Awaitable[None]: ...

    def events(self) -> AsyncIterator[object]: ...


async def play(table: Table, player: Player, show: Callable[[object], None]) -> None:
    """Let ``player`` decide for this seat until the table has no more events; ``show`` gets each first."""
    async for event in table.events():
        show(event)
        await speak(table, player, table.view())


async def think_and_speak(table: Table, thinker: Thinker) -> bool:
    """As `speak`, when the decision takes time; what the table has overtaken meanwhile is not said."""
    asked = table.view()
    token = None if asked is None else await thinker.think(asked)
    now = table.view()
    if asked is None or now is None or _question(asked) != _question(now):
        return False
    return await _say(table, token, asked)


async def speak(table: Table, player: Player, view: TableView | None) -> bool:
    """One decision. False: nothing was said, or the table did not take it, which is logged."""
    return view is not None and await _say(table, player.decide(view), view)


def converse(floor: Floor, said: Sequence[Utterance], phrase: Callable[[Remark], str]) -> None:
    """Say things beside the game; what the table does not take is logged. phrase: a remark in words."""
    for item in said:
        try:
            match item:
                case Remark():
                    floor.chat(phrase(item))
                case Sign(sinal):
                    floor.sinal(sinal)
                case Advice(word):
                    floor.consult(word)
        except Refused as refused:
            log.info("not said: %s: %s", item, refused.code)


def _question(view: TableView) -> tuple[object, ...]:
    return view.hand, view.vazas, view.table, view.value, view.pending, view.cards, view.legal


async def _say(table: Table, token: str | None, asked: TableView) -> bool:
    if token is None:
        return False
    try:
        await table.say(token)
    except (Refused, RuleError) as refused:
        now = table.view()
        overtaken = now is None or _question(asked) != _question(now)
        level = logging.INFO if overtaken else logging.ERROR
        log.log(level, "the table does not take %s: %s", token, refused.code)
        return False
    return True
