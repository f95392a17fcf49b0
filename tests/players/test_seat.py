"""Who decides on a seat, against a table that judges a word a moment after it was said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from lantruco.players.seat import speak
from lantruco.protocol.errors import Refused
from lantruco.protocol.views import TableView
from tests.players.views import turn_view


class Runs:
    def decide(self, view: TableView) -> str | None:
        return "corre"


class Judging:
    """A table that refuses every word, and where somebody else may speak in between."""

    def __init__(self, before: TableView, after: TableView) -> None:
        self._view, self._after = before, after

    def view(self) -> TableView:
        return self._view

    async def say(self, token: str) -> None:
        await asyncio.sleep(0)
        self._view = self._after
        raise Refused("E_SPOKEN")

    async def events(self) -> AsyncIterator[object]:
        nothing: list[object] = []
        for event in nothing:
            yield event


ASKED = turn_view((), phase="answer", pending=3, legal=("aceita", "corre"))


@pytest.mark.parametrize(
    ("after", "level"),
    [(replace(ASKED, pending=None, legal=()), logging.INFO), (ASKED, logging.ERROR)],
    ids=["overtaken", "wrong"],
)
def test_a_word_that_the_table_has_overtaken_is_no_error_of_the_player(
    after: TableView, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = Judging(ASKED, after)
    assert not asyncio.run(speak(table, Runs(), table.view()))
    assert [record.levelno for record in caplog.records if record.name == "lantruco.players.seat"] == [level]
