"""The lobby in lines and the lobby on the full screen know one list of tables and one list of records."""

from __future__ import annotations

import asyncio
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from lantruco.cli.arguments import parse
from lantruco.cli.commands.play import NetworkDoors
from lantruco.cli.full_screen import NetworkHouse
from lantruco.cli.home import Home, take_home
from lantruco.cli.invocation import Invocation
from lantruco.cli.output import Output
from lantruco.cli.seating import person
from lantruco.tui.keyboard import Keyboard
from lantruco.tui.lobby import Lobby
from lantruco.tui.texts import Texts
from tests.tui.fakes import TypedLines

posix = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes among files are POSIX's")


def both(home: Home) -> tuple[NetworkDoors, NetworkHouse]:
    words = ["--home", str(home.path), "--as", "Ana", "--interface", "127.0.0.1"]
    invocation = Invocation(parse(words), Output(io.StringIO(), None), "pt")
    return NetworkDoors(invocation, home, person(invocation, home)), NetworkHouse(invocation, home)


def listed_in_lines(doors: NetworkDoors) -> str:
    written: list[str] = []
    keyboard = cast(Keyboard, TypedLines("r", "s"))
    asyncio.run(Lobby(doors, keyboard, Texts("pt"), written.append, "Mesa").run())
    return "\n".join(written)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = take_home(tmp_path / "home")
    (home.records / "kept.jsonl").write_bytes(b"{}\n")
    return home


def to_nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


def to_itself(path: Path) -> None:
    path.symlink_to(path)


def a_folder(path: Path) -> None:
    path.mkdir()


def a_pipe(path: Path) -> None:
    if sys.platform != "win32":
        os.mkfifo(path)


def empty(path: Path) -> None:
    path.touch()


def forbidden(path: Path) -> None:
    path.touch(mode=0)


def of_no_text(path: Path) -> None:
    Path(os.fsdecode(os.fsencode(path.parent) + b"/\xff.jsonl")).touch()


NO_TEXT = pytest.param(
    *(of_no_text, 2),
    marks=pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such name"),
)


@posix
@pytest.mark.parametrize(
    ("put", "count"),
    [
        (to_nowhere, 1),
        (to_itself, 1),
        (a_folder, 1),
        (a_pipe, 1),
        (empty, 2),
        (forbidden, 2),
        (of_no_text, 2),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_whatever_bears_the_name_of_a_record_both_lobbies_list_the_same(
    home: Home, put: Callable[[Path], None], count: int
) -> None:
    put(home.records / "odd.jsonl")
    doors, house = both(home)
    assert list(doors.records()) == list(house.records())
    assert len(doors.records()) == count
    assert "kept.jsonl" in listed_in_lines(doors)


def test_a_record_that_goes_while_they_are_listed_is_left_out(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home.records / "gone.jsonl").touch()
    seen = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.name == "gone.jsonl":
            raise FileNotFoundError(2, "", str(path))
        return seen(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", stat)
    doors, house = both(home)
    assert [path.name for path in doors.records()] == ["kept.jsonl"]
    assert [path.name for path in house.records()] == ["kept.jsonl"]
    assert "gone.jsonl" not in listed_in_lines(doors)


@pytest.mark.parametrize("error", [PermissionError, NotADirectoryError, FileNotFoundError])
def test_a_folder_of_records_that_cannot_be_read_is_an_empty_list(
    home: Home, monkeypatch: pytest.MonkeyPatch, error: type[OSError]
) -> None:
    def listdir(path: object) -> list[str]:
        raise error(13, "", str(path))

    doors, house = both(home)
    monkeypatch.setattr(os, "listdir", listdir)
    assert list(doors.records()) == list(house.records()) == []


def test_both_lobbies_list_the_same_tables(home: Home) -> None:
    doors, house = both(home)
    assert list(doors.tables()) == list(house.tables()) == []
    assert type(doors).tables is type(house).tables
    assert type(doors).join is type(house).join
    assert type(doors).join_address is type(house).join_address


@posix
def test_a_broken_link_among_the_records_does_not_end_the_game_in_lines(tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    to_nowhere(tmp_path / "records" / "odd.jsonl")
    words = ["--home", str(tmp_path), "--interface", "127.0.0.1", "--as", "Ana", "--lang", "pt", "--plain"]
    told = subprocess.run(
        [sys.executable, "-m", "lantruco", *words], input=b"r\ns\n", capture_output=True, timeout=60
    )
    assert told.returncode == 0
    assert "Ainda não há registros" in told.stdout.decode()
