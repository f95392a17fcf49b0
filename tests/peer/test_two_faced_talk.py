"""A cheat at a real table who tells some one thing and others another, and one who passes on without end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from lantruco.peer import session as session_module
from lantruco.peer.events import PeerDropped
from lantruco.peer.session import Session
from lantruco.protocol.codec import Octets32, Octets64, encode
from lantruco.protocol.events import HandStarted
from lantruco.protocol.sidetalk_messages import (
    SIDE,
    SIDE_HEAD,
    Chat,
    ChatSaid,
    Said,
    SaidToAll,
    SaidTwoThings,
    SideSigned,
    ToAll,
    Veiled,
    side_digest,
)
from lantruco.protocol.sidetalk_witness import ECHO_BURST

from .tables import full_table, run, watched

Lie = Callable[[ToAll], ToAll]


def two_faced(cheat: Session, to: Session, kind: type[ToAll], lie: Lie) -> None:
    """What the cheat says to all, one seat hears otherwise; both are signed."""
    send = cheat.mesh.send

    def tell(key: bytes, data: bytes) -> bool:
        if key == to.me.identity.public and data.startswith(SIDE_HEAD):
            body = SIDE.decode(data).side
            if isinstance(body, kind):
                other = lie(body)
                sig = cheat.me.identity.sign(side_digest(other))
                return send(key, encode(SideSigned(other, Octets64(sig))))
        return send(key, data)

    cheat.mesh.send = tell  # type: ignore[method-assign, assignment]


def other_text(body: ToAll) -> ToAll:
    assert isinstance(body, Chat)
    return msgspec.structs.replace(body, text="outra coisa")


def other_veil(body: ToAll) -> ToAll:
    assert isinstance(body, Veiled)
    return msgspec.structs.replace(body, veil=Octets32(bytes(32)))


@pytest.mark.parametrize("kind", ["chat", "veiled"])
def test_all_others_are_told_who_says_two_things_and_the_match_goes_on(tmp_path: Path, kind: str) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 4, table={"sinais": "espiados"})
        watchers = watched(sessions)
        for watcher in watchers:
            await watcher.until_told(HandStarted)
        if kind == "chat":
            two_faced(sessions[0], sessions[1], Chat, other_text)
            sessions[0].chat("uma coisa")
        else:
            two_faced(sessions[0], sessions[1], Veiled, other_veil)
            sessions[0].sinal("zap")
        for watcher in watchers[1:]:
            assert await watcher.until_told(SaidTwoThings) == SaidTwoThings(0, kind)  # type: ignore[arg-type]
        hands = [len(watcher.all(HandStarted)) for watcher in watchers]
        sessions[0].chat("e agora?")
        sessions[1].chat("agora chega")
        for watcher, count in zip(watchers, hands, strict=True):
            await watcher.until_told(HandStarted, count + 1)
        for watcher in watchers[2:]:
            await watcher.until(lambda told: ChatSaid(1, "agora chega") in told)
        for watcher in watchers[1:]:
            assert len(watcher.all(SaidTwoThings)) == 1
            assert ChatSaid(0, "e agora?") not in watcher.told
            assert watcher.all(PeerDropped) == []
        for session in sessions:
            await session.leave()

    run(match())


def test_who_passes_on_without_end_is_not_heard_any_more_and_the_author_is(tmp_path: Path) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 4)
        ana, beto, caju, dora = watchers = watched(sessions)
        for watcher in watchers:
            await watcher.until_told(HandStarted)
        talk = sessions[0]._talk
        assert talk is not None
        said = talk._talk.chat("uma vez", 0)
        found = SIDE.decode(said.data)
        assert isinstance(found.side, Chat)
        echo = Said(said=[SaidToAll(found.side, found.sig)])
        key = sessions[1].me.identity.public
        # No honest program would: what it may pass on at once, what is counted against it, and as much again
        # for what it earns meanwhile.
        for _ in range(2 * (ECHO_BURST + session_module.MAX_REFUSED)):
            sessions[3].mesh.send(key, encode(echo))
        await beto.until_told(PeerDropped)
        assert beto.all(PeerDropped) == [PeerDropped(3, "E_ECHO")]
        sessions[0].chat("ainda falo")
        await beto.until(lambda told: ChatSaid(0, "ainda falo") in told)
        await caju.until(lambda told: ChatSaid(0, "ainda falo") in told)
        assert all(not watcher.all(SaidTwoThings) for watcher in watchers)
        assert ana.all(PeerDropped) == caju.all(PeerDropped) == dora.all(PeerDropped) == []
        for session in sessions:
            await session.leave()

    run(match())
