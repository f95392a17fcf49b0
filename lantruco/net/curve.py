"""Which 32 bytes are fit to be somebody's Ed25519 key.

Signature checks of common libraries accept keys of small order, and with the neutral element as a key
one constant signature fits every message. So a key is taken only if it is the canonical encoding of a point
of the prime-order subgroup other than the neutral element. Plain integers are enough: keys are public.
Curve and constants: RFC 8032, section 5.1.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE: Final = pow(2, (_P - 1) // 4, _P)

_Point = tuple[int, int, int, int]  # extended coordinates X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z
_NEUTRAL: Final[_Point] = (0, 1, 1, 0)


@lru_cache(maxsize=256)
def is_sound_key(public: bytes) -> bool:
    """True if `public` is 32 bytes, canonical, in the prime-order subgroup and not the neutral element."""
    point = _decode(public)
    if point is None or _is_neutral(point):
        return False
    return _is_neutral(_multiply(_ORDER, point))


def _decode(data: bytes) -> _Point | None:
    if len(data) != 32:
        return None
    number = int.from_bytes(data, "little")
    odd, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    x = _root((y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P)
    if x is None or (x == 0 and odd):
        return None
    if x & 1 != odd:
        x = _P - x
    return x, y, 1, x * y % _P


def _root(square: int) -> int | None:
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    return None if (x * x - square) % _P else x


def _add(a: _Point, b: _Point) -> _Point:
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    m = (y1 - x1) * (y2 - x2) % _P
    n = (y1 + x1) * (y2 + x2) % _P
    c = 2 * t1 * t2 * _D % _P
    d = 2 * z1 * z2 % _P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiply(factor: int, point: _Point) -> _Point:
    total = _NEUTRAL
    while factor:
        if factor & 1:
            total = _add(total, point)
        point = _add(point, point)
        factor >>= 1
    return total


def _is_neutral(point: _Point) -> bool:
    x, y, z, _ = point
    return x % _P == 0 and (y - z) % _P == 0
