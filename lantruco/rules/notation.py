"""The written form of actions: card codes, positions and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .cards import CODES

HAND_SIZE: Final = 3
"""Cards dealt to a seat, and vazas in a hand (R6)."""

CARTA: Final = "carta"
"""`Action.word` of a card play; no token is written so."""

ANSWERS: Final = frozenset({"aceita", "corre", "joga", "mostra"})
"""Words that answer something, and so have no place on one's own turn."""

FAMILIA: Final = "familia"

COVERED_CODES: Final = tuple(f"({code})" for code in CODES)
"""Tokens of the 40 cards played face down, in canonical order."""

POSITIONS: Final = tuple(f"#{k}" for k in range(1, HAND_SIZE + 1))
"""Tokens of the first, second and third card in hand."""

COVERED_POSITIONS: Final = tuple(f"({position})" for position in POSITIONS)

COVERED: Final = {
    **dict(zip(CODES, COVERED_CODES, strict=True)),
    **dict(zip(POSITIONS, COVERED_POSITIONS, strict=True)),
}
"""The token of the same card played face down."""

CARD_TOKENS: Final[dict[str, tuple[int, int, bool]]] = {
    **{token: (card, -1, False) for card, token in enumerate(CODES)},
    **{token: (card, -1, True) for card, token in enumerate(COVERED_CODES)},
    **{token: (-1, place, False) for place, token in enumerate(POSITIONS)},
    **{token: (-1, place, True) for place, token in enumerate(COVERED_POSITIONS)},
}
"""Every card token that can be right: (card index or -1, place in hand from 0 or -1, covered)."""


@dataclass(frozen=True, slots=True)
class Action:
    """A legal action of a seat, read from its token.

    word: `CARTA` for a card, else the token. slot: the card's slot, -1 if none. covered: played face down.
    value: what a raise asks for, 0 if none.
    """

    seat: int
    word: str
    slot: int = -1
    covered: bool = False
    value: int = 0
