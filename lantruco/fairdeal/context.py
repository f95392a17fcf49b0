"""What a deal belongs to: one table, one hand, one attempt, and who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .group import Group
from .transcript import digest

CARDS = 40
DIGEST_BYTES = 32
KEY_BYTES = 32
MAX_SEATS = 6
MAX_COUNTER = 2**53 - 1
"""The largest integer that the messages around the deal can carry."""


@dataclass(frozen=True)
class Context:
    """Bound into every hash of a deal, so that nothing made for one deal is worth anything in another.

    `genesis`: 32-byte hash of the newest genesis entry. `hand`, `attempt`: counters. `keys`: the seats'
    identity keys, 32 bytes each, by seat. `codes`: the 40 card codes in canonical order, ASCII.
    Raises ValueError if the shapes do not fit: a context is made by the program, never read from a peer.
    """

    group: Group
    genesis: bytes
    hand: int
    attempt: int
    keys: tuple[bytes, ...]
    codes: tuple[str, ...]

    def __post_init__(self) -> None:
        if type(self.genesis) is not bytes or len(self.genesis) != DIGEST_BYTES:
            raise ValueError("genesis is not 32 bytes")
        if not (0 <= self.hand <= MAX_COUNTER and 0 <= self.attempt <= MAX_COUNTER):
            raise ValueError("hand or attempt out of range")
        if not 1 <= len(self.keys) <= MAX_SEATS or len(set(self.keys)) != len(self.keys):
            raise ValueError("identity keys are too few, too many or not distinct")
        if any(type(key) is not bytes or len(key) != KEY_BYTES for key in self.keys):
            raise ValueError("an identity key is not 32 bytes")
        if len(self.codes) != CARDS or len(set(self.codes)) != CARDS:
            raise ValueError("there are not 40 distinct card codes")

    @property
    def seats(self) -> int:
        return len(self.keys)

    @cached_property
    def digest(self) -> bytes:
        """32 bytes that stand for the whole context in every later hash."""
        return digest(
            "context",
            [
                ("group", self.group.name.encode("ascii")),
                ("genesis", self.genesis),
                ("hand", self.hand),
                ("attempt", self.attempt),
                ("keys", self.keys),
                ("codes", [code.encode("ascii") for code in self.codes]),
            ],
        )

    def key(self, seat: int) -> bytes:
        """The identity key of a seat; ValueError if there is no such seat."""
        if not 0 <= seat < len(self.keys):
            raise ValueError("no such seat")
        return self.keys[seat]
