"""Windows that change at any moment, and keys that nobody meant."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable

import pytest

from lantruco.tui.screens.opening import first_screen
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.replay import Replay
from lantruco.tui.screens.sitting import Sitting
from lantruco.tui.screens.stage import Screen
from lantruco.tui.screens.table import MIN_HEIGHT, MIN_WIDTH
from tests.screens.hands import HandSession
from tests.screens.terminal import KEYS, FakeHouse, Terminal, run, shown
from tests.screens.test_lobby_screen import GOLDEN, Row
from tests.screens.test_replay_screen import watched

ANY_KEY = [
    *"123!@#cgtafrjmk?hdlpqnbevxyz0 ",
    *"+-",
    *(key for key in KEYS if key != "interrupt"),
    "\x1b[Z",
    "\x00",
]


def test_a_window_too_small_says_what_is_needed_and_the_game_comes_back() -> None:
    async def work() -> None:
        session = HandSession(4, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.resize(40, 10)
            await terminal.until(f"{MIN_WIDTH} × {MIN_HEIGHT}")
            terminal.resize(80, 24)
            await terminal.until("Sua vez")

    run(work())


def test_a_key_that_meets_a_window_too_small_plays_nothing() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.resize(40, 10)
            await terminal.until(f"{MIN_WIDTH} × {MIN_HEIGHT}")
            terminal.press("1", "t")
            terminal.paste("1")
            await terminal.quiet()
            assert session.said == []
            terminal.resize(80, 24)
            await terminal.until("Sua vez")
            terminal.press("1")
            await terminal.until(lambda: session.said)

    run(work())


def test_a_storm_of_sizes_leaves_a_right_picture() -> None:
    async def work() -> None:
        session = HandSession(6, seed=4)
        rng = random.Random(1)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            for _ in range(30):
                terminal.resize(rng.randint(1, 220), rng.randint(1, 70))
                terminal.press(rng.choice(["p", "?", "escape", "d"]))
                if rng.random() < 0.3:
                    await terminal.typed()
            terminal.resize(80, 24)
            terminal.press(*["escape"] * 3)
            await terminal.quiet()
            while "Sua vez" not in terminal.text:
                terminal.press("x")
                await terminal.quiet()
                terminal.press("escape")
                await terminal.quiet()
            assert "Sair?" not in terminal.text or "Enter ou s" in terminal.text

    run(work())


async def mash(terminal: Terminal, house: FakeHouse, rng: random.Random, seconds: float, keys: int) -> None:
    """Press what nobody meant, for so long or so often; leaving the program is let happen and begun again."""
    end = time.monotonic() + seconds
    pressed = 0
    while pressed < keys and time.monotonic() < end and not terminal.running.done():
        for _ in range(rng.randint(1, 4)):
            terminal.press(rng.choice(ANY_KEY))
            pressed += 1
        if rng.random() < 0.02:
            terminal.paste("".join(rng.choice("ab1\x1b\n\t日") for _ in range(9)))
        if rng.random() < 0.02:
            terminal.resize(rng.randint(60, 150), rng.randint(15, 50))
        if rng.random() < 0.02:
            house.rows = [Row(f"Mesa {rng.randint(0, 9)}", "Beto") for _ in range(rng.randint(0, 12))]
        await terminal.typed()


def begun(house: FakeHouse, rng: random.Random) -> Callable[[Program], Screen]:
    """The lobby, or right away a table, where keys do most, or a match seen again."""
    chance = rng.random()
    if chance < 0.3:
        return first_screen
    if chance < 0.45:
        story = watched(rng.choice((2, 4, 6)), rng.randint(0, 99))
        return lambda program: Replay(program, GOLDEN / "two-seats.jsonl", story)
    session = house._session(rng.choice((2, 4, 6)))
    return lambda program: Sitting(program, session, "Mesa")


def mashed(seed: int, seconds: float, keys: int) -> FakeHouse:
    """Some seconds of it. What a screen raises is raised; sessions refuse what is against the rules."""
    house = FakeHouse()
    house.paths = [GOLDEN / "two-seats.jsonl"]

    async def work() -> None:
        rng = random.Random(seed)
        end = time.monotonic() + seconds
        for _ in range(keys):
            house.seed, house.score = rng.randint(0, 99), (rng.randint(0, 11), rng.randint(0, 11))
            async with shown(begun(house, rng), house) as terminal:
                await mash(terminal, house, rng, end - time.monotonic(), keys)
                terminal.program.quit()
                await terminal.running
            if time.monotonic() >= end or sum(len(one.said) for one in house.sessions) > keys // 10:
                break

    asyncio.run(work())
    return house


def test_a_match_seen_again_bears_any_size_and_any_key() -> None:
    async def work() -> None:
        rng = random.Random(3)
        story = watched(6, 5)
        path = GOLDEN / "two-seats.jsonl"
        async with shown(lambda program: Replay(program, path, story), FakeHouse()) as terminal:
            await terminal.until("passo 1 de")
            for _ in range(40):
                terminal.resize(rng.randint(1, 220), rng.randint(1, 70))
                terminal.press(
                    rng.choice(["right", "down", "up", "end", "home", "c", "1", "enter", "g", "p"])
                )
                if rng.random() < 0.3:
                    await terminal.typed()
            terminal.resize(80, 24)
            await terminal.quiet()
            while not isinstance(terminal.program._screens[-1], Replay):
                terminal.press("escape")
                await terminal.quiet()
            screen = terminal.program._screens[-1]
            assert isinstance(screen, Replay)
            if screen.jump is not None:
                terminal.press("escape")
                await terminal.quiet()
            terminal.press("home")
            await terminal.until("passo 1 de")
            assert "Mão 1" in terminal.row(0)

    run(work())


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_no_key_crashes_the_program_or_breaks_a_rule(seed: int) -> None:
    house = mashed(seed, seconds=2, keys=250)
    assert all(session.left or session.closed for session in house.sessions)


@pytest.mark.long
def test_ten_minutes_of_keys_crash_nothing() -> None:
    started = time.monotonic()
    seed, said = 100, 0
    while time.monotonic() - started < 600:
        house = mashed(seed, seconds=20, keys=100_000)
        said += sum(len(session.said) for session in house.sessions)
        assert all(session.left or session.closed for session in house.sessions)
        seed += 1
    assert said > 100
