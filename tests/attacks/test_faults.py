"""A signed message that is illegal ends the match against its author's side, and anybody can check it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pytest

from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.effects import Refusal
from lantruco.protocol.events import FaultFound, HandStarted
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
    Play,
    ProofOctets,
    Reveal,
    Shares,
    SharesOctets,
    Shuffle,
    Verdict,
)
from lantruco.protocol.replica import Replica
from tests.attacks.cheats import forge, honest, replaced, sign_instead, slot_of
from tests.attacks.verdicts import assert_caught, observed
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.staging import to_onze
from tests.simulation.table import Table

CHEAT = 1


def flipped(data: bytes, at: int = 0) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def wrong_nonce(body: Message) -> Message | None:
    return replaced(body, nonce=Octets32(flipped(body.nonce))) if isinstance(body, Reveal) else None


def key_not_committed(body: Message) -> Message | None:
    return replaced(body, key=Octets32(flipped(body.key))) if isinstance(body, Reveal) else None


def no_possession(body: Message) -> Message | None:
    return replaced(body, proof=Octets64(flipped(body.proof, 40))) if isinstance(body, Reveal) else None


def card_twice(body: Message) -> Message | None:
    if not isinstance(body, Shuffle):
        return None
    return replaced(body, deck=DeckOctets(body.deck[:64] + body.deck[:64] + body.deck[128:]))


def proof_that_fails(body: Message) -> Message | None:
    if not isinstance(body, Shuffle):
        return None
    first, second, rest = body.proof[:32], body.proof[32:64], body.proof[64:]
    return replaced(body, proof=ProofOctets(second + first + rest))


def point_that_is_none(body: Message) -> Message | None:
    return (
        replaced(body, deck=DeckOctets(b"\xff" * 32 + body.deck[32:])) if isinstance(body, Shuffle) else None
    )


def shares_swapped(body: Message) -> Message | None:
    if not isinstance(body, Shares):
        return None
    return replaced(body, shares=SharesOctets(body.shares[32:64] + body.shares[:32] + body.shares[64:]))


def share_missing(body: Message) -> Message | None:
    return replaced(body, shares=SharesOctets(body.shares[32:])) if isinstance(body, Shares) else None


def better_score(body: Message) -> Message | None:
    return replaced(body, score=(0, 11)) if isinstance(body, HandStart) else None


def anothers_card(body: Message) -> Message | None:
    return replaced(body, position=39) if isinstance(body, Play) else None


def other_face(body: Message) -> Message | None:
    if not isinstance(body, Play) or body.share is None:
        return None
    return replaced(body, share=Octets32(flipped(body.share)))


def covered_in_first_vaza(body: Message) -> Message | None:
    return replaced(body, share=None, proof=None) if isinstance(body, Play) else None


def answer_to_nothing(body: Message) -> Message | None:
    if not isinstance(body, Play):
        return None
    return Call(**slot_of(body), word="aceita", partner=None)


def commit_twice(body: Message) -> Message | None:
    return replaced(body, commitment=Octets32(flipped(body.commitment))) if isinstance(body, Commit) else None


def wrong_result(body: Message) -> Message | None:
    return replaced(body, winner=1 - body.winner) if isinstance(body, Close) else None


def wrong_kind(body: Message) -> Message | None:
    if not isinstance(body, Commit):
        return None
    return Verdict(**slot_of(body))


CHEATS: list[tuple[Callable[[Message], Message | None], str]] = [
    (wrong_nonce, "E_COMMIT"),
    (key_not_committed, "E_COMMIT"),
    (no_possession, "E_COMMIT"),
    (card_twice, "E_PROOF"),
    (proof_that_fails, "E_PROOF"),
    (point_that_is_none, "E_POINT"),
    (shares_swapped, "E_SHARE"),
    (share_missing, "E_LENGTH"),
    (better_score, "E_SCORE"),
    (anothers_card, "E_CARD"),
    (other_face, "E_SHARE"),
    (covered_in_first_vaza, "E_COVER"),
    (answer_to_nothing, "E_PHASE"),
    (wrong_result, "E_SCORE"),
    (wrong_kind, "E_PHASE"),
]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("cheat", "code"), CHEATS, ids=lambda value: getattr(value, "__name__", value))
def test_whoever_signs_an_illegal_message_loses_and_the_record_proves_it(
    cheat: Callable[[Message], Message | None], code: str, seats: int
) -> None:
    table = Table(seats, 3, SMALL)
    forge(table, CHEAT, cheat)
    table.play()
    assert_caught(table, CHEAT, code)


@lru_cache
def side_first_at_onze(seats: int, seed: int) -> int:
    """The side (and its first seat) that comes to eleven first when this table plays calmly."""
    table = Table(seats, seed, SMALL, policy=to_onze)
    table.play()
    starts = (event for event in table.events[0] if isinstance(event, HandStarted))
    return next(start.score.index(11) for start in starts if start.kind == "onze")


def empty_box(body: Message) -> Message | None:
    if not isinstance(body, Boxes):
        return None
    return replaced(body, boxes=[BoxOctets(bytes(len(box))) for box in body.boxes])


def box_of_noise(body: Message) -> Message | None:
    if not isinstance(body, Boxes):
        return None
    return replaced(body, boxes=[BoxOctets(box[:-1] + bytes([box[-1] ^ 1])) for box in body.boxes])


def key_of_low_order(body: Message) -> Message | None:
    return replaced(body, keys=[Octets32(bytes(32))] * len(body.keys)) if isinstance(body, BoxKeys) else None


def complaint_without_the_key(body: Message) -> Message | None:
    if not isinstance(body, Opened):
        return None
    return replaced(body, secrets=[Octets32(b"k" * 32)] * len(body.secrets))


@pytest.mark.parametrize(
    ("cheat", "code"),
    [
        (empty_box, "E_BOX"),
        (box_of_noise, "E_BOX"),
        (key_of_low_order, "E_BOX"),
        (complaint_without_the_key, "E_COMPLAINT"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_whoever_spoils_a_sealed_exchange_is_named_by_all(
    cheat: Callable[[Message], Message | None], code: str
) -> None:
    table = Table(4, 5, SMALL, policy=to_onze)
    liar = side_first_at_onze(4, 5)
    sign_instead(table, liar, cheat)
    table.play()
    assert_caught(table, liar, code)


def test_a_false_complaint_about_a_good_box_is_the_complainers_fault() -> None:
    table = Table(4, 5, SMALL, policy=to_onze)
    liar = side_first_at_onze(4, 5)
    voice = table.replicas[liar]._voice
    assert voice is not None

    def complain(body: Message) -> Message | None:
        secrets = [Octets32(secret) for _, secret in sorted(voice._box_secrets.items())]
        return replaced(body, secrets=secrets) if isinstance(body, Opened) else None

    sign_instead(table, liar, complain)
    table.play()
    for seat in honest(table, liar):
        assert table.replicas[seat].view().fault == liar
        assert observed(table.records[seat], table).view().fault == liar


@pytest.mark.parametrize("cheat", [commit_twice, other_face, better_score])
@pytest.mark.parametrize("seed", range(3))
def test_telling_two_seats_two_things_is_proved_by_both_messages(
    cheat: Callable[[Message], Message | None], seed: int
) -> None:
    table = Table(4, seed, SMALL)
    forge(table, CHEAT, cheat, only_to=2)
    table.play()
    assert_caught(table, CHEAT)


def test_an_honest_table_finds_no_fault_and_refuses_nothing() -> None:
    for seed in range(4):
        table = Table(4, seed, SMALL)
        table.play()
        assert all(table.closed())
        assert not [event for events in table.events for event in events if isinstance(event, FaultFound)]
        assert not [refusal for refusals in table.refusals for refusal in refusals]
        assert len({table.file(seat) for seat in range(4)}) == 1
        assert observed(table.records[0], table).closed


def everything(replica: Replica) -> tuple[object, ...]:
    return replica.view(), replica.have(), replica.digest, replica.record_lines(), replica.pending_lines()


def test_a_frame_that_is_no_message_changes_nothing() -> None:
    table = Table(2, 5, SMALL)
    for _ in range(40):
        table.deliver() or table.decide()
    replica = table.replicas[0]
    before = everything(replica)
    frame = table.sent[-1][1]
    for bad in (
        b"",
        b"\x00",
        b"{}",
        frame[:-1],
        frame + b" ",
        b"[" * 5000,
        frame.replace(b'"sig":"', b'"sig":"AA', 1),
    ):
        effects = replica.receive(bad)
        assert all(isinstance(effect, Refusal) for effect in effects)
        assert len(effects) == 1
    assert before == everything(replica)


def test_a_message_of_another_table_is_refused() -> None:
    here, there = Table(2, 5, SMALL), Table(2, 6, SMALL)
    frame = there.sent[0][1]
    (effect,) = here.replicas[0].receive(frame)
    assert effect == Refusal("E_GENESIS", None)


def test_a_message_heard_twice_is_heard_once() -> None:
    table = Table(2, 8, SMALL)
    table.intercept = lambda _from, _to, frame: [frame, frame, frame]
    table.play()
    assert all(table.closed())
    assert not [event for events in table.events for event in events if isinstance(event, FaultFound)]


def test_a_fault_is_named_once() -> None:
    table = Table(2, 3, SMALL)
    forge(table, CHEAT, card_twice)
    table.play()
    assert len([event for event in table.events[0] if isinstance(event, FaultFound)]) == 1
