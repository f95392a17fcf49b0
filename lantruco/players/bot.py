"""The bots that sit at tables, in three levels; each sees its own seat's view and nothing else."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lantruco.protocol.sidetalk_messages import SinalGlimpsed, SinalSeen
from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN, STEP_ABOVE, WORD_OF

from .foresight import Foresight
from .hearsay import Hearsay
from .levels import DEFAULT_LEVEL, FACIL, FORTE, LEVELS, MEDIO
from .rules_of_thumb import RuleOfThumb
from .tongue import Tongue, Utterance

GUESSES: Final = {MEDIO: 20, FORTE: 60}
SLIPS: Final = 0.3
"""How often the weakest plays any card."""


class Bot:
    """One seat's policy for a match. The same ``rng``, the same views and events give the same words.

    level: one of `LEVELS`; ValueError for another. talks: whether it makes remarks.
    """

    def __init__(self, rng: random.Random, level: str = DEFAULT_LEVEL, *, talks: bool = True) -> None:
        if level not in LEVELS:
            raise ValueError(f"no bot plays at level {level!r}")
        self._rng = rng
        self._thumb = RuleOfThumb(rng)
        self._foresight = None
        if level != FACIL:
            self._foresight = Foresight(rng, count=GUESSES[level], learns=level == FORTE)
        self._hearsay = Hearsay()
        # Talk has chances of its own, so that it does not change how the cards are played.
        self._tongue = Tongue(random.Random(rng.getrandbits(64)), self.opinion, talks=talks)

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
        self._hearsay.notice(view)
        view = self._hearsay.obeyed(view)
        if _is_blind(view):
            return self._thumb.decide(view)
        return self._foresight.decide(view, self._hearsay.told)

    def listen(self, event: object, view: TableView | None) -> Sequence[Utterance]:
        """What to say beside the game after an event: view and talk of this seat are all that it knows."""
        if view is None:
            return ()
        if isinstance(event, SinalSeen | SinalGlimpsed):
            self._hearsay.hear(event, view)
        return self._tongue.hear(event, view)

    def opinion(self, view: TableView) -> str | None:
        """What it would answer to what its side is asked, whoever gives the answer; None: no idea."""
        if not view.asked or _is_blind(view):
            return None
        asked = view if view.legal else replace(view, legal=_answers(view))
        if self._foresight is None or "mostra" in asked.legal:
            return self._thumb.decide(asked)
        self._hearsay.notice(view)
        return self._foresight.opinion(asked, self._hearsay.told)

    def _slip(self, view: TableView) -> str | None:
        cards = [token for token in view.legal if len(token) == 2]
        return self._rng.choice(cards) if cards and self._rng.random() < SLIPS else None


def _is_blind(view: TableView) -> bool:
    """A blind hand gives nothing to think about."""
    return HIDDEN in view.cards or view.vira is None


def _answers(view: TableView) -> tuple[str, ...]:
    """What the partner may answer, where it is for him alone."""
    if view.pending is None:
        return ("joga", "corre") if view.kind == "onze" else ("aceita", "mostra")
    more = STEP_ABOVE.get(view.pending)
    return ("aceita", "corre") if more is None else ("aceita", "corre", WORD_OF[more])
