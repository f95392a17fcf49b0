"""Well-signed lies, made with the arithmetic of this package and keys that everybody knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.independent.canonical import decode, encode
from tests.independent.chain import Message, fault_digest, message_digest
from tests.independent.record import Replay
from tests.independent.refusal import Refused
from tests.independent.schema import SLOT, message_body, octets, text_of
from tests.independent.signatures import sign

Json = dict[str, Any]
# No faults there: a commitment is opened later, one sound key is as good as another, only the receiver looks
# into a box, who speaks for whom is free, and who names another deck or fault has another history.
UNSEEN = {
    ("commit", "commitment"),
    ("boxkeys", "keys"),
    ("boxes", "boxes"),
    ("call", "partner"),
    ("hand", "deck"),
    ("close", "deck"),
    ("close", "fault"),
    ("close", "round"),
    ("close", "closed"),
}


def seeds_of(table: int, seats: int) -> list[bytes]:
    """The private keys of a golden record: never to be played with."""
    return [(100 * table + seat + 1).to_bytes(32, "big") for seat in range(seats)]


def body_of(line: bytes) -> Json:
    held = decode(line, len(line))
    assert isinstance(held, dict)
    body = held["body"]
    assert isinstance(body, dict)
    return body


def signed(body: Json, seeds: Sequence[bytes]) -> bytes:
    """The line that says ``body``."""
    raw = encode(body)
    signature = text_of(sign(seeds[body["seat"]], message_digest(raw)))
    return encode({"body": body, "sig": signature})


@dataclass(frozen=True)
class Lie:
    """``body`` in place of an honest one; whoever says it is at fault."""

    about: str
    body: Json

    def message(self, line: int) -> Message:
        return Message(message_body(self.body), encode(self.body), line)


def lies_about(body: Json) -> list[Lie]:
    """Every field changed into something of the right form that is not true."""
    found = [Lie("kind", _other_kind(body))]
    if body["log"] == "main":
        found += [Lie("hand", body | {"hand": body["hand"] + 1}), Lie("attempt", body | {"attempt": 1})]
    for name, value in body.items():
        if name in SLOT or (body["kind"], name) in UNSEEN:
            continue
        found.extend(Lie(name, body | {name: other}) for other in _others(body["kind"], name, value))
    return [lie for lie in found if _has_form(lie.body)]


def _other_kind(body: Json) -> Json:
    slot = {name: body[name] for name in SLOT}
    if body["log"] == "main":
        return slot | {"kind": "boxes", "boxes": [""]}
    if body["kind"] != "verdict":
        return slot | {"kind": "verdict"}
    return slot | {"kind": "commit", "commitment": text_of(bytes(32))}


def _others(kind: str, name: str, value: object) -> list[object]:
    if isinstance(value, str) and name != "word":
        data = octets(value, 0, 10_000)
        first = bytes([data[0] ^ 2]) + data[1:]
        last = data[:-32] + (int.from_bytes(data[-32:], "little") ^ 1).to_bytes(32, "little")
        turned = data[32:64] + data[:32] + data[64:] if len(data) >= 64 else first
        short = data[:-32] if name in ("proof", "shares") and kind in ("shuffle", "shares") else first
        return [text_of(changed) for changed in {first, last, turned, short} - {data}]
    if name == "word":
        return ["familia" if value in ("aceita", "corre", "joga", "mostra") else "joga"]
    if name == "score" and isinstance(value, list):
        return [[value[0], (value[1] + 1) % 13], [(value[0] + 1) % 13, value[1]]]
    if name in ("share", "proof") and kind == "play":
        return [text_of(bytes(range(32)) * (2 if name == "proof" else 1))]
    if isinstance(value, int):
        return [1 - value] if name == "winner" else [(value + 3) % 40, (value + 9) % 40]
    if name == "secrets" and isinstance(value, list):
        return [[text_of(bytes(range(32)))] * len(value), value[1:]]
    if isinstance(value, list):
        return [[*value[1:], value[0]], value[1:]]
    return []


def _has_form(body: Json) -> bool:
    try:
        message_body(body)
    except Refused:
        return False
    return True


def accused(kept: Sequence[bytes], replay: Replay, body: Json, seeds: Sequence[bytes]) -> list[bytes]:
    """``kept``, which ``replay`` has followed, ``body`` alone in its step, and the others' closing words."""
    fault = fault_digest(octets(body["prev"], 32), body["seat"])
    in_deck = body["log"] == "deck"
    close: Json = {
        "genesis": body["genesis"],
        "log": "main",
        "hand": replay.hand_number,
        "attempt": 0,
        "step": replay.main_step + (not in_deck),
        "prev": text_of(replay.main_prev if in_deck else fault),
        "kind": "close",
        "winner": 1 - body["seat"] % 2,
        "score": list(replay.score),
        "fault": body["seat"],
        "deck": text_of(fault) if in_deck else None,
        "round": 0,
        "closed": False,
    }
    others = [seat for seat in range(len(seeds)) if seat != body["seat"]]
    return [*kept, signed(body, seeds), *(signed(close | {"seat": seat}, seeds) for seat in others)]
