"""From a home folder to a participant at a table, and a session told to the end."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from lantruco.cli.failure import INTERRUPTED, OK, status_of
from lantruco.cli.home import Home
from lantruco.cli.invocation import Invocation
from lantruco.net.identity import Identity
from lantruco.peer.participant import Participant, own_up
from lantruco.peer.session import Session
from lantruco.players.bot import Bot
from lantruco.players.program import ProgramPlayer, split_command
from lantruco.tui.keyboard import Keyboard
from lantruco.tui.line import LineTable, Result

Enter = Callable[[], Awaitable[Session]]


def person(invocation: Invocation, home: Home) -> Participant:
    """The player of this home; a bot of his own with `--auto`, since a machine never passes for a person."""
    identity = Identity.load_or_create(home.identity)
    name = invocation.player_name(home)
    operator = None
    if getattr(invocation.arguments, "auto", False):
        operator = own_up(identity, invocation.operator_name(name), identity.public)
    return Participant(
        identity=identity,
        name=name,
        records=home.records,
        journal=home.journal,
        operator=operator,
        interfaces=invocation.interfaces(),
    )


async def play(invocation: Invocation, enter: Enter) -> int:
    """Enter a table and be there until it is over, a person with the keyboard or, with `--auto`, a bot."""
    session = await enter()
    table = LineTable(session, invocation.texts, invocation.output.line)
    async with _leaving(session):
        if getattr(invocation.arguments, "auto", False):
            return status(await table.watch(bot(), invocation.arguments.pace))
        return status(await table.play(Keyboard()))


async def serve_bot(invocation: Invocation, enter: Enter) -> int:
    """Be a bot at a table until it is over, or, with `--until-eof`, until whoever started it is gone."""
    tables: list[Session] = []
    # First of all, so that nobody sits down with a program that does not start.
    program = await _program(invocation, tables) if invocation.arguments.engine else None
    async with contextlib.AsyncExitStack() as leaving:
        if program is not None:
            leaving.push_async_callback(program.close)
        session = await enter()
        tables.append(session)
        await leaving.enter_async_context(_leaving(session))
        if invocation.arguments.until_eof:
            watching = asyncio.create_task(_leave_at_eof(session))
            leaving.callback(watching.cancel)
        table = LineTable(session, invocation.texts, invocation.output.line)
        return status(await table.watch(program or bot(), invocation.arguments.pace))


async def _program(invocation: Invocation, tables: list[Session]) -> ProgramPlayer:
    """The program of `--engine`, for the table that is there once the match begins."""
    texts, output = invocation.texts, invocation.output
    return await ProgramPlayer.start(
        split_command(invocation.arguments.engine),
        bot(),
        rules=lambda: next((table.lobby.rules for table in tables if table.lobby is not None), {}),
        seconds=invocation.arguments.engine_time,
        trouble=lambda what: output.error(texts(f"engine.{what}")),
    )


def bot() -> Bot:
    """A bot whose moods nobody can foresee."""
    return Bot(random.SystemRandom())


def status(result: Result) -> int:
    """The exit status of a session that has ended."""
    return OK if result.closed or result.code is None else status_of(result.code)


def run_async(work: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run to the end. A request to terminate is obeyed like Ctrl-C: leave in order, then 130."""

    async def obedient() -> int:
        task = asyncio.current_task()
        assert task is not None
        # Windows has neither the signal nor this way to hear of it.
        with contextlib.suppress(NotImplementedError, AttributeError, ValueError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        return await work()

    try:
        return asyncio.run(obedient())
    except asyncio.CancelledError:
        return INTERRUPTED


@contextlib.asynccontextmanager
async def _leaving(session: Session) -> Any:
    """Whatever ends the block, the table is left in order."""
    try:
        yield
    finally:
        await session.leave()


async def _leave_at_eof(session: Session) -> None:
    keyboard = Keyboard()
    while await keyboard.line() is not None:
        continue
    await session.leave()
