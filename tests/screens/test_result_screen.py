"""After the match: what the result's screen offers beside a rematch."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from lantruco.peer.events import Ended, RecordKept
from lantruco.record.verify import verify_file
from lantruco.tui.report_page import NoBrowser, open_page, save_page
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.result import Result
from lantruco.tui.screens.sitting import Sitting
from tests.screens.terminal import QUICK, FakeHouse, Terminal, run, shown
from tests.screens.test_lobby_screen import GOLDEN
from tests.screens.test_rematch_screen import nearly_over, play_out
from tests.tui.fakes import view

ENGLISH = replace(QUICK, lang="en")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "records" / "mesa.jsonl"
    path.parent.mkdir()
    shutil.copy(GOLDEN / "two-seats.jsonl", path)
    return path


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")


@asynccontextmanager
async def after_the_match(record: Path) -> AsyncIterator[Terminal]:
    """The result of a match whose record has just been found true."""

    def make(program: Program) -> Result:
        end = view(seat=1, score=(0, 12), winner=1, legal=(), closed=True, phase="closed", hand=1, turn=None)
        board = Board(seen=end, record=RecordKept(record), ended=Ended(None), digest=bytes(32), settled=True)
        return Result(program, board, "Mesa", None)

    async with shown(make, FakeHouse(), ENGLISH) as terminal:
        await terminal.until("Record checked")
        yield terminal


def test_the_page_is_saved_beside_the_record_and_the_screen_says_where(record: Path) -> None:
    async def work() -> None:
        async with after_the_match(record) as terminal:
            assert "h saves this match as a page for friends" in terminal.text
            terminal.press("h")
            await terminal.until("The page is in")
            assert "mesa.html" in terminal.text

    run(work())
    text = record.with_suffix(".html").read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert '<html lang="en">' in text


@pytest.mark.usefixtures("no_display")
def test_without_a_window_to_open_the_page_is_saved_and_the_screen_says_so(record: Path) -> None:
    async def work() -> None:
        async with after_the_match(record) as terminal:
            terminal.press("b")
            await terminal.until("No browser opens from here; the page is in")

    run(work())
    assert record.with_suffix(".html").exists()


def test_a_page_that_cannot_be_written_is_one_sentence_and_can_be_tried_again(record: Path) -> None:
    record.with_suffix(".html").mkdir()

    async def work() -> None:
        async with after_the_match(record) as terminal:
            terminal.press("h")
            await terminal.until("The page is not saved")
            record.with_suffix(".html").rmdir()
            terminal.press("h")
            await terminal.until("The page is in")

    run(work())


def test_a_page_that_cannot_be_written_leaves_the_one_before_as_it_was(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = verify_file(record)
    save_page(report, record.with_suffix(".html"), "pt", [record])
    before = record.with_suffix(".html").read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "")

    monkeypatch.setattr("lantruco.record.files.write_at", full)

    async def work() -> None:
        async with after_the_match(record) as terminal:
            terminal.press("b")
            await terminal.until("The page is not saved: the disk is full.")

    run(work())
    assert record.with_suffix(".html").read_bytes() == before
    assert {path.name for path in record.parent.iterdir()} == {"mesa.jsonl", "mesa.html"}


def test_a_file_that_is_no_page_is_not_replaced_by_one(record: Path) -> None:
    record.with_suffix(".html").write_text("mine")

    async def work() -> None:
        async with after_the_match(record) as terminal:
            terminal.press("h")
            await terminal.until("The page is not saved: another file is there, no page of Lantruco's.")

    run(work())
    assert record.with_suffix(".html").read_text() == "mine"


def test_the_match_can_be_seen_again_without_checking_it_again(record: Path) -> None:
    async def work() -> None:
        async with after_the_match(record) as terminal:
            await asyncio.to_thread(record.unlink)
            terminal.press("p")
            await terminal.until("step 1 of")
            terminal.press("escape")
            await terminal.until("Record checked")

    run(work())


def test_a_rematch_that_begins_takes_away_what_was_opened_on_the_result() -> None:
    async def work() -> None:
        session = nearly_over()
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse(), ENGLISH) as terminal:
            await play_out(terminal, session)
            await terminal.until("A rematch with the same")
            terminal.press("r")
            await terminal.until("You want a rematch")
            terminal.press("l")
            await terminal.until("What happened")
            session.agree(1)
            await terminal.until(lambda: "What happened" not in terminal.text)
            assert not session.closed

    run(work())


def test_before_the_record_is_checked_there_is_no_page_of_it(record: Path) -> None:
    record.write_bytes(record.read_bytes()[:-2])

    def make(program: Program) -> Result:
        return Result(
            program, Board(record=RecordKept(record), ended=Ended(None), settled=True), "Mesa", None
        )

    async def work() -> None:
        async with shown(make, FakeHouse(), ENGLISH) as terminal:
            await terminal.until("the record does not hold")
            assert "replay" not in terminal.row(-1)
            assert "page" not in terminal.row(-1)
            assert "checks" in terminal.row(-1)
            terminal.press("h", "b", "p")
            await terminal.quiet()
            assert "the record does not hold" in terminal.text

    run(work())
    assert not record.with_suffix(".html").exists()


def test_a_record_that_cannot_be_judged_is_not_called_false(record: Path) -> None:
    record.unlink()

    def make(program: Program) -> Result:
        return Result(
            program, Board(record=RecordKept(record), ended=Ended(None), settled=True), "Mesa", None
        )

    async def work() -> None:
        async with shown(make, FakeHouse(), ENGLISH) as terminal:
            await terminal.until("I cannot read")
            assert "does not hold" not in terminal.text
            assert ".." not in terminal.text
            terminal.press("v")
            await terminal.until("What the record proves")
            assert "does not hold" not in terminal.text

    run(work())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system's own browser is asked")
def test_the_browser_of_this_person_gets_the_address_and_nothing_of_the_terminal(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = tmp_path / "heard"
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\necho noise; echo noise >&2; echo "$@" > {heard}.new\nmv {heard}.new {heard}\n'
    )
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    monkeypatch.setenv("DISPLAY", ":77")

    async def work() -> None:
        async with after_the_match(record) as terminal:
            terminal.press("b")
            await terminal.until("Opened in the browser")
            await terminal.until(heard.exists)
            await asyncio.sleep(0)
            assert "noise" not in terminal.text

    run(work())
    assert heard.read_text().split()[-1] == record.with_suffix(".html").resolve().as_uri()


@pytest.mark.parametrize("environ", [{}, {"SSH_TTY": "/dev/pts/1"}, {"SSH_CONNECTION": "10.0.0.1"}])
@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there a window needs no such variable")
def test_no_browser_is_sought_where_no_window_can_appear(environ: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(NoBrowser):
        open_page(tmp_path / "page.html", environ)


def test_over_ssh_without_a_display_no_window_opens_on_the_other_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(NoBrowser):
        open_page(tmp_path / "page.html", {"SSH_CONNECTION": "10.0.0.1", "BROWSER": os.devnull})


def test_where_no_lobby_lies_behind_the_result_its_key_bar_says_quit(record: Path) -> None:
    async def scene() -> None:
        async with after_the_match(record) as terminal:
            assert "Esc  quit" in terminal.text
            assert "Esc  lobby" not in terminal.text

    run(scene())
