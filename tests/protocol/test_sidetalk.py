"""Table talk reaches whom it is meant for, and nobody can flood or forge it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.protocol.errors import Refused
from lantruco.protocol.genesis import SignedGenesis
from lantruco.protocol.keys import verify
from lantruco.protocol.messages import SIGNED
from lantruco.protocol.sidetalk import BURST, MAX_TEXT, SIDE_HEAD, SINAIS, ChatSaid, SideTalk, SinalSeen
from tests.fairdeal.entropy import SeededEntropy
from tests.simulation.table import identity, signed_genesis

KEYS = [identity(seed) for seed in (11, 12, 13, 14)]
GENESIS = signed_genesis(KEYS)


def seats(genesis: SignedGenesis = GENESIS) -> list[SideTalk]:
    """Four seats that know each other's keys for sinais."""
    talks = [
        SideTalk(genesis.genesis, seat, sign=key.sign, verify=verify, entropy=SeededEntropy(seat))
        for seat, key in enumerate(KEYS)
    ]
    for talk in talks:
        for other in talks:
            if other is not talk:
                assert other.receive(talk.key_message(), 0, 0.0) is None
    return talks


def code(talk: SideTalk, data: bytes, hand: int = 0, now: float = 100.0) -> str:
    with pytest.raises(Refused) as refused:
        talk.receive(data, hand, now)
    return refused.value.code


def test_everybody_hears_the_chat() -> None:
    ana, *others = seats()
    said = ana.chat("Vou de truco, hein?", 3)
    assert said.startswith(SIDE_HEAD)
    for other in others:
        assert other.receive(said, 3, 10.0) == ChatSaid(0, "Vou de truco, hein?")


@pytest.mark.parametrize("sinal", SINAIS)
def test_a_sinal_is_read_by_the_partner_alone_and_its_length_tells_nothing(sinal: str) -> None:
    ana, beto, cida, davi = seats()
    shown = ana.sinal(sinal, 2, 5)
    assert len(shown) == len(ana.sinal("as", 2, 5))
    assert cida.receive(shown, 5, 10.0) == SinalSeen(0, sinal)
    assert beto.receive(shown, 5, 10.0) is None
    assert davi.receive(shown, 5, 10.0) is None
    assert sinal.encode() not in shown


def test_a_sinal_goes_to_no_opponent() -> None:
    ana, *_ = seats()
    with pytest.raises(Refused, match="E_PARTNER"):
        ana.sinal("zap", 1, 0)
    with pytest.raises(Refused, match="E_SINAL"):
        ana.sinal("wink", 2, 0)


def test_a_table_without_sinais_lets_none_through() -> None:
    ana, _, cida, _ = seats()
    shown = ana.sinal("zap", 2, 0)
    ana.genesis.table["sinais"] = False
    try:
        with pytest.raises(Refused, match="E_SINAIS"):
            ana.sinal("zap", 2, 0)
        assert code(cida, shown) == "E_SINAIS"
    finally:
        ana.genesis.table["sinais"] = True


def test_a_side_message_is_heard_once_and_in_its_time() -> None:
    ana, beto, *_ = seats()
    first, second = ana.chat("um", 4), ana.chat("dois", 4)
    assert beto.receive(second, 4, 10.0) == ChatSaid(0, "dois")
    assert code(beto, first, 4) == "E_STALE"
    assert code(beto, second, 4) == "E_STALE"
    assert code(beto, ana.chat("velho", 1), 4) == "E_HAND"


def test_nobody_speaks_in_anothers_name_or_from_another_table() -> None:
    ana, beto, *_ = seats()
    said = ana.chat("oi", 0)
    assert code(beto, said.replace(b'"seat":0', b'"seat":2')) == "E_SIGNATURE"
    assert code(beto, said.replace(b'"text":"oi"', b'"text":"ai"')) == "E_SIGNATURE"
    assert code(ana, said) == "E_SEAT"
    elsewhere = seats(signed_genesis(KEYS, table=2))[0]
    assert code(beto, elsewhere.chat("oi", 0)) == "E_GENESIS"


def test_whoever_talks_without_end_is_not_shown_any_more_until_he_has_been_silent() -> None:
    ana, beto, *_ = seats()
    for word in range(BURST):
        assert beto.receive(ana.chat(str(word), 0), 0, 50.0) is not None
    assert code(beto, ana.chat("mais", 0), now=50.0) == "E_RATE"
    assert beto.receive(ana.chat("depois", 0), 0, 52.0) == ChatSaid(0, "depois")


def test_the_key_for_sinais_cannot_be_changed_in_a_match() -> None:
    _, beto, *_ = seats()
    other = SideTalk(GENESIS.genesis, 0, sign=KEYS[0].sign, verify=verify, entropy=SeededEntropy(99))
    for _ in range(3):
        other.chat("x", 0)
    assert code(beto, other.key_message()) == "E_SIDEKEY"


@pytest.mark.parametrize("text", ["", "a" * (MAX_TEXT + 1), "oi\n", "\x1b[31m", "A\u0301", "\u202e"])
def test_what_could_harm_a_screen_is_not_said(text: str) -> None:
    ana, *_ = seats()
    with pytest.raises(Refused, match="E_TEXT"):
        ana.chat(text, 0)


@given(st.binary(max_size=400))
def test_rubbish_is_refused_and_never_taken_for_a_move(data: bytes) -> None:
    _, beto, *_ = seats()
    with pytest.raises(Refused):
        beto.receive(SIDE_HEAD + data, 0, 0.0)
    with pytest.raises(Refused):
        SIGNED.decode(SIDE_HEAD + data)
