"""The encrypted deck: 40 ElGamal pairs (A, B) = (r·G, M + r·X), named only by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .commitment import Joint
from .context import CARDS, MAX_SEATS, Context
from .errors import Invalid
from .fixedpoints import card_indices, card_points
from .group import POINT_BYTES, Group, Point
from .order import opening_order

DECK_BYTES = CARDS * 2 * POINT_BYTES
KEPT_DECKS = 2 * MAX_SEATS
"""A deck is read when it comes in and again when its step is complete: one deal in play, one prepared."""


@dataclass(frozen=True)
class Deck:
    """`left` are the 40 A, `right` the 40 B, by position. ValueError if there are not 40 of each."""

    left: tuple[Point, ...]
    right: tuple[Point, ...]

    def __post_init__(self) -> None:
        if len(self.left) != CARDS or len(self.right) != CARDS:
            raise ValueError("a deck has 40 positions")

    def encode(self) -> bytes:
        """DECK_BYTES bytes: A_0 B_0 A_1 B_1 … A_39 B_39."""
        return b"".join([point for pair in zip(self.left, self.right, strict=True) for point in pair])

    @classmethod
    def decode(cls, ctx: Context, data: bytes) -> Deck:
        """The one door for a peer's deck: Invalid E_LENGTH, or E_POINT (also for an identity element)."""
        if type(data) is not bytes:
            raise Invalid("E_LENGTH", "deck")
        return decoded_deck(ctx.group, data)


@lru_cache(maxsize=KEPT_DECKS)
def decoded_deck(group: Group, data: bytes) -> Deck:
    """What `Deck.decode` does, remembered for the last KEPT_DECKS good decks."""
    if len(data) != DECK_BYTES:
        raise Invalid("E_LENGTH", "deck")
    decode = group.decode_point
    points = [decode(data[at : at + POINT_BYTES]) for at in range(0, DECK_BYTES, POINT_BYTES)]
    return Deck(tuple(points[0::2]), tuple(points[1::2]))


def first_deck(ctx: Context, joint: Joint) -> Deck:
    """Deck 0, alike for everybody: position p holds (G, M_c + X), c the p-th card of the opening order."""
    cards = card_points(ctx.group, ctx.codes)
    add = ctx.group.add
    right = tuple(add(cards[card], joint.key) for card in opening_order(ctx, joint.seed))
    return Deck((ctx.group.base,) * CARDS, right)


def open_position(ctx: Context, deck: Deck, position: int, shares: Sequence[Point]) -> int:
    """The card index at a position, from one checked share of every seat; Invalid("E_OPEN") if no card."""
    if len(shares) != ctx.seats:
        raise ValueError("not one share for each seat")
    check_position(position)
    plain = ctx.group.sub(deck.right[position], ctx.group.total(shares))
    card = card_indices(ctx.group, ctx.codes).get(plain)
    if card is None:
        raise Invalid("E_OPEN", f"position {position}")
    return card


def check_position(position: int) -> None:
    """Invalid("E_POSITION") unless 0 ≤ position < 40."""
    if type(position) is not int or not 0 <= position < CARDS:
        raise Invalid("E_POSITION", f"position {position!r:.20}")
