"""Habits of others, the worth of a score, and what is learned: numbers that a player would agree with."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from lantruco.players.acquaintance import EVEN, Acquaintance
from lantruco.players.habits import HABITS, TIED, WEAKER, card_of, chance_of, raises, stays
from lantruco.players.standing import match_chance

from .views import turn_view

CAREFUL, SOUND = HABITS[0], HABITS[3]


def test_stronger_cards_beat_more() -> None:
    assert all(one < other for one, other in pairwise(WEAKER))
    assert 0.0 < WEAKER[0] < WEAKER[-1] < 1.0


def chance(hand: tuple[int, ...], rival: int = -2, results: tuple[int, ...] = ()) -> float:
    friend = -2 if rival == -2 else -1
    return chance_of(hand, False, friend, rival, 1 if rival == -2 else 0, 1, results, 0)


def test_better_cards_have_better_chances() -> None:
    assert chance((9, 12, 13)) > chance((7, 8, 9)) > chance((0, 1, 2))
    assert chance((9,), 8, (0, 1)) == 1.0
    assert chance((7,), 8, (0, 1)) == 0.0
    assert chance((8,), 8, (1, 0)) < 1.0
    assert chance((5, 9), results=(0,)) > chance((5, 9), results=(1,))
    assert chance((5, 9), results=(TIED,)) > 0.5


def test_a_vaza_is_won_with_as_little_as_possible() -> None:
    assert card_of(SOUND, (3, 6, 9), -1, 5, True, (), 0) == 6
    assert card_of(SOUND, (3, 6, 9), -1, 10, True, (), 0) == 3
    assert card_of(SOUND, (3, 6, 9), 7, 5, True, (), 0) == 3


def test_a_tie_is_enough_for_who_has_won_the_first_vaza() -> None:
    assert card_of(SOUND, (3, 6), -1, 6, True, (0,), 0) == 6
    assert card_of(SOUND, (3, 6), -1, 6, True, (1,), 0) == 3


def test_manilhas_are_not_led_unless_there_is_nothing_else() -> None:
    assert card_of(SOUND, (3, 9, 13), -2, -2, False, (), 0) == 9
    assert card_of(SOUND, (11, 12, 13), -2, -2, False, (), 0) == 12
    assert card_of(CAREFUL, (3, 9, 13), -2, -2, False, (), 0) == 3


def test_careful_people_count_cards_and_sound_ones_chances() -> None:
    assert raises(CAREFUL, (3, 10, 11), 0.1, 1)
    assert not raises(CAREFUL, (3, 9, 13), 0.9, 1)
    assert raises(SOUND, (3, 9, 13), 0.9, 1)
    assert stays(CAREFUL, (3, 9), -1, 0.0, 1, 3)
    assert not stays(CAREFUL, (), 9, 1.0, 1, 3)
    assert stays(replace(CAREFUL, counts_table=True), (), 9, 0.0, 1, 3)
    assert stays(SOUND, (), -1, 0.9, 1, 3)
    assert not stays(SOUND, (9, 9), -1, 0.2, 1, 3)


def test_a_score_is_worth_more_with_more_tentos_and_both_chances_make_one() -> None:
    for ours in range(12):
        for theirs in range(12):
            assert match_chance(ours, theirs) + match_chance(theirs, ours) == pytest.approx(1.0)
            assert match_chance(ours + 1, theirs) >= match_chance(ours, theirs)
    assert match_chance(12, 11) == 1.0
    assert match_chance(3, 14) == 0.0


def test_who_runs_from_a_raise_is_taken_for_one_who_runs() -> None:
    known = Acquaintance()
    view = turn_view(("3O", "KO", "4O"))
    known.notice(view)
    known.raised(view, [1.0, *(0.0 for _ in HABITS[1:])])
    known.notice(replace(view, hand=1, score=(1, 0)))
    assert known.before[0] > 3 * EVEN[0]
    assert sum(known.before) == pytest.approx(1.0)


def test_who_stays_is_not() -> None:
    known = Acquaintance()
    view = turn_view(("3O", "KO", "4O"))
    known.notice(view)
    known.raised(view, [1.0, *(0.0 for _ in HABITS[1:])])
    known.notice(replace(view, value=3))
    known.notice(replace(view, hand=1, score=(1, 0)))
    assert known.before == pytest.approx(EVEN)


def test_a_challenged_claim_makes_the_next_one_dearer_and_an_accepted_one_cheaper() -> None:
    known = Acquaintance()
    view = turn_view(("QO", "KO", "JO"))
    known.notice(view)
    before = known.challenged
    known.claimed()
    known.notice(replace(view, phase="answer"))
    known.notice(view)
    assert known.challenged < before
    known.claimed()
    known.notice(replace(view, hand=1))
    assert known.challenged > before


def test_a_bluff_that_was_shown_is_remembered_and_so_is_the_truth() -> None:
    known = Acquaintance()
    view = turn_view(("3O", "KO", "4O"))
    known.notice(view)
    before = known.bluffed
    known.challenges(view)
    known.notice(replace(view, hand=1, score=(3, 0)))
    assert known.bluffed > before
    known.challenges(replace(view, score=(3, 0)))
    known.notice(replace(view, hand=2, score=(3, 3)))
    assert known.bluffed == pytest.approx(before)
