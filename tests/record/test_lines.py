"""What a disk that refuses, lies or loses files does to a file of lines: nothing."""

from __future__ import annotations

import errno
import itertools
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lantruco.record.files import PRIVATE
from lantruco.record.lines import LineFile

from .faults import FaultyDisk

LINES = [b"first line", b"second", b"the third one is longer", b"4"]


def _file(folder: Path) -> LineFile:
    return LineFile.create(folder / "a.lines", PRIVATE)


def _bytes(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def test_a_line_half_written_is_gone_before_the_next_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, file = FaultyDisk(monkeypatch, tmp_path), _file(tmp_path)
    file.append(LINES[:1])
    disk.fill()
    for _ in range(3):
        with pytest.raises(OSError, match="No space"):
            file.append(LINES[1:3])
        assert file.path.read_bytes() == _bytes(LINES[:1])
    disk.free()
    file.append(LINES[1:3])
    assert file.path.read_bytes() == _bytes(LINES[:3])


def test_a_line_that_could_not_be_cut_away_is_no_beginning_of_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, file = FaultyDisk(monkeypatch, tmp_path), _file(tmp_path)
    file.append(LINES[:1])
    disk.fail(errno.EIO)
    with pytest.raises(OSError, match="Input/output"):
        file.append(LINES[1:2])
    assert file.path.read_bytes() != _bytes(LINES[:1])
    disk.free()
    file.append(LINES[2:3])
    assert file.path.read_bytes() == _bytes([LINES[0], LINES[2]])


def test_after_a_failed_sync_all_of_it_is_written_again_into_a_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, file = FaultyDisk(monkeypatch, tmp_path), _file(tmp_path)
    file.append(LINES[:2])
    before = file.path.stat().st_ino
    disk.fail(errno.EIO, "fsync")
    with pytest.raises(OSError, match="Input/output"):
        file.append(LINES[2:3])
    # The kernel has forgotten the failure, and says that all is well.
    disk.free()
    written: list[bytes] = []
    monkeypatch.setattr(os, "write", _noting(written))
    file.append(LINES[2:3])
    assert _bytes(LINES[:2]) in written
    assert file.path.stat().st_ino != before
    assert file.path.read_bytes() == _bytes(LINES[:3])


def _noting(written: list[bytes]):  # type: ignore[no-untyped-def]
    real = os.write

    def write(descriptor: int, data: bytes) -> int:
        written.append(bytes(data))
        return real(descriptor, data)

    return write


@pytest.mark.skipif(os.name == "nt", reason="open files keep their names there")
@pytest.mark.parametrize("loss", ["file", "folder", "moved", "emptied", "replaced"])
def test_lines_that_somebody_took_away_are_there_again_before_the_next(tmp_path: Path, loss: str) -> None:
    folder = tmp_path / "journal"
    folder.mkdir()
    file = _file(folder)
    file.append(LINES[:2])
    if loss == "file":
        file.path.unlink()
    elif loss == "folder":
        shutil.rmtree(folder)
    elif loss == "moved":
        file.path.rename(tmp_path / "elsewhere")
    elif loss == "emptied":
        file.path.write_bytes(b"")
    else:
        file.path.unlink()
        file.path.write_bytes(b"x" * len(_bytes(LINES[:2])))
    file.append(LINES[2:3])
    assert file.path.read_bytes() == _bytes(LINES[:3])


def test_a_file_that_reads_back_otherwise_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, file = FaultyDisk(monkeypatch, tmp_path), _file(tmp_path)
    file.append(LINES[:1])
    disk.fail(errno.EIO, "fsync")
    with pytest.raises(OSError, match="Input/output"):
        file.append(LINES[1:2])
    disk.free()
    with monkeypatch.context() as patch:
        patch.setattr("lantruco.record.files.read_all", lambda descriptor, limit: b"other")
        with pytest.raises(OSError, match="Input/output"):
            file.append(LINES[1:2])
    file.append(LINES[1:2])
    assert file.path.read_bytes() == _bytes(LINES[:2])


CALLS = ("open", "write", "fsync", "cut", "unlink", "replace")
CODES = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from([None, *itertools.product(CALLS, CODES)]), max_size=60), st.booleans())
def test_whatever_fails_when_tried_again_the_file_holds_just_what_was_appended(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    failures: list[tuple[str, int] | None],
    rewrites: bool,
) -> None:
    folder = tmp_path_factory.mktemp("lines")
    file, todo = _file(folder), iter(failures)
    expected = b""
    with monkeypatch.context() as patch:
        disk = FaultyDisk(patch, folder)

        def rule(call: str, path: Path, data: bytes) -> int | None:
            chosen = next(todo, None)
            return chosen[1] if chosen is not None and chosen[0] == call else None

        disk.rule = rule
        for number, line in enumerate(LINES * 3):
            while True:
                try:
                    if rewrites and number % 5 == 4:
                        file.rewrite([line])
                    else:
                        file.append([line])
                except OSError:
                    continue
                break
            expected = b"" if rewrites and number % 5 == 4 else expected
            expected += line + b"\n"
            assert file.path.read_bytes() == expected
    file.close()
    assert [path.name for path in folder.iterdir()] == ["a.lines"]
