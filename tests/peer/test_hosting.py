"""Whoever opened a table brings bots to it, and sends them away, until it is full."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from lantruco.net.identity import Identity
from lantruco.peer.companions import Companions
from lantruco.peer.errors import PeerError
from lantruco.peer.events import BotFailed, Gathered, MatchBegun
from lantruco.peer.hosting import Hosting
from lantruco.peer.opening import Terms, open_table
from lantruco.peer.session import Session
from lantruco.protocol.errors import Refused
from tests.fairdeal.smallgroup import SMALL

from .tables import Watcher, joined, opened, participant, run


def hosting(session: Session, folder: Path) -> Hosting:
    companions = Companions(session.mesh.port, folder / "seat-0", ("--pace", "0", "--interface", "127.0.0.1"))
    session.at_end(companions.dismiss)
    return Hosting(session, companions)


def test_a_bot_is_brought_sent_away_and_brought_again(tmp_path: Path) -> None:
    async def lobby() -> None:
        me = participant(tmp_path, 0)
        home = tmp_path / "seat-0"
        home.mkdir()
        # The bots' owner is whoever the home says.
        me = replace(me, identity=Identity.load_or_create(home / "identity.key"))
        ana = Watcher(await open_table(me, Terms("Mesa do fundo", 4), port=0, advertise=False, group=SMALL))
        house = hosting(ana.session, tmp_path)
        bringing = asyncio.ensure_future(house.seat_bot(2, "facil"))
        await asyncio.sleep(0)
        assert house.coming == {2}
        with pytest.raises(PeerError, match="E_SEAT"):
            await house.seat_bot(2, "facil")
        with pytest.raises(PeerError, match="E_SEAT"):
            await house.seat_bot(0, "facil")
        await bringing
        await ana.until(lambda told: isinstance(told[-1], Gathered) and told[-1].names[2])
        assert not house.coming
        assert house.mine == {2}
        house.send_away(2)
        await ana.until(lambda told: isinstance(told[-1], Gathered) and told[-1].names[2] is None)
        await house.gone(2)
        assert house.mine == house.coming == frozenset()
        await house.seat_bot(1, "facil")
        await ana.until(lambda told: isinstance(told[-1], Gathered) and told[-1].names[1])
        await ana.session.leave()

    run(lobby())


def test_a_seat_of_somebody_else_is_not_the_openers_to_free(tmp_path: Path) -> None:
    async def lobby() -> None:
        ana = Watcher(await opened(tmp_path, 4))
        beto = Watcher(await joined(tmp_path, 1, ana.session))
        await ana.until(lambda told: told and getattr(told[-1], "names", ())[1:2] == ("Beto",))
        house = hosting(ana.session, tmp_path)
        assert house.mine == frozenset()
        with pytest.raises(PeerError, match="E_SEAT"):
            house.send_away(1)
        with pytest.raises(Refused, match="E_PHASE"):
            beto.session.send_away(0)
        await ana.session.leave()
        await beto.ended()

    run(lobby())


def test_who_is_sent_away_is_told_why(tmp_path: Path) -> None:
    async def lobby() -> None:
        ana = Watcher(await opened(tmp_path, 4))
        beto = Watcher(await joined(tmp_path, 1, ana.session))
        await ana.until(lambda told: told and getattr(told[-1], "names", ())[1:2] == ("Beto",))
        ana.session.send_away(1)
        assert await beto.ended() == "E_SENT_AWAY"
        with pytest.raises(Refused, match="E_PHASE"):
            ana.session.send_away(1)
        await ana.session.leave()

    run(lobby())


def test_once_the_match_has_begun_nobody_is_sent_away(tmp_path: Path) -> None:
    async def lobby() -> None:
        ana = Watcher(await opened(tmp_path, 2))
        beto = Watcher(await joined(tmp_path, 1, ana.session))
        await ana.until_told(MatchBegun)
        with pytest.raises(Refused, match="E_PHASE"):
            ana.session.send_away(1)
        await beto.session.leave()
        await ana.session.leave()

    run(lobby())


def test_a_bot_without_room_on_its_disk_says_so_to_its_person(tmp_path: Path) -> None:
    async def lobby() -> None:
        me = participant(tmp_path, 0)
        home = tmp_path / "seat-0"
        (home / "bots" / "1").mkdir(parents=True)
        (home / "bots" / "1" / "records").write_text("in the way of its folder")
        me = replace(me, identity=Identity.load_or_create(home / "identity.key"))
        ana = Watcher(await open_table(me, Terms("Mesa", 2), port=0, advertise=False, group=SMALL))
        session = ana.session
        companions = Companions(
            session.mesh.port,
            home,
            ("--interface", "127.0.0.1", "--lang", "pt"),
            lambda words: session.tell(BotFailed(words)),
        )
        session.at_end(companions.dismiss)
        await Hosting(session, companions).seat_bot(1, "facil")
        failed = await ana.until_told(BotFailed)
        assert str(home / "bots" / "1") in failed.words
        assert "?" not in failed.words
        await session.leave()

    run(lobby())
