"""talk.json: side messages of every kind, sinais opened step by step, and draws that glimpse one or not."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from lantruco.fairdeal.transcript import digest
from lantruco.protocol.codec import Octets32, Octets64, encode
from lantruco.protocol.sealing import public_of, seal
from lantruco.protocol.sidetalk_messages import (
    AnySide,
    Chat,
    Consult,
    Glimpse,
    Look,
    Opening,
    Said,
    SaidToAll,
    SealedOpening,
    SealedSinal,
    SideKey,
    SideSigned,
    Sinal,
    ToAll,
    VeilBox,
    Veiled,
    side_digest,
)
from lantruco.protocol.sidetalk_veil import coin_commitment, is_glimpsed, veil_of
from tests.vectors.fixed import PEOPLE, key, octets
from tests.vectors.genesis import four

SINAL, WORD = "zap", "pergunta"
SENDER, RECEIVER = 0, 2
RIVALS = (1, 3)
HAND, COUNTER = 3, 9


def context(purpose: str, genesis: bytes) -> bytes:
    return digest(
        purpose,
        [("genesis", genesis), ("hand", HAND), ("seat", SENDER), ("to", RECEIVER), ("counter", COUNTER)],
    )


def box(purpose: str, genesis: bytes, secret: bytes, plain: bytes) -> bytes:
    ephemeral = octets("ephemeral secret of a sinal", 32)
    return seal(plain, public_of(secret), context(purpose, genesis), ephemeral)


def coin(rival: int) -> bytes:
    return octets(f"coin of a sinal for seat {rival}", 32)


def value(rival: int) -> bytes:
    return octets(f"value of a look of seat {rival}", 32)


def sides(genesis: Octets32, secret: bytes) -> list[AnySide]:
    nonce = octets("nonce of a sinal", 32)
    slot = (bytes(genesis), HAND, SENDER, COUNTER)
    padded = SINAL.encode().ljust(32, b"\0")
    sinal = SealedSinal(box("side-box", genesis, secret, padded))
    opening = SealedOpening(box("side-box", genesis, secret, padded + nonce))
    consult = SealedSinal(box("consult-box", genesis, secret, WORD.encode().ljust(32, b"\0")))
    mine: dict[str, Any] = {"genesis": genesis, "hand": HAND, "seat": SENDER, "counter": COUNTER}
    said: list[AnySide] = [
        SideKey(genesis=genesis, hand=0, seat=RECEIVER, counter=1, key=Octets32(public_of(secret))),
        Chat(genesis=genesis, hand=HAND, seat=1, counter=4, text='"Truco!" \\o/ é agora'),
        Sinal(**mine, to=RECEIVER, box=sinal),
        Consult(**mine, to=RECEIVER, box=consult),
        Veiled(
            **mine,
            veil=Octets32(veil_of(slot, SINAL, nonce)),
            coins=[Octets32(coin_commitment(slot, rival, coin(rival))) for rival in RIVALS],
            boxes=[VeilBox(to=RECEIVER, box=opening)],
        ),
    ]
    for rival in RIVALS:
        drawn = Octets32(value(rival))
        said.append(
            Look(genesis=genesis, hand=HAND, seat=rival, counter=6, to=SENDER, of=COUNTER, value=drawn)
        )
        seen = is_glimpsed(slot, rival, coin(rival), value(rival))
        said.append(
            Glimpse(
                genesis=genesis,
                hand=HAND,
                seat=SENDER,
                counter=COUNTER + rival,
                to=rival,
                of=COUNTER,
                coin=Octets32(coin(rival)),
                opening=Opening(sinal=SINAL, nonce=Octets32(nonce)) if seen else None,
            )
        )
    return said


SAID: Final = [
    "Truco!",
    "\u2663 e \u2665\ufe0f",  # suits, one with a variation selector
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",  # a family
    "\U0001f3f3\ufe0f\u200d\U0001f308",  # a flag, with a selector before the joiner
    "\U0001f9d1\U0001f3ff\u200d\U0001f680",  # a profession, with a skin tone before the joiner
    "\U0001f642\u200d\u2194\ufe0f",  # a head shaken: an arrow behind the joiner
    "1\ufe0f\u20e3 \U0001f1e7\U0001f1f7",  # a key cap, and the letters of a flag
    "x" * 200,
]
REFUSED: Final = [
    "",
    "x" * 201,
    "a\u0303",  # not NFC
    "a\nb",
    "a\u2028b",
    "a\u202eb",  # the direction of writing
    "a\u200db",
    "\u200d",
    "\U0001f469\u200d",
    "\u200d\U0001f469",
    "\U0001f469\u200d\u200d\U0001f467",
    "\U0001f469\u200d \U0001f467",
    "a\u200d\U0001f467",
    "a\ufe0f\u200d\U0001f467",
    "\U0001f469\ufe0f\ufe0f\u200d\U0001f467",
    "\U0001f469\u200ba",  # another character of Cf
    "\U0001f3f4\U000e0067\U000e007f",  # a flag written with tags
]
"""Texts of a chat message: those that may be said, and those that are none."""


def described(body: AnySide) -> dict[str, Any]:
    signer = key(PEOPLE[body.seat])
    signature = signer.sign(side_digest(body))
    return {
        "body": encode(body).decode(),
        "digest": side_digest(body).hex(),
        "key": signer.public_key().public_bytes_raw().hex(),
        "signature": signature.hex(),
        "frame": encode(SideSigned(body, Octets64(signature))).decode(),
    }


def signed(body: ToAll) -> SaidToAll:
    return SaidToAll(body, Octets64(key(PEOPLE[body.seat]).sign(side_digest(body))))


def passed_on(genesis: Octets32, secret: bytes) -> list[dict[str, Any]]:
    """What seats pass on of others: a message, and pairs that prove something or nothing."""
    one = Chat(genesis=genesis, hand=HAND, seat=1, counter=4, text="sim")
    other = replace(one, text="não")
    later = replace(other, counter=5)
    mine = SideKey(genesis=genesis, hand=0, seat=RECEIVER, counter=1, key=Octets32(public_of(secret)))
    second = octets("another side secret of Cida", 32)
    again = replace(mine, counter=8, key=Octets32(public_of(second)))
    cases: list[tuple[str, list[ToAll], bool | None]] = [
        ("one message", [one], None),
        ("two texts under one counter", [one, other], True),
        ("a text and a key under one counter", [mine, replace(one, seat=RECEIVER, counter=1)], True),
        ("two keys for sinais under two counters", [mine, again], True),
        ("one message twice", [one, one], False),
        ("two texts under two counters", [one, later], False),
        ("two texts of two seats", [one, replace(other, seat=RECEIVER)], False),
    ]
    return [
        {
            "about": about,
            "frame": encode(Said(said=[signed(body) for body in bodies])).decode(),
            "proof": proof,
        }
        for about, bodies, proof in cases
    ]


def draws(genesis: bytes) -> list[dict[str, Any]]:
    """Coins and values of one sinal: some glimpse it."""
    slot = (genesis, HAND, SENDER, COUNTER)
    found = []
    for number in range(12):
        one, other = octets(f"coin {number}", 32), octets(f"value {number}", 32)
        drawn = is_glimpsed(slot, RIVALS[0], one, other)
        found.append({"coin": one.hex(), "value": other.hex(), "glimpsed": drawn})
    return found


def made() -> dict[str, Any]:
    genesis = Octets32(four().digest())
    secret = octets("side secret of Cida", 32)
    return {
        "schema": "lantruco-talk-vectors/3",
        "side_secret": secret.hex(),
        "context": context("side-box", genesis).hex(),
        "consult_context": context("consult-box", genesis).hex(),
        "sinal": SINAL,
        "consult": WORD,
        "messages": [described(body) for body in sides(genesis, secret)],
        "said": passed_on(genesis, secret),
        "rival": RIVALS[0],
        "draws": draws(bytes(genesis)),
        "texts": {"said": SAID, "refused": REFUSED},
    }
