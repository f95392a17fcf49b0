"""Tables of real sessions over real TLS links on the loopback interface, in one process."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from lantruco.fairdeal import Group
from lantruco.net.identity import Identity
from lantruco.peer.events import Ended
from lantruco.peer.joining import join_address
from lantruco.peer.opening import Terms, open_table
from lantruco.peer.participant import Participant
from lantruco.peer.session import Session
from lantruco.players.seat import play
from lantruco.protocol.views import TableView
from lantruco.rules import VALUE_OF
from tests.fairdeal.smallgroup import SMALL
from tests.patience import PATIENCE

NAMES = ("Ana", "Beto", "Caju", "Dora", "Edu", "Flor")


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's work; what hangs fails."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    asyncio.run(bounded())


def participant(folder: Path, number: int) -> Participant:
    home = folder / f"seat-{number}"
    return Participant(
        # Keys of this test alone: what another test announced under the same key would still be heard.
        identity=Identity.from_seed(hashlib.sha256(f"{folder} {number}".encode()).digest()),
        name=NAMES[number % len(NAMES)],
        records=home / "records",
        journal=home / "journal",
        interfaces=("127.0.0.1",),
    )


async def opened(folder: Path, seats: int, group: Group = SMALL, **terms: Any) -> Session:
    return await open_table(
        participant(folder, 0),
        Terms("Mesa do fundo", seats, **terms),
        port=0,
        advertise=False,
        group=group,
    )


async def joined(
    folder: Path, number: int, opener: Session, seat: int | None = None, group: Group = SMALL
) -> Session:
    return await join_address(
        participant(folder, number), f"127.0.0.1:{opener.mesh.port}", seat=seat, port=0, group=group
    )


async def full_table(folder: Path, seats: int, group: Group = SMALL, **terms: Any) -> list[Session]:
    """Everybody on the way to a seat, in seat order."""
    opener = await opened(folder, seats, group, **terms)
    return [opener, *[await joined(folder, number, opener, number, group) for number in range(1, seats)]]


class Calm:
    """Plays any card and never raises, runs or claims: no hand is worth more than one tento or three, so a
    match lasts long enough for whatever a test has in mind.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def decide(self, view: TableView) -> str | None:
        if view.seat not in view.waiting or not view.legal:
            return None
        answer = next((word for word in ("aceita", "joga") if word in view.legal), None)
        cards = [token for token in view.legal if not token.islower() and not token.startswith("(")]
        return answer or self._rng.choice(cards)


class Bold(Calm):
    """Raises whenever it may and never runs: a match is a hand or two."""

    def decide(self, view: TableView) -> str | None:
        if view.seat in view.waiting:
            raised = next((word for word in view.legal if word in VALUE_OF), None)
            if raised is not None:
                return raised
        return super().decide(view)


class Watcher:
    """A player on a seat, calm if not told otherwise, and all that its session has told."""

    def __init__(self, session: Session, seed: int = 0, player: type[Calm] = Calm) -> None:
        self.session = session
        self.told: list[object] = []
        self._news = asyncio.Event()
        self.playing = asyncio.ensure_future(play(session, player(random.Random(seed)), self._show))

    def _show(self, event: object) -> None:
        self.told.append(event)
        self._news.set()

    def all(self, kind: type) -> list[Any]:
        return [event for event in self.told if isinstance(event, kind)]

    async def until(self, wanted: Callable[[list[object]], object]) -> None:
        """Wait until what was told is as wanted."""
        while not wanted(self.told):
            assert not self.playing.done(), self.told[-3:]
            self._news.clear()
            await self._news.wait()

    async def until_told(self, kind: type, count: int = 1) -> Any:
        await self.until(lambda told: len(self.all(kind)) >= count)
        return self.all(kind)[count - 1]

    async def ended(self) -> str | None:
        """The code with which the session ended."""
        await self.playing
        (end,) = self.all(Ended)
        code = end.code
        assert code is None or isinstance(code, str)
        return code


def watched(sessions: list[Session]) -> list[Watcher]:
    return [Watcher(session, seed) for seed, session in enumerate(sessions)]


def records(folder: Path, number: int) -> list[Path]:
    return sorted((folder / f"seat-{number}" / "records").glob("*.jsonl"))


def journal(folder: Path, number: int) -> list[Path]:
    return sorted((folder / f"seat-{number}" / "journal").glob("*"))
