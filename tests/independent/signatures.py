"""Ed25519 (RFC 8032) in plain integers: sound keys, signatures."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache

from tests.independent.edwards import BASE, NEUTRAL, Point, Q, add, decode, encode, negate, same, times


@cache
def sound_key(key: bytes) -> Point | None:
    """The point of an identity key; None unless canonical, in the subgroup of order Q and not neutral."""
    point = decode(key)
    if point is None or same(point, NEUTRAL) or not same(times(Q, point), NEUTRAL):
        return None
    return point


@lru_cache(4096)
def verify(key: bytes, signature: bytes, data: bytes) -> bool:
    """Whether S·B - k·A has exactly the encoding R, with S below the order of the group."""
    point = sound_key(key)
    s = int.from_bytes(signature[32:], "little")
    if point is None or len(signature) != 64 or s >= Q:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + data).digest(), "little") % Q
    return encode(add(times(s, BASE), times(k, negate(point)))) == signature[:32]


def public(seed: bytes) -> bytes:
    return encode(times(_halves(seed)[0], BASE))


def sign(seed: bytes, data: bytes) -> bytes:
    """RFC 8032, section 5.1.6; for vectors and for lies that are well signed."""
    secret, prefix = _halves(seed)
    key = encode(times(secret, BASE))
    nonce = int.from_bytes(hashlib.sha512(prefix + data).digest(), "little") % Q
    announced = encode(times(nonce, BASE))
    k = int.from_bytes(hashlib.sha512(announced + key + data).digest(), "little") % Q
    return announced + ((nonce + k * secret) % Q).to_bytes(32, "little")


def _halves(seed: bytes) -> tuple[int, bytes]:
    data = hashlib.sha512(seed).digest()
    secret = int.from_bytes(data[:32], "little") & (1 << 254) - 8 | 1 << 254
    return secret, data[32:]
