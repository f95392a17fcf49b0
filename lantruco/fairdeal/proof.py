"""A shuffle proof on the wire: every commitment and every answer, in a fixed layout."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from .commitment import Joint
from .context import CARDS, MAX_SEATS, Context
from .deck import Deck
from .errors import Invalid
from .fixedpoints import generators
from .group import POINT_BYTES, SCALAR_BYTES, Group, Point
from .transcript import challenge, challenges, digest

POINTS = 3 * CARDS + 5
SCALARS = 2 * CARDS + 4
PROOF_BYTES = POINTS * POINT_BYTES + SCALARS * SCALAR_BYTES
KEPT_PROOFS = 2 * MAX_SEATS
"""Decoded once on arrival and again when the chain is checked: one deal in play and one being prepared."""


class ShuffleProof(NamedTuple):
    """Names as in Haenni, Locher, Koenig, Dubuis (2017).

    Points: `permuted` c_1..c_40 (the permutation, by input position), `links` ĉ_1..ĉ_40 (the chain),
    `link_blinds` t̂_1..t̂_40, `blinds` t_1, t_2, t_3, t_4 left, t_4 right. Scalars: `answers` s_1..s_4,
    `link_answers` ŝ_1..ŝ_40, `card_answers` s'_1..s'_40.
    """

    permuted: tuple[Point, ...]
    links: tuple[Point, ...]
    link_blinds: tuple[Point, ...]
    blinds: tuple[Point, ...]
    answers: tuple[int, ...]
    link_answers: tuple[int, ...]
    card_answers: tuple[int, ...]

    def encode(self) -> bytes:
        """PROOF_BYTES bytes: the fields in the order above, each element 32 bytes."""
        scalars = chain(self.answers, self.link_answers, self.card_answers)
        return b"".join(
            [
                *self.permuted,
                *self.links,
                *self.link_blinds,
                *self.blinds,
                *[scalar.to_bytes(SCALAR_BYTES, "little") for scalar in scalars],
            ]
        )

    @classmethod
    def decode(cls, ctx: Context, data: bytes) -> ShuffleProof:
        """The one door for a peer's proof: Invalid E_LENGTH, E_POINT or E_SCALAR. Its truth is not tested."""
        if type(data) is not bytes:
            raise Invalid("E_LENGTH", "shuffle proof")
        return decoded_proof(ctx.group, data)


@lru_cache(maxsize=KEPT_PROOFS)
def decoded_proof(group: Group, data: bytes) -> ShuffleProof:
    """What `ShuffleProof.decode` does, remembered for the last KEPT_PROOFS good proofs."""
    if len(data) != PROOF_BYTES:
        raise Invalid("E_LENGTH", "shuffle proof")
    decode = group.decode_point
    border = POINTS * POINT_BYTES
    points = [decode(data[at : at + POINT_BYTES]) for at in range(0, border, POINT_BYTES)]
    scalars = [
        int.from_bytes(data[at : at + SCALAR_BYTES], "little")
        for at in range(border, PROOF_BYTES, SCALAR_BYTES)
    ]
    if max(scalars) >= group.order:
        raise Invalid("E_SCALAR", "shuffle proof")
    return ShuffleProof(
        tuple(points[:CARDS]),
        tuple(points[CARDS : 2 * CARDS]),
        tuple(points[2 * CARDS : 3 * CARDS]),
        tuple(points[3 * CARDS :]),
        tuple(scalars[:4]),
        tuple(scalars[4 : 4 + CARDS]),
        tuple(scalars[4 + CARDS :]),
    )


def statement(
    ctx: Context, seat: int, joint: Joint, before: Deck, after: Deck, permuted: tuple[Point, ...]
) -> bytes:
    """32 bytes that bind all that is fixed before the first challenge."""
    return digest(
        "shuffle-statement",
        [
            ("context", ctx.digest),
            ("seat", seat),
            ("identity", ctx.key(seat)),
            ("base", ctx.group.base),
            ("generators", generators(ctx.group).packed),
            ("joint-key", joint.key),
            ("joint-seed", joint.seed),
            ("before", before.encode()),
            ("after", after.encode()),
            ("permuted", b"".join(permuted)),
        ],
    )


def card_challenges(ctx: Context, stated: bytes) -> list[int]:
    """u_1 .. u_40, one for each input position."""
    return challenges(ctx.group, "shuffle-cards", [("statement", stated)], CARDS)


def final_challenge(
    ctx: Context,
    stated: bytes,
    links: tuple[Point, ...],
    link_blinds: tuple[Point, ...],
    blinds: tuple[Point, ...],
) -> int:
    """The challenge that all answers answer."""
    return challenge(
        ctx.group,
        "shuffle-answer",
        [
            ("statement", stated),
            ("links", b"".join(links)),
            ("link-blinds", b"".join(link_blinds)),
            ("blinds", b"".join(blinds)),
        ],
    )


def check_proof_form(ctx: Context, proof: bytes) -> None:
    """Whether bytes have the form of a shuffle proof: Invalid E_LENGTH, E_POINT or E_SCALAR if not."""
    ShuffleProof.decode(ctx, proof)
