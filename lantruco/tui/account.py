"""The account of a table in lines of text: pure functions from an event and the view after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lantruco.peer import events as peer
from lantruco.protocol.events import (
    CardsDealt,
    CardsDrawn,
    DeckAdvanced,
    FaultFound,
    HandStarted,
    MatchClosed,
    MatchEnded,
    PartnerCards,
    RuleEvent,
)
from lantruco.protocol.sidetalk_messages import (
    ChatSaid,
    Consulted,
    SaidTwoThings,
    SinalCaught,
    SinalGlimpsed,
    SinalHidden,
    SinalSeen,
)
from lantruco.protocol.views import TableView
from lantruco.rules import (
    HIDDEN,
    ONZE,
    SIDES,
    Answered,
    Called,
    Claimed,
    HandEnded,
    Played,
    Shown,
    Swapped,
    VazaEnded,
    next_seat,
    partners_of,
    seats_of,
)
from lantruco.rules import side as side_of
from lantruco.tui.faces import face, manilhas, named_face, table_face
from lantruco.tui.glyphs import shown_name
from lantruco.tui.texts import Texts


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


def who(seat: int, view: TableView) -> str:
    """A seat's name; names at one table differ."""
    return shown_name(view.names[seat]) if seat < len(view.names) else f"#{seat}"


def marked(name: str, owner: str | None, texts: Texts) -> str:
    """A name with the bot mark, as it stands where the table is introduced: no bot passes for a person."""
    name = shown_name(name)
    return name if owner is None else texts("who.bot", name=name, owner=shown_name(owner))


def team(side: int, view: TableView) -> str:
    """The names of a side."""
    return " + ".join(shown_name(view.names[seat]) for seat in seats_of(side, len(view.names)))


def tentos(count: int, texts: Texts) -> str:
    """`1 tento`, `3 tentos`."""
    return texts("tentos.one" if count == 1 else "tentos.many", count=count)


def seats_line(view: TableView, texts: Texts) -> str:
    """Who sits where, from my point of view, with the bots marked."""
    marks: dict[int, str] = {}
    if view.seat is not None:
        partners = partners_of(view.seat, len(view.names))
        marks = {**dict.fromkeys(partners, texts("who.partner")), view.seat: texts("who.you")}
    people = [
        marked(who(seat, view), view.bots[seat], texts) + (f" ({marks[seat]})" if seat in marks else "")
        for seat in range(len(view.names))
    ]
    return texts("table.seats", people=" · ".join(people))


def score_line(view: TableView, texts: Texts, score: tuple[int, int] | None = None) -> str:
    """The score, ours first."""
    us, them = _ours_first(score or view.score, view)
    if view.seat is None:
        return texts("score.names", one=team(0, view), two=team(1, view), us=us, them=them)
    return texts("score", us=us, them=them)


def head_lines(
    hand: int, dealer: int, kind: str, score: tuple[int, int], view: TableView, texts: Texts
) -> list[str]:
    """The head of a hand: number, score, who is pé and who leads, and whether it is a special one."""
    mao = next_seat(dealer, len(view.names))
    head = texts(
        "hand.head",
        number=hand + 1,
        score=score_line(view, texts, score),
        pe=who(dealer, view),
        mao=who(mao, view),
    )
    if kind == "onze":
        side = 0 if score[0] == ONZE else 1
        return ["", head, _of_side("hand.onze", SIDES[side], view, texts)]
    return ["", head] + ([texts("hand.ferro")] if kind == "ferro" else [])


def vira_lines(vira: str, cards: Sequence[str], view: TableView, texts: Texts) -> list[str]:
    """The vira, the manilhas and my cards; no cards for who only watches."""
    lines = [texts("hand.vira", vira=face(vira, texts), manilhas=manilhas(vira, texts))]
    return lines if view.seat is None else [*lines, cards_line(cards, vira, texts)]


def cards_line(cards: Sequence[str], vira: str | None, texts: Texts) -> str:
    """My cards."""
    if not cards:
        return texts("hand.no_cards")
    if all(card == HIDDEN for card in cards):
        return texts("hand.blind", count=len(cards))
    return texts("hand.cards", cards="  ".join(named_face(card, vira, texts) for card in cards))


def table_lines(view: TableView, texts: Texts) -> list[str]:
    """The whole table again, for who asks."""
    lines = []
    if view.dealer is not None:
        lines += head_lines(view.hand, view.dealer, view.kind, view.score, view, texts)
    if view.vira is not None:
        lines += vira_lines(view.vira, view.cards, view, texts)
    lines += [_partner_line(seat, cards, view, texts) for seat, cards in view.partners]
    if view.vazas:
        results = ", ".join(_of_side("vaza", result, view, texts) for result in view.vazas)
        lines.append(texts("table.vazas", results=results))
    if view.table:
        played = " · ".join(
            f"{who(seat, view)} {table_face(card, view.vira, texts)}" for seat, card in view.table
        )
        lines.append(texts("table.played", cards=played))
    lines.append(texts("table.value", tentos=tentos(view.value, texts)))
    lines += waiting_lines(view, texts)
    return lines


def waiting_lines(view: TableView, texts: Texts) -> list[str]:
    """Whom the table waits for, when it is not me."""
    others = [who(seat, view) for seat in view.waiting if seat != view.seat]
    return [texts("table.waiting", names=", ".join(others))] if others else []


def _my_side(view: TableView) -> int:
    """Side 0 for who only watches."""
    return 0 if view.seat is None else side_of(view.seat)


def _ours_first(score: tuple[int, int], view: TableView) -> tuple[int, int]:
    return (score[0], score[1]) if _my_side(view) == 0 else (score[1], score[0])


def _of_side(key: str, result: str | None, view: TableView, texts: Texts, **values: object) -> str:
    """The sentence `key.us`, `key.them` or `key.nobody`; for who only watches `key.side`, with the names."""
    if result not in SIDES:
        return texts(f"{key}.nobody", **values)
    side = SIDES.index(result)
    if view.seat is None:
        return texts(f"{key}.side", side=team(side, view), **values)
    return texts(f"{key}.us" if side == side_of(view.seat) else f"{key}.them", **values)


def _by(key: str, seat: int, view: TableView, texts: Texts, **values: object) -> str:
    """The sentence `key`, or `key.me` when the seat is mine."""
    if seat == view.seat:
        return texts(key + ".me", **values)
    return texts(key, name=who(seat, view), **values)


def _played(event: Played, view: TableView, texts: Texts) -> list[str]:
    if event.covered or event.card is None:
        return [_by("event.covered", event.seat, view, texts)]
    return [_by("event.played", event.seat, view, texts, card=named_face(event.card.code, view.vira, texts))]


def _vaza_ended(event: VazaEnded, view: TableView, texts: Texts) -> list[str]:
    result = _of_side("vaza", event.winner, view, texts)
    line = texts("event.vaza", number=event.index + 1, result=result)
    # After the first vaza a hand always goes on; whether it does after the second, the table must say.
    if event.index == 0 or (event.index == 1 and view.turn == event.torna):
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
    if event.word == "aceita" and view.pending is None and view.value > 1:
        line += " " + texts("table.value", tentos=tentos(view.value, texts))
    return [line]


def _claimed(event: Claimed, view: TableView, texts: Texts) -> list[str]:
    return [_by("event.claimed", event.seat, view, texts)]


def _swapped(event: Swapped, view: TableView, texts: Texts) -> list[str]:
    return [_by("event.swapped", event.seat, view, texts)]


def _shown(event: Shown, view: TableView, texts: Texts) -> list[str]:
    cards = "  ".join(named_face(card.code, view.vira, texts) for card in event.cards)
    return [_by("event.shown", event.seat, view, texts, cards=cards)]


def _hand_ended(event: HandEnded, view: TableView, texts: Texts) -> list[str]:
    outcome = event.outcome
    line = _of_side(
        "event.hand",
        outcome.winner,
        view,
        texts,
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
        texts("who.free") if name is None else marked(name, bot, texts)
        for name, bot in zip(event.names, event.bots, strict=True)
    )
    taken = sum(name is not None for name in event.names)
    line = texts("event.gathered", people=people, taken=taken, seats=len(event.names))
    return [f"{line} {event.options}" if event.options else line]


def _match_begun(event: peer.MatchBegun, view: TableView, texts: Texts) -> list[str]:
    return [texts("event.begun"), seats_line(view, texts)]


def _deck_advanced(event: DeckAdvanced, view: TableView, texts: Texts) -> list[str]:
    # The deck of a later hand is made behind a running one: nobody waits for it, so nobody need hear of it.
    if event.stage == "commit" and event.done == 0 and not view.cards:
        return [texts("event.shuffling")]
    return []


def _cards_dealt(event: CardsDealt, view: TableView, texts: Texts) -> list[str]:
    return vira_lines(event.vira, event.cards, view, texts)


def _cards_drawn(event: CardsDrawn, view: TableView, texts: Texts) -> list[str]:
    return [] if view.seat is None else [cards_line(event.cards, view.vira, texts)]


def _partner_cards(event: PartnerCards, view: TableView, texts: Texts) -> list[str]:
    return [_partner_line(event.seat, event.cards, view, texts)]


def _partner_line(seat: int, cards: Sequence[str], view: TableView, texts: Texts) -> str:
    shown = "  ".join(named_face(card, view.vira, texts) for card in cards)
    return texts("hand.partner", name=who(seat, view), cards=shown)


def _hand_started(event: HandStarted, view: TableView, texts: Texts) -> list[str]:
    return head_lines(event.hand, event.dealer, event.kind, event.score, view, texts)


def _missing(event: peer.Missing, view: TableView, texts: Texts) -> list[str]:
    names = ", ".join(who(seat, view) for seat in event.seats)
    if event.left:
        return [texts("event.gone", names=names)]
    return [texts("event.missing", names=names, seconds=event.seconds)]


def _returned(event: peer.Returned, view: TableView, texts: Texts) -> list[str]:
    return [texts("event.returned", name=who(event.seat, view))]


def _seat_left(event: peer.SeatLeft, view: TableView, texts: Texts) -> list[str]:
    return [] if view.closed else [texts("event.left", name=who(event.seat, view))]


def _peer_dropped(event: peer.PeerDropped, view: TableView, texts: Texts) -> list[str]:
    return [texts("event.dropped", name=who(event.seat, view), code=event.code)]


def _fault_found(event: FaultFound, view: TableView, texts: Texts) -> list[str]:
    return [_by("event.fault", event.seat, view, texts, code=event.code)]


def _match_ended(event: MatchEnded, view: TableView, texts: Texts) -> list[str]:
    us, them = _ours_first(event.score, view)
    return ["", _of_side("event.match", SIDES[event.winner], view, texts, us=us, them=them)]


def _match_closed(event: MatchClosed, view: TableView, texts: Texts) -> list[str]:
    return [texts("event.closed", digest=event.digest.hex())]


def _unfinished(event: peer.Unfinished, view: TableView, texts: Texts) -> list[str]:
    if not event.seats:
        return [texts("event.unfinished")]
    names = ", ".join(who(seat, view) for seat in event.seats)
    if event.left:
        left = ", ".join(who(seat, view) for seat in event.left)
        return [texts("event.unfinished.left", left=left, names=names)]
    return [texts("event.unfinished.waits", names=names)]


def _no_discovery(event: peer.NoDiscovery, texts: Texts) -> list[str]:
    return [texts("event.no_discovery", reason=texts(f"reason.{event.reason}"))]


def _ended(event: peer.Ended, texts: Texts) -> list[str]:
    # That I left is no news to me.
    return [] if event.code in (None, "E_LEFT") else [texts.error(str(event.code))]


def _bot_failed(event: peer.BotFailed, texts: Texts) -> list[str]:
    return [texts("event.bot_failed", words=event.words)]


def _record_kept(event: peer.RecordKept, texts: Texts) -> list[str]:
    return [texts("event.record.cut" if event.cut else "event.record", path=event.path)]


def _disk_refused(event: peer.DiskRefused, texts: Texts) -> list[str]:
    return [texts("event.disk", folder=event.folder, reason=texts.reason(event.reason))]


def _disk_took(event: peer.DiskTook, texts: Texts) -> list[str]:
    return [texts("event.disk.took")]


def _seat_held(event: peer.SeatHeld, view: TableView, texts: Texts) -> list[str]:
    name, me = who(event.seat, view), view.seat
    if not event.held:
        return [texts("event.held.over", name=name)]
    mine = me is not None and view.bots[event.seat] == view.names[me]
    return [texts("event.held.bot" if mine else "event.held", name=name)]


def _chat_said(event: ChatSaid, view: TableView, texts: Texts) -> list[str]:
    return [texts("talk.said", who=who(event.seat, view), text=event.text)]


def _sinal_seen(event: SinalSeen, view: TableView, texts: Texts) -> list[str]:
    return [texts("talk.sinal", who=who(event.seat, view), sinal=texts("sinal." + event.sinal))]


def _sinal_glimpsed(event: SinalGlimpsed, view: TableView, texts: Texts) -> list[str]:
    return [texts("talk.glimpsed", who=who(event.seat, view), sinal=texts("sinal." + event.sinal))]


def _sinal_caught(event: SinalCaught, view: TableView, texts: Texts) -> list[str]:
    return [texts("talk.caught", who=who(event.seat, view), sinal=texts("sinal." + event.sinal))]


def _sinal_hidden(event: SinalHidden, view: TableView, texts: Texts) -> list[str]:
    return [texts("talk.hidden", who=who(event.seat, view))]


def _said_two_things(event: SaidTwoThings, view: TableView, texts: Texts) -> list[str]:
    return [texts(f"talk.twice.{event.kind}", who=who(event.seat, view))]


def _consulted(event: Consulted, view: TableView, texts: Texts) -> list[str]:
    return [texts("talk.consulted", who=who(event.seat, view), word=consult_word(event.word, view, texts))]


def consult_word(word: str, view: TableView, texts: Texts) -> str:
    """A word between partners; a mão de onze is not accepted, it is played."""
    onze = word == "aceita" and view.kind == "onze" and view.pending is None
    return texts("consult.joga" if onze else "consult." + word)


_TELLERS: dict[type, Callable[[Any, TableView, Texts], list[str]]] = {
    ChatSaid: _chat_said,
    SinalSeen: _sinal_seen,
    SinalGlimpsed: _sinal_glimpsed,
    SinalCaught: _sinal_caught,
    SinalHidden: _sinal_hidden,
    SaidTwoThings: _said_two_things,
    Consulted: _consulted,
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
    HandStarted: _hand_started,
    CardsDealt: _cards_dealt,
    CardsDrawn: _cards_drawn,
    PartnerCards: _partner_cards,
    peer.Missing: _missing,
    peer.Returned: _returned,
    peer.SeatLeft: _seat_left,
    peer.SeatHeld: _seat_held,
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
    peer.BotFailed: _bot_failed,
    peer.RecordKept: _record_kept,
    peer.DiskRefused: _disk_refused,
    peer.DiskTook: _disk_took,
    peer.Ended: _ended,
}
