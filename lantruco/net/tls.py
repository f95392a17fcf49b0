"""TLS 1.3 contexts whose only certificate is the identity itself."""

from __future__ import annotations

import hashlib
import secrets
import ssl
import tempfile
from pathlib import Path

from lantruco.net.errors import NetError
from lantruco.net.identity import Identity, check_public


def server_context(identity: Identity) -> tuple[ssl.SSLContext, bytes]:
    """A context that presents the identity, and the SHA-256 of the certificate (DER) it presents."""
    password = secrets.token_hex(32).encode("ascii")
    certificate, pem = identity.certificate(password)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    # The standard library reads keys from files alone. The folder is ours only (0700), and the key in it is
    # encrypted under a password that never leaves this process.
    with tempfile.TemporaryDirectory(prefix="lantruco-") as folder:
        path = Path(folder) / "certificate.pem"
        path.write_bytes(pem)
        context.load_cert_chain(path, password=password)
    return context, hashlib.sha256(certificate).digest()


def client_context() -> ssl.SSLContext:
    """A context that takes any certificate: whose key it carries is judged after the handshake."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def certificate_key(certificate: bytes | None) -> bytes:
    """The Ed25519 key that a certificate (DER) carries, 32 bytes.

    TLS has proved that the other end holds its secret. Raises NetError("E_PEER") for anything that is no such
    certificate and NetError("E_KEY") for an unsound key.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if not certificate:
        raise NetError("E_PEER")
    try:
        key = x509.load_der_x509_certificate(certificate).public_key()
    except Exception as error:
        # Errors of many families, some with no common base (an odd version number has one of its own): a
        # stranger chose these bytes, and whatever they cause is his and must not end our dialing.
        raise NetError("E_PEER") from error
    if not isinstance(key, Ed25519PublicKey):
        raise NetError("E_PEER")
    public = key.public_bytes_raw()
    check_public(public)
    return public
