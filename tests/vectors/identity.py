"""identity.json: keys, their names, keys that are refused, signatures that hold and that do not."""

from __future__ import annotations

import hashlib
from typing import Any

from lantruco.net.identity import fingerprint, words
from tests.independent.edwards import BASE, P, Point, Q, add, decode, encode, times
from tests.vectors.fixed import PEOPLE, key, octets, public, seed

MESSAGE = b"truco"
ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


def little(number: int) -> bytes:
    return number.to_bytes(32, "little")


def torsion() -> Point:
    point = decode(ORDER_8)
    assert point is not None
    return point


def refused_keys() -> dict[str, bytes]:
    """Public keys that E_KEY refuses, by the reason."""
    small = {f"order 8, multiple {k}": encode(times(k, torsion())) for k in range(1, 9)}
    return small | {
        "not canonical, y = p": little(P),
        "not canonical, y = p + 1": little(P + 1),
        "neutral with the sign bit": little(1 | 1 << 255),
        "order 2 with the sign bit": little(P - 1 | 1 << 255),
        "not on the curve": little(2),
        "base point and a point of order 8": encode(add(BASE, torsion())),
        "31 bytes": bytes(31),
        "33 bytes": bytes(33),
    }


def signatures() -> list[dict[str, Any]]:
    """Signatures of Ana on MESSAGE, and whether they hold."""
    data = hashlib.sha512(seed("Ana")).digest()
    secret = int.from_bytes(data[:32], "little") & (1 << 254) - 8 | 1 << 254
    good = key("Ana").sign(MESSAGE)

    def answered(announced: bytes, nonce: int) -> bytes:
        k = int.from_bytes(hashlib.sha512(announced + public("Ana") + MESSAGE).digest(), "little") % Q
        return announced + little((nonce + k * secret) % Q)

    nonce = int.from_bytes(octets("signature nonce", 32), "little") % Q
    with_torsion = encode(add(times(nonce, BASE), torsion()))
    cases = [
        ("as RFC 8032 makes it", good, True),
        ("another nonce", answered(encode(times(nonce, BASE)), nonce), True),
        ("R is the neutral element", answered(little(1), 0), True),
        ("R is the neutral element, not canonical", answered(little(P + 1), 0), False),
        (
            "R with a point of order 8, which only a check times 8 forgives",
            answered(with_torsion, nonce),
            False,
        ),
        ("S not below the order", good[:32] + little(int.from_bytes(good[32:], "little") + Q), False),
        ("a bit of R turned", bytes([good[0] ^ 1]) + good[1:], False),
        ("a bit of S turned", good[:32] + bytes([good[32] ^ 1]) + good[33:], False),
    ]
    return [{"about": about, "signature": sig.hex(), "holds": holds} for about, sig, holds in cases]


def made() -> dict[str, Any]:
    return {
        "schema": "lantruco-identity-vectors/1",
        "people": [
            {
                "name": name,
                "seed": seed(name).hex(),
                "key": public(name).hex(),
                "fingerprint": fingerprint(public(name)),
                "words": words(public(name)),
            }
            for name in PEOPLE
        ],
        "refused_keys": [{"about": about, "key": bad.hex()} for about, bad in refused_keys().items()],
        "message": MESSAGE.hex(),
        "signatures": signatures(),
    }
