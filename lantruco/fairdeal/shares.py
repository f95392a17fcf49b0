"""Shares D = x·A that open deck positions, with one Chaum–Pedersen proof for all shares of a message."""

from __future__ import annotations

from collections.abc import Sequence

from .commitment import DealSecret
from .context import CARDS, Context
from .deck import Deck, check_position
from .entropy import Entropy, secret_scalars
from .errors import Invalid
from .group import POINT_BYTES, SCALAR_BYTES, Point, Scalar, decode_scalar
from .transcript import challenge

SHARE_PROOF_BYTES = 2 * SCALAR_BYTES


def _check_positions(positions: Sequence[int]) -> None:
    if not 1 <= len(positions) <= CARDS:
        raise Invalid("E_POSITION", "count")
    for position in positions:
        check_position(position)
    if len(set(positions)) != len(positions):
        raise Invalid("E_POSITION", "repeated")


def _share_challenge(
    ctx: Context,
    seat: int,
    public: Point,
    deck: Deck,
    positions: Sequence[int],
    bind: bytes,
    shares: bytes,
    announced: bytes,
) -> int:
    return challenge(
        ctx.group,
        "share",
        [
            ("context", ctx.digest),
            ("seat", seat),
            ("identity", ctx.key(seat)),
            ("bind", bind),
            ("public", public),
            ("deck", deck.encode()),
            ("positions", bytes(positions)),
            ("shares", shares),
            ("announced", announced),
        ],
    )


def own_shares(ctx: Context, secret: DealSecret, deck: Deck, positions: Sequence[int]) -> list[Point]:
    """This seat's shares, for looking at its own cards. They stay here; `make_shares` makes what goes out."""
    _check_positions(positions)
    return [ctx.group.mul(secret.key.value, deck.left[position]) for position in positions]


def make_shares(
    ctx: Context,
    seat: int,
    secret: DealSecret,
    deck: Deck,
    positions: Sequence[int],
    bind: bytes,
    entropy: Entropy,
) -> tuple[bytes, bytes]:
    """This seat's shares for positions of its own copy of the final deck, 32 bytes each, and a 64-byte proof.

    `bind` names the slot of the log that the shares are for; the proof holds for that slot alone. The caller
    has checked that the rules allow these positions to be opened now: a share cannot be taken back.
    """
    _check_positions(positions)
    mul = ctx.group.mul
    (blind,) = secret_scalars(ctx.group, entropy, 1)
    shares = b"".join(own_shares(ctx, secret, deck, positions))
    announced = b"".join(
        [ctx.group.base_mul(blind), *[mul(blind, deck.left[position]) for position in positions]]
    )
    factor = _share_challenge(ctx, seat, secret.public, deck, positions, bind, shares, announced)
    answer = (blind + factor * secret.key.value) % ctx.group.order
    return shares, Scalar(factor).encode() + Scalar(answer).encode()


def check_shares(
    ctx: Context,
    seat: int,
    public: Point,
    deck: Deck,
    positions: Sequence[int],
    bind: bytes,
    shares: bytes,
    proof: bytes,
) -> list[Point]:
    """The shares as points, in the order of the positions, if the proof holds for this seat, deck and slot.

    Raises Invalid: E_POSITION, E_LENGTH, E_POINT, E_SCALAR, E_SHARE (the proof does not hold).
    """
    _check_positions(positions)
    group = ctx.group
    if len(shares) != POINT_BYTES * len(positions):
        raise Invalid("E_LENGTH", "shares")
    if len(proof) != SHARE_PROOF_BYTES:
        raise Invalid("E_LENGTH", "share proof")
    decoded = [group.decode_point(shares[at : at + POINT_BYTES]) for at in range(0, len(shares), POINT_BYTES)]
    factor = decode_scalar(group, proof[:SCALAR_BYTES]).value
    answer = decode_scalar(group, proof[SCALAR_BYTES:]).value
    announced = [group.combine(answer, [(public, -factor)])]
    for position, share in zip(positions, decoded, strict=True):
        announced.append(group.sub(group.mul(answer, deck.left[position]), group.mul(factor, share)))
    if _share_challenge(ctx, seat, public, deck, positions, bind, shares, b"".join(announced)) != factor:
        raise Invalid("E_SHARE", "share proof")
    return decoded
