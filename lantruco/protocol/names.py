"""How players and tables may be called (docs/protocol.md, "Genesis")."""

from __future__ import annotations

import unicodedata
from typing import Final

from .errors import Refused

MAX_NAME: Final = 24
"""Characters in a person's or a table's name: it has to fit beside the cards in 80 columns."""


def check_name(name: str) -> None:
    """Raises Refused(E_NAME) unless ``name`` is 1 to 24 printable NFC characters with no blank edge."""
    printable = all(not unicodedata.category(char).startswith(("C", "Zl", "Zp")) for char in name)
    if (
        not 1 <= len(name) <= MAX_NAME
        or name != name.strip()
        or not printable
        or unicodedata.normalize("NFC", name) != name
    ):
        raise Refused("E_NAME")
