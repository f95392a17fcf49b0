"""link.json: the greetings of a link, and frames."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from lantruco.net.handshake import Greeter, frame, greet_as_client, greet_as_server
from lantruco.net.identity import Identity
from lantruco.protocol.hashing import VERSION
from tests.vectors.fixed import key, octets, seed

DAY = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


def certificate() -> bytes:
    """Ana's, with a name, a number and dates that mean nothing."""
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "vector")])
    builder = x509.CertificateBuilder(name, name, key("Ana").public_key(), 1, DAY, DAY.replace(year=2126))
    return builder.sign(key("Ana"), None).public_bytes(Encoding.DER)


class Wire(asyncio.Transport):
    """One direction: what is written is heard at once, and kept."""

    def __init__(self, hearing: asyncio.StreamReader) -> None:
        super().__init__()
        self.said = b""
        self.hearing = hearing

    def is_closing(self) -> bool:
        return True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.said += bytes(data)
        self.hearing.feed_data(bytes(data))


async def _greet(certificate_hash: bytes, nonce: bytes) -> tuple[bytes, bytes]:
    """What the server and the client say to each other."""
    loop = asyncio.get_running_loop()
    at_server, at_client = asyncio.StreamReader(), asyncio.StreamReader()
    from_server, from_client = Wire(at_client), Wire(at_server)

    def writer(wire: Wire) -> asyncio.StreamWriter:
        protocol = asyncio.StreamReaderProtocol(asyncio.StreamReader())
        return asyncio.StreamWriter(wire, protocol, None, loop)

    ana, beto = (Greeter(Identity.from_seed(seed(name)), VERSION) for name in ("Ana", "Beto"))
    learned, _ = await asyncio.gather(
        greet_as_server(ana, certificate_hash, nonce, at_server, writer(from_server)),
        greet_as_client(beto, certificate_hash, at_client, writer(from_client)),
    )
    assert learned == beto.identity.public
    return from_server.said, from_client.said


def made() -> dict[str, Any]:
    shown = certificate()
    certificate_hash = hashlib.sha256(shown).digest()
    nonce = octets("nonce of the server", 32)
    server, client = asyncio.run(_greet(certificate_hash, nonce))
    return {
        "schema": "lantruco-link-vectors/1",
        "protocol": VERSION,
        "server_certificate": shown.hex(),
        "server_key": Identity.from_seed(seed("Ana")).public.hex(),
        "certificate_hash": certificate_hash.hex(),
        "nonce": nonce.hex(),
        "client_seed": seed("Beto").hex(),
        "server_greeting": server[:-5].hex(),
        "client_greeting": client.hex(),
        "server_verdict": server[-5:].hex(),
        "frames": [
            {"payload": payload.hex(), "frame": frame(payload).hex()}
            for payload in (b"", b"truco", bytes(300))
        ],
        "longest_payload": 65_536,
    }
