"""Whole matches between sessions: real links, real files, a group of toy size unless it says otherwise."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from lantruco.fairdeal import Group, ristretto255
from lantruco.net.announcement import TableAd
from lantruco.net.errors import NetError
from lantruco.net.identity import Identity
from lantruco.net.mesh import Mesh
from lantruco.peer import answers
from lantruco.peer import session as session_module
from lantruco.peer.errors import PeerError
from lantruco.peer.events import (
    Gathered,
    LinkDown,
    LinkUp,
    MatchBegun,
    Missing,
    PeerDropped,
    RecordKept,
    SeatLeft,
    Unfinished,
)
from lantruco.peer.joining import join_ad, join_address
from lantruco.protocol.codec import Octets32
from lantruco.protocol.errors import Refused
from lantruco.protocol.events import HandStarted, MatchClosed
from lantruco.protocol.hashing import VERSION
from lantruco.protocol.messages import SIGNED
from lantruco.protocol.sidetalk_messages import ChatSaid, SinalSeen
from lantruco.protocol.sync import Have
from lantruco.protocol.views import TableView
from lantruco.record.compare import compare
from lantruco.record.journal import Journal
from lantruco.record.verify import verify_file
from tests.fairdeal.smallgroup import SMALL
from tests.patience import PATIENCE

from .tables import Watcher, full_table, joined, journal, opened, participant, records, run, watched


@pytest.mark.parametrize(
    ("seats", "group"),
    [
        pytest.param(2, SMALL, id="2", marks=pytest.mark.long),
        pytest.param(2, ristretto255(), id="2 real"),
        pytest.param(4, SMALL, id="4"),
        pytest.param(6, SMALL, id="6", marks=pytest.mark.long),
    ],
)
def test_a_match_ends_with_one_and_the_same_record_everywhere(
    tmp_path: Path, seats: int, group: Group
) -> None:
    async def match() -> None:
        watchers = watched(await full_table(tmp_path, seats, group))
        assert [await watcher.ended() for watcher in watchers] == [None] * seats
        assert len({watcher.all(MatchClosed)[0].digest for watcher in watchers}) == 1

    run(match())
    files = [file for number in range(seats) for file in records(tmp_path, number)]
    assert len(files) == seats
    assert len({file.read_bytes() for file in files}) == 1
    report = verify_file(files[0], group=group)
    assert report.status == "finished"
    assert [seat.name for seat in report.seats] == ["Ana", "Beto", "Caju", "Dora", "Edu", "Flor"][:seats]
    assert all(journal(tmp_path, number) == [] for number in range(seats))


def test_who_leaves_is_named_and_all_records_stay_whole(tmp_path: Path) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await beto.until_told(HandStarted, 2)
        await beto.session.leave()
        assert await beto.ended() == "E_LEFT"
        await ana.until_told(SeatLeft)
        missing = await ana.until_told(Missing)
        assert missing.seats == (1,)
        # In some steps all speak: Ana's own word may not be ready yet.
        while table_of(ana).waiting != (1,):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await ana.session.leave()
        assert await ana.ended() == "E_LEFT"
        assert ana.all(Unfinished) == [Unfinished((1,), left=(1,))]
        assert ana.all(RecordKept) == [RecordKept(records(tmp_path, 0)[0])]

    run(match())
    reports = [verify_file(records(tmp_path, number)[0], group=SMALL) for number in (0, 1)]
    assert [report.status for report in reports] == ["unfinished", "unfinished"]
    assert all(comparison.agrees for comparison in compare(reports))


def test_of_a_match_that_was_left_in_order_only_the_record_stays(tmp_path: Path) -> None:
    async def match() -> None:
        watchers = watched(await full_table(tmp_path, 4))
        for watcher in watchers:
            await watcher.until_told(HandStarted)
        assert all(list((tmp_path / f"seat-{number}").glob("journal/*.secret")) for number in range(4))
        for watcher in watchers:
            await watcher.session.leave()

    run(match())
    for number in range(4):
        assert journal(tmp_path, number) == []
        assert len(records(tmp_path, number)) == 1


def table_of(watcher: Watcher) -> TableView:
    view = watcher.session.view()
    assert view is not None
    return view


def test_a_full_table_says_so(tmp_path: Path) -> None:
    async def lobby() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(MatchBegun)
        late = Watcher(await joined(tmp_path, 2, ana.session))
        assert await late.ended() == "E_FULL"
        await ana.session.leave()
        await beto.session.leave()

    run(lobby())


def test_a_taken_seat_is_refused(tmp_path: Path) -> None:
    async def lobby() -> None:
        opener = await opened(tmp_path, 4)
        late = Watcher(await joined(tmp_path, 1, opener, seat=0))
        assert await late.ended() == "E_SEAT"
        await opener.leave()

    run(lobby())


def test_the_lobby_goes_on_when_somebody_stands_up(tmp_path: Path) -> None:
    async def lobby() -> None:
        ana = Watcher(await opened(tmp_path, 4))
        beto = Watcher(await joined(tmp_path, 1, ana.session))
        caju = Watcher(await joined(tmp_path, 2, ana.session))
        await ana.until(lambda told: Gathered(("Ana", "Beto", "Caju", None), (None,) * 4, 0) in told)
        await beto.session.leave()
        await ana.until(lambda told: Gathered(("Ana", None, "Caju", None), (None,) * 4, 0) in told)
        others = [Watcher(await joined(tmp_path, number, ana.session)) for number in (3, 4)]
        everybody = [ana, others[0], caju, others[1]]
        begun = [await each.until_told(MatchBegun) for each in everybody]
        assert len(set(begun)) == 1
        for each in everybody:
            await each.session.leave()

    run(lobby())


def test_a_joiner_whose_program_is_killed_frees_the_seat(tmp_path: Path) -> None:
    async def lobby() -> None:
        ana = Watcher(await opened(tmp_path, 4))
        beto = await joined(tmp_path, 1, ana.session)
        await ana.until(lambda told: len(told) > 0 and "Beto" in getattr(told[-1], "names", ()))
        link = beto.mesh.link(ana.session.me.identity.public)
        assert link is not None
        link.abort(NetError("E_LOST"))
        await ana.until(lambda told: getattr(told[-1], "names", ()) == ("Ana", None, None, None))
        await ana.session.leave()
        await beto.leave()

    run(lobby())


def test_a_table_given_up_is_told_to_those_who_sat(tmp_path: Path) -> None:
    async def lobby() -> None:
        ana = await opened(tmp_path, 4)
        beto = Watcher(await joined(tmp_path, 1, ana))
        await beto.until(lambda told: told and getattr(told[-1], "seat", None) == 1)
        await ana.leave()
        assert await beto.ended() == "E_TABLE_CLOSED"

    run(lobby())


def test_a_joiner_that_never_signs_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "ANSWER_SECONDS", 0.4)

    async def lobby() -> None:
        ana = Watcher(await opened(tmp_path, 2))
        mute = await joined(tmp_path, 1, ana.session)
        # Nor does he tire of waiting himself.
        monkeypatch.setattr(mute, "_tick_lobby", lambda: None)
        send = mute.mesh.send
        mute.mesh.send = lambda key, data: b'"sign"' in data or send(key, data)  # type: ignore[method-assign, assignment]
        beto = Watcher(mute)
        await ana.until(lambda told: Gathered(("Ana", "Beto"), (None, None), 0) in told)
        await ana.until(lambda told: told[-1] == Gathered(("Ana", None), (None, None), 0))
        assert await beto.ended() == "E_LATE"
        await ana.session.leave()

    run(lobby())


def test_a_cut_link_heals_and_the_match_goes_on(tmp_path: Path) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        for cut in range(1, 4):
            await ana.until_told(HandStarted, cut)
            link = ana.session.mesh.link(beto.session.me.identity.public)
            assert link is not None
            link.abort(NetError("E_LOST"))
            await ana.until_told(LinkDown, cut)
            await ana.until(lambda told: len(ana.all(LinkUp)) >= len(ana.all(LinkDown)))
        assert [await ana.ended(), await beto.ended()] == [None, None]

    run(match())
    assert records(tmp_path, 0)[0].read_bytes() == records(tmp_path, 1)[0].read_bytes()


def test_two_seats_without_a_link_play_through_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "SYNC_SECONDS", 0.05)
    monkeypatch.setattr(session_module, "TICK_SECONDS", 0.05)
    monkeypatch.setattr(answers, "HAVE_PAUSE", 0.02)

    async def match() -> None:
        sessions = await full_table(tmp_path, 4)
        watchers = watched(sessions)
        for one, other in ((1, 2), (2, 1)):
            silence(sessions[one], sessions[other].me.identity.public)
        for watcher in watchers:
            await watcher.until(three_hands_or_the_end)
        for watcher in watchers:
            await watcher.session.leave()

    run(match())
    reports = [verify_file(records(tmp_path, number)[0], group=SMALL) for number in range(4)]
    assert all(comparison.agrees for comparison in compare(reports))


def three_hands_or_the_end(told: list[object]) -> bool:
    """Bots may raise so high that the second hand is the last."""
    hands = sum(isinstance(event, HandStarted) for event in told)
    return hands > 2 or any(isinstance(event, MatchClosed) for event in told)


def silence(session: Any, key: bytes) -> None:
    """Nothing that the session sends to this key arrives."""
    send = session.mesh.send
    session.mesh.send = lambda to, data: to == key or send(to, data)


def test_a_peer_that_sends_rubbish_is_not_heard_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "CLOSE_SECONDS", 0.2)

    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted)
        for _ in range(session_module.MAX_REFUSED):
            beto.session.mesh.send(ana.session.me.identity.public, b'{"body":{},"sig":"AA"}')
        dropped = await ana.until_told(PeerDropped)
        assert (dropped.seat, dropped.code) == (1, "E_FORMAT")
        await ana.session.leave()
        await beto.session.leave()

    run(match())
    assert verify_file(records(tmp_path, 0)[0], group=SMALL).status == "unfinished"


def test_a_stranger_with_rubbish_does_not_touch_the_match(tmp_path: Path) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        stranger = await Mesh.open(Identity.from_seed(bytes([77]) * 32), version=VERSION, port=0)
        key = await stranger.connect("127.0.0.1", ana.session.mesh.port)
        for frame in (b"", b"{", b'{"kind":"start"}', b'{"body":{}}', b"\xff" * 100, b'{"kind":"leave"}'):
            if frame:
                stranger.send(key, frame)
        await ana.until_told(HandStarted, 2)
        for line in records(tmp_path, 0)[0].read_bytes().splitlines()[1:4]:
            stranger.send(key, line)
        assert [await ana.ended(), await beto.ended()] == [None, None]
        await stranger.close()

    run(match())
    assert records(tmp_path, 0)[0].read_bytes() == records(tmp_path, 1)[0].read_bytes()


def test_an_illegal_word_changes_nothing(tmp_path: Path) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        with pytest.raises(Refused):
            await ana.session.say("truco")
        await ana.until_told(HandStarted)
        with pytest.raises(Exception, match="E_") as refused:
            await ana.session.say("doze")
        assert str(getattr(refused.value, "code", "")).startswith("E_")
        assert [await ana.ended(), await beto.ended()] == [None, None]
        with pytest.raises(Refused):
            await ana.session.say("truco")

    run(match())


def test_what_is_sent_was_in_the_journal_before(tmp_path: Path) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 2)
        ana, beto = watched(sessions)
        send = ana.session.mesh.send
        early: list[bytes] = []

        def listen(key: bytes, data: bytes) -> bool:
            if data.startswith(b'{"body":') and SIGNED.decode(data).body.seat == 0:
                kept = b"".join(
                    path.read_bytes() for path in journal(tmp_path, 0) if path.suffix == ".journal"
                )
                if data not in kept:
                    early.append(data)
            return send(key, data)

        ana.session.mesh.send = listen  # type: ignore[method-assign, assignment]
        assert [await ana.ended(), await beto.ended()] == [None, None]
        assert early == []

    run(match())


def test_a_slow_disk_holds_back_what_is_sent_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even an answer to who asks for everything tells what is not on the disk yet."""
    free = threading.Event()
    append = Journal.append

    def slow_append(kept: Journal, data: bytes) -> None:
        if "seat-0" in str(kept.folder):
            free.wait(PATIENCE)
        append(kept, data)

    monkeypatch.setattr(Journal, "append", slow_append)

    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        begun = await ana.until_told(MatchBegun)
        asked = Have(genesis=Octets32(begun.genesis), main=0, deck_hand=0, deck_step=0)
        await beto.until_told(MatchBegun)
        send, sent = ana.session.mesh.send, []

        def listen(key: bytes, data: bytes) -> bool:
            sent.append(data)
            return send(key, data)

        ana.session.mesh.send = listen  # type: ignore[method-assign, assignment]
        ana.session._take_have(beto.session.me.identity.public, asked)
        await asyncio.sleep(0.2)
        assert not [data for data in sent if data.startswith(b'{"body":')]
        free.set()
        await ana.until_told(HandStarted)
        assert any(data.startswith(b'{"body":{"attempt":0,"commitment"') for data in sent)
        await ana.session.leave()
        await beto.session.leave()

    run(match())


def test_the_event_loop_never_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync, waited = os.fsync, set()

    def noted(descriptor: int) -> None:
        waited.add(threading.current_thread())
        sync(descriptor)

    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(MatchBegun)
        await beto.until_told(MatchBegun)
        monkeypatch.setattr(os, "fsync", noted)
        assert [await ana.ended(), await beto.ended()] == [None, None]

    run(match())
    assert waited
    assert threading.main_thread() not in waited


def test_nobody_at_a_typed_address_is_an_error_with_a_code(tmp_path: Path) -> None:
    async def lobby() -> None:
        opener = await opened(tmp_path, 2)
        port = opener.mesh.port
        await opener.leave()
        with pytest.raises(NetError) as error:
            await join_address(participant(tmp_path, 1), f"127.0.0.1:{port}", port=0, group=SMALL)
        assert error.value.code == "E_CONNECT"

    run(lobby())


@pytest.mark.parametrize(
    ("taken", "version", "code"), [(2, VERSION, "E_FULL"), (1, VERSION + 1, "E_TABLE_VERSION")]
)
def test_a_listed_table_that_cannot_be_joined_is_not_even_called(
    tmp_path: Path, taken: int, version: int, code: str
) -> None:
    ad = TableAd(bytes(32), "t", "Mesa", "Ana", 2, taken, version, addresses=(("127.0.0.1", 9),))

    async def lobby() -> None:
        with pytest.raises(PeerError) as error:
            await join_ad(participant(tmp_path, 1), ad, group=SMALL)
        assert error.value.code == code

    run(lobby())


def test_leaving_twice_is_harmless(tmp_path: Path) -> None:
    async def lobby() -> None:
        opener = await opened(tmp_path, 2)
        await asyncio.gather(opener.leave(), opener.leave())
        await opener.leave()

    run(lobby())


def test_a_sinal_without_a_partner_is_refused_and_not_lost(tmp_path: Path) -> None:
    async def match() -> None:
        watchers = watched(await full_table(tmp_path, 2))
        await watchers[0].until_told(HandStarted)
        with pytest.raises(Refused, match="E_PARTNER"):
            watchers[0].session.sinal("zap")
        for watcher in watchers:
            await watcher.session.leave()

    run(match())


def test_chat_reaches_all_and_a_sinal_only_the_partner(tmp_path: Path) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 4)
        watchers = watched(sessions)
        for watcher in watchers:
            await watcher.until_told(HandStarted)
        sessions[0].chat("boa sorte")
        sessions[1].sinal("zap")
        with pytest.raises(Refused, match="E_SINAL"):
            sessions[1].sinal("piscadela")
        assert [await watcher.ended() for watcher in watchers] == [None] * 4
        assert [watcher.all(ChatSaid) for watcher in watchers] == [[], *[[ChatSaid(0, "boa sorte")]] * 3]
        assert [watcher.all(SinalSeen) for watcher in watchers] == [[], [], [], [SinalSeen(1, "zap")]]

    run(match())
    assert all(b"boa sorte" not in file.read_bytes() for file in records(tmp_path, 0))


def test_the_opener_sees_the_empty_seats_from_the_first_moment(tmp_path: Path) -> None:
    async def open_only() -> None:
        ana = Watcher(await opened(tmp_path, 4))
        told = await ana.until_told(Gathered)
        assert told == Gathered(("Ana", None, None, None), (None,) * 4, 0)
        await ana.session.leave()

    run(open_only())
