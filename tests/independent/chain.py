"""First pass over a record: form, signatures, places and digests, before any proof ("Records", Checks)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.independent import hashing
from tests.independent.canonical import Value, decode, encode
from tests.independent.refusal import Refused
from tests.independent.schema import GENESIS, LEAVE, fields, many, message_body, sized
from tests.independent.signatures import sound_key, verify

MAX_FILE = 64 * 2**20
MAX_LINES = 200_000
MAX_GENESIS = 16_384
MAX_MESSAGE = 60_000
MAX_LEAVE = 1_024


@dataclass(frozen=True)
class Leave:
    """A good-bye at the end of a record; ``digest`` is what its author signed."""

    body: dict[str, Any]
    digest: bytes
    line: int

    @property
    def seat(self) -> int:
        return int(self.body["seat"])


@dataclass(frozen=True)
class Message:
    """A line: its fields (byte strings as bytes), the canonical bytes of its body, where it stands."""

    body: dict[str, Any]
    raw: bytes
    line: int

    @property
    def seat(self) -> int:
        return int(self.body["seat"])

    @property
    def slot(self) -> tuple[object, ...]:
        """The place that one seat fills once."""
        return (*self.place, self.body["genesis"], self.body["prev"], self.body["seat"])

    @property
    def place(self) -> tuple[object, ...]:
        """What the messages of one step have in common."""
        if self.body["log"] == "main":
            return ("main", self.body["step"])
        return ("deck", self.body["hand"], self.body["attempt"], self.body["step"])


def message_digest(body: bytes) -> bytes:
    return hashing.digest("message", {"body": body})


def leave_digest(body: bytes) -> bytes:
    return hashing.digest("leave", {"body": body})


def main_origin(genesis: bytes) -> bytes:
    return hashing.digest("log-main", {"genesis": genesis})


def deck_origin(genesis: bytes, hand: int, attempt: int) -> bytes:
    return hashing.digest("log-deck", {"genesis": genesis, "hand": hand, "attempt": attempt})


def step_digest(prev: bytes, bodies: Sequence[bytes]) -> bytes:
    return hashing.digest("step", {"prev": prev, "bodies": list(bodies)})


def fault_digest(prev: bytes, seat: int) -> bytes:
    return hashing.digest("step-fault", {"prev": prev, "seat": seat})


def genesis_digest(data: bytes) -> bytes:
    return hashing.digest("genesis", {"genesis": data})


def good_name(name: str) -> bool:
    return (
        1 <= len(name) <= 24
        and not any(unicodedata.category(char).startswith(("C", "Zl", "Zp")) for char in name)
        and name == name.strip()
        and unicodedata.normalize("NFC", name) == name
    )


EMOJI: Final = (
    *((0x2190, 0x21FF), (0x2300, 0x23FF), (0x25A0, 0x27BF)),
    *((0x2900, 0x297F), (0x2B00, 0x2BFF), (0x1F000, 0x1FAFF)),
)


def good_text(text: str) -> bool:
    def emoji(at: int) -> bool:
        return 0 <= at < len(text) and any(low <= ord(text[at]) <= high for low, high in EMOJI)

    def joins(at: int) -> bool:
        before = at - 2 if at and text[at - 1] == "\ufe0f" else at - 1
        return text[at] == "\u200d" and emoji(before) and emoji(at + 1)

    return (
        1 <= len(text) <= 200
        and unicodedata.normalize("NFC", text) == text
        and all(
            joins(at) or not unicodedata.category(char).startswith(("C", "Zl", "Zp"))
            for at, char in enumerate(text)
        )
    )


def check_genesis(value: Value) -> tuple[dict[str, Any], bytes]:
    """The genesis of a signed genesis and its digest."""
    held = fields(value, {"genesis": lambda inner: inner, "sigs": many(sized(64), 2, 6)})
    raw = encode(held["genesis"])
    genesis = fields(held["genesis"], GENESIS)
    seats = genesis["seats"]
    keys = [seat["key"] for seat in seats]
    well = (
        len(seats) == genesis["table"]["seats"]
        and len(held["sigs"]) == len(seats)
        and len(set(keys)) == len(seats)
        and len({seat["value"] for seat in seats}) == len(seats)
        and all(sound_key(key) for key in keys)
        and all(good_name(name) for name in [genesis["name"], *(seat["name"] for seat in seats)])
        and all(_good_operator(seat) for seat in seats)
    )
    if not well:
        raise Refused("E_GENESIS")
    digest = genesis_digest(raw)
    if not all(verify(key, sig, digest) for key, sig in zip(keys, held["sigs"], strict=True)):
        raise Refused("E_SIGNATURE")
    return genesis, digest


def _good_operator(seat: dict[str, Any]) -> bool:
    operator = seat["operator"]
    if operator is None:
        return True
    said = hashing.digest("operator", {"bot": seat["key"]})
    return good_name(operator["name"]) and verify(operator["key"], operator["sig"], said)


def read(data: bytes) -> tuple[dict[str, Any], bytes, list[list[Message]]]:
    """As `read_all`, without the good-byes."""
    return read_all(data)[:3]


def read_all(data: bytes) -> tuple[dict[str, Any], bytes, list[list[Message]], list[Leave]]:
    """The genesis, its digest, the messages of each step in the order of the file, and the good-byes."""
    if len(data) > MAX_FILE:
        raise Refused("E_SIZE")
    lines = data.split(b"\n")
    if lines.pop() != b"":
        raise Refused("E_TRUNCATED", len(lines) + 1)
    if not 1 <= len(lines) <= MAX_LINES:
        raise Refused("E_SIZE" if lines else "E_FOREIGN")
    try:
        genesis, digest = check_genesis(decode(lines[0], MAX_GENESIS))
    except Refused as refused:
        raise Refused(refused.code, 1) from None
    keys = [seat["key"] for seat in genesis["seats"]]
    steps: list[list[Message]] = []
    leaves: list[Leave] = []
    for number, line in enumerate(lines[1:], 2):
        if line.startswith(b'{"leave":'):
            leaves.append(_leave(line, number, digest, keys))
            if len(leaves) > 1 and leaves[-1].seat <= leaves[-2].seat:
                raise Refused("E_ORDER", number)
            continue
        try:
            message = _message(line, number, digest, keys)
        except Refused as refused:
            raise Refused(refused.code, number) from None
        if leaves:
            raise Refused("E_ORDER", number)
        if steps and steps[-1][0].place == message.place and _joins(steps[-1], message):
            steps[-1].append(message)
        else:
            steps.append([message])
    _Links(digest).follow(steps)
    return genesis, digest, steps, leaves


def _leave(line: bytes, number: int, genesis: bytes, keys: Sequence[bytes]) -> Leave:
    try:
        held = fields(decode(line, MAX_LEAVE), {"leave": lambda body: body, "sig": sized(64)})
        body = fields(held["leave"], LEAVE)
        if body["after"] != sorted(set(body["after"])):
            raise Refused("E_FORMAT")
        if body["genesis"] != genesis:
            raise Refused("E_MATCH")
        if body["seat"] >= len(keys):
            raise Refused("E_SLOT")
        leave = Leave(body, leave_digest(encode(held["leave"])), number)
        if not verify(keys[leave.seat], held["sig"], leave.digest):
            raise Refused("E_SIGNATURE")
    except Refused as refused:
        raise Refused(refused.code, number) from None
    return leave


def _message(line: bytes, number: int, genesis: bytes, keys: Sequence[bytes]) -> Message:
    held = fields(decode(line, MAX_MESSAGE), {"body": lambda body: body, "sig": sized(64)})
    body = message_body(held["body"])
    message = Message(body, encode(held["body"]), number)
    if body["genesis"] != genesis:
        raise Refused("E_MATCH")
    if message.seat >= len(keys):
        raise Refused("E_SLOT")
    if not verify(keys[message.seat], held["sig"], message_digest(message.raw)):
        raise Refused("E_SIGNATURE")
    return message


def _joins(step: Sequence[Message], message: Message) -> bool:
    if message.seat > step[-1].seat and not _is_pair(step):
        return True
    return len(step) == 1 and message.seat == step[0].seat and message.raw > step[0].raw


def _is_pair(step: Sequence[Message]) -> bool:
    return len(step) == 2 and step[0].seat == step[1].seat


class _Links:
    """Follows the digests of both logs; a fault shows here only by the digest of what rests on it."""

    def __init__(self, genesis: bytes) -> None:
        self.genesis = genesis
        self.main_step = 0
        self.main = [main_origin(genesis)]
        self.deck_hand = -1
        self.deck_step = 0
        self.deck: list[bytes] = []
        self.closed = False

    def follow(self, steps: Sequence[Sequence[Message]]) -> None:
        for step in steps:
            for message in step:
                self._check(message)
            self._advance(step)

    def _check(self, message: Message) -> None:
        body, line = message.body, message.line
        if self.closed:
            raise Refused("E_AFTER", line)
        if body["log"] == "main":
            if body["step"] != self.main_step:
                raise Refused("E_ORDER", line)
            digests = self.main
        else:
            begins = body["step"] == 0 and body["hand"] == self.deck_hand + 1
            goes_on = body["hand"] == self.deck_hand and body["step"] == self.deck_step
            if body["attempt"] != 0 or not (begins or goes_on):
                raise Refused("E_ORDER", line)
            digests = [deck_origin(self.genesis, body["hand"], 0)] if begins else self.deck
        if body["prev"] not in digests:
            raise Refused("E_CHAIN", line)
        if body["prev"] != digests[0] and body["kind"] != "close":
            raise Refused("E_CHAIN", line)
        if body.get("kind") in ("hand", "close") and body["deck"] not in (None, *self.deck):
            raise Refused("E_CHAIN", line)

    def _advance(self, step: Sequence[Message]) -> None:
        first = step[0]
        prev = first.body["prev"]
        digests = [step_digest(prev, [message.raw for message in step])]
        if _is_pair(step):
            digests = [fault_digest(prev, first.seat)] * 2
        elif len({message.seat for message in step}) == 1:
            digests.append(fault_digest(prev, first.seat))
        if first.body["log"] == "main":
            self.main, self.main_step = digests, self.main_step + 1
        else:
            self.deck_hand = first.body["hand"]
            self.deck, self.deck_step = digests, first.body["step"] + 1
