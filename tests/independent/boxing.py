"""X25519 (RFC 7748), HKDF-SHA256 (RFC 5869), ChaCha20-Poly1305 (RFC 8439), in plain integers."""

from __future__ import annotations

import hmac

from tests.independent.edwards import P

_MASK = 0xFFFFFFFF


def x25519(secret: bytes, public: bytes) -> bytes:
    """RFC 7748, section 5, by the Montgomery ladder."""
    k = int.from_bytes(secret, "little") & (1 << 255) - 8 & (1 << 255) - 1 | 1 << 254
    u = int.from_bytes(public, "little") & (1 << 255) - 1
    x2, z2, x3, z3, swapped = 1, 0, u, 1, 0
    for place in range(254, -1, -1):
        bit = k >> place & 1
        if swapped != bit:
            x2, z2, x3, z3 = x3, z3, x2, z2
        swapped = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % P, b * b % P, d * a % P, c * b % P
        e = aa - bb
        x3, z3 = (da + cb) ** 2 % P, u * (da - cb) ** 2 % P
        x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
    if swapped:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def x25519_public(secret: bytes) -> bytes:
    return x25519(secret, (9).to_bytes(32, "little"))


def sound_box_key(key: bytes) -> bool:
    """Canonical, and of no low order: a multiple by the cofactor is not zero."""
    probe = bytes(32)
    return len(key) == 32 and int.from_bytes(key, "little") < P and x25519(probe, key) != bytes(32)


def hkdf_sha256(secret: bytes, info: bytes) -> bytes:
    """32 bytes, without salt."""
    root = hmac.digest(bytes(32), secret, "sha256")
    return hmac.digest(root, info + b"\x01", "sha256")


def _block(key: bytes, counter: int, nonce: bytes) -> bytes:
    words = [int.from_bytes(part, "little") for part in (b"expa", b"nd 3", b"2-by", b"te k")]
    words += [int.from_bytes(key[at : at + 4], "little") for at in range(0, 32, 4)]
    words += [counter, *(int.from_bytes(nonce[at : at + 4], "little") for at in range(0, 12, 4))]
    mixed = list(words)
    for _ in range(10):
        for a, b, c, d in (
            (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
        ):  # fmt: skip
            for left, right, other, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                mixed[left] = (mixed[left] + mixed[right]) & _MASK
                word = mixed[other] ^ mixed[left]
                mixed[other] = (word << turn | word >> 32 - turn) & _MASK
    return b"".join((one + two & _MASK).to_bytes(4, "little") for one, two in zip(words, mixed, strict=True))


def _stream(key: bytes, nonce: bytes, data: bytes) -> bytes:
    blocks = b"".join(_block(key, 1 + at, nonce) for at in range(-(-len(data) // 64)))
    return bytes(one ^ two for one, two in zip(data, blocks, strict=False))


def _tag(key: bytes, nonce: bytes, sealed: bytes) -> bytes:
    once = _block(key, 0, nonce)
    r = int.from_bytes(once[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    text = sealed + bytes(-len(sealed) % 16) + bytes(8) + len(sealed).to_bytes(8, "little")
    held = 0
    for at in range(0, len(text), 16):
        held = (held + int.from_bytes(text[at : at + 16] + b"\x01", "little")) * r % (2**130 - 5)
    return ((held + int.from_bytes(once[16:32], "little")) % 2**128).to_bytes(16, "little")


def chacha_open(key: bytes, sealed: bytes) -> bytes | None:
    """The plaintext under a nonce of zeros and no further data; None if the tag is wrong."""
    nonce = bytes(12)
    if len(sealed) < 16 or _tag(key, nonce, sealed[:-16]) != sealed[-16:]:
        return None
    return _stream(key, nonce, sealed[:-16])


def chacha_seal(key: bytes, plain: bytes) -> bytes:
    nonce = bytes(12)
    sealed = _stream(key, nonce, plain)
    return sealed + _tag(key, nonce, sealed)
