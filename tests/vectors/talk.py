"""talk.json: one side message of every kind, and a sinal opened step by step."""

from __future__ import annotations

from typing import Any

from lantruco.fairdeal.transcript import digest
from lantruco.protocol.codec import Octets32, Octets64, encode
from lantruco.protocol.sealing import public_of, seal
from lantruco.protocol.sidetalk import Chat, SealedSinal, SideKey, SideSigned, Sinal, side_digest
from tests.vectors.fixed import PEOPLE, key, octets
from tests.vectors.genesis import four

SINAL = b"zap"
SENDER, RECEIVER = 0, 2
HAND, COUNTER = 3, 9


def context(genesis: bytes) -> bytes:
    return digest(
        "side-box",
        [("genesis", genesis), ("hand", HAND), ("seat", SENDER), ("to", RECEIVER), ("counter", COUNTER)],
    )


def sides(genesis: Octets32, secret: bytes) -> list[Chat | SideKey | Sinal]:
    plain = SINAL.ljust(32, b"\0")
    box = seal(plain, public_of(secret), context(genesis), octets("ephemeral secret of a sinal", 32))
    return [
        SideKey(genesis=genesis, hand=0, seat=RECEIVER, counter=1, key=Octets32(public_of(secret))),
        Chat(genesis=genesis, hand=HAND, seat=1, counter=4, text='"Truco!" \\o/ é agora'),
        Sinal(genesis=genesis, hand=HAND, seat=SENDER, counter=COUNTER, to=RECEIVER, box=SealedSinal(box)),
    ]


def described(body: Chat | SideKey | Sinal) -> dict[str, Any]:
    signer = key(PEOPLE[body.seat])
    signature = signer.sign(side_digest(body))
    return {
        "body": encode(body).decode(),
        "digest": side_digest(body).hex(),
        "key": signer.public_key().public_bytes_raw().hex(),
        "signature": signature.hex(),
        "frame": encode(SideSigned(body, Octets64(signature))).decode(),
    }


def made() -> dict[str, Any]:
    genesis = Octets32(four().digest())
    secret = octets("side secret of Cida", 32)
    return {
        "schema": "lantruco-talk-vectors/1",
        "side_secret": secret.hex(),
        "context": context(genesis).hex(),
        "sinal": SINAL.decode(),
        "messages": [described(body) for body in sides(genesis, secret)],
    }
