"""Cards, their canonical order and their strength (R2-R6, R35)."""

from __future__ import annotations

from typing import Final

RANKS: Final = "4567QJKA23"
"""Ranks from the weakest to the strongest when they are not manilhas (R3)."""

SUITS: Final = "OECP"
"""Suits from the weakest manilha to the strongest: ouros, espadas, copas, paus (R5)."""

ROYAL: Final = "QJK"
"""Ranks of which the família real is made (R35)."""

DECK_SIZE: Final = len(RANKS) * len(SUITS)
"""Cards of a deck (R2)."""

HAND_SIZE: Final = 3
"""Cards dealt to a seat, and vazas in a hand (R6)."""

HIDDEN: Final = "??"
"""Stands for a card that is not seen, or not known."""

CODES: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The 40 card codes in canonical order, ``4O`` first and ``3P`` last (R2)."""

_INDEX: Final = {code: index for index, code in enumerate(CODES)}


class Card(int):
    """One card of the deck; as an integer it is its index 0..39 in canonical order (R2).

    Raises ValueError for an index outside 0..39.
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Card:
        if not 0 <= index < DECK_SIZE:
            raise ValueError(f"no card has index {index}")
        return super().__new__(cls, index)

    @classmethod
    def parse(cls, code: str) -> Card:
        """The card written ``code``, a rank of `RANKS` and a suit of `SUITS`; ValueError for any
        other text.
        """
        index = _INDEX.get(code)
        if index is None:
            raise ValueError(f"{code!r} is not a card code")
        return CANONICAL[index]

    def __bool__(self) -> bool:
        """Always true: the 4 of ouros, whose index is zero, is a card like any other."""
        return True

    @property
    def code(self) -> str:
        """Rank and suit, such as ``4O``."""
        return CODES[self]

    @property
    def index(self) -> int:
        """0..39 in canonical order, as a plain integer."""
        return int(self)

    @property
    def rank(self) -> str:
        """One of `RANKS`."""
        return RANKS[self // len(SUITS)]

    @property
    def suit(self) -> str:
        """One of `SUITS`."""
        return SUITS[self % len(SUITS)]

    def __repr__(self) -> str:
        return f"Card({CODES[self]})"

    def __str__(self) -> str:
        return CODES[self]


CANONICAL: Final[tuple[Card, ...]] = tuple(Card(index) for index in range(DECK_SIZE))
"""All cards in canonical order (R2)."""


def manilha_rank(vira: Card) -> str:
    """The rank of the manilhas: the one after the vira's, and 4 after 3 (R4)."""
    return RANKS[(vira // len(SUITS) + 1) % len(RANKS)]


def _strengths(vira: Card) -> tuple[int, ...]:
    manilha = manilha_rank(vira)
    return tuple(
        len(RANKS) + SUITS.index(card.suit) if card.rank == manilha else RANKS.index(card.rank)
        for card in CANONICAL
    )


STRENGTHS: Final[tuple[tuple[int, ...], ...]] = tuple(_strengths(vira) for vira in CANONICAL)
"""``STRENGTHS[vira][card]``, both by index: the table behind `strength`."""


def strength(card: Card, vira: Card) -> int:
    """How strong a face-up card is: 0..9 by rank, 10..13 for the manilhas by suit (R3-R5)."""
    return STRENGTHS[vira][card]
