"""How far the others' logs go, and how much of ours each of them may ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lantruco.net.meter import Allowances
from lantruco.protocol.sync import Have

HAVE_PAUSE: Final = 0.2
"""Seconds between two answers to one peer that asks what it lacks: an answer may be a megabyte."""
ANSWER_BURST: Final = 8 * 2**20
ANSWER_PER_SECOND: Final = 2**19
"""Bytes told to one peer that asks, at once and in the long run: a whole match, but not again and again."""


class Answers:
    """The askings of one match. Times in seconds of any steady clock."""

    def __init__(self) -> None:
        self._have: dict[bytes, Have] = {}
        self._answered: dict[bytes, float] = {}
        self._allowances = Allowances[bytes](ANSWER_BURST, ANSWER_PER_SECOND)

    def hear(self, key: bytes, have: Have, now: float) -> bool:
        """Note what a peer says it has. Whether it is to be answered: not if it asks too often."""
        self._have[key] = have
        return now - self._answered.get(key, -HAVE_PAUSE) >= HAVE_PAUSE

    def grant(self, key: bytes, frames: Sequence[bytes], now: float) -> Sequence[bytes]:
        """What to send of the frames that a peer lacks; nothing to one that asks for too much."""
        if frames:
            self._answered[key] = now
        return frames if self._allowances.take(key, now, sum(map(len, frames))) else ()

    def reaches(self, key: bytes, steps: int) -> bool:
        """Whether a peer has told that its main log has so many complete steps."""
        return key in self._have and self._have[key].main >= steps
