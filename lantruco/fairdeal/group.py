"""A group of prime order, as the deal needs it, and the typed values that live in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from .errors import Invalid

POINT_BYTES = 32
SCALAR_BYTES = 32
WIDE_BYTES = 64
"""Bytes reduced to one scalar or mapped to one point; so many that the bias is below 2^-250."""


class Point(bytes):
    """An element of a group, already checked; it *is* its canonical encoding of POINT_BYTES bytes.

    Only a group makes one: at the door by `decode_point` (never the identity), or as a result of arithmetic.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Point({self.hex()[:8]}…)"


class Scalar:
    """An integer modulo the group's order. It may be a secret, so it never prints its value."""

    __slots__ = ("value",)

    value: int

    def __init__(self, value: int) -> None:
        object.__setattr__(self, "value", value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Scalar does not change")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scalar) and other.value == self.value

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return "Scalar(…)"

    def encode(self) -> bytes:
        """SCALAR_BYTES bytes, little-endian."""
        return self.value.to_bytes(SCALAR_BYTES, "little")


class Group(Protocol):
    """A cyclic group of prime order, written additively. One element has one encoding.

    Factors may be any integers; they count modulo `order`. All methods are thread-safe.
    """

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """Names the group in every hash, so that nothing made in one group means anything in another."""

    @property
    def order(self) -> int:
        """The prime number of elements."""

    @property
    def base(self) -> Point:
        """The generator G."""

    @property
    def identity(self) -> Point:
        """The neutral element. It is a legal result of arithmetic and never a legal input from outside."""

    def decode_point(self, data: bytes) -> Point:
        """The one door for points: canonical, in the group, not the identity; else Invalid("E_POINT")."""

    def base_mul(self, factor: int) -> Point:
        """factor · G."""

    def mul(self, factor: int, point: Point) -> Point:
        """factor · point."""

    def add(self, left: Point, right: Point) -> Point:
        """left + right."""

    def sub(self, left: Point, right: Point) -> Point:
        """left - right."""

    def total(self, points: Iterable[Point]) -> Point:
        """The sum of the points; the identity if there are none."""

    def combine(self, factor: int, terms: Iterable[tuple[Point, int]]) -> Point:
        """factor · G + Σ k · P over the terms (P, k)."""

    def hash_to_point(self, wide: bytes) -> Point:
        """Maps WIDE_BYTES bytes of a hash to an element whose logarithm nobody knows."""


def decode_scalar(group: Group, data: bytes) -> Scalar:
    """A scalar from outside: SCALAR_BYTES bytes, little-endian, 0 ≤ s < order; else Invalid("E_SCALAR")."""
    if type(data) is not bytes or len(data) != SCALAR_BYTES:
        raise Invalid("E_SCALAR", "length")
    value = int.from_bytes(data, "little")
    if value >= group.order:
        raise Invalid("E_SCALAR", "range")
    return Scalar(value)


def decode_secret_scalar(group: Group, data: bytes) -> Scalar:
    """A secret key read back from a private place: as `decode_scalar`, and not zero."""
    scalar = decode_scalar(group, data)
    if scalar.value == 0:
        raise Invalid("E_SCALAR", "zero")
    return scalar
