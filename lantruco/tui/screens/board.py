"""The table as the screen shows it: one event further at a time, so that a person can follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

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
from lantruco.protocol.sidetalk_messages import ChatSaid, Consulted, SinalGlimpsed, SinalSeen
from lantruco.protocol.views import TableView
from lantruco.rules import (
    HAND_SIZE,
    HIDDEN,
    SIDES,
    START_VALUE,
    Answered,
    Called,
    Claimed,
    HandEnded,
    Outcome,
    Played,
    Shown,
    Swapped,
    VazaEnded,
    hand_result,
    next_seat,
)
from lantruco.tui.account import consult_word, tell
from lantruco.tui.texts import Texts

MAX_NEWS: Final = 400
"""Lines of the account that are kept to read again: some twenty hands."""

REPEATED: Final = (peer.Missing, peer.LinkDown, peer.LinkUp)
"""Events that come again and again, or of which the rest of the screen speaks."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What a seat said last: a word of R44, or `familia`."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class Board:
    """What is on the screen.

    seen: the table as far as it was shown; None before the match. last: the finished vaza that still lies
    there, won by the card of `last_seat` (None: tied). talk: what seats said beside the game, the latest of
    each. advice: what partners say of the answer that is due. outcome: of the hand that just ended. news: the
    account until now. disk: my own, while it takes nothing; held: seats that say the same of theirs. settled:
    everything that happened has been shown, so `seen` is the table itself.
    """

    seen: TableView | None = None
    last: tuple[tuple[int, str], ...] = ()
    last_seat: int | None = None
    speech: tuple[Speech, ...] = ()
    talk: tuple[tuple[int, str], ...] = ()
    advice: tuple[tuple[int, str], ...] = ()
    outcome: Outcome | None = None
    news: tuple[str, ...] = ()
    missing: peer.Missing | None = None
    away: frozenset[int] = field(default_factory=frozenset)
    disk: peer.DiskRefused | None = None
    held: frozenset[int] = field(default_factory=frozenset)
    settled: bool = False
    gathered: peer.Gathered | None = None
    bot_failed: peer.BotFailed | None = None
    opened: peer.Opened | None = None
    record: peer.RecordKept | None = None
    ended: peer.Ended | None = None
    rematch: peer.Staying | peer.RematchOff | None = None
    digest: bytes | None = None

    def said(self, seat: int) -> str | None:
        """The word that stands at a seat."""
        return next((speech.word for speech in self.speech if speech.seat == seat), None)


def follow(board: Board, event: object, truth: TableView | None, texts: Texts) -> Board:
    """The board after one more event. truth: the table as it is by now, perhaps further than the event."""
    seen = board.seen if board.seen is not None else truth
    board = replace(board, seen=seen, settled=False)
    plain = event.event if isinstance(event, RuleEvent) else event
    step = _STEPS.get(type(plain))
    if step is not None and (board.seen is not None or type(plain) in _EARLY):
        board = step(board, plain, truth)
    if type(plain) in REPEATED:
        return board
    if isinstance(plain, ChatSaid):
        board = talking(board, plain.seat, plain.text)
    elif isinstance(plain, SinalSeen | SinalGlimpsed):
        board = talking(board, plain.seat, texts("sinal." + plain.sinal))
    elif isinstance(plain, Consulted) and board.seen is not None:
        board = advised(board, plain.seat, consult_word(plain.word, board.seen, texts))
    elif isinstance(event, RuleEvent | HandStarted):
        board = replace(board, advice=())
    lines = [line for line in tell(event, board.seen, texts) if line]
    if isinstance(event, CardsDealt):
        # The cards themselves lie in front of the player.
        lines = lines[:1]
    return replace(board, news=(*board.news, *lines)[-MAX_NEWS:])


def talking(board: Board, seat: int, text: str) -> Board:
    """The board with these words at a seat."""
    return replace(board, talk=(*(one for one in board.talk if one[0] != seat), (seat, text)))


def advised(board: Board, seat: int, text: str) -> Board:
    """The board with a partner's word about the answer that is due, at his seat too."""
    others = tuple(one for one in board.advice if one[0] != seat)
    return replace(talking(board, seat, text), advice=(*others, (seat, text)))


def settle(board: Board, truth: TableView | None) -> Board:
    """The board when nothing is left to show: the table itself."""
    if truth is None or board.ended is not None:
        return replace(board, settled=True)
    last = () if truth.table else board.last
    missing = board.missing
    if missing is not None and not set(missing.seats) & set(truth.waiting):
        missing = None
    return replace(board, seen=truth, last=last, missing=missing, settled=True)


def pause_after(event: object, me: int | None) -> float:
    """Seconds that a person wants to take an event in, at normal speed."""
    plain = event.event if isinstance(event, RuleEvent) else event
    if isinstance(plain, Played | Called | Answered | Claimed) and plain.seat == me:
        return 0.1
    return _PAUSES.get(type(plain), 0.0)


_PAUSES: Final[dict[type, float]] = {
    HandStarted: 0.6,
    CardsDealt: 0.4,
    Played: 0.6,
    VazaEnded: 1.3,
    Called: 1.0,
    Answered: 0.9,
    Claimed: 1.2,
    Swapped: 0.9,
    Shown: 2.5,
    HandEnded: 2.2,
}


def _view(board: Board, **changes: Any) -> Board:
    assert board.seen is not None
    return replace(board, seen=replace(board.seen, **changes))


def _hand_started(board: Board, event: HandStarted, truth: TableView | None) -> Board:
    assert board.seen is not None
    players = board.seen.players
    board = replace(board, last=(), last_seat=None, speech=(), talk=(), outcome=None)
    return _view(
        board,
        hand=event.hand,
        dealer=event.dealer,
        mao=next_seat(event.dealer, players),
        turn=None,
        leader=None,
        kind=event.kind,
        score=event.score,
        value=START_VALUE[event.kind],  # type: ignore[index]
        pending=None,
        phase="hand",
        actors=(),
        cards=(),
        counts=(0,) * players,
        vira=None,
        table=(),
        vazas=(),
        legal=(),
        partners=(),
    )


def _cards_dealt(board: Board, event: CardsDealt, truth: TableView | None) -> Board:
    assert board.seen is not None
    return _view(
        board,
        vira=event.vira,
        cards=event.cards,
        counts=(HAND_SIZE,) * board.seen.players,
        turn=board.seen.mao if board.seen.kind != "onze" else None,
        phase="turn",
    )


def _cards_drawn(board: Board, event: CardsDrawn, truth: TableView | None) -> Board:
    return _view(board, cards=event.cards)


def _partner_cards(board: Board, event: PartnerCards, truth: TableView | None) -> Board:
    assert board.seen is not None
    others = tuple(shown for shown in board.seen.partners if shown[0] != event.seat)
    return _view(board, partners=(*others, (event.seat, event.cards)))


def _played(board: Board, event: Played, truth: TableView | None) -> Board:
    seen = board.seen
    assert seen is not None
    code = HIDDEN if event.card is None else event.card.code
    counts = tuple(
        max(0, count - 1) if seat == event.seat else count for seat, count in enumerate(seen.counts)
    )
    table = (*seen.table, (event.seat, code))
    speech = tuple(speech for speech in board.speech if speech.seat != event.seat)
    board = replace(board, last=(), last_seat=None, speech=speech)
    return _view(
        board,
        table=table,
        counts=counts,
        cards=_cards_left(seen, event, code, truth),
        partners=tuple(
            (seat, tuple(card for card in cards if card != code)) for seat, cards in seen.partners
        ),
        turn=None if len(table) == seen.players else next_seat(event.seat, seen.players),
        legal=(),
    )


def _cards_left(seen: TableView, event: Played, code: str, truth: TableView | None) -> tuple[str, ...]:
    """My cards after a play; the table itself knows which one I covered."""
    if event.seat != seen.seat:
        return seen.cards
    if truth is not None and truth.hand == seen.hand and len(truth.cards) == len(seen.cards) - 1:
        return truth.cards
    place = seen.cards.index(code) if code in seen.cards else 0
    return seen.cards[:place] + seen.cards[place + 1 :]


def _vaza_ended(board: Board, event: VazaEnded, truth: TableView | None) -> Board:
    assert board.seen is not None
    vazas = (*board.seen.vazas, event.winner)
    won = event.torna if event.winner in SIDES else None
    board = replace(board, last=board.seen.table, last_seat=won)
    turn = event.torna if hand_result(vazas) is None else None
    return _view(board, table=(), vazas=vazas, turn=turn, leader=event.torna, legal=())


def _called(board: Board, event: Called, truth: TableView | None) -> Board:
    assert board.seen is not None
    value = board.seen.value if board.seen.pending is None else board.seen.pending
    board = replace(board, speech=(Speech(event.seat, event.word),))
    return _view(board, pending=event.value, value=value, phase="answer", legal=())


def _answered(board: Board, event: Answered, truth: TableView | None) -> Board:
    seen = board.seen
    assert seen is not None
    others = tuple(speech for speech in board.speech if speech.seat != event.seat)
    board = replace(board, speech=(*others, Speech(event.seat, event.word)))
    if event.word == "aceita" and seen.pending is not None:
        return _view(board, value=seen.pending, pending=None, phase="turn", legal=())
    return _view(board, legal=())


def _claimed(board: Board, event: Claimed, truth: TableView | None) -> Board:
    return _view(replace(board, speech=(Speech(event.seat, "familia"),)), phase="answer", turn=None, legal=())


def _swapped(board: Board, event: Swapped, truth: TableView | None) -> Board:
    return _view(board, turn=event.seat, phase="turn")


def _hand_ended(board: Board, event: HandEnded, truth: TableView | None) -> Board:
    board = replace(board, outcome=event.outcome)
    return _view(board, score=event.outcome.score, pending=None, turn=None, phase="hand", actors=(), legal=())


def _deck_advanced(board: Board, event: DeckAdvanced, truth: TableView | None) -> Board:
    return _view(board, deck=(event.stage, event.done, event.total))


def _match_ended(board: Board, event: MatchEnded, truth: TableView | None) -> Board:
    return _view(board, winner=event.winner, score=event.score, fault=event.fault, legal=())


def _match_closed(board: Board, event: MatchClosed, truth: TableView | None) -> Board:
    return _view(replace(board, digest=event.digest), closed=True, phase="closed")


def _fault_found(board: Board, event: FaultFound, truth: TableView | None) -> Board:
    return _view(board, fault=event.seat, legal=())


def _gathered(board: Board, event: peer.Gathered, truth: TableView | None) -> Board:
    return replace(board, gathered=event, bot_failed=None)


def _bot_failed(board: Board, event: peer.BotFailed, truth: TableView | None) -> Board:
    return replace(board, bot_failed=event)


def _opened(board: Board, event: peer.Opened, truth: TableView | None) -> Board:
    return replace(board, opened=event)


def _missing(board: Board, event: peer.Missing, truth: TableView | None) -> Board:
    return replace(board, missing=event)


def _returned(board: Board, event: peer.Returned, truth: TableView | None) -> Board:
    return replace(board, missing=None, away=board.away - {event.seat})


def _link_down(board: Board, event: peer.LinkDown, truth: TableView | None) -> Board:
    return replace(board, away=board.away | {event.seat}, held=board.held - {event.seat})


def _disk_refused(board: Board, event: peer.DiskRefused, truth: TableView | None) -> Board:
    return replace(board, disk=event)


def _disk_took(board: Board, event: peer.DiskTook, truth: TableView | None) -> Board:
    return replace(board, disk=None)


def _seat_held(board: Board, event: peer.SeatHeld, truth: TableView | None) -> Board:
    others = board.held - {event.seat}
    return replace(board, held=others | {event.seat} if event.held else others)


def _link_up(board: Board, event: peer.LinkUp, truth: TableView | None) -> Board:
    return replace(board, away=board.away - {event.seat})


def _seat_left(board: Board, event: peer.SeatLeft, truth: TableView | None) -> Board:
    return replace(board, away=board.away | {event.seat}, held=board.held - {event.seat})


def _record_kept(board: Board, event: peer.RecordKept, truth: TableView | None) -> Board:
    return replace(board, record=event)


def _rematch(board: Board, event: peer.Staying | peer.RematchOff, truth: TableView | None) -> Board:
    return replace(board, rematch=event)


def _ended(board: Board, event: peer.Ended, truth: TableView | None) -> Board:
    return replace(board, ended=event, missing=None, disk=None, held=frozenset())


_STEPS: Final[dict[type, Callable[[Board, Any, TableView | None], Board]]] = {
    HandStarted: _hand_started,
    CardsDealt: _cards_dealt,
    CardsDrawn: _cards_drawn,
    PartnerCards: _partner_cards,
    Played: _played,
    VazaEnded: _vaza_ended,
    Called: _called,
    Answered: _answered,
    Claimed: _claimed,
    Swapped: _swapped,
    HandEnded: _hand_ended,
    DeckAdvanced: _deck_advanced,
    MatchEnded: _match_ended,
    MatchClosed: _match_closed,
    FaultFound: _fault_found,
    peer.Gathered: _gathered,
    peer.BotFailed: _bot_failed,
    peer.Opened: _opened,
    peer.Missing: _missing,
    peer.Returned: _returned,
    peer.LinkDown: _link_down,
    peer.LinkUp: _link_up,
    peer.SeatLeft: _seat_left,
    peer.DiskRefused: _disk_refused,
    peer.DiskTook: _disk_took,
    peer.SeatHeld: _seat_held,
    peer.RecordKept: _record_kept,
    peer.Staying: _rematch,
    peer.RematchOff: _rematch,
    peer.Ended: _ended,
}
_EARLY: Final = frozenset(
    {
        *(peer.Gathered, peer.Opened, peer.Missing, peer.RecordKept, peer.Ended, peer.LinkUp, peer.LinkDown),
        *(peer.DiskRefused, peer.DiskTook, peer.SeatHeld, peer.BotFailed),
    }
)
