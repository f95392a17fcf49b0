"""Sealed boxes: X25519, HKDF-SHA256 and ChaCha20-Poly1305, to keys that are used once.

A box is the sender's ephemeral public key (32 bytes) and the ciphertext with its tag. Key and
context are fresh for every box, so the nonce is zero.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from lantruco.fairdeal.transcript import framed

BOX_KEY_BYTES: Final = 32
TAG_BYTES: Final = 16
_NONCE: Final = bytes(12)
_FIELD: Final = 2**255 - 19


class Unsealable(Exception):
    """A box, or a key for one, that cannot be used; its maker is to blame."""


def public_of(secret: bytes) -> bytes:
    """The public key of a one-time secret of 32 bytes."""
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def check_box_key(public: bytes) -> None:
    """Raises Unsealable unless ``public`` is canonical and not of low order."""
    if int.from_bytes(public, "little") >= _FIELD:
        raise Unsealable
    _shared(bytes([8] * 32), public)


def _shared(secret: bytes, public: bytes) -> bytes:
    try:
        return X25519PrivateKey.from_private_bytes(secret).exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError as error:
        raise Unsealable from error


def _cipher(shared: bytes, ephemeral: bytes, receiver: bytes, context: bytes) -> ChaCha20Poly1305:
    info = framed("box", [("ephemeral", ephemeral), ("receiver", receiver), ("context", context)])
    return ChaCha20Poly1305(HKDF(SHA256(), 32, salt=None, info=info).derive(shared))


def seal(plain: bytes, receiver: bytes, context: bytes, ephemeral_secret: bytes) -> bytes:
    """``plain`` sealed to the public key ``receiver``; ``ephemeral_secret`` is 32 fresh secret bytes."""
    ephemeral = public_of(ephemeral_secret)
    cipher = _cipher(_shared(ephemeral_secret, receiver), ephemeral, receiver, context)
    return ephemeral + cipher.encrypt(_NONCE, plain, None)


def unseal(box: bytes, secret: bytes, context: bytes) -> bytes:
    """What ``seal`` put in, for the holder of the one-time secret; raises Unsealable if nothing sound is."""
    ephemeral, sealed = box[:BOX_KEY_BYTES], box[BOX_KEY_BYTES:]
    if len(ephemeral) != BOX_KEY_BYTES or int.from_bytes(ephemeral, "little") >= _FIELD:
        raise Unsealable
    cipher = _cipher(_shared(secret, ephemeral), ephemeral, public_of(secret), context)
    try:
        return cipher.decrypt(_NONCE, sealed, None)
    except InvalidTag as error:
        raise Unsealable from error
