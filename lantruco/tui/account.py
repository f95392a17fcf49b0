"""The account of a table in lines of text: pure functions from an event and the view after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lantruco.peer import events as peer
from lantruco.protocol.events import CardsDealt, DeckAdvanced, FaultFound, MatchClosed, MatchEnded, RuleEvent
from lantruco.protocol.views import TableView
from lantruco.rules import (
    Answered,
    Called,
    Claimed,
    HandEnded,
    Played,
    Shown,
    Swapped,
    VazaEnded,
)
from lantruco.tui.faces import HIDDEN, face, manilhas, named_face
from lantruco.tui.texts import Texts

ONZE = 11


def tell(event: object, view: TableView | None, texts: Texts) -> list[str]:
    """The lines that tell `event`; none for an event that a player need not hear of.

    view: the table after the event; None before the match, when there is nothing to see yet.
    """
    if view is None or type(event) in _EARLY:
        early = _EARLY.get(type(event))
        return early(event, texts) if early else []
    if isinstance(event, RuleEvent):
        event = event.event
    teller = _TELLERS.get(type(event))
    return teller(event, view, texts) if teller else []


def who(seat: int, view: TableView, texts: Texts) -> str:
    """A seat's name as others read it, with the bot mark: a bot never passes for a person."""
    name = view.names[seat] if seat < len(view.names) else f"#{seat}"
    owner = view.bots[seat] if seat < len(view.bots) else None
    return name if owner is None else texts("who.bot", name=name, owner=owner)


def tentos(count: int, texts: Texts) -> str:
    """`1 tento`, `3 tentos`."""
    return texts("tentos.one" if count == 1 else "tentos.many", count=count)


def seats_line(view: TableView, texts: Texts) -> str:
    """Who sits where, from my point of view."""
    marks: dict[int, str] = {}
    if view.seat is not None:
        partners = range(view.seat % 2, len(view.names), 2)
        marks = {**dict.fromkeys(partners, texts("who.partner")), view.seat: texts("who.you")}
    people = [
        who(seat, view, texts) + (f" ({marks[seat]})" if seat in marks else "")
        for seat in range(len(view.names))
    ]
    return texts("table.seats", people=" · ".join(people))


def score_line(view: TableView, texts: Texts, score: tuple[int, int] | None = None) -> str:
    """The score, ours first."""
    us, them = _ours_first(score or view.score, view)
    return texts("score", us=us, them=them)


def hand_lines(view: TableView, texts: Texts) -> list[str]:
    """The head of a hand: number, score, who is pé and mão, vira, manilhas, my cards."""
    lines = [""]
    if view.dealer is not None and view.mao is not None:
        lines.append(
            texts(
                "hand.head",
                number=view.hand + 1,
                score=score_line(view, texts),
                pe=who(view.dealer, view, texts),
                mao=who(view.mao, view, texts),
            )
        )
    lines += _special(view, texts)
    if view.vira is not None:
        lines.append(texts("hand.vira", vira=face(view.vira, texts), manilhas=manilhas(view.vira, texts)))
    lines.append(cards_line(view, texts))
    return lines


def cards_line(view: TableView, texts: Texts) -> str:
    """My cards."""
    if not view.cards:
        return texts("hand.no_cards")
    if all(card == HIDDEN for card in view.cards):
        return texts("hand.blind", count=len(view.cards))
    return texts("hand.cards", cards=_faces(view.cards, view, texts))


def table_lines(view: TableView, texts: Texts) -> list[str]:
    """The whole table again, for who asks."""
    lines = hand_lines(view, texts)
    if view.vazas:
        results = ", ".join(texts("vaza." + _whose(result, view)) for result in view.vazas)
        lines.append(texts("table.vazas", results=results))
    if view.table:
        played = " · ".join(
            f"{who(seat, view, texts)} {named_face(card, view.vira, texts)}" for seat, card in view.table
        )
        lines.append(texts("table.played", cards=played))
    lines.append(texts("table.value", tentos=tentos(view.value, texts)))
    lines += waiting_lines(view, texts)
    return lines


def waiting_lines(view: TableView, texts: Texts) -> list[str]:
    """Whom the table waits for, when it is not me."""
    others = [who(seat, view, texts) for seat in view.waiting if seat != view.seat]
    return [texts("table.waiting", names=", ".join(others))] if others else []


def _special(view: TableView, texts: Texts) -> list[str]:
    if view.kind == "ferro":
        return [texts("hand.ferro")]
    if view.kind == "onze":
        return [texts("hand.onze." + ("us" if view.score[_my_side(view)] == ONZE else "them"))]
    return []


def _my_side(view: TableView) -> int:
    """Side 0 for who only watches."""
    return 0 if view.seat is None else view.seat % 2


def _faces(cards: Any, view: TableView, texts: Texts) -> str:
    return "  ".join(named_face(card, view.vira, texts) for card in cards)


def _ours_first(score: tuple[int, int], view: TableView) -> tuple[int, int]:
    return (score[0], score[1]) if _my_side(view) == 0 else (score[1], score[0])


def _whose(result: str | None, view: TableView) -> str:
    if result not in ("A", "B"):
        return "nobody"
    return "us" if "AB".index(result) == _my_side(view) else "them"


def _by(key: str, seat: int, view: TableView, texts: Texts, **values: object) -> str:
    """The sentence `key`, or `key.me` when the seat is mine."""
    if seat == view.seat:
        return texts(key + ".me", **values)
    return texts(key, name=who(seat, view, texts), **values)


def _played(event: Played, view: TableView, texts: Texts) -> list[str]:
    if event.covered or event.card is None:
        return [_by("event.covered", event.seat, view, texts)]
    return [_by("event.played", event.seat, view, texts, card=named_face(event.card.code, view.vira, texts))]


def _vaza_ended(event: VazaEnded, view: TableView, texts: Texts) -> list[str]:
    result = texts("vaza." + _whose(event.winner, view))
    line = texts("event.vaza", number=event.index + 1, result=result)
    if event.index < 2 and view.turn == event.torna:
        line += " " + _by("event.torna", event.torna, view, texts)
    return [line]


def _called(event: Called, view: TableView, texts: Texts) -> list[str]:
    return [
        _by(
            "event.called",
            event.seat,
            view,
            texts,
            word=texts("shout." + event.word),
            tentos=tentos(event.value, texts),
        )
    ]


def _answered(event: Answered, view: TableView, texts: Texts) -> list[str]:
    line = _by("event.said." + event.word, event.seat, view, texts)
    if event.word == "aceita" and view.pending is None:
        line += " " + texts("table.value", tentos=tentos(view.value, texts))
    return [line]


def _claimed(event: Claimed, view: TableView, texts: Texts) -> list[str]:
    return [_by("event.claimed", event.seat, view, texts)]


def _swapped(event: Swapped, view: TableView, texts: Texts) -> list[str]:
    lines = [_by("event.swapped", event.seat, view, texts)]
    return lines + ([cards_line(view, texts)] if event.seat == view.seat else [])


def _shown(event: Shown, view: TableView, texts: Texts) -> list[str]:
    return [_by("event.shown", event.seat, view, texts)]


def _hand_ended(event: HandEnded, view: TableView, texts: Texts) -> list[str]:
    outcome = event.outcome
    line = texts(
        "event.hand." + _whose(outcome.winner, view),
        tentos=tentos(outcome.points, texts),
        reason=texts("reason." + outcome.reason),
    )
    return [line, score_line(view, texts, outcome.score)]


def _opened(event: peer.Opened, texts: Texts) -> list[str]:
    lines = [texts("event.opened", name=event.name, port=event.port)]
    if event.addresses:
        where = ", ".join(f"{address}:{event.port}" for address in event.addresses)
        lines.append(texts("event.opened.addresses", addresses=where))
    return lines


def _gathered(event: peer.Gathered, texts: Texts) -> list[str]:
    people = " · ".join(
        texts("who.free") if name is None else texts("who.bot", name=name, owner=bot) if bot else name
        for name, bot in zip(event.names, event.bots, strict=True)
    )
    taken = sum(name is not None for name in event.names)
    return [texts("event.gathered", people=people, taken=taken, seats=len(event.names))]


def _match_begun(event: peer.MatchBegun, view: TableView, texts: Texts) -> list[str]:
    return [texts("event.begun"), seats_line(view, texts)]


def _deck_advanced(event: DeckAdvanced, view: TableView, texts: Texts) -> list[str]:
    # The deck of a later hand is made behind a running one: nobody waits for it, so nobody need hear of it.
    if event.stage == "commit" and event.done == 0 and not view.cards:
        return [texts("event.shuffling")]
    return []


def _cards_dealt(event: CardsDealt, view: TableView, texts: Texts) -> list[str]:
    return hand_lines(view, texts)


def _missing(event: peer.Missing, view: TableView, texts: Texts) -> list[str]:
    names = ", ".join(who(seat, view, texts) for seat in event.seats)
    return [texts("event.missing", names=names, seconds=event.seconds)]


def _returned(event: peer.Returned, view: TableView, texts: Texts) -> list[str]:
    return [texts("event.returned", name=who(event.seat, view, texts))]


def _seat_left(event: peer.SeatLeft, view: TableView, texts: Texts) -> list[str]:
    return [texts("event.left", name=who(event.seat, view, texts))]


def _peer_dropped(event: peer.PeerDropped, view: TableView, texts: Texts) -> list[str]:
    return [texts("event.dropped", name=who(event.seat, view, texts), code=event.code)]


def _fault_found(event: FaultFound, view: TableView, texts: Texts) -> list[str]:
    return [_by("event.fault", event.seat, view, texts, code=event.code)]


def _match_ended(event: MatchEnded, view: TableView, texts: Texts) -> list[str]:
    us, them = _ours_first(event.score, view)
    return ["", texts("event.match." + _whose("AB"[event.winner], view), us=us, them=them)]


def _match_closed(event: MatchClosed, view: TableView, texts: Texts) -> list[str]:
    return [texts("event.closed", digest=event.digest.hex())]


def _unfinished(event: peer.Unfinished, view: TableView, texts: Texts) -> list[str]:
    if not event.seats:
        return [texts("event.unfinished")]
    names = ", ".join(who(seat, view, texts) for seat in event.seats)
    return [texts("event.unfinished.waits", names=names)]


def _no_discovery(event: peer.NoDiscovery, texts: Texts) -> list[str]:
    return [texts("event.no_discovery", reason=texts(f"reason.{event.reason}"))]


def _ended(event: peer.Ended, texts: Texts) -> list[str]:
    # That I left is no news to me.
    return [] if event.code in (None, "E_LEFT") else [texts.error(str(event.code))]


def _record_kept(event: peer.RecordKept, texts: Texts) -> list[str]:
    return [texts("event.record", path=event.path)]


_TELLERS: dict[type, Callable[[Any, TableView, Texts], list[str]]] = {
    Played: _played,
    VazaEnded: _vaza_ended,
    Called: _called,
    Answered: _answered,
    Claimed: _claimed,
    Swapped: _swapped,
    Shown: _shown,
    HandEnded: _hand_ended,
    peer.MatchBegun: _match_begun,
    DeckAdvanced: _deck_advanced,
    CardsDealt: _cards_dealt,
    peer.Missing: _missing,
    peer.Returned: _returned,
    peer.SeatLeft: _seat_left,
    peer.PeerDropped: _peer_dropped,
    FaultFound: _fault_found,
    MatchEnded: _match_ended,
    MatchClosed: _match_closed,
    peer.Unfinished: _unfinished,
}
_EARLY: dict[type, Callable[[Any, Texts], list[str]]] = {
    peer.Opened: _opened,
    peer.Gathered: _gathered,
    peer.NoDiscovery: _no_discovery,
    peer.RecordKept: _record_kept,
    peer.Ended: _ended,
}
