"""What tentos are worth: the chance to win the match from a score."""

from __future__ import annotations

from functools import cache
from typing import Final

from lantruco.rules import GOAL, ONZE, ONZE_REFUSED, START_VALUE

HANDS: Final = ((1, 0.66), (3, 0.30), (6, 0.04))
"""Tentos that an ordinary hand gives, and how often, as bots play them; to either side alike."""
ONZE_LEFT: Final = 0.45
"""How often a side runs from its mão de onze."""
ONZE_WON: Final = 0.62
"""How often it wins one that it plays."""


@cache
def match_chance(ours: int, theirs: int) -> float:
    """The chance, 0..1, that the side with ``ours`` tentos wins the match; 12 and more are won (R42).

    Between hands, of players alike, whoever deals.
    """
    if ours >= GOAL:
        return 1.0
    if theirs >= GOAL:
        return 0.0
    if ours == theirs:
        return 0.5
    if ours < theirs:
        return 1.0 - match_chance(theirs, ours)
    if ours == ONZE:
        lost = match_chance(ours, theirs + START_VALUE["onze"])
        return ONZE_LEFT * match_chance(ours, theirs + ONZE_REFUSED) + (1 - ONZE_LEFT) * (
            ONZE_WON + (1 - ONZE_WON) * lost
        )
    return sum(
        share * (match_chance(ours + tentos, theirs) + match_chance(ours, theirs + tentos)) / 2
        for tentos, share in HANDS
    )
