"""Which seats do not answer, and since when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .events import Missing, Returned

MISSED_AFTER: Final = 3.0
"""Seconds without a link before anybody is told: most breaks heal sooner."""
TELL_AGAIN: Final = 10.0
"""Seconds between two reminders of whom the table waits for."""


class Absences:
    """The links of a table as its players feel them: only who is waited for is missed. Times in seconds."""

    def __init__(self) -> None:
        self._down: dict[int, float] = {}
        self._left: set[int] = set()
        self._told: tuple[int, ...] = ()
        self._told_at = 0.0
        self._returned: list[int] = []

    def down(self, seat: int, now: float) -> None:
        self._down.setdefault(seat, now)

    def up(self, seat: int) -> None:
        self._down.pop(seat, None)
        self._left.discard(seat)
        if seat in self._told:
            self._told = tuple(other for other in self._told if other != seat)
            self._returned.append(seat)

    def left(self, seat: int, now: float) -> None:
        """The seat has said good-bye: it is missed at once."""
        self._left.add(seat)
        self._down[seat] = min(self._down.get(seat, now), now - MISSED_AFTER)

    def has_left(self, seat: int) -> bool:
        return seat in self._left

    def tick(self, waiting: Sequence[int], now: float) -> list[Missing | Returned]:
        """What there is to tell, given the seats that the table waits for."""
        told: list[Missing | Returned] = [Returned(seat) for seat in self._returned]
        self._returned = []
        since = {seat: now - self._down[seat] for seat in waiting if seat in self._down}
        missing = tuple(seat for seat, seconds in since.items() if seconds >= MISSED_AFTER)
        if not missing:
            self._told = ()
        elif missing != self._told or now - self._told_at >= TELL_AGAIN:
            self._told, self._told_at = missing, now
            seconds = int(max(since[seat] for seat in missing))
            told.append(Missing(missing, seconds, left=self._left.issuperset(missing)))
        return told
