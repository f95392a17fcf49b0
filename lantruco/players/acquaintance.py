"""What a bot learns of the others in the course of a match, from its own views alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lantruco.protocol.views import TableView
from lantruco.rules import FAMILIA_POINTS, side

from .habits import HABITS

EVEN: Final = tuple(1 / len(HABITS) for _ in HABITS)
FORGETS: Final = 0.15
"""How much of every hand's opinion gives way to none: people change, and guesses are guesses."""
SURPRISE: Final = 0.05
"""How likely anybody is to run when his habit says that he stays."""
DOUBTED: Final = (2.0, 5.0)
"""Claims of ours that were challenged, of how many, as it is taken before the first."""
BLUFFS: Final = 0.02
"""How often a hand without a família real is claimed to be one, before any claim was looked at."""


class Acquaintance:
    """habits: how likely each of `HABITS` is, after what this hand has shown."""

    def __init__(self) -> None:
        self.habits: Sequence[float] = EVEN
        self._before: Sequence[float] = EVEN
        self._hand = -1
        self._raised: tuple[tuple[int, int], Sequence[float]] | None = None
        self._claimed = False
        self._challenging: tuple[int, int] | None = None
        self._doubted, self._claims = DOUBTED
        self._lies = self._truths = 1.0

    @property
    def before(self) -> Sequence[float]:
        """How likely each habit was when this hand began."""
        return self._before

    @property
    def challenged(self) -> float:
        """How likely a claim of ours is challenged."""
        return self._doubted / self._claims

    @property
    def bluffed(self) -> float:
        """How often they claim what they do not hold."""
        return BLUFFS * self._lies / self._truths

    def notice(self, view: TableView) -> None:
        """Take in a view, in the order of play; whose turn it is does not matter."""
        if view.hand != self._hand:
            self._close_hand(view)
        elif view.phase == "turn":
            self._raised = None
            if self._claimed and view.turn == view.seat:
                self._claims += 1
                self._claimed = False

    def raised(self, view: TableView, running: Sequence[float]) -> None:
        """We raise now; ``running``: how likely the others run, by habit."""
        assert view.seat is not None
        score = list(view.score)
        score[side(view.seat)] += view.pending or view.value
        self._raised = (score[0], score[1]), running

    def claimed(self) -> None:
        """We claim the família real now."""
        self._claimed = True

    def challenges(self, view: TableView) -> None:
        """We challenge a claim now."""
        self._challenging = view.score

    def _close_hand(self, view: TableView) -> None:
        if self._raised is not None and self._raised[0] == view.score:
            self.habits = [
                likely * (SURPRISE + ran) for likely, ran in zip(self.habits, self._raised[1], strict=True)
            ]
        if self._claimed:
            self._claims += 1
            self._doubted += 1
        if self._challenging is not None and view.seat is not None:
            mine = side(view.seat)
            if view.score[mine] - self._challenging[mine] == FAMILIA_POINTS:
                self._lies += 1
            else:
                self._truths += 1
        self._raised = self._challenging = None
        self._claimed = False
        self._hand = view.hand
        total = sum(self.habits)
        self._before = self.habits = [
            (1 - FORGETS) * each / total + FORGETS * even
            for each, even in zip(self.habits, EVEN, strict=True)
        ]
