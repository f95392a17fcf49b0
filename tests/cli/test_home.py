"""The home folder, and who holds it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lantruco.cli.failure import ENVIRONMENT, Failure, status_of
from lantruco.cli.home import Home, home_path, sweep_places, take_first_free, take_home
from lantruco.record.journal import Journal

SECRET = b"what opens the cards of one hand"

HOLD = """
import sys, pathlib
from lantruco.cli.home import take_home
home = take_home(pathlib.Path(sys.argv[1]))
print(home.guest, flush=True)
sys.stdin.readline()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    """Another process that holds the home at `path` until its input closes or it is killed."""
    return subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_the_option_wins_over_the_variable_and_both_over_the_system(tmp_path: Path) -> None:
    assert home_path(str(tmp_path / "a"), {"LANTRUCO_HOME": str(tmp_path / "b")}) == tmp_path / "a"
    assert home_path(None, {"LANTRUCO_HOME": str(tmp_path / "b")}) == tmp_path / "b"
    assert home_path(None, {}).name == "lantruco"


def test_a_second_program_on_one_home_plays_as_a_guest(tmp_path: Path) -> None:
    first, second = holder(tmp_path), None
    try:
        assert read_line(first) == "0"
        second = holder(tmp_path)
        assert read_line(second) == "1"
        third = take_home(tmp_path)
        assert (third.guest, third.path) == (2, tmp_path / "guests" / "2")
        third.release()
    finally:
        for process in (first, second):
            if process is not None:
                process.communicate("\n")


def test_a_killed_program_leaves_its_home_free(tmp_path: Path) -> None:
    process = holder(tmp_path)
    read_line(process)
    process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
    process.communicate()
    home = take_home(tmp_path)
    assert home.guest == 0
    home.release()


def test_a_home_has_a_place_for_records_journal_and_log(tmp_path: Path) -> None:
    home = Home(tmp_path / "new" / "home")
    home.prepare()
    assert home.records.is_dir()
    assert home.journal.is_dir()
    assert home.log.parent.is_dir()


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
def test_nobody_else_may_look_into_a_home(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    assert home.path.stat().st_mode & 0o077 == 0


def test_a_home_that_is_a_file_is_an_error_of_the_environment(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    with pytest.raises(Failure) as caught:
        take_home(tmp_path / "home")
    assert caught.value.code == "E_HOME"
    assert status_of("E_HOME") == ENVIRONMENT


def test_places_are_given_one_by_one_until_there_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lantruco.cli.home.MAX_GUESTS", 2)
    held = [take_first_free(tmp_path, first=1) for _ in range(2)]
    assert [home.guest for home in held] == [1, 2]
    with pytest.raises(Failure, match="E_GUESTS"):
        take_first_free(tmp_path, first=1)
    held[0].release()
    again = take_first_free(tmp_path, first=1)
    assert again.guest == 1
    for home in (again, held[1]):
        home.release()


def test_only_files_are_records_and_the_newest_comes_first(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    for age, name in enumerate(("new", "old")):
        (home.records / f"{name}.jsonl").touch()
        os.utime(home.records / f"{name}.jsonl", (1000 - age, 1000 - age))
    (home.records / "folder.jsonl").mkdir()
    if sys.platform != "win32":
        (home.records / "gone.jsonl").symlink_to(tmp_path / "nowhere")
        os.mkfifo(home.records / "pipe.jsonl")
    assert [path.name for path in home.kept_records()] == ["new.jsonl", "old.jsonl"]
    home.records.joinpath("new.jsonl").unlink()
    assert [path.name for path in home.kept_records()] == ["old.jsonl"]


def secrets_of_a_killed_program(journal: Path) -> Path:
    """What is left of a match of which nobody could say good-bye."""
    with Journal(journal, bytes(32)) as kept:
        kept.keep(0, SECRET)
    (secret,) = journal.glob("*.secret")
    return secret


def test_a_start_erases_what_a_killed_program_left_in_all_places_that_nobody_holds(tmp_path: Path) -> None:
    places = [tmp_path, *(tmp_path / part for part in ("bots/1", "bots/2", "guests/1", "guests/1/bots/1"))]
    held = holder(tmp_path / "bots" / "2")
    read_line(held)
    try:
        secrets = {place: secrets_of_a_killed_program(place / "journal") for place in places}
        home = take_home(tmp_path)
        assert not secrets[tmp_path].exists()
        assert (home.left, sweep_places(tmp_path)) == ([], [])
        assert [place for place in places if secrets[place].exists()] == [tmp_path / "bots" / "2"]
        left = [path for place in places for path in (place / "journal").iterdir()]
        assert {path.parent.parent for path in left} == {tmp_path / "bots" / "2"}
        home.release()
    finally:
        held.communicate("\n")


def test_a_second_program_leaves_the_first_ones_secrets_alone(tmp_path: Path) -> None:
    first = holder(tmp_path)
    read_line(first)
    try:
        secret = secrets_of_a_killed_program(tmp_path / "journal")
        guest = take_home(tmp_path)
        assert guest.guest == 1
        sweep_places(tmp_path)
        assert secret.exists()
        guest.release()
    finally:
        first.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        first.communicate()
    take_home(tmp_path).release()
    assert not secret.exists()


@pytest.mark.parametrize("command", [["open", "Mesa", "--seats", "2"], ["bot", "127.0.0.1:9"]])
def test_the_commands_that_play_sweep_their_places_and_say_what_they_cannot(
    tmp_path: Path, command: list[str]
) -> None:
    place = tmp_path if command[0] == "open" else tmp_path / "bots" / "1"
    gone, stays = secrets_of_a_killed_program(place / "journal"), place / "journal" / f"{'ab' * 32}.journal"
    stays.mkdir()
    ran = subprocess.run(
        [sys.executable, "-m", "lantruco", *command, "--home", str(tmp_path), "--interface", "127.0.0.1"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert not gone.exists()
    assert str(stays) in ran.stderr
