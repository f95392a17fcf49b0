"""The second pass over a record: the whole match again, by the same code that plays it.

An observer's replica takes every line in the order of the file and checks commitments, seeds, proofs, shares,
moves and the score. What it would have written is then compared with the file, byte for byte.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from lantruco.fairdeal import Group, Invalid, SystemEntropy, ristretto255
from lantruco.protocol.decklog import VerifyJob
from lantruco.protocol.effects import Effect, Recorded, Refusal, Rewritten, Show, Work
from lantruco.protocol.events import Event, FaultFound, MatchEnded
from lantruco.protocol.genesis import TABLE_DEFAULTS, rules_map
from lantruco.protocol.keys import check_public, verify
from lantruco.protocol.messages import (
    Body,
    Call,
    Close,
    HandStart,
    Play,
    Reveal,
    Shares,
    ShowCards,
    Shuffle,
    Verdict,
)
from lantruco.protocol.parting import Parting, in_order
from lantruco.protocol.replica import Replica

from .account import Account
from .chain import Chain, Line, check_chain, is_equivocation, read_record, steps
from .errors import RecordError
from .proofs import Proofs
from .report import Checked, FaultReport, LeaveReport, Report, SeatReport

Progress = Callable[[int, int], None]
"""``progress(done, total)``: work done so far and in all; a message counts 1, a judged shuffle more."""

SHUFFLE_WORK: Final = 20
"""Judging a shuffle takes about as long as replaying so many messages."""
_GENESIS_LINE: Final = 1


def verify_file(path: Path, *, group: Group | None = None, progress: Progress | None = None) -> Report:
    """Checks the record at ``path`` from its bytes alone.

    Raises RecordError: E_READ (path), those of `lantruco.record.chain.check_chain`, E_REPLAY (reason, seat)
    for a line that does not stand up to the replay, E_WRITTEN for one that no honest peer would have written
    there. GroupUnavailable: this machine lacks the library that the proofs need.
    """
    return verify_bytes(read_record(path), group=group, progress=progress)


def verify_bytes(data: bytes, *, group: Group | None = None, progress: Progress | None = None) -> Report:
    """As `verify_file`, for the content of a file."""
    chain = check_chain(data, verify=verify, check_key=check_public)
    work = _Progress(chain, progress)
    with Proofs() as proofs:
        replay = _Replay(chain, ristretto255() if group is None else group, proofs)
        report = None
        try:
            report = replay.run(work)
        except RecordError:
            if proofs.settle(work.shuffles):
                raise
        else:
            if proofs.settle(work.shuffles):
                return report
        # A shuffle is bad: now everything follows from the true answers.
        replay = _Replay(chain, replay.group, proofs)
        try:
            return replay.run(work)
        except RecordError:
            if report is None or not replay.broke_off_before_judging():
                raise
            return dataclasses.replace(report, fault=replay.fault)


class _Progress:
    """Counts the work on one record; nothing is counted twice."""

    def __init__(self, chain: Chain, show: Progress | None) -> None:
        self._show = show
        shuffles = sum(isinstance(line.body, Shuffle) for line in chain.lines)
        self._total = len(chain.lines) + SHUFFLE_WORK * shuffles
        self._messages = self._judged = self._done = 0

    def messages(self, done: int) -> None:
        """So many messages are replayed."""
        self._messages = max(self._messages, done)
        self._tell()

    def shuffles(self, count: int) -> None:
        """So many more shuffles are judged."""
        self._judged += count
        self._tell()

    def _tell(self) -> None:
        done = min(self._messages + SHUFFLE_WORK * self._judged, self._total)
        if done > self._done and self._show is not None:
            self._done = done
            self._show(done, self._total)


class _Replay:
    def __init__(self, chain: Chain, group: Group, proofs: Proofs) -> None:
        self._chain = chain
        self._proofs = proofs
        self.group = group
        self._replica = Replica(chain.signed, group=group, verify=verify, entropy=SystemEntropy())
        self._account = Account()
        self._written: list[bytes] = []
        self._evidence: frozenset[bytes] = frozenset()
        self._verified: set[int] = set()

    def run(self, work: _Progress) -> Report:
        self._account.take(self._carry_out(self._replica.start(), _GENESIS_LINE))
        done = 0
        for step in steps(self._chain.lines):
            self._replay(step)
            done += len(step)
            work.messages(done)
        self._compare_bytes()
        self._check_leaves()
        return self._report()

    @property
    def fault(self) -> FaultReport | None:
        return self._account.fault

    def broke_off_before_judging(self) -> bool:
        """Whether the file ends in the very deck log that holds the bad shuffle.

        Who leaves while the shuffles of the next deck are being judged writes it so, and is honest.
        """
        last = self._chain.lines[-1].body
        found = self.fault
        return (
            found is not None
            and found.code == "E_PROOF"
            and (last.log, last.hand) == ("deck", found.hand)
            and not isinstance(last, Verdict)
        )

    def _replay(self, step: Sequence[Line]) -> None:
        if is_equivocation(step):
            self._feed_evidence(step)
            return
        for line in step:
            try:
                self._account.take(self._feed(line))
            except RecordError as error:
                # The file goes on as if a line before had been right: that line is what is wrong with it.
                fault = self._account.fault
                if fault is None or (isinstance(line.body, Close) and line.body.step != fault.step):
                    raise
                raise RecordError(
                    "E_REPLAY", line=self._line_of(fault), reason=fault.code, seat=fault.seat
                ) from error

    def _line_of(self, fault: FaultReport) -> int:
        slot = (fault.log, fault.hand, fault.step, fault.seat)
        return next(
            line.number
            for line in self._chain.lines
            if (line.body.log, line.body.hand, line.body.step, line.body.seat) == slot
        )

    def _feed(self, line: Line) -> list[Event]:
        try:
            return self._carry_out(self._replica.receive(line.data), line.number)
        except Invalid as error:
            # Only a deck whose shuffles are not judged yet can turn out to hold no cards.
            raise RecordError("E_REPLAY", line=line.number, reason=error.code, seat=None) from error

    def _feed_evidence(self, pair: Sequence[Line]) -> None:
        """Two messages for one slot. If the first is illegal by itself, the second comes too late to matter;
        if it is legal, it took its effect until the second struck it. One that tells of another history is
        evidence only once the other stands, so it gets a second hearing."""
        events: list[Event] = []
        refused: RecordError | None = None
        for line in (*pair, pair[0]):
            if any(isinstance(event, FaultFound) for event in events):
                break
            try:
                events += self._feed(line)
            except RecordError as error:
                refused = refused or error
        if refused is not None and not any(isinstance(event, FaultFound) for event in events):
            raise refused
        self._account.take(event for event in events if isinstance(event, FaultFound | MatchEnded))
        fault = self._account.fault
        if fault is None or fault.seat != pair[0].body.seat:
            raise RecordError("E_WRITTEN", line=pair[1].number)
        self._evidence = frozenset(line.data for line in pair)

    def _carry_out(self, effects: Sequence[Effect], line: int) -> list[Event]:
        """What the replica asks for; RecordError(E_REPLAY) if it refused the line."""
        events: list[Event] = []
        todo = list(effects)
        while todo:
            effect = todo.pop(0)
            if isinstance(effect, Refusal):
                raise RecordError("E_REPLAY", line=line, reason=effect.code, seat=effect.seat)
            if isinstance(effect, Recorded):
                self._written.extend(effect.lines)
            elif isinstance(effect, Rewritten):
                self._written = list(effect.lines)
            elif isinstance(effect, Show):
                events.append(effect.event)
            elif isinstance(effect, Work):
                todo += self._work(effect, line)
        return events

    def _work(self, effect: Work, line: int) -> list[Effect]:
        assert isinstance(effect.job, VerifyJob)
        self._verified.add(effect.job.context.hand)
        try:
            return self._replica.done(effect.job, self._proofs.answer(effect.job))
        except Invalid as error:
            raise RecordError("E_REPLAY", line=line, reason=error.code, seat=None) from error

    def _compare_bytes(self) -> None:
        pending = self._replica.pending_lines()
        written = [line for line in (*self._written, *pending) if line not in self._evidence]
        read = [line for line in self._chain.lines if line.data not in self._evidence]
        for line, data in zip(read, written[1:], strict=False):
            if line.data != data:
                raise RecordError("E_WRITTEN", line=line.number)
        if len(read) != len(written) - 1:
            raise RecordError("E_WRITTEN", line=min(len(read), len(written) - 1) + 2)

    def _check_leaves(self) -> None:
        """A finished match has no good-byes, and nobody left at a place that the log does not have."""
        for leave in self._chain.leaves:
            if self._replica.closed:
                raise RecordError("E_AFTER", line=leave.number)
            place = self._replica.place(leave.signed.leave.step)
            if place is None or place[0] != leave.signed.leave.prev:
                raise RecordError("E_CHAIN", line=leave.number)

    def _report(self) -> Report:
        view = self._replica.view()
        genesis = self._chain.signed.genesis
        account = self._account
        closed = self._replica.closed
        defaults: dict[str, bool | str] = rules_map()
        return Report(
            table_name=genesis.name,
            genesis=self._chain.genesis,
            previous=None if genesis.previous is None else bytes(genesis.previous),
            seats=tuple(self._seat(seat) for seat in range(genesis.players)),
            rules={name: value for name, value in genesis.rules.items() if value != defaults[name]},
            table={
                name: value
                for name, value in genesis.table.items()
                if name != "seats" and value != TABLE_DEFAULTS[name]
            },
            hands=account.hands,
            status="unfinished" if not closed else "finished" if view.fault is None else "fault",
            score=view.score,
            winner=view.winner,
            fault=account.fault,
            waiting=() if closed else view.waiting,
            left=self._left(),
            digest=self._replica.digest,
            checked=self._checked(),
            lines=len(self._chain.lines) + len(self._chain.leaves) + 1,
            head=self._chain.head,
            trail=self._chain.lines,
            leaves=self._chain.leaves,
        )

    def _left(self) -> tuple[LeaveReport, ...]:
        lines = {line.signed.leave.seat: line.number for line in self._chain.leaves}
        leaves = in_order(line.signed.leave for line in self._chain.leaves)
        seats = {leave.digest(): leave.seat for leave in leaves}
        found = []
        for leave in leaves:
            place = self._replica.place(leave.step)
            assert place is not None
            after = sorted(seats[bytes(digest)] for digest in leave.after if bytes(digest) in seats)
            found.append(
                LeaveReport(
                    seat=leave.seat,
                    step=leave.step,
                    hand=place[1],
                    after=tuple(after),
                    went_on=any(_is_later(line.body, leave) for line in self._chain.lines),
                    line=lines[leave.seat],
                )
            )
        return tuple(found)

    def _seat(self, seat: int) -> SeatReport:
        entry = self._chain.signed.genesis.seats[seat]
        line, hands, close = None, 0, False
        ended = sum(hand.reason is not None for hand in self._account.hands)
        for spoken in self._chain.lines:
            body = spoken.body
            word = body.partner if isinstance(body, Call) else None
            if body.log != "main" or (body.seat != seat and (word is None or word.body.seat != seat)):
                continue
            line = spoken.number
            if isinstance(body, HandStart):
                hands = body.hand
            elif isinstance(body, Close):
                hands, close = ended, True
        return SeatReport(
            seat=seat,
            name=entry.name,
            key=bytes(entry.key),
            operator=None if entry.operator is None else entry.operator.name,
            operator_key=None if entry.operator is None else bytes(entry.operator.key),
            signed_line=line,
            signed_hands=hands,
            signed_close=close,
        )

    def _checked(self) -> Checked:
        genesis = self._chain.signed.genesis
        fault = self._account.fault
        sound = [
            line.body
            for line in self._chain.lines
            if fault is None
            or (line.body.log, line.body.hand, line.body.step) != (fault.log, fault.hand, fault.step)
        ]
        reveals = sum(isinstance(body, Reveal) for body in sound)
        shares = sum(map(_share_proofs, sound))
        words = sum(
            isinstance(line.body, Call) and line.body.partner is not None for line in self._chain.lines
        )
        operators = sum(seat.operator is not None for seat in genesis.seats)
        return Checked(
            commits=reveals,
            reveals=reveals,
            shuffles=sum(isinstance(body, Shuffle) and body.hand in self._verified for body in sound),
            shares=shares,
            signatures=genesis.players + operators + len(self._chain.lines) + len(self._chain.leaves) + words,
        )


def _is_later(body: Body, leave: Parting) -> bool:
    """Whether who left has said this after the good-bye."""
    said = body.partner.body if isinstance(body, Call) and body.partner is not None else body
    if body.log != "main" or leave.seat not in (body.seat, said.seat):
        return False
    # A word that a partner carries is not what its author is asked for in that step.
    return body.step > leave.step or (
        body.step == leave.step and body.seat == leave.seat and not leave.spoken
    )


def _share_proofs(body: Body) -> int:
    if isinstance(body, ShowCards):
        return len(body.proofs)
    return int(isinstance(body, Shares) or (isinstance(body, Play) and body.proof is not None))
