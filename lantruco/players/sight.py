"""What a seat may see of a hand whose cards all lie open here: for practice, measuring and tests."""

from __future__ import annotations

from lantruco.protocol.views import TableView, table_of
from lantruco.rules import HIDDEN, Hand, Phase, next_seat, partners_of


def view_of(hand: Hand, seat: int, number: int = 0) -> TableView:
    """The view that a replica of ``seat`` would give, with nothing in it that R43 hides from that seat.

    number: of the hand within the match. The seats have letters for names, and all are bots.
    """
    speaking = hand.outcome is None
    seen = hand.view(seat).hands
    return TableView(
        seat=seat,
        players=hand.players,
        names=tuple("ABCDEF"[: hand.players]),
        bots=("X",) * hand.players,
        hand=number,
        dealer=hand.dealer,
        mao=next_seat(hand.dealer, hand.players),
        turn=hand.turn if hand.phase is Phase.PLAY else None,
        leader=hand.leader,
        score=hand.score,
        kind=hand.kind,
        value=hand.value,
        pending=hand.pending,
        phase="turn" if hand.phase is Phase.PLAY else "answer",
        actors=hand.actors,
        cards=seen[seat],
        counts=tuple(len(cards) for cards in hand.hands),
        vira=None if hand.vira is None else hand.vira.code,
        table=table_of(hand, hand.table),
        vazas=hand.vazas,
        legal=tuple(hand.legal(seat)),
        waiting=hand.actors[:1] if speaking else (),
        deck=("ready", 1, 1),
        winner=None,
        fault=None,
        closed=False,
        partners=tuple(
            (other, seen[other])
            for other in partners_of(seat, hand.players)
            if hand.kind == "onze" and any(code != HIDDEN for code in seen[other])
        ),
        past=tuple(table_of(hand, vaza) for vaza in hand.past),
        raises=hand.raises,
    )
