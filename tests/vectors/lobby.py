"""lobby.json: one control message of every kind."""

from __future__ import annotations

from typing import Any

from lantruco.protocol.codec import Octets32, Octets64, encode
from lantruco.protocol.lobby import (
    Again,
    Control,
    Leave,
    Lobby,
    LobbySeat,
    Place,
    Propose,
    Refuse,
    Sign,
    Sit,
    Start,
)
from lantruco.protocol.sync import Have
from tests.vectors.fixed import key, octets, public
from tests.vectors.genesis import entry, four, signed, two

HERE = Place("192.0.2.1", 47110)
THERE = Place("2001:db8::2", 47111)


def controls() -> list[Control | Have]:
    genesis = two()
    lobby = Lobby(
        table_id=genesis.table_id,
        name=genesis.name,
        rules=genesis.rules,
        table=genesis.table,
        seats=[LobbySeat(Octets32(public("Ana")), "Ana", None, [HERE]), None],
    )
    sit = Sit(
        name="Beto",
        seat=None,
        operator=None,
        value=Octets32(octets("value of Beto", 32)),
        port=47111,
        addresses=[THERE],
    )
    with_bot = Sit(
        name="Beto",
        seat=1,
        operator=entry("Beto", bot=True).operator,
        value=Octets32(octets("value of Beto", 32)),
        port=47111,
        addresses=[],
    )
    return [
        lobby,
        sit,
        with_bot,
        Refuse(code="E_FULL"),
        Propose(genesis=genesis, addresses=[[HERE], [THERE]]),
        Sign(genesis=Octets32(genesis.digest()), sig=Octets64(key("Beto").sign(genesis.digest()))),
        Start(signed=signed(genesis)),
        Leave(),
        Again(genesis=Octets32(genesis.digest()), value=Octets32(octets("next value of Beto", 32))),
        Have(genesis=Octets32(four().digest()), main=31, deck_hand=4, deck_step=2),
    ]


def made() -> dict[str, Any]:
    return {
        "schema": "lantruco-lobby-vectors/1",
        "frames": [encode(message).decode() for message in controls()],
    }
