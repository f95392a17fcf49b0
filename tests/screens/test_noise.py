"""On every screen, what is no key of a player does nothing: no word is said, no setting changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lantruco.peer.events import Ended
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.forms import AddressForm, BotsForm, OpenForm
from lantruco.tui.screens.keystream import STALE_SECONDS
from lantruco.tui.screens.opening import first_screen
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.reading import help_screen
from lantruco.tui.screens.records import Records
from lantruco.tui.screens.result import Result
from lantruco.tui.screens.sitting import Sitting
from lantruco.tui.screens.stage import Screen
from lantruco.tui.screens.taste import Taste
from tests.screens.hands import HandSession
from tests.screens.noise import broken, whole
from tests.screens.terminal import QUICK, FakeHouse, Terminal, run, shown
from tests.screens.test_hosting import MyTable
from tests.screens.test_lobby_screen import Row
from tests.screens.test_replay_screen import showing
from tests.screens.test_sitting import is_shown
from tests.tui.fakes import view

Make = Callable[[Program, FakeHouse], Screen]


def nobody(*_: object) -> None:
    raise AssertionError("a form was sent")


def lobby(program: Program, house: FakeHouse) -> Screen:
    house.rows = [Row("Mesa do fundo", "Beto"), Row("Truco", "Dora")]
    return first_screen(program)


def name(program: Program, house: FakeHouse) -> Screen:
    house.name = None
    return first_screen(program)


def seated(players: int = 2) -> Make:
    def make(program: Program, house: FakeHouse) -> Screen:
        house.sessions.append(HandSession(players, seed=4))
        return Sitting(program, house.sessions[-1], "Mesa")

    return make


def room(program: Program, house: FakeHouse) -> Screen:
    house.sessions.append(MyTable())
    return Sitting(program, house.sessions[-1], "Mesa")


def result(program: Program, house: FakeHouse) -> Screen:
    end = view(seat=1, score=(0, 12), winner=1, legal=(), closed=True, phase="closed", hand=1, turn=None)
    board = Board(seen=end, ended=Ended(None), digest=bytes(32), settled=True)
    return Result(program, board, "Mesa", nobody)


def records(program: Program, house: FakeHouse) -> Screen:
    house.paths = [Path("um.jsonl"), Path("dois.jsonl")]
    return Records(program)


@dataclass(frozen=True)
class Case:
    """A screen, what shows that it is there, and the keys that bring it to the state that is meant."""

    make: Make
    shows: str
    keys: tuple[str, ...] = ()
    then: str = ""


CASES = {
    "lobby": Case(lobby, "Mesa do fundo"),
    "name": Case(name, "Como você se chama?"),
    "address": Case(lambda program, _: AddressForm(program, nobody), "Enter"),
    "bots": Case(lambda program, _: BotsForm(program, nobody), "Esc"),
    "open": Case(lambda program, _: OpenForm(program, "Mesa", nobody), "Esc"),
    "rules": Case(lambda program, _: OpenForm(program, "Mesa", nobody), "Esc", ("down",) * 5),
    "room": Case(room, "1 de 4"),
    "table": Case(seated(), "Sua vez"),
    "four": Case(seated(4), "Sua vez"),
    "half": Case(seated(), "Sua vez", ("g",), "desiste"),
    "chat": Case(seated(), "Sua vez", ("/", "o", "i"), "Enter  diz"),
    "sinal": Case(seated(4), "Sua vez", ("s",), "Só o seu lado"),
    "leaving": Case(seated(), "Sua vez", ("escape",), "Sair?"),
    "help": Case(lambda program, _: help_screen(program), "Ajuda"),
    "settings": Case(lambda program, _: Taste(program), "Esc"),
    "records": Case(records, "dois.jsonl"),
    "replay": Case(lambda program, _: showing(program), "passo 1"),
    "jump": Case(lambda program, _: showing(program), "passo 1", ("g", "1"), "Enter"),
    "result": Case(result, "Ganhamos"),
}
HOWS = ("at once", "by the byte", "slowly", "with silences")


async def made(terminal: Terminal, case: Case) -> None:
    await terminal.until(case.shows)
    top = terminal.program._screens[-1]
    if isinstance(top, Sitting) and top.board.seen is not None:
        session = top.session
        assert isinstance(session, HandSession)
        await terminal.until(lambda: is_shown(top.board, session))
    terminal.press(*case.keys)
    await terminal.quiet()
    await terminal.until(case.then)


async def come(terminal: Terminal, text: str, how: str) -> None:
    """Let a sequence come in one of several ways; with silences, an Esc at its beginning is a key."""
    if how == "at once":
        await terminal.read(text, 0.2)
    elif how == "with silences":
        await terminal.arrived(text[:1], 0.2)
        await terminal.arrived(text[1:2], 0.2)
        await terminal.read(text[2:] or " ", 0.2)
    else:
        for char in text:
            await terminal.read(char, 0.0 if how == "by the byte" else 0.2)


def done(house: FakeHouse, program: Program) -> str:
    """All that a key can have done."""
    sessions = [
        (session.said, session.chatted, session.signed, session.consulted, session.agreed)
        for session in house.sessions
    ]
    tables = [session.bots for session in house.sessions if isinstance(session, MyTable)]
    hosted = [(bots.brought, bots.sent_away) for bots in tables]
    return str((sessions, hosted, house.kept, house.asked, house.name, program._settings))


def check(case: Case, sequences: Sequence[str], how: str, *, mouse: bool = False) -> None:
    async def work() -> None:
        house = FakeHouse()
        wanted = replace(QUICK, mouse=mouse)
        async with shown(lambda program: case.make(program, house), house, wanted) as terminal:
            await made(terminal, case)
            before, text = done(house, terminal.program), terminal.text
            pressed: list[str] = []
            press = terminal.program.press

            def listen(key: str) -> None:
                pressed.append(key)
                press(key)

            terminal.program.press = listen  # type: ignore[method-assign]
            for sequence in sequences:
                if terminal.running.done():
                    break
                # Long enough for what was never finished to be given up.
                terminal.now += 2 * STALE_SECONDS
                await come(terminal, sequence, how)
            assert done(house, terminal.program) == before
            if how == "with silences":
                assert set(pressed) <= {"escape"}
            else:
                assert pressed == []
                await terminal.quiet()
                assert terminal.text == text

    run(work())


SEEN = ("\x1b[57358u", "\x1b[49;1:3u", "\x1b[8;24;80t", "\x1b[>41;330;0c", "\x1bP>|tmux 3.4\x1b\\")


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(whole(), broken()), min_size=1, max_size=6), st.sampled_from(HOWS))
@example([*SEEN], "at once")
@example([*SEEN], "slowly")
@example([*SEEN], "with silences")
def test_no_sequence_of_a_terminal_is_a_decision(name: str, sequences: list[str], how: str) -> None:
    check(CASES[name], sequences, how)


@pytest.mark.parametrize("name", ["lobby", "room", "table", "settings", "result"])
@pytest.mark.parametrize(
    "end", ["<0;28;18M", "<0;28;18m", "<0;5;5m", "<35;3;23m", "32;28;18M", "M#<2", "M#!!"]
)
def test_a_report_of_a_mouse_that_is_not_wanted_is_no_click(name: str, end: str) -> None:
    check(CASES[name], [f"\x1b[{end}"], "at once")


@pytest.mark.parametrize("name", ["lobby", "room", "table", "settings", "result"])
def test_a_broken_report_of_a_mouse_is_no_click(name: str) -> None:
    ends = ("<M", "<0;28M", "<;;m", "<0;28;18;1m", "<0;99999999;1m", "0;28;18m", "M\x01\x01\x01", "M\x7f12")
    check(CASES[name], [f"\x1b[{end}" for end in ends], "at once", mouse=True)


@pytest.mark.parametrize(
    "name", [name for name in CASES if name not in ("name", "address", "open", "chat", "jump")]
)
def test_a_marked_paste_is_no_decision_on_any_screen(name: str) -> None:
    check(CASES[name], ["\x1b[200~1\r2ts\ry\r\x1b[Cqn b\x1b[201~"], "slowly")


@pytest.mark.parametrize("name", CASES)
def test_a_key_with_alt_is_no_decision_on_any_screen(name: str) -> None:
    check(CASES[name], [f"\x1b{key}" for key in "123tgacfrjmk!/ nbepqsyx\r\x7f\xe9"], "at once")
