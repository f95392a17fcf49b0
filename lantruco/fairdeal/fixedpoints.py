"""Points that nobody chose: the cards and the generators, each hashed to the group under its own tag."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .context import CARDS
from .group import Group, Point
from .transcript import wide


class Generators(NamedTuple):
    """`chain` is h of the paper, `cards` are h_1 .. h_40; `packed` is all 41 encodings in this order."""

    chain: Point
    cards: tuple[Point, ...]
    packed: bytes


@lru_cache(maxsize=8)
def card_points(group: Group, codes: tuple[str, ...]) -> tuple[Point, ...]:
    """M_c for each code, in the order of the codes."""
    name = group.name.encode("ascii")
    return tuple(
        group.hash_to_point(wide("card", [("group", name), ("code", code.encode("ascii"))])) for code in codes
    )


@lru_cache(maxsize=8)
def card_indices(group: Group, codes: tuple[str, ...]) -> dict[Point, int]:
    """The way back: from M_c to the index of c."""
    return {point: index for index, point in enumerate(card_points(group, codes))}


@lru_cache(maxsize=8)
def generators(group: Group) -> Generators:
    """h (index 0) and h_1 .. h_40 (indices 1 .. 40)."""
    name = group.name.encode("ascii")
    chain, *cards = [
        group.hash_to_point(wide("generator", [("group", name), ("index", index)]))
        for index in range(CARDS + 1)
    ]
    return Generators(chain, tuple(cards), b"".join([chain, *cards]))
