"""What a seat opens for itself alone: its own cards, those it draws, and those its partners show."""

from __future__ import annotations

from .events import CardsDrawn, Event, PartnerCards
from .matchlog import TURN, MatchLog
from .views import code_of
from .voice import Voice


def see_own(main: MatchLog, seat: int | None) -> tuple[str, ...]:
    """Opens the cards of ``seat`` as far as it may see them now; their codes in hand order."""
    assert main.hand is not None
    assert main.deck is not None
    if seat is None:
        return ()
    held = main.hand.hands[seat]
    if main.deck.secret is not None and not main.hand.blind:
        for position in held:
            main.add_share(seat, position, main.deck.own_share(position))
        main.open_own(seat)
    return tuple(code_of(main.hand.known(position)) for position in held)


def see_drawn(main: MatchLog, seat: int | None, hand: int) -> list[Event]:
    """After an accepted claim the claimant sees the new cards, and nobody else."""
    if main.phase == TURN and main.hand is not None and main.hand.turn == seat:
        return [CardsDrawn(hand, see_own(main, seat))]
    return []


def open_boxes(main: MatchLog, voice: Voice | None, hand: int) -> list[Event]:
    """Cards that partners show us at onze, or positions dealt to us that another held first."""
    if voice is None or main.exchange is None or main.hand is None:
        return []
    senders = set()
    for sender, position, point in voice.open_boxes(main, main.exchange):
        main.add_share(sender, position, point)
        senders.add(sender)
    if main.hand.kind != "onze":
        return [CardsDrawn(hand, see_own(main, voice.seat))] if main.hand.turn == voice.seat else []
    shown: list[Event] = []
    for sender in sorted(senders):
        main.open_own(sender)
        cards = tuple(code_of(main.hand.known(position)) for position in main.hand.hands[sender])
        shown.append(PartnerCards(hand, sender, cards))
    return shown
