"""Which characters may reach the screen, and what stands for them where only ASCII is drawn."""

from __future__ import annotations

import unicodedata

SUITS = {"P": "♣", "C": "♥", "E": "♠", "O": "♦"}

_ASCII = str.maketrans(
    {
        **{symbol: letter for letter, symbol in SUITS.items()},
        "–": "-",
        "—": "-",
        "…": "...",
        "·": "-",
        "“": '"',
        "”": '"',
        "’": "'",
        "«": '"',
        "»": '"',
        "→": "->",
        "×": "x",
        "✓": "ok",
    }
)


def printable(text: str) -> str:
    """The text without control, format, private and unassigned characters: nothing moves a cursor."""
    return "".join(" " if char in "\n\r\t" else char for char in text if _shown(char))


def _shown(char: str) -> bool:
    return char in "\n\r\t" or not unicodedata.category(char).startswith("C")


def without_accents(text: str) -> str:
    """The text in ASCII: suits as their letters, accents dropped, anything else as `?`."""
    plain = unicodedata.normalize("NFD", text.translate(_ASCII))
    kept = "".join(char for char in plain if not unicodedata.combining(char))
    return kept.encode("ascii", "replace").decode("ascii")
