"""messages.json: one message of every kind, signed, and the digests of the log.

The messages show form, hashing and signing; whether a deck or a share is true is the matter of fairdeal.json
and of the golden records.
"""

from __future__ import annotations

from typing import Any, Literal

from lantruco.protocol.codec import Octets32, Octets64, encode
from lantruco.protocol.hashing import deck_origin, fault_digest, main_origin, step_digest
from lantruco.protocol.messages import (
    Boxes,
    BoxKeys,
    BoxOctets,
    Call,
    Close,
    Commit,
    DeckOctets,
    HandStart,
    Message,
    Opened,
    PartnerWord,
    Play,
    ProofOctets,
    Reveal,
    Shares,
    SharesOctets,
    ShowCards,
    Shuffle,
    Signed,
    SignedWord,
    Slot,
    Verdict,
    body_bytes,
    body_digest,
)
from lantruco.protocol.parting import Parting, SignedParting
from tests.vectors.fixed import PEOPLE, key, octets
from tests.vectors.genesis import four


def o32(label: str) -> Octets32:
    return Octets32(octets(label, 32))


def o64(label: str) -> Octets64:
    return Octets64(octets(label, 64))


def slot(log: Literal["main", "deck"], step: int, seat: int, *, hand: int = 3) -> Slot:
    return {
        "genesis": Octets32(four().digest()),
        "log": log,
        "hand": hand,
        "attempt": 0,
        "step": step,
        "prev": o32(f"{log} {step}"),
        "seat": seat,
    }


def close(
    step: int,
    seat: int,
    *,
    hand: int = 3,
    score: tuple[int, int],
    fault: int | None = None,
    deck: Octets32 | None = None,
    number: int = 0,
    closed: bool = False,
) -> Close:
    place = slot("main", step, seat, hand=hand)
    return Close(**place, winner=0, score=score, fault=fault, deck=deck, round=number, closed=closed)


def sign(body: Message) -> Octets64:
    return Octets64(key(PEOPLE[body.seat]).sign(body_digest(body)))


def partners_word() -> SignedWord:
    body = PartnerWord(**slot("main", 40, 2), word="seis")
    return SignedWord(body, sign(body))


def bodies() -> list[Message]:
    """Every kind, and the kinds with a choice in each of their forms."""
    share_proof = ProofOctets(octets("share proof", 64))
    return [
        Commit(**slot("deck", 0, 0), commitment=o32("commitment")),
        Reveal(**slot("deck", 1, 1), nonce=o32("nonce"), key=o32("key"), proof=o64("possession")),
        Shuffle(
            **slot("deck", 2, 2),
            deck=DeckOctets(octets("deck", 2560)),
            proof=ProofOctets(octets("proof", 6688)),
        ),
        Verdict(**slot("deck", 6, 3)),
        HandStart(**slot("main", 30, 0), deck=o32("deck log"), score=(9, 3)),
        Shares(**slot("main", 31, 1), shares=SharesOctets(octets("shares", 320)), proof=share_proof),
        Play(**slot("main", 32, 2), position=7, share=o32("share"), proof=share_proof),
        Play(**slot("main", 33, 3), position=11, share=None, proof=None),
        Call(**slot("main", 39, 1), word="truco", partner=None),
        PartnerWord(**slot("main", 40, 2), word="seis"),
        Call(**slot("main", 40, 0), word="seis", partner=partners_word()),
        ShowCards(
            **slot("main", 50, 0),
            shares=[o32(f"shown {at}") for at in range(3)],
            proofs=[o64(f"shown {at}") for at in range(3)],
        ),
        BoxKeys(**slot("main", 60, 0), keys=[o32("one-time key")]),
        Boxes(**slot("main", 61, 2), boxes=[BoxOctets(octets("box", 336))]),
        Opened(**slot("main", 62, 0), secrets=[None]),
        Opened(**slot("main", 62, 2), secrets=[o32("one-time secret")]),
        close(70, 1, score=(12, 3)),
        close(70, 1, score=(12, 3), closed=True),
        close(70, 0, hand=4, score=(9, 3), fault=3, deck=o32("faulty deck log"), number=1),
    ]


def leaves() -> list[dict[str, Any]]:
    """Good-byes: of a seat that had spoken and knew of none, and of one that knew of it."""
    prev, genesis = o32("main 40"), Octets32(four().digest())
    first = Parting(genesis=genesis, seat=2, step=40, prev=prev, spoken=True, after=[])
    named = [Octets32(first.digest())]
    second = Parting(genesis=genesis, seat=0, step=40, prev=prev, spoken=False, after=named)
    found = []
    for leave in (first, second):
        signer = key(PEOPLE[leave.seat])
        signature = signer.sign(leave.digest())
        found.append(
            {
                "body": encode(leave).decode(),
                "digest": leave.digest().hex(),
                "key": signer.public_key().public_bytes_raw().hex(),
                "signature": signature.hex(),
                "line": SignedParting(leave, Octets64(signature)).to_bytes().decode(),
            }
        )
    return found


def described(body: Message) -> dict[str, Any]:
    return {
        "kind": body.kind,
        "body": body_bytes(body).decode(),
        "digest": body_digest(body).hex(),
        "key": key(PEOPLE[body.seat]).public_key().public_bytes_raw().hex(),
        "signature": bytes(sign(body)).hex(),
        "line": Signed(body, sign(body)).to_bytes().decode(),
    }


def made() -> dict[str, Any]:
    genesis = four().digest()
    prev = octets("previous digest", 32)
    step = [body_bytes(Verdict(**slot("deck", 6, seat))) for seat in range(4)]
    return {
        "schema": "lantruco-message-vectors/2",
        "genesis": genesis.hex(),
        "messages": [described(body) for body in bodies()],
        "main_origin": main_origin(genesis).hex(),
        "deck_origins": [
            {"hand": hand, "attempt": attempt, "digest": deck_origin(genesis, hand, attempt).hex()}
            for hand, attempt in ((0, 0), (1, 0), (9_999, 255))
        ],
        "steps": [
            {
                "prev": prev.hex(),
                "bodies": [body.decode() for body in said],
                "digest": step_digest(prev, said).hex(),
            }
            for said in (step, step[:1])
        ],
        "leaves": leaves(),
        "faults": [
            {"prev": prev.hex(), "seat": seat, "digest": fault_digest(prev, seat).hex()} for seat in (0, 3)
        ],
    }
