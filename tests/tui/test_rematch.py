"""The same again, line by line."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from lantruco.peer.events import MatchBegun, RematchOff, Staying
from lantruco.protocol.events import MatchClosed, MatchEnded
from lantruco.protocol.views import TableView
from lantruco.tui.keyboard import Keyboard
from lantruco.tui.line import LineTable, Result
from lantruco.tui.texts import Texts
from tests.patience import PATIENCE
from tests.tui.fakes import FakeSession, TypedLines, view

OVER = view(legal=(), winner=0, closed=True, score=(12, 3))
CLOSED = (MatchEnded(0, (12, 3), None), MatchClosed(bytes(32)))


def after_the_match(*typed: str) -> tuple[FakeSession, list[str], Result]:
    """A table that stays together; what is typed comes when that has been told."""
    session, written = FakeSession(OVER), list[str]()
    session.put(*CLOSED, Staying(()))
    asked = asyncio.Event()

    def write(line: str) -> None:
        written.append(line)
        if line.startswith("  2) "):
            asked.set()

    table = LineTable(session, Texts("pt"), write)
    lines = list(typed)

    class WhenAsked:
        async def line(self) -> str | None:
            await asked.wait()
            return lines.pop(0) if lines else None

    async def run() -> Result:
        return await asyncio.wait_for(table.play(cast(Keyboard, WhenAsked())), PATIENCE)

    return session, written, asyncio.run(run())


def test_the_choice_has_numbers() -> None:
    _, written, result = after_the_match()
    assert "Revanche com os mesmos jogadores? Todos precisam querer." in written
    assert "  1) revanche" in written
    assert "  2) sair da mesa" in written
    assert result == Result(winner=0, closed=True, code="E_LEFT")


@pytest.mark.parametrize("word", ["1", "Revanche", "rematch", "r"])
def test_a_number_or_a_word_agrees(word: str) -> None:
    session, _, _ = after_the_match(word)
    assert session.said == ["again"]


@pytest.mark.parametrize("word", ["2", "sair", "QUIT"])
def test_a_number_or_a_word_leaves(word: str) -> None:
    session, _, _ = after_the_match(word, "1")
    assert session.said == []
    assert session.left


def test_another_word_is_not_taken_for_an_answer_and_talk_is_talk() -> None:
    session, written, _ = after_the_match("talvez", "/boa partida", "")
    assert session.said == []
    assert session.talked == ["boa partida"]
    assert any("talvez" in line and "2 sai da mesa" in line for line in written)


def tell(*events: object, player: Any = None, renew: Any = None) -> tuple[FakeSession, list[str], Result]:
    session, written = FakeSession(OVER), list[str]()
    session.put(*events)
    session.end()
    table = LineTable(session, Texts("en"), written.append)
    result = asyncio.run(asyncio.wait_for(table.watch(player, 0, renew), PATIENCE))
    return session, written, result


def test_who_wants_it_and_who_left_is_told() -> None:
    _, written, _ = tell(*CLOSED, Staying(()), Staying((1,)), RematchOff("left", (1,)))
    assert "These want a rematch: Beto. Still to say: Ana." in written
    assert "No rematch: Beto left the table." in written
    assert sum("1) rematch" in line for line in written) == 1


class Mute:
    def decide(self, view: TableView) -> str | None:
        return None


def test_a_bot_agrees_at_once_and_plays_the_next_match_afresh() -> None:
    fresh: list[Mute] = []

    def renew() -> Mute:
        fresh.append(Mute())
        return fresh[-1]

    events = (
        MatchBegun(bytes(32)),
        *CLOSED,
        Staying(()),
        Staying((0,)),
        Staying((0, 1)),
        MatchBegun(bytes(32)),
    )
    session, _, result = tell(*events, player=Mute(), renew=renew)
    assert session.stays
    assert session.said == ["again"]
    assert len(fresh) == 1
    assert result == Result(winner=None, closed=False, code="E_UNFINISHED")


def test_typing_before_the_end_means_what_it_always_did() -> None:
    session = FakeSession()
    table = LineTable(session, Texts("pt"), lambda line: None)
    asyncio.run(table.play(cast(Keyboard, TypedLines("1", "sair"))))
    assert session.said == ["3E"]
