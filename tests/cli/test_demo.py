"""The demo tells the truth about the programs that it runs, and leaves none behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


def demo(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "lantruco", "demo", "--interface", "127.0.0.1", "--lang", "en", *words]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )


def seats_of(folder: Path) -> list[int]:
    """Process numbers of the seats whose homes are in this folder, in seat order."""
    command = ["ps", "-ww", "-eo", "pid=,args="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines() if "demo_seat" in line and str(folder) in line]
    return [int(row[0]) for row in sorted(rows, key=lambda row: row[row.index("--seat") + 1])]


def wait_for_seats(folder: Path, count: int) -> list[int]:
    end = time.monotonic() + PATIENCE
    while len(list(folder.glob("seat-*/records/*.jsonl"))) < count:
        assert time.monotonic() < end
        time.sleep(0.05)
    return seats_of(folder)


def test_a_match_of_separate_programs_is_played_and_every_record_checked(tmp_path: Path) -> None:
    running = demo("--seats", "2", "--keep", str(tmp_path))
    said, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, said
    files = sorted(tmp_path.glob("seat-*/records/*.jsonl"))
    assert [file.parts[-3] for file in files] == ["seat-0", "seat-1"]
    assert files[0].read_bytes() == files[1].read_bytes()
    keys = {(tmp_path / f"seat-{number}" / "identity.key").read_bytes() for number in (0, 1)}
    assert len(keys) == 2
    assert "same match" in said
    promised, luck = said.split("The special hands of this match")[1].split("what only luck brings")
    assert "not this time" not in promised
    assert luck.count("\n  ") == 4


@posix_only
def test_an_interrupted_demo_leaves_no_program_behind(tmp_path: Path) -> None:
    running = demo("--seats", "2", "--level", "facil", "--keep", str(tmp_path))
    assert len(wait_for_seats(tmp_path, 2)) == 2
    running.send_signal(signal.SIGINT)
    said, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130, said
    assert "Traceback" not in said
    assert seats_of(tmp_path) == []


@posix_only
def test_a_killed_demo_leaves_no_program_behind(tmp_path: Path) -> None:
    running = demo("--seats", "2", "--keep", str(tmp_path))
    wait_for_seats(tmp_path, 2)
    running.kill()
    running.communicate(timeout=PATIENCE)
    end = time.monotonic() + PATIENCE
    while seats_of(tmp_path):
        assert time.monotonic() < end
        time.sleep(0.1)


@posix_only
def test_a_seat_that_dies_is_named(tmp_path: Path) -> None:
    running = demo("--seats", "2", "--keep", str(tmp_path))
    pids = wait_for_seats(tmp_path, 2)
    os.kill(pids[1], signal.SIGTERM)
    said, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 4, said
    assert "seat 1" in said
    assert "Traceback" not in said
