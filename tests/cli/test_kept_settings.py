"""Names and settings on a disk that takes nothing: they hold for now, and the player is told."""

from __future__ import annotations

import errno
import io
import sys
from pathlib import Path

import pytest

from lantruco.cli.arguments import parse
from lantruco.cli.config import load_config
from lantruco.cli.failure import Failure
from lantruco.cli.full_screen import NetworkHouse
from lantruco.cli.home import Home
from lantruco.cli.invocation import Invocation
from lantruco.cli.output import Output
from lantruco.tui.screens.settings import FILE, Settings
from tests.record.faults import FaultyDisk


def invocation(home: Path, out: io.StringIO) -> Invocation:
    return Invocation(parse(["play", "--home", str(home)]), Output(out, out), "pt")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    return home


def test_settings_that_the_disk_does_not_take_are_a_failure_with_its_reason(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = NetworkHouse(invocation(home.path, io.StringIO()), home)
    disk = FaultyDisk(monkeypatch, home.path)
    disk.fill()
    with pytest.raises(Failure) as caught:
        house.keep(Settings(speed="fast"))
    cause = caught.value.__cause__
    assert caught.value.code == "E_KEEP"
    assert isinstance(cause, OSError)
    assert cause.errno == errno.ENOSPC
    assert not [path for path in home.path.iterdir() if "screen" in path.name]
    disk.free()
    house.keep(Settings(speed="fast"))
    assert (home.path / FILE).is_file()


def test_a_name_that_the_disk_does_not_take_holds_and_the_lobby_says_that_it_is_not_kept(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = NetworkHouse(invocation(home.path, io.StringIO()), home)
    FaultyDisk(monkeypatch, home.path).fill()
    house.call_me("Zé")
    assert house.name == "Zé"
    assert house.notice is not None
    assert "não fica guardado" in house.notice
    assert "(o disco está cheio)" in house.notice


def test_the_line_mode_plays_under_a_name_that_the_disk_does_not_take(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.StringIO()
    asked = invocation(home.path, out)
    monkeypatch.setattr("lantruco.cli.invocation._at_terminal", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO("Zé\n"))
    FaultyDisk(monkeypatch, home.path).fill()
    assert asked.player_name(home) == "Zé"
    assert "não fica guardado" in out.getvalue()
    assert load_config(home.path).name is None
