"""Commit, then reveal: nobody can wait, copy, or know no key."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lantruco.fairdeal import (
    Context,
    DealSecret,
    Group,
    Invalid,
    Reveal,
    SystemEntropy,
    check_reveal,
    joint,
    make_commit,
)
from lantruco.fairdeal.commitment import SECRET_BYTES, _commitment

from .entropy import SeededEntropy
from .smallgroup import SMALL
from .tables import context, deal, other_contexts


def refused(ctx: Context, seat: int, commitment: bytes, reveal: Reveal) -> str:
    with pytest.raises(Invalid) as problem:
        check_reveal(ctx, seat, commitment, reveal)
    return problem.value.code


def changed(data: bytes, at: int = 0) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def test_an_honest_reveal_opens_its_commitment(group: Group) -> None:
    ctx = context(group, 2)
    secret, commitment = make_commit(ctx, 1, SystemEntropy())
    assert (
        check_reveal(ctx, 1, commitment, secret.reveal()) == secret.public == group.base_mul(secret.key.value)
    )


def test_nothing_can_be_changed_after_the_commitment(group: Group) -> None:
    ctx = context(group, 2)
    secret, commitment = make_commit(ctx, 0, SeededEntropy(1))
    honest = secret.reveal()
    for late in (
        replace(honest, nonce=changed(honest.nonce)),
        replace(honest, key=bytes(group.base)),
        replace(honest, proof=changed(honest.proof)),
        replace(honest, proof=changed(honest.proof, 40)),
    ):
        assert refused(ctx, 0, commitment, late) == "E_COMMIT"
    assert refused(ctx, 0, changed(commitment), honest) == "E_COMMIT"
    assert refused(ctx, 0, b"", honest) == "E_COMMIT"


def test_a_copied_commitment_cannot_be_opened_by_the_copier(group: Group) -> None:
    """Guard: seat and identity key stand in the commitment's hash. Without them a mirror would open."""
    ctx = context(group, 2)
    secret, commitment = make_commit(ctx, 0, SeededEntropy(1))
    assert refused(ctx, 1, commitment, secret.reveal()) == "E_COMMIT"


def test_anothers_key_cannot_be_passed_off_as_ones_own(group: Group) -> None:
    """Guard: the proof of possession is bound to the seat, so a commitment of one's own does not help."""
    ctx = context(group, 2)
    reveal = make_commit(ctx, 0, SeededEntropy(1))[0].reveal()
    assert refused(ctx, 1, _commitment(ctx, 1, reveal), reveal) == "E_POP"


def test_a_key_made_to_cancel_the_others_has_no_proof(group: Group) -> None:
    """Guard: the proof of possession. X_2 = Z - X_1 would give a joint key Z whose secret one seat knows."""
    ctx = context(group, 2)
    victim, _ = make_commit(ctx, 0, SeededEntropy(1))
    mine, _ = make_commit(ctx, 1, SeededEntropy(2))
    rogue = group.sub(mine.public, victim.public)
    reveal = replace(mine.reveal(), key=bytes(rogue))
    assert refused(ctx, 1, _commitment(ctx, 1, reveal), reveal) == "E_POP"


def test_keys_that_cancel_out_are_refused(group: Group) -> None:
    """Guard: the identity check on the joint key. Under it the whole deck would lie open."""
    ctx = context(group, 2)
    with pytest.raises(Invalid, match="E_JOINT"):
        joint(ctx, [group.base_mul(5), group.base_mul(-5)], [bytes(32), bytes(32)])


@pytest.mark.parametrize("difference", list(other_contexts(context(SMALL, 2))))
def test_a_reveal_is_worth_nothing_in_another_deal(group: Group, difference: str) -> None:
    """Guard: the context stands in the commitment and in the proof of possession, each by itself."""
    ctx = context(group, 2)
    other = other_contexts(ctx)[difference]
    secret, commitment = make_commit(ctx, 0, SeededEntropy(1))
    assert refused(other, 0, commitment, secret.reveal()) == "E_COMMIT"
    assert refused(other, 0, _commitment(other, 0, secret.reveal()), secret.reveal()) == "E_POP"


def test_a_reveal_with_bad_elements_is_refused_by_its_code(group: Group) -> None:
    ctx = context(group, 2)
    honest = make_commit(ctx, 0, SeededEntropy(1))[0].reveal()
    too_large = honest.proof[:32] + b"\xff" * 32
    for reveal, code in (
        (replace(honest, key=bytes(32)), "E_POINT"),
        (replace(honest, key=b"\xff" * 32), "E_POINT"),
        (replace(honest, proof=bytes(32) + honest.proof[32:]), "E_POINT"),
        (replace(honest, proof=too_large), "E_SCALAR"),
        (replace(honest, nonce=bytes(31)), "E_LENGTH"),
        (replace(honest, key=bytes(33)), "E_LENGTH"),
        (replace(honest, proof=bytes(63)), "E_LENGTH"),
    ):
        assert refused(ctx, 0, _commitment(ctx, 0, reveal), reveal) == code


def test_the_joint_seed_hangs_on_every_nonce_and_on_their_order(group: Group) -> None:
    dealt = deal(SMALL, 4)
    nonces = [secret.nonce for secret in dealt.secrets]
    seeds = {joint(dealt.ctx, dealt.publics, nonces).seed, joint(dealt.ctx, dealt.publics, nonces[::-1]).seed}
    for seat in range(4):
        other = [*nonces[:seat], bytes(32), *nonces[seat + 1 :]]
        seeds.add(joint(dealt.ctx, dealt.publics, other).seed)
    seeds |= {
        joint(other, dealt.publics, nonces).seed
        for name, other in other_contexts(dealt.ctx).items()
        if name != "company"
    }
    assert len(seeds) == 2 + 4 + 5


def test_a_nonce_of_the_wrong_length_makes_no_seed() -> None:
    ctx = context(SMALL, 2)
    with pytest.raises(Invalid, match="E_LENGTH"):
        joint(ctx, [SMALL.base, SMALL.base], [bytes(32), bytes(31)])
    with pytest.raises(ValueError, match="each seat"):
        joint(ctx, [SMALL.base], [bytes(32)])


def test_no_two_attempts_share_a_secret() -> None:
    """Guard: fresh entropy for every attempt. A nonce used twice in a Schnorr proof gives the key away."""
    ctx, entropy = context(SMALL, 2), SystemEntropy()
    made = [make_commit(ctx, 0, entropy)[0] for _ in range(20)]
    assert len({secret.nonce for secret in made}) == 20
    assert len({secret.key for secret in made}) == 20
    assert len({secret.proof[:32] for secret in made}) == 20


def test_secrets_survive_their_private_file(group: Group) -> None:
    secret, _ = make_commit(context(group, 2), 0, SeededEntropy(1))
    data = secret.to_bytes()
    assert len(data) == SECRET_BYTES == 160
    assert DealSecret.from_bytes(group, data) == secret


def test_a_damaged_private_file_is_noticed(group: Group) -> None:
    data = make_commit(context(group, 2), 0, SeededEntropy(1))[0].to_bytes()
    other = make_commit(context(group, 2), 0, SeededEntropy(2))[0].to_bytes()
    for damaged, code in (
        (data[:-1], "E_LENGTH"),
        (data[:32] + bytes(32) + data[64:], "E_SCALAR"),
        (data[:32] + b"\xff" * 32 + data[64:], "E_SCALAR"),
        (data[:32] + other[32:64] + data[64:], "E_SECRET"),
    ):
        with pytest.raises(Invalid, match=code):
            DealSecret.from_bytes(group, damaged)


def test_secrets_do_not_show_when_they_are_printed() -> None:
    secret, _ = make_commit(context(SMALL, 2), 0, SeededEntropy(1))
    shown = f"{secret} {secret!r} {[secret]}"
    assert str(secret.key.value) not in shown
    assert secret.nonce.hex() not in shown
    assert repr(secret.nonce) not in shown
    assert repr(secret.proof) not in shown
