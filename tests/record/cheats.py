"""Seats that break the protocol on purpose, with signatures that hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.messages import (
    SIGNED,
    Body,
    Call,
    Commit,
    DeckOctets,
    HandStart,
    Message,
    Play,
    Reveal,
    Shuffle,
    Signed,
    body_digest,
)
from tests.record.forging import slot_of
from tests.simulation.table import Table

Cheat = Callable[[Table, int], None]
B = TypeVar("B", bound=Body)
POINT = 32


def sign_as(table: Table, body: Message) -> bytes:
    """The wire form of ``body``, signed by the seat that it names."""
    return Signed(body, Octets64(table.keys[body.seat].sign(body_digest(body)))).to_bytes()


def _instead(
    table: Table, seat: int, kind: type[B], forge: Callable[[B], Message], *, both: bool = False
) -> None:
    """``seat`` says what ``forge`` makes of its first message of ``kind``, to everybody; with ``both`` also
    what it would have said."""
    slots: list[tuple[int, int]] = []

    def intercept(sender: int, to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        if sender != seat or not isinstance(body, kind):
            return [frame]
        if not slots:
            slots.append((body.hand, body.step))
        if (body.hand, body.step) != slots[0]:
            return [frame]
        forged = sign_as(table, forge(body))
        return [frame, forged] if both else [forged]

    table.intercept = intercept


def _covered(body: Play) -> Message:
    return msgspec.structs.replace(body, share=None, proof=None)


def play_covered_in_first_vaza(table: Table, seat: int) -> None:
    _instead(table, seat, Play, _covered)


def play_and_call_truco_at_once(table: Table, seat: int) -> None:
    def other(body: Play) -> Message:
        return Call(**slot_of(body), word="truco", partner=None)

    _instead(table, seat, Play, other, both=True)


def commit_twice(table: Table, seat: int) -> None:
    def other(body: Commit) -> Message:
        return msgspec.structs.replace(body, commitment=Octets32(bytes(32)))

    _instead(table, seat, Commit, other, both=True)


def lie_about_the_score(table: Table, seat: int) -> None:
    def other(body: HandStart) -> Message:
        return msgspec.structs.replace(body, score=(0, 5))

    _instead(table, seat, HandStart, other)


def reveal_what_was_not_committed(table: Table, seat: int) -> None:
    def other(body: Reveal) -> Message:
        return msgspec.structs.replace(body, nonce=Octets32(bytes(32)))

    _instead(table, seat, Reveal, other)


def swap_two_cards_after_the_proof(table: Table, seat: int) -> None:
    """A shuffle whose deck is made of valid points and is not the one that was proved."""

    def other(body: Shuffle) -> Message:
        one, two = body.deck[: 2 * POINT], body.deck[2 * POINT : 4 * POINT]
        return msgspec.structs.replace(body, deck=DeckOctets(two + one + body.deck[4 * POINT :]))

    _instead(table, seat, Shuffle, other)
