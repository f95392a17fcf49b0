"""After the match the same seats play again, over the links that they have."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from lantruco.net.errors import NetError
from lantruco.peer import session as session_module
from lantruco.peer import staying
from lantruco.peer.events import Ended, MatchBegun, PeerDropped, RecordKept, RematchOff, Staying
from lantruco.peer.session import Session
from lantruco.protocol.codec import Octets32, encode
from lantruco.protocol.errors import Refused
from lantruco.protocol.events import HandStarted, MatchClosed
from lantruco.protocol.lobby import Again
from lantruco.protocol.sidetalk_messages import ChatSaid
from lantruco.record.verify import verify_file
from tests.fairdeal.smallgroup import SMALL

from .tables import Bold, Watcher, full_table, journal, records, run, watched


async def staying_table(folder: Path, seats: int) -> list[Watcher]:
    """Everybody has played to the end and looks at the result."""
    sessions = await full_table(folder, seats)
    for session in sessions:
        session.stay()
    watchers = [Watcher(session, seed, Bold) for seed, session in enumerate(sessions)]
    for watcher in watchers:
        await watcher.until_told(Staying)
    return watchers


async def leave(watchers: list[Watcher]) -> None:
    for watcher in watchers:
        await watcher.session.leave()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_same_seats_play_one_match_after_the_other(tmp_path: Path, seats: int) -> None:
    async def evening() -> None:
        watchers = await staying_table(tmp_path, seats)
        for match in (2, 3):
            for watcher in watchers:
                watcher.session.again()
            for watcher in watchers:
                await watcher.until_told(MatchBegun, match)
                await watcher.until_told(MatchClosed, match)
                await watcher.until_told(RecordKept, match)
        for watcher in watchers:
            await watcher.until(lambda told: isinstance(told[-1], Staying))
        await leave(watchers)
        assert {await watcher.ended() for watcher in watchers} == {None}
        digests = [[closed.digest for closed in watcher.all(MatchClosed)] for watcher in watchers]
        assert digests == [digests[0]] * seats
        assert all(len(watcher.all(RecordKept)) == 3 for watcher in watchers)

    run(evening())
    files = [
        sorted(records(tmp_path, number), key=lambda file: file.stat().st_mtime) for number in range(seats)
    ]
    assert [[file.read_bytes() for file in own] for own in files] == [
        [file.read_bytes() for file in files[0]]
    ] * seats
    reports = [verify_file(file, group=SMALL) for file in files[0]]
    assert [report.status for report in reports] == ["finished"] * 3
    assert [report.previous for report in reports] == [None, reports[0].digest, reports[1].digest]
    assert all(journal(tmp_path, number) == [] for number in range(seats))


def test_nothing_begins_before_all_have_agreed(tmp_path: Path) -> None:
    async def evening() -> None:
        ana, beto = await staying_table(tmp_path, 2)
        ana.session.again()
        await beto.until(lambda told: told[-1] == Staying((0,)))
        await ana.until(lambda told: told[-1] == Staying((0,)))
        await asyncio.sleep(0.3)
        assert len(ana.all(MatchBegun)) == 1
        beto.session.again()
        await ana.until_told(HandStarted, 2)
        await leave([ana, beto])

    run(evening())


def test_who_leaves_the_table_ends_it_for_all(tmp_path: Path) -> None:
    async def evening() -> None:
        watchers = await staying_table(tmp_path, 4)
        watchers[0].session.again()
        await watchers[3].session.leave()
        assert [await watcher.ended() for watcher in watchers] == [None] * 4
        for watcher in watchers[:3]:
            assert watcher.all(RematchOff)[0].reason == "left"
        assert RematchOff("left", (3,)) in watchers[0].told

    run(evening())


def test_who_does_not_stay_is_waited_for_by_nobody(tmp_path: Path) -> None:
    async def evening() -> None:
        sessions = await full_table(tmp_path, 2)
        sessions[0].stay()
        watchers = [Watcher(session, player=Bold) for session in sessions]
        assert [await watcher.ended() for watcher in watchers] == [None, None]

    run(evening())


def test_before_the_end_there_is_nothing_to_agree_to(tmp_path: Path) -> None:
    async def evening() -> None:
        sessions = await full_table(tmp_path, 2)
        watchers = watched(sessions)
        with pytest.raises(Refused, match="E_PHASE"):
            sessions[0].again()
        await watchers[0].until_told(HandStarted)
        with pytest.raises(Refused, match="E_PHASE"):
            sessions[0].again()
        await leave(watchers)

    run(evening())


def test_a_link_that_breaks_for_a_moment_costs_no_rematch(tmp_path: Path) -> None:
    async def evening() -> None:
        ana, beto = await staying_table(tmp_path, 2)
        for one, other in ((ana, beto), (beto, ana)):
            link = one.session.mesh.link(other.session.me.identity.public)
            assert link is not None
            link.abort(NetError("E_LOST"))
            one.session.again()
        await ana.until_told(HandStarted, 2)
        await beto.until_told(HandStarted, 2)
        await leave([ana, beto])

    run(evening())


def test_who_is_gone_without_a_word_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staying, "AWAY_SECONDS", 0.3)

    async def evening() -> None:
        ana, beto = await staying_table(tmp_path, 2)
        monkeypatch.setattr(beto.session.mesh, "send", lambda key, data: False)
        await beto.session.mesh.close()
        assert await ana.ended() is None
        assert ana.all(RematchOff) == [RematchOff("away", (1,))]
        await beto.session.leave()

    run(evening())


def test_nobody_waits_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staying, "STAY_SECONDS", 0.2)

    async def evening() -> None:
        ana, _ = watchers = await staying_table(tmp_path, 2)
        assert [await watcher.ended() for watcher in watchers] == [None, None]
        reasons = {off.reason for watcher in watchers for off in watcher.all(RematchOff)}
        assert "late" in reasons
        assert reasons <= {"late", "left"}
        assert isinstance(ana.told[-1], Ended)

    run(evening())


def mute(session: Session, word: bytes) -> None:
    """A program that agrees and then does not say one kind of word."""
    send = session.mesh.send
    session.mesh.send = lambda key, data: word in data or send(key, data)  # type: ignore[method-assign, assignment]


def test_who_agrees_and_does_not_sign_stops_only_the_rematch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staying, "SIGN_SECONDS", 0.3)

    async def evening() -> None:
        ana, beto = await staying_table(tmp_path, 2)
        mute(beto.session, b'"kind":"sign"')
        mute(beto.session, b'"kind":"start"')
        monkeypatch.setattr(beto.session, "_begin_again", lambda signed: None)
        ana.session.again()
        beto.session.again()
        assert await ana.ended() is None
        assert ana.all(RematchOff) == [RematchOff("unsigned", (1,))]
        await beto.session.leave()

    run(evening())


def test_a_flood_of_wishes_is_a_peer_that_is_not_heard_any_more(tmp_path: Path) -> None:
    async def evening() -> None:
        ana, beto = await staying_table(tmp_path, 2)
        begun = beto.all(MatchBegun)[0].genesis
        for number in range(session_module.MAX_REFUSED + 1):
            value = random.Random(number).randbytes(32)
            again = Again(genesis=Octets32(begun), value=Octets32(value))
            beto.session.mesh.send(ana.session.me.identity.public, encode(again))
        assert await ana.ended() is None
        assert ana.all(PeerDropped) == [PeerDropped(1, "E_LOBBY")]
        assert ana.all(RematchOff) == [RematchOff("left", (1,))]
        assert [event for event in ana.told if isinstance(event, Staying)][-1].agreed == (1,)
        await beto.session.leave()

    run(evening())


def test_people_talk_between_two_matches_and_in_the_next(tmp_path: Path) -> None:
    async def evening() -> None:
        ana, beto = await staying_table(tmp_path, 2)
        ana.session.chat("boa partida")
        await beto.until(lambda told: ChatSaid(0, "boa partida") in told)
        ana.session.again()
        beto.session.again()
        await ana.until_told(HandStarted, 2)
        beto.session.chat("agora vai")
        await ana.until(lambda told: ChatSaid(1, "agora vai") in told)
        await leave([ana, beto])

    run(evening())


def test_what_comes_late_from_the_match_before_harms_nobody(tmp_path: Path) -> None:
    async def evening() -> None:
        ana, beto = await staying_table(tmp_path, 2)
        old = records(tmp_path, 1)[0].read_bytes().splitlines()[1:]
        old = old * (session_module.MAX_REFUSED // len(old) + 1)
        key: Any = ana.session.me.identity.public
        for line in old:
            beto.session.mesh.send(key, line)
        ana.session.again()
        beto.session.again()
        await ana.until_told(HandStarted, 2)
        for line in old:
            beto.session.mesh.send(key, line)
        await ana.until_told(MatchClosed, 2)
        assert ana.all(PeerDropped) == []
        await leave([ana, beto])

    run(evening())
