"""Seats, sides and the order in which they speak (R7, R9, R28)."""

from __future__ import annotations

from typing import Final, Literal

Side = Literal["A", "B"]
VazaResult = Literal["A", "B", "T"]

TABLE_SIZES: Final = (2, 4, 6)
"""Numbers of players (R1)."""

SIDES: Final[tuple[Side, Side]] = ("A", "B")
"""Side names by side number: A sits on the even seats, B on the odd ones."""


def side(seat: int) -> int:
    """The side number of a seat, 0 for A and 1 for B (R7)."""
    return seat & 1


ALONE: Final[tuple[tuple[int, ...], ...]] = tuple((seat,) for seat in range(max(TABLE_SIZES)))
"""The actors when only one seat may act."""

OPPONENTS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    players: tuple(tuple((seat + step) % players for step in range(1, players, 2)) for seat in range(players))
    for players in TABLE_SIZES
}
"""``OPPONENTS[players][seat]``: the seats of the other side, anticlockwise from the one after ``seat``."""
