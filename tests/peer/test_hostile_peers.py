"""Programs that do not keep to the rules, on real links: they may spoil their own seat and nothing else."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest

from lantruco.net import mesh as mesh_module
from lantruco.net.announcement import TableAd
from lantruco.net.identity import Identity
from lantruco.net.mesh import Mesh
from lantruco.net.meter import Allowances
from lantruco.peer import announcing, answers, lobbywords
from lantruco.peer import session as session_module
from lantruco.peer.announcing import describe
from lantruco.peer.control import CONTROL
from lantruco.peer.events import Gathered, MatchBegun, PeerDropped, SeatLeft
from lantruco.peer.session import Session
from lantruco.protocol.codec import Octets32, Octets64, encode
from lantruco.protocol.effects import Send
from lantruco.protocol.events import HandStarted
from lantruco.protocol.hashing import VERSION
from lantruco.protocol.lobby import Leave, Sit
from lantruco.protocol.messages import PartnerWord, Signed, body_digest
from lantruco.protocol.replica import MAX_SHOWN
from lantruco.protocol.sidetalk_messages import SIDE_HEAD, ChatSaid
from lantruco.protocol.sync import Have

from .tables import Watcher, full_table, joined, opened, run, watched


async def stranger(number: int, session: Any) -> tuple[Mesh, bytes]:
    """A program of its own at the door of a session."""
    mesh = await Mesh.open(Identity.from_seed(bytes([number]) * 32), version=VERSION, port=0)
    return mesh, await mesh.connect("127.0.0.1", session.mesh.port)


def sit(value: int) -> bytes:
    return encode(
        Sit(name="Zeca", seat=None, operator=None, value=Octets32(bytes([value]) * 32), port=1, addresses=[])
    )


def late_to(session: Session, other: Session) -> None:
    """What the other says of its verdict comes after the session's own."""
    send, loop = other.mesh.send, asyncio.get_running_loop()

    def hold_back(key: bytes, data: bytes) -> bool:
        if key != session.me.identity.public or b'"verdict"' not in data:
            return send(key, data)
        loop.call_later(0.5, send, key, data)
        return True

    other.mesh.send = hold_back  # type: ignore[method-assign, assignment]


def test_words_before_their_time_are_not_held_against_who_brings_what_they_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beto's words wait at Ana's for the deck, and are judged when somebody else's verdict completes it."""
    monkeypatch.setattr(session_module, "MAX_REFUSED", 4)

    async def match() -> None:
        sessions = await full_table(tmp_path, 4)
        ana, beto = sessions[0], sessions[1]
        send = beto.mesh.send
        for session in sessions[2:]:
            late_to(ana, session)
        watchers = watched(sessions)
        for watcher in watchers:
            begun = await watcher.until_told(MatchBegun)
        replica: Any = ana._match._replica  # type: ignore[union-attr]
        assert replica._main.log.number == 0
        for number in range(30):
            body = PartnerWord(
                genesis=Octets32(begun.genesis),
                log="main",
                hand=0,
                attempt=number,
                step=0,
                prev=Octets32(replica._main.log.prev),
                seat=1,
                word="corre",
            )
            signed = Signed(body, Octets64(beto.me.identity.sign(body_digest(body))))
            send(ana.me.identity.public, signed.to_bytes())
        for watcher in watchers:
            await watcher.until_told(HandStarted)
        assert {event.seat for watcher in watchers for event in watcher.all(PeerDropped)} <= {1}
        for watcher in watchers:
            await watcher.session.leave()

    run(match())


def test_who_is_cut_off_is_not_heard_on_a_new_link_either(tmp_path: Path) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted)
        key = beto.session.me.identity.public
        for _ in range(session_module.MAX_REFUSED):
            ana.session._frame(key, b'{"body":{},"sig":"AA"}')
        await ana.until_told(PeerDropped)
        ana.session._frame(key, encode(Leave()))
        ana.session._frame(key, b"{")
        assert ana.all(SeatLeft) == []
        assert ana.session._refused[key] == session_module.MAX_REFUSED
        await ana.session.leave()
        await beto.session.leave()

    run(match())


def test_good_byes_without_end_are_told_once(tmp_path: Path) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted)
        for _ in range(500):
            beto.session.mesh.send(ana.session.me.identity.public, encode(Leave()))
        beto.session.mesh.send(ana.session.me.identity.public, b"{")
        while not ana.session._refused:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert len(ana.all(SeatLeft)) == 1
        await ana.session.leave()
        await beto.session.leave()

    run(match())


def test_who_asks_for_everything_again_and_again_is_told_it_a_few_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "HAVE_PAUSE", 0.0)

    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        begun = await ana.until_told(MatchBegun)
        await ana.until_told(HandStarted)
        send, told = ana.session.mesh.send, 0

        def count(key: bytes, data: bytes) -> bool:
            nonlocal told
            told += data == first
            return send(key, data)

        ana.session.mesh.send = count  # type: ignore[method-assign, assignment]
        nothing = Have(genesis=Octets32(begun.genesis), main=0, deck_hand=0, deck_step=0)
        assert ana.session._match is not None
        first, *rest = ana.session._match._replica.missing(nothing)
        ana.session._answers._allowances = Allowances(2.5 * sum(map(len, [first, *rest])), 0)
        for _ in range(400):
            ana.session._take_have(beto.session.me.identity.public, nothing)
        await ana.session._turns.rest()
        # What was granted still waits for the disk.
        while told < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert told == 2
        await ana.session.leave()
        await beto.session.leave()

    run(match())


def test_who_contradicts_the_table_without_end_is_answered_a_few_times(tmp_path: Path) -> None:
    """Each answer may be a whole deck for a word of some hundred bytes."""

    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        begun = await ana.until_told(MatchBegun)
        await ana.until_told(HandStarted)
        assert ana.session._match is not None
        replica = ana.session._match._replica
        answers = 0
        for number in range(300):
            body = PartnerWord(
                genesis=Octets32(begun.genesis),
                log="main",
                hand=0,
                attempt=0,
                step=replica._main.log.number,
                prev=Octets32(number.to_bytes(32, "big")),
                seat=1,
                word="corre",
            )
            signed = Signed(body, Octets64(beto.session.me.identity.sign(body_digest(body))))
            effects = replica.receive(signed.to_bytes())
            answers += any(isinstance(effect, Send) for effect in effects)
        assert answers == MAX_SHOWN
        await ana.session.leave()
        await beto.session.leave()

    run(match())


def test_sitting_down_and_standing_up_without_end_does_not_keep_the_table_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobbywords, "LOBBY_BURST", 20)
    monkeypatch.setattr(lobbywords, "LOBBY_PER_SECOND", 0)

    async def lobby() -> None:
        ana = Watcher(await opened(tmp_path, 4))
        beto = Watcher(await joined(tmp_path, 1, ana.session))
        await beto.until(lambda told: any("Beto" in getattr(event, "names", ()) for event in told))
        restless, key = await stranger(77, ana.session)
        for number in range(200):
            restless.send(key, sit(number))
            restless.send(key, encode(Leave()))
        while restless.linked():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        assert len(beto.all(Gathered)) <= 24
        await restless.close()
        await beto.session.leave()
        await ana.session.leave()

    run(lobby())


def test_a_crowd_of_strangers_does_not_push_out_who_sits_in_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mesh_module, "MAX_STRANGERS", 2)
    hosts = itertools.count()
    monkeypatch.setattr(mesh_module, "crowd", lambda _: str(next(hosts)))

    async def lobby() -> None:
        ana = Watcher(await opened(tmp_path, 4))
        beto = Watcher(await joined(tmp_path, 1, ana.session))
        await beto.until(lambda told: any("Beto" in getattr(event, "names", ()) for event in told))
        crowd = [
            await stranger(number, session)
            for number in range(20, 24)
            for session in (ana.session, beto.session)
        ]
        for session in (ana.session, beto.session):
            while len(session.mesh.linked()) > 3:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert ana.session.mesh.link(beto.session.me.identity.public) is not None
        assert ana.session.lobby is not None
        assert [seat is not None for seat in ana.session.lobby.seats] == [True, True, False, False]
        for mesh, _ in crowd:
            await mesh.close()
        await beto.session.leave()
        await ana.session.leave()

    run(lobby())


def test_a_restless_lobby_is_announced_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcing, "RENEW_SECONDS", 0.1)

    class Announced:
        """Takes the place of the network's list, and counts."""

        def __init__(self) -> None:
            self.ads: list[TableAd] = []

        async def advertise(self, _: Identity, __: int, ad: TableAd) -> Announced:
            self.ads.append(ad)
            return self

        async def update(self, ad: TableAd) -> None:
            self.ads.append(ad)

    async def lobby() -> None:
        ana = await opened(tmp_path, 4)
        announced = Announced()
        following = asyncio.ensure_future(announcing._follow(ana, announced))  # type: ignore[arg-type]
        restless = Identity.from_seed(bytes([9]) * 32).public
        clock = asyncio.get_running_loop().time
        since = clock()
        for number in range(100):
            word = Leave() if number % 2 else CONTROL.decode(sit(1))
            ana._lobby_step(ana._side.take(restless, word, None))  # type: ignore[arg-type]
            await asyncio.sleep(0.002)
        assert ana.lobby is not None
        while announced.ads[-1] != describe(ana.lobby, ana.me.identity, "Ana"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        # The first goes out at once; on a busy machine the rest takes longer.
        assert len(announced.ads) <= 1 + (clock() - since) / announcing.RENEW_SECONDS + 1
        following.cancel()
        await ana.leave()

    run(lobby())


def test_nobodys_talk_comes_over_anothers_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def match() -> None:
        ana, beto, caju, _ = watchers = watched(await full_table(tmp_path, 4))
        for watcher in watchers:
            await watcher.until_told(HandStarted)
        caught: list[bytes] = []
        with monkeypatch.context() as patched:
            patched.setattr(beto.session.mesh, "send", lambda key, data: caught.append(data))
            beto.session.chat("de Beto")
        (said, *_) = [data for data in caught if data.startswith(SIDE_HEAD)]
        key = ana.session.me.identity.public
        caju.session.mesh.send(key, said)
        caju.session.chat("de Caju")
        await ana.until(lambda told: ChatSaid(2, "de Caju") in told)
        assert ana.all(ChatSaid) == [ChatSaid(2, "de Caju")]
        beto.session.mesh.send(key, said)
        await ana.until(lambda told: ChatSaid(1, "de Beto") in told)
        for watcher in watchers:
            await watcher.session.leave()

    run(match())
