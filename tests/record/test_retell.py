"""A record told as a written match, and that match told again, is the record's own account."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.record.report import HandReport
from lantruco.record.retell import account_of, written_match
from lantruco.rules import HIDDEN, WrittenMatch, parse_match, print_match
from tests.record.golden import report_of
from tests.rules.tables import Game, at_any_pace, games
from tests.rules.test_notation import match_of, played

GOLDEN = sorted((Path(__file__).parents[2] / "seeds" / "golden").glob("*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_record_written_down_tells_the_same_hands_and_no_card_that_was_not_opened(path: Path) -> None:
    report = report_of(path.stem)
    match = written_match(report)
    dealt = tuple(hand for hand in report.hands if hand.vira is not None)
    assert account_of(match) == dealt
    assert parse_match(print_match(match)) == match
    assert match.names == tuple(seat.name for seat in report.seats)
    for told, written in zip(dealt, match.hands, strict=True):
        assert {card.code for card in written.deck if card is not None} == opened(told)


def opened(hand: HandReport) -> set[str]:
    """The cards of a hand that everybody has seen."""
    moves = [move for vaza in hand.vazas for move in vaza.moves]
    codes = {hand.vira, *(move.card for move in moves), *(code for move in moves for code in move.shown)}
    return {code for code in codes if code is not None and code != HIDDEN}


@at_any_pace
@given(games(), st.integers(0, 40))
def test_an_account_has_every_action_and_the_outcome(game: Game, actions: int) -> None:
    written = played(game, actions)
    (told,) = account_of(WrittenMatch(written.players, written.options, (), (written,)))
    moves = [move for vaza in told.vazas for move in vaza.moves]
    assert [move.seat for move in moves] == [seat for seat, _ in written.actions]
    hand = written.end()
    assert told.reason == (hand.outcome and hand.outcome.reason)
    assert [vaza.winner for vaza in told.vazas if vaza.winner] == list(hand.vazas)
    shown = [move.shown for move in moves if move.word == "mostra"]
    assert all(len(cards) == 3 for cards in shown)


@at_any_pace
@given(games())
def test_the_hands_of_a_match_are_told_in_order(game: Game) -> None:
    match = match_of(game.chance, game.hand.options, 2)
    told = account_of(match)
    assert [hand.hand for hand in told] == list(range(len(match.hands)))
    assert [hand.dealer for hand in told] == [hand.dealer for hand in match.hands]
