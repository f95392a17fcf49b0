"""encoding.json: byte strings that are, and are not, a message in the canonical form."""

from __future__ import annotations

from typing import Any

from lantruco.protocol.codec import MAX_MESSAGE
from tests.vectors.messages import bodies, described


def lines() -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for body in bodies():
        found.setdefault(body.kind, described(body)["line"].encode())
    return found


def edited(kind: str, old: bytes, new: bytes) -> bytes:
    line = lines()[kind]
    assert old in line
    return line.replace(old, new, 1)


def refused() -> list[tuple[str, str, bytes]]:
    """(about, code, bytes); signatures do not matter here, since the form is looked at first."""
    hand = lines()["hand"]
    commit = lines()["commit"]
    last = commit[commit.index(b'"commitment":"') + 14 :][42:43]
    stray = bytes([last[0] + 1])
    sig = commit[commit.index(b'"sig":"') + 7 :][:86]
    return [
        ("a blank between tokens", "E_CANON", edited("hand", b'"hand":3', b'"hand": 3')),
        ("a line end behind it", "E_CANON", hand + b"\n"),
        ("a name twice", "E_CANON", edited("hand", b'"attempt":0', b'"attempt":0,"attempt":0')),
        ("names out of order", "E_CANON", edited("hand", b'"attempt":0,', b"").replace(
            b'"step":30', b'"step":30,"attempt":0', 1)),
        ("a needless escape", "E_CANON", edited("call", b'"truco"', b'"\\u0074ruco"')),
        ("minus zero", "E_CANON", edited("hand", b'"attempt":0', b'"attempt":-0')),
        ("stray low bits in base64url", "E_CANON", commit.replace(last + b'"', stray + b'"', 1)),
        ("padding", "E_FORMAT", commit.replace(sig, sig + b"==", 1)),
        ("the other base64 alphabet", "E_FORMAT", commit.replace(sig, b"+/" + sig[2:], 1)),
        ("a byte string too short", "E_FORMAT", commit.replace(sig, sig[:-2], 1)),
        ("a fraction", "E_FORMAT", edited("hand", b'"hand":3', b'"hand":3.5')),
        ("a leading zero", "E_FORMAT", edited("hand", b'"hand":3', b'"hand":03')),
        ("a number as text", "E_FORMAT", edited("hand", b'"hand":3', b'"hand":"3"')),
        ("a truth as number", "E_FORMAT", edited("hand", b'"attempt":0', b'"attempt":false')),
        ("an integer out of bounds", "E_FORMAT", edited("hand", b'"hand":3', b'"hand":10000')),
        ("2^53", "E_FORMAT", edited("hand", b'"step":30', b'"step":9007199254740992')),
        ("a field too many", "E_FORMAT", edited("hand", b'"step":30', b'"step":30,"zeal":1')),
        ("a field too few", "E_FORMAT", edited("hand", b'"attempt":0,', b"")),
        ("an unknown kind", "E_FORMAT", edited("hand", b'"kind":"hand"', b'"kind":"mao"')),
        ("an unknown word", "E_FORMAT", edited("call", b'"truco"', b'"flor"')),
        ("a seat that no table has", "E_FORMAT", edited("hand", b'"seat":0', b'"seat":6')),
        ("a score above twelve", "E_FORMAT", edited("hand", b'"score":[9,3]', b'"score":[13,3]')),
        ("no UTF-8", "E_FORMAT", edited("call", b'"truco"', b'"\xff"')),
        ("a byte order mark", "E_FORMAT", b"\xef\xbb\xbf" + hand),
        ("nothing", "E_FORMAT", b""),
        ("cut short", "E_FORMAT", hand[:-1]),
        ("nine levels of nesting", "E_SIZE", b'{"body":' + b"[" * 8 + b"]" * 8 + b"}"),
        ("one byte too long", "E_SIZE", b'"' + b"x" * (MAX_MESSAGE - 1) + b'"'),
    ]  # fmt: skip


def made() -> dict[str, Any]:
    cases = [
        {"about": about, "code": code, "bytes": data.hex()}
        for about, code, data in refused()
        if len(data) < 2_000
    ]
    return {
        "schema": "lantruco-encoding-vectors/1",
        "longest_message": MAX_MESSAGE,
        "accepted": [line.decode() for line in lines().values() if len(line) < 2_000],
        "refused": cases,
    }
