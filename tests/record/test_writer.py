"""The record file as it grows."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lantruco.record.errors import RecordError
from lantruco.record.writer import RecordWriter, record_name, slug

STARTED = datetime(2031, 4, 5, 6, 7, 8)
GENESIS = bytes(range(32))


def _full_after(room: int) -> Callable[[int, memoryview], int]:
    """A disk that takes ``room`` bytes and no more."""
    real, left = os.write, [room]

    def write(descriptor: int, data: memoryview) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "full")
        done = real(descriptor, data[: left[0]])
        left[0] -= done
        return done

    return write


def test_a_record_is_named_by_time_table_and_genesis() -> None:
    assert record_name(STARTED, "Mesa do Zé", GENESIS) == "20310405-060708-mesa-do-ze-00010203.jsonl"


def test_a_table_name_without_letters_still_gives_a_file_name() -> None:
    assert slug("♠♣") == "mesa"


@settings(max_examples=50)
@given(st.text(max_size=40))
def test_any_table_name_gives_a_safe_short_slug(name: str) -> None:
    made = slug(name)
    assert 1 <= len(made) <= 24
    assert set(made) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert not made.startswith("-")
    assert not made.endswith("-")


def test_two_records_of_one_second_get_two_names(tmp_path: Path) -> None:
    writers = [
        RecordWriter.create(tmp_path, started=STARTED, table="Mesa", genesis=GENESIS) for _ in range(3)
    ]
    assert len({writer.path for writer in writers}) == 3
    for writer in writers:
        writer.finish()


def test_lines_are_on_the_disk_as_soon_as_they_are_appended(tmp_path: Path) -> None:
    writer = RecordWriter(tmp_path / "new" / "a.jsonl")
    writer.append([b"one", b"two"])
    assert writer.path.read_bytes() == b"one\ntwo\n"
    writer.append([b"three"])
    assert writer.path.read_bytes() == b"one\ntwo\nthree\n"
    writer.finish()
    writer.finish()


def test_a_rewritten_record_goes_on_from_its_new_end(tmp_path: Path) -> None:
    writer = RecordWriter(tmp_path / "a.jsonl")
    writer.append([b"one", b"two", b"three"])
    writer.rewrite([b"one"])
    writer.append([b"zwei"])
    writer.finish()
    assert writer.path.read_bytes() == b"one\nzwei\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_full_disk_leaves_whole_lines_and_the_next_append_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = RecordWriter(tmp_path / "a.jsonl")
    writer.append([b"one"])
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", _full_after(5))
        with pytest.raises(RecordError) as caught:
            writer.append([b"two", b"three"])
    assert caught.value.code == "E_DISK"
    assert writer.path.read_bytes() == b"one\n"
    writer.append([b"two"])
    writer.finish()
    assert writer.path.read_bytes() == b"one\ntwo\n"


def test_a_disk_full_while_rewriting_leaves_the_old_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = RecordWriter(tmp_path / "a.jsonl")
    writer.append([b"one", b"two"])
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", _full_after(2))
        with pytest.raises(RecordError):
            writer.rewrite([b"other"])
    writer.append([b"three"])
    writer.finish()
    assert writer.path.read_bytes() == b"one\ntwo\nthree\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("not a folder")
    with pytest.raises(RecordError) as caught:
        RecordWriter.create(tmp_path / "records", started=STARTED, table="Mesa", genesis=GENESIS)
    assert caught.value.code == "E_DISK"
