"""A grid of cells to draw on, which knows how wide characters are and where a click means a key."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.utils import get_cwidth

from lantruco.protocol.emoji import JOINER
from lantruco.tui.glyphs import MARKS, MAX_MARKS, printable, without_accents

_ENTRY: Final = re.compile(r"\S(?:[^ ]| (?! )){0,9} {2,}(?=\S)")


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle whose click is the same as pressing `key`."""

    x: int
    y: int
    width: int
    height: int
    key: str


class Canvas:
    """`width` × `height` cells. Whatever is put outside of them is lost, never an error.

    What could move a terminal's cursor is dropped, and with `ascii` all that is not ASCII is replaced: some
    of the text on the canvas is names from other machines.

    cursor: where the terminal's cursor stands (column, row), None to hide it.
    """

    __slots__ = ("_ascii", "_ground", "_style", "_text", "areas", "cursor", "height", "width")

    def __init__(self, width: int, height: int, *, ascii: bool = False) -> None:
        self._ascii = ascii
        self.width = max(0, width)
        self.height = max(0, height)
        self.areas: list[Area] = []
        self.cursor: tuple[int, int] | None = None
        self._text = [[" "] * self.width for _ in range(self.height)]
        self._style = [[""] * self.width for _ in range(self.height)]
        self._ground = [[""] * self.width for _ in range(self.height)]

    def fill(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Blank a rectangle; what is put on it later keeps `style` below its own."""
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self._text[row][column] = " "
                self._style[row][column] = self._ground[row][column] = style

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write one line of text. The column after it."""
        if not text.isprintable():
            text = "".join(char if char.isprintable() or char == JOINER else " " for char in printable(text))
        if self._ascii and not text.isascii():
            text = without_accents(text)
        for char in text:
            wide = get_cwidth(char)
            if wide == 0:
                self._combine(x - 1, y, char)
                continue
            if 0 <= y < self.height and x >= 0 and x + wide <= self.width:
                ground = self._ground[y][x]
                for part in range(wide):
                    self._text[y][x + part] = "" if part else char
                    self._style[y][x + part] = f"{ground} {style}" if ground else style
            x += wide
        return x

    def put_right(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write text that ends before column `x`. The column of its first cell."""
        start = x - get_cwidth(text)
        self.put(start, y, text, style)
        return start

    def put_middle(self, x: int, width: int, y: int, text: str, style: str = "") -> None:
        """Write text in the middle of `width` columns from `x` on, cut where it does not fit."""
        text = fit(text, width)
        self.put(x + (width - get_cwidth(text)) // 2, y, text, style)

    def click(self, x: int, y: int, width: int, height: int, key: str) -> None:
        """Let a click in the rectangle mean a key."""
        self.areas.append(Area(x, y, width, height, key))

    def key_at(self, x: int, y: int) -> str | None:
        """The key that a click at this cell means; the last area put there wins."""
        for area in reversed(self.areas):
            if area.x <= x < area.x + area.width and area.y <= y < area.y + area.height:
                return area.key
        return None

    def fragments(self, row: int) -> StyleAndTextTuples:
        """One row for prompt_toolkit."""
        return [(style, text) for style, text in self._runs(row)]

    def text(self) -> list[str]:
        """All rows without styles."""
        return ["".join(row).rstrip() for row in self._text]

    def _combine(self, x: int, y: int, char: str) -> None:
        if not (0 <= y < self.height and 0 <= x < self.width):
            return
        if x > 0 and self._text[y][x] == "":
            x -= 1  # the second half of a wide character
        cell = self._text[y][x]
        marks = sum(unicodedata.category(each) in MARKS for each in cell[1:])
        if cell not in ("", " ") and (char == JOINER or marks < MAX_MARKS):
            self._text[y][x] += char

    def _runs(self, row: int) -> Iterator[tuple[str, str]]:
        styles, cells = self._style[row], self._text[row]
        start = 0
        for column in range(1, self.width + 1):
            if column == self.width or styles[column] != styles[start]:
                yield styles[start], "".join(cells[start:column])
                start = column


def fit(text: str, width: int, more: str = "…") -> str:
    """The text in at most `width` columns; what is cut ends with `more`."""
    if get_cwidth(text) <= width:
        return text
    if width < get_cwidth(more):
        return ""
    kept, used = "", get_cwidth(more)
    for char in text:
        used += get_cwidth(char)
        if used > width:
            break
        kept += char
    return kept.rstrip(JOINER) + more


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken at blanks where it can be.

    A paragraph that begins with a short word and two blanks or more is an entry of a list: what follows hangs
    below what stands behind them.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        entry = _ENTRY.match(paragraph)
        if entry is not None and entry.end() < width // 2:
            behind = wrap(paragraph[entry.end() :], width - entry.end())
            lines.append(entry.group() + behind[0])
            lines += [" " * entry.end() + line for line in behind[1:]]
            continue
        line = ""
        for word in paragraph.split(" "):
            joined = f"{line} {word}" if line else word
            if get_cwidth(joined) <= width:
                line = joined
                continue
            if line:
                lines.append(line)
            while get_cwidth(word) > max(1, width):
                head = fit(word, max(1, width), "")
                if not head:
                    break
                lines.append(head)
                word = word[len(head) :]
            line = word
        lines.append(line)
    return lines
