"""How much one link may bring in, and how often one host may ask for something."""

from __future__ import annotations

import ipaddress
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

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


MAX_REMEMBERED: Final = 1024  # owners of allowances; the longest unheard of goes first

Owner = TypeVar("Owner", bound=Hashable)


class Allowances(Generic[Owner]):
    """A leaky bucket for each owner. Time is an argument, in seconds of any steady clock."""

    __slots__ = ("_burst", "_levels", "_per_second")

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._levels: dict[
            Owner, tuple[float, float]
        ] = {}  # what is not yet drained, and when it was counted

    def take(self, owner: Owner, now: float, amount: float = 1) -> bool:
        """Count so much against an owner's allowance; False, and nothing counted, if that is too much."""
        level, since = self._levels.pop(owner, (0.0, now))
        level = max(0.0, level - max(0.0, now - since) * self._per_second)
        taken = level + amount <= self._burst
        self._levels[owner] = (level + amount if taken else level, now)
        if len(self._levels) > MAX_REMEMBERED:
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
