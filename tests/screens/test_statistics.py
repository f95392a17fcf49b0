"""The numbers after a match agree with its record."""

from __future__ import annotations

import pytest

from lantruco.record.report import HandReport, Move, Report, VazaReport
from lantruco.record.verify import verify_file
from lantruco.tui.screens.statistics import SideNumbers, numbers
from tests.screens.test_lobby_screen import GOLDEN


@pytest.fixture(scope="module")
def report() -> Report:
    return verify_file(GOLDEN / "two-seats.jsonl")


def test_every_hand_and_every_vaza_is_counted_for_who_won_it(report: Report) -> None:
    ours, theirs = numbers(report)
    assert ours.hands + theirs.hands == sum(hand.winner is not None for hand in report.hands)
    vazas = [vaza for hand in report.hands for vaza in hand.vazas]
    assert ours.vazas + theirs.vazas == sum(vaza.winner in ("A", "B") for vaza in vazas)
    assert max(ours.best, theirs.best) == max(hand.points for hand in report.hands)


def test_who_runs_has_not_accepted(report: Report) -> None:
    ours, theirs = numbers(report)
    ran = sum(hand.reason == "correu" for hand in report.hands)
    assert ours.ran + theirs.ran == ran
    assert ours.raises + theirs.raises == ours.accepted + theirs.accepted + ran


def test_a_raise_over_a_raise_accepts_it(report: Report) -> None:
    from dataclasses import replace

    moves = (
        Move(0, word="truco", value=3),
        Move(1, word="seis", value=6),
        Move(0, word="aceita"),
        Move(0, card="3P"),
    )
    vaza = VazaReport(moves=moves, winner="A", torna=0)
    hand = HandReport(0, 1, "normal", "4P", (vaza,), "A", 6, "vazas", (6, 0))
    one = replace(report, hands=(hand,))
    assert numbers(one) == (
        SideNumbers(hands=1, vazas=1, raises=1, accepted=1, ran=0, best=6),
        SideNumbers(hands=0, vazas=0, raises=1, accepted=1, ran=0, best=0),
    )
