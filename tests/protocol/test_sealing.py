"""A box opens for its receiver, in its place, and for nobody and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.protocol.sealing import Unsealable, check_box_key, public_of, seal, unseal

SECRET, EPHEMERAL = bytes(range(32)), bytes(range(100, 132))
BOX = seal(b"three shares", public_of(SECRET), b"here", EPHEMERAL)


@given(
    plain=st.binary(max_size=300), secret=st.binary(min_size=32, max_size=32), place=st.binary(max_size=40)
)
def test_the_receiver_finds_what_was_put_in(plain: bytes, secret: bytes, place: bytes) -> None:
    box = seal(plain, public_of(secret), place, EPHEMERAL)
    assert unseal(box, secret, place) == plain
    assert len(box) == len(plain) + 48


@given(at=st.integers(0, len(BOX) - 1), bit=st.integers(0, 7))
def test_a_changed_box_does_not_open(at: int, bit: int) -> None:
    changed = BOX[:at] + bytes([BOX[at] ^ (1 << bit)]) + BOX[at + 1 :]
    with pytest.raises(Unsealable):
        unseal(changed, SECRET, b"here")


def test_neither_another_key_nor_another_place_opens_it() -> None:
    for secret, place in ((EPHEMERAL, b"here"), (SECRET, b"there")):
        with pytest.raises(Unsealable):
            unseal(BOX, secret, place)


@pytest.mark.parametrize(
    "public",
    [
        bytes(32),
        bytes([1]) + bytes(31),
        bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
        (2**255 - 20).to_bytes(32, "little"),
        (2**255 - 19).to_bytes(32, "little"),
        bytes([255] * 32),
    ],
)
def test_keys_of_low_order_or_odd_form_are_refused(public: bytes) -> None:
    with pytest.raises(Unsealable):
        check_box_key(public)


@given(st.binary(min_size=32, max_size=32))
def test_fresh_keys_are_taken(secret: bytes) -> None:
    check_box_key(public_of(secret))


@given(st.binary(max_size=100))
def test_rubbish_is_never_a_box(data: bytes) -> None:
    with pytest.raises(Unsealable):
        unseal(data, SECRET, b"here")
