"""Who leaves a real table says so over his signature, and every record that is broken off tells it."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lantruco.net.identity import Identity
from lantruco.peer.events import Ended, PeerDropped, SeatLeft, Staying, Unfinished
from lantruco.peer.session import MAX_REFUSED, Session
from lantruco.protocol.codec import Octets32, Octets64, encode
from lantruco.protocol.events import HandStarted, MatchClosed
from lantruco.protocol.lobby import Leave
from lantruco.protocol.parting import PARTING_HEAD, Parting, SignedParting, read_parting
from lantruco.record.compare import compare
from lantruco.record.errors import RecordError
from lantruco.record.journal import Journal
from lantruco.record.report import Report
from lantruco.record.verify import verify_file
from tests.fairdeal.smallgroup import SMALL

from .tables import Bold, Watcher, full_table, journal, records, run, watched

LEAVE = encode(Leave())


def report_of(folder: Path, number: int) -> Report:
    return verify_file(records(folder, number)[0], group=SMALL)


def heard(session: Session) -> list[bytes]:
    """The good-byes that come to a session, signed or not, from now on."""
    found: list[bytes] = []
    frame = session._frame

    def listen(key: bytes, data: bytes) -> None:
        if data.startswith(PARTING_HEAD) or data == LEAVE:
            found.append(data)
        frame(key, data)

    session._frame = listen  # type: ignore[method-assign]
    return found


def test_when_one_quits_on_the_others_turn_the_record_names_who_left_first(tmp_path: Path) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted, 2)
        await ana.session.leave()
        assert await ana.ended() == "E_LEFT"
        await beto.until_told(SeatLeft)
        await beto.session.leave()
        (end,) = beto.all(Unfinished)
        assert end.left == (0,)

    run(match())
    ana, beto = report_of(tmp_path, 0), report_of(tmp_path, 1)
    # Who leaves first hears no other good-bye; who leaves last tells of both, in their order.
    assert [leave.seat for leave in ana.left] == [0]
    assert [leave.seat for leave in beto.left] == [0, 1]
    assert beto.left[1].after == (0,)
    assert not any(leave.went_on for leave in (*ana.left, *beto.left))
    assert all(comparison.agrees for comparison in compare([ana, beto]))


def test_a_good_bye_is_in_the_journal_before_anybody_hears_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[str, bytes]] = []
    append = Journal.append

    def appended(journal: Journal, data: bytes) -> None:
        append(journal, data)
        said.append(("written", data))

    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await beto.until_told(HandStarted)
        monkeypatch.setattr(Journal, "append", appended)
        send = beto.session.mesh.send

        def check(key: bytes, data: bytes) -> bool:
            said.append(("heard", data))
            return send(key, data)

        beto.session.mesh.send = check  # type: ignore[method-assign, assignment]
        await beto.session.leave()
        await ana.until_told(SeatLeft)
        await ana.session.leave()

    run(match())
    (last,) = [data for what, data in said if what == "heard" and data.startswith(PARTING_HEAD)]
    assert said.index(("written", last)) < said.index(("heard", last))
    # The bytes of the record are those that were said, and nothing private stays of a match that was left.
    assert records(tmp_path, 1)[0].read_bytes().splitlines()[-1] == last
    assert last in records(tmp_path, 0)[0].read_bytes().splitlines()
    assert journal(tmp_path, 1) == []


def cut(one: Session, other: Session) -> None:
    """No frame passes between the two, though both believe in their link."""
    for session, deaf in ((one, other), (other, one)):
        hold_back(session, deaf.me.identity.public)


def hold_back(session: Session, public: bytes) -> None:
    send = session.mesh.send

    def others(key: bytes, data: bytes) -> bool:
        return key == public or send(key, data)

    session.mesh.send = others  # type: ignore[method-assign, assignment]


def test_a_good_bye_is_passed_on_to_who_could_not_hear_it(tmp_path: Path) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 4)
        watchers = watched(sessions)
        for watcher in watchers:
            await watcher.until_told(HandStarted)
        cut(sessions[0], sessions[3])
        await sessions[0].leave()
        # Dora's link to Ana ends without a word; the others pass on what Ana has signed.
        await watchers[3].until_told(SeatLeft)
        assert watchers[3].all(SeatLeft) == [SeatLeft(0)]
        for session in sessions[1:]:
            await session.leave()

    run(match())
    for number in range(1, 4):
        assert report_of(tmp_path, number).left[0].seat == 0


def test_a_closed_match_is_left_by_an_unsigned_word_and_its_records_are_equal(tmp_path: Path) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 2)
        for session in sessions:
            session.stay()
        ana, beto = (Watcher(session, seed, Bold) for seed, session in enumerate(sessions))
        for watcher in (ana, beto):
            await watcher.until_told(Staying)
        said = heard(sessions[0])
        await sessions[1].leave()
        await ana.until_told(Ended)
        assert said == [LEAVE]

    run(match())
    assert records(tmp_path, 0)[0].read_bytes() == records(tmp_path, 1)[0].read_bytes()
    assert report_of(tmp_path, 0).left == ()
    assert b'{"leave"' not in records(tmp_path, 0)[0].read_bytes()


def test_a_match_that_is_closed_in_order_holds_no_good_byes(tmp_path: Path) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 4)
        watchers = [Watcher(session, seed, Bold) for seed, session in enumerate(sessions)]
        for watcher in watchers:
            await watcher.until_told(MatchClosed)
            assert await watcher.ended() is None

    run(match())
    files = {records(tmp_path, number)[0].read_bytes() for number in range(4)}
    assert len(files) == 1
    assert b'{"leave"' not in files.pop()


def test_who_cannot_write_says_good_bye_without_a_signature(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted)
        said = heard(ana.session)

        def full(_: object, __: bytes) -> None:
            raise RecordError("E_DISK", path="journal") from OSError(errno.ENOSPC, "full")

        monkeypatch.setattr(Journal, "append", full)
        await beto.session.leave()
        await ana.until_told(SeatLeft)
        assert said == [LEAVE]
        monkeypatch.undo()
        await ana.session.leave()

    run(match())
    assert [leave.seat for leave in report_of(tmp_path, 0).left] == [0]


def signed(leave: Parting, by: Identity) -> bytes:
    return SignedParting(leave, Octets64(by.sign(leave.digest()))).to_bytes()


Lie = Callable[[Parting, Identity], bytes]


def in_anothers_name(leave: Parting, by: Identity) -> bytes:
    return signed(replace(leave, seat=2), by)


def of_another_match(leave: Parting, by: Identity) -> bytes:
    return signed(replace(leave, genesis=Octets32(bytes(32))), by)


def of_no_form(leave: Parting, by: Identity) -> bytes:
    return signed(leave, by).replace(b'"after":[]', b'"after":[ ]')


@pytest.mark.parametrize("lie", [in_anothers_name, of_another_match, of_no_form])
def test_whoever_forges_good_byes_is_not_heard_any_more_and_nobody_is_gone_for_it(
    tmp_path: Path, lie: Lie
) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 4)
        watchers = watched(sessions)
        for watcher in watchers:
            await watcher.until_told(HandStarted)
        match = sessions[1]._match
        assert match is not None
        leave = Parting(
            genesis=Octets32(match.genesis), seat=1, step=0, prev=Octets32(bytes(32)), spoken=False, after=[]
        )
        forged = lie(leave, sessions[1].me.identity)
        for _ in range(MAX_REFUSED):
            sessions[1].mesh.send(sessions[0].me.identity.public, forged)
        assert (await watchers[0].until_told(PeerDropped)).seat == 1
        assert watchers[0].all(SeatLeft) == []
        for session in sessions:
            await session.leave()

    run(match())
    assert [leave.seat for leave in report_of(tmp_path, 0).left] == [0]


def test_a_good_bye_at_a_place_that_nobody_knows_is_in_no_record(tmp_path: Path) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted)
        match = beto.session._match
        assert match is not None
        nowhere = Parting(
            genesis=Octets32(match.genesis),
            seat=1,
            step=900,
            prev=Octets32(bytes(32)),
            spoken=False,
            after=[],
        )
        beto.session.mesh.send(ana.session.me.identity.public, signed(nowhere, beto.session.me.identity))
        await ana.until_told(SeatLeft)
        await ana.session.leave()
        await beto.session.leave()

    run(match())
    assert [leave.seat for leave in report_of(tmp_path, 0).left] == [0]


def test_who_comes_back_after_a_good_bye_and_plays_on_is_said_to_have(tmp_path: Path) -> None:
    """A program of its own: it signs that it leaves, and plays on."""

    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted)
        match: Any = beto.session._match
        data = match._partings.sign(
            1, match.now.have.main, match.now.digest, beto.session.me.identity.sign, spoken=match.now.has_said
        )
        ana_key = ana.session.me.identity.public
        beto.session.mesh.send(ana_key, data)
        await ana.until_told(SeatLeft)
        hands = len(ana.all(HandStarted))
        await ana.until_told(HandStarted, hands + 2)
        await ana.session.leave()
        await beto.session.leave()

    run(match())
    for number in (0, 1):
        left = {leave.seat: leave for leave in report_of(tmp_path, number).left}
        assert left[1].went_on


def test_good_byes_without_end_are_one(tmp_path: Path) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted)
        match = beto.session._match
        assert match is not None
        for step in range(300):
            leave = Parting(
                genesis=Octets32(match.genesis),
                seat=1,
                step=step,
                prev=Octets32(bytes(32)),
                spoken=False,
                after=[],
            )
            beto.session.mesh.send(ana.session.me.identity.public, signed(leave, beto.session.me.identity))
        held: Any = ana.session._match
        while not held._partings._held or held._partings._held[1].leave.step < 299:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert len(held._partings.frames()) == 1
        assert read_parting(held._partings.frames()[0]).leave.step == 299
        assert len(ana.all(SeatLeft)) == 1
        await ana.session.leave()
        await beto.session.leave()

    run(match())


def withhold_closing_but_from(cheat: Session, one: bytes) -> None:
    """From its closing on, ``cheat`` says nothing to anybody but ``one``."""
    send, silent = cheat.mesh.send, False

    def sending(key: bytes, data: bytes) -> bool:
        nonlocal silent
        silent = silent or b'"kind":"close"' in data
        return send(key, data) if key == one or not silent else True

    cheat.mesh.send = sending  # type: ignore[method-assign, assignment]


def test_who_closes_and_leaves_at_once_takes_those_along_from_whom_a_cheat_withholds_his_closing(
    tmp_path: Path,
) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 4)
        hasty, cheat = sessions[0], sessions[1]
        withhold_closing_but_from(cheat, hasty.me.identity.public)
        watchers = [Watcher(session, seed, Bold) for seed, session in enumerate(sessions)]
        await watchers[0].until_told(MatchClosed)
        await hasty.leave()
        for watcher in watchers[2:]:
            await watcher.until_told(MatchClosed)
        for session in sessions[1:]:
            await session.leave()

    run(match())
    assert len({report_of(tmp_path, number).digest for number in (0, 2, 3)}) == 1
    assert {report_of(tmp_path, number).status for number in (0, 2, 3)} == {"finished"}
