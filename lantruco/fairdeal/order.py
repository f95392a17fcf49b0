"""What the joint seed decides in public: the order of the first deck and the first dealer."""

from __future__ import annotations

from .context import CARDS, Context
from .transcript import Stream


def opening_order(ctx: Context, seed: bytes) -> tuple[int, ...]:
    """Card indices by position of the first deck: a uniform Fisher–Yates driven by the 32-byte joint seed."""
    stream = Stream("opening-order", [("context", ctx.digest), ("seed", seed)])
    order = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def first_dealer(ctx: Context, seed: bytes, seats: int) -> int:
    """A uniform seat in 0 .. seats - 1 from the joint seed, independent of the opening order."""
    return Stream("first-dealer", [("context", ctx.digest), ("seed", seed), ("seats", seats)]).below(seats)
