"""Where each hand of a match should lead, so that the match meets every special hand there is.

Ordinary hands give few tentos while both sides have room for what the cards may bring. Then one side gets
nine at once, from a doze that the others run from, and has eleven. The others take a mão de onze and are run
to eleven too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from lantruco.rules import FAMILIA_POINTS, ONZE, ONZE_REFUSED, START_VALUE, Kind, kind_of

Goal = Literal["familia", "escada", "blefe", "joga", "corre", "any"]
ESCADA_POINTS: Final = 9
"""What a run from doze gives."""
LOW: Final = ONZE - START_VALUE["onze"] - ONZE_REFUSED
"""What the other side may have when one has eleven: a mão de onze to take, and one to be run from."""
EARLY: Final = 3
"""The bluff comes with so many tentos to spare: who is to bluff may hold a família real, time after time."""


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
        if "familia_blefe" not in self.met and self.spare <= EARLY:
            return "blefe"
        if "escada" not in self.met and self.spare <= 0:
            return "escada"
        return "any"

    @property
    def ahead(self) -> int:
        """The side that comes to eleven first: the lower one before its nine tentos, the higher one after."""
        order = max if "escada" in self.met else min
        return self.score.index(order(self.score))

    @property
    def spare(self) -> int:
        """Tentos of ordinary hands beside those that are needed; less than 0: too many were taken."""
        ahead = ONZE - self.score[self.ahead] - (0 if "escada" in self.met else ESCADA_POINTS)
        low = LOW - self.score[1 - self.ahead] - (0 if "familia_blefe" in self.met else FAMILIA_POINTS)
        return ahead + low if min(ahead, low) >= 0 else -1

    def fits(self, side: int, tentos: int) -> bool:
        """Whether the side may win so many, and what is to come still finds its place."""
        score = (self.score[0] + tentos * (side == 0), self.score[1] + tentos * (side == 1))
        return max(score) <= ONZE and Course(score, self.met).spare >= 0

    def winner(self, value: int) -> int:
        """The side that is to win a hand of this value."""
        low = self.score.index(min(self.score))
        if self.kind == "onze":
            return low
        return next((side for side in (low, 1 - low) if self.fits(side, value)), self.ahead)
