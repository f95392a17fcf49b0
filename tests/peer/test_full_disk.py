"""A disk that takes nothing holds back what its seat says, and the table waits: nothing else ends by it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lantruco.peer import disk as disk_module
from lantruco.peer import session as session_module
from lantruco.peer.disk import Disk, Refusal
from lantruco.peer.events import (
    DiskRefused,
    DiskTook,
    Ended,
    MatchBegun,
    RecordKept,
    SeatHeld,
    SeatLeft,
    Unfinished,
)
from lantruco.protocol.events import HandStarted, MatchClosed
from lantruco.record.errors import RecordError
from lantruco.record.verify import verify_file
from tests.fairdeal.smallgroup import SMALL
from tests.record.faults import FaultyDisk

from .tables import Bold, Watcher, full_table, joined, journal, opened, records, run, watched

KIND = re.compile(rb'"kind":"([a-z_]+)"')


@pytest.fixture(autouse=True)
def _tries_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_module, "RETRY_SECONDS", 0.01)


def folder_of(folder: Path, number: int) -> Path:
    return folder / f"seat-{number}"


def same_records(folder: Path, seats: int) -> None:
    files = [file for number in range(seats) for file in records(folder, number)]
    assert len(files) == seats
    assert len({file.read_bytes() for file in files}) == 1
    assert verify_file(files[0], group=SMALL).status == "finished"
    assert all(journal(folder, number) == [] for number in range(seats))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_disk_that_fails_in_every_kind_of_step_costs_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: int, code: int
) -> None:
    """Each kind of message in each kind of file is refused some times, in every way, before it is taken."""
    disk = FaultyDisk(monkeypatch, folder_of(tmp_path, 1))
    tries: dict[tuple[str, str, frozenset[bytes]], int] = {}

    def refused_twice(call: str, path: Path, data: bytes) -> int | None:
        name = call, path.suffix, frozenset(KIND.findall(data))
        tries[name] = tries.get(name, 0) + 1
        return code if tries[name] <= 2 else None

    async def match() -> None:
        sessions = await full_table(tmp_path, seats)
        disk.rule = refused_twice
        watchers = [Watcher(session, seed, Bold) for seed, session in enumerate(sessions)]
        assert [await watcher.ended() for watcher in watchers] == [None] * seats
        assert len({watcher.all(MatchClosed)[0].digest for watcher in watchers}) == 1
        held, free = watchers[1].all(DiskRefused), watchers[1].all(DiskTook)
        assert len(held) >= len(free) > 5
        assert {event.reason for event in held} == {errno.errorcode[code]}
        assert {event.folder.name for event in held} == {"journal", "records"}
        assert all(not watcher.all(DiskRefused) for watcher in (watchers[0], *watchers[2:]))

    run(match())
    same_records(tmp_path, seats)
    words = {kind for _, suffix, kinds in tries if suffix == ".journal" for kind in kinds}
    assert {b"commit", b"reveal", b"shuffle", b"verdict", b"close"} <= words
    assert {".journal", ".jsonl", ".secret"} <= {suffix for _, suffix, _ in tries}


def test_a_full_disk_holds_the_move_and_says_where_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FaultyDisk(monkeypatch, folder_of(tmp_path, 1))

    async def match() -> None:
        sessions = await full_table(tmp_path, 4)
        watchers = watched(sessions)
        ana, beto, *_ = watchers
        await beto.until_told(HandStarted)
        disk.fill()
        refused = await beto.until_told(DiskRefused)
        assert refused.folder in (folder_of(tmp_path, 1) / "journal", folder_of(tmp_path, 1) / "records")
        assert refused.reason == "ENOSPC"
        for watcher in (ana, *watchers[2:]):
            await watcher.until(lambda told: SeatHeld(1, held=True) in told)
        sent: list[bytes] = []
        for key in sessions[1]._seats:
            assert sessions[1].mesh.link(key) is not None
        send = sessions[1].mesh.send

        def listen(key: bytes, data: bytes) -> bool:
            sent.append(data)
            return send(key, data)

        sessions[1].mesh.send = listen  # type: ignore[method-assign, assignment]
        await asyncio.sleep(0.5)
        assert not [data for data in sent if data.startswith(b'{"body":')]
        assert not any(watcher.all(Ended) for watcher in watchers)
        disk.free()
        await beto.until_told(DiskTook)
        for watcher in (ana, *watchers[2:]):
            await watcher.until(lambda told: SeatHeld(1, held=False) in told)
        assert [await watcher.ended() for watcher in watchers] == [None] * 4
        assert len({watcher.all(MatchClosed)[0].digest for watcher in watchers}) == 1
        assert not any(watcher.all(SeatLeft) for watcher in watchers)

    run(match())
    same_records(tmp_path, 4)


def test_who_is_held_at_the_close_stays_until_the_others_have_his_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "CLOSE_SECONDS", 0.3)
    disk = FaultyDisk(monkeypatch, folder_of(tmp_path, 0))

    def refuses_the_closing(call: str, path: Path, data: bytes) -> int | None:
        closing = call == "write" and path.suffix == ".journal" and b"close" in KIND.findall(data)
        return errno.EDQUOT if closing else None

    async def match() -> None:
        sessions = await full_table(tmp_path, 2)
        disk.rule = refuses_the_closing
        ana, beto = (Watcher(session, seed, Bold) for seed, session in enumerate(sessions))
        await ana.until_told(DiskRefused)
        await beto.until(lambda told: SeatHeld(0, held=True) in told)
        # Longer than whoever has closed stays for the others.
        await asyncio.sleep(1.2)
        assert not ana.all(Ended)
        assert not beto.all(MatchClosed)
        disk.free()
        assert [await ana.ended(), await beto.ended()] == [None, None]

    run(match())
    same_records(tmp_path, 2)


@pytest.mark.parametrize("when", ["begin", "deal", "play"])
def test_leaving_while_the_disk_is_full_is_orderly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    disk = FaultyDisk(monkeypatch, folder_of(tmp_path, 1))

    async def match() -> None:
        sessions = await full_table(tmp_path, 2)
        if when == "begin":
            disk.fill()
        ana, beto = watched(sessions)
        if when != "begin":
            await beto.until_told(MatchBegun if when == "deal" else HandStarted)
            disk.fill()
        await beto.until_told(DiskRefused)
        await beto.session.leave()
        assert await beto.ended() == "E_LEFT"
        await ana.until_told(SeatLeft)
        assert len(beto.all(Unfinished)) == 1
        kept = [RecordKept(path, cut=True) for path in records(tmp_path, 1)]
        assert beto.all(RecordKept) == kept
        # A disk that was full from the start has no record; where the deal finds it full, there may be one.
        assert when == "deal" or len(kept) == (when == "play")
        await ana.session.leave()
        assert ana.all(RecordKept) == [RecordKept(records(tmp_path, 0)[0])]

    run(match())
    for path in (*records(tmp_path, 0), *records(tmp_path, 1)):
        assert verify_file(path, group=SMALL).status == "unfinished"
    assert journal(tmp_path, 0) == journal(tmp_path, 1) == []


def test_a_match_that_cannot_be_begun_on_the_disk_begins_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FaultyDisk(monkeypatch, folder_of(tmp_path, 1))

    async def match() -> None:
        sessions = await full_table(tmp_path, 2)
        disk.fill()
        ana, beto = (Watcher(session, seed, Bold) for seed, session in enumerate(sessions))
        await beto.until_told(DiskRefused)
        await ana.until(lambda told: SeatHeld(1, held=True) in told)
        assert not ana.all(HandStarted)
        disk.free()
        assert [await ana.ended(), await beto.ended()] == [None, None]

    run(match())
    same_records(tmp_path, 2)


@pytest.mark.parametrize("folder", ["journal", "records"])
def test_nobody_sits_down_whose_disk_has_no_room_for_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    disk = FaultyDisk(monkeypatch, folder_of(tmp_path, 1) / folder)

    async def lobby() -> None:
        ana = await opened(tmp_path, 2)
        disk.fill()
        with pytest.raises(RecordError) as caught:
            await joined(tmp_path, 1, ana)
        assert (caught.value.code, caught.value.facts["path"]) == ("E_DISK", str(disk.folder))
        assert ana.lobby is not None
        assert ana.lobby.seats[1] is None
        disk.free()
        watchers = [Watcher(ana, 0, Bold), Watcher(await joined(tmp_path, 1, ana), 1, Bold)]
        assert [await watcher.ended() for watcher in watchers] == [None, None]

    run(lobby())
    same_records(tmp_path, 2)


def test_a_folder_that_vanishes_in_the_middle_of_a_match_is_made_again(tmp_path: Path) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted, 2)
        shutil.rmtree(folder_of(tmp_path, 0))
        assert [await ana.ended(), await beto.ended()] == [None, None]

    run(match())
    same_records(tmp_path, 2)


def test_hours_of_questions_to_a_held_seat_pile_up_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "SYNC_SECONDS", 0.01)
    monkeypatch.setattr(session_module, "TICK_SECONDS", 0.01)
    monkeypatch.setattr("lantruco.peer.answers.HAVE_PAUSE", 0.0)
    disk = FaultyDisk(monkeypatch, folder_of(tmp_path, 1))

    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await beto.until_told(HandStarted)
        disk.fill()
        await beto.until_told(DiskRefused)
        await ana.until(lambda told: SeatHeld(1, held=True) in told)
        await asyncio.sleep(0.2)
        live = beto.session._match
        assert live is not None
        before = len(live._disk._queue)
        await asyncio.sleep(0.5)
        assert len(live._disk._queue) <= before + 2
        disk.free()
        await beto.until(lambda told: beto.all(DiskTook))
        for watcher in (ana, beto):
            await watcher.session.leave()

    run(match())


# -- the disk's thread by itself


def no_room(folder: Path) -> RecordError:
    error = RecordError("E_DISK", path=str(folder / "file"))
    error.__cause__ = OSError(errno.ENOSPC, "full")
    return error


def test_what_follows_a_refused_write_waits_and_keeps_its_order(tmp_path: Path) -> None:
    async def work() -> None:
        free, done, held = threading.Event(), list[str](), list[Refusal | None]()
        loop = threading.get_ident()

        def write(name: str) -> None:
            if not free.is_set():
                raise no_room(tmp_path)
            done.append(name)

        def note(refusal: Refusal | None) -> None:
            assert threading.get_ident() == loop
            held.append(refusal)

        disk = Disk(lambda error: pytest.fail(str(error)), note)
        for name in "ab":
            disk.write(write, name)
            disk.then(done.append, f"sent {name}")
        while not held:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        assert disk.held == Refusal(tmp_path, "ENOSPC")
        assert done == []
        free.set()
        while len(done) < 4:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        assert done.index("a") < done.index("sent a") < done.index("sent b")
        await disk.close(lambda torn: done.append(f"torn {torn}"))
        assert done[-1] == "torn False"
        assert held == [Refusal(tmp_path, "ENOSPC"), None]

    run(work())


def test_a_closed_disk_gives_up_what_was_held_and_writes_nothing_after_it(tmp_path: Path) -> None:
    async def work() -> None:
        done: list[str] = []

        def refuse() -> None:
            raise no_room(tmp_path)

        disk = Disk(lambda error: pytest.fail(str(error)))
        disk.write(refuse)
        disk.then(done.append, "sent")
        disk.write(done.append, "later")
        await disk.close(lambda torn: done.append(f"torn {torn}"))
        assert done == ["torn True"]

    run(work())


def test_a_loop_that_ends_without_a_word_leaves_no_thread_that_tries_for_ever(tmp_path: Path) -> None:
    tries, disks = list[int](), list[Disk]()

    async def work() -> None:
        def refuse() -> None:
            tries.append(1)
            raise no_room(tmp_path)

        disks.append(Disk(lambda error: None))
        disks[0].write(refuse)
        while len(tries) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.005)

    run(work())
    thread = disks[0]._thread
    thread.submit(lambda: None).result(20)
    thread.shutdown()


def test_what_is_no_refusal_of_the_disk_ends_the_writing(tmp_path: Path) -> None:
    async def work() -> None:
        broken, done = list[Exception](), list[str]()
        disk = Disk(broken.append)
        disk.write(lambda: [][0])
        disk.write(done.append, "later")
        await disk.close(lambda torn: done.append(f"torn {torn}"))
        assert [type(error) for error in broken] == [IndexError]
        assert done == ["torn True"]

    run(work())


# -- a disk that is really full


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """The home of seat 1, on a file system of its own with little room; this takes root, and Linux."""
    home = folder_of(tmp_path, 1)
    home.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", home], check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield home
    subprocess.run(["umount", "-l", home], check=True)


@pytest.mark.skipif(shutil.which("mount") is None, reason="no file system can be mounted here")
def test_a_really_full_disk_holds_the_match_again_and_again_until_there_is_room(
    tmp_path: Path, small_disk: Path
) -> None:
    async def fill_and_free() -> None:
        sessions = await full_table(tmp_path, 2)
        ana, beto = watched(sessions)
        for count in range(1, 4):
            await beto.until_told(HandStarted, count)
            ballast = small_disk / "ballast"
            fill(ballast)
            await beto.until_told(DiskRefused, count)
            await ana.until(lambda told, count=count: len(ana.all(SeatHeld)) >= 2 * count - 1)  # type: ignore[misc]
            await asyncio.sleep(0.1)
            ballast.unlink()
            await beto.until_told(DiskTook, count)
        assert [await ana.ended(), await beto.ended()] == [None, None]

    run(fill_and_free())
    same_records(tmp_path, 2)


def fill(ballast: Path) -> None:
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
