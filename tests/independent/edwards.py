"""The twisted Edwards curve of RFC 8032, with points as plain integers (X, Y, Z, T): x = X/Z, y = Y/Z."""

from __future__ import annotations

from collections.abc import Sequence

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)

Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def add(left: Point, right: Point) -> Point:
    x1, y1, z1, t1 = left
    x2, y2, z2, t2 = right
    a = (y1 - x1) * (y2 - x2)
    b = (y1 + x1) * (y2 + x2)
    c = 2 * D * t1 % P * t2
    d = 2 * z1 * z2
    e, f, g, h = (b - a) % P, (d - c) % P, (d + c) % P, (b + a) % P
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def double(point: Point) -> Point:
    x, y, z, _ = point
    a, b = x * x, y * y
    h = a + b
    e = (h - (x + y) ** 2) % P
    g = (a - b) % P
    f = (2 * z * z + g) % P
    h %= P
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def negate(point: Point) -> Point:
    x, y, z, t = point
    return (-x % P, y, z, -t % P)


def total(points: Sequence[Point]) -> Point:
    result = NEUTRAL
    for point in points:
        result = add(result, point)
    return result


def times(factor: int, point: Point) -> Point:
    """``factor`` is not reduced: the multiple is right on the whole curve, not only in the subgroup."""
    if factor < 0:
        return times(-factor, negate(point))
    row = [NEUTRAL, point]
    for _ in range(14):
        row.append(add(row[-1], point))
    result = NEUTRAL
    for shift in range((factor.bit_length() + 3) // 4 * 4 - 4, -1, -4):
        result = double(double(double(double(result))))
        digit = factor >> shift & 15
        if digit:
            result = add(result, row[digit])
    return result


def weighted(factors: Sequence[int], points: Sequence[Point]) -> Point:
    """Σ factor·point in the subgroup of order Q, by buckets: much cheaper than the single products."""
    factors = [factor % Q for factor in factors]
    width = 3 if len(points) < 30 else 5 if len(points) < 150 else 6
    result = NEUTRAL
    for shift in range(-(-253 // width) * width - width, -1, -width):
        for _ in range(width):
            result = double(result)
        buckets: list[Point | None] = [None] * (1 << width)
        for factor, point in zip(factors, points, strict=True):
            digit = factor >> shift & ((1 << width) - 1)
            if digit:
                held = buckets[digit]
                buckets[digit] = point if held is None else add(held, point)
        running, window = NEUTRAL, NEUTRAL
        for bucket in reversed(buckets[1:]):
            if bucket is not None:
                running = add(running, bucket)
            window = add(window, running)
        result = add(result, window)
    return result


def same(left: Point, right: Point) -> bool:
    """Equal points of the curve (not classes of points)."""
    return (
        left[0] * right[2] % P == right[0] * left[2] % P and left[1] * right[2] % P == right[1] * left[2] % P
    )


def encode(point: Point) -> bytes:
    """RFC 8032: y, with the lowest bit of x on top."""
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(data: bytes) -> Point | None:
    """The point, or None where the encoding is not canonical or off the curve."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if len(data) != 32 or y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    if v * x * x % P != u:
        x = x * ROOT_OF_MINUS_ONE % P
    if v * x * x % P != u or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def _base() -> Point:
    point = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert point is not None
    return point


BASE = _base()
