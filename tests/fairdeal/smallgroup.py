"""A toy group of prime order in which a thousand deals take seconds. It hides nothing: tests only."""

from __future__ import annotations

from collections.abc import Iterable

from lantruco.fairdeal.errors import Invalid
from lantruco.fairdeal.group import POINT_BYTES, WIDE_BYTES, Point

ORDER = 2**252 + 27742317777372353535851937790883648493


class IntegersModulo:
    """The integers modulo a prime under addition, in encodings of 32 bytes like the real group's.

    Every equation of the deal holds or fails here as in a real group, with the same tiny chance of accident,
    but `factor · point` is one product and the logarithm of a point is a division. That makes it fast, and
    lets a test play an opponent who can break the group.
    """

    name = "integers-modulo-prime"
    order = ORDER

    def __init__(self) -> None:
        self.identity = self._point(0)
        self.base = self._point(9)

    @staticmethod
    def _point(value: int) -> Point:
        return Point((value % ORDER).to_bytes(POINT_BYTES, "little"))

    @staticmethod
    def _value(point: bytes) -> int:
        return int.from_bytes(point, "little")

    def logarithm(self, point: Point) -> int:
        """k with k · G = point."""
        return self._value(point) * pow(9, -1, ORDER) % ORDER

    def decode_point(self, data: bytes) -> Point:
        if type(data) is not bytes or len(data) != POINT_BYTES or not 0 < self._value(data) < ORDER:
            raise Invalid("E_POINT", "encoding")
        return Point(data)

    def base_mul(self, factor: int) -> Point:
        return self._point(9 * factor)

    def mul(self, factor: int, point: Point) -> Point:
        return self._point(factor * self._value(point))

    def add(self, left: Point, right: Point) -> Point:
        return self._point(self._value(left) + self._value(right))

    def sub(self, left: Point, right: Point) -> Point:
        return self._point(self._value(left) - self._value(right))

    def total(self, points: Iterable[Point]) -> Point:
        return self._point(sum(self._value(point) for point in points))

    def combine(self, factor: int, terms: Iterable[tuple[Point, int]]) -> Point:
        return self._point(9 * factor + sum(self._value(point) * times for point, times in terms))

    def hash_to_point(self, wide: bytes) -> Point:
        if len(wide) != WIDE_BYTES:
            raise ValueError("not 64 bytes")
        return self._point(self._value(wide))


SMALL = IntegersModulo()
