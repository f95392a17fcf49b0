"""Files of one match, laid side by side."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from lantruco.record.compare import Comparison, Rematch, compare, rematches
from lantruco.record.verify import verify_bytes
from tests.fairdeal.smallgroup import SMALL
from tests.record import cheats
from tests.record.golden import join, lines_of
from tests.simulation.policies import eager
from tests.simulation.table import Table


@cache
def played(seed: int = 1) -> bytes:
    table = Table(4, seed, SMALL, policy=eager)
    table.play()
    return table.file(0)


def related(first: bytes, second: bytes) -> Comparison:
    (one,) = compare([verify_bytes(data, group=SMALL) for data in (first, second)])
    return one


def test_two_equal_files_are_the_same() -> None:
    assert related(played(), played()) == Comparison(1, "same")


def test_a_file_that_stops_earlier_is_the_shorter_one() -> None:
    shorter = join(lines_of(played())[:30])
    assert related(played(), shorter) == Comparison(1, "shorter")
    assert related(shorter, played()) == Comparison(1, "longer")
    assert related(shorter, played()).agrees


def test_two_that_left_at_the_same_step_hold_what_each_had_heard() -> None:
    lines = lines_of(played())
    one, other = join(lines[:2]), join([lines[0], lines[2]])
    assert related(one, other) == Comparison(1, "pending")


def test_records_of_two_matches_are_not_compared() -> None:
    assert related(played(), played(2)) == Comparison(1, "other")


def test_two_histories_of_one_match_go_apart_at_a_line() -> None:
    table = Table(4, 1, SMALL, policy=eager)
    cheats.play_covered_in_first_vaza(table, 1)
    table.play()
    found = related(table.file(0), played())
    parting = next(
        number
        for number, (a, b) in enumerate(
            zip(lines_of(table.file(0)), lines_of(played()), strict=False), start=1
        )
        if a != b
    )
    assert (found.relation, found.line) == ("different", parting)
    assert not found.agrees


def test_every_honest_seat_ends_with_the_same_file() -> None:
    table = Table(4, 3, SMALL, policy=eager)
    table.play()
    reports = [verify_bytes(table.file(seat), group=SMALL) for seat in range(4)]
    assert {one.relation for one in compare(reports)} == {"same"}


def test_a_match_that_names_the_one_before_it_is_its_rematch() -> None:
    first = verify_bytes(played(), group=SMALL)
    second = replace(verify_bytes(played(2), group=SMALL), previous=first.digest, seats=first.seats)
    third = replace(verify_bytes(played(3), group=SMALL), previous=second.digest, seats=first.seats)
    assert rematches([third, first, second, first]) == (Rematch(0, 2), Rematch(2, 1))
    assert rematches([third, first]) == ()


def test_nobody_has_a_rematch_of_other_peoples_match_or_of_half_a_match() -> None:
    first, other = (verify_bytes(played(seed), group=SMALL) for seed in (1, 2))
    assert rematches([first, replace(other, previous=first.digest)]) == ()
    half = replace(first, status="unfinished")
    assert rematches([half, replace(other, previous=first.digest, seats=first.seats)]) == ()
