"""What one seat sees of a hand (R43)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

HIDDEN: Final = "??"
"""Stands for a card that the seat does not see."""


@dataclass(frozen=True, slots=True)
class View:
    """The cards as one seat sees them.

    seat: who looks. hands: by seat, one code or `HIDDEN` per card still held, in hand order. table: the
    current vaza in order of play, ``"seat card"`` each. past: the finished vazas in the same form. vira:
    its code, or `HIDDEN` while it is not known here.
    """

    seat: int
    hands: tuple[tuple[str, ...], ...]
    table: tuple[str, ...]
    past: tuple[tuple[str, ...], ...]
    vira: str
