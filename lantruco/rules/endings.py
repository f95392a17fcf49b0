"""How a hand ends, and what follows it (R10, R42)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from .events import HandEnded, Outcome, Reason
from .match import add_points, kind_of, match_winner, next_dealer
from .sides import SIDES

_KEPT: Final = 2**14
"""Ends that are remembered: all that matches at one table come to, in a few megabytes."""


@lru_cache(maxsize=_KEPT)
def ended_hand(
    score: tuple[int, int], dealer: int, players: int, winner: int | None, points: int, reason: Reason
) -> HandEnded:
    """The end of a hand that began at ``score``; ``winner``: the number of the side that scores, if any."""
    name = None if winner is None else SIDES[winner]
    after = add_points(score, name, points)
    champion = match_winner(after)
    dealer_then, kind_then = (None, None) if champion else (next_dealer(dealer, players), kind_of(after))
    return HandEnded(Outcome(name, points, reason, after, champion, dealer_then, kind_then))
