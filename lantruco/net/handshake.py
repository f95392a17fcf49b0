"""The first words inside a fresh TLS connection: versions, the client's key and its proof.

server -> client   magic 8, version 4, nonce 32
client -> server   magic 8, version 4, key 32, signature 64
server -> client   verdict 1

Integers are big-endian; each of the three travels as one frame. Magic and version keep their places in every
version to come, so that two programs of different age can still say so.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from lantruco.net.errors import NetError
from lantruco.net.identity import Identity, check_public, verify

MAGIC: Final = b"lantruco"
NONCE_SIZE: Final = 32
HELLO_LIMIT: Final = 256  # no greeting is longer, whoever speaks
_TAG: Final = b"lantruco link client 1\0"
_HEAD_SIZE: Final = len(MAGIC) + 4


class Verdict(IntEnum):
    """What the server thinks of the client's greeting."""

    WELCOME = 0
    VERSION = 1
    PROOF = 2


@dataclass(frozen=True, slots=True)
class Greeter:
    """What a connection says about itself while it is being set up."""

    identity: Identity
    version: int


async def read_greeting(reader: asyncio.StreamReader) -> bytes:
    """One frame of at most HELLO_LIMIT bytes; NetError("E_PEER") if it is longer."""
    size = int.from_bytes(await reader.readexactly(4), "big")
    if size > HELLO_LIMIT:
        raise NetError("E_PEER")
    return await reader.readexactly(size)


def frame(payload: bytes) -> bytes:
    """The payload with its length before it, as it goes over the wire."""
    return len(payload).to_bytes(4, "big") + payload


def _head(version: int) -> bytes:
    return MAGIC + version.to_bytes(4, "big")


def _check_head(greeting: bytes, version: int) -> bytes:
    if len(greeting) < _HEAD_SIZE or not greeting.startswith(MAGIC):
        raise NetError("E_PEER")
    theirs = int.from_bytes(greeting[len(MAGIC) : _HEAD_SIZE], "big")
    if theirs != version:
        raise NetError("E_VERSION", theirs=theirs, ours=version)
    return greeting[_HEAD_SIZE:]


def _statement(certificate_hash: bytes, nonce: bytes, public: bytes) -> bytes:
    return _TAG + certificate_hash + nonce + public


async def greet_as_client(
    me: Greeter, certificate_hash: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Prove my key to the server whose certificate (SHA-256 of its DER) this connection showed.

    Raises NetError E_PEER, E_VERSION(theirs, ours) or E_REFUSED(reason).
    """
    greeting = await read_greeting(reader)
    try:
        nonce = _check_head(greeting, me.version)
    except NetError as error:
        if error.code == "E_VERSION":
            writer.write(frame(_head(me.version)))
            await writer.drain()
        raise
    if len(nonce) != NONCE_SIZE:
        raise NetError("E_PEER")
    proof = me.identity.sign(_statement(certificate_hash, nonce, me.identity.public))
    writer.write(frame(_head(me.version) + me.identity.public + proof))
    verdict = await read_greeting(reader)
    if verdict != bytes([Verdict.WELCOME]):
        known = len(verdict) == 1 and verdict[0] in set(Verdict)
        raise NetError("E_REFUSED", reason=Verdict(verdict[0]).name.lower() if known else "unknown")


async def greet_as_server(
    me: Greeter,
    certificate_hash: bytes,
    nonce: bytes,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> bytes:
    """Learn and check the client's key (returned, 32 bytes). `nonce` is 32 fresh random bytes.

    Raises NetError E_PEER, E_VERSION(theirs, ours), E_KEY or E_IMPOSTOR, after telling the client so.
    """
    writer.write(frame(_head(me.version) + nonce))
    greeting = await read_greeting(reader)
    try:
        public = _check_client(me, certificate_hash, nonce, greeting)
    except NetError as error:
        verdict = Verdict.VERSION if error.code == "E_VERSION" else Verdict.PROOF
        writer.write(frame(bytes([verdict])))
        await writer.drain()
        raise
    writer.write(frame(bytes([Verdict.WELCOME])))
    return public


def _check_client(me: Greeter, certificate_hash: bytes, nonce: bytes, greeting: bytes) -> bytes:
    body = _check_head(greeting, me.version)
    if len(body) != 32 + 64:
        raise NetError("E_PEER")
    public, proof = body[:32], body[32:]
    check_public(public)
    if public == me.identity.public:
        raise NetError("E_SELF")
    if not verify(public, proof, _statement(certificate_hash, nonce, public)):
        raise NetError("E_IMPOSTOR")
    return public
