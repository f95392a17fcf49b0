"""Table talk reaches whom it is meant for, and nobody can flood or forge it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.protocol.errors import Refused
from lantruco.protocol.genesis import SignedGenesis
from lantruco.protocol.keys import verify
from lantruco.protocol.messages import SIGNED
from lantruco.protocol.sidetalk import BURST, SideTalk
from lantruco.protocol.sidetalk_messages import (
    CONSULT,
    MAX_TEXT,
    SIDE_HEAD,
    SINAIS,
    ChatSaid,
    Consulted,
    SinalSeen,
)
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
                assert other.receive(talk.key_message(), 0, 0.0) == []
    return talks


def code(talk: SideTalk, data: bytes, hand: int = 0, now: float = 100.0) -> str:
    with pytest.raises(Refused) as refused:
        talk.receive(data, hand, now)
    return refused.value.code


def said_by(talk: SideTalk, text: str, hand: int) -> bytes:
    return talk.chat(text, hand).data


def shown_by(talk: SideTalk, sinal: str, hand: int) -> bytes:
    (shown,) = talk.sinal(sinal, hand)
    assert shown.to == 2
    return shown.data


def test_everybody_hears_the_chat() -> None:
    ana, *others = seats()
    said = ana.chat("Vou de truco, hein?", 3)
    assert said.to is None
    assert said.data.startswith(SIDE_HEAD)
    for other in others:
        assert other.receive(said.data, 3, 10.0) == [ChatSaid(0, "Vou de truco, hein?")]


@pytest.mark.parametrize("sinal", SINAIS)
def test_a_sinal_is_read_by_the_partner_alone_and_its_length_tells_nothing(sinal: str) -> None:
    ana, beto, cida, davi = seats()
    shown = shown_by(ana, sinal, 5)
    assert len(shown) == len(shown_by(ana, "as", 5))
    assert cida.receive(shown, 5, 10.0) == [SinalSeen(0, sinal)]
    assert beto.receive(shown, 5, 10.0) == []
    assert davi.receive(shown, 5, 10.0) == []
    assert sinal.encode() not in shown


@pytest.mark.parametrize("word", CONSULT)
def test_what_partners_ask_each_other_stays_between_them(word: str) -> None:
    ana, beto, cida, _ = seats()
    (asked,) = ana.consult(word, 5)
    assert asked.to == 2
    assert cida.receive(asked.data, 5, 10.0) == [Consulted(0, word)]
    assert beto.receive(asked.data, 5, 10.0) == []


def test_a_word_between_partners_cannot_be_passed_off_as_a_sinal() -> None:
    ana, _, cida, _ = seats()
    (asked,) = ana.consult("aceita", 5)
    assert code(cida, asked.data.replace(b'"kind":"consult"', b'"kind":"sinal"'), 5) == "E_SIGNATURE"
    with pytest.raises(Refused, match="E_SINAL"):
        ana.consult("zap", 5)


def test_only_known_sinais_are_shown_and_only_where_there_is_a_partner() -> None:
    ana, *_ = seats()
    with pytest.raises(Refused, match="E_SINAL"):
        ana.sinal("wink", 0)
    pair = signed_genesis(KEYS[:2])
    alone = SideTalk(pair.genesis, 0, sign=KEYS[0].sign, verify=verify, entropy=SeededEntropy(0))
    with pytest.raises(Refused, match="E_PARTNER"):
        alone.sinal("zap", 0)
    with pytest.raises(Refused, match="E_PARTNER"):
        alone.consult("aceita", 0)


def test_a_table_without_sinais_lets_none_through_but_partners_may_talk_about_an_answer() -> None:
    ana, _, cida, _ = seats()
    shown = shown_by(ana, "zap", 0)
    ana.genesis.table["sinais"] = "proibidos"
    try:
        with pytest.raises(Refused, match="E_SINAIS"):
            ana.sinal("zap", 0)
        assert code(cida, shown) == "E_SINAIS"
        (asked,) = ana.consult("pergunta", 0)
        assert cida.receive(asked.data, 0, 100.0) == [Consulted(0, "pergunta")]
    finally:
        ana.genesis.table["sinais"] = "livres"


def test_where_sinais_may_be_glimpsed_none_is_shown_without_that_chance() -> None:
    ana, beto, cida, _ = seats()
    shown = shown_by(ana, "zap", 0)
    ana.genesis.table["sinais"] = "espiados"
    try:
        assert code(cida, shown) == "E_SINAIS"
        assert code(beto, shown) == "E_SINAIS"
    finally:
        ana.genesis.table["sinais"] = "livres"


def test_a_side_message_is_heard_once_and_in_its_time() -> None:
    ana, beto, *_ = seats()
    first, second = said_by(ana, "um", 4), said_by(ana, "dois", 4)
    assert beto.receive(second, 4, 10.0) == [ChatSaid(0, "dois")]
    assert code(beto, first, 4) == "E_STALE"
    assert code(beto, second, 4) == "E_STALE"
    assert code(beto, said_by(ana, "velho", 1), 4) == "E_HAND"


def test_nobody_speaks_in_anothers_name_or_from_another_table() -> None:
    ana, beto, *_ = seats()
    said = said_by(ana, "oi", 0)
    assert code(beto, said.replace(b'"seat":0', b'"seat":2')) == "E_SIGNATURE"
    assert code(beto, said.replace(b'"text":"oi"', b'"text":"ai"')) == "E_SIGNATURE"
    assert code(ana, said) == "E_SEAT"
    elsewhere = seats(signed_genesis(KEYS, table=2))[0]
    assert code(beto, said_by(elsewhere, "oi", 0)) == "E_GENESIS"


def test_whoever_talks_without_end_is_not_shown_any_more_until_he_has_been_silent() -> None:
    ana, beto, *_ = seats()
    for word in range(BURST):
        assert beto.receive(said_by(ana, str(word), 0), 0, 50.0) != []
    assert code(beto, said_by(ana, "mais", 0), now=50.0) == "E_RATE"
    assert beto.receive(said_by(ana, "depois", 0), 0, 52.0) == [ChatSaid(0, "depois")]


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


def test_nobody_passes_on_what_another_seat_says() -> None:
    """Sooner than its author, somebody could make what he said before stale, or his key for sinais."""
    ana, beto, *_ = seats()
    early, later = said_by(ana, "um", 0), said_by(ana, "dois", 0)
    with pytest.raises(Refused, match="E_SEAT"):
        beto.receive(later, 0, 0.0, by=2)
    assert beto.receive(early, 0, 0.0, by=0) == [ChatSaid(0, "um")]
    assert beto.receive(later, 0, 0.0, by=0) == [ChatSaid(0, "dois")]
