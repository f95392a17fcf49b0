"""Randomness that a test can repeat."""

from __future__ import annotations

import builtins
import random


class SeededEntropy:
    """The same draws for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def bytes(self, count: int) -> builtins.bytes:
        return self._random.randbytes(count)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)
