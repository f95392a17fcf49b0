"""From a home folder to a participant at a table, and a session told to the end."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Any

from lantruco.cli.failure import OK, Failure, status_of
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
    async with _leaving(session, table):
        if getattr(invocation.arguments, "auto", False):
            pace = invocation.arguments.pace
            return status(await table.watch(bot(invocation), pace, lambda: bot(invocation)))
        return status(await table.play(keyboard(invocation)))


async def serve_bot(invocation: Invocation, enter: Enter) -> int:
    """Be a bot at a table until it is over, or, with `--until-eof`, until whoever started it is gone."""
    tables: list[Session] = []
    # First of all, so that nobody sits down with a program that does not start.
    program = await _program(invocation, tables) if invocation.arguments.engine is not None else None
    async with contextlib.AsyncExitStack() as leaving:
        if program is not None:
            leaving.push_async_callback(program.close)
        session = await enter()
        tables.append(session)
        table = LineTable(session, invocation.texts, invocation.output.line)
        await leaving.enter_async_context(_leaving(session, table))
        if invocation.arguments.until_eof:
            watching = asyncio.create_task(_leave_at_eof(session))
            leaving.callback(watching.cancel)
        pace = invocation.arguments.pace
        if program is not None:
            return status(await table.watch(program, pace))
        return status(await table.watch(bot(invocation), pace, lambda: bot(invocation)))


async def _program(invocation: Invocation, tables: list[Session]) -> ProgramPlayer:
    """The program of `--engine`, for the table that is there once the match begins."""
    texts, output = invocation.texts, invocation.output
    return await ProgramPlayer.start(
        split_command(invocation.arguments.engine),
        bot(invocation),
        rules=lambda: next((table.lobby.rules for table in tables if table.lobby is not None), {}),
        seconds=invocation.arguments.engine_time,
        trouble=lambda what: output.error(texts(f"engine.{what}")),
    )


def keyboard(invocation: Invocation) -> Keyboard:
    """The lines of the player, who is told when some of them did not count."""
    texts, output = invocation.texts, invocation.output
    return Keyboard(too_fast=lambda: output.line(texts("line.too_fast")))


def bot(invocation: Invocation) -> Bot:
    """A bot of the level asked for, whose moods nobody can foresee."""
    return Bot(random.SystemRandom(), invocation.arguments.level, talks=invocation.arguments.talk == "on")


def status(result: Result) -> int:
    """The exit status of a session that has ended."""
    return OK if result.closed or result.code is None else status_of(result.code)


@contextlib.asynccontextmanager
async def _leaving(session: Session, table: LineTable) -> Any:
    """Whatever ends the block, the table is left in order, and the player told where the record is."""
    try:
        yield
    finally:
        await session.leave()
        # The terminal may be gone; nobody is left to tell then.
        with contextlib.suppress(Failure, OSError):
            await table.rest()


async def _leave_at_eof(session: Session) -> None:
    lines = Keyboard()
    while await lines.line() is not None:
        continue
    await session.leave()
