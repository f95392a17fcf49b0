"""A written hand as a row of pictures of the table, one for each thing that happened."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lantruco.protocol.events import CardsDealt, HandStarted, RuleEvent
from lantruco.protocol.views import TableView, code_of, table_of
from lantruco.record.told import Told
from lantruco.rules import Hand, HandEnded, Phase, Played, Swapped, VazaEnded, next_seat
from lantruco.tui.retelling import player_names
from lantruco.tui.screens.board import Board, follow, settle
from lantruco.tui.texts import Texts

Held = tuple[tuple[int, tuple[str, ...]], ...]
"""By seat, the cards that it still holds; `??` for those that nobody ever made known."""

NO_DECK = ("ready", 0, 0)
"""The deck of a match that is only told: nobody proved a shuffle."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture. held: all hands. ends: a vaza or the whole hand ends with it."""

    board: Board
    held: Held
    ends: bool = False


def frames_of(told: Told, number: int, texts: Texts) -> tuple[Frame, ...]:
    """The pictures of one hand, by its place among those that were dealt; first the cards just dealt."""
    match = told.match
    written = match.hands[number]
    hand = written.start()
    around = _Around(told, number, texts)
    view = around.view(hand)
    board = Board(seen=view)
    board = follow(board, HandStarted(number, hand.dealer, hand.kind, hand.score), view, texts)
    if view.vira is not None:
        board = follow(board, CardsDealt(number, view.vira, ()), view, texts)
    frames = [Frame(settle(board, view), _held(hand))]
    for seat, token in written.actions:
        before = _held(hand)
        events = hand.act(seat, token)
        after, truth = _held(hand), around.view(hand)
        for event in events:
            board = follow(board, RuleEvent(event), truth, texts)
            moved = isinstance(event, Played | Swapped | VazaEnded | HandEnded)
            if event is events[-1] and not isinstance(event, HandEnded):
                board = settle(board, truth)
            ends = isinstance(event, VazaEnded | HandEnded)
            frames.append(Frame(board, after if moved else before, ends))
    return tuple(frames)


def opened(frame: Frame) -> Board:
    """The board of a frame with every hand open, as far as its cards ever came to be known."""
    board = frame.board
    assert board.seen is not None
    return replace(board, seen=replace(board.seen, partners=frame.held))


def _held(hand: Hand) -> Held:
    return tuple(
        (seat, tuple(code_of(hand.known(slot)) for slot in slots)) for seat, slots in enumerate(hand.hands)
    )


class _Around:
    """What a view of the table has beside the hand itself."""

    def __init__(self, told: Told, number: int, texts: Texts) -> None:
        self._number = number
        self._names = player_names(told.match, texts)
        self._bots: tuple[str | None, ...] = (None,) * told.match.players
        self._deck = NO_DECK
        if told.report is not None:
            self._names = tuple(seat.name for seat in told.report.seats)
            self._bots = tuple(seat.operator for seat in told.report.seats)
            self._deck = ("ready", told.match.players, told.match.players)

    def view(self, hand: Hand) -> TableView:
        """The table as nobody's seat sees it."""
        vira = hand.known(hand.vira_slot)
        playing = hand.phase is Phase.PLAY
        return TableView(
            seat=None,
            players=hand.players,
            names=self._names,
            bots=self._bots,
            hand=self._number,
            dealer=hand.dealer,
            mao=next_seat(hand.dealer, hand.players),
            turn=hand.turn if playing else None,
            leader=hand.leader,
            score=hand.score,
            kind=hand.kind,
            value=hand.value,
            pending=hand.pending,
            phase="closed" if hand.outcome is not None else "turn" if playing else "answer",
            actors=hand.actors,
            cards=(),
            counts=tuple(len(slots) for slots in hand.hands),
            vira=None if vira is None else vira.code,
            table=table_of(hand, hand.table),
            vazas=hand.vazas,
            legal=(),
            waiting=hand.actors,
            deck=self._deck,
            winner=None,
            fault=None,
            closed=False,
        )
