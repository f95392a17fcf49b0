"""How long the event loop of one seat is held up while a whole match goes on.

Each seat is a process of its own, as at a real table, linked over the loopback interface; players that think
of nothing play. Late: how much later than asked a tick of one millisecond came, at the measured seat and, as
the least that this machine can do at that load, in a process that only ticks meanwhile. Step: the CPU time
that the loop's thread spent on one callback. Run: python bench/loop.py
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lantruco.net.identity import Identity
from lantruco.peer.joining import join_address
from lantruco.peer.opening import Terms, open_table
from lantruco.peer.participant import Participant
from lantruco.players.seat import play
from lantruco.protocol.events import HandStarted
from lantruco.protocol.views import TableView

TICK: Final = 0.001


class First:
    """Asks for three tentos, accepts what is asked and plays its first card: a match is some five hands."""

    def decide(self, view: TableView) -> str | None:
        if view.seat not in view.waiting or not view.legal:
            return None
        words = [token for token in view.legal if token in ("aceita", "joga", "mostra", "truco")]
        return (words or [token for token in view.legal if not token.islower()])[0]


class Lateness:
    """A ticker on the running loop. Times in seconds."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self._ticking = asyncio.ensure_future(self._tick())

    async def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK
            await asyncio.sleep(TICK)
            self.late.append(loop.time() - due)

    def stop(self) -> list[float]:
        self._ticking.cancel()
        return self.late


def timed_steps() -> list[float]:
    """From now on, the CPU seconds of every callback of this thread's loop."""
    steps: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        start = time.thread_time()
        run(handle)
        steps.append(time.thread_time() - start)

    setattr(asyncio.Handle, "_run", timed)  # noqa: B010
    return steps


def participant(folder: Path, seat: int) -> Participant:
    home = folder / str(seat)
    return Participant(
        identity=Identity.from_seed(os.urandom(32)),
        name=f"Seat {seat}",
        records=home / "records",
        journal=home / "journal",
        interfaces=("127.0.0.1",),
    )


async def sit(folder: Path, seat: int, port: int) -> None:
    session = await join_address(participant(folder, seat), f"127.0.0.1:{port}", seat=seat, port=0)
    await play(session, First(), lambda event: None)


async def stand_by() -> None:
    """Tick until the input ends, then print how late the ticks were."""
    lateness = Lateness()
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(lateness.stop()))


async def child(*arguments: str, out: int = DEVNULL) -> Process:
    return await asyncio.create_subprocess_exec(sys.executable, __file__, *arguments, stdin=PIPE, stdout=out)


async def measured(seats: int, folder: Path, steps: list[float]) -> str:
    terms = Terms("Bench", seats)
    session = await open_table(participant(folder, 0), terms, port=0, advertise=False)
    others = [
        await child("--folder", str(folder), "--seat", str(seat), "--port", str(session.mesh.port))
        for seat in range(1, seats)
    ]
    bystander = await child("--stand-by", out=PIPE)
    hands = 0
    lateness: Lateness | None = None
    start = time.perf_counter()

    def show(event: object) -> None:
        nonlocal hands, lateness, start
        if lateness is None and session.view() is not None:
            lateness, start = Lateness(), time.perf_counter()
            steps.clear()
        hands += isinstance(event, HandStarted)

    await play(session, First(), show)
    seconds = time.perf_counter() - start
    assert lateness is not None
    found, spent = lateness.stop(), list(steps)
    told, _ = await bystander.communicate(b"")
    for each in others:
        await each.wait()
    beside = json.loads(told)
    cells = [*shares(found), *shares(beside), *shares(spent)]
    return f"{seats:5}{hands:6}{seconds:8.1f}" + "".join(f"{cell * 1e3:9.2f}" for cell in cells)


def shares(values: Sequence[float]) -> tuple[float, float]:
    """The value that one of a hundred exceeds, and the greatest."""
    ordered = sorted(values)
    return ordered[len(ordered) * 99 // 100], ordered[-1]


async def report(tables: Sequence[int]) -> None:
    steps = timed_steps()
    print(f"ms; {'late':>28}{'late beside':>18}{'step':>18}")
    print("seats hands seconds" + f"{'99 %':>9}{'worst':>9}" * 3)
    for seats in tables:
        with tempfile.TemporaryDirectory() as folder:
            print(await measured(seats, Path(folder), steps), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="how long the event loop is held up during a match")
    parser.add_argument("--tables", type=int, nargs="+", default=[2, 4, 6], help="numbers of seats")
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--seat", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--stand-by", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.stand_by:
        asyncio.run(stand_by())
    elif given.seat is not None:
        asyncio.run(sit(given.folder, given.seat, given.port))
    else:
        asyncio.run(report(given.tables))
