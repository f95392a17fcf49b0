"""The one exception of this package: a stable code and the values a sentence about it needs."""

from __future__ import annotations


class NetError(Exception):
    """Something outside went wrong: `code` is stable (E_*), `detail` holds plain values for the reader.

    Codes: E_ADDRESS, E_CLOSED, E_CONNECT, E_FRAME, E_IDENTITY, E_IMPOSTOR, E_INTERFACE, E_KEY, E_KEY_FILE,
    E_LOST, E_NODISCOVERY, E_PEER, E_PORT, E_RATE, E_REFUSED, E_SELF, E_SLOW, E_VERSION.
    """

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.detail.items())
        return f"{self.code} ({told})" if told else self.code
