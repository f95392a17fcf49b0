"""Which characters may reach the screen, and what stands for them where only ASCII is drawn."""

from __future__ import annotations

import unicodedata
from typing import Final

from lantruco.protocol.emoji import JOINED, JOINER
from lantruco.protocol.names import MAX_NAME

MARKS: Final = ("Mn", "Me")
"""Categories of characters that are drawn on the one before them."""
MAX_MARKS: Final = 2
"""On one character: more than any living script needs above and below its letters."""
NAME_COLUMNS: Final = MAX_NAME
"""Of a name, whoever chose it: as many as the letters that a name may have."""
UNREADABLE: Final = "\ufffd"

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
    """The text without control, format, private and unassigned characters: nothing moves a cursor.

    Joiners between emoji stay, since they make one picture of several. Bytes that were no text are seen as
    such. Accents that pile up beyond `MAX_MARKS` on one character are dropped: they would be drawn over
    the lines above and below.
    """
    if text.isascii() and text.isprintable():
        return text
    joiners = {match.start() for match in JOINED.finditer(text)} if JOINER in text else set()
    shown: list[str] = []
    marks = 0
    for at, char in enumerate(text):
        category = unicodedata.category(char)
        if category == "Cs":
            char = UNREADABLE
        elif char in "\n\r\t" or category in ("Zl", "Zp"):
            char = " "
        elif category.startswith("C"):
            if at in joiners:
                shown.append(char)
            continue
        marks = marks + 1 if category in MARKS else 0
        if marks <= MAX_MARKS:
            shown.append(char)
    return "".join(shown)


def is_overloaded(text: str) -> bool:
    """Whether any character bears more accents than are shown."""
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(char) in MARKS else 0
        if marks > MAX_MARKS:
            return True
    return False


def columns(text: str) -> int:
    """How many columns of a screen the text takes at most."""
    return sum(_columns(char) for char in text)


def clip(text: str, width: int, more: str = "") -> str:
    """The text in at most `width` columns; what is cut ends with `more`."""
    if columns(text) <= width:
        return text
    kept, used = "", columns(more)
    for char in text:
        used += _columns(char)
        if used > width:
            break
        kept += char
    return kept.rstrip(JOINER + " ") + more


def shown_name(name: str) -> str:
    """A name that others chose, no wider than one's own may be.

    Its last two characters stay: at one table they are what tells two long names apart.
    """
    name = printable(name)
    if columns(name) <= NAME_COLUMNS:
        return name
    end = name[-2:]
    return clip(name, NAME_COLUMNS - columns(end), "…") + end


def readable(text: str) -> str:
    """The text, which a person has typed. Unreadable: some of it was no text in the terminal's encoding."""
    if any(char == UNREADABLE or unicodedata.category(char) == "Cs" for char in text):
        raise Unreadable(text)
    return text


class Unreadable(ValueError):
    """Typed bytes that are no text: refused, since nobody knows what was meant."""

    code = "E_NOT_UTF8"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.values = {"given": bare_bytes(text.strip())}


def bare_bytes(text: str) -> str:
    """The text with the bytes that are none written as such, `\\xe9`."""
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode("utf-8")


def without_accents(text: str) -> str:
    """The text in ASCII: suits as their letters, accents dropped, anything else as `?`."""
    plain = unicodedata.normalize("NFD", text.translate(_ASCII))
    kept = "".join(char for char in plain if unicodedata.category(char) not in MARKS and char != JOINER)
    return kept.encode("ascii", "replace").decode("ascii")


def _columns(char: str) -> int:
    if unicodedata.category(char) in MARKS or char == JOINER:
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
