"""A user of whom the system knows no folder: what needs none works, what needs one says how to name it."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lantruco.cli import main
from lantruco.cli.failure import ENVIRONMENT, Failure, status_of
from lantruco.cli.home import home_path
from lantruco.fairdeal import ristretto

SEEDS = Path(__file__).resolve().parents[2] / "seeds"
RECORD = str(SEEDS / "golden" / "two-seats.jsonl")
SCENARIOS = str(SEEDS / "scenarios" / "deal.json")
Captured = pytest.CaptureFixture[str]

NEEDS_NONE = (
    ["verify", RECORD],
    ["replay", RECORD],
    ["rules", "check", SCENARIOS],
    ["engine"],
    ["--help"],
    ["open", "--help"],
    ["--version"],
)
NEEDS_ONE = (["play"], ["open", "Mesa"], ["join", "Mesa"], ["bot", "Mesa"], ["id"])

# A user whom the system does not know: by a user id without an entry where that may be taken on (the
# effective one stays, since the interpreter may lie in a folder of its own), else by an empty list of users.
NOBODY = """
import os, sys
from lantruco.cli import main
try:
    os.setreuid(54321, 0)
except OSError:
    import pwd
    def unknown(*_):
        raise KeyError("no such user")
    pwd.getpwuid = pwd.getpwnam = unknown
sys.exit(main.run(sys.argv[1:]))
"""


def nobody(words: list[str], folder: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """A real program of a user without a home, standing in `folder`."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("HOME", "LANTRUCO_HOME") and not name.startswith("XDG_")
    }
    return subprocess.run(
        [sys.executable, "-c", NOBODY, *words],
        cwd=folder,
        env={**kept, "PYTHONUTF8": "1", "PYTHONPATH": str(SEEDS.parent), "LC_ALL": "en_GB.UTF-8", **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.fixture(autouse=True)
def _language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    before = list(logging.getLogger().handlers)
    yield
    logging.getLogger().handlers[:] = before
    logging.captureWarnings(False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a folder for every user")
@pytest.mark.parametrize("words", NEEDS_NONE, ids=lambda words: words[0])
def test_what_needs_no_home_works_for_a_user_without_one(words: list[str], tmp_path: Path) -> None:
    done = nobody(words, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a folder for every user")
@pytest.mark.parametrize("words", NEEDS_ONE, ids=lambda words: words[0])
def test_what_needs_a_home_says_how_to_name_one(words: list[str], tmp_path: Path) -> None:
    done = nobody(words, tmp_path)
    assert done.returncode == ENVIRONMENT
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "--home" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a folder for every user")
def test_a_home_that_is_named_serves_a_user_without_one(tmp_path: Path) -> None:
    done = nobody(["id", "--as", "Ana", "--home", str(tmp_path / "mine")], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    again = nobody(["id", "--as", "Ana"], tmp_path, LANTRUCO_HOME="mine")
    assert again.stdout == done.stdout


@pytest.mark.parametrize("given", ["~nobody-of-that-name/x", "~nobody-of-that-name"])
def test_a_home_of_nobody_is_named_in_the_sentence(
    given: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform == "win32":
        # There the names of others are guessed from one's own folder, if it has the usual form.
        monkeypatch.setenv("USERPROFILE", "C:\\elsewhere")
        monkeypatch.setenv("USERNAME", "somebody")
    monkeypatch.setenv("LANTRUCO_HOME", given)
    assert main.run(["id"]) == ENVIRONMENT
    err = capsys.readouterr().err
    assert given in err
    assert "--home" in err
    assert main.run(["id", "--json"]) == ENVIRONMENT
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "E_NO_HOME"
    for words in (["verify", RECORD], ["rules", "check", SCENARIOS], ["tables", "--wait", "0"]):
        assert main.run(words) in (0, 3, 4)
        assert "--home" not in capsys.readouterr().err


def test_a_folder_relative_to_one_that_is_gone_is_no_home(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> str:
        raise FileNotFoundError(2, "")

    monkeypatch.setattr(os, "getcwd", gone)
    with pytest.raises(Failure, match="E_NO_HOME"):
        home_path("x", {})
    assert main.run(["verify", RECORD, "--home", "x"]) == 0
    capsys.readouterr()


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert home_path(None, {"LANTRUCO_HOME": ""}) == home_path(None, {})


def test_a_system_that_leaves_the_tilde_as_it_is_knows_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: Path("~/.local/share/lantruco"))
    with pytest.raises(Failure, match="E_NO_HOME"):
        home_path(None, {})
    assert status_of("E_NO_HOME") == ENVIRONMENT


def test_a_file_in_the_way_of_the_home_stops_only_what_needs_it(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below", tmp_path / ("x" * 300)):
        assert main.run(["verify", RECORD, "--home", str(place)]) == 0
        capsys.readouterr()
        assert main.run(["id", "--home", str(place)]) == ENVIRONMENT
        assert "--home" in capsys.readouterr().err


def test_a_home_that_may_not_be_entered_stops_only_what_needs_it(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_open, real_access = Path.open, os.access

    def forbidden(path: Path, *how: object, **more: object) -> object:
        if path.name == "config.toml":
            raise PermissionError(13, "")
        return real_open(path, *how, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", forbidden)
    monkeypatch.setattr(os, "access", lambda path, how: path != tmp_path and real_access(path, how))
    assert main.run(["verify", RECORD, "--home", str(tmp_path)]) == 0
    capsys.readouterr()
    monkeypatch.setattr(os, "access", real_access)
    assert main.run(["verify", RECORD, "--home", str(tmp_path)]) == ENVIRONMENT
    assert "config.toml (no permission)" in capsys.readouterr().err


def test_the_library_is_unpacked_into_no_folder_called_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: "~/.cache/lantruco")
    with pytest.raises(OSError, match="no cache folder"):
        ristretto._cache_folder()
