"""A key that could stand for everybody stands for nobody."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from lantruco.protocol.errors import Refused
from lantruco.protocol.keys import check_public, is_sound, verify

P = 2**255 - 19
SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
]


@given(st.binary(min_size=32, max_size=32))
def test_every_key_made_in_the_usual_way_is_sound(seed: bytes) -> None:
    assert is_sound(Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw())


@pytest.mark.parametrize("encoded", SMALL_ORDER)
def test_points_of_small_order_are_no_keys(encoded: str) -> None:
    with pytest.raises(Refused) as refused:
        check_public(bytes.fromhex(encoded))
    assert refused.value.code == "E_KEY"


def test_the_identity_would_sign_anything_with_one_constant_signature() -> None:
    identity = bytes.fromhex(SMALL_ORDER[0])
    constant = identity + bytes(32)
    assert verify(identity, constant, b"anything")
    assert not is_sound(identity)


@pytest.mark.parametrize("y", [P, P + 1, 2**255 - 1])
def test_encodings_that_are_not_canonical_are_no_keys(y: int) -> None:
    assert not is_sound(y.to_bytes(32, "little"))


def test_a_sound_key_plus_a_point_of_small_order_is_no_key() -> None:
    mixed = 0
    for seed in range(1, 40):
        key = Ed25519PrivateKey.from_private_bytes(seed.to_bytes(32, "big")).public_key().public_bytes_raw()
        y = int.from_bytes(key, "little")
        sign, y = y >> 255, y & (2**255 - 1)
        # Adding the point (0, -1) of order two turns (x, y) into (-x, -y).
        moved = ((P - y) | ((1 - sign) << 255)).to_bytes(32, "little")
        assert not is_sound(moved)
        mixed += 1
    assert mixed == 39


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_has_32_bytes(length: int) -> None:
    assert not is_sound(bytes(length))


def test_a_signature_holds_for_its_key_and_words_only() -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    public, signature = key.public_key().public_bytes_raw(), key.sign(b"truco")
    assert verify(public, signature, b"truco")
    assert not verify(public, signature, b"seis")
    assert not verify(public, signature[:-1], b"truco")
    other = Ed25519PrivateKey.from_private_bytes(bytes([1] * 32)).public_key().public_bytes_raw()
    assert not verify(other, signature, b"truco")
