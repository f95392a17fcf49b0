"""Keys faster than fingers: a paste into a terminal that does not mark pastes, or a key held down."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from lantruco.tui.screens.console import Arrival

BURST_SECONDS: Final = 0.05
"""Between two keys: less is nobody's finger; the automatic repetition of a key comes at 0.02 to 0.04."""


class Bursts:
    """Which keys count. A burst are the keys of one reading, or with less than `BURST_SECONDS` between each
    and the next; only its first counts. But all go into a line that is being typed, as long as it is the line
    in which the burst began, and keys that only move what is shown may go on until another comes.
    """

    def __init__(self) -> None:
        self._last: Arrival | None = None
        self._field: object | None = None
        self._only_moves = True

    def counts(self, key: str, arrival: Arrival, field: object | None, moves: Collection[str]) -> bool:
        """Whether to obey a key that came with this reading. field: the line being typed now, if any. moves:
        the keys that only move what this screen shows.
        """
        last, self._last = self._last, arrival
        begins = last is None or not _together(last, arrival)
        if begins:
            self._field, self._only_moves = field, True
        first = begins and not arrival.after_noise
        if field is not None and field is self._field:
            return True
        if first or (self._only_moves and key in moves):
            self._only_moves = self._only_moves and key in moves
            return True
        self._only_moves = False
        return False


def _together(last: Arrival, arrival: Arrival) -> bool:
    return last.number == arrival.number or arrival.at - last.at < BURST_SECONDS
