"""What a deal belongs to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lantruco.fairdeal import Context

from .smallgroup import SMALL, IntegersModulo
from .tables import CODES, context, other_contexts

CTX = context(SMALL, 4)


class _Renamed(IntegersModulo):
    name = "another"


def test_deals_that_differ_in_anything_have_different_digests() -> None:
    digests = {ctx.digest for ctx in other_contexts(CTX).values()}
    digests |= {CTX.digest, replace(CTX, group=_Renamed()).digest, replace(CTX, keys=CTX.keys[::-1]).digest}
    assert len(digests) == len(other_contexts(CTX)) + 3


@pytest.mark.parametrize(
    "change",
    [
        {"genesis": bytes(31)},
        {"genesis": bytearray(32)},
        {"hand": -1},
        {"attempt": 2**53},
        {"keys": ()},
        {"keys": (bytes(31),)},
        {"keys": tuple(bytes([k]) * 32 for k in range(7))},
        {"codes": CODES[:39]},
        {"codes": (*CODES[:39], CODES[0])},
    ],
)
def test_a_context_of_the_wrong_shape_cannot_be_made(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"40|32|range|keys"):
        replace(CTX, **change)  # type: ignore[arg-type]


def test_one_identity_key_has_one_seat() -> None:
    """Guard: distinct keys. One person on two seats of both sides would see four hands."""
    with pytest.raises(ValueError, match="distinct"):
        Context(SMALL, bytes(32), 0, 0, (b"k" * 32, b"k" * 32), CODES)


def test_there_is_no_seat_beyond_the_keys() -> None:
    for seat in (-1, 4):
        with pytest.raises(ValueError, match="seat"):
            CTX.key(seat)
