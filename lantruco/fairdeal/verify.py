"""Checks of shuffle proofs: a whole chain in one sum, and one by one to name the guilty seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .commitment import Joint
from .context import CARDS, Context
from .deck import Deck
from .entropy import Entropy
from .errors import Invalid
from .fixedpoints import generators
from .group import Point
from .proof import ShuffleProof, card_challenges, final_challenge, statement

WEIGHT_BYTES = 16
"""A false equation survives the batch with a chance of 2^-128."""

EQUATIONS = CARDS + 5


class _Batch:
    """Σ weight · (left side - right side) over all equations, as one factor for each point that occurs."""

    __slots__ = ("base", "ctx", "entropy", "factors")

    def __init__(self, ctx: Context, entropy: Entropy) -> None:
        self.ctx = ctx
        self.entropy = entropy
        self.base = 0
        self.factors: dict[Point, int] = {}

    def add(self, seat: int, joint: Joint, before: Deck, after: Deck, proof: ShuffleProof) -> None:
        ctx, q = self.ctx, self.ctx.group.order
        chain, hs, _ = generators(ctx.group)
        stated = statement(ctx, seat, joint, before, after, proof.permuted)
        u = card_challenges(ctx, stated)
        c = final_challenge(ctx, stated, proof.links, proof.link_blinds, proof.blinds)

        drawn = self.entropy.bytes(WEIGHT_BYTES * EQUATIONS)
        weights = [
            1 + int.from_bytes(drawn[at : at + WEIGHT_BYTES], "little")
            for at in range(0, WEIGHT_BYTES * EQUATIONS, WEIGHT_BYTES)
        ]
        w1, w2, w3, w4, w5 = weights[CARDS:]
        s1, s2, s3, s4 = proof.answers
        factors = self.factors
        get = factors.get

        product = 1
        for x in u:
            product = product * x % q
        base = w1 * s1 + w2 * s2 + w3 * s3 - w4 * s4
        for w, s in zip(weights, proof.link_answers, strict=False):
            base += w * s
        self.base = (self.base + base) % q

        for blind, w in zip(proof.blinds, weights[CARDS:], strict=True):
            factors[blind] = get(blind, 0) - w
        factors[joint.key] = get(joint.key, 0) - w5 * s4

        w1c, w3c, w4c, w5c = w1 * c % q, w3 * c % q, w4 * c % q, w5 * c % q
        for h, permuted, a, b, a_out, b_out, x, s in zip(
            hs,
            proof.permuted,
            before.left,
            before.right,
            after.left,
            after.right,
            u,
            proof.card_answers,
            strict=True,
        ):
            factors[h] = get(h, 0) + w3 * s + w1c
            factors[permuted] = get(permuted, 0) - w3c * x - w1c
            factors[a] = get(a, 0) - w4c * x
            factors[b] = get(b, 0) - w5c * x
            factors[a_out] = get(a_out, 0) + w4 * s
            factors[b_out] = get(b_out, 0) + w5 * s

        previous = chain
        for link, blind, w, s in zip(
            proof.links, proof.link_blinds, weights, proof.card_answers, strict=False
        ):
            factors[previous] = get(previous, 0) + w * s
            factors[link] = get(link, 0) - w * c
            factors[blind] = get(blind, 0) - w
            previous = link
        factors[previous] = get(previous, 0) - w2 * c
        factors[chain] = get(chain, 0) + w2 * c * product

    def holds(self) -> bool:
        group = self.ctx.group
        base = self.base + self.factors.pop(group.base, 0)
        return group.combine(base, self.factors.items()) == group.identity


def verify_shuffle(
    ctx: Context, seat: int, joint: Joint, before: Deck, after: Deck, proof: bytes, entropy: Entropy
) -> bool:
    """Whether the proof shows that `after` is a shuffle of `before` by this seat in this deal."""
    try:
        decoded = ShuffleProof.decode(ctx, proof)
    except Invalid:
        return False
    batch = _Batch(ctx, entropy)
    batch.add(seat, joint, before, after, decoded)
    return batch.holds()


def verify_chain(
    ctx: Context,
    joint: Joint,
    decks: Sequence[Deck],
    seats: Sequence[int],
    proofs: Sequence[bytes],
    entropy: Entropy,
    *,
    own: Collection[int] = (),
) -> int | None:
    """The seat of the first bad shuffle of a chain, or None if all are good.

    `decks` are deck 0 (the caller's own `first_deck`) and the deck after each shuffle; `seats` and `proofs`
    follow the order of shuffling. Shuffles by the seats in `own`, which the caller made, are taken on trust.
    All proofs are checked in one sum with fresh secret weights; only if that fails, one by one.
    """
    if len(decks) != len(seats) + 1 or len(proofs) != len(seats):
        raise ValueError("a chain has one proof and one seat for each shuffle, and one deck more")
    batch = _Batch(ctx, entropy)
    steps = [step for step, seat in enumerate(seats) if seat not in own]
    try:
        for step in steps:
            proof = ShuffleProof.decode(ctx, proofs[step])
            batch.add(seats[step], joint, decks[step], decks[step + 1], proof)
        if batch.holds():
            return None
    except Invalid:
        pass
    for step in steps:
        if not verify_shuffle(ctx, seats[step], joint, decks[step], decks[step + 1], proofs[step], entropy):
            return seats[step]
    return None
