"""Lies that are hard to blame: honest seats find the same one guilty, and never one of themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lantruco.protocol.codec import Octets32
from lantruco.protocol.messages import (
    SIGNED,
    Call,
    Close,
    Commit,
    HandStart,
    Message,
    PartnerWord,
    Play,
    Reveal,
    Shares,
)
from lantruco.record.errors import RecordError
from lantruco.record.verify import verify_bytes
from tests.attacks import deal_cheats
from tests.attacks.cheats import forge, replaced, sign_instead, signed_by, slot_of
from tests.attacks.verdicts import assert_caught, blamed
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import eager
from tests.simulation.table import Table


def close_in_a_turn(body: Message) -> Message | None:
    """The end of the match, declared in the middle of a hand."""
    if not isinstance(body, Play | Shares):
        return None
    return Close(**slot_of(body), winner=1, score=(0, 12), fault=None, deck=None, round=0, closed=False)


def hand_with_a_false_deck(body: Message) -> Message | None:
    """The hand opened with another deck, which comes after the true word for it."""
    return replaced(body, deck=Octets32(b"d" * 32)) if isinstance(body, HandStart) else None


def score_of_another_deck(body: Message) -> Message | None:
    """A false score, with a false deck beside it."""
    if not isinstance(body, HandStart):
        return None
    return replaced(body, deck=Octets32(b"\0" * 32), score=(0, 11))


def hand_that_is_not_on(body: Message) -> Message | None:
    """A card played in the hand to come."""
    return replaced(body, hand=body.hand + 1) if isinstance(body, Play) else None


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("lie", [close_in_a_turn, hand_that_is_not_on], ids=lambda value: value.__name__)
def test_a_word_that_belongs_elsewhere_is_evidence_that_a_record_can_hold(
    lie: Callable[[Message], Message | None], seats: int
) -> None:
    """Guard: what may follow evidence in a record, also when the evidence is itself a close."""
    table = Table(seats, 3, SMALL)
    forge(table, 1, lie)
    table.play()
    assert_caught(table, 1)


@pytest.mark.parametrize("victim", [0, 2, 3])
@pytest.mark.parametrize("lie", [close_in_a_turn, hand_that_is_not_on], ids=lambda value: value.__name__)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_one_seat_told_something_of_another_place_convinces_the_others(
    lie: Callable[[Message], Message | None], victim: int, seed: int
) -> None:
    """Guard: in the main log the step is the place, whatever hand and kind a message names. Otherwise who saw
    the lie first ends the match, the others go on, and the table stands still."""
    table = Table(4, seed, SMALL)
    forge(table, 1, lie, only_to=victim)
    table.play()
    assert_caught(table, 1)


@pytest.mark.parametrize(
    "lie", [hand_with_a_false_deck, score_of_another_deck], ids=lambda value: value.__name__
)
@pytest.mark.parametrize("seats", [2, 4])
def test_two_openings_of_a_hand_are_evidence_though_one_alone_is_not(
    lie: Callable[[Message], Message | None], seats: int
) -> None:
    """Guard: the second hearing in `verify`. A hand with an unknown deck alone may be of another history."""
    table = Table(seats, 3, SMALL)

    def both(source: int, _to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        other = lie(body) if source == body.seat == 1 else None
        return [frame] if other is None else [frame, signed_by(table, 1, other)]

    table.intercept = both
    table.play()
    assert_caught(table, 1)


def test_a_word_out_of_place_is_refused_and_changes_nothing() -> None:
    """Guard: a partner's word is no fault before it is logged. As a fault it would divide the table, since
    who is one step further can no longer judge it."""
    table = Table(4, 3, SMALL)

    def talkative(source: int, to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        if source != body.seat or source != 1 or not isinstance(body, Play | Call) or to == 2:
            return [frame]
        return [signed_by(table, 1, PartnerWord(**slot_of(body), word="doze")), frame]

    table.intercept = talkative
    table.play()
    assert all(table.closed())
    assert not any(blamed(table, seat) for seat in range(4))
    codes = {refusal.code for refusal in table.refusals[0] if refusal.seat == 1}
    assert codes
    assert codes <= {"E_PHASE", "E_LATE", "E_TURN", "E_CLOSED"}


@pytest.mark.parametrize("seed", [3, 19, 20])
def test_who_closes_on_two_faults_of_one_deck_is_not_blamed_for_it(seed: int) -> None:
    """Guard: closes on different faults are no equivocation. Two seats spoil one deck; an honest seat that
    hears of the earlier fault after it has closed on the later one closes anew."""

    def two_cheats(source: int, to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        if isinstance(body, Reveal) and source == body.seat == 3:
            return [signed_by(table, 3, replaced(body, nonce=Octets32(b"n" * 32)))]
        if isinstance(body, Commit) and source == body.seat == 1 and to == 2:
            return [frame, signed_by(table, 1, replaced(body, commitment=Octets32(b"c" * 32)))]
        return [frame]

    table = Table(6, seed, SMALL)
    table.pool = [(s, t, sent) for s, t, frame in table.pool for sent in two_cheats(s, t, frame)]
    table.intercept = two_cheats
    table.play()
    for seat in (0, 2, 4, 5):
        assert {found.seat for found in blamed(table, seat)} <= {1, 3}
        assert table.replicas[seat].view().winner == 0
    ended = [table.replicas[seat] for seat in (0, 2, 4, 5) if table.replicas[seat].closed]
    assert len({replica.digest for replica in ended}) <= 1


def test_a_commitment_told_two_ways_to_each_of_two_sides_blames_its_author_alone() -> None:
    """Guard: steps rest on each other by digest; who has another history shows its last step."""
    table = Table(6, 4, SMALL)

    def two_faced(source: int, to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        if source != 5 or not isinstance(body, Commit) or to % 2 == 0:
            return [frame]
        return [signed_by(table, 5, replaced(body, commitment=Octets32(b"c" * 32)))]

    table.pool = [(s, t, sent) for s, t, frame in table.pool for sent in two_faced(s, t, frame)]
    table.intercept = two_faced
    table.play()
    assert_caught(table, 5)


def test_a_record_of_keys_that_cancel_out_is_refused_with_a_reason() -> None:
    """Guard: `verify` has a sentence, not a crash, for a record that all seats forged together."""

    def prepare(table: Table) -> None:
        for seat, key in ((0, 5), (1, SMALL.order - 5)):
            opened = deal_cheats.possession_by(table, seat, key)
            sign_instead(table, seat, deal_cheats.revealing(opened, table, seat))

    table = Table(2, 3, SMALL, policy=eager, prepare=prepare)
    table.play()
    lines = [*table.records[0], *table.replicas[0].pending_lines()]
    with pytest.raises(RecordError) as caught:
        verify_bytes(b"".join(line + b"\n" for line in lines), group=SMALL)
    assert (caught.value.code, caught.value.facts["reason"]) == ("E_REPLAY", "E_JOINT")
