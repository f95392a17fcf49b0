"""Who wins a vaza, a hand and a match, and how many tentos (R1, R11-R42)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from .actions import STEP_BELOW
from .events import HandEnded, Kind, Outcome, Played, Reason
from .table import SIDES, Side, VazaResult, next_seat

GOAL: Final = 12
"""Tentos that win a match (R1)."""

ONZE: Final = 11
"""Tentos at which a side plays the mão de onze (R29)."""

START_VALUE: Final[dict[Kind, int]] = {"normal": 1, "onze": 3, "ferro": 1}
"""What a hand is worth before any raise (R23, R29, R31)."""

ONZE_REFUSED: Final = 1
"""Points for the opponents of a side that runs from its mão de onze (R29)."""

ONZE_PENALTY: Final = 3
"""Points for the opponents of who raises at a mão de onze, and of who ties it, where the table says
so (R17, R30).
"""

FAMILIA_POINTS: Final = 3
"""Points of a challenged família real, whatever the hand is worth (R38)."""

RESULT: Final[dict[tuple[str, ...], VazaResult]] = {
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

_KEPT: Final = 2**14
"""Ends that are remembered: all that matches at one table come to, in a few megabytes."""

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


def hand_result(vazas: Sequence[str]) -> VazaResult | None:
    """What the vazas so far make of a hand (R15): the side that wins it, T when all three are tied, None
    while it goes on. Vazas after the one that decides do not count.
    """
    courses = (RESULT.get(tuple(vazas[:count])) for count in range(1, len(vazas) + 1))
    return next(filter(None, courses), None)


def over_limit(value: int, tentos: int) -> bool:
    """Whether raising to ``value`` is over the limit for a side that began the hand with ``tentos`` (R22)."""
    return tentos + STEP_BELOW[value] >= GOAL


def kind_of(score: tuple[int, int]) -> Kind:
    """The kind of hand that a score of A and B calls for (R29, R31)."""
    at_onze = score.count(ONZE)
    return "ferro" if at_onze == len(SIDES) else "onze" if at_onze else "normal"


def match_winner(score: tuple[int, int]) -> Side | None:
    """The side that has reached 12 tentos, if any (R42)."""
    return "A" if score[0] >= GOAL else "B" if score[1] >= GOAL else None


def add_points(score: tuple[int, int], winner: Side | None, points: int) -> tuple[int, int]:
    """The score after ``winner`` gains ``points``; what goes beyond 12 is lost (R42)."""
    a, b = score
    if winner == "A":
        return min(GOAL, a + points), b
    if winner == "B":
        return a, min(GOAL, b + points)
    return score


@lru_cache(maxsize=_KEPT)
def ended_hand(
    score: tuple[int, int], dealer: int, players: int, winner: int | None, points: int, reason: Reason
) -> HandEnded:
    """The end of a hand that began at ``score``; ``winner``: the number of the side that scores, if any."""
    name = None if winner is None else SIDES[winner]
    after = add_points(score, name, points)
    champion = match_winner(after)
    dealer_then, kind_then = (None, None) if champion else (next_seat(dealer, players), kind_of(after))
    return HandEnded(Outcome(name, points, reason, after, champion, dealer_then, kind_then))
