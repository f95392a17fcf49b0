"""A whole chain in one check, and the right name when it fails."""

from __future__ import annotations

import builtins
from concurrent.futures import ThreadPoolExecutor

import pytest

from lantruco.fairdeal import Group, SystemEntropy, shuffle, verify_chain
from lantruco.fairdeal.proof import POINTS

from .entropy import SeededEntropy
from .smallgroup import SMALL
from .tables import Dealt, deal

ENTROPY = SystemEntropy()


def guilty(dealt: Dealt, proofs: list[bytes], **options: tuple[int, ...]) -> int | None:
    return verify_chain(dealt.ctx, dealt.joint, dealt.decks, dealt.order, proofs, ENTROPY, **options)


def answer_moved(group: Group, proof: bytes, scalar: int, by: int) -> bytes:
    at = 32 * (POINTS + scalar)
    value = (int.from_bytes(proof[at : at + 32], "little") + by) % group.order
    return proof[:at] + value.to_bytes(32, "little") + proof[at + 32 :]


@pytest.mark.parametrize("bad", range(4))
def test_the_one_bad_shuffle_is_named(bad: int) -> None:
    dealt = deal(SMALL, 4)
    proofs = list(dealt.proofs)
    proofs[bad] = answer_moved(SMALL, proofs[bad], bad, 1)
    assert guilty(dealt, proofs) == bad


def test_the_bad_shuffle_is_named_in_the_real_group_too(group: Group) -> None:
    dealt = deal(group, 3)
    proofs = list(dealt.proofs)
    proofs[1] = answer_moved(group, proofs[1], 50, 1)
    assert guilty(dealt, proofs) == 1


def test_of_two_bad_shuffles_the_first_is_named() -> None:
    dealt = deal(SMALL, 4)
    proofs = list(dealt.proofs)
    proofs[1], proofs[3] = (answer_moved(SMALL, proofs[k], 7, 1) for k in (1, 3))
    assert guilty(dealt, proofs) == 1


def test_the_first_is_named_in_the_order_of_shuffling_and_not_of_seats() -> None:
    dealt, entropy = deal(SMALL, 3), SeededEntropy(3)
    order, decks, proofs = [2, 0, 1], [dealt.decks[0]], []
    for seat in order:
        deck, proof = shuffle(dealt.ctx, seat, dealt.joint, decks[-1], entropy)
        decks.append(deck)
        proofs.append(proof)
    assert verify_chain(dealt.ctx, dealt.joint, decks, order, proofs, ENTROPY) is None
    proofs = [answer_moved(SMALL, proof, 0, 1) for proof in proofs]
    assert verify_chain(dealt.ctx, dealt.joint, decks, order, proofs, ENTROPY) == 2


@pytest.mark.parametrize("junk", [b"", b"\xff" * 6688, bytes(6688)])
def test_bytes_that_are_no_proof_are_a_bad_shuffle_and_no_exception(junk: bytes) -> None:
    dealt = deal(SMALL, 3)
    assert guilty(dealt, [dealt.proofs[0], junk, dealt.proofs[2]]) == 1


def test_an_earlier_false_proof_is_named_before_later_junk() -> None:
    dealt = deal(SMALL, 3)
    assert guilty(dealt, [answer_moved(SMALL, dealt.proofs[0], 0, 1), dealt.proofs[1], b""]) == 0


def test_proofs_that_changed_places_are_refused() -> None:
    dealt = deal(SMALL, 2)
    assert guilty(dealt, [dealt.proofs[1], dealt.proofs[0]]) == 0


class NoWeights:
    """What a lazy verifier would use: every equation counts once."""

    def bytes(self, count: int) -> builtins.bytes:
        return builtins.bytes(count)

    def below(self, bound: int) -> int:
        return 0


def test_two_false_proofs_cannot_cancel_each_other(group: Group) -> None:
    """Guard: fresh secret weights. With equal ones these two errors add up to nothing."""
    dealt = deal(group, 2)
    proofs = [answer_moved(group, dealt.proofs[0], 0, 1), answer_moved(group, dealt.proofs[1], 0, -1)]
    chain = (dealt.ctx, dealt.joint, dealt.decks, dealt.order, proofs)
    assert verify_chain(*chain, NoWeights()) is None
    assert verify_chain(*chain, ENTROPY) == 0


def test_two_false_answers_of_one_proof_cannot_cancel_each_other() -> None:
    """Guard: one weight for each equation, not for each proof."""
    dealt = deal(SMALL, 1)
    proof = answer_moved(SMALL, answer_moved(SMALL, dealt.proofs[0], 0, 1), 1, -1)
    assert verify_chain(dealt.ctx, dealt.joint, dealt.decks, [0], [proof], NoWeights()) is None
    assert guilty(dealt, [proof]) == 0


class CountedWeights(SystemEntropy):
    """Keeps what it gave out."""

    __slots__ = ("drawn",)

    def __init__(self) -> None:
        self.drawn: list[builtins.bytes] = []

    def bytes(self, count: int) -> builtins.bytes:
        self.drawn.append(super().bytes(count))
        return self.drawn[-1]


def test_every_equation_has_a_weight_of_its_own_of_128_bits() -> None:
    dealt, entropy = deal(SMALL, 3), CountedWeights()
    assert verify_chain(dealt.ctx, dealt.joint, dealt.decks, dealt.order, dealt.proofs, entropy) is None
    drawn = b"".join(entropy.drawn)
    assert len(drawn) == 3 * 45 * 16
    assert len({drawn[at : at + 16] for at in range(0, len(drawn), 16)}) == 3 * 45


def test_a_shuffle_of_ones_own_need_not_be_checked_again() -> None:
    dealt = deal(SMALL, 3)
    proofs = [dealt.proofs[0], b"", dealt.proofs[2]]
    assert guilty(dealt, proofs, own=(1,)) is None
    assert guilty(dealt, [b"", b"", dealt.proofs[2]], own=(1,)) == 0


def test_a_chain_of_the_wrong_shape_is_the_callers_mistake() -> None:
    dealt = deal(SMALL, 2)
    with pytest.raises(ValueError, match="one proof"):
        verify_chain(dealt.ctx, dealt.joint, dealt.decks[:2], dealt.order, dealt.proofs, ENTROPY)
    with pytest.raises(ValueError, match="one proof"):
        verify_chain(dealt.ctx, dealt.joint, dealt.decks, dealt.order, dealt.proofs[:1], ENTROPY)


def test_shuffles_and_checks_run_side_by_side_in_threads(group: Group) -> None:
    dealt = deal(group, 2)

    def turn(_: int) -> int | None:
        deck, proof = shuffle(dealt.ctx, 0, dealt.joint, dealt.decks[0], ENTROPY)
        return verify_chain(dealt.ctx, dealt.joint, [dealt.decks[0], deck], [0], [proof], ENTROPY)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(turn, range(8))) == [None] * 8
