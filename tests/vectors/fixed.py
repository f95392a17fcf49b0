"""Keys and bytes that anybody can make again."""

from __future__ import annotations

from hashlib import shake_256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def octets(label: str, count: int) -> bytes:
    """SHAKE-256 of the label."""
    return shake_256(label.encode("ascii")).digest(count)


def seed(name: str) -> bytes:
    """The 32-byte Ed25519 seed of a person in the vectors."""
    return octets(f"identity of {name}", 32)


def key(name: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(seed(name))


def public(name: str) -> bytes:
    return key(name).public_key().public_bytes_raw()


PEOPLE = ("Ana", "Beto", "Cida", "Davi")
