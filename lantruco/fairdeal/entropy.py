"""Where the deal's secrets come from."""

from __future__ import annotations

import builtins
import secrets
from typing import Protocol

from .group import WIDE_BYTES, Group


class Entropy(Protocol):
    """A source of secret, uniform randomness. A program uses `SystemEntropy`, only tests a repeatable one."""

    def bytes(self, count: int) -> builtins.bytes:
        """That many uniform bytes."""

    def below(self, bound: int) -> int:
        """A uniform integer in 0 .. bound - 1."""


class SystemEntropy:
    """The operating system's randomness, through `secrets`."""

    __slots__ = ()

    def bytes(self, count: int) -> builtins.bytes:
        return secrets.token_bytes(count)

    def below(self, bound: int) -> int:
        return secrets.randbelow(bound)


def secret_scalars(group: Group, entropy: Entropy, count: int) -> list[int]:
    """`count` secret integers, each in 1 .. order - 1, from 64 bytes apiece (bias below 2^-250)."""
    data = entropy.bytes(WIDE_BYTES * count)
    span = group.order - 1
    return [
        1 + int.from_bytes(data[at : at + WIDE_BYTES], "little") % span
        for at in range(0, WIDE_BYTES * count, WIDE_BYTES)
    ]


def permutation(entropy: Entropy, size: int) -> list[int]:
    """A uniform secret permutation of 0 .. size - 1 (Fisher–Yates)."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = entropy.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
