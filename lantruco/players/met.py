"""Which special hands a match has met so far, from what one seat is told of it."""

from __future__ import annotations

from lantruco.protocol.events import HandStarted, RuleEvent
from lantruco.protocol.views import TableView
from lantruco.rules import VALUE_OF, Answered, Called, Claimed, HandEnded, Options, Phase, Played, Swapped
from lantruco.rules import Event as HandEvent
from lantruco.rules.events import ENDS

from .watcher import Watcher


class Met:
    """Names of `lantruco.rules.events.SPECIAL`, for a table with the usual rules.

    now: all met up to now. before: those met when this hand began. claims: of a família real in this hand.
    """

    def __init__(self, players: int, seat: int) -> None:
        self.now: set[str] = set()
        self.before: frozenset[str] = frozenset()
        self.claims = 0
        self._watcher = Watcher(Options().to_map(), players, seat)
        self._words: set[str] = set()
        self._holders: dict[int, int] = {}

    @property
    def lost(self) -> bool:
        """Whether this hand cannot be followed."""
        return self._watcher.hand is None

    def agrees(self, view: TableView) -> bool:
        """Whether all that led to ``view`` was heard."""
        return self._watcher.agrees(view)

    def hear(self, event: object) -> None:
        """Take an event of the table, in order."""
        if isinstance(event, RuleEvent):
            self._note(event.event)
        self._watcher.take(event)
        if isinstance(event, HandStarted):
            self._begin(event)

    def _begin(self, started: HandStarted) -> None:
        hand = self._watcher.hand
        assert hand is not None
        self.before = frozenset(self.now)
        self.claims = 0
        self._words = set()
        self._holders = {slot: seat for seat, held in enumerate(hand.hands) for slot in held}
        if started.kind == "ferro":
            self.now.add("ferro")

    def _note(self, event: HandEvent) -> None:
        if isinstance(event, Played) and event.covered:
            self.now.add("coberta")
        elif isinstance(event, Called):
            self._answered_by(event.seat)
            self._words.add(event.word)
            if self._words.issuperset(VALUE_OF):
                self.now.add("escada")
        elif isinstance(event, Answered):
            self._answered_by(event.seat)
            if event.word == "joga":
                self.now.add("onze_joga")
        elif isinstance(event, Claimed):
            self.claims += 1
        elif isinstance(event, Swapped):
            self.now.add("familia")
            if any(self._holders.setdefault(slot, event.seat) != event.seat for slot in event.slots):
                self.now.add("familia_de_novo")
        elif isinstance(event, HandEnded) and event.outcome.reason in ENDS:
            self.now.add(ENDS[event.outcome.reason])

    def _answered_by(self, seat: int) -> None:
        """An answer tells two things before the hand moves on: whose it is, and what it is to."""
        hand = self._watcher.hand
        if hand is None:
            return
        if hand.phase is not Phase.PLAY and seat != hand.actors[0]:
            self.now.add("parceiro")
        if hand.phase is Phase.ONZE and hand.players > 2:
            self.now.add("onze_parceiros")
