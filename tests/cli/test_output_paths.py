"""Paths that a person gives to be written: nothing that is there already is lost by it."""

from __future__ import annotations

import json
import logging
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lantruco.cli import logs, main
from lantruco.cli.failure import USAGE, status_of
from lantruco.net.identity import Identity
from lantruco.record import files
from lantruco.record.html import is_page
from lantruco.record.outputs import OutputError, write_output

GOLDEN = Path(__file__).resolve().parents[2] / "seeds" / "golden"
Captured = pytest.CaptureFixture[str]
posix = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of POSIX")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LANTRUCO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    root = logging.getLogger()
    before = list(root.handlers)
    yield
    for handler in root.handlers:
        if handler not in before:
            handler.close()
    root.handlers[:] = before
    logging.captureWarnings(False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two records, in which the person stands."""
    place = tmp_path / "records"
    place.mkdir()
    shutil.copy(GOLDEN / "two-seats.jsonl", place / "a.jsonl")
    shutil.copy(GOLDEN / "fault.jsonl", place / "b.jsonl")
    return place


def contents(folder: Path) -> dict[str, bytes | str]:
    """All that lies there: bytes of files, targets of links, nothing else followed."""
    found: dict[str, bytes | str] = {}
    for path in folder.rglob("*"):
        if path.is_symlink():
            found[str(path)] = os.readlink(path)
        elif path.is_file():
            found[str(path)] = path.read_bytes()
        else:
            found[str(path)] = "special"
    return found


def refused(words: list[str], folder: Path, capsys: Captured, code: str) -> str:
    """The one sentence with which a command is refused that has touched nothing."""
    before = contents(folder)
    assert main.run(words) == USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert main.run([*words, "--json"]) == USAGE
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out)["error"]["code"] == code
    assert contents(folder) == before
    return str(json.loads(out)["error"]["message"])


def test_a_record_taken_for_the_page_by_a_forgotten_name_stays_whole(folder: Path, capsys: Captured) -> None:
    records = [str(folder / "a.jsonl"), str(folder / "b.jsonl")]
    sentence = refused(["verify", "--html", *records], folder, capsys, "E_OVERWRITE")
    assert "no page of Lantruco's" in sentence


def test_the_page_never_replaces_the_record_it_shows(folder: Path, capsys: Captured) -> None:
    record = str(folder / "a.jsonl")
    sentence = refused(["verify", record, "--html", record], folder, capsys, "E_OVERWRITE")
    assert "one of the files that are read" in sentence


def test_another_spelling_of_the_same_path_is_the_same_file(
    folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    for page in ("./a.jsonl", "../records/a.jsonl", str(folder / "a.jsonl")):
        refused(["verify", "a.jsonl", "--html", page], folder, capsys, "E_OVERWRITE")


@posix
@pytest.mark.parametrize("make", [os.symlink, os.link])
def test_a_link_or_a_second_name_is_the_same_file(make: object, folder: Path, capsys: Captured) -> None:
    assert callable(make)
    make(folder / "a.jsonl", folder / "page.html")
    page = str(folder / "page.html")
    for record in ("a.jsonl", "b.jsonl"):
        refused(["verify", str(folder / record), "--html", page], folder, capsys, "E_OVERWRITE")


@posix
def test_a_second_name_of_an_input_is_known_even_when_it_looks_like_a_page(
    folder: Path, capsys: Captured
) -> None:
    page, other = folder / "page.html", folder / "other.html"
    assert main.run(["verify", str(folder / "a.jsonl"), "--html", str(page)]) == 0
    capsys.readouterr()
    os.link(page, other)
    words = ["verify", str(folder / "a.jsonl"), str(page), "--html", str(other)]
    assert "one of the files" in refused(words, folder, capsys, "E_OVERWRITE")


def test_capitals_that_the_disk_does_not_tell_apart_are_the_same_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.stat

    def blind(path: Any, **how: Any) -> os.stat_result:
        return real(str(path).replace("RECORDS", "records"), **how)

    monkeypatch.setattr(os, "stat", blind)
    page = Path(str(folder / "a.jsonl").replace("records", "RECORDS"))
    with pytest.raises(OutputError, match="input"):
        write_output(page, b"page", is_page, "no_page", [folder / "a.jsonl"])


def test_a_disk_that_numbers_no_file_makes_no_two_files_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.stat

    def unnumbered(path: Any, **how: Any) -> os.stat_result:
        found = list(real(path, **how))
        found[1] = 0
        return os.stat_result(found)

    page = folder / "page.html"
    assert main.run(["verify", str(folder / "a.jsonl"), "--html", str(page)]) == 0
    monkeypatch.setattr(os, "stat", unnumbered)
    assert main.run(["verify", str(folder / "b.jsonl"), "--html", str(page)]) == 0


def test_a_missing_record_is_no_place_for_the_page_either(folder: Path, capsys: Captured) -> None:
    gone = str(folder / "gone.jsonl")
    refused(["verify", str(folder / "a.jsonl"), gone, "--html", gone], folder, capsys, "E_OVERWRITE")


@pytest.mark.parametrize("content", [b"", b"\n", b"<!DOCTYPE html>\n<p>mine</p>\n", b"\x00\xff" * 2000])
def test_a_file_that_is_no_page_of_ours_is_left_alone(content: bytes, folder: Path, capsys: Captured) -> None:
    (folder / "page.html").write_bytes(content)
    words = ["verify", str(folder / "a.jsonl"), "--html", str(folder / "page.html")]
    refused(words, folder, capsys, "E_OVERWRITE")


def test_a_page_of_ours_to_which_somebody_has_added_is_no_longer_ours(folder: Path, capsys: Captured) -> None:
    page = folder / "page.html"
    words = ["verify", str(folder / "a.jsonl"), "--html", str(page)]
    assert main.run(words) == 0
    capsys.readouterr()
    page.write_bytes(page.read_bytes() + b"<!-- what I thought of it -->\n")
    refused(words, folder, capsys, "E_OVERWRITE")


def test_a_page_of_ours_is_replaced_by_a_new_one_and_keeps_its_mode(folder: Path) -> None:
    page = folder / "page.html"
    assert main.run(["verify", str(folder / "b.jsonl"), "--html", str(page)]) == 0
    first = page.read_bytes()
    if sys.platform != "win32":
        page.chmod(0o640)
    assert main.run(["verify", str(folder / "a.jsonl"), "--html", str(page), "--lang", "pt"]) == 0
    assert page.read_bytes() != first
    if sys.platform != "win32":
        assert page.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in folder.iterdir()) == ["a.jsonl", "b.jsonl", "page.html"]


@posix
def test_a_page_of_ours_behind_a_link_is_replaced_where_it_lies(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    page = folder / "page.html"
    page.symlink_to(tmp_path / "web" / "page.html")
    assert main.run(["verify", str(folder / "a.jsonl"), "--html", str(tmp_path / "web" / "page.html")]) == 0
    assert main.run(["verify", str(folder / "b.jsonl"), "--html", str(page)]) == 0
    assert page.is_symlink()
    assert is_page((tmp_path / "web" / "page.html").open("rb"))


@posix
@pytest.mark.parametrize("option", ["--html", "--log"])
@pytest.mark.parametrize("kind", ["folder", "pipe", "socket", "device", "link"])
def test_what_is_no_file_is_refused_and_never_waited_for(
    option: str, kind: str, folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    place = folder / "place"
    if sys.platform == "win32":
        return
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "socket":
        socket.socket(socket.AF_UNIX).bind("place")
    elif kind == "link":
        place.symlink_to(folder / "nowhere")
    name = "/dev/zero" if kind == "device" else str(place)
    sentence = refused(["verify", "a.jsonl", option, name], folder, capsys, "E_NOT_FILE")
    assert name in sentence
    assert {"folder": "folder", "link": "link", "device": "device"}.get(kind, "pipe") in sentence


@posix
def test_a_link_that_goes_in_a_circle_is_a_sentence(folder: Path, capsys: Captured) -> None:
    (folder / "round").symlink_to(folder / "round")
    assert main.run(["verify", str(folder / "a.jsonl"), "--html", str(folder / "round")]) == 4
    assert "round in a circle" in capsys.readouterr().err


def test_an_empty_path_is_asked_for_and_not_taken_for_this_folder(folder: Path, capsys: Captured) -> None:
    record = str(folder / "a.jsonl")
    for words in (["verify", record, "--html", ""], ["verify", record, "--log", ""], ["demo", "--keep="]):
        assert main.run(words) == USAGE
        assert "needs a value" in capsys.readouterr().err


def test_what_comes_to_the_place_while_the_page_is_written_is_not_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = folder / "page.html"
    write_at = files.write_at

    def slow(*given: Any) -> None:
        write_at(*given)
        page.write_bytes(b"somebody else's")

    monkeypatch.setattr(files, "write_at", slow)
    with pytest.raises(OutputError) as caught:
        write_output(page, b"ours", is_page, "no_page")
    assert caught.value.code == "E_OVERWRITE"
    assert page.read_bytes() == b"somebody else's"
    assert sorted(path.name for path in folder.iterdir()) == ["a.jsonl", "b.jsonl", "page.html"]


def test_what_comes_at_the_very_last_moment_is_not_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, create = folder / "page.html", files.create

    def late(path: Path, mode: int) -> int:
        if path == Path(os.path.realpath(page)):
            page.write_bytes(b"somebody else's")
        return create(path, mode)

    monkeypatch.setattr(files, "create", late)
    with pytest.raises(OutputError):
        write_output(page, b"ours", is_page, "no_page")
    assert page.read_bytes() == b"somebody else's"
    assert len(list(folder.iterdir())) == 3


def test_a_draft_of_somebody_else_beside_the_page_is_not_taken_away(folder: Path) -> None:
    (folder / "page.html.draft").write_text("mine")
    assert main.run(["verify", str(folder / "a.jsonl"), "--html", str(folder / "page.html")]) == 0
    assert (folder / "page.html.draft").read_text() == "mine"


def test_a_page_that_fails_leaves_one_object_for_a_script(
    folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "")

    monkeypatch.setattr(files, "write_at", full)
    page = folder / "page.html"
    assert main.run(["verify", str(folder / "a.jsonl"), "--html", str(page), "--json"]) == 4
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "E_DISK"
    assert "the disk is full" in error["message"]
    assert sorted(path.name for path in folder.iterdir()) == ["a.jsonl", "b.jsonl"]


def test_a_key_a_record_or_a_text_is_no_log(folder: Path, capsys: Captured, tmp_path: Path) -> None:
    key = folder / "identity.key"
    Identity.load_or_create(key)
    (folder / "notes.txt").write_text("2026 was a good year\n")
    for name in ("identity.key", "b.jsonl", "notes.txt"):
        words = ["verify", str(folder / "a.jsonl"), "--log", str(folder / name)]
        assert "no log of Lantruco's" in refused(words, folder, capsys, "E_OVERWRITE")
    own = ["id", "--home", str(folder), "--log", str(key)]
    refused(own, folder, capsys, "E_OVERWRITE")


def test_a_log_of_ours_is_appended_to(folder: Path) -> None:
    log = folder / "out.log"
    for _ in range(2):
        assert main.run(["verify", str(folder / "a.jsonl"), "--log", str(log)]) == 0
        logging.getLogger("lantruco").info("something happened")
    assert log.read_text().count("something happened") == 2


def test_a_log_is_no_log_while_it_is_read_as_a_record(folder: Path, capsys: Captured) -> None:
    log = folder / "out.log"
    log.touch()
    refused(["verify", str(log), "--log", str(log)], folder, capsys, "E_OVERWRITE")
    refused(["replay", str(log), "--log", str(log)], folder, capsys, "E_OVERWRITE")


def test_no_log_is_wanted_where_it_goes_to_the_null_device(folder: Path) -> None:
    assert main.run(["verify", str(folder / "a.jsonl"), "--log", os.devnull]) == 0


def test_a_full_log_takes_no_name_from_a_file_that_is_no_log(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MAX_LOG_BYTES", 200)
    log = folder / "out.log"
    (folder / "out.log.2").write_text("mine")
    assert main.run(["verify", str(folder / "a.jsonl"), "--log", str(log)]) == 0
    for number in range(20):
        logging.getLogger("lantruco").info("line %d", number)
    assert (folder / "out.log.2").read_text() == "mine"
    assert "line 19" in log.read_text()
    (folder / "out.log.2").unlink()
    for number in range(20):
        logging.getLogger("lantruco").info("again %d", number)
    assert "again" in (folder / "out.log.1").read_text()


def test_the_details_of_a_mistake_are_appended_to_nobodys_file(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr("lantruco.cli.commands.identity.run", broken)
    (tmp_path / f"lantruco-{os.getpid()}.log").write_text("mine")
    assert main.run(["id"]) == 4
    assert (tmp_path / f"lantruco-{os.getpid()}.log").read_text() == "mine"
    assert str(tmp_path) in capsys.readouterr().err


def test_the_demo_keeps_its_folders_in_a_folder(folder: Path, capsys: Captured) -> None:
    before = contents(folder)
    assert main.run(["demo", "--keep", str(folder / "a.jsonl")]) == USAGE
    assert "a.jsonl is not a folder. Give --keep" in capsys.readouterr().err
    assert contents(folder) == before


@posix
def test_the_demo_makes_no_folder_behind_a_link_to_nothing(folder: Path, capsys: Captured) -> None:
    (folder / "place").symlink_to(folder / "nowhere")
    assert main.run(["demo", "--keep", str(folder / "place")]) == USAGE
    assert "place is not a folder" in capsys.readouterr().err
    assert not (folder / "nowhere").exists()


def test_a_demo_that_cannot_keep_its_folders_names_the_option(folder: Path, capsys: Captured) -> None:
    assert main.run(["demo", "--keep", str(folder / "a.jsonl" / "x")]) == 4
    assert "--keep" in capsys.readouterr().err


@posix
def test_a_config_kept_elsewhere_stays_there_when_the_name_is_written(tmp_path: Path) -> None:
    from lantruco.cli.config import write_name
    from lantruco.tui.screens.settings import Settings, save_settings

    home, kept = tmp_path / "home", tmp_path / "kept"
    home.mkdir()
    kept.mkdir()
    for name in ("config.toml", "screen.json"):
        (kept / name).write_text("")
        (home / name).symlink_to(kept / name)
    write_name(home, "Ana")
    save_settings(home, Settings())
    for name in ("config.toml", "screen.json"):
        assert (home / name).is_symlink()
        assert (kept / name).read_text() != ""


def test_such_refusals_are_wrong_usage() -> None:
    assert [status_of(code) for code in ("E_OVERWRITE", "E_NOT_FILE", "E_NOT_FOLDER")] == [USAGE] * 3
