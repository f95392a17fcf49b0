"""Frames, and the hashes over them ("The fair deal", Hashing)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from tests.independent.edwards import Point, Q
from tests.independent.ristretto import from_hash

Data = bytes | int | str | Sequence[bytes]


def _field(label: str, data: bytes) -> bytes:
    return len(label).to_bytes(2) + label.encode() + len(data).to_bytes(4) + data


def _as_bytes(data: Data) -> bytes:
    if isinstance(data, bytes):
        return data
    if isinstance(data, int):
        return data.to_bytes(8)
    if isinstance(data, str):
        return data.encode()
    return len(data).to_bytes(4) + b"".join(len(item).to_bytes(4) + item for item in data)


def frame(purpose: str, fields: dict[str, Data]) -> bytes:
    return _field("lantruco/3", purpose.encode()) + b"".join(
        _field(label, _as_bytes(data)) for label, data in fields.items()
    )


def digest(purpose: str, fields: dict[str, Data]) -> bytes:
    return hashlib.sha256(frame(purpose, fields)).digest()


def scalar(purpose: str, fields: dict[str, Data]) -> int:
    return int.from_bytes(hashlib.sha512(frame(purpose, fields)).digest(), "little") % Q


def scalars(purpose: str, fields: dict[str, Data], count: int) -> list[int]:
    data = hashlib.shake_256(frame(purpose, fields)).digest(64 * count)
    return [int.from_bytes(data[at : at + 64], "little") % Q for at in range(0, 64 * count, 64)]


def point(purpose: str, fields: dict[str, Data]) -> Point:
    return from_hash(hashlib.sha512(frame(purpose, fields)).digest())


def stream(purpose: str, fields: dict[str, Data]) -> Iterator[int]:
    """Bytes, without end in practice: four thousand are far more than any use here draws."""
    yield from hashlib.shake_256(frame(purpose, fields)).digest(4096)


def draw(source: Iterator[int], below: int) -> int:
    for byte in source:
        if byte < 256 - 256 % below:
            return byte % below
    raise AssertionError("a stream that long does not end")
