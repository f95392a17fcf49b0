"""The bots that sit at tables, in three levels; each sees its own seat's view and nothing else."""

from __future__ import annotations

import random
from typing import Final

from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN

from .foresight import Foresight
from .levels import DEFAULT_LEVEL, FACIL, FORTE, LEVELS, MEDIO
from .rules_of_thumb import RuleOfThumb

GUESSES: Final = {MEDIO: 20, FORTE: 60}
SLIPS: Final = 0.3
"""How often the weakest plays any card."""


class Bot:
    """One seat's policy for a match. The same ``rng`` and the same views give the same words.

    level: one of `LEVELS`; ValueError for another.
    """

    def __init__(self, rng: random.Random, level: str = DEFAULT_LEVEL) -> None:
        if level not in LEVELS:
            raise ValueError(f"no bot plays at level {level!r}")
        self._rng = rng
        self._thumb = RuleOfThumb(rng)
        self._foresight = None
        if level != FACIL:
            self._foresight = Foresight(rng, count=GUESSES[level], learns=level == FORTE)

    def decide(self, view: TableView) -> str | None:
        """A token out of ``view.legal``, or None while the table waits for somebody else."""
        if view.seat is None:
            return None
        if self._foresight is not None:
            self._foresight.notice(view)
        if not view.legal or view.seat not in view.waiting:
            return None
        if self._foresight is None:
            return self._slip(view) or self._thumb.decide(view)
        # A blind hand gives nothing to think about.
        if HIDDEN in view.cards or view.vira is None:
            return self._thumb.decide(view)
        return self._foresight.decide(view)

    def _slip(self, view: TableView) -> str | None:
        cards = [token for token in view.legal if len(token) == 2]
        return self._rng.choice(cards) if cards and self._rng.random() < SLIPS else None
