"""Signatures and hashes make nothing true: what the seats say together is played again."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from lantruco.protocol.codec import Octets32
from lantruco.protocol.keys import check_public, verify
from lantruco.protocol.messages import (
    Call,
    Close,
    Commit,
    DeckOctets,
    HandStart,
    Message,
    Play,
    ProofOctets,
    Reveal,
    Shares,
    SharesOctets,
    Shuffle,
)
from lantruco.record.chain import check_chain
from lantruco.record.errors import RecordError
from lantruco.record.verify import verify_bytes
from tests.fairdeal.smallgroup import SMALL
from tests.record.forging import Edit, forge, untouched
from tests.record.golden import join
from tests.simulation.table import Table


@cache
def played() -> Table:
    table = Table(4, 2, SMALL)
    table.play()
    return table


def swapped(data: bytes, size: int) -> bytes:
    return data[size : 2 * size] + data[:size] + data[2 * size :]


def bent(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1]) if data else data


def other_commitment(body: Message) -> Message | None:
    return msgspec.structs.replace(body, commitment=Octets32(bytes(32))) if isinstance(body, Commit) else None


def other_nonce(body: Message) -> Message | None:
    return msgspec.structs.replace(body, nonce=Octets32(bytes(32))) if isinstance(body, Reveal) else None


def swapped_cards(body: Message) -> Message | None:
    if not isinstance(body, Shuffle):
        return None
    return msgspec.structs.replace(body, deck=DeckOctets(swapped(body.deck, 64)))


def other_score_of_a_hand(body: Message) -> Message | None:
    if not isinstance(body, HandStart) or body.hand == 0:
        return None
    return msgspec.structs.replace(body, score=(5, 5))


def swapped_shares(body: Message) -> Message | None:
    if not isinstance(body, Shares):
        return None
    return msgspec.structs.replace(body, shares=SharesOctets(swapped(body.shares, 32)))


def another_card(body: Message) -> Message | None:
    if not isinstance(body, Play) or body.share is None:
        return None
    return msgspec.structs.replace(body, position=(body.position + 1) % 12)


def bent_proof(body: Message) -> Message | None:
    if not isinstance(body, Play) or body.proof is None:
        return None
    return msgspec.structs.replace(body, proof=ProofOctets(bent(body.proof)))


def a_step_too_high(body: Message) -> Message | None:
    return msgspec.structs.replace(body, word="doze") if isinstance(body, Call) else None


def other_winner(body: Message) -> Message | None:
    return msgspec.structs.replace(body, winner=1 - body.winner) if isinstance(body, Close) else None


def other_score(body: Message) -> Message | None:
    return msgspec.structs.replace(body, score=(12, 11)) if isinstance(body, Close) else None


def a_fault_of_an_honest_seat(body: Message) -> Message | None:
    return msgspec.structs.replace(body, fault=3) if isinstance(body, Close) else None


@pytest.mark.parametrize(
    "edit",
    [
        other_commitment,
        other_nonce,
        swapped_cards,
        other_score_of_a_hand,
        swapped_shares,
        another_card,
        bent_proof,
        a_step_too_high,
        other_winner,
        other_score,
        a_fault_of_an_honest_seat,
    ],
)
def test_what_all_seats_signed_together_is_still_played_again(edit: Edit) -> None:
    table = played()
    lines, changed = forge(table.records[0], table.keys, edit)
    check_chain(join(lines), verify=verify, check_key=check_public)
    with pytest.raises(RecordError) as caught:
        verify_bytes(join(lines), group=SMALL)
    assert caught.value.code == "E_REPLAY"
    assert caught.value.line is not None
    # A false commitment shows at its reveal, one line for each seat later.
    assert caught.value.line in (changed, changed + 4)


def test_the_same_words_signed_again_are_the_same_record() -> None:
    table = played()
    lines, _ = forge(table.records[0], table.keys, untouched)
    assert join(lines) == table.file(0)
