"""The lobby in line mode."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from lantruco.net.errors import NetError
from lantruco.protocol.hashing import VERSION
from lantruco.tui.doors import Session, TableRow
from lantruco.tui.keyboard import Keyboard
from lantruco.tui.lobby import Lobby
from lantruco.tui.texts import Texts
from tests.patience import PATIENCE
from tests.tui.fakes import FakeSession, TypedLines


@dataclass(frozen=True)
class Row:
    name: str = "Bar do Zé"
    host: str = "Zé"
    seats: int = 4
    taken: int = 2
    version: int = VERSION
    options: str = ""


class FakeDoors:
    def __init__(self, *rows: Row) -> None:
        self.rows = rows
        self.asked: list[object] = []

    def tables(self) -> Sequence[TableRow]:
        return self.rows

    async def open(self, name: str, seats: int, bots: int, level: str) -> Session:
        self.asked.append(("open", name, seats, bots, level))
        return self._session()

    async def join(self, row: TableRow) -> Session:
        self.asked.append(("join", row.name))
        return self._session()

    async def join_address(self, address: str) -> Session:
        self.asked.append(("address", address))
        raise NetError("E_ADDRESS", address=address)

    def records(self) -> Sequence[Path]:
        return [Path("records/one.jsonl")]

    def _session(self) -> Session:
        session = FakeSession()
        session.end()
        return session


def run(doors: FakeDoors, *lines: str) -> str:
    written: list[str] = []
    lobby = Lobby(doors, cast(Keyboard, TypedLines(*lines)), Texts("pt"), written.append, "Mesa de Ana")
    asyncio.run(asyncio.wait_for(lobby.run(), PATIENCE))
    return "\n".join(written)


def test_the_tables_nearby_are_listed_with_their_seats() -> None:
    assert "1) Bar do Zé, de Zé: 2 de 4 lugares" in run(FakeDoors(Row()), "s")


def test_a_table_of_another_version_says_so_in_the_list() -> None:
    told = run(FakeDoors(Row(options="coberta=false limite=nunca")), "s")
    assert "2 de 4 lugares · coberta=false limite=nunca" in told
    assert "2 de 4 lugares, mas de outra versão (protocolo 99)" in run(FakeDoors(Row(version=99)), "s")


def test_a_table_is_joined_by_its_number() -> None:
    doors = FakeDoors(Row("Um"), Row("Dois"))
    run(doors, "2", "s")
    assert doors.asked == [("join", "Dois")]


def test_a_number_that_is_not_listed_is_told() -> None:
    doors = FakeDoors()
    assert "Não há mesa 7" in run(doors, "7", "s")
    assert doors.asked == []


def test_a_table_is_opened_with_a_name_and_seats() -> None:
    doors = FakeDoors()
    run(doors, "a", "Boteco", "3", "4", "s")
    assert doors.asked == [("open", "Boteco", 4, 0, "forte")]


def test_playing_with_bots_fills_all_other_seats() -> None:
    doors = FakeDoors()
    run(doors, "b", "6", "s")
    assert doors.asked == [("open", "Mesa de Ana", 6, 5, "forte")]


@pytest.mark.parametrize(("word", "level"), [("b1", "facil"), ("b2", "medio"), ("b3", "forte")])
def test_weaker_bots_are_a_figure_away(word: str, level: str) -> None:
    doors = FakeDoors()
    run(doors, "b4", word, "2", "s")
    assert doors.asked == [("open", "Mesa de Ana", 2, 1, level)]


def test_a_door_that_does_not_open_is_a_sentence_and_the_lobby_goes_on() -> None:
    doors = FakeDoors()
    text = run(doors, "e", "bad::address", "r", "s")
    assert doors.asked == [("address", "bad::address")]
    assert "bad::address" in text
    assert "one.jsonl" in text


def test_a_closed_input_ends_the_lobby() -> None:
    run(FakeDoors())
