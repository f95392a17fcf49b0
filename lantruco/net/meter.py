"""How much one link may bring in, and how often one host may call."""

from __future__ import annotations

import ipaddress
from typing import Final

# A match of six with all proofs is a few megabytes; a newcomer may be sent all of it, several times over.
BURST_FRAMES: Final = 8_000
FRAMES_PER_SECOND: Final = 1_000
BURST_BYTES: Final = 64 * 2**20
BYTES_PER_SECOND: Final = 8 * 2**20


class Meter:
    """Two leaky buckets, of frames and of bytes. Time is an argument, in seconds of any steady clock."""

    __slots__ = ("_bytes", "_frames", "_since")

    def __init__(self, now: float) -> None:
        self._since = now
        self._frames = 0.0
        self._bytes = 0.0

    def take(self, size: int, now: float) -> bool:
        """Count one frame of `size` bytes; False if that is more than a well-behaved peer sends."""
        passed = max(0.0, now - self._since)
        self._since = now
        self._frames = max(0.0, self._frames - passed * FRAMES_PER_SECOND) + 1
        self._bytes = max(0.0, self._bytes - passed * BYTES_PER_SECOND) + size
        return self._frames <= BURST_FRAMES and self._bytes <= BURST_BYTES


# To let somebody in takes some milliseconds of our time. A table of six with all their bots on one machine,
# each dialing again after a lost link, knocks less than this.
BURST_KNOCKS: Final = 64
KNOCKS_PER_SECOND: Final = 8
MAX_CROWDS: Final = 1024  # hosts remembered; the longest unheard of goes first


class Knocks:
    """A leaky bucket of calls for each crowd. Time is an argument, in seconds of any steady clock."""

    __slots__ = ("_levels",)

    def __init__(self) -> None:
        self._levels: dict[str, tuple[float, float]] = {}  # by crowd: calls not yet drained, and when counted

    def take(self, host: str, now: float) -> bool:
        """Count one call of a crowd (see `crowd`); False if that is more than honest programs make."""
        level, since = self._levels.pop(host, (0.0, now))
        level = max(0.0, level - max(0.0, now - since) * KNOCKS_PER_SECOND)
        taken = level + 1 <= BURST_KNOCKS
        self._levels[host] = (level + taken, now)
        if len(self._levels) > MAX_CROWDS:
            del self._levels[next(iter(self._levels))]
        return taken


def crowd(host: str) -> str:
    """Whom an address counts with: an IPv4 host stands alone, IPv6 hosts of one /64 stand together.

    One machine may call from any number of addresses of its /64.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
