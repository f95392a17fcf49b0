"""Who a person is: one Ed25519 key, made at the first start and kept for ever."""

from __future__ import annotations

import base64
import binascii
import codecs
import contextlib
import datetime
import hashlib
import os
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lantruco.net.errors import NetError
from lantruco.protocol.keys import is_sound
from lantruco.protocol.keys import verify as verify

_FILE_HEAD: Final = "lantruco identity 1"
_FILE_LIMIT: Final = 1024
_NAME_TAG: Final = b"lantruco key name 1\0"
_CONSONANTS: Final = "bcdfglmnprstv"
_VOWELS: Final = "aeiou"
_WORDS: Final = 4
_SYLLABLES: Final = 3  # of six bits each: four words carry 72 bits


class Identity:
    """A signing key. Its secret is shown by no method and by no representation."""

    __slots__ = ("_key", "public")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public: bytes = key.public_key().public_bytes_raw()

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """The identity of a 32-byte secret seed (RFC 8032). ValueError for any other length."""
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def load_or_create(cls, path: Path) -> Identity:
        """Read the key at `path`, or make one there (mode 0600) if there is none.

        Programs that start together end with one key. An existing file is never written.
        Raises NetError("E_IDENTITY", path=, reason="damaged") and, when the file cannot be read or written,
        NetError("E_KEY_FILE", path=) with the OSError as its cause.
        """
        identity = cls._load(path)
        if identity is not None:
            return identity
        _create(path, secrets.token_bytes(32))
        identity = cls._load(path)
        if identity is None:
            raise NetError("E_IDENTITY", path=str(path), reason="unwritable")
        return identity

    @classmethod
    def _load(cls, path: Path) -> Identity | None:
        try:
            with path.open("rb") as file:
                text = file.read(_FILE_LIMIT)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise NetError("E_KEY_FILE", path=str(path)) from error
        identity = cls._parse(text)
        if identity is None:
            raise NetError("E_IDENTITY", path=str(path), reason="damaged")
        with contextlib.suppress(OSError):
            path.chmod(0o600)
        return identity

    @classmethod
    def _parse(cls, text: bytes) -> Identity | None:
        # The public key stands beside the seed so that a changed file is noticed: it is not a new person.
        text = _as_written(text)
        try:
            head, seed, _ = text.decode("ascii").split("\n")[:3]
            identity = cls.from_seed(base64.b64decode(seed, validate=True))
        except (ValueError, binascii.Error):
            return None
        sound = head == _FILE_HEAD and text == _file_text(identity, base64.b64decode(seed))
        return identity if sound else None

    def sign(self, data: bytes) -> bytes:
        """The 64-byte Ed25519 signature of `data`."""
        return self._key.sign(data)

    def certificate(self, password: bytes) -> tuple[bytes, bytes]:
        """A self-signed certificate that says this key: (DER, PEM of certificate and key).

        The key in the PEM is encrypted under `password`. Names and dates mean nothing; only the key counts.
        """
        from cryptography import x509
        from cryptography.hazmat.primitives import serialization

        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, fingerprint(self.public))])
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(self._key.public_key())
            .serial_number(int.from_bytes(hashlib.sha256(self.public).digest()[:8], "big") | 1)
            .not_valid_before(datetime.datetime(2000, 1, 1))
            .not_valid_after(datetime.datetime(2999, 1, 1))
            .sign(self._key, None)
        )
        key = self._key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(password),
        )
        encoding = serialization.Encoding
        return certificate.public_bytes(encoding.DER), certificate.public_bytes(encoding.PEM) + key

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public)})"


def check_public(public: bytes) -> None:
    """Raise NetError("E_KEY") unless `public` is a canonical key of the prime-order subgroup."""
    if not is_sound(bytes(public)):
        raise NetError("E_KEY")


def fingerprint(public: bytes) -> str:
    """Sixteen characters a-z2-7 that stand for a key in names and file names (80 bits of a hash)."""
    return base64.b32encode(_name_hash(public)[:10]).decode("ascii").lower()


def words(public: bytes) -> tuple[str, ...]:
    """Four words that stand for a key (72 bits), easy to say in Portuguese and in English."""
    bits = int.from_bytes(_name_hash(public)[16:], "big")
    spoken = []
    for _ in range(_WORDS):
        word = ""
        for _ in range(_SYLLABLES):
            bits, syllable = divmod(bits, 64)
            consonant, vowel = divmod(syllable, len(_VOWELS))
            word += _CONSONANTS[consonant] + _VOWELS[vowel]
        spoken.append(word)
    return tuple(spoken)


def _name_hash(public: bytes) -> bytes:
    return hashlib.sha256(_NAME_TAG + public).digest()


def _as_written(text: bytes) -> bytes:
    """The file before an editor, a mail program or a copy by hand changed line ends, or put a mark before it.

    None of that is in the key, which the public key beside it proves.
    """
    text = text.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")
    return text if text.endswith(b"\n") else text + b"\n"


@lru_cache(maxsize=64)
def _file_text(identity: Identity, seed: bytes) -> bytes:
    lines = (_FILE_HEAD.encode(), base64.b64encode(seed), base64.b64encode(identity.public), b"")
    return b"\n".join(lines)


def _create(path: Path, seed: bytes) -> None:
    """Put a whole new key file at `path` unless somebody else was faster."""
    text = _file_text(Identity.from_seed(seed), seed)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write_new(draft, text)
            _publish(draft, path)
        finally:
            with contextlib.suppress(OSError):
                draft.unlink()
    except FileExistsError:
        return
    except OSError as error:
        raise NetError("E_KEY_FILE", path=str(path)) from error


def _write_new(path: Path, text: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _publish(draft: Path, path: Path) -> None:
    # The name must appear with its whole content, and only if it is free: rename refuses a taken name on
    # Windows alone, a hard link does on every POSIX file system that has links.
    if os.name == "nt":
        draft.rename(path)
        return
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:
        _write_new(path, draft.read_bytes())
