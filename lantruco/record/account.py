"""The account of a match, gathered from the events of its replay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from lantruco.protocol.events import (
    CardsDealt,
    Event,
    FaultFound,
    HandStarted,
    MatchEnded,
    RuleEvent,
)
from lantruco.rules import FAMILIA, HIDDEN, Answered, Called, Claimed, HandEnded, Played, Shown, VazaEnded

from .report import FaultReport, HandReport, Move, VazaReport


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: side 0 or 1, final score, the seat at fault if there is one."""

    winner: int
    score: tuple[int, int]
    fault: int | None


class Account:
    """Hands as they were played; takes the events of a replica in order."""

    def __init__(self) -> None:
        self._finished: list[HandReport] = []
        self._current: HandReport | None = None
        self._vazas: list[VazaReport] = []
        self._moves: list[Move] = []
        self.fault: FaultReport | None = None
        self.result: Result | None = None

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, HandStarted):
                self._begin(event)
            elif isinstance(event, CardsDealt) and self._current is not None:
                self._current = replace(self._current, vira=event.vira)
            elif isinstance(event, RuleEvent):
                self._take_rule(event)
            elif isinstance(event, FaultFound):
                self.fault = FaultReport(event.seat, event.code, event.log, event.hand, event.step)
            elif isinstance(event, MatchEnded):
                self.result = Result(event.winner, event.score, event.fault)

    @property
    def hands(self) -> tuple[HandReport, ...]:
        """All hands begun; the last one is unfinished if its ``reason`` is None."""
        if self._current is None:
            return tuple(self._finished)
        return (*self._finished, replace(self._current, vazas=self._all_vazas()))

    def _begin(self, event: HandStarted) -> None:
        self._vazas, self._moves = [], []
        self._current = HandReport(
            hand=event.hand,
            dealer=event.dealer,
            kind=event.kind,
            vira=None,
            vazas=(),
            winner=None,
            points=0,
            reason=None,
            score=event.score,
        )

    def _take_rule(self, shown: RuleEvent) -> None:
        event = shown.event
        if isinstance(event, Played):
            card = HIDDEN if event.covered or event.card is None else event.card.code
            self._moves.append(Move(event.seat, card=card))
        elif isinstance(event, Called):
            self._moves.append(Move(event.seat, word=event.word, value=event.value))
        elif isinstance(event, Claimed):
            self._moves.append(Move(event.seat, word=FAMILIA))
        elif isinstance(event, Answered):
            self._moves.append(Move(event.seat, word=event.word))
        elif isinstance(event, Shown):
            cards = tuple(card.code for card in event.cards)
            self._moves[-1] = replace(self._moves[-1], shown=cards)
        elif isinstance(event, VazaEnded):
            self._vazas.append(VazaReport(tuple(self._moves), event.winner, event.torna))
            self._moves = []
        elif isinstance(event, HandEnded) and self._current is not None:
            outcome = event.outcome
            self._finished.append(
                replace(
                    self._current,
                    vazas=self._all_vazas(),
                    winner=outcome.winner,
                    points=outcome.points,
                    reason=outcome.reason,
                    score=outcome.score,
                )
            )
            self._current = None

    def _all_vazas(self) -> tuple[VazaReport, ...]:
        open_vaza = [VazaReport(tuple(self._moves), None, None)] if self._moves else []
        return (*self._vazas, *open_vaza)
