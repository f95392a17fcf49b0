"""Randomness that a test can repeat, on any machine and in any language."""

from __future__ import annotations

import builtins
from hashlib import shake_256


class SeededEntropy:
    """The same draws for the same seed: draw number n is SHAKE-256 of "seed n"."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._draws = 0

    def bytes(self, count: int) -> builtins.bytes:
        self._draws += 1
        return shake_256(b"%d %d" % (self._seed, self._draws)).digest(count)

    def below(self, bound: int) -> int:
        return int.from_bytes(self.bytes(32), "little") % bound
