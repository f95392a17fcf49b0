"""Nobody sits down at a table that is not what it says."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.errors import Refused
from lantruco.protocol.genesis import (
    SIGNED_GENESIS,
    Genesis,
    SignedGenesis,
    check_genesis,
    check_name,
    check_signatures,
    rules_map,
)
from lantruco.protocol.keys import check_public, verify
from tests.simulation.table import identity, signed_genesis

KEYS = [identity(seed) for seed in (1, 2, 3, 4)]
GOOD = signed_genesis(KEYS, bots=(2,))


def code_of(genesis: Genesis) -> str:
    with pytest.raises(Refused) as refused:
        check_genesis(genesis, check_key=check_public, verify=verify)
    return refused.value.code


def changed(**fields: object) -> Genesis:
    return msgspec.structs.replace(GOOD.genesis, **fields)


def with_seat(seat: int, **fields: object) -> Genesis:
    seats = list(GOOD.genesis.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **fields)
    return changed(seats=seats)


def test_a_good_genesis_is_taken_and_read_back_from_its_bytes() -> None:
    check_genesis(GOOD.genesis, check_key=check_public, verify=verify)
    check_signatures(GOOD, verify)
    assert SIGNED_GENESIS.decode(GOOD.to_bytes()) == GOOD
    assert GOOD.genesis.is_bot(2)
    assert not GOOD.genesis.is_bot(1)


@pytest.mark.parametrize(
    ("genesis", "code"),
    [
        (lambda: changed(protocol=1), "E_VERSION"),
        (lambda: changed(seats=GOOD.genesis.seats[:3]), "E_TABLE"),
        (lambda: changed(table={**GOOD.genesis.table, "seats": 2}), "E_TABLE"),
        (lambda: changed(table={**GOOD.genesis.table, "tempo": 601}), "E_TABLE"),
        (lambda: changed(table={**GOOD.genesis.table, "waiting": True}), "E_TABLE"),
        (lambda: changed(table={**GOOD.genesis.table, "sinais": True}), "E_TABLE"),
        (lambda: changed(table={**GOOD.genesis.table, "music": 1}), "E_TABLE"),
        (lambda: changed(name=" Mesa"), "E_NAME"),
        (lambda: changed(rules={**GOOD.genesis.rules, "limite": "talvez"}), "E_OPTION"),
        (lambda: changed(rules={}), "E_OPTION"),
        (lambda: changed(rules={**GOOD.genesis.rules, "coberta": "true"}), "E_OPTION"),
        (lambda: with_seat(1, name="Ana\x07"), "E_NAME"),
        (lambda: with_seat(1, key=GOOD.genesis.seats[0].key), "E_KEY"),
        (lambda: with_seat(1, value=GOOD.genesis.seats[0].value), "E_KEY"),
        (lambda: with_seat(1, key=Octets32(bytes([1]) + bytes(31))), "E_KEY"),
        (lambda: with_seat(1, operator=GOOD.genesis.seats[2].operator), "E_OPERATOR"),
    ],
)
def test_a_genesis_that_nobody_could_play_by_is_refused(genesis: Callable[[], Genesis], code: str) -> None:
    assert code_of(genesis()) == code


def test_every_seat_has_to_have_signed_the_same_genesis() -> None:
    for seat in range(4):
        sigs = list(GOOD.sigs)
        sigs[seat] = Octets64(KEYS[seat].sign(b"another"))
        with pytest.raises(Refused) as refused:
            check_signatures(SignedGenesis(GOOD.genesis, sigs), verify)
        assert (refused.value.code, refused.value.facts["seat"]) == ("E_SIGNATURE", seat)


def test_any_change_of_the_genesis_changes_its_digest() -> None:
    digests = {
        changed(name="Outra").digest(),
        changed(previous=Octets32(bytes(32))).digest(),
        with_seat(0, value=Octets32(bytes(32))).digest(),
        GOOD.genesis.digest(),
    }
    assert len(digests) == 4


@pytest.mark.parametrize("name", ["", " Ana", "Ana ", "A" * 25, "Ana\n", "A\u0301", "\u202eAna", "Zé\u2028"])
def test_a_name_that_could_not_stand_on_a_screen_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert refused.value.code == "E_NAME"


@pytest.mark.parametrize("name", ["Ana", "Zé da Silva", "Á", "李", "A" * 24])
def test_a_name_may_be_written_in_any_script(name: str) -> None:
    check_name(name)


def test_unknown_options_and_values_are_named() -> None:
    with pytest.raises(Refused) as refused:
        rules_map({"limite": "talvez"})
    assert (refused.value.code, refused.value.facts) == ("E_OPTION", {"name": "limite", "value": "talvez"})
    assert rules_map()["familia_real"] is True
