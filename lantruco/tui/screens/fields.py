"""A line of text that a player types."""

from __future__ import annotations

from typing import Final

from prompt_toolkit.utils import get_cwidth

from lantruco.protocol.emoji import JOINER
from lantruco.tui.glyphs import printable
from lantruco.tui.screens.canvas import Canvas

ERASE: Final = {"backspace": -1, "delete": 0}


class Field:
    """One line of at most `limit` characters, and where in it the cursor stands.

    A value that is `suggested` gives way to the first text typed; a key that edits keeps it.
    """

    __slots__ = ("cursor", "limit", "suggested", "value")

    def __init__(self, value: str = "", limit: int = 24, *, suggested: bool = False) -> None:
        self.limit = limit
        self.value = value[:limit]
        self.cursor = len(self.value)
        self.suggested = suggested

    def key(self, key: str) -> bool:
        """Type or edit. False: the key is nothing for a field."""
        if len(key) == 1:
            self.insert(key)
        elif key in ERASE:
            place = self.cursor + ERASE[key]
            if 0 <= place < len(self.value):
                self.value = self.value[:place] + self.value[place + 1 :]
                self.cursor = place
        elif key in ("left", "right"):
            self.cursor = min(len(self.value), max(0, self.cursor + (1 if key == "right" else -1)))
        elif key in ("home", "end"):
            self.cursor = 0 if key == "home" else len(self.value)
        elif key == "c-u":
            self.value, self.cursor = "", 0
        else:
            return False
        self.suggested = False
        return True

    def insert(self, text: str) -> None:
        """Put text in at the cursor, without what would move a terminal's cursor, as far as it fits."""
        # One by one: of an emoji that is typed the joiner comes before what it joins.
        clean = "".join(char if char == JOINER else printable(char) for char in text)
        if self.suggested and clean:
            self.value, self.cursor, self.suggested = "", 0, False
        clean = clean[: self.limit - len(self.value)]
        self.value = self.value[: self.cursor] + clean + self.value[self.cursor :]
        self.cursor += len(clean)

    def draw(self, canvas: Canvas, x: int, y: int, width: int, *, active: bool) -> None:
        """The field on `width` columns; the part round the cursor when it is longer."""
        start = 0
        while get_cwidth(self.value[start : self.cursor]) >= width:
            start += 1
        shown = self.value[start:]
        while get_cwidth(shown) > width:
            shown = shown[:-1]
        canvas.put(x, y, " " * width, "class:field")
        canvas.put(x, y, shown, "class:field class:dim" if self.suggested else "class:field")
        if active:
            canvas.cursor = (x + get_cwidth(self.value[start : self.cursor]), y)
