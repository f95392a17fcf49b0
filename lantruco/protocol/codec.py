"""Canonical JSON: the RFC 8785 subset of docs/protocol.md, encoded and decoded strictly.

Objects, arrays, strings, integers, booleans and null; no floats. Byte strings are unpadded
base64url. Whatever does not equal its own re-encoding is refused: that comparison is what
catches duplicate keys, ``-0``, white space, padding and stray trailing bits.
"""

from __future__ import annotations

import binascii
import re
from typing import Any, ClassVar, Final, Generic, TypeVar

import msgspec

from .errors import Refused

MAX_MESSAGE: Final = 60_000
"""Longest message in bytes: a shuffle of 40 cards needs about 13,000; the link's frame holds 65,536."""
MAX_DEPTH: Final = 8
"""Deepest nesting of objects and arrays; the deepest message needs five."""
MAX_INTEGER: Final = 2**53 - 1
"""Largest magnitude that every JSON reader keeps exactly."""

# Matches from every quote, also of a string that never ends, and never goes back: else a peer's frame of
# quotes and backslashes takes time with the square of its length.
_STRINGS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_BASE64URL = re.compile(r"[A-Za-z0-9_-]*")
_TO_URL, _FROM_URL = bytes.maketrans(b"+/", b"-_"), bytes.maketrans(b"-_", b"+/")


class Octets(bytes):
    """A byte string that travels as unpadded base64url; ``SIZE`` is its exact length, if fixed."""

    SIZE: ClassVar[int | None] = None
    MAX: ClassVar[int] = MAX_MESSAGE


class Octets16(Octets):
    SIZE = 16


class Octets32(Octets):
    SIZE = 32


class Octets64(Octets):
    SIZE = 64


def b64(data: bytes) -> str:
    """Unpadded base64url of ``data``."""
    return binascii.b2a_base64(data, newline=False).translate(_TO_URL).rstrip(b"=").decode("ascii")


def _encode_octets(value: object) -> str:
    if isinstance(value, Octets):
        return b64(value)
    raise TypeError(f"{type(value).__name__} has no wire form")


def _decode_octets(kind: type, value: object) -> object:
    if not issubclass(kind, Octets) or not isinstance(value, str) or not _BASE64URL.fullmatch(value):
        raise ValueError("not base64url")
    limit = kind.MAX if kind.SIZE is None else kind.SIZE
    if len(value) > (limit * 4 + 2) // 3:
        raise ValueError("too long")
    try:
        data = binascii.a2b_base64(value.encode("ascii").translate(_FROM_URL) + b"=" * (-len(value) % 4))
    except binascii.Error as error:
        raise ValueError("not base64url") from error
    if kind.SIZE is not None and len(data) != kind.SIZE:
        raise ValueError("wrong length")
    return kind(data)


_ENCODER = msgspec.json.Encoder(order="sorted", enc_hook=_encode_octets)

T = TypeVar("T")


def encode(value: Any) -> bytes:
    """The canonical bytes of a message, a genesis or any other value of the schema."""
    return _ENCODER.encode(value)


def depth(data: bytes) -> int:
    """Nesting of ``data``, found without decoding it."""
    deepest = level = 0
    for byte in _STRINGS.sub(b"", data).translate(None, _NOT_BRACKETS):
        if byte in b"{[":
            level += 1
            deepest = max(deepest, level)
        else:
            level -= 1
    return deepest


class Codec(Generic[T]):
    """Strict reader of one type (or union of tagged structs) of the schema."""

    def __init__(self, kind: Any) -> None:
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(
            kind, dec_hook=_decode_octets, strict=True
        )

    def decode(self, data: bytes, *, limit: int = MAX_MESSAGE) -> T:
        """The value that ``data`` is the canonical encoding of.

        Raises:
            Refused: E_SIZE over ``limit`` bytes or nested too deep, E_FORMAT not of the schema,
                E_CANON not the canonical encoding of its own value.
        """
        if len(data) > limit:
            raise Refused("E_SIZE", size=len(data), limit=limit)
        if depth(data) > MAX_DEPTH:
            raise Refused("E_SIZE", depth=MAX_DEPTH)
        try:
            value = self._decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
            raise Refused("E_FORMAT") from error
        if _ENCODER.encode(value) != data:
            raise Refused("E_CANON")
        return value
