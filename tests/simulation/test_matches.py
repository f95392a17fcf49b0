"""Whole matches in one process, under any order of delivery."""

from __future__ import annotations

import random

import pytest

from lantruco.fairdeal import ristretto255
from lantruco.protocol.codec import Octets32
from lantruco.protocol.events import CardsDealt, FaultFound, HandStarted, MatchClosed, MatchEnded, RuleEvent
from lantruco.protocol.messages import SIGNED, Call
from lantruco.protocol.sync import Have
from lantruco.rules import CHOICES, HandEnded
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import eager
from tests.simulation.staging import to_ferro
from tests.simulation.table import Table


def faults(table: Table) -> list[FaultFound]:
    return [event for events in table.events for event in events if isinstance(event, FaultFound)]


def assert_finished(table: Table) -> None:
    assert all(table.closed())
    assert not faults(table)
    assert len({table.file(seat) for seat in range(len(table.replicas))}) == 1
    assert len({replica.digest for replica in table.replicas}) == 1
    assert max(table.replicas[0].view().score) == 12


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("seed", range(2))
def test_a_match_ends_alike_for_all_whatever_comes_first(seats: int, seed: int) -> None:
    table = Table(seats, seed, SMALL)
    table.play()
    assert_finished(table)


@pytest.mark.parametrize("seats", [2, 4, pytest.param(6, marks=pytest.mark.long)])
def test_a_match_in_the_real_group_ends_alike_for_all(seats: int) -> None:
    table = Table(seats, 1, ristretto255(), policy=eager)
    table.play()
    assert_finished(table)


def test_every_seat_sees_the_same_vira_and_no_card_but_its_own() -> None:
    table = Table(4, 2, SMALL)
    table.play()
    deals = [[event for event in events if isinstance(event, CardsDealt)] for events in table.events]
    for hands in zip(*deals, strict=True):
        assert len({hand.vira for hand in hands}) == 1
        seen = [card for hand in hands for card in hand.cards if card != "??"]
        assert len(set(seen)) == len(seen)
        assert hands[0].vira not in seen


def test_the_dealer_passes_one_seat_every_hand() -> None:
    table = Table(6, 3, SMALL)
    table.play()
    dealers = [event.dealer for event in table.events[0] if isinstance(event, HandStarted)]
    assert dealers == [(dealers[0] + hand) % 6 for hand in range(len(dealers))]


def test_the_first_dealer_is_not_always_the_same_seat() -> None:
    dealers = set()
    for seed in range(12):
        table = Table(4, seed, SMALL)
        while not any(isinstance(event, HandStarted) for event in table.events[0]):
            table.deliver()
        dealers.add(next(event.dealer for event in table.events[0] if isinstance(event, HandStarted)))
    assert len(dealers) > 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        # The usual value of one option is that of all the others too: one table is enough for it.
        *[(name, values[0]) for name, values in list(CHOICES.items())[:1]],
        *[(name, value) for name, values in CHOICES.items() for value in values[1:]],
    ],
)
def test_a_match_can_be_played_with_every_value_of_every_option(name: str, value: object) -> None:
    table = Table(4, 11, SMALL, options={name: value})
    table.play()
    assert_finished(table)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_blind_mao_de_ferro_is_played_without_anybody_seeing_a_card_before(seats: int) -> None:
    table = Table(seats, 5, SMALL, policy=to_ferro)
    table.play()
    assert_finished(table)
    starts = [event for event in table.events[0] if isinstance(event, HandStarted) and event.kind == "ferro"]
    assert starts
    for start in starts:
        for events in table.events:
            (dealt,) = [e for e in events if isinstance(e, CardsDealt) and e.hand == start.hand]
            assert dealt.cards == ("??", "??", "??")


def test_a_bot_is_never_spokesman_beside_a_person() -> None:
    table = Table(4, 5, SMALL, bots=(1, 2))
    table.play()
    assert_finished(table)
    answers = [SIGNED.decode(line).body for line in table.records[0][1:]]
    spoken = {
        body.seat for body in answers if isinstance(body, Call) and body.word in ("aceita", "corre", "joga")
    }
    assert spoken
    assert spoken <= {0, 3}


def test_the_partners_word_is_logged_by_the_spokesman_as_the_partners() -> None:
    for seed in range(20):
        table = Table(4, seed, SMALL)
        table.play()
        assert_finished(table)
        bodies = [SIGNED.decode(line).body for line in table.records[0][1:]]
        if any(isinstance(body, Call) and body.partner is not None for body in bodies):
            return
    pytest.fail("no partner ever answered")


def test_a_broken_link_between_two_seats_does_not_stop_the_table() -> None:
    table = Table(4, 9, SMALL)
    table.intercept = lambda source, to, frame: [] if {source, to} == {0, 2} else [frame]
    table.pool = [(source, to, frame) for source, to, frame in table.pool if {source, to} != {0, 2}]
    table.play()
    assert_finished(table)


def test_frames_lost_on_the_way_are_asked_for_again() -> None:
    table = Table(4, 10, SMALL)
    lossy = random.Random(4)
    table.intercept = lambda _source, _to, frame: [] if lossy.random() < 0.3 else [frame]
    table.play()
    assert_finished(table)


def test_whoever_asks_about_another_table_gets_nothing() -> None:
    table = Table(2, 1, SMALL)
    table.play()
    stranger = Have(genesis=Octets32(bytes(32)), main=0, deck_hand=0, deck_step=0)
    assert table.replicas[0].missing(stranger) == []


def test_the_result_is_told_once_and_then_closed() -> None:
    table = Table(2, 1, SMALL)
    table.play()
    for events in table.events:
        assert len([event for event in events if isinstance(event, MatchEnded)]) == 1
        assert isinstance(events[-1], MatchClosed)
        outcomes = [event.event for event in events if isinstance(event, RuleEvent)]
        last = [event for event in outcomes if isinstance(event, HandEnded)][-1]
        assert last.outcome.match_winner is not None


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 200))
def test_a_hundred_more_matches_of_four_end_alike(seed: int) -> None:
    table = Table(4, seed, SMALL)
    table.play()
    assert_finished(table)
