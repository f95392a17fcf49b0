"""Hashes of the log and what is signed, in the labelled framing of the fair deal (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lantruco.fairdeal.transcript import digest

VERSION: Final = 3
"""Protocol number. Peers of different numbers do not play together."""


def main_origin(genesis: bytes) -> bytes:
    """What the first step of the main log names as its predecessor."""
    return digest("log-main", [("genesis", genesis)])


def deck_origin(genesis: bytes, hand: int, attempt: int) -> bytes:
    """What the first step of a deck log names as its predecessor."""
    return digest("log-deck", [("genesis", genesis), ("hand", hand), ("attempt", attempt)])


def step_digest(prev: bytes, bodies: Iterable[bytes]) -> bytes:
    """Digest of a complete step: its predecessor and the bodies in seat order, without signatures."""
    return digest("step", [("prev", prev), ("bodies", list(bodies))])


def fault_digest(prev: bytes, seat: int) -> bytes:
    """Digest of a step that a fault of ``seat`` ended, whichever evidence a peer holds."""
    return digest("step-fault", [("prev", prev), ("seat", seat)])


def signed_digest(body: bytes) -> bytes:
    """The 32 bytes that an author signs for a message body."""
    return digest("message", [("body", body)])


def leave_digest(body: bytes) -> bytes:
    """The 32 bytes that a seat signs when it leaves a match."""
    return digest("leave", [("body", body)])


def genesis_digest(genesis: bytes) -> bytes:
    """Hash of a genesis: stands in every later message, and is what each seat signs."""
    return digest("genesis", [("genesis", genesis)])


def operator_digest(bot_key: bytes) -> bytes:
    """What a person signs to own up to a bot."""
    return digest("operator", [("bot", bot_key)])
