"""A hand followed from its events alone: what one seat knows of it, as the rules engine would have it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from lantruco.protocol.events import CardsDealt, CardsDrawn, HandStarted, PartnerCards, RuleEvent
from lantruco.protocol.views import TableView
from lantruco.rules import (
    DECK_SIZE,
    FAMILIA,
    HIDDEN,
    Answered,
    Called,
    Card,
    Claimed,
    Hand,
    Options,
    Phase,
    Played,
    RuleError,
    Shown,
)
from lantruco.rules import Event as HandEvent

log = logging.getLogger(__name__)

COVERED_SHOWN: Final = "(??)"
"""Stands for a covered card whose place in the hand is not known here."""


class Watcher:
    """Follows the hands of a table for one seat. ``hand`` is None until one begins, or after what makes no
    sense here, until the next one.
    """

    def __init__(self, rules: Mapping[str, object], players: int, seat: int) -> None:
        self._options = Options.from_map(rules)
        self._players = players
        self._seat = seat
        self._drawn: tuple[str, ...] = ()
        self._challenger: int | None = None
        self.hand: Hand | None = None

    def take(self, event: object) -> tuple[int, str] | None:
        """Follow one event of a session; the seat and token of what was done, if it is an action."""
        spoken = self._spoken(event.event) if isinstance(event, RuleEvent) else None
        self._carry_out(event)
        return spoken

    def agrees(self, view: TableView) -> bool:
        """Whether the hand followed here is as far as the table: events may still be on their way."""
        hand = self.hand
        return hand is not None and (
            hand.score,
            hand.vazas,
            len(hand.table),
            hand.value,
            hand.pending,
            hand.actors,
            hand.view(self._seat).hands[self._seat],
            tuple(map(len, hand.hands)),
        ) == (
            view.score,
            view.vazas,
            len(view.table),
            view.value,
            view.pending,
            view.actors,
            view.cards,
            view.counts,
        )

    def _carry_out(self, event: object) -> None:
        try:
            self._follow(event)
        except (RuleError, ValueError, AssertionError) as error:
            log.error("a hand cannot be followed any more: %s", error)
            self.hand = None

    def _spoken(self, event: HandEvent) -> tuple[int, str] | None:
        if isinstance(event, Played):
            return event.seat, self._card_token(event)
        if isinstance(event, Called | Answered):
            return event.seat, event.word
        return (event.seat, FAMILIA) if isinstance(event, Claimed) else None

    def _card_token(self, played: Played) -> str:
        if not played.covered and played.card is not None:
            return played.card.code
        place = self._place(played)
        return f"({place})" if place else COVERED_SHOWN

    def _place(self, played: Played) -> str | None:
        held = () if self.hand is None else self.hand.hands[played.seat]
        return f"#{held.index(played.slot) + 1}" if played.slot in held else None

    def _follow(self, event: object) -> None:
        if isinstance(event, HandStarted):
            self._begin(event)
            return
        hand = self.hand
        if hand is None:
            return
        if isinstance(event, CardsDealt):
            hand.reveal(hand.vira_slot, Card.parse(event.vira))
            self._see(hand, self._seat, event.cards)
        elif isinstance(event, PartnerCards):
            self._see(hand, event.seat, event.cards)
        elif isinstance(event, CardsDrawn):
            self._drawn = event.cards
        elif isinstance(event, RuleEvent):
            self._do(hand, event.event)
        # The new cards may be told before the answer that dealt them.
        if self._drawn and hand.phase is not Phase.FAMILIA:
            self._see(hand, self._seat, self._drawn)
            self._drawn = ()

    def _begin(self, event: HandStarted) -> None:
        self._drawn, self._challenger = (), None
        self.hand = Hand.new(
            players=self._players,
            options=self._options,
            dealer=event.dealer,
            score=event.score,
            deck=[None] * DECK_SIZE,
        )

    @staticmethod
    def _see(hand: Hand, seat: int, codes: tuple[str, ...]) -> None:
        for slot, code in zip(hand.hands[seat], codes, strict=False):
            if code != HIDDEN:
                hand.reveal(slot, Card.parse(code))

    def _do(self, hand: Hand, event: HandEvent) -> None:
        if isinstance(event, Played):
            place = self._place(event)
            assert place is not None
            if event.card is not None and not event.covered:
                hand.reveal(event.slot, event.card)
            hand.act(event.seat, f"({place})" if event.covered else place)
        elif isinstance(event, Called):
            hand.act(event.seat, event.word)
        elif isinstance(event, Claimed):
            hand.act(event.seat, FAMILIA)
        elif isinstance(event, Answered):
            # A challenge can be judged only once the cards are open.
            if event.word == "mostra":
                self._challenger = event.seat
            else:
                hand.act(event.seat, event.word)
        elif isinstance(event, Shown) and self._challenger is not None:
            self._see(hand, event.seat, tuple(card.code for card in event.cards))
            hand.act(self._challenger, "mostra")
