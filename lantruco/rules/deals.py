"""Which slot of the deck goes where (R6)."""

from __future__ import annotations

from typing import Final

from .cards import DECK_SIZE
from .notation import HAND_SIZE
from .sides import TABLE_SIZES

Deal = tuple[tuple[tuple[int, ...], ...], int, tuple[int, ...]]
"""Slots of the hands by seat, slot of the vira, slots of the monte from the top."""


def _deal(players: int, dealer: int) -> Deal:
    vira = HAND_SIZE * players
    # Seat dealer+1 is served first, so seat s is served after (s - dealer - 1) mod n others.
    firsts = [HAND_SIZE * ((seat - dealer - 1) % players) for seat in range(players)]
    hands = tuple(tuple(range(first, first + HAND_SIZE)) for first in firsts)
    return hands, vira, tuple(range(vira + 1, DECK_SIZE))


DEALS: Final[dict[int, tuple[Deal, ...]]] = {
    players: tuple(_deal(players, dealer) for dealer in range(players)) for players in TABLE_SIZES
}
"""``DEALS[players][dealer]``."""
