"""A deal made by honest seats, for tests to look at and to spoil."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from lantruco.fairdeal import (
    Context,
    DealSecret,
    Deck,
    Group,
    Joint,
    Point,
    check_reveal,
    check_shares,
    first_deck,
    joint,
    make_commit,
    make_shares,
    open_position,
    shuffle,
)

from .entropy import SeededEntropy

CODES = tuple(rank + suit for rank in "4567QJKA23" for suit in "OECP")
SLOT = b"slot of the log"


def context(group: Group, seats: int) -> Context:
    keys = tuple(bytes([seat + 1]) * 32 for seat in range(seats))
    return Context(group, b"g" * 32, 3, 0, keys, CODES)


def other_contexts(ctx: Context) -> dict[str, Context]:
    """Deals that differ from this one in a single thing, by the name of that thing."""
    stranger = (b"\xee" * 32, *ctx.keys[1:])
    return {
        "table": replace(ctx, genesis=b"h" * 32),
        "hand": replace(ctx, hand=ctx.hand + 1),
        "attempt": replace(ctx, attempt=ctx.attempt + 1),
        "identity key": replace(ctx, keys=stranger),
        "company": replace(ctx, keys=(*ctx.keys, b"\xdd" * 32)),
        "cards": replace(ctx, codes=(*ctx.codes[1:], ctx.codes[0])),
    }


@dataclass(frozen=True)
class Dealt:
    """All that was said and kept in one deal; `decks` and `proofs` in the order of shuffling."""

    ctx: Context
    secrets: tuple[DealSecret, ...]
    commitments: tuple[bytes, ...]
    publics: tuple[Point, ...]
    joint: Joint
    decks: tuple[Deck, ...]
    proofs: tuple[bytes, ...]

    @property
    def final(self) -> Deck:
        return self.decks[-1]

    @property
    def order(self) -> range:
        return range(self.ctx.seats)

    def shares_at(self, position: int) -> list[Point]:
        """The checked share of every seat for one position."""
        shares = []
        for seat, (secret, public) in enumerate(zip(self.secrets, self.publics, strict=True)):
            made, proof = make_shares(
                self.ctx, seat, secret, self.final, [position], SLOT, SeededEntropy(seat)
            )
            shares += check_shares(self.ctx, seat, public, self.final, [position], SLOT, made, proof)
        return shares

    def card_at(self, position: int) -> int:
        return open_position(self.ctx, self.final, position, self.shares_at(position))


@lru_cache(maxsize=16)
def deal(group: Group, seats: int, seed: int = 1) -> Dealt:
    ctx = context(group, seats)
    entropy = SeededEntropy(seed)
    made = [make_commit(ctx, seat, entropy) for seat in range(seats)]
    publics = [check_reveal(ctx, seat, said, secret.reveal()) for seat, (secret, said) in enumerate(made)]
    agreed = joint(ctx, publics, [secret.nonce for secret, _ in made])
    decks, proofs = [first_deck(ctx, agreed)], []
    for seat in range(seats):
        deck, proof = shuffle(ctx, seat, agreed, decks[-1], entropy)
        decks.append(deck)
        proofs.append(proof)
    return Dealt(
        ctx,
        tuple(secret for secret, _ in made),
        tuple(said for _, said in made),
        tuple(publics),
        agreed,
        tuple(decks),
        tuple(proofs),
    )
