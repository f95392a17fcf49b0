"""Views of a table as its seats have them, made from a hand of the rules engine."""

from __future__ import annotations

from typing import Any

from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN, Hand, Phase


def seat_view(hand: Hand, seat: int) -> TableView:
    """What ``seat`` may see of ``hand``; whose cards all lie open here."""
    speaking = hand.outcome is None
    seen = hand.view(seat)
    return TableView(
        seat=seat,
        players=hand.players,
        names=tuple("ABCDEF"[: hand.players]),
        bots=("X",) * hand.players,
        hand=0,
        dealer=hand.dealer,
        mao=(hand.dealer + 1) % hand.players,
        turn=hand.turn,
        leader=hand.leader,
        score=hand.score,
        kind=hand.kind,
        value=hand.value,
        pending=hand.pending,
        phase="turn" if hand.phase is Phase.PLAY else "answer",
        actors=hand.actors if speaking else (),
        cards=seen.hands[seat],
        counts=tuple(len(cards) for cards in hand.hands),
        vira=None if hand.vira is None else hand.vira.code,
        table=tuple((each.seat, HIDDEN if each.card is None else each.card.code) for each in hand.table),
        vazas=hand.vazas,
        legal=tuple(hand.legal(seat)),
        waiting=hand.actors[:1] if speaking else (),
        deck=("ready", 1, 1),
        winner=None,
        fault=None,
        closed=False,
    )


def turn_view(cards: tuple[str, ...], *, vira: str | None = "4P", **changes: Any) -> TableView:
    """Seat 0 of two, on turn with these cards; the manilhas are the fives."""
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "names": ("Ana", "Beto"),
        "bots": (None, None),
        "hand": 0,
        "dealer": 1,
        "mao": 0,
        "turn": 0,
        "leader": 0,
        "score": (0, 0),
        "kind": "normal",
        "value": 1,
        "pending": None,
        "phase": "turn",
        "actors": (0,),
        "cards": cards,
        "counts": (3, 3),
        "vira": vira,
        "table": (),
        "vazas": (),
        "legal": cards,
        "waiting": (0,),
        "deck": ("ready", 1, 1),
        "winner": None,
        "fault": None,
        "closed": False,
    }
    return TableView(**{**values, **changes})
