"""The same again by one key, on the result of the match before."""

from __future__ import annotations

import pytest

from lantruco.tui.screens.settings import Settings
from lantruco.tui.screens.sitting import Sitting
from tests.screens.hands import HandSession
from tests.screens.terminal import QUICK, FakeHouse, Terminal, run, shown


def nearly_over(players: int = 2) -> HandSession:
    """One hand before the end, and nobody leaves the table after it."""
    session = HandSession(players, seed=3, score=(11, 0))
    session.parts = False
    return session


async def play_out(terminal: Terminal, session: HandSession) -> None:
    while not session.closed:
        await terminal.until(lambda: session.closed or session.view().legal)
        if "joga" in session.view().legal:
            session.say("joga")
        elif session.view().legal:
            session.say(next(token for token in session.view().legal if len(token) == 2))


@pytest.mark.parametrize(
    ("columns", "rows", "environ", "settings"),
    [
        (80, 24, {"COLORTERM": "truecolor"}, QUICK),
        (100, 30, {"NO_COLOR": "1"}, QUICK),
        (200, 60, {}, Settings(speed="none", ascii=True, lang="en")),
    ],
    ids=["80x24", "100x30 no colour", "200x60 ascii"],
)
def test_one_key_agrees_and_the_next_match_begins_when_all_have(
    columns: int, rows: int, environ: dict[str, str], settings: Settings
) -> None:
    async def work() -> None:
        session = nearly_over()
        english = settings.lang == "en"
        sitting = lambda program: Sitting(program, session, "Mesa")  # noqa: E731
        async with shown(
            sitting, FakeHouse(), settings, columns=columns, rows=rows, environ=environ
        ) as terminal:
            await play_out(terminal, session)
            await terminal.until("A rematch with the same" if english else "Revanche com os mesmos")
            assert session.stays
            assert " r  rematch" in terminal.row(-1) if english else " r  revanche" in terminal.row(-1)
            terminal.press("r")
            await terminal.until("You want a rematch" if english else "Você quer revanche. Falta: Beto")
            assert " r  re" not in terminal.row(-1)
            terminal.press("r")
            await terminal.quiet()
            assert session.agreed == {0}
            session.agree(1)
            await terminal.until("plays" if english else "joga (vale 3)")
            assert not session.closed

    run(work())


def test_what_the_others_want_is_on_the_screen() -> None:
    async def work() -> None:
        session = nearly_over(4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await play_out(terminal, session)
            await terminal.until("Revanche com os mesmos")
            session.agree(1)
            session.agree(3)
            await terminal.until("Já querem revanche: Beto, Dora. Falta: Ana, Caju")

    run(work())


def test_the_result_stays_when_somebody_leaves_and_says_who() -> None:
    async def work() -> None:
        session = nearly_over()
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await play_out(terminal, session)
            await terminal.until("Revanche com os mesmos")
            session.go(1)
            await terminal.until("Sem revanche: já saiu da mesa: Beto")
            assert "partida" in terminal.text
            assert " r  revanche" not in terminal.row(-1)
            terminal.press("r", "enter")
            await terminal.until(lambda: terminal.running.done())
            assert session.agreed == set()

    run(work())


@pytest.mark.parametrize("parts", [False, True], ids=["together", "apart"])
@pytest.mark.parametrize("last", ["enter", "escape"])
def test_who_is_typing_when_the_match_ends_presses_no_key_of_the_result(last: str, parts: bool) -> None:
    async def work() -> None:
        session = nearly_over()
        session.parts = parts
        opened: list[None] = []
        sitting = lambda program: Sitting(program, session, "Mesa", lambda: opened.append(None))  # noqa: E731
        async with shown(sitting, FakeHouse()) as terminal:
            await terminal.until("joga (vale 3)")
            terminal.press("/", *"bom jo")
            await terminal.until("bom jo")
            await play_out(terminal, session)
            terminal.press(*"go, nqr")
            await terminal.until("bom jogo, nqr")
            terminal.press(last)
            await terminal.until("outra mesa")
            assert session.chatted == (["bom jogo, nqr"] if last == "enter" else [])
            assert session.agreed == set()
            assert session.left is parts
            assert not opened

    run(work())


@pytest.mark.parametrize("key", ["enter", "escape", "q"])
def test_who_closes_the_result_leaves_the_table(key: str) -> None:
    async def work() -> None:
        session = nearly_over()
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await play_out(terminal, session)
            await terminal.until("Revanche com os mesmos")
            terminal.press(key)
            await terminal.until(lambda: terminal.running.done())
            assert session.left

    run(work())


def test_several_matches_in_one_sitting() -> None:
    async def work() -> None:
        session = nearly_over()
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            for _ in range(3):
                await play_out(terminal, session)
                await terminal.until("Revanche com os mesmos")
                terminal.press("r")
                await terminal.until("Falta: Beto")
                session.agree(1)
                await terminal.until("joga (vale 3)")

    run(work())
