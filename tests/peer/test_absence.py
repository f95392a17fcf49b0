"""Who is missed at a table, and when that is told."""

from __future__ import annotations

from lantruco.peer.absence import MISSED_AFTER, TELL_AGAIN, Absences
from lantruco.peer.events import Missing, Returned


def test_a_short_break_is_nobodys_business() -> None:
    absences = Absences()
    absences.down(1, 0.0)
    assert absences.tick((1,), MISSED_AFTER - 0.1) == []
    absences.up(1)
    assert absences.tick((1,), MISSED_AFTER + 1) == []


def test_who_is_not_waited_for_is_not_missed() -> None:
    absences = Absences()
    absences.down(1, 0.0)
    assert absences.tick((0,), 60.0) == []


def test_the_table_says_whom_it_waits_for_and_says_it_again() -> None:
    absences = Absences()
    absences.down(1, 0.0)
    assert absences.tick((1,), 4.0) == [Missing((1,), 4)]
    assert absences.tick((1,), 5.0) == []
    assert absences.tick((1,), 4.0 + TELL_AGAIN) == [Missing((1,), 14)]


def test_a_second_seat_that_goes_missing_is_told_at_once() -> None:
    absences = Absences()
    absences.down(1, 0.0)
    absences.down(3, 2.0)
    assert absences.tick((1, 3), 4.0) == [Missing((1,), 4)]
    assert absences.tick((1, 3), 5.0) == [Missing((1, 3), 5)]


def test_only_who_was_missed_comes_back() -> None:
    absences = Absences()
    for seat in (1, 3):
        absences.down(seat, 0.0)
    assert absences.tick((1,), 4.0) == [Missing((1,), 4)]
    for seat in (1, 3):
        absences.up(seat)
    assert absences.tick((1,), 5.0) == [Returned(1)]
    assert absences.tick((1,), 6.0) == []


def test_who_says_good_bye_is_missed_at_once() -> None:
    absences = Absences()
    absences.left(1, 10.0)
    assert absences.has_left(1)
    assert absences.tick((1,), 10.0) == [Missing((1,), 3, left=True)]
    absences.down(3, 5.0)
    assert absences.tick((1, 3), 11.0) == [Missing((1, 3), 6)]
    absences.up(1)
    assert not absences.has_left(1)
