"""The same seats again: one genesis that all sign, in whatever order their words arrive."""

from __future__ import annotations

import hashlib
import random
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.errors import Refused
from lantruco.protocol.genesis import SeatEntry, SignedGenesis, check_signatures, make_genesis, rules_map
from lantruco.protocol.lobby import Again, Leave, LobbyMessage, Sign, Start
from lantruco.protocol.rematch import Rematch

from .lobby_model import NAMES, Signer, any_key, key_of, toy_sign, toy_verify

CLOSED = hashlib.sha256(b"the match before").digest()


def fresh(seat: int, which: str = "") -> bytes:
    return hashlib.sha256(f"again {seat} {which}".encode()).digest()


class Company:
    """The seats of a closed match; what they say waits until it is delivered."""

    def __init__(self, players: int) -> None:
        seats = [
            SeatEntry(Octets32(key_of(seat)), NAMES[seat], Octets32(fresh(seat, "first")), None)
            for seat in range(players)
        ]
        self.genesis = make_genesis(
            table_id=bytes(16),
            name="Mesa do fundo",
            seats=seats,
            rules=rules_map({"coberta": False}),
            table={"tempo": 30},
        )
        self.signers = [Signer(key_of(seat)) for seat in range(players)]
        self.seats = [
            Rematch(self.genesis, seat, sign=signer, check_key=any_key, verify=toy_verify)
            for seat, signer in enumerate(self.signers)
        ]
        self.ways: dict[tuple[int, int], deque[LobbyMessage]] = {
            (one, two): deque() for one in range(players) for two in range(players) if one != two
        }

    def agree(self, seat: int, match: bytes = CLOSED) -> None:
        self.post(seat, self.seats[seat].agree(match, fresh(seat)))

    def post(self, seat: int, messages: list[LobbyMessage]) -> None:
        for (one, _), way in self.ways.items():
            if one == seat:
                way.extend(messages)

    def deliver(self, way: tuple[int, int]) -> bool:
        if not self.ways[way]:
            return False
        sender, seat = way
        self.post(seat, self.seats[seat].receive(sender, self.ways[way].popleft()))
        return True

    def settle(self) -> None:
        while any(self.deliver(way) for way in self.ways):
            pass

    def started(self) -> list[SignedGenesis | None]:
        return [seat.started for seat in self.seats]


@settings(deadline=None, max_examples=60)
@given(st.sampled_from([2, 4, 6]), st.integers(0, 2**32))
def test_all_begin_the_same_match_in_whatever_order_their_words_arrive(players: int, seed: int) -> None:
    company, chance = Company(players), random.Random(seed)
    waiting = list(range(players))
    while waiting or any(company.ways.values()):
        if waiting and chance.random() < 0.3:
            company.agree(waiting.pop(chance.randrange(len(waiting))))
        else:
            company.deliver(chance.choice(list(company.ways)))
    first = company.seats[0].started
    assert first is not None
    assert company.started() == [first] * players
    check_signatures(first, toy_verify)
    before, after = company.genesis, first.genesis
    assert after.previous == CLOSED
    assert (after.table_id, after.name, after.rules, after.table) == (
        before.table_id,
        before.name,
        before.rules,
        before.table,
    )
    assert [(one.key, one.name, one.operator) for one in after.seats] == [
        (one.key, one.name, one.operator) for one in before.seats
    ]
    assert all(one.value != two.value for one, two in zip(before.seats, after.seats, strict=True))
    assert all(len(signer.signed) == 1 for signer in company.signers)


def test_nothing_is_signed_before_everybody_wants_it() -> None:
    company = Company(4)
    for seat in (0, 2, 3):
        company.agree(seat)
    company.settle()
    assert [seat.agreed for seat in company.seats] == [(0, 2, 3)] * 4
    assert [signer.signed for signer in company.signers] == [[]] * 4


def test_nobody_signs_who_has_not_agreed_himself() -> None:
    company = Company(2)
    company.agree(0)
    company.settle()
    assert company.signers[1].signed == []
    company.agree(1)
    company.settle()
    assert None not in company.started()


def test_who_agrees_twice_says_nothing_new() -> None:
    company = Company(2)
    company.agree(0)
    assert company.seats[0].agree(CLOSED, fresh(0, "other")) == []


def test_a_word_that_a_broken_link_lost_is_said_again() -> None:
    company = Company(2)
    company.agree(0)
    company.ways[0, 1].clear()
    company.agree(1)
    company.settle()
    assert company.started() == [None, None]
    for seat in (0, 1):
        company.post(seat, company.seats[seat].repeat())
    company.settle()
    assert None not in company.started()


def test_a_start_is_enough_for_who_misses_a_signature() -> None:
    company = Company(4)
    for seat in range(4):
        company.agree(seat)
    while any(isinstance(way[0], Again) and company.deliver(key) for key, way in company.ways.items() if way):
        pass
    company.ways[3, 1].clear()
    company.settle()
    assert company.started() == [company.seats[0].started] * 4
    assert None not in company.started()


def test_two_values_of_one_seat_are_refused() -> None:
    company = Company(4)
    seat = company.seats[0]
    digest = Octets32(company.genesis.digest())
    for _ in range(2):
        seat.receive(1, Again(genesis=digest, value=Octets32(fresh(1))))
    with pytest.raises(Refused, match="E_LOBBY"):
        seat.receive(1, Again(genesis=digest, value=Octets32(fresh(1, "other"))))
    with pytest.raises(Refused, match="E_KEY"):
        seat.receive(2, Again(genesis=digest, value=Octets32(fresh(1))))
    assert seat.agreed == (1,)


def test_who_tells_two_seats_two_values_starts_nothing() -> None:
    company = Company(4)
    for seat in range(3):
        company.agree(seat)
    company.settle()
    digest = Octets32(company.genesis.digest())
    for seat in range(3):
        value = Octets32(fresh(3, "one" if seat else "other"))
        company.post(seat, company.seats[seat].receive(3, Again(genesis=digest, value=value)))
    company.settle()
    assert company.started()[:3] == [None] * 3
    assert all(3 in seat.unsigned for seat in company.seats[:3])


def test_words_about_another_match_are_nothing() -> None:
    company, seat = Company(2), Company(2).seats[0]
    other = Octets32(fresh(0, "another match"))
    assert seat.receive(1, Again(genesis=other, value=other)) == []
    assert seat.agreed == ()
    company.agree(0)
    company.agree(1)
    company.settle()
    start = company.seats[0].started
    assert start is not None
    assert seat.receive(1, Start(signed=start)) == []
    assert seat.started is None


def test_a_signature_that_does_not_hold_is_refused() -> None:
    company = Company(2)
    company.agree(0)
    again = Again(genesis=Octets32(company.genesis.digest()), value=Octets32(fresh(1)))
    (mine,) = company.seats[0].receive(1, again)
    assert isinstance(mine, Sign)
    with pytest.raises(Refused, match="E_SIGNATURE"):
        company.seats[0].receive(1, Sign(genesis=mine.genesis, sig=Octets64(bytes(64))))
    assert company.seats[0].unsigned == (1,)
    elsewhere = Octets32(fresh(1, "elsewhere"))
    sig = Octets64(toy_sign(key_of(1), bytes(elsewhere)))
    assert company.seats[0].receive(1, Sign(genesis=elsewhere, sig=sig)) == []
    assert company.seats[0].started is None


def test_an_early_signature_that_does_not_hold_counts_for_nothing() -> None:
    company = Company(2)
    seat = company.seats[0]
    seat.receive(1, Sign(genesis=Octets32(CLOSED), sig=Octets64(bytes(64))))
    company.agree(0)
    company.agree(1)
    company.settle()
    assert None not in company.started()


def test_a_start_that_not_all_have_signed_is_refused() -> None:
    company = Company(2)
    company.agree(0)
    company.agree(1)
    company.settle()
    start = company.seats[0].started
    assert start is not None
    other = Company(2)
    other.agree(0)
    other.seats[0].receive(1, Again(genesis=Octets32(other.genesis.digest()), value=Octets32(fresh(1))))
    false = SignedGenesis(start.genesis, [start.sigs[0], start.sigs[0]])
    with pytest.raises(Refused, match="E_SIGNATURE"):
        other.seats[0].receive(1, Start(signed=false))
    assert other.seats[0].started is None


def test_a_lobbys_words_have_no_place_in_a_rematch() -> None:
    with pytest.raises(Refused, match="E_LOBBY"):
        Company(2).seats[0].receive(1, Leave())
