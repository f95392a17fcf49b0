"""genesis.json: well-formed geneses with their digests and signatures, and some that are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from lantruco.protocol.codec import Octets16, Octets32, Octets64, b64
from lantruco.protocol.genesis import (
    Genesis,
    Operator,
    SeatEntry,
    SignedGenesis,
    make_genesis,
    operator_digest,
    rules_map,
)
from lantruco.protocol.hashing import genesis_digest
from tests.vectors.fixed import PEOPLE, key, octets, public

OPERATOR = "Olga"


def entry(name: str, *, bot: bool = False) -> SeatEntry:
    operator = None
    if bot:
        sig = Octets64(key(OPERATOR).sign(operator_digest(public(name))))
        operator = Operator(Octets32(public(OPERATOR)), OPERATOR, sig)
    return SeatEntry(Octets32(public(name)), name, Octets32(octets(f"value of {name}", 32)), operator)


def two() -> Genesis:
    return make_genesis(
        table_id=Octets16(octets("table of two", 16)),
        name="Mesa do Zé",
        seats=[entry("Ana"), entry("Beto")],
        rules=rules_map(),
        table={},
    )


def four() -> Genesis:
    """Options that differ, a bot, and a match before it."""
    return make_genesis(
        table_id=Octets16(octets("table of four", 16)),
        name='"\\" ♣',
        seats=[entry("Ana"), entry("Beto", bot=True), entry("Cida"), entry("Davi")],
        rules=rules_map({"limite": "nunca", "coberta": False, "fr_descarte": "fora"}),
        table={"tempo": 30, "waiting": 600, "sinais": "espiados"},
        previous=Octets32(octets("digest of the match before", 32)),
    )


def signed(genesis: Genesis) -> SignedGenesis:
    names = [name for name in PEOPLE if public(name) in genesis.keys]
    return SignedGenesis(genesis, [Octets64(key(name).sign(genesis.digest())) for name in names])


def described(genesis: Genesis) -> dict[str, Any]:
    whole = signed(genesis)
    line = whole.to_bytes().decode()
    return {
        "genesis": line[len('{"genesis":') : line.index(',"sigs":')],
        "digest": genesis.digest().hex(),
        "signatures": [bytes(sig).hex() for sig in whole.sigs],
        "line": line,
        "operators": [
            None if seat.operator is None else operator_digest(seat.key).hex() for seat in genesis.seats
        ],
    }


Edit = Callable[[dict[str, Any]], object]


def refused() -> dict[str, tuple[str, Edit]]:
    """What is wrong with a genesis of two: (code, the edit of its JSON, after which it is signed again)."""
    return {
        "a name with a blank edge": ("E_NAME", lambda it: it.update(name=" Mesa")),
        "a name of 25 characters": ("E_NAME", lambda it: it.update(name="m" * 25)),
        "an empty name": ("E_NAME", lambda it: it["seats"][0].update(name="")),
        "a name that is not NFC": ("E_NAME", lambda it: it["seats"][1].update(name="Jose\u0301")),
        "a name that turns the line round": ("E_NAME", lambda it: it.update(name="Mesa\u202e")),
        "an option too few": ("E_OPTION", lambda it: it["rules"].pop("limite")),
        "a value that an option does not have": ("E_OPTION", lambda it: it["rules"].update(limite="talvez")),
        "seats that do not fit the table": ("E_TABLE", lambda it: it["table"].update(seats=4)),
        "sinais that are yes or no": ("E_TABLE", lambda it: it["table"].update(sinais=True)),
        "a waiting time out of bounds": ("E_TABLE", lambda it: it["table"].update(waiting=9)),
        "one key at two seats": ("E_KEY", lambda it: it["seats"][1].update(key=it["seats"][0]["key"])),
        "one value at two seats": ("E_KEY", lambda it: it["seats"][1].update(value=it["seats"][0]["value"])),
        "a key of small order": (
            "E_KEY",
            lambda it: it["seats"][1].update(key="AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
        ),
        "another protocol": ("E_VERSION", lambda it: it.update(protocol=1)),
        "another entry": ("E_FORMAT", lambda it: it.update(entry=1)),
        "another game": ("E_FORMAT", lambda it: it.update(game="truco-mineiro")),
        "an unknown field": ("E_FORMAT", lambda it: it.update(more=1)),
    }


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def broken(edit: Edit) -> str:
    """The line of the edited genesis, with signatures of the keys that sat there."""
    inner = json.loads(described(two())["genesis"])
    edit(inner)
    digest = genesis_digest(canonical(inner))
    sigs = [b64(key(name).sign(digest)) for name in PEOPLE[:2]]
    return canonical({"genesis": inner, "sigs": sigs}).decode()


def made() -> dict[str, Any]:
    whole = json.loads(described(two())["line"])
    whole["sigs"].reverse()
    cases = [
        {"about": about, "code": code, "line": broken(edit)} for about, (code, edit) in refused().items()
    ]
    cases.append(
        {
            "about": "signatures in the wrong order",
            "code": "E_SIGNATURE",
            "line": canonical(whole).decode(),
        }
    )
    return {
        "schema": "lantruco-genesis-vectors/1",
        "accepted": [described(two()), described(four())],
        "refused": cases,
    }
