"""sealing.json: a box step by step, and keys and boxes that are refused."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from lantruco.fairdeal.transcript import framed
from lantruco.protocol.exchange import Exchange, Transfer
from lantruco.protocol.sealing import public_of, seal
from tests.vectors.fixed import octets

P = 2**255 - 19
# The points of order 8 on the curve of X25519, and their twins.
ORDER_8 = (
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
)


def refused_keys() -> dict[str, bytes]:
    """One-time keys that E_BOX refuses."""
    low = {"0": 0, "1": 1, "p - 1": P - 1, "order 8": ORDER_8[0], "the other of order 8": ORDER_8[1]}
    wide = {"p": P, "p + 1": P + 1, "p + 9": P + 9, "9 with the top bit": 9 | 1 << 255}
    return {
        **{f"low order: {about}": number.to_bytes(32, "little") for about, number in low.items()},
        **{f"not canonical: {about}": number.to_bytes(32, "little") for about, number in wide.items()},
    }


def made() -> dict[str, Any]:
    secret, ephemeral_secret = octets("one-time secret", 32), octets("ephemeral secret", 32)
    receiver, ephemeral = public_of(secret), public_of(ephemeral_secret)
    transfer = Transfer(sender=1, receiver=3, positions=(9, 10, 11))
    exchange = Exchange([transfer])
    exchange.bind = octets("digest before the boxes", 32)
    context = exchange.context(transfer)
    plain = octets("three shares with their proofs", 288)
    info = framed("box", [("ephemeral", ephemeral), ("receiver", receiver), ("context", context)])
    shared = X25519PrivateKey.from_private_bytes(ephemeral_secret).exchange(
        X25519PublicKey.from_public_bytes(receiver)
    )
    box = seal(plain, receiver, context, ephemeral_secret)
    turned = {"ephemeral key": 0, "ciphertext": 40, "tag": len(box) - 1}
    refused = [
        {
            "about": f"a bit of the {about} turned",
            "box": (box[:at] + bytes([box[at] ^ 1]) + box[at + 1 :]).hex(),
        }
        for about, at in turned.items()
    ]
    refused.append({"about": "ephemeral key with the top bit", "box": _top_bit(box).hex()})
    refused.append({"about": "ephemeral key of low order", "box": (bytes(32) + box[32:]).hex()})
    return {
        "schema": "lantruco-sealing-vectors/1",
        "one_time_secret": secret.hex(),
        "one_time_key": receiver.hex(),
        "ephemeral_secret": ephemeral_secret.hex(),
        "ephemeral_key": ephemeral.hex(),
        "shared": shared.hex(),
        "bind": exchange.bind.hex(),
        "sender": transfer.sender,
        "receiver": transfer.receiver,
        "positions": list(transfer.positions),
        "context": context.hex(),
        "info": info.hex(),
        "key": HKDF(SHA256(), 32, salt=None, info=info).derive(shared).hex(),
        "plain": plain.hex(),
        "box": box.hex(),
        "refused_keys": [{"about": about, "key": bad.hex()} for about, bad in refused_keys().items()],
        "refused_boxes": refused,
    }


def _top_bit(box: bytes) -> bytes:
    return box[:31] + bytes([box[31] | 0x80]) + box[32:]
