"""Remakes seeds/vectors/fairdeal.json: one whole deal of two seats, every byte of it.

Run `python -m tests.fairdeal.vectors` after the protocol number was raised, and at no other time.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lantruco.fairdeal import first_dealer, make_shares, opening_order, ristretto255

from .entropy import SeededEntropy
from .tables import SLOT, deal

FILE = Path(__file__).parents[2] / "seeds" / "vectors" / "fairdeal.json"
POSITIONS = [3, 4, 5, 6]


def made() -> dict[str, Any]:
    """The whole deal as plain values, bytes in hexadecimal. It includes the secrets."""
    dealt = deal(ristretto255(), 2, 2024)
    ctx = dealt.ctx
    shares = [
        make_shares(ctx, seat, secret, dealt.final, POSITIONS, SLOT, SeededEntropy(100 + seat))
        for seat, secret in enumerate(dealt.secrets)
    ]
    return {
        "schema": "lantruco-fairdeal-vector/1",
        "group": ctx.group.name,
        "genesis": ctx.genesis.hex(),
        "hand": ctx.hand,
        "attempt": ctx.attempt,
        "identity_keys": [key.hex() for key in ctx.keys],
        "codes": list(ctx.codes),
        "context": ctx.digest.hex(),
        "seats": [
            {
                "secret_key": secret.key.encode().hex(),
                "commitment": commitment.hex(),
                "nonce": secret.nonce.hex(),
                "key": secret.public.hex(),
                "possession": secret.proof.hex(),
            }
            for secret, commitment in zip(dealt.secrets, dealt.commitments, strict=True)
        ],
        "joint_key": dealt.joint.key.hex(),
        "joint_seed": dealt.joint.seed.hex(),
        "opening_order": list(opening_order(ctx, dealt.joint.seed)),
        "first_dealer": first_dealer(ctx, dealt.joint.seed, 2),
        "decks": [deck.encode().hex() for deck in dealt.decks],
        "shuffle_proofs": [proof.hex() for proof in dealt.proofs],
        "shares": {
            "bind": SLOT.hex(),
            "positions": POSITIONS,
            "seats": [{"shares": given.hex(), "proof": proof.hex()} for given, proof in shares],
            "cards": [ctx.codes[dealt.card_at(position)] for position in POSITIONS],
        },
    }


def written(vector: dict[str, Any]) -> str:
    return json.dumps(vector, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(written(made()), encoding="ascii", newline="\n")
