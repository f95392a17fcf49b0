"""The second verifier's arithmetic against the vectors of the standards."""

from __future__ import annotations

import hashlib

import pytest

from tests.independent import boxing, edwards, ristretto, signatures
from tests.independent.canonical import decode, encode
from tests.independent.refusal import Refused

# RFC 9496, appendix A.1.
MULTIPLES = [
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
    "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
]
# RFC 9496, appendix A.3.
HASHED = "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"
# RFC 9496, appendix A.2: not canonical, negative, no square, negative product, y = 0.
BAD = [
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "00" * 32,
]


@pytest.mark.parametrize(("factor", "expected"), list(enumerate(MULTIPLES, 1)))
def test_multiples_of_the_base_point(factor: int, expected: str) -> None:
    point = edwards.times(factor, edwards.BASE)
    assert ristretto.encode(point).hex() == expected
    assert ristretto.equal(ristretto.decode(bytes.fromhex(expected)), point)


@pytest.mark.parametrize("encoding", BAD)
def test_bad_encodings_of_points_are_refused(encoding: str) -> None:
    with pytest.raises(Refused):
        ristretto.decode(bytes.fromhex(encoding))


def test_hashing_to_the_group() -> None:
    text = b"Ristretto is traditionally a short shot of espresso coffee"
    assert ristretto.encode(ristretto.from_hash(hashlib.sha512(text).digest())).hex() == HASHED


def test_a_weighted_sum_is_the_sum_of_the_products() -> None:
    points = [edwards.times(3**at, edwards.BASE) for at in range(40)]
    factors = [7**at % edwards.Q for at in range(40)]
    singly = edwards.total([edwards.times(f, p) for f, p in zip(factors, points, strict=True)])
    assert edwards.same(edwards.weighted(factors, points), singly)


def test_the_first_two_signatures_of_rfc_8032() -> None:
    for seed, key, message, signature in (
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
            "d25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
            "387b2eaeb4302aeeb00d291612bb0c00",
        ),
    ):
        data = bytes.fromhex(message)
        assert signatures.public(bytes.fromhex(seed)).hex() == key
        assert signatures.sign(bytes.fromhex(seed), data).hex() == signature
        assert signatures.verify(bytes.fromhex(key), bytes.fromhex(signature), data)
        assert not signatures.verify(bytes.fromhex(key), bytes.fromhex(signature), data + b"!")


def test_the_exchange_of_rfc_7748() -> None:
    alice = bytes.fromhex("77076d0a7318a57d3c16c17251b26645eb2f3d9aa1f8b9a3d4e2c0d3b9d0d0f0")
    bob = bytes.fromhex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    one = boxing.x25519(alice, boxing.x25519_public(bob))
    assert one == boxing.x25519(bob, boxing.x25519_public(alice))
    assert (
        boxing.x25519_public(bob).hex() == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
    )


def test_the_derivation_of_rfc_5869_without_salt() -> None:
    # Test case 3, first 32 bytes.
    made = boxing.hkdf_sha256(b"\x0b" * 22, b"")
    assert made.hex() == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"


def test_a_box_opens_only_whole() -> None:
    for size in (0, 15, 16, 64, 200):
        sealed = boxing.chacha_seal(bytes(range(32)), bytes(size))
        assert boxing.chacha_open(bytes(range(32)), sealed) == bytes(size)
        assert boxing.chacha_open(bytes(range(32)), sealed[:-1] + bytes([sealed[-1] ^ 1])) is None
        assert boxing.chacha_open(bytes(32), sealed) is None


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"a":1,"a":1}', "E_CANON"),
        (b'{"b":1,"a":1}', "E_CANON"),
        (b'{"a": 1}', "E_CANON"),
        (b"-0", "E_CANON"),
        (b'"\\u0041"', "E_CANON"),
        (b"1.0", "E_FORMAT"),
        (b"01", "E_FORMAT"),
        (b"9007199254740992", "E_FORMAT"),
        (b"[1,]", "E_FORMAT"),
        (b"[1 2]", "E_FORMAT"),
        (b'"\xff"', "E_FORMAT"),
        (b"[[[[[[[[[1]]]]]]]]]", "E_SIZE"),
        (b'"' + b"a" * 100 + b'"', "E_SIZE"),
    ],
)
def test_bytes_that_are_not_in_the_canonical_form_are_refused(data: bytes, code: str) -> None:
    with pytest.raises(Refused) as caught:
        decode(data, 100)
    assert caught.value.code == code


def test_what_is_in_the_canonical_form_comes_back() -> None:
    for data in (b'{"a":[1,-2,true,null],"b":"\\"\\\\ \xc3\xa9"}', b"[]", b"{}", b"9007199254740991"):
        assert encode(decode(data, 100)) == data
