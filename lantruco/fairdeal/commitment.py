"""Commit and reveal: each seat's fresh key and nonce, fixed before anybody sees another's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .context import Context
from .entropy import Entropy, secret_scalars
from .errors import Invalid
from .group import POINT_BYTES, SCALAR_BYTES, Group, Point, Scalar, decode_scalar, decode_secret_scalar
from .transcript import challenge, digest

NONCE_BYTES = 32
POSSESSION_BYTES = POINT_BYTES + SCALAR_BYTES
SECRET_BYTES = NONCE_BYTES + SCALAR_BYTES + POINT_BYTES + POSSESSION_BYTES


@dataclass(frozen=True)
class Reveal:
    """What opens a commitment: nonce (32 bytes), public key X (32), proof of possession (64)."""

    nonce: bytes
    key: bytes
    proof: bytes


@dataclass(frozen=True)
class DealSecret:
    """One seat's secrets of one attempt. Good for this attempt only; delete it when the hand ends."""

    nonce: bytes = field(repr=False)
    key: Scalar = field(repr=False)
    public: Point
    proof: bytes = field(repr=False)

    def reveal(self) -> Reveal:
        return Reveal(self.nonce, bytes(self.public), self.proof)

    def to_bytes(self) -> bytes:
        """SECRET_BYTES bytes for a private file: nonce, key, public key, proof of possession."""
        return self.nonce + self.key.encode() + self.public + self.proof

    @classmethod
    def from_bytes(cls, group: Group, data: bytes) -> DealSecret:
        """Reads `to_bytes` back; Invalid E_LENGTH, E_SCALAR, or E_SECRET if the keys are not a pair."""
        if type(data) is not bytes or len(data) != SECRET_BYTES:
            raise Invalid("E_LENGTH", "deal secret")
        nonce, key, public, proof = _cut(data, NONCE_BYTES, SCALAR_BYTES, POINT_BYTES, POSSESSION_BYTES)
        secret = decode_secret_scalar(group, key)
        if group.base_mul(secret.value) != public:
            raise Invalid("E_SECRET", "public key")
        return cls(nonce, secret, group.decode_point(public), proof)


class Joint(NamedTuple):
    """What all seats made together: the key X = ΣX_i that encrypts the deck, and the public seed."""

    key: Point
    seed: bytes


def _cut(data: bytes, *sizes: int) -> list[bytes]:
    pieces, at = [], 0
    for size in sizes:
        pieces.append(data[at : at + size])
        at += size
    return pieces


def _possession_challenge(ctx: Context, seat: int, public: bytes, announced: bytes) -> int:
    return challenge(
        ctx.group,
        "possession",
        [
            ("context", ctx.digest),
            ("seat", seat),
            ("identity", ctx.key(seat)),
            ("public", public),
            ("announced", announced),
        ],
    )


def _commitment(ctx: Context, seat: int, reveal: Reveal) -> bytes:
    return digest(
        "commit",
        [
            ("context", ctx.digest),
            ("seat", seat),
            ("identity", ctx.key(seat)),
            ("nonce", reveal.nonce),
            ("public", reveal.key),
            ("possession", reveal.proof),
        ],
    )


def make_commit(ctx: Context, seat: int, entropy: Entropy) -> tuple[DealSecret, bytes]:
    """Fresh secrets for this seat and attempt, and the 32-byte commitment to publish."""
    nonce = entropy.bytes(NONCE_BYTES)
    key, blind = secret_scalars(ctx.group, entropy, 2)
    public = ctx.group.base_mul(key)
    announced = ctx.group.base_mul(blind)
    answer = (blind + _possession_challenge(ctx, seat, public, announced) * key) % ctx.group.order
    secret = DealSecret(nonce, Scalar(key), public, announced + Scalar(answer).encode())
    return secret, _commitment(ctx, seat, secret.reveal())


def check_reveal(ctx: Context, seat: int, commitment: bytes, reveal: Reveal) -> Point:
    """The seat's public key, if the reveal opens its commitment and proves knowledge of the secret key.

    Raises Invalid, in this order: E_LENGTH, E_COMMIT (does not open), E_POINT, E_SCALAR, E_POP (possession).
    """
    group = ctx.group
    pieces = (reveal.nonce, reveal.key, reveal.proof)
    if tuple(map(len, pieces)) != (NONCE_BYTES, POINT_BYTES, POSSESSION_BYTES):
        raise Invalid("E_LENGTH", "reveal")
    if _commitment(ctx, seat, reveal) != commitment:
        raise Invalid("E_COMMIT", "commitment")
    public = group.decode_point(reveal.key)
    announced = group.decode_point(reveal.proof[:POINT_BYTES])
    answer = decode_scalar(group, reveal.proof[POINT_BYTES:])
    factor = _possession_challenge(ctx, seat, public, announced)
    if group.combine(answer.value, [(public, -factor)]) != announced:
        raise Invalid("E_POP", "possession")
    return public


def joint(ctx: Context, publics: Sequence[Point], nonces: Sequence[bytes]) -> Joint:
    """The joint key and seed of all seats, in seat order; Invalid("E_JOINT") if the keys cancel out."""
    if len(publics) != ctx.seats or len(nonces) != ctx.seats:
        raise ValueError("not one public key and one nonce for each seat")
    if any(len(nonce) != NONCE_BYTES for nonce in nonces):
        raise Invalid("E_LENGTH", "nonce")
    key = ctx.group.total(publics)
    if key == ctx.group.identity:
        raise Invalid("E_JOINT", "joint key")
    seed = digest("joint-seed", [("context", ctx.digest), ("nonces", list(nonces))])
    return Joint(key, seed)
