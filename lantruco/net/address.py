"""Addresses as people type them."""

from __future__ import annotations

import ipaddress
import re
from typing import Final

from lantruco.net.errors import NetError

Address = tuple[str, int]

# Below 49152, where Windows reserves whole ranges for itself.
DEFAULT_PORT: Final = 47110

_MAX_TEXT: Final = 300  # a DNS name has at most 253 characters
_PORT: Final = re.compile(r"[0-9]{1,5}")
_LABEL: Final = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")


def parse_address(text: str, default_port: int = DEFAULT_PORT) -> Address:
    """`HOST`, `HOST:PORT`, `[V6]`, `[V6]:PORT` or a bare IPv6 address -> (host, port).

    The host is a name or a literal address, not looked up here. Raises NetError("E_ADDRESS", address=text).
    """
    text = text.strip()
    wrong = NetError("E_ADDRESS", address=text[:_MAX_TEXT])
    if not text or len(text) > _MAX_TEXT:
        raise wrong
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or not _is_v6(host) or (rest and not rest.startswith(":")):
            raise wrong
        port = rest[1:] if rest else str(default_port)
    elif text.count(":") > 1:
        host, port = text, str(default_port)
        if not _is_v6(host):
            raise wrong
    else:
        host, colon, port = text.partition(":")
        if not _is_name_or_v4(host):
            raise wrong
        port = port if colon else str(default_port)
    if not _PORT.fullmatch(port) or not 1 <= int(port) <= 65535:
        raise wrong
    return host, int(port)


def format_address(address: Address) -> str:
    """(host, port) -> the text that `parse_address` reads back."""
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _is_v6(host: str) -> bool:
    try:
        ipaddress.IPv6Address(host)
    except ValueError:
        return False
    return True


def _is_name_or_v4(host: str) -> bool:
    labels = host.removesuffix(".").split(".")
    if not all(_LABEL.fullmatch(label) for label in labels):
        return False
    if not labels[-1].isdigit():
        return True
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return True
