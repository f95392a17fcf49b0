"""Where each hand of a match should lead, so that the match meets every special hand there is.

One side gets nine tentos from a doze that the others run from, and the rest one by one; the other side stays
low enough to take a mão de onze, and then runs are given to it until both have eleven.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from lantruco.rules import ONZE, Kind, kind_of
from lantruco.rules.worth import FAMILIA_POINTS, ONZE_REFUSED, START_VALUE

Goal = Literal["familia", "escada", "blefe", "joga", "corre", "any"]
ESCADA_POINTS: Final = 9
"""What a run from doze gives."""
LOW: Final = ONZE - START_VALUE["onze"] - ONZE_REFUSED
"""What the other side may have when one has eleven: a mão de onze to take, and one to be run from."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of one hand, alike for all seats: score and what was met are those before it."""

    score: tuple[int, int]
    met: frozenset[str]

    @property
    def kind(self) -> Kind:
        return kind_of(self.score)

    @property
    def goal(self) -> Goal:
        if self.kind == "onze":
            fits = min(self.score) + START_VALUE["onze"] <= ONZE
            return "joga" if "onze_joga" not in self.met and fits else "corre"
        if self.kind == "ferro":
            return "any"
        if "familia_de_novo" not in self.met:
            return "familia"
        if "escada" not in self.met and self.score[self.ahead] + ESCADA_POINTS <= ONZE:
            return "escada"
        if "familia_blefe" not in self.met and self.score[1 - self.ahead] + FAMILIA_POINTS < ONZE:
            return "blefe"
        return "any"

    @property
    def ahead(self) -> int:
        """The side that comes to eleven first: the lower one before its nine tentos, the higher one after."""
        order = max if "escada" in self.met else min
        return self.score.index(order(self.score))

    def room(self, side: int) -> int:
        """Tentos that the side may take in ordinary hands, beside those that it is to get anyway."""
        if side == self.ahead:
            return ONZE - self.score[side] - (0 if "escada" in self.met else ESCADA_POINTS)
        return LOW - self.score[side] - (0 if "familia_blefe" in self.met else FAMILIA_POINTS)

    def winner(self, value: int) -> int:
        """The side that is to win a hand of this value."""
        if self.kind == "onze":
            return self.score.index(min(self.score))
        # The eleventh tento ends the ordinary hands, so it comes last.
        if self.room(self.ahead) > value or self.room(1 - self.ahead) < value:
            return self.ahead
        return 1 - self.ahead
