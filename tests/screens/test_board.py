"""The board that the screen shows keeps up with the table, event by event."""

from __future__ import annotations

import random

import pytest

from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN, Played, VazaEnded
from lantruco.tui.screens.board import Board, follow, pause_after, settle
from lantruco.tui.texts import Texts
from tests.screens.hands import HandSession

TEXTS = Texts("pt")
SAME = ("hand", "dealer", "score", "kind", "value", "pending", "cards", "counts", "vira", "table", "vazas")


def all_events(session: HandSession) -> list[object]:
    events = []
    while not session._queue.empty():
        events.append(session._queue.get_nowait())
    return [event for event in events if event is not None]


def caught_up(board: Board, session: HandSession) -> Board:
    for event in all_events(session):
        board = follow(board, event, session.view(), TEXTS)
    return board


def differences(seen: TableView, truth: TableView) -> dict[str, tuple[object, object]]:
    return {
        name: (getattr(seen, name), getattr(truth, name))
        for name in SAME
        if getattr(seen, name) != getattr(truth, name)
    }


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("seed", range(6))
def test_after_all_events_the_board_shows_what_the_table_is(players: int, seed: int) -> None:
    session = HandSession(players, seed=seed, score=(seed * 2 - 1 if seed else 0, 10 if seed % 2 else 11))
    rng = random.Random(seed)
    board = caught_up(Board(), session)
    while not session.closed:
        assert board.seen is not None
        assert differences(board.seen, session.view()) == {}
        session.say(rng.choice(session.view().legal))
        board = caught_up(board, session)
    assert board.seen is not None
    assert board.seen.winner is not None
    assert board.ended is not None


def test_a_finished_vaza_lies_there_until_the_next_card() -> None:
    session = HandSession(2, seed=3)
    board = caught_up(Board(), session)
    session.say(next(token for token in session.view().legal if len(token) == 2))
    for event in all_events(session):
        before = board
        board = follow(board, event, session.view(), TEXTS)
        plain = getattr(event, "event", event)
        if isinstance(plain, VazaEnded):
            assert board.last == before.seen.table  # type: ignore[union-attr]
            assert board.seen is not None
            assert board.seen.table == ()
        elif isinstance(plain, Played) and before.last:
            assert board.last == ()


def test_what_somebody_says_stands_at_his_seat_until_he_plays() -> None:
    session = HandSession(2, seed=1)
    board = caught_up(Board(), session)
    session.say("truco")
    board = caught_up(board, session)
    assert board.said(0) == "truco"


def test_a_covered_card_leaves_my_hand_and_stays_hidden_on_the_table() -> None:
    session = HandSession(2, seed=5)
    board = caught_up(Board(), session)
    while not any(token.startswith("(") for token in session.view().legal):
        legal = session.view().legal
        session.say(next((token for token in legal if len(token) == 2), legal[0]))
        board = caught_up(board, session)
    token = next(token for token in session.view().legal if token.startswith("("))
    session.say(token)
    for event in all_events(session):
        board = follow(board, event, session.view(), TEXTS)
        if isinstance(getattr(event, "event", None), Played):
            break
    assert board.seen is not None
    assert (0, HIDDEN) in (*board.seen.table, *board.last)
    assert token.strip("()") not in board.seen.cards


def test_my_own_plays_need_no_long_look_and_a_vaza_does() -> None:
    assert pause_after(Played(0, 0, None, True), me=0) < pause_after(Played(1, 0, None, True), me=0)
    assert pause_after(VazaEnded(0, "A", 0), me=0) > pause_after(Played(1, 0, None, True), me=0)


def test_settling_takes_the_table_itself() -> None:
    session = HandSession(4, seed=2)
    board = settle(caught_up(Board(), session), session.view())
    assert board.seen == session.view()
    assert board.settled
