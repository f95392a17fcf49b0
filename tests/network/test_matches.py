"""Whole matches between machines that know nothing of each other: mDNS over a bridge, TLS, real proofs."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.network.hosts import Host, Network
from tests.patience import PATIENCE

TABLE = "Mesa do fundo"
NAMES = ("Ana", "Beto", "Caju", "Dora")

pytestmark = pytest.mark.network


def sit_down(host: Host, folder: Path, seats: int) -> subprocess.Popen[str]:
    """The program of one machine; the first opens the table, the others look for it by its name."""
    number = host.number
    words = (
        ["open", TABLE, "--seats", str(seats)]
        if number == 0
        else ["join", TABLE, "--seat", str(number), "--wait", "60"]
    )
    options = ["--home", str(folder / f"seat-{number}"), "--as", NAMES[number]]
    command = [sys.executable, "-m", "lantruco", *words, *options, "--auto", "--pace", "0", "--lang", "en"]
    return host.start(command, stderr=subprocess.STDOUT)


def told(programs: list[subprocess.Popen[str]]) -> list[str]:
    """What each program has said by its end; all must have ended well."""
    said = [program.communicate(timeout=PATIENCE)[0] for program in programs]
    assert [program.returncode for program in programs] == [0] * len(programs), said
    return said


def record(folder: Path, number: int) -> Path:
    (file,) = (folder / f"seat-{number}" / "records").glob("*.jsonl")
    return file


def check_records(folder: Path, seats: int) -> None:
    """One and the same record everywhere, which a machine that was not there finds true."""
    files = [record(folder, number) for number in range(seats)]
    assert len({file.read_bytes() for file in files}) == 1
    command = [sys.executable, "-m", "lantruco", "verify", str(files[-1]), "--lang", "en"]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert all(name in checked.stdout for name in NAMES[:seats])


@pytest.mark.parametrize("seats", [pytest.param(2, marks=pytest.mark.long), 4])
def test_machines_find_the_table_play_and_keep_the_same_record(
    hosts: Callable[[int], Network], tmp_path: Path, seats: int
) -> None:
    said = told([sit_down(host, tmp_path, seats) for host in hosts(seats).hosts])
    assert all("12" in lines for lines in said)
    check_records(tmp_path, seats)


def test_a_pulled_cable_stops_the_match_only_while_it_is_out(
    hosts: Callable[[int], Network], tmp_path: Path
) -> None:
    net = hosts(2)
    programs = [sit_down(host, tmp_path, 2) for host in net.hosts]
    grown(tmp_path, 20_000)
    net.unplug(net.hosts[1])
    stands_still(tmp_path)
    assert [program.poll() for program in programs] == [None, None]
    net.plug(net.hosts[1])
    told(programs)
    check_records(tmp_path, 2)


def stands_still(folder: Path) -> None:
    """Wait until the opener's record has not grown for a second: what was under way has been taken."""
    size, since = -1, time.monotonic()
    end = since + PATIENCE
    while time.monotonic() < since + 1.0:
        assert time.monotonic() < end, "the match goes on without its cable"
        if (now := record(folder, 0).stat().st_size) != size:
            size, since = now, time.monotonic()
        time.sleep(0.05)


def grown(folder: Path, size: int) -> None:
    """Wait until the opener's record has so many bytes: the match is going on."""
    end = time.monotonic() + PATIENCE
    while sum(file.stat().st_size for file in folder.glob("seat-0/records/*.jsonl")) < size:
        assert time.monotonic() < end
        time.sleep(0.05)
