"""The phases of a hand."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """What a hand waits for."""

    ONZE = "ONZE"
    PLAY = "PLAY"
    RAISE = "RAISE"
    FAMILIA = "FAMILIA"
    END = "END"
