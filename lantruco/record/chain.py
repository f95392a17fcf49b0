"""The first pass over a record: bytes, schema, signatures, order and hash chain, before any proof.

Whoever changes, drops, adds or moves a byte is found here, by the line where it shows first. What the
messages mean is the second pass's concern (`lantruco.record.verify`).
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from lantruco.protocol.codec import MAX_DEPTH, MAX_MESSAGE, depth
from lantruco.protocol.errors import Refused
from lantruco.protocol.genesis import (
    MAX_GENESIS,
    SIGNED_GENESIS,
    SignedGenesis,
    Verify,
    check_genesis,
    check_signatures,
)
from lantruco.protocol.hashing import (
    VERSION,
    deck_origin,
    fault_digest,
    main_origin,
    signed_digest,
    step_digest,
)
from lantruco.protocol.messages import SIGNED, Body, Close, HandStart, Signed, body_bytes
from lantruco.protocol.parting import PARTING_HEAD, Parting, SignedParting, read_parting

from .errors import RecordError

MAX_FILE: Final = 64 * 2**20
"""Bytes of a record: six seats fill it in some 700 hands, and a person's machine still reads it at once."""
MAX_LINES: Final = 200_000
"""Lines of a record: six seats say some 60 a hand, so the bytes run out long before."""
MAX_VERSION: Final = 65_535
"""Of the protocol, as a genesis may name it."""
GAME: Final = "truco-paulista"
_HEAD: Final = b'{"genesis":{'
_MARKS: Final = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

CheckKey = Callable[[bytes], None]


@dataclass(frozen=True, slots=True)
class Line:
    """One message of a record: its line from 1, its bytes without LF, and what they say."""

    number: int
    data: bytes
    signed: Signed

    @property
    def body(self) -> Body:
        return self.signed.body


@dataclass(frozen=True, slots=True)
class LeaveLine:
    """One good-bye at the end of a record: its line from 1, its bytes without LF, and what they say."""

    number: int
    data: bytes
    signed: SignedParting


@dataclass(frozen=True, slots=True)
class Chain:
    """A record whose bytes, signatures, order and chain hold; nothing more is known of it yet.

    head: the first line without LF. genesis: its 32-byte digest. lines: the messages. leaves: the good-byes
    after them.
    """

    signed: SignedGenesis
    head: bytes
    genesis: bytes
    lines: tuple[Line, ...]
    leaves: tuple[LeaveLine, ...]


def read_record(path: Path) -> bytes:
    """The bytes of a file, at most one more than `MAX_FILE`.

    Raises RecordError E_READ (path), with the OSError as its cause.
    """
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:
        raise RecordError("E_READ", path=str(path)) from error


def check_chain(data: bytes, *, verify: Verify, check_key: CheckKey) -> Chain:
    """The lines of a record, if the file is whole and nobody but the seats wrote it.

    Raises RecordError: E_FOREIGN no record of ours, E_VERSION (theirs, ours), E_SIZE (what, limit),
    E_TRUNCATED the last line has no end, E_FORMAT, E_CANON, E_GENESIS (reason), E_SIGNATURE (seat), E_MATCH a
    message of another match, E_SLOT (seat) no such seat, E_ORDER, E_CHAIN, E_AFTER lines after the close.
    Where a program took the file for a text of its own, E_FOREIGN and E_CANON have the way: bom, crlf.
    """
    raw = _split(data)
    signed = _check_first(raw[0], verify, check_key)
    genesis = signed.genesis.digest()
    lines: list[Line] = []
    leaves: list[LeaveLine] = []
    order = _Order(genesis)
    for number, line in enumerate(raw[1:], start=2):
        if line.startswith(PARTING_HEAD):
            leaves.append(LeaveLine(number, line, _decode_leave(number, line, signed, genesis, verify)))
            # By seat, and one of each.
            if len(leaves) > 1 and leaves[-2].signed.leave.seat >= leaves[-1].signed.leave.seat:
                raise RecordError("E_ORDER", line=number)
            continue
        message = _decode(number, line, signed, genesis, verify)
        if leaves:
            raise RecordError("E_ORDER", line=number)
        lines.append(Line(number, line, message))
        order.take(lines[-1])
    order.end_step()
    return Chain(signed, raw[0], genesis, tuple(lines), tuple(leaves))


def _split(data: bytes) -> list[bytes]:
    _check_way(data)
    _check_kind(data[: MAX_MESSAGE + 1].split(b"\n", 1)[0])
    if len(data) > MAX_FILE:
        raise RecordError("E_SIZE", what="file", limit=MAX_FILE)
    count = data.count(b"\n")
    if count > MAX_LINES:
        raise RecordError("E_SIZE", what="lines", limit=MAX_LINES)
    if not data.endswith(b"\n"):
        raise RecordError("E_TRUNCATED", line=count + 1)
    return data.split(b"\n")[:-1]


def _check_way(data: bytes) -> None:
    """Tells what programs do to a file that they take for a text of theirs from what a person does to it.

    No line of ours has a CR in it: a name may not, and JSON would have to escape it.
    """
    for mark in _MARKS:
        start = data[: len(mark) + 2 * len(_HEAD)]
        if start.startswith(mark) and start[len(mark) :].replace(b"\0", b"").startswith(_HEAD):
            raise RecordError("E_FOREIGN", way="bom")
    if data.startswith(_HEAD) and (at := data.find(b"}\r")) >= 0:
        raise RecordError("E_CANON", line=data.count(b"\n", 0, at) + 1, way="crlf")


def _check_kind(first: bytes) -> None:
    """Tells a record of ours, damaged or of another version, from any other file."""
    damaged = RecordError("E_FORMAT", line=1) if first.startswith(_HEAD) else RecordError("E_FOREIGN")
    if len(first) > MAX_MESSAGE or depth(first) > MAX_DEPTH:
        raise damaged
    try:
        value = json.loads(first.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise damaged from error
    genesis = value.get("genesis") if isinstance(value, dict) else None
    if not isinstance(genesis, dict) or genesis.get("game") != GAME:
        raise RecordError("E_FOREIGN")
    version = genesis.get("protocol")
    # A number that no version has is damage; as one it would fill the screen with its digits.
    known = isinstance(version, int) and not isinstance(version, bool) and 0 <= version <= MAX_VERSION
    if known and version != VERSION:
        raise RecordError("E_VERSION", line=1, theirs=version, ours=VERSION)


def _check_first(first: bytes, verify: Verify, check_key: CheckKey) -> SignedGenesis:
    try:
        signed = SIGNED_GENESIS.decode(first, limit=MAX_GENESIS)
    except Refused as error:
        raise _line_error(error, 1) from error
    try:
        check_genesis(signed.genesis, check_key=check_key, verify=verify)
    except Refused as error:
        raise RecordError("E_GENESIS", line=1, reason=error.code) from error
    try:
        check_signatures(signed, verify)
    except Refused as error:
        raise RecordError(error.code, line=1, **error.facts) from error
    return signed


def _decode(number: int, line: bytes, signed: SignedGenesis, genesis: bytes, verify: Verify) -> Signed:
    try:
        message = SIGNED.decode(line)
    except Refused as error:
        raise _line_error(error, number) from error
    _check_author(number, message.body, signed, genesis)
    seat, digest = message.body.seat, signed_digest(body_bytes(message.body))
    if not verify(signed.genesis.seats[seat].key, message.sig, digest):
        raise RecordError("E_SIGNATURE", line=number, seat=seat)
    return message


def _decode_leave(
    number: int, line: bytes, signed: SignedGenesis, genesis: bytes, verify: Verify
) -> SignedParting:
    try:
        found = read_parting(line)
    except Refused as error:
        raise _line_error(error, number) from error
    _check_author(number, found.leave, signed, genesis)
    seat = found.leave.seat
    if not verify(signed.genesis.seats[seat].key, found.sig, found.leave.digest()):
        raise RecordError("E_SIGNATURE", line=number, seat=seat)
    return found


def _check_author(number: int, body: Body | Parting, signed: SignedGenesis, genesis: bytes) -> None:
    if body.genesis != genesis:
        raise RecordError("E_MATCH", line=number)
    if body.seat >= signed.genesis.players:
        raise RecordError("E_SLOT", line=number, seat=body.seat)


def _line_error(error: Refused, number: int) -> RecordError:
    if error.code == "E_SIZE":
        what = "line" if "limit" in error.facts else "depth"
        return RecordError("E_SIZE", line=number, what=what, limit=error.facts.get("limit", MAX_DEPTH))
    return RecordError(error.code, line=number, **error.facts)


class _Order:
    """Where the next message may stand: consecutive steps, ascending seats, each step on the one before.

    A step with two messages of one seat is evidence of that seat's equivocation; one message alone may be
    evidence too, which only the replay can tell. So a step may be followed by its own digest or by the
    digest of a fault, but after a fault nothing may come except the close.
    """

    def __init__(self, genesis: bytes) -> None:
        self._genesis = genesis
        self._main = main_origin(genesis)
        self._main_step = 0
        self._decks = 0
        self._step: list[Line] = []
        self._whole: bytes | None = None
        self._fault: bytes | None = None
        self._deck: tuple[bytes | None, ...] = ()

    def take(self, line: Line) -> None:
        """The next message of the file. Raises RecordError E_ORDER, E_CHAIN or E_AFTER."""
        if self._step and _slot(self._step[0].body) == _slot(line.body):
            self._join(line)
            self._step.append(line)
            return
        if self._step and isinstance(self._step[0].body, Close) and not self._closes_on_close(line):
            raise RecordError("E_AFTER", line=line.number)
        self.end_step()
        before = self._step[0].body if self._step else None
        if line.body.log == "main":
            self._begin_main(line, before)
        elif before is not None and before.log == "deck":
            self._go_on_with_deck(line, before)
        else:
            self._begin_deck(line)
        self._step = [line]

    def _closes_on_close(self, line: Line) -> bool:
        """Whether ``line`` begins the close of a match in which a close itself was the evidence."""
        first = self._step[0].body
        if any(other.body.seat != first.seat for other in self._step):
            return False
        return isinstance(line.body, Close) and line.body.prev == fault_digest(first.prev, first.seat)

    def _join(self, line: Line) -> None:
        first, last = self._step[0], self._step[-1]
        if is_equivocation(self._step):
            raise RecordError("E_ORDER", line=line.number)
        if line.body.seat <= last.body.seat and not (len(self._step) == 1 and is_equivocation([last, line])):
            raise RecordError("E_ORDER", line=line.number)
        if line.body.prev != first.body.prev:
            raise RecordError("E_CHAIN", line=line.number)

    def _begin_main(self, line: Line, before: Body | None) -> None:
        if line.body.step != self._main_step:
            raise RecordError("E_ORDER", line=line.number)
        if before is not None and before.log == "main":
            self._check_follows(line)
        elif line.body.prev != self._main:
            raise RecordError("E_CHAIN", line=line.number)

    def _begin_deck(self, line: Line) -> None:
        body = line.body
        if body.step != 0 or body.attempt != 0 or body.hand != self._decks:
            raise RecordError("E_ORDER", line=line.number)
        if body.prev != deck_origin(self._genesis, body.hand, body.attempt):
            raise RecordError("E_CHAIN", line=line.number)
        self._decks += 1

    def _go_on_with_deck(self, line: Line, before: Body) -> None:
        body = line.body
        if (body.hand, body.attempt, body.step) != (before.hand, before.attempt, before.step + 1):
            raise RecordError("E_ORDER", line=line.number)
        self._check_follows(line)

    def _check_follows(self, line: Line) -> None:
        if line.body.prev not in (self._whole, self._fault):
            raise RecordError("E_CHAIN", line=line.number)
        if line.body.prev == self._fault and not isinstance(line.body, Close):
            raise RecordError("E_ORDER", line=line.number)

    def end_step(self) -> None:
        """Nothing more comes for the step under way. Raises RecordError E_CHAIN."""
        if not self._step:
            return
        prev = self._step[0].body.prev
        seats = {line.body.seat for line in self._step}
        # The word of one seat alone may be evidence of a lie, also of one about the deck.
        for line in self._step if len(seats) > 1 else ():
            named = line.body.deck if isinstance(line.body, HandStart | Close) else None
            if named is not None and named not in self._deck:
                raise RecordError("E_CHAIN", line=line.number)
        whole = step_digest(prev, (body_bytes(line.body) for line in self._step))
        self._whole = None if is_equivocation(self._step) else whole
        self._fault = fault_digest(prev, min(seats)) if len(seats) == 1 else None
        if self._step[0].body.log == "main":
            self._main = whole
            self._main_step += 1
        else:
            self._deck = (self._whole, self._fault)


def is_equivocation(step: Sequence[Line]) -> bool:
    """Whether a step is two different messages of one seat, in the order of their bytes."""
    if len(step) != 2 or step[0].body.seat != step[1].body.seat:
        return False
    return body_bytes(step[0].body) < body_bytes(step[1].body)


def steps(lines: Sequence[Line]) -> Iterator[tuple[Line, ...]]:
    """The lines of a checked chain, step by step."""
    for _, step in groupby(lines, key=lambda line: _slot(line.body)):
        yield tuple(step)


def _slot(body: Body) -> tuple[str | int, ...]:
    # The step alone places a message in the main log; a wrong hand in it is a fault, for the replay to find.
    return ("main", body.step) if body.log == "main" else ("deck", body.hand, body.attempt, body.step)
