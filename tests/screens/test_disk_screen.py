"""What a player sees of a disk that takes nothing, and of settings that are not kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lantruco.cli.failure import Failure
from lantruco.peer.events import DiskRefused, DiskTook, Ended, LinkDown, SeatHeld
from lantruco.tui.screens.board import Board, follow
from lantruco.tui.screens.forms import BotsForm, OpenForm
from lantruco.tui.screens.look import look_of
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.scene import Scene
from lantruco.tui.screens.settings import Settings
from lantruco.tui.screens.stage import Screen
from lantruco.tui.screens.table import MIN_HEIGHT, MIN_WIDTH, draw_table
from lantruco.tui.screens.taste import Taste
from lantruco.tui.texts import Texts
from tests.screens.terminal import QUICK, FakeHouse, run, shown
from tests.tui.fakes import view

FOLDER = Path("/home/ze/.local/share/lantruco/guests/1/journal")


def after(*events: object) -> Board:
    board = Board(seen=view(), settled=True)
    for event in events:
        board = follow(board, event, None, Texts("pt"))
    return board


def drawn(board: Board, size: tuple[int, int], settings: Settings = QUICK) -> str:
    return "\n".join(draw_table(Scene(board, "Mesa"), look_of(settings), *size).text())


@pytest.mark.parametrize("size", [(MIN_WIDTH, MIN_HEIGHT), (80, 24), (200, 60)], ids=str)
@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize("reason", ["ENOSPC", "EDQUOT", "EROFS", "EIO", "EACCES"])
def test_my_full_disk_stands_where_the_question_was_with_why_and_where(
    size: tuple[int, int], lang: str, reason: str
) -> None:
    settings = replace(QUICK, lang=lang)  # type: ignore[arg-type]
    text = drawn(after(DiskRefused(FOLDER, reason)), size, settings)
    flat = " ".join(text.split())
    assert ("O seu disco não grava" if lang == "pt" else "Your disk takes nothing") in flat
    assert look_of(settings).texts.reason(reason) in flat
    assert flat.rstrip().find("journal") > 0


def test_a_folder_of_any_length_leaves_the_sentence_whole() -> None:
    text = drawn(after(DiskRefused(Path("/" + "very-long-name/" * 20 + "journal"), "ENOSPC")), (80, 24))
    assert "a mesa espera" in " ".join(text.split())
    assert "journal" in text


def test_the_question_comes_back_when_the_disk_takes_it_again() -> None:
    refused = DiskRefused(FOLDER, "ENOSPC")
    assert "O seu disco não grava (" not in drawn(after(refused, DiskTook()), (80, 24))
    assert "O seu disco não grava (" not in drawn(after(refused, Ended("E_LEFT")), (80, 24))


def test_a_seat_that_waits_for_its_disk_is_named_until_it_goes_on_or_is_gone() -> None:
    waits = "O disco de Beto não grava: a mesa espera"
    assert waits in drawn(after(SeatHeld(1, held=True)), (80, 24))
    for later in (SeatHeld(1, held=False), LinkDown(1, "E_LOST"), Ended(None)):
        assert not after(SeatHeld(1, held=True), later).held


class FullHouse(FakeHouse):
    """Its disk is full."""

    def keep(self, settings: Settings) -> None:
        raise Failure("E_KEEP", path="/home/ze", reason="ENOSPC")


def open_form(program: Program) -> Screen:
    return OpenForm(program, "Mesa", lambda name, seats, bots, rules: None)


@pytest.mark.parametrize(
    ("make", "keys"),
    [
        (Taste, ["down", "right"]),
        (lambda program: BotsForm(program, lambda seats: None), ["right"]),
        (open_form, ["down", "down", "down", "right"]),
    ],
    ids=["settings", "bots", "table"],
)
def test_settings_that_are_not_kept_hold_all_the_same_and_the_screen_says_so(
    make: type[Taste], keys: list[str]
) -> None:
    async def work() -> None:
        async with shown(make, FullHouse()) as terminal:
            await terminal.quiet()
            before = terminal.program.look.settings
            terminal.press(*keys)
            await terminal.until("não fica guardado em /home/ze (o disco está cheio)")
            assert terminal.program.look.settings != before

    run(work())


def test_a_place_that_is_free_again_keeps_them_and_says_nothing() -> None:
    async def work() -> None:
        house = FullHouse()
        async with shown(Taste, house) as terminal:
            await terminal.quiet()
            terminal.press("down", "right")
            await terminal.until("não fica guardado")
            house.keep = house.kept.append  # type: ignore[method-assign, assignment]
            terminal.press("right")
            await terminal.quiet()
            assert "não fica guardado" not in terminal.text
            assert house.kept

    run(work())
