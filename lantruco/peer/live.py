"""A replica at work: its effects reach the disk, the worker thread, the links and the screen, in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from datetime import datetime

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
from lantruco.protocol.genesis import SignedGenesis
from lantruco.protocol.keys import verify
from lantruco.protocol.replica import Replica
from lantruco.record.journal import Journal as OwnWords
from lantruco.record.writer import RecordWriter

from .disk import Disk
from .participant import Participant

log = logging.getLogger(__name__)


class LiveMatch:
    """One seat's replica with its record, its journal and its heavy work.

    send: called with a frame and the seat it is for, or None for all others, after what was to be on the disk
    before it is there. show: called with events at once. broken: called with whatever went wrong in the
    background: RecordError E_DISK when record or journal cannot be written, and the match cannot go on then.

    Raises RecordError E_DISK when record or journal cannot be begun.
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
        started: datetime,
        send: Callable[[bytes, int | None], None],
        show: Callable[[object], None],
        broken: Callable[[Exception], None],
    ) -> None:
        self.replica = Replica(
            signed, group=group, verify=verify, entropy=entropy, seat=seat, sign=me.identity.sign
        )
        genesis = self.replica.genesis_digest
        self._executor = executor
        self._send = send
        self._show = show
        self._broken = broken
        self._work: set[asyncio.Task[None]] = set()
        self.stopped = False
        self._own_words = OwnWords(me.journal, genesis)
        try:
            self._record = RecordWriter.create(
                me.records, started=started, table=signed.genesis.name, genesis=genesis
            )
        except BaseException:
            self._own_words.close()
            raise
        self.path = self._record.path
        self._disk = Disk(broken)

    def start(self) -> None:
        self._carry_out(self.replica.start())

    def take(self, data: bytes) -> list[Refusal]:
        """A message from outside, through the one door; what was refused in it."""
        effects = self.replica.receive(data)
        self._carry_out(effects)
        return [effect for effect in effects if isinstance(effect, Refusal)]

    def say(self, token: str) -> None:
        """This seat's move. Raises Refused or RuleError; nothing changed then."""
        self._carry_out(self.replica.say(token))

    def send_kept(self, data: bytes, to: int) -> None:
        """Send a seat something of the log, when our own part in it is on the disk."""
        self._disk.then(self._send, data, to)

    def stop(self) -> None:
        """Let go of the files; a match that is not closed ends with what its current steps hold.

        After lines that could not be written nothing is added: the record stays a true beginning.
        """
        if self.stopped:
            return
        self.stopped = True
        for task in self._work:
            task.cancel()
        self._disk.close(self._let_go)

    def _let_go(self, torn: bool) -> None:
        try:
            if self.replica.closed and not torn:
                self._own_words.discard()
            elif not torn:
                self._record.append(self.replica.pending_lines())
        finally:
            self._own_words.close()
            self._record.finish()

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Journal(data):
                    self._disk.write(self._own_words.append, data)
                case Keep(hand, secret):
                    self._disk.write(self._own_words.keep, hand, secret)
                case Wipe(hand):
                    self._disk.write(self._own_words.wipe, hand)
                case Send(data, to):
                    self._disk.then(self._send, data, to)
                case Work(job):
                    self._begin(job)
                case Recorded(lines):
                    self._disk.write(self._record.append, lines)
                case Rewritten(lines):
                    self._disk.write(self._record.rewrite, lines)
                case Show(event):
                    self._show(event)
                case Refusal(code, seat):
                    log.info("refused %s of seat %s", code, seat)

    def _begin(self, job: Job) -> None:
        task = asyncio.ensure_future(self._work_on(job))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _work_on(self, job: Job) -> None:
        try:
            result = await asyncio.get_running_loop().run_in_executor(self._executor, job.run)
            if not self.stopped:
                self._carry_out(self.replica.done(job, result))
        except Exception as error:
            self._broken(error)
