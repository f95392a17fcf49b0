"""Records in which all seats lie together: every signature and every hash holds, the content does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.hashing import deck_origin, main_origin, step_digest
from lantruco.protocol.messages import (
    SIGNED,
    Body,
    Call,
    HandStart,
    Message,
    Signed,
    SignedWord,
    Slot,
    body_bytes,
    body_digest,
)

Edit = Callable[[Message], Message | None]
"""The body to put in place of one, None to leave it alone."""


def forge(lines: Sequence[bytes], keys: Sequence[Ed25519PrivateKey], edit: Edit) -> tuple[list[bytes], int]:
    """The record with the first body that ``edit`` changes, signed and chained anew by all its seats from
    there on, and the line of the change."""
    bodies = [SIGNED.decode(line).body for line in lines[1:]]
    changed = next(index for index, body in enumerate(bodies) if edit(body) is not None)
    bodies[changed] = edit(bodies[changed]) or bodies[changed]
    genesis = bytes(bodies[0].genesis)
    prev = {"main": main_origin(genesis)}
    forged, step, made = [lines[0]], list[Message](), ""
    for body in bodies:
        slot = (body.log, body.hand if body.log == "deck" else 0, body.step)
        if step and slot != (step[0].log, step[0].hand if step[0].log == "deck" else 0, step[0].step):
            prev[step[0].log] = step_digest(prev[step[0].log], map(body_bytes, step))
            made, step = step[0].log, []
        if body.log == "deck" and body.step == 0 and not step:
            prev["deck"] = deck_origin(genesis, body.hand, body.attempt)
        body = msgspec.structs.replace(body, prev=Octets32(prev[body.log]))
        if isinstance(body, HandStart) and made == "deck":
            body = msgspec.structs.replace(body, deck=Octets32(prev["deck"]))
        if isinstance(body, Call) and body.partner is not None:
            word = msgspec.structs.replace(body.partner.body, prev=body.prev)
            sig = Octets64(keys[word.seat].sign(body_digest(word)))
            body = msgspec.structs.replace(body, partner=SignedWord(word, sig))
        step.append(body)
        forged.append(Signed(body, Octets64(keys[body.seat].sign(body_digest(body)))).to_bytes())
    return forged, changed + 2


def slot_of(body: Body) -> Slot:
    """The place of a message, for another in its stead."""
    return {
        "genesis": body.genesis,
        "log": body.log,
        "hand": body.hand,
        "attempt": body.attempt,
        "step": body.step,
        "prev": body.prev,
        "seat": body.seat,
    }


def untouched(body: Message) -> Message | None:
    """Changes nothing but the first message, which it says again as it is."""
    return body
