"""A replica at work in its own thread: its effects reach the disk, the prover, the links and the screen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from lantruco.fairdeal import Entropy, Group
from lantruco.protocol.effects import (
    Effect,
    Job,
    Journal,
    Keep,
    Recorded,
    Refusal,
    Rewritten,
    Send,
    Show,
    Wipe,
    Work,
)
from lantruco.protocol.errors import Refused
from lantruco.protocol.genesis import SignedGenesis
from lantruco.protocol.keys import verify
from lantruco.protocol.parting import Partings
from lantruco.protocol.replica import Replica
from lantruco.protocol.sync import Have
from lantruco.protocol.views import TableView
from lantruco.rules import RuleError

from .disk import Disk
from .disk import Refusal as DiskRefusal
from .matchfiles import MatchFiles
from .participant import Participant
from .turns import Turns

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Standing:
    """A match after one call of its replica, as `Replica.view`, `have`, `digest` and `has_said` tell it."""

    view: TableView
    have: Have
    digest: bytes
    has_said: bool


class LiveMatch:
    """One seat's replica with its record, its journal and its heavy work.

    The replica is called in its turn among ``turns``, off the event loop's thread; ``now`` is how the match
    stands after the call whose effects were carried out last. executor: for proofs. send: called with a frame
    and the seat it is for, or None for all others, after what was to be on the disk before it is there. show:
    called with events at once. held: called with what the disk does not take while what was said here waits
    for it, and with None when it goes on. broken: called with whatever else went wrong in the background, and
    the match cannot go on then.
    """

    def __init__(
        self,
        signed: SignedGenesis,
        me: Participant,
        *,
        seat: int,
        group: Group,
        entropy: Entropy,
        executor: Executor,
        turns: Turns,
        started: datetime,
        send: Callable[[bytes, int | None], None],
        show: Callable[[object], None],
        held: Callable[[DiskRefusal | None], None],
        broken: Callable[[Exception], None],
    ) -> None:
        self._replica = Replica(
            signed, group=group, verify=verify, entropy=entropy, seat=seat, sign=me.identity.sign
        )
        self.genesis = genesis = self._replica.genesis_digest
        self._seat, self._sign = seat, me.identity.sign
        self._partings = Partings(signed.genesis, verify)
        self.has_parted = False
        """Our signed good-bye is on its way."""
        self._opening = self._replica.start()
        self.now = self._standing()
        self._executor = executor
        self._turns = turns
        self._send = send
        self._show = show
        self._broken = broken
        self._work: set[asyncio.Task[None]] = set()
        self._saying: asyncio.Future[None] | None = None
        self.stopped = False
        self._whole = False
        self._files = MatchFiles(me, started=started, table=signed.genesis.name, genesis=genesis)
        self._disk = Disk(broken, held)

    @property
    def path(self) -> Path | None:
        """Where the record is; None until there is one, and when there never was."""
        return self._files.record

    @property
    def held(self) -> DiskRefusal | None:
        """What the disk does not take now, so that what this seat says does not leave."""
        return self._disk.held

    def start(self) -> None:
        self._disk.write(self._files.begin)
        self._carry_out(self._opening)

    def take(self, data: bytes, refused: Callable[[Refusal], None]) -> None:
        """A message from outside, through the one door; ``refused`` is called with what was refused in it."""

        def judge(effects: Sequence[Effect]) -> None:
            for effect in effects:
                if isinstance(effect, Refusal):
                    refused(effect)

        self._call(lambda: self._replica.receive(data), judge)

    async def say(self, token: str) -> None:
        """This seat's move. Raises Refused or RuleError; nothing changed then.

        Refused E_SPOKEN while the last one is not taken yet: what comes after it may be another question.
        """
        if self.stopped:
            raise Refused("E_PHASE")
        if self._saying is not None:
            raise Refused("E_SPOKEN")
        saying = self._saying = asyncio.get_running_loop().create_future()
        refused: list[Exception] = []

        def speak() -> Sequence[Effect]:
            try:
                return self._replica.say(token)
            except (Refused, RuleError) as error:
                refused.append(error)
                return ()

        def said(_: Sequence[Effect]) -> None:
            self._saying = None
            if saying.done():
                return
            if refused:
                saying.set_exception(refused[0])
            else:
                saying.set_result(None)

        self._call(speak, said)
        await saying

    def missing(self, have: Have, then: Callable[[list[bytes]], None]) -> None:
        """Have ``then`` called with what the sender of ``have`` lacks, also after the match has stopped."""

        def follow(found: list[bytes]) -> None:
            then(found if self.now.view.closed else [*found, *self._partings.frames()])

        self._turns.do(lambda: self._replica.missing(have), follow)

    def take_parting(self, data: bytes) -> tuple[int, bool]:
        """A signed good-bye, for the record: whose it is, and whether it is news. Raises Refused."""
        return self._partings.take(data)

    @property
    def parted(self) -> tuple[int, ...]:
        """The other seats whose good-byes the record may end with."""
        return tuple(seat for seat in self._partings.seats if seat != self._seat)

    def send_kept(self, data: bytes, to: int) -> None:
        """Send a seat something of the log, when our own part in it is on the disk.

        While the disk takes nothing it is not sent at all: whoever lacks it asks again.
        """
        if self.held is None:
            self._disk.then(self._send, data, to)

    async def stop(self) -> bool:
        """Let go of the files; nothing private stays.

        A match that is not closed ends with our good-bye, which all others hear, and its record with what its
        current steps hold and the good-byes of all who have left.

        What was taken and said before is done first. After lines that the disk does not take nothing is
        added: the record stays a true beginning. False: so it is, or a call of the replica failed. Raises
        RecordError E_DISK when something private is still on the disk.
        """
        if self.stopped:
            return self._whole
        self.stopped = True
        for task in self._work:
            task.cancel()
        rested = False
        try:
            await self._turns.rest()
            rested = True
            self._part()
        finally:
            if self._saying is not None and not self._saying.done():
                self._saying.set_exception(Refused("E_PHASE"))
            await self._disk.close(lambda torn: self._let_go(torn or not rested))
        return self._whole

    def _let_go(self, torn: bool) -> None:
        lines: Sequence[bytes] = ()
        try:
            if not torn and not self._replica.closed:
                lines = [*self._replica.pending_lines(), *self._partings.lines(self._stands)]
        finally:
            self._whole = self._files.end(lines) and not torn

    def _part(self) -> None:
        """Sign where the match stands as we leave it; as all that we sign, it is heard when it is written."""
        now = self.now
        if now.view.closed:
            return
        data = self._partings.sign(self._seat, now.have.main, now.digest, self._sign, spoken=now.has_said)
        self._disk.write(self._files.sign, data)
        self._disk.then(self._send_parting, data)

    def _send_parting(self, data: bytes) -> None:
        self.has_parted = True
        self._send(data, None)

    def _stands(self, step: int, prev: bytes) -> bool:
        place = self._replica.place(step)
        return place is not None and place[0] == prev

    def _standing(self) -> Standing:
        replica = self._replica
        return Standing(replica.view(), replica.have(), replica.digest, replica.has_said)

    def _call(
        self,
        work: Callable[[], Sequence[Effect]],
        then: Callable[[Sequence[Effect]], None] = lambda effects: None,
    ) -> None:
        """Call the replica in its turn; ``then`` comes when the effects are carried out."""

        def call() -> tuple[Sequence[Effect], Standing]:
            effects = work()
            return effects, self._standing()

        def follow(result: tuple[Sequence[Effect], Standing]) -> None:
            effects, self.now = result
            self._carry_out(effects)
            then(effects)

        self._turns.do(call, follow)

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Journal(data):
                    self._disk.write(self._files.sign, data)
                case Keep(hand, secret):
                    self._disk.write(self._files.keep, hand, secret)
                case Wipe(hand):
                    self._disk.write(self._files.wipe, hand)
                case Send(data, to):
                    self._disk.then(self._send, data, to)
                case Work(job):
                    self._begin(job)
                case Recorded(lines):
                    self._disk.write(self._files.append, lines)
                case Rewritten(lines):
                    self._disk.write(self._files.rewrite, lines)
                case Show(event):
                    self._show(event)
                case Refusal(code, seat):
                    log.info("refused %s of seat %s", code, seat)

    def _begin(self, job: Job) -> None:
        if self.stopped:
            return
        task = asyncio.ensure_future(self._work_on(job))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _work_on(self, job: Job) -> None:
        try:
            result = await asyncio.get_running_loop().run_in_executor(self._executor, job.run)
            if not self.stopped:
                self._call(lambda: self._replica.done(job, result))
        except Exception as error:
            self._broken(error)
