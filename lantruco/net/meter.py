"""How much one link may bring in."""

from __future__ import annotations

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
