"""A player that is another program: JSON lines to its standard input, answers from its standard output."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shlex
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from lantruco.protocol.events import HandStarted, MatchEnded
from lantruco.protocol.views import TableView
from lantruco.rules import SIDES, public_state, seat_view
from lantruco.rules.engine import MAX_REQUEST, PROTOCOL

from .seat import Player
from .watcher import Watcher

MAX_UNREAD: Final = 2**20
"""Bytes that wait for a program that does not read; a whole match has less."""
LEAVE_SECONDS: Final = 2.0
"""For a program to end by itself once its input is closed."""


class ProgramError(Exception):
    """E_ENGINE: the program does not start. ``values``: command, and reason where no OSError is the cause."""

    code: Final = "E_ENGINE"

    def __init__(self, command: str, **values: object) -> None:
        super().__init__(command)
        self.values: dict[str, object] = {"command": command, **values}


def split_command(command: str) -> list[str]:
    """The words of a command line of this system. Raises ProgramError for none, or an open quote."""
    windows = os.name == "nt"
    try:
        words = shlex.split(command, posix=not windows)
    except ValueError:
        words = []
    if not words:
        raise ProgramError(command, reason="unreadable")
    return [word.strip('"') for word in words] if windows else words


class ProgramPlayer:
    """Decides as the program says; where it says nothing that helps, ``deputy`` decides.

    rules: the table's, asked for once the match begins. seconds: for one answer. trouble: called with late,
    illegal or gone when the deputy steps in.
    """

    def __init__(
        self,
        process: Process,
        deputy: Player,
        *,
        rules: Callable[[], Mapping[str, object]],
        seconds: float,
        trouble: Callable[[str], object],
    ) -> None:
        self._process = process
        self._deputy = deputy
        self._rules = rules
        self._seconds = seconds
        self._trouble = trouble
        self._watcher: Watcher | None = None
        self._turns = 0
        self._gone = False
        self._ended = False
        self._answers: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    async def start(cls, command: Sequence[str], deputy: Player, **wishes: Any) -> ProgramPlayer:
        """Start the program; ``wishes`` are the keywords of the class. Raises ProgramError."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, limit=MAX_REQUEST
            )
        except (OSError, ValueError) as error:
            raise ProgramError(" ".join(command)) from error
        return cls(process, deputy, **wishes)

    def hear(self, event: object, view: TableView | None) -> None:
        """Tell the program what happened at the table."""
        if view is None or view.seat is None:
            return
        if self._ended and isinstance(event, HandStarted):
            self._watcher, self._ended = None, False
        if self._watcher is None:
            rules = dict(self._rules())
            self._watcher = Watcher(rules, view.players, view.seat)
            self._tell(
                "hello", {"protocol": PROTOCOL, "seat": view.seat, "players": view.players, "options": rules}
            )
        spoken = self._watcher.take(event)
        if spoken is not None:
            self._tell("event", {"seat": spoken[0], "token": spoken[1]})
        if isinstance(event, MatchEnded):
            self._end({"winner": SIDES[event.winner], "score": list(event.score)})

    async def think(self, view: TableView) -> str | None:
        """A token out of ``view.legal``, or None while it is not for this seat to speak."""
        if view.seat is None or not view.legal or view.seat not in view.waiting:
            return None
        if self._gone or self._watcher is None or self._watcher.hand is None:
            return self._deputy.decide(view)
        if not self._watcher.agrees(view):
            # The events that bring the program up to date come next.
            return None
        token, trouble = await self._ask(view)
        if trouble is None:
            return token
        self._trouble(trouble)
        self._tell("error", {"reason": trouble, "number": self._turns})
        return self._deputy.decide(view)

    async def close(self) -> None:
        """Let the program go: it is told, its input is closed, and if need be it is ended."""
        self._end({"winner": None, "score": None})
        if self._process.stdin is not None:
            self._process.stdin.close()
        for stop in (self._process.terminate, self._process.kill):
            if await self._has_left():
                return
            with contextlib.suppress(ProcessLookupError):
                stop()
        await self._process.wait()
        self._reading.cancel()

    async def _has_left(self) -> bool:
        """Whether the program ends soon; what it still says is read, since a full pipe would hold it."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._process.wait()
                await asyncio.shield(self._reading)
            return True
        return False

    async def _ask(self, view: TableView) -> tuple[str | None, str | None]:
        """The program's token, or what is wrong."""
        watcher, seat = self._watcher, view.seat
        assert watcher is not None
        assert watcher.hand is not None
        assert seat is not None
        while not self._answers.empty():
            # What comes after its time is no answer to anything.
            if self._answers.get_nowait() is None:
                return None, self._leave()
        self._turns += 1
        self._tell(
            "turn",
            {
                "seat": seat,
                "number": self._turns,
                "view": seat_view(watcher.hand, seat),
                "state": public_state(watcher.hand),
                "legal": list(view.legal),
            },
        )
        try:
            async with asyncio.timeout(self._seconds):
                while (line := await self._answers.get()) is not None:
                    answer = _answer(line)
                    if answer.get("number", self._turns) != self._turns:
                        continue
                    token = answer.get("token")
                    legal = isinstance(token, str) and token in view.legal
                    return (token, None) if legal else (None, "illegal")
        except TimeoutError:
            return None, "late"
        return None, self._leave()

    def _leave(self) -> str:
        self._gone = True
        return "gone"

    def _end(self, values: dict[str, object]) -> None:
        if not self._ended:
            self._ended = True
            self._tell("end", values)

    def _tell(self, name: str, values: Mapping[str, object]) -> None:
        stdin = self._process.stdin
        if stdin is None or self._gone or stdin.is_closing():
            return
        if stdin.transport.get_write_buffer_size() > MAX_UNREAD:
            self._gone = True
            return
        stdin.write(json.dumps({name: values}, separators=(",", ":")).encode("ascii") + b"\n")

    async def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        while True:
            try:
                line = await stdout.readline()
            except ValueError:
                # A line longer than any answer: its rest is read as further answers, none of them legal.
                line = b"-\n"
            except OSError:
                line = b""
            self._answers.put_nowait(line or None)
            if not line:
                return


def _answer(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return answer if isinstance(answer, dict) else {}
