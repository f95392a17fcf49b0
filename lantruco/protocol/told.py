"""What a complete step of the main log tells the owner of a replica."""

from __future__ import annotations

from collections.abc import Iterator

from lantruco import rules

from .events import CardsDealt, Event, FaultFound, HandStarted, RuleEvent
from .matchlog import BOXES, DEAL, DRAW, HAND, OPENED, MatchLog
from .own_cards import open_boxes, see_drawn, see_own
from .steplog import Step
from .views import code_of
from .voice import Voice


def told_by(
    step: Step, main: MatchLog, phase: str, hand: int, seat: int | None, voice: Voice | None
) -> Iterator[Event]:
    """The events of a step that ``main`` has just taken in; ``phase`` and ``hand`` are those before it.

    Opens on the way what ``seat`` alone may see now.
    """
    if phase == HAND:
        assert main.hand is not None
        yield HandStarted(hand, main.hand.dealer, main.hand.kind, main.score)
    elif phase == DEAL:
        vira = code_of(None if main.hand is None else main.hand.vira)
        yield CardsDealt(hand, vira, see_own(main, seat))
    elif phase == BOXES:
        yield from open_boxes(main, voice, hand)
    elif any(isinstance(event, rules.Swapped) for event in main.events) or phase == DRAW:
        yield from see_drawn(main, seat, hand)
    elif phase == OPENED and main.fault is not None:
        yield FaultFound(main.fault, "E_BOX", "main", hand, step.number)
    yield from (RuleEvent(event) for event in main.events)
