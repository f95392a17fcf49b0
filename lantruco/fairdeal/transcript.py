"""Labelled, length-prefixed hashing: two different inputs never give the same bytes to a hash."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from struct import pack

from .group import WIDE_BYTES, Group

VERSION = b"lantruco/3"
"""Stands first in everything that is hashed; changes with the protocol."""

Value = int | bytes | Sequence[bytes]


def _encoded(value: Value) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, int):
        return pack(">Q", value)
    return pack(">I", len(value)) + b"".join([pack(">I", len(item)) + item for item in value])


def _field(label: bytes, data: bytes) -> bytes:
    return pack(">H", len(label)) + label + pack(">I", len(data)) + data


def framed(purpose: str, fields: Sequence[tuple[str, Value]]) -> bytes:
    """The bytes that are hashed for a purpose: field(VERSION, purpose), then each field in order.

    A field is u16 label length, label, u32 data length, data, all big-endian. An integer is eight bytes; a
    sequence is u32 count, then each item with its u32 length.
    """
    parts = [_field(VERSION, purpose.encode("ascii"))]
    parts += [_field(label.encode("ascii"), _encoded(value)) for label, value in fields]
    return b"".join(parts)


def digest(purpose: str, fields: Sequence[tuple[str, Value]]) -> bytes:
    """SHA-256 of the framed fields, 32 bytes."""
    return hashlib.sha256(framed(purpose, fields)).digest()


def wide(purpose: str, fields: Sequence[tuple[str, Value]]) -> bytes:
    """SHA-512 of the framed fields, 64 bytes."""
    return hashlib.sha512(framed(purpose, fields)).digest()


def challenge(group: Group, purpose: str, fields: Sequence[tuple[str, Value]]) -> int:
    """`wide` read as a little-endian integer, modulo the group's order."""
    return int.from_bytes(wide(purpose, fields), "little") % group.order


def challenges(group: Group, purpose: str, fields: Sequence[tuple[str, Value]], count: int) -> list[int]:
    """`count` challenges: 64-byte blocks of SHAKE-256 of the framed fields, each read as in `challenge`."""
    data = hashlib.shake_256(framed(purpose, fields)).digest(WIDE_BYTES * count)
    return [
        int.from_bytes(data[at : at + WIDE_BYTES], "little") % group.order
        for at in range(0, WIDE_BYTES * count, WIDE_BYTES)
    ]


class Stream:
    """The endless byte stream SHAKE-256 makes of framed fields, and unbiased public draws from it."""

    __slots__ = ("_at", "_data", "_hash")

    _FIRST = 256

    def __init__(self, purpose: str, fields: Sequence[tuple[str, Value]]) -> None:
        self._hash = hashlib.shake_256(framed(purpose, fields))
        self._data = self._hash.digest(self._FIRST)
        self._at = 0

    def byte(self) -> int:
        if self._at == len(self._data):
            self._data = self._hash.digest(2 * len(self._data))
        self._at += 1
        return self._data[self._at - 1]

    def below(self, bound: int) -> int:
        """A uniform integer in 0 .. bound - 1, bound ≤ 256; bytes past the largest multiple are dropped."""
        if not 1 <= bound <= 256:
            raise ValueError("bound out of 1..256")
        limit = 256 - 256 % bound
        while True:
            drawn = self.byte()
            if drawn < limit:
                return drawn % bound
