"""`lantruco demo`: a whole match of bots, each a program of its own, and every record checked afterwards.

The bots lead the match through every special hand, unless they are asked to play at a level.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from lantruco.cli.demo_seat import BOTS
from lantruco.cli.failure import FALSE, INTERRUPTED, OK, Failure
from lantruco.cli.interruption import run_async
from lantruco.cli.invocation import Invocation
from lantruco.rules.events import special_of
from lantruco.tui.checklist import special_lines

QUIET_SECONDS: Final = 90.0
"""A seat that says nothing for so long is stuck: the slowest machine needs seconds for a deck."""
MOST_SECONDS: Final = 900.0
"""For the whole match; a long one of six takes a few minutes on one slow core."""
VERIFY_SECONDS: Final = 600.0
LEAVE_SECONDS: Final = 4.0
HEAR_SECONDS: Final = 3.0
LOOPBACK: Final = "127.0.0.1"
MAX_LINE: Final = 2**20


@dataclass
class _Seat:
    """What is known of one seat's program."""

    number: int
    home: Path
    process: Process
    heard: float
    record: Path | None = None
    digest: str | None = None
    failure: dict[str, Any] = field(default_factory=dict)
    special: dict[str, list[int]] = field(default_factory=dict)


def run(invocation: Invocation) -> int:
    """Play and verify. 0: all records hold and agree, and hold what was promised; 1: not so; 4: no match."""
    keep: str | None = invocation.arguments.keep
    folder = Path(keep or tempfile.gettempdir())
    try:
        folder = _kept(folder) if keep else Path(tempfile.mkdtemp(prefix="lantruco-demo-"))
        status = run_async(lambda: _Demo(invocation, folder).run())
    except OSError as error:
        raise Failure("E_DEMO_FOLDER", path=folder) from error
    except KeyboardInterrupt:
        status = INTERRUPTED
    # What a failed demo leaves is there to be looked at.
    if keep or status not in (OK, INTERRUPTED):
        invocation.output.line(invocation.texts("demo.kept", path=folder))
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return status


def _kept(folder: Path) -> Path:
    """The folder, made if need be. Failure E_NOT_FOLDER: something else has its name."""
    folder = folder.absolute()
    if os.path.lexists(folder) and not folder.is_dir():
        raise Failure("E_NOT_FOLDER", path=folder)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class _Demo:
    def __init__(self, invocation: Invocation, folder: Path) -> None:
        self._invocation = invocation
        # Read first: the config may choose the language.
        self._chosen = invocation.interfaces()
        self._texts = invocation.texts
        self._write = invocation.output.line
        self._folder = folder
        self._count: int = invocation.arguments.seats
        self._level: str | None = invocation.arguments.level
        self._table = f"Demo {secrets.token_hex(3)}"
        self._seats: list[_Seat] = []

    async def run(self) -> int:
        interfaces = await self._interfaces()
        self._write(self._texts("demo.start", seats=self._count, table=self._table, name=BOTS[0]))
        try:
            async with asyncio.timeout(MOST_SECONDS):
                await self._play(interfaces)
        except TimeoutError as error:
            raise self._stuck(min(self._seats, key=lambda seat: seat.heard)) from error
        finally:
            await self._stop()
        return await self._verify()

    async def _interfaces(self) -> tuple[str, ...] | None:
        """The interfaces asked for, or the usual ones if this machine hears itself there; else loopback."""
        if self._chosen is not None or await _hears_itself():
            return self._chosen
        self._write(self._texts("demo.loopback"))
        return (LOOPBACK,)

    async def _play(self, interfaces: tuple[str, ...] | None) -> None:
        now = asyncio.get_running_loop().time()
        for number in range(self._count):
            home = self._folder / f"seat-{number}"
            home.mkdir(parents=True, exist_ok=True)
            process = await self._start_seat(number, home, interfaces)
            self._seats.append(_Seat(number, home, process, now))
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._watch_clock())
                for seat in self._seats:
                    group.create_task(self._follow(seat))
        except ExceptionGroup as ended:
            # Not `except*`: the first versions of Python 3.11 wrap again what is raised in it.
            failures, mistakes = ended.split(Failure)
            if failures is None or mistakes is not None:
                raise
            raise failures.exceptions[0] from None

    async def _start_seat(self, number: int, home: Path, interfaces: tuple[str, ...] | None) -> Process:
        command = [sys.executable, "-m", "lantruco.cli.demo_seat", "--home", str(home)]
        command += ["--table", self._table, "--seat", str(number), "--seats", str(self._count)]
        command += ["--level", self._level] if self._level else []
        command += ["--lang", self._texts.lang, *(["--ascii"] if self._texts.ascii else [])]
        for interface in interfaces or ():
            command += ["--interface", interface]
        return await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, limit=MAX_LINE, env=_environment()
        )

    async def _follow(self, seat: _Seat) -> None:
        assert seat.process.stdout is not None
        while line := await seat.process.stdout.readline():
            seat.heard = asyncio.get_running_loop().time()
            with contextlib.suppress(ValueError):
                self._hear(seat, json.loads(line))
        status = await seat.process.wait()
        seat.heard = float("inf")
        if status != 0 or seat.record is None or seat.digest is None:
            raise Failure(
                "E_DEMO_SEAT",
                seat=seat.number,
                name=BOTS[seat.number],
                status=status,
                reason=seat.failure.get("code") or "-",
                log=seat.home / "log" / "lantruco.log",
            )

    def _hear(self, seat: _Seat, news: dict[str, Any]) -> None:
        kind = news.get("kind")
        if kind == "line":
            self._write(str(news["text"]))
        elif kind == "found":
            self._write(self._texts("demo.found", name=BOTS[seat.number], table=news["table"]))
        elif kind == "record":
            seat.record = Path(news["path"])
        elif kind == "closed":
            seat.digest = str(news["digest"])
        elif kind == "failed" or (kind == "ended" and news["code"]):
            seat.failure = news

    async def _watch_clock(self) -> None:
        while any(seat.heard != float("inf") for seat in self._seats):
            await asyncio.sleep(0.2)
            now = asyncio.get_running_loop().time()
            for seat in self._seats:
                if now - seat.heard > QUIET_SECONDS:
                    raise self._stuck(seat)

    def _stuck(self, seat: _Seat) -> Failure:
        log = seat.home / "log" / "lantruco.log"
        return Failure("E_DEMO_STUCK", seat=seat.number, name=BOTS[seat.number], log=log)

    async def _stop(self) -> None:
        """Have every program leave in order, and make sure that none stays."""
        running = [seat.process for seat in self._seats if seat.process.returncode is None]
        for process in running:
            if process.stdin is not None:
                process.stdin.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await asyncio.gather(*(process.wait() for process in running))
        for process in running:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    async def _verify(self) -> int:
        self._write("")
        lanes = asyncio.Semaphore(max(1, (os.cpu_count() or 1)))
        return self._judge(await asyncio.gather(*(self._verify_one(seat, lanes) for seat in self._seats)))

    def _judge(self, results: Sequence[str | None]) -> int:
        """results: the digest that each seat's record was found to have, None where it does not hold."""
        digests = {digest for digest in results if digest is not None}
        if None in results or len(digests) != 1 or digests != {seat.digest for seat in self._seats}:
            self._invocation.output.error(self._texts.error("E_DEMO", {"count": len(results)}))
            return FALSE
        special = self._seats[0].special
        for line in special_lines(special, self._count, self._texts):
            self._write(line)
        self._write(self._texts("demo.same", count=len(results), digest=digests.pop()))
        return OK if self._level else self._keep_promise(special)

    def _keep_promise(self, special: Mapping[str, Sequence[int]]) -> int:
        missing = [self._texts(f"special.{name}") for name in special_of(self._count) if not special[name]]
        if not missing:
            return OK
        self._invocation.output.error(self._texts.error("E_DEMO_SPECIAL", {"names": ", ".join(missing)}))
        return FALSE

    async def _verify_one(self, seat: _Seat, lanes: asyncio.Semaphore) -> str | None:
        """The digest of a seat's record as a fresh program finds it; None when it does not hold.

        What else it finds there of the match is noted with the seat.
        """
        command = [sys.executable, "-m", "lantruco", "verify", str(seat.record), "--json"]
        async with lanes:
            # Several at once would write over each other how far they are.
            process = await asyncio.create_subprocess_exec(
                *command, stdout=PIPE, stderr=DEVNULL, env=_environment()
            )
            try:
                async with asyncio.timeout(VERIFY_SECONDS):
                    out, _ = await process.communicate()
            except TimeoutError as error:
                raise self._stuck(seat) from error
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        name = BOTS[seat.number]
        try:
            judged = json.loads(out)["files"][0]
            digest, holds = judged.get("digest"), judged["holds"] is True and judged["status"] == "finished"
        except (ValueError, LookupError, TypeError):
            digest, holds = None, False
        if process.returncode != 0 or not holds:
            self._write(self._texts("demo.false", name=name, path=seat.record))
            return None
        seat.special = judged["special"]
        checked = judged["checked"]
        self._write(
            self._texts(
                "demo.true",
                name=name,
                signatures=checked["signatures"],
                shuffles=checked["shuffles"],
                shares=checked["shares"],
            )
        )
        return str(digest)


async def _hears_itself() -> bool:
    """Whether an announcement on the usual interfaces comes back to this machine."""
    from lantruco.net.announcement import TableAd
    from lantruco.net.discovery import Discovery
    from lantruco.net.errors import NetError
    from lantruco.net.identity import Identity

    identity = Identity.from_seed(secrets.token_bytes(32))
    # Version 0: no program takes it for a table that it could join.
    ad = TableAd(identity.public, secrets.token_hex(8), "-", "-", seats=2, taken=2, version=0)
    try:
        async with contextlib.AsyncExitStack() as stack:
            speaker, listener = await Discovery.open(), await Discovery.open()
            stack.push_async_callback(speaker.close)
            stack.push_async_callback(listener.close)
            browser = listener.browse()
            await speaker.advertise(identity, 9, ad)
            async with asyncio.timeout(HEAR_SECONDS):
                while identity.public not in browser.tables:
                    await browser.changed()
    except (NetError, OSError, TimeoutError):
        return False
    return True


def _environment() -> dict[str, str]:
    # The homes of the seats are given by option; one's own must not come in from outside.
    inherited = {name: value for name, value in os.environ.items() if name != "LANTRUCO_HOME"}
    return {**inherited, "PYTHONUTF8": "1"}
