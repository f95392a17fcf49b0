"""The shuffle and its proof: an honest one passes, a crooked or borrowed one does not."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.fairdeal import (
    PROOF_BYTES,
    Context,
    Deck,
    Group,
    Invalid,
    Point,
    SystemEntropy,
    check_proof_form,
    ristretto255,
    shuffle,
    verify_chain,
    verify_shuffle,
)
from lantruco.fairdeal.entropy import permutation, secret_scalars
from lantruco.fairdeal.fixedpoints import card_points, generators
from lantruco.fairdeal.proof import (
    POINTS,
    SCALARS,
    ShuffleProof,
    card_challenges,
    final_challenge,
    statement,
)
from lantruco.fairdeal.shuffle import prove, reencrypt

from .entropy import SeededEntropy
from .smallgroup import SMALL, IntegersModulo
from .tables import CODES, Dealt, deal, other_contexts

ENTROPY = SystemEntropy()
ELEMENTS = POINTS + SCALARS


def holds(dealt: Dealt, step: int, proof: bytes, ctx: Context | None = None) -> bool:
    before, after = dealt.decks[step], dealt.decks[step + 1]
    return verify_shuffle(ctx or dealt.ctx, step, dealt.joint, before, after, proof, ENTROPY)


def moved(group: Group, proof: bytes, element: int) -> bytes:
    """The proof with one element moved by one: another element of the same kind, well formed."""
    at = 32 * element
    old = proof[at : at + 32]
    if element < POINTS:
        new: bytes = group.add(group.decode_point(old), group.base)
    else:
        new = ((int.from_bytes(old, "little") + 1) % group.order).to_bytes(32, "little")
    return proof[:at] + new + proof[at + 32 :]


def cards_in(dealt: Dealt, deck: Deck) -> list[int]:
    """The cards of a deck by position, seen by somebody who has all secret keys."""
    group, key = dealt.ctx.group, sum(secret.key.value for secret in dealt.secrets)
    cards = card_points(group, CODES)
    return [
        cards.index(group.sub(right, group.mul(key, left)))
        for left, right in zip(deck.left, deck.right, strict=True)
    ]


def test_an_honest_shuffle_passes_at_every_place_of_the_chain(group: Group) -> None:
    dealt = deal(group, 3)
    assert all(holds(dealt, step, dealt.proofs[step]) for step in dealt.order)
    assert all(len(proof) == PROOF_BYTES == 6688 for proof in dealt.proofs)


def test_a_shuffle_moves_cards_and_changes_every_entry(group: Group) -> None:
    dealt = deal(group, 2)
    seen = set(dealt.decks[0].left) | set(dealt.decks[0].right)
    for deck in dealt.decks[1:]:
        points = set(deck.left) | set(deck.right)
        assert len(points) == 80
        assert not points & seen
        seen |= points


def test_a_shuffle_uses_nothing_but_its_entropy_for_its_secrets() -> None:
    """Guard: no permutation, factor or nonce comes from the joint seed, which everybody knows."""
    dealt = deal(SMALL, 2)
    same = [shuffle(dealt.ctx, 0, dealt.joint, dealt.decks[0], SeededEntropy(9)) for _ in range(2)]
    other = shuffle(dealt.ctx, 0, dealt.joint, dealt.decks[0], SeededEntropy(10))
    assert same[0] == same[1]
    assert cards_in(dealt, same[0][0]) != cards_in(dealt, other[0])
    one, two = (ShuffleProof.decode(dealt.ctx, proof) for proof in (same[0][1], other[1]))
    for field, mine, theirs in zip(one._fields, one, two, strict=True):
        assert not set(mine) & set(theirs), field


@pytest.mark.parametrize("element", range(ELEMENTS))
def test_a_proof_with_any_element_changed_is_refused(element: int) -> None:
    dealt = deal(SMALL, 2)
    assert not holds(dealt, 1, moved(SMALL, dealt.proofs[1], element))


@pytest.mark.parametrize("element", [0, 41, 82, 120, 121, 122, 123, 124, 125, 128, 130, 208])
def test_a_real_proof_with_an_element_changed_is_refused(element: int) -> None:
    group = ristretto255()
    dealt = deal(group, 2)
    assert not holds(dealt, 0, moved(group, dealt.proofs[0], element))


@pytest.mark.parametrize("difference", list(other_contexts(deal(SMALL, 2).ctx)))
def test_a_proof_replayed_in_another_deal_is_refused(group: Group, difference: str) -> None:
    """Guard: the context stands in the statement. The decks alone would not tell the deals apart."""
    dealt = deal(group, 2)
    assert not holds(dealt, 0, dealt.proofs[0], other_contexts(dealt.ctx)[difference])


def test_a_proof_by_another_seat_is_refused(group: Group) -> None:
    """Guard: the seat stands in the statement."""
    dealt = deal(group, 2)
    decks = dealt.decks
    assert not verify_shuffle(dealt.ctx, 1, dealt.joint, decks[0], decks[1], dealt.proofs[0], ENTROPY)


def test_a_proof_under_another_joint_key_or_seed_is_refused(group: Group) -> None:
    """Guard: joint key and seed stand in the statement."""
    dealt = deal(group, 2)
    for agreed in (
        dealt.joint._replace(key=group.add(dealt.joint.key, group.base)),
        dealt.joint._replace(seed=bytes(32)),
    ):
        before, after, *_ = dealt.decks
        assert not verify_shuffle(dealt.ctx, 0, agreed, before, after, dealt.proofs[0], ENTROPY)


def test_every_part_of_the_statement_changes_every_challenge() -> None:
    """Guard: all that is fixed before a challenge is hashed into it, or it could be chosen later."""
    dealt = deal(SMALL, 2)
    (before, after, other), agreed = dealt.decks, dealt.joint
    proof = ShuffleProof.decode(dealt.ctx, dealt.proofs[0])
    shifted = (*proof.permuted[1:], proof.permuted[0])
    fixed = (dealt.ctx, 0, agreed, before, after, proof.permuted)
    changed = [
        (other_contexts(dealt.ctx)["hand"], *fixed[1:]),
        (dealt.ctx, 1, *fixed[2:]),
        (dealt.ctx, 0, agreed._replace(key=SMALL.base), before, after, proof.permuted),
        (dealt.ctx, 0, agreed._replace(seed=bytes(32)), before, after, proof.permuted),
        (dealt.ctx, 0, agreed, other, after, proof.permuted),
        (dealt.ctx, 0, agreed, before, other, proof.permuted),
        (dealt.ctx, 0, agreed, before, after, shifted),
    ]
    stated = [statement(*fixed), *(statement(*parts) for parts in changed)]
    assert len(set(stated)) == 8
    assert len({factor for digest in stated for factor in card_challenges(dealt.ctx, digest)}) == 8 * 40

    said = [proof.links, proof.link_blinds, proof.blinds]
    finals = {final_challenge(dealt.ctx, digest, *said) for digest in stated}
    for place in range(3):
        moved_on = [(*part[1:], part[0]) if k == place else part for k, part in enumerate(said)]
        finals.add(final_challenge(dealt.ctx, stated[0], *moved_on))
    assert len(finals) == 8 + 3


def test_a_proof_for_other_decks_is_refused(group: Group) -> None:
    dealt = deal(group, 2)
    first, second, third = dealt.decks
    for before, after in ((second, first), (first, third), (second, second)):
        assert not verify_shuffle(dealt.ctx, 0, dealt.joint, before, after, dealt.proofs[0], ENTROPY)


@given(st.integers(0, 39), st.booleans(), st.booleans())
def test_one_changed_entry_of_either_deck_breaks_the_proof(
    position: int, of_output: bool, left: bool
) -> None:
    dealt = deal(SMALL, 2)
    decks = list(dealt.decks[1:])
    deck = decks[of_output]
    points = list(deck.left if left else deck.right)
    points[position] = SMALL.add(points[position], SMALL.base)
    decks[of_output] = replace(deck, left=tuple(points)) if left else replace(deck, right=tuple(points))
    before, after = decks
    assert not verify_shuffle(dealt.ctx, 1, dealt.joint, before, after, dealt.proofs[1], ENTROPY)


class _NoIdentity(IntegersModulo):
    """The toy group for a prover who commits to no card at all at the place he leaves out."""

    def __init__(self) -> None:
        super().__init__()
        self.identity = self.base_mul(77)


def test_a_duplicated_card_does_not_pass_whatever_the_prover_commits_to() -> None:
    """Guard: the permutation commitment. Position 1 repeats the card of position 0."""
    dealt = deal(SMALL, 2)
    sources = permutation(SeededEntropy(4), 40)
    factors = secret_scalars(SMALL, SeededEntropy(5), 40)
    doubled = [sources[0], sources[0], *sources[2:]]
    before = dealt.decks[1]
    after = reencrypt(dealt.ctx, dealt.joint, before, doubled, factors)
    crooked = replace(dealt.ctx, group=_NoIdentity())
    assert crooked.digest == dealt.ctx.digest
    for claimed in (doubled, sources):
        made = prove(crooked, 1, dealt.joint, before, after, claimed, factors, SeededEntropy(6)).encode()
        check_proof_form(dealt.ctx, made)
        assert not verify_shuffle(dealt.ctx, 1, dealt.joint, before, after, made, ENTROPY)
    honest = reencrypt(dealt.ctx, dealt.joint, before, sources, factors)
    made = prove(crooked, 1, dealt.joint, before, honest, sources, factors, SeededEntropy(6)).encode()
    assert verify_shuffle(dealt.ctx, 1, dealt.joint, before, honest, made, ENTROPY)


def test_a_forged_card_does_not_pass(group: Group) -> None:
    """A chosen card put in place of whatever lay there, with a proof for the shuffle that was not done."""
    dealt = deal(group, 2)
    sources, factors = permutation(ENTROPY, 40), secret_scalars(group, ENTROPY, 40)
    before = dealt.decks[1]
    honest = reencrypt(dealt.ctx, dealt.joint, before, sources, factors)
    zap = card_points(group, CODES)[3]
    left = (group.base_mul(factors[0]), *honest.left[1:])
    right = (group.combine(0, [(dealt.joint.key, factors[0]), (zap, 1)]), *honest.right[1:])
    forged = Deck(left, right)
    made = prove(dealt.ctx, 1, dealt.joint, before, forged, sources, factors, ENTROPY).encode()
    assert not verify_shuffle(dealt.ctx, 1, dealt.joint, before, forged, made, ENTROPY)


def test_a_badly_formed_proof_is_refused_by_its_code(group: Group) -> None:
    dealt = deal(group, 2)
    proof, border = dealt.proofs[0], 32 * POINTS
    for bad, code in (
        (proof[:-1], "E_LENGTH"),
        (proof + b"\0", "E_LENGTH"),
        (b"", "E_LENGTH"),
        (bytes(32) + proof[32:], "E_POINT"),
        (proof[: border - 32] + b"\xff" * 32 + proof[border:], "E_POINT"),
        (proof[:border] + group.order.to_bytes(32, "little") + proof[border + 32 :], "E_SCALAR"),
        (proof[:-32] + b"\xff" * 32, "E_SCALAR"),
    ):
        with pytest.raises(Invalid, match=code):
            check_proof_form(dealt.ctx, bad)
        assert not holds(dealt, 0, bad)
    for alien in (bytearray(proof), None):
        with pytest.raises(Invalid, match="E_LENGTH"):
            check_proof_form(dealt.ctx, alien)  # type: ignore[arg-type]
    check_proof_form(dealt.ctx, proof)


def test_a_proof_of_one_group_means_nothing_in_the_other() -> None:
    assert deal(SMALL, 2).ctx.digest != deal(ristretto255(), 2).ctx.digest


def test_a_proof_reads_back_as_it_was_written() -> None:
    dealt = deal(SMALL, 2)
    assert ShuffleProof.decode(dealt.ctx, dealt.proofs[0]).encode() == dealt.proofs[0]


def test_cards_and_generators_are_all_different_and_nobodys_choice(group: Group) -> None:
    """Guard: each is hashed under a tag of its own. Known multiples would let a permutation be forged."""
    chain, cards, packed = generators(group)
    points: list[Point] = [chain, *cards, *card_points(group, CODES), group.base]
    assert len(set(points)) == 82
    assert packed == b"".join([chain, *cards])
    small = {group.base_mul(k) for k in range(500)}
    assert not small & set(points[:-1])


def test_secret_permutations_have_no_lean() -> None:
    """Guard: Fisher–Yates with an unbiased draw at every place."""
    entropy = SeededEntropy(11)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(12_000):
        order = tuple(permutation(entropy, 4))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == math.factorial(4)
    # 23 degrees of freedom: 49.7 is passed by chance once in a thousand.
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 49.7


def test_one_honest_seat_is_enough_for_a_uniform_deal() -> None:
    """All others keep the deck as it was; the card that lands on top is still anybody's guess."""
    dealt, entropy = deal(SMALL, 2), SeededEntropy(12)
    key = sum(secret.key.value for secret in dealt.secrets)
    index = {point: card for card, point in enumerate(card_points(SMALL, CODES))}
    counts = [0] * 40
    for _ in range(2000):
        sources, factors = permutation(entropy, 40), secret_scalars(SMALL, entropy, 40)
        deck = reencrypt(dealt.ctx, dealt.joint, dealt.decks[0], sources, factors)
        counts[index[SMALL.sub(deck.right[0], SMALL.mul(key, deck.left[0]))]] += 1
    assert sum((count - 50) ** 2 / 50 for count in counts) < 72


def test_a_chain_of_honest_shuffles_passes(group: Group) -> None:
    dealt = deal(group, 3)
    assert verify_chain(dealt.ctx, dealt.joint, dealt.decks, dealt.order, dealt.proofs, ENTROPY) is None
    assert verify_chain(dealt.ctx, dealt.joint, dealt.decks[:1], [], [], ENTROPY) is None
