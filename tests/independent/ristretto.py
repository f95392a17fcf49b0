"""ristretto255 (RFC 9496) over the curve of `edwards`: classes of points, one encoding of 32 bytes each."""

from __future__ import annotations

from tests.independent.edwards import ROOT_OF_MINUS_ONE, D, P, Point, add
from tests.independent.refusal import Refused


def magnitude(number: int) -> int:
    """The one of ±number that is even below P."""
    number %= P
    return P - number if number & 1 else number


def root_of_ratio(u: int, v: int) -> tuple[bool, int]:
    """(whether u/v is a square, the even root of u/v, or of √-1·u/v)."""
    u, v = u % P, v % P
    cube = v * v % P * v % P
    root = u * cube % P * pow(u * cube * cube % P * v, (P - 5) // 8, P) % P
    check = v * root * root % P
    right, turned = check == u, check == -u % P
    if turned or check == -u * ROOT_OF_MINUS_ONE % P:
        root = root * ROOT_OF_MINUS_ONE % P
    return right or turned, magnitude(root)


ONE_MINUS_D_SQUARED = (1 - D * D) % P
D_MINUS_ONE_SQUARED = (D - 1) ** 2 % P
# RFC 9496, section 4.1, takes the odd root here.
ROOT_OF_MINUS_D_MINUS_ONE = P - root_of_ratio(-D - 1, 1)[1]
INVERSE_ROOT_OF_MINUS_ONE_MINUS_D = root_of_ratio(1, -1 - D)[1]


def decode(data: bytes) -> Point:
    """RFC 9496, section 4.3.1, and never the neutral class; else `Refused` with E_POINT."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= P or s & 1 or s == 0:
        raise Refused("E_POINT")
    square = s * s % P
    u1, u2 = (1 - square) % P, (1 + square) % P
    v = (-D * u1 * u1 - u2 * u2) % P
    fits, inverse = root_of_ratio(1, v * u2 * u2)
    den_x = inverse * u2 % P
    x = magnitude(2 * s * den_x)
    y = u1 * inverse * den_x % P * v % P
    t = x * y % P
    if not fits or t & 1 or y == 0:
        raise Refused("E_POINT")
    return (x, y, 1, t)


def encode(point: Point) -> bytes:
    """RFC 9496, section 4.3.2."""
    x, y, z, t = point
    u1, u2 = (z + y) * (z - y) % P, x * y % P
    _, inverse = root_of_ratio(1, u1 * u2 * u2)
    den1, den2 = inverse * u1 % P, inverse * u2 % P
    z_inverse = den1 * den2 * t % P
    if t * z_inverse % P & 1:
        x, y = y * ROOT_OF_MINUS_ONE % P, x * ROOT_OF_MINUS_ONE % P
        den = den1 * INVERSE_ROOT_OF_MINUS_ONE_MINUS_D % P
    else:
        den = den2
    if x * z_inverse % P & 1:
        y = -y % P
    return magnitude(den * (z - y)).to_bytes(32, "little")


def equal(left: Point, right: Point) -> bool:
    """Same class."""
    return (left[0] * right[1] - left[1] * right[0]) % P == 0 or (
        left[1] * right[1] - left[0] * right[0]
    ) % P == 0


def from_hash(data: bytes) -> Point:
    """The one-way map of RFC 9496, section 4.3.4, from 64 bytes."""
    return add(_mapped(data[:32]), _mapped(data[32:]))


def _mapped(data: bytes) -> Point:
    t = int.from_bytes(data, "little") & (1 << 255) - 1
    r = ROOT_OF_MINUS_ONE * t * t % P
    u = (r + 1) * ONE_MINUS_D_SQUARED % P
    v = (-1 - r * D) * (r + D) % P
    was_square, s = root_of_ratio(u, v)
    c = P - 1
    if not was_square:
        s, c = -magnitude(s * t) % P, r
    n = (c * (r - 1) * D_MINUS_ONE_SQUARED - v) % P
    w0, w1 = 2 * s * v % P, n * ROOT_OF_MINUS_D_MINUS_ONE % P
    w2, w3 = (1 - s * s) % P, (1 + s * s) % P
    return (w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P)
