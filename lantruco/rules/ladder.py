"""The steps of a raise and its words (R23), and the limit of tentos (R22)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

GOAL: Final = 12
"""Tentos that win a match (R1)."""

ONZE: Final = 11
"""Tentos at which a side plays the mão de onze (R29)."""

VALUE_OF: Final = {"truco": 3, "seis": 6, "nove": 9, "doze": 12}
"""The value each raise word asks for."""

WORD_OF: Final = {value: word for word, value in VALUE_OF.items()}
"""The word that asks for a value."""

NEXT: Final = {1: 3, 3: 6, 6: 9, 9: 12}
"""The step above a value; 12 has none."""

PREVIOUS: Final = {above: below for below, above in NEXT.items()}
"""The step below a raised value: what the caller gains when the raise is refused (R24)."""


def over_limit(value: int, tentos: int) -> bool:
    """Whether raising to ``value`` is over the limit for a side that began the hand with ``tentos`` (R22)."""
    return tentos + PREVIOUS[value] >= GOAL


@dataclass(frozen=True, slots=True)
class Raise:
    """One raise of a hand.

    seat: who called. value: 3, 6, 9 or 12. exposta: an opposing face-up card lay in the vaza (R18), else no
    escuro (R19). over: over the limit of tentos (R22), whatever the table's limit option is. vaza: index
    0..2 of the vaza during which it was called.
    """

    seat: int
    value: int
    exposta: bool
    over: bool
    vaza: int

    def __str__(self) -> str:
        manner = "exposta" if self.exposta else "escuro"
        return f"{self.seat}:{self.value}:{manner}{':over' if self.over else ''}"
