"""Sinais that an opponent may glimpse: fair without a referee, and cheap to bear."""

from __future__ import annotations

import msgspec
import pytest

from lantruco.protocol.codec import Octets32, Octets64, encode
from lantruco.protocol.errors import Refused
from lantruco.protocol.keys import verify
from lantruco.protocol.sealing import seal
from lantruco.protocol.sidetalk import PER_SECOND, SideTalk
from lantruco.protocol.sidetalk_messages import (
    SIDE,
    SINAIS,
    AnySide,
    Glimpse,
    Heard,
    Look,
    Outgoing,
    SealedOpening,
    SideSigned,
    SinalCaught,
    SinalGlimpsed,
    SinalHidden,
    SinalSeen,
    VeilBox,
    Veiled,
    padded,
    side_digest,
)
from lantruco.protocol.sidetalk_veil import KEPT, LOOK_SECONDS
from tests.fairdeal.entropy import SeededEntropy
from tests.simulation.table import identity, signed_genesis

KEYS = [identity(seed) for seed in range(21, 27)]


class Talkers:
    """Seats of one table whose side messages reach each other at once; ``log`` is what each has heard."""

    def __init__(self, players: int = 4, seed: int = 0) -> None:
        keys = KEYS[:players]
        genesis = signed_genesis(keys, sinais="espiados").genesis
        self.seats = [
            SideTalk(genesis, seat, sign=key.sign, verify=verify, entropy=SeededEntropy(100 * seed + seat))
            for seat, key in enumerate(keys)
        ]
        self.log: list[list[Heard]] = [[] for _ in keys]
        self.now = 0.0
        for seat, talk in enumerate(self.seats):
            self.carry(seat, [Outgoing(talk.key_message(), None)])

    def carry(self, author: int, items: list[Outgoing]) -> None:
        for item in items:
            for seat, talk in enumerate(self.seats):
                if seat != author and item.to in (None, seat):
                    self.take(seat, talk.receive(item.data, 0, self.now))

    def take(self, seat: int, heard: list[Heard | Outgoing]) -> None:
        self.log[seat] += [item for item in heard if not isinstance(item, Outgoing)]
        self.carry(seat, [item for item in heard if isinstance(item, Outgoing)])

    def show(self, seat: int, sinal: str) -> None:
        self.now += 1 / PER_SECOND
        self.carry(seat, self.seats[seat].sinal(sinal, 0))

    def signed(self, body: AnySide) -> bytes:
        """The same message with another content, signed by its author: what a cheat's program could send."""
        return encode(SideSigned(body, Octets64(KEYS[body.seat].sign(side_digest(body)))))


def veiled_by(talk: SideTalk, sinal: str = "zap") -> tuple[Veiled, bytes]:
    (item,) = talk.sinal(sinal, 0)
    assert item.to is None
    body = SIDE.decode(item.data).side
    assert isinstance(body, Veiled)
    return body, item.data


def look_of(talk: SideTalk, data: bytes) -> bytes:
    (item,) = talk.receive(data, 0, 100.0)
    assert isinstance(item, Outgoing)
    return item.data


def code(talk: SideTalk, data: bytes) -> str:
    with pytest.raises(Refused) as refused:
        talk.receive(data, 0, 100.0)
    return refused.value.code


def test_partners_see_every_sinal_and_each_opponent_one_in_four() -> None:
    table = Talkers()
    for number in range(400):
        table.show(0, SINAIS[number % len(SINAIS)])
    assert table.log[2] == [SinalSeen(0, SINAIS[number % len(SINAIS)]) for number in range(400)]
    for rival in (1, 3):
        # Five deviations round a quarter of 400.
        assert 56 <= len(table.log[rival]) <= 144
        assert all(isinstance(heard, SinalGlimpsed) and heard.seat == 0 for heard in table.log[rival])


def test_whoever_shows_a_sinal_is_told_who_caught_it_and_so_is_he() -> None:
    table = Talkers(seed=1)
    while not table.log[0]:
        table.show(0, "tres")
    caught = table.log[0][0]
    assert isinstance(caught, SinalCaught)
    assert table.log[caught.seat] == [SinalGlimpsed(0, "tres")]


def test_six_seats_have_three_opponents_with_a_chance_each() -> None:
    table = Talkers(6)
    for _ in range(60):
        table.show(1, "fraco")
    assert len(table.log[3]) == len(table.log[5]) == 60
    assert all(0 < len(table.log[rival]) < 60 for rival in (0, 2, 4))
    assert table.log[0] != table.log[2] or table.log[2] != table.log[4]


def test_neither_the_sinal_nor_its_draw_shows_in_what_goes_over_the_wire() -> None:
    ana, *_ = Talkers().seats
    # Four in a row, for the counter to have as many digits.
    sizes = {len(veiled_by(ana, sinal)[1]) for sinal in ("zap", "pica_fumo", "as", "fraco")}
    assert len(sizes) == 1
    assert b"zap" not in veiled_by(ana, "zap")[1]


def answer(table: Talkers, *, seen: bool) -> tuple[Glimpse, SideTalk]:
    ana, beto = table.seats[:2]
    for _ in range(40):
        table.now += 1.0
        _, data = veiled_by(ana)
        (look,) = beto.receive(data, 0, table.now)
        assert isinstance(look, Outgoing)
        reply = ana.receive(look.data, 0, table.now)[0]
        assert isinstance(reply, Outgoing)
        body = SIDE.decode(reply.data).side
        assert isinstance(body, Glimpse)
        if (body.opening is not None) is seen:
            return body, beto
        beto.receive(reply.data, 0, table.now)
    raise AssertionError("the coins never fall that way")


def test_a_sinal_that_was_not_glimpsed_stays_closed() -> None:
    table = Talkers()
    body, beto = answer(table, seen=False)
    assert beto.receive(table.signed(body), 0, table.now) == []


def test_an_author_who_does_not_open_what_was_glimpsed_is_told_of() -> None:
    table = Talkers()
    body, beto = answer(table, seen=True)
    closed = msgspec.structs.replace(body, opening=None)
    assert beto.receive(table.signed(closed), 0, table.now) == [SinalHidden(0)]


@pytest.mark.parametrize("sinal", ["fraco", "blink", "é"])
def test_an_author_cannot_open_another_sinal_than_he_showed(sinal: str) -> None:
    table = Talkers()
    body, beto = answer(table, seen=True)
    assert body.opening is not None
    lie = msgspec.structs.replace(body, opening=msgspec.structs.replace(body.opening, sinal=sinal))
    assert beto.receive(table.signed(lie), 0, table.now) == [SinalHidden(0)]


def test_an_author_cannot_choose_another_coin_once_he_knows_the_value() -> None:
    table = Talkers()
    body, beto = answer(table, seen=True)
    other = msgspec.structs.replace(body, coin=Octets32(bytes(32)), opening=None)
    assert beto.receive(table.signed(other), 0, table.now) == [SinalHidden(0)]


def test_an_author_who_does_not_answer_is_told_of_once() -> None:
    table = Talkers()
    beto = table.seats[1]
    look_of(beto, veiled_by(table.seats[0])[1])
    assert beto.overdue(100.0 + LOOK_SECONDS / 2) == []
    assert beto.overdue(100.0 + LOOK_SECONDS) == [SinalHidden(0)]
    assert beto.overdue(1000.0) == []


def test_what_a_broken_link_may_have_swallowed_is_held_against_nobody() -> None:
    table = Talkers()
    ana, beto, cida, _ = table.seats
    look_of(beto, veiled_by(ana)[1])
    look_of(beto, veiled_by(cida)[1])
    beto.lost(0)
    assert beto.overdue(1000.0) == [SinalHidden(2)]


def test_an_opponent_looks_once_and_cannot_try_another_value() -> None:
    table = Talkers()
    ana, beto = table.seats[:2]
    data = look_of(beto, veiled_by(ana)[1])
    ana.receive(data, 0, 100.0)
    body = SIDE.decode(data).side
    assert isinstance(body, Look)
    again = msgspec.structs.replace(body, counter=body.counter + 1, value=Octets32(bytes(32)))
    assert code(ana, table.signed(again)) == "E_STALE"


def test_the_coins_of_two_opponents_tell_nothing_of_each_other() -> None:
    table = Talkers()
    ana, beto, _, davi = table.seats
    _, data = veiled_by(ana)
    coins = []
    for rival in (beto, davi):
        reply = ana.receive(look_of(rival, data), 0, 100.0)[0]
        assert isinstance(reply, Outgoing)
        body = SIDE.decode(reply.data).side
        assert isinstance(body, Glimpse)
        coins.append(body.coin)
    assert coins[0] != coins[1]


def test_a_partner_does_not_look_and_nobody_looks_for_another() -> None:
    table = Talkers()
    ana, beto, cida, davi = table.seats
    body, data = veiled_by(ana)
    look = SIDE.decode(look_of(beto, data)).side
    assert isinstance(look, Look)
    assert code(ana, table.signed(msgspec.structs.replace(look, seat=2, counter=9))) == "E_PARTNER"
    assert code(cida, table.signed(msgspec.structs.replace(look, counter=9))) == "E_PARTNER"
    assert code(davi, table.signed(msgspec.structs.replace(look, to=1, counter=9))) == "E_PARTNER"
    unknown = msgspec.structs.replace(look, of=body.counter + 5, counter=9)
    assert code(ana, table.signed(unknown)) == "E_STALE"


def test_a_sinal_that_says_one_thing_to_the_partner_and_another_to_opponents_is_refused() -> None:
    table = Talkers()
    ana, _, cida, _ = table.seats
    body, _ = veiled_by(ana, "fraco")
    context = cida._context(Veiled, 0, 0, 2, body.counter)
    box = seal(padded("zap") + bytes(32), ana._keys[2], context, b"\x07" * 32)
    lie = msgspec.structs.replace(body, boxes=[VeilBox(to=2, box=SealedOpening(box))])
    assert code(cida, table.signed(lie)) == "E_BOX"


@pytest.mark.parametrize("change", ["coins", "boxes"])
def test_a_veiled_sinal_has_a_coin_for_every_opponent_and_a_box_for_every_partner(change: str) -> None:
    table = Talkers()
    ana, beto, *_ = table.seats
    body, _ = veiled_by(ana)
    changes = {"coins": body.coins[:1], "boxes": [msgspec.structs.replace(body.boxes[0], to=3)]}
    wrong = msgspec.structs.replace(body, **{change: changes[change]})
    assert code(beto, table.signed(wrong)) == "E_PARTNER"


def test_nobody_keeps_or_answers_without_end() -> None:
    table = Talkers()
    ana, beto = table.seats[:2]
    shown = [veiled_by(ana)[1] for _ in range(KEPT + 5)]
    looks = []
    for number, data in enumerate(shown):
        for item in beto.receive(data, 0, 100.0 + number):
            assert isinstance(item, Outgoing)
            looks.append(item.data)
    # Ana's program never answered: from some point on Beto's looks at nothing more of hers.
    assert len(looks) == KEPT
    assert len(beto._looks._waiting) == KEPT
    assert len(ana._veils._shown) == KEPT
    # And the oldest sinais can no longer be looked at.
    assert code(ana, looks[0]) == "E_STALE"


def test_an_answer_that_nobody_asked_for_is_refused() -> None:
    table = Talkers()
    body, beto = answer(table, seen=True)
    beto.receive(table.signed(body), 0, table.now)
    again = msgspec.structs.replace(body, counter=body.counter + 1)
    assert code(beto, table.signed(again)) == "E_STALE"
    assert code(table.seats[3], table.signed(again)) == "E_PARTNER"
