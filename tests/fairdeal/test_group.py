"""The door for points and scalars, and the arithmetic behind it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lantruco.fairdeal import Group, Invalid, Point, Scalar, decode_scalar, ristretto255
from lantruco.fairdeal.group import decode_secret_scalar
from lantruco.fairdeal.ristretto import ORDER

from .smallgroup import SMALL

# RFC 9496, appendix A.1: the first multiples of the generator.
MULTIPLES = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
    "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
]
# RFC 9496, appendix A.2: not canonical, negative, not square, and the like.
BAD_ENCODINGS = [
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
]
factors = st.integers(min_value=-ORDER, max_value=2 * ORDER)


def code_of(group: Group, data: bytes) -> str:
    with pytest.raises(Invalid) as refused:
        group.decode_point(data)
    return refused.value.code


def test_multiples_of_the_generator_are_those_of_the_standard() -> None:
    group = ristretto255()
    assert [group.base_mul(k).hex() for k in range(4)] == MULTIPLES


def test_hashing_to_the_group_is_that_of_the_standard() -> None:
    wide = hashlib.sha512(b"Ristretto is traditionally a short shot of espresso coffee").digest()
    expected = "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"
    assert ristretto255().hash_to_point(wide).hex() == expected


@pytest.mark.parametrize("encoding", BAD_ENCODINGS)
def test_an_encoding_that_the_standard_calls_bad_is_refused(encoding: str) -> None:
    assert code_of(ristretto255(), bytes.fromhex(encoding)) == "E_POINT"


def test_a_second_encoding_of_the_same_element_is_refused() -> None:
    """Guard: bit 255 must be clear. libsodium 1.0.18 ignores it, so one card would have two names."""
    point = bytearray(ristretto255().base)
    point[31] |= 0x80
    assert code_of(ristretto255(), bytes(point)) == "E_POINT"


def test_the_identity_is_refused_at_the_door(group: Group) -> None:
    """Guard: the comparison with the identity. libsodium calls it a valid point."""
    assert code_of(group, bytes(group.identity)) == "E_POINT"


@pytest.mark.parametrize(
    "wrong", [b"", bytes(31), bytes(33), bytearray(32), memoryview(bytes(32)), "0" * 32, None]
)
def test_only_thirty_two_immutable_bytes_can_be_a_point(group: Group, wrong: object) -> None:
    assert code_of(group, wrong) == "E_POINT"  # type: ignore[arg-type]


def test_a_point_that_slipped_in_is_an_error_and_not_the_identity() -> None:
    """Guard: return codes are looked at. The library's add leaves 32 zero bytes if an input is no point."""
    group, bad = ristretto255(), Point(b"\x01" * 32)
    attempts: list[Callable[[], Point]] = [
        lambda: group.add(bad, group.base),
        lambda: group.add(group.base, bad),
        lambda: group.sub(group.base, bad),
        lambda: group.mul(5, bad),
        lambda: group.total([group.base, bad]),
        lambda: group.combine(1, [(bad, 3)]),
        lambda: group.combine(0, [(bad, 3)]),
    ]
    for work in attempts:
        with pytest.raises(Invalid, match="E_POINT"):
            work()


def test_a_scalar_from_outside_is_below_the_order(group: Group) -> None:
    """Guard: the range check. libsodium takes s + q for s, so one proof would have many encodings."""
    top = (group.order - 1).to_bytes(32, "little")
    assert decode_scalar(group, top).value == group.order - 1
    assert decode_scalar(group, bytes(32)).value == 0
    for wrong in (group.order, group.order + 1, 2**256 - 1):
        with pytest.raises(Invalid, match="E_SCALAR"):
            decode_scalar(group, wrong.to_bytes(32, "little"))


@pytest.mark.parametrize("wrong", [b"", bytes(31), bytes(33), bytearray(32), None])
def test_only_thirty_two_immutable_bytes_can_be_a_scalar(group: Group, wrong: object) -> None:
    with pytest.raises(Invalid, match="E_SCALAR"):
        decode_scalar(group, wrong)  # type: ignore[arg-type]


def test_a_secret_key_is_not_zero(group: Group) -> None:
    """Guard: the zero check. A zero key would leave every card of its seat open."""
    with pytest.raises(Invalid, match="E_SCALAR"):
        decode_secret_scalar(group, bytes(32))


def test_a_scalar_never_shows_its_value() -> None:
    secret = Scalar(123456789)
    assert "123456789" not in f"{secret} {secret!r} {[secret]} {(secret,)!s}"
    with pytest.raises(AttributeError):
        secret.value = 1


@settings(max_examples=25, deadline=None)
@given(factors, factors)
def test_the_real_group_adds_and_multiplies_like_a_group(a: int, b: int) -> None:
    check_laws(ristretto255(), a, b)


@given(factors, factors)
def test_the_small_group_adds_and_multiplies_like_a_group(a: int, b: int) -> None:
    check_laws(SMALL, a, b)


def check_laws(group: Group, a: int, b: int) -> None:
    p, q = group.base_mul(a), group.hash_to_point(b"\x07" * 64)
    assert group.base_mul(a + group.order) == p
    assert group.add(p, group.base_mul(b)) == group.base_mul(a + b)
    assert group.sub(p, group.base_mul(b)) == group.base_mul(a - b)
    assert group.mul(b, p) == group.base_mul(a * b)
    assert group.combine(a, [(q, b), (p, 2)]) == group.total([p, group.mul(b, q), p, p])
    assert group.combine(a, [(p, -1)]) == group.identity


def test_the_identity_is_neutral_inside(group: Group) -> None:
    zero, point = group.identity, group.base_mul(7)
    assert group.add(zero, point) == point == group.add(point, zero)
    assert group.sub(point, point) == zero == group.mul(3, zero) == group.mul(0, point)
    assert group.combine(0, []) == zero == group.total([])
    assert group.combine(0, [(zero, 5), (point, 1)]) == point
