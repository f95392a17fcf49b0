"""Who wins a vaza, and what the vazas make of the hand (R11-R15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .events import Played
from .sides import SIDES, VazaResult

RESULT: Final[dict[tuple[VazaResult, ...], VazaResult]] = {
    ("A", "A"): "A",
    ("B", "B"): "B",
    ("A", "T"): "A",
    ("B", "T"): "B",
    ("T", "A"): "A",
    ("T", "B"): "B",
    ("A", "B", "A"): "A",
    ("A", "B", "B"): "B",
    ("A", "B", "T"): "A",
    ("B", "A", "A"): "A",
    ("B", "A", "B"): "B",
    ("B", "A", "T"): "B",
    ("T", "T", "A"): "A",
    ("T", "T", "B"): "B",
    ("T", "T", "T"): "T",
}
"""The end states of a hand (R15); T when all three vazas are tied, which R17-R22 settle. Absent: it
goes on.
"""

_COVERED: Final = -1
_BOTH_SIDES: Final = 0b11


def judge(table: Iterable[Played], strengths: Sequence[int], torna_empate: str) -> tuple[VazaResult, int]:
    """The result of a full vaza and the seat that leads the next one (R11-R14, R33, R34).

    table: all plays in order. strengths: by card index, see `cards.STRENGTHS`. torna_empate: the table
    option.
    """
    best = _COVERED - 1
    opened = -1
    first = last = sides = 0
    for played in table:
        seat = played.seat
        if opened < 0:
            opened = seat
        card = played.card
        worth = _COVERED if card is None else strengths[card]
        if worth > best:
            best = worth
            first = last = seat
            sides = 1 << (seat & 1)
        elif worth == best:
            last = seat
            sides |= 1 << (seat & 1)
    if sides != _BOTH_SIDES:
        return SIDES[sides >> 1], first
    if torna_empate == "primeiro":
        return "T", first
    return "T", last if torna_empate == "ultimo" else opened
