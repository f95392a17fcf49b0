"""Signatures and hashes make nothing true: what the seats say together is played again."""

from __future__ import annotations

from functools import cache
from itertools import count

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lantruco.protocol.codec import Octets, Octets32
from lantruco.protocol.keys import check_public, verify
from lantruco.protocol.messages import (
    SIGNED,
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
    body_bytes,
)
from lantruco.record.chain import check_chain
from lantruco.record.errors import RecordError
from lantruco.record.verify import verify_bytes
from tests.fairdeal.smallgroup import SMALL
from tests.record.forging import Edit, forge, slot_of, untouched
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


def test_a_record_broken_off_before_a_bad_shuffle_was_judged_is_unfinished_and_names_the_seat() -> None:
    table = played()
    cut = table.records[0][: 1 + 3 * len(table.keys)]

    def spoil(body: Message) -> Message | None:
        if not isinstance(body, Shuffle):
            return None
        return msgspec.structs.replace(body, proof=ProofOctets(bent(body.proof)))

    forged, line = forge(cut, table.keys, spoil)
    report = verify_bytes(join(forged), group=SMALL)
    assert report.status == "unfinished"
    assert report.fault is not None
    assert (report.fault.seat, report.fault.code) == (SIGNED.decode(forged[line - 1]).body.seat, "E_PROOF")


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


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_no_lie_of_all_seats_together_is_believed_or_ends_in_anything_but_a_reason(
    data: st.DataObject,
) -> None:
    table = played()
    chosen = data.draw(st.integers(0, len(table.records[0]) - 2))
    seen = count(0)

    def lie(body: Message) -> Message | None:
        if next(seen) != chosen:
            return None
        fields = [name for name in body.__struct_fields__ if name not in ("genesis", "step", "prev", "seat")]
        name = data.draw(st.sampled_from(fields))
        value = getattr(body, name)
        if name == "log":
            assume(not isinstance(body, Close))
            place = slot_of(body)
            return Close(**place, winner=0, score=(12, 0), fault=None, deck=None, round=0, closed=False)
        # A hand's deck is named anew with the rest of the chain.
        assume(
            value is not None and name != "partner" and not (isinstance(body, HandStart) and name == "deck")
        )
        return msgspec.structs.replace(body, **{name: _other(data, name, value)})

    lines, _ = forge(table.records[0], table.keys, _once(lie))
    with pytest.raises(RecordError) as caught:
        verify_bytes(join(lines), group=SMALL)
    assert caught.value.line is not None


def _once(lie: Edit) -> Edit:
    """``forge`` asks twice about the body that it changes: the first answer stands."""
    answers: dict[bytes, Message | None] = {}

    def edit(body: Message) -> Message | None:
        key = body_bytes(body)
        if key not in answers:
            answers[key] = lie(body)
        return answers[key]

    return edit


def _other(data: st.DataObject, name: str, value: object) -> object:
    if isinstance(value, Octets):
        bit = data.draw(st.integers(0, len(value) * 8 - 1))
        turned = bytearray(value)
        turned[bit // 8] ^= 1 << bit % 8
        return type(value)(turned)
    if isinstance(value, tuple):
        return (value[0], 11 - value[1] if value[1] != 11 - value[1] else 3)
    if isinstance(value, str):
        words = ["truco", "seis", "nove", "doze", "aceita", "corre", "joga"]
        return data.draw(st.sampled_from([word for word in words if word != value]))
    if isinstance(value, bool):
        return not value
    if isinstance(value, list):
        place = data.draw(st.integers(0, len(value) - 1))
        return [*value[:place], _other(data, name, value[place]), *value[place + 1 :]]
    assert isinstance(value, int)
    top = {"winner": 1, "position": 39, "round": 6}.get(name, 200)
    return data.draw(st.integers(0, top).filter(lambda other: other != value))


def test_the_same_words_signed_again_are_the_same_record() -> None:
    table = played()
    lines, _ = forge(table.records[0], table.keys, untouched)
    assert join(lines) == table.file(0)
