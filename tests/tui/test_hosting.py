"""Bots on the seats of my own table, line by line."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from lantruco.peer.errors import PeerError
from lantruco.peer.events import Gathered
from lantruco.tui.keyboard import Keyboard
from lantruco.tui.line import LineTable
from lantruco.tui.texts import Texts
from tests.patience import PATIENCE
from tests.tui.fakes import FakeSession

WAITING = Gathered(("Ana", None, "Zeca", None), (None, None, "Ana", None), 0)


class FakeHosting:
    def __init__(self) -> None:
        self.mine = frozenset({2})
        self.coming: frozenset[int] = frozenset()
        self.asked: list[object] = []
        self.fails = False

    async def seat_bot(self, seat: int, level: str) -> None:
        if self.fails:
            raise PeerError("E_BOT", reason="timeout")
        self.asked.append((seat, level))
        self.coming |= {seat}

    async def gone(self, seat: int) -> None:
        return None

    def send_away(self, seat: int) -> None:
        self.asked.append(seat)


def typed(*lines: str, hosting: FakeHosting | None) -> list[str]:
    session, written = FakeSession(), list[str]()
    session.table, session.hosting = None, hosting
    session.put(WAITING)
    rest, told = list(lines), asyncio.Event()

    def write(line: str) -> None:
        written.append(line)
        if "Lugares" in line or "lugares" in line or "2 de 4" in line:
            told.set()

    class Hands:
        async def line(self) -> str | None:
            await told.wait()
            await asyncio.sleep(0)
            return rest.pop(0) if rest else None

    table = LineTable(session, Texts("pt"), write)
    asyncio.run(asyncio.wait_for(table.play(cast(Keyboard, Hands())), PATIENCE))
    return written


def test_a_word_brings_a_bot_to_each_free_seat_and_another_takes_mine_away() -> None:
    hosting = FakeHosting()
    written = typed("b1", "bot", "b", "x", hosting=hosting)
    assert hosting.asked == [(1, "facil"), (3, "forte"), 2]
    assert sum("b senta um bot" in line for line in written) == 1


@pytest.mark.parametrize("word", ["b", "x"])
def test_at_somebody_elses_table_the_word_means_nothing(word: str) -> None:
    written = typed(word, hosting=None)
    assert not any("b senta um bot" in line for line in written)
    assert any(f"“{word}” não serve agora" in line for line in written)


def test_a_bot_that_does_not_start_is_told() -> None:
    hosting = FakeHosting()
    hosting.fails = True
    assert any("O bot não começou" in line for line in typed("b", hosting=hosting))
