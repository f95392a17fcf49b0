"""The work of a deal is no more than the formulas of the specification say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from bench import deal as cost
from lantruco.fairdeal import (
    Context,
    Deck,
    Point,
    check_proof_form,
    check_reveal,
    check_shares,
    first_deck,
    make_commit,
    make_shares,
    verify_chain,
)
from lantruco.fairdeal.deck import decoded_deck
from lantruco.fairdeal.entropy import permutation, secret_scalars
from lantruco.fairdeal.fixedpoints import card_points, generators
from lantruco.fairdeal.proof import decoded_proof
from lantruco.fairdeal.shuffle import prove, reencrypt

from .entropy import SeededEntropy
from .smallgroup import SMALL, IntegersModulo
from .tables import SLOT, Dealt, deal


class CountingGroup(IntegersModulo):
    """The toy group with a tally of what is asked of it."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        super().__init__()

    def decode_point(self, data: bytes) -> Point:
        self.done["decoding"] += 1
        return super().decode_point(data)

    def base_mul(self, factor: int) -> Point:
        self.done["base"] += 1
        return super().base_mul(factor)

    def mul(self, factor: int, point: Point) -> Point:
        self.done["variable"] += 1
        return super().mul(factor, point)

    def add(self, left: Point, right: Point) -> Point:
        self.done["addition"] += 1
        return super().add(left, right)

    def sub(self, left: Point, right: Point) -> Point:
        self.done["addition"] += 1
        return super().sub(left, right)

    def total(self, points: Iterable[Point]) -> Point:
        listed = list(points)
        self.done["addition"] += max(0, len(listed) - 1)
        return super().total(listed)

    def combine(self, factor: int, terms: Iterable[tuple[Point, int]]) -> Point:
        listed = [(point, times) for point, times in terms if times % self.order]
        with_base = factor % self.order != 0
        self.done["base"] += with_base
        self.done["variable"] += len(listed)
        self.done["addition"] += max(0, len(listed) + with_base - 1)
        return super().combine(factor, listed)


@pytest.fixture
def counted() -> tuple[Dealt, Context, CountingGroup]:
    """A deal of three, its context over a counting group, and the tally at zero."""
    dealt, group = deal(SMALL, 3), CountingGroup()
    ctx = replace(dealt.ctx, group=group)
    card_points(group, ctx.codes)
    generators(group)
    decoded_proof.cache_clear()
    decoded_deck.cache_clear()
    group.done.clear()
    return dealt, ctx, group


def done(group: CountingGroup) -> cost.Count:
    tally = cost.Count(**group.done)
    group.done.clear()
    return tally


Counted = tuple[Dealt, Context, CountingGroup]


def test_a_commitment_and_its_check_cost_what_the_formula_says(counted: Counted) -> None:
    _, ctx, group = counted
    secret, commitment = make_commit(ctx, 0, SeededEntropy(1))
    assert done(group) == cost.COMMIT
    check_reveal(ctx, 0, commitment, secret.reveal())
    assert done(group) == cost.CHECK_REVEAL


def test_a_shuffle_and_its_proof_cost_what_the_formula_says(counted: Counted) -> None:
    dealt, ctx, group = counted
    sources, factors = permutation(SeededEntropy(1), 40), secret_scalars(group, SeededEntropy(2), 40)
    for step, expected in ((0, cost.PROVE_FIRST), (1, cost.PROVE)):
        after = reencrypt(ctx, dealt.joint, dealt.decks[step], sources, factors)
        assert done(group) == cost.SHUFFLE
        prove(ctx, step, dealt.joint, dealt.decks[step], after, sources, factors, SeededEntropy(3))
        assert done(group) == expected


def test_a_chain_costs_what_the_formula_says(counted: Counted) -> None:
    dealt, ctx, group = counted
    first_deck(ctx, dealt.joint)
    group.done["addition"] += 2
    assert done(group) == cost.joint_and_first_deck(3)
    for own, decks, with_first in (((), 4, True), ((2,), 3, True), ((1,), 4, True), ((0,), 3, False)):
        decoded_proof.cache_clear()
        decoded_deck.cache_clear()
        checked = [seat for seat in range(3) if seat not in own]
        for seat in checked:
            Deck.decode(ctx, dealt.decks[seat + 1].encode())
            check_proof_form(ctx, dealt.proofs[seat])
        assert done(group) == cost.DECODE_SHUFFLE * len(checked)
        verdict = verify_chain(
            ctx, dealt.joint, dealt.decks, dealt.order, dealt.proofs, SeededEntropy(4), own=own
        )
        assert verdict is None
        assert done(group) == cost.verify(len(checked), decks, with_first)


@pytest.mark.parametrize("count", [1, 7, 16])
def test_shares_cost_what_the_formula_says(counted: Counted, count: int) -> None:
    dealt, ctx, group = counted
    where = range(count)
    shares, proof = make_shares(ctx, 0, dealt.secrets[0], dealt.final, where, SLOT, SeededEntropy(5))
    assert done(group) == cost.make(count)
    check_shares(ctx, 0, dealt.publics[0], dealt.final, where, SLOT, shares, proof)
    assert done(group) == cost.check(count)
