"""Partners at a real table: words about an answer, whose answer it is, and sinais that may be glimpsed."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from lantruco.peer.joining import join_address
from lantruco.peer.participant import own_up
from lantruco.peer.session import Session
from lantruco.players.bot import Bot
from lantruco.players.seat import converse, speak
from lantruco.protocol.errors import Refused
from lantruco.protocol.events import HandStarted
from lantruco.protocol.sidetalk_messages import CONSULT, Consulted, SinalCaught, SinalGlimpsed, SinalSeen
from lantruco.protocol.views import TableView
from tests.fairdeal.smallgroup import SMALL
from tests.peer.tables import Calm, Watcher, full_table, joined, opened, participant, run, watched


class Caller(Calm):
    """Calm, but for a truco as soon as it can be called."""

    def decide(self, view: TableView) -> str | None:
        if "truco" in view.legal and view.seat in view.waiting:
            return "truco"
        return super().decide(view)


async def play_as(session: Session, player: Bot | Calm, told: list[object]) -> None:
    async for event in session.events():
        told.append(event)
        if isinstance(player, Bot):
            converse(session, player.listen(event, session.view()), lambda remark: remark.occasion)
        await speak(session, player, session.view())


def test_a_bot_advises_and_the_person_answers_for_the_pair(tmp_path: Path) -> None:
    async def match() -> None:
        ana = await opened(tmp_path, 4, SMALL)
        beto = await joined(tmp_path, 1, ana, 1)
        me = participant(tmp_path, 2)
        operator = own_up(participant(tmp_path, 0).identity, "Ana", me.identity.public)
        caju = await join_address(
            replace(me, operator=operator), f"127.0.0.1:{ana.mesh.port}", seat=2, port=0, group=SMALL
        )
        dora = await joined(tmp_path, 3, ana, 3)
        heard: dict[int, list[object]] = {1: [], 2: [], 3: []}
        others = [
            asyncio.ensure_future(play_as(beto, Caller(random.Random(1)), heard[1])),
            asyncio.ensure_future(play_as(caju, Bot(random.Random(2)), heard[2])),
            asyncio.ensure_future(play_as(dora, Caller(random.Random(3)), heard[3])),
        ]
        calm = Calm(random.Random(0))
        asked = False
        async for event in ana.events():
            view = ana.view()
            if isinstance(event, Consulted):
                assert event.seat == 2
                assert event.word in set(CONSULT) - {"pergunta"}
                # Caju has a word, and could answer by the rules; but he is a bot.
                assert view is not None
                assert view.pending is not None
                assert view.waiting == (0,)
                await ana.say("corre")
                break
            if view is None or not view.asked:
                if view is not None:
                    if not asked and isinstance(event, HandStarted):
                        with pytest.raises(Refused, match="E_UNASKED"):
                            ana.consult("pergunta")
                    await speak(ana, calm, view)
            elif not asked:
                asked = True
                ana.consult("pergunta")
        else:
            raise AssertionError("nobody asked, or nobody answered")
        assert any(isinstance(event, Consulted) for event in heard[2])
        assert not any(isinstance(event, Consulted) for event in [*heard[1], *heard[3]])
        for session in (ana, beto, caju, dora):
            await session.leave()
        await asyncio.gather(*others)

    run(match())


def test_glimpsed_sinais_reach_partner_opponent_and_author_alike(tmp_path: Path) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 4, table={"sinais": "espiados"})
        watchers: list[Watcher] = watched(sessions)
        for watcher in watchers:
            await watcher.until_told(HandStarted)
        assert watchers[1].session.view().sinais == "espiados"  # type: ignore[union-attr]
        for sinal in ("zap", "tres", "fraco", "dois", "as"):
            sessions[0].sinal(sinal)
        for watcher in watchers:
            await watcher.until_told(HandStarted, 2)
        assert [seen.sinal for seen in watchers[2].all(SinalSeen)] == ["zap", "tres", "fraco", "dois", "as"]
        for rival in (1, 3):
            caught = [each.sinal for each in watchers[0].all(SinalCaught) if each.seat == rival]
            assert [seen.sinal for seen in watchers[rival].all(SinalGlimpsed)] == caught
            assert watchers[rival].all(SinalSeen) == []
        for watcher in watchers:
            await watcher.session.leave()

    run(match())
