"""What a seat has signed and must still know after its process was killed."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from pathlib import Path

import pytest

from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.messages import Commit, Signed
from lantruco.record import files
from lantruco.record.errors import RecordError
from lantruco.record.journal import Journal
from lantruco.record.orphans import sweep

from .faults import FaultyDisk

GENESIS = bytes(range(32))
SECRET = b"the deal secret of one hand, ninety-six bytes or so"


def _message(step: int, genesis: bytes = GENESIS) -> bytes:
    body = Commit(
        genesis=Octets32(genesis),
        log="deck",
        hand=0,
        attempt=0,
        step=step,
        prev=Octets32(bytes(32)),
        seat=1,
        commitment=Octets32(bytes([step]) * 32),
    )
    return Signed(body=body, sig=Octets64(bytes(64))).to_bytes()


def _bytes_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_what_was_signed_is_there_again_in_order(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        for step in range(3):
            journal.append(_message(step))
    with Journal(tmp_path, GENESIS) as journal:
        assert list(journal.own()) == [_message(step) for step in range(3)]


def test_a_message_is_on_the_disk_before_append_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bytes] = []
    with Journal(tmp_path, GENESIS) as journal:

        def peek(descriptor: int) -> None:
            synced.append(journal.path.read_bytes())

        monkeypatch.setattr(os, "fsync", peek)
        journal.append(_message(0))
    assert _message(0) + b"\n" in synced


@pytest.mark.parametrize("cut", range(1, len(_message(2)) + 2, 37))
def test_a_process_killed_while_writing_costs_only_the_half_written_message(tmp_path: Path, cut: int) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        for step in range(3):
            journal.append(_message(step))
    whole = journal.path.read_bytes()
    journal.path.write_bytes(whole[:-cut])
    with Journal(tmp_path, GENESIS) as journal:
        assert list(journal.own()) == [_message(0), _message(1)]
        journal.append(_message(2))
    assert journal.path.read_bytes() == whole


def test_blocks_that_came_back_as_zeros_are_dropped(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        journal.append(_message(0))
    with journal.path.open("ab") as file:
        file.write(bytes(300) + b"\n")
    with Journal(tmp_path, GENESIS) as journal:
        assert list(journal.own()) == [_message(0)]


def test_a_journal_damaged_before_its_end_is_not_trusted(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        for step in range(3):
            journal.append(_message(step))
    lines = journal.path.read_bytes().split(b"\n")
    lines[1] = lines[1].replace(b'"commit"', b'"comnit"')
    journal.path.write_bytes(b"\n".join(lines))
    with pytest.raises(RecordError) as caught:
        Journal(tmp_path, GENESIS)
    assert (caught.value.code, caught.value.line) == ("E_JOURNAL", 2)


def test_two_matches_keep_two_journals(tmp_path: Path) -> None:
    other = bytes(32)
    with Journal(tmp_path, GENESIS) as one, Journal(tmp_path, other) as two:
        one.append(_message(0))
        two.append(_message(1, other))
        one.keep(0, b"secret of one")
    with Journal(tmp_path, other) as two:
        assert list(two.own()) == [_message(1, other)]
        assert two.secrets() == {}


def test_a_full_disk_leaves_the_journal_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int, data: memoryview) -> int:
        raise OSError(errno.ENOSPC, "full")

    with Journal(tmp_path, GENESIS) as journal:
        journal.append(_message(0))
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", full)
            with pytest.raises(RecordError) as caught:
                journal.append(_message(1))
        assert caught.value.code == "E_DISK"
        assert list(journal.own()) == [_message(0)]
    with Journal(tmp_path, GENESIS) as journal:
        assert list(journal.own()) == [_message(0)]


def test_secrets_come_back_after_a_kill_and_only_for_their_hands(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(3, SECRET)
        journal.keep(4, SECRET[::-1])
    with Journal(tmp_path, GENESIS) as journal:
        assert journal.secrets() == {3: SECRET, 4: SECRET[::-1]}


def test_nobody_else_may_read_journal_or_secrets(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        journal.append(_message(0))
        journal.keep(0, SECRET)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {0o666 if os.name == "nt" else 0o600}


def test_wiped_secrets_are_in_no_file(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        journal.append(_message(0))
        journal.keep(0, SECRET)
        journal.keep(1, b"of the prepared hand")
        assert SECRET in _bytes_in(tmp_path)
        journal.wipe(0)
        journal.wipe(0)
        assert SECRET not in _bytes_in(tmp_path)
        assert journal.secrets() == {1: b"of the prepared hand"}


def test_a_wiped_secret_is_overwritten_before_its_name_goes(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(0, SECRET)
        (path,) = tmp_path.glob("*.secret")
        link = tmp_path / "second name"
        os.link(path, link)
        journal.wipe(0)
        assert link.read_bytes() == b""


def test_zeros_reach_the_disk_before_the_file_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(0, SECRET)
        (path,) = tmp_path.glob("*.secret")

        def peek(descriptor: int, length: int) -> None:
            seen.append(path.read_bytes())

        monkeypatch.setattr(files, "cut", peek)
        journal.wipe(0)
    assert seen == [bytes(32 + len(SECRET))]


def test_newer_secrets_of_a_hand_replace_the_older(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(0, SECRET)
        journal.keep(0, b"newer")
        assert SECRET not in _bytes_in(tmp_path)
    with Journal(tmp_path, GENESIS) as journal:
        assert journal.secrets() == {0: b"newer"}


def test_half_written_newer_secrets_leave_the_older(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(0, SECRET)
    (tmp_path / f"{GENESIS.hex()}.0.2.secret").write_bytes(b"half")
    with Journal(tmp_path, GENESIS) as journal:
        assert journal.secrets() == {0: SECRET}
        journal.keep(0, b"newest")
    with Journal(tmp_path, GENESIS) as journal:
        assert journal.secrets() == {0: b"newest"}


def test_a_kill_between_two_secrets_of_a_hand_leaves_the_newer_alone(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(0, SECRET)
        (path,) = tmp_path.glob("*.secret")
        older = path.read_bytes()
        journal.keep(0, b"newer")
    path.write_bytes(older)
    with Journal(tmp_path, GENESIS) as journal:
        assert journal.secrets() == {0: b"newer"}
        assert SECRET not in _bytes_in(tmp_path)


def test_nothing_is_left_of_a_match_that_is_over(tmp_path: Path) -> None:
    journal = Journal(tmp_path, GENESIS)
    journal.append(_message(0))
    journal.keep(0, SECRET)
    journal.discard()
    assert list(tmp_path.iterdir()) == []


def test_a_journal_shows_no_secret_of_its_own(tmp_path: Path) -> None:
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(0, SECRET)
        assert repr(journal).count("secret") == 0


def test_a_journal_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("not a folder")
    with pytest.raises(RecordError) as caught:
        Journal(tmp_path / "journal", GENESIS)
    assert caught.value.code == "E_DISK"


@pytest.mark.parametrize("call", ["open", "write", "fsync"])
def test_secrets_that_a_full_disk_half_took_are_kept_once_when_it_takes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    disk = FaultyDisk(monkeypatch, tmp_path)
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(0, b"older")
        disk.fail(errno.ENOSPC, call)
        for _ in range(3):
            with pytest.raises(RecordError) as caught:
                journal.keep(0, SECRET)
            assert isinstance(caught.value.__cause__, OSError)
        disk.free()
        journal.keep(0, SECRET)
        assert len(list(tmp_path.glob("*.secret"))) == 1
    with Journal(tmp_path, GENESIS) as journal:
        assert journal.secrets() == {0: SECRET}


def test_secrets_that_could_not_be_erased_go_with_the_next_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FaultyDisk(monkeypatch, tmp_path)
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(0, SECRET)
        disk.fail(errno.EACCES, "unlink")
        with pytest.raises(RecordError):
            journal.wipe(0)
        assert SECRET not in _bytes_in(tmp_path)
        disk.free()
        journal.wipe(0)
        assert list(tmp_path.glob("*.secret")) == []


def test_a_disk_that_takes_not_even_zeros_loses_the_name_of_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that copies on write and is full."""
    disk = FaultyDisk(monkeypatch, tmp_path)
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(0, SECRET)
        disk.fill()
        journal.wipe(0)
        assert list(tmp_path.glob("*.secret")) == []


@pytest.mark.skipif(os.name == "nt", reason="open files keep their names there")
def test_a_journal_whose_folder_vanished_is_there_again_before_it_signs_on(tmp_path: Path) -> None:
    folder = tmp_path / "journal"
    with Journal(folder, GENESIS) as journal:
        journal.append(_message(0))
        journal.keep(0, SECRET)
        shutil.rmtree(folder)
        journal.append(_message(1))
    with Journal(folder, GENESIS) as journal:
        assert list(journal.own()) == [_message(0), _message(1)]
        assert journal.secrets() == {0: SECRET}


def test_what_can_be_discarded_is_whatever_else_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FaultyDisk(monkeypatch, tmp_path)
    journal = Journal(tmp_path, GENESIS)
    journal.append(_message(0))
    for hand in range(3):
        journal.keep(hand, SECRET)
    stuck = sorted(tmp_path.glob("*.secret"))[1]
    disk.rule = lambda call, path, data: errno.EACCES if call == "unlink" and path == stuck else None
    with pytest.raises(RecordError):
        journal.discard()
    assert list(tmp_path.iterdir()) == [stuck]
    assert SECRET not in _bytes_in(tmp_path)


def test_a_sweep_takes_what_a_killed_program_left_and_nothing_else(tmp_path: Path) -> None:
    journal = Journal(tmp_path, GENESIS)
    journal.append(_message(0))
    journal.keep(0, SECRET)
    journal.close()
    (tmp_path / f"{GENESIS.hex()}.7.1.secret").write_bytes(b"half-writ")
    (tmp_path / f"{GENESIS.hex()}.journal.draft").write_bytes(b"half")
    mine = tmp_path / "my notes.txt"
    mine.write_text("about that hand")
    copied = tmp_path.parent / f"{tmp_path.name}-copied"
    os.link(next(tmp_path.glob("*.0.1.secret")), copied)
    assert sweep(tmp_path) == []
    assert list(tmp_path.iterdir()) == [mine]
    assert SECRET not in copied.read_bytes()
    assert sweep(tmp_path / "no such folder") == []


def test_a_sweep_says_what_it_could_not_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = FaultyDisk(monkeypatch, tmp_path)
    with Journal(tmp_path, GENESIS) as journal:
        journal.keep(0, SECRET)
    (secret,) = tmp_path.glob("*.secret")
    disk.rule = lambda call, path, data: errno.EROFS if path == secret else None
    assert sweep(tmp_path) == [secret]
    assert list(tmp_path.iterdir()) == [secret]
