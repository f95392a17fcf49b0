"""Ed25519 public keys and signatures, checked as strictly as the protocol needs.

Libraries accept the identity and other points of small order as public keys; then one
constant signature fits every message. A key is taken here only if its encoding is canonical
and its point generates the prime-order subgroup (RFC 8032 parameters).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .errors import Refused

_P: Final = 2**255 - 19
_Q: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT: Final = pow(2, (_P - 1) // 4, _P)

_Extended = tuple[int, int, int, int]


def _decompress(public: bytes) -> _Extended | None:
    y = int.from_bytes(public, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= _P:
        return None
    x2 = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(x2, (_P + 3) // 8, _P)
    if (x * x - x2) % _P:
        x = x * _ROOT % _P
    if (x * x - x2) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _add(a: _Extended, b: _Extended) -> _Extended:
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    low, high = (y1 - x1) * (y2 - x2) % _P, (y1 + x1) * (y2 + x2) % _P
    cross, plane = 2 * t1 * t2 * _D % _P, 2 * z1 * z2 % _P
    e, f, g, h = high - low, plane - cross, plane + cross, high + low
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiply(scalar: int, point: _Extended) -> _Extended:
    total: _Extended = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = _add(total, point)
        point = _add(point, point)
        scalar >>= 1
    return total


def _is_identity(point: _Extended) -> bool:
    x, y, z, _ = point
    return x % _P == 0 and (y - z) % _P == 0


@lru_cache(maxsize=256)
def is_sound(public: bytes) -> bool:
    """Whether ``public`` is a canonical encoding of a point of prime order."""
    if len(public) != 32:
        return False
    point = _decompress(public)
    return point is not None and not _is_identity(point) and _is_identity(_multiply(_Q, point))


def check_public(public: bytes) -> None:
    """Raises Refused(E_KEY) unless ``public`` (32 bytes) may stand for a person."""
    if not is_sound(bytes(public)):
        raise Refused("E_KEY", reason="unsound")


def verify(public: bytes, signature: bytes, data: bytes) -> bool:
    """Whether ``signature`` (64 bytes) over ``data`` is by the key ``public``, itself already checked."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes(public)).verify(bytes(signature), data)
    except (InvalidSignature, ValueError):
        return False
    return True
