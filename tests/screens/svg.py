"""A terminal's screen as an SVG picture: every cell where it stands, text as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final
from xml.sax.saxutils import escape

import pyte
from pyte.screens import Char

CELL_WIDTH: Final = 8.4
CELL_HEIGHT: Final = 17
FONT_SIZE: Final = 14
BASELINE: Final = 13
MARGIN: Final = 10
FONTS: Final = "'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,'Liberation Mono',monospace"
INK: Final = "#e4e4e4"
PAPER: Final = "#16181d"
NAMED: Final = {
    "black": "#1c1c1c",
    "red": "#cc4444",
    "green": "#2f8f4e",
    "brown": "#c9a227",
    "blue": "#3f6fd8",
    "magenta": "#a05fb0",
    "cyan": "#3fa7a7",
    "white": "#d8d8d8",
    "brightblack": "#7a7a7a",
    "brightred": "#ff6b6b",
    "brightgreen": "#6fdc8c",
    "brightbrown": "#ffd75f",
    "brightblue": "#7da2ff",
    "brightmagenta": "#d18be0",
    "brightcyan": "#7fdede",
    "brightwhite": "#ffffff",
}
SYMBOLS: Final = 0x2000
"""Characters from here on come from other fonts than letters do, with other widths."""
_WORDS: Final = re.compile(r"\S+(?: \S+)*")


def picture(screen: pyte.Screen, title: str) -> str:
    """The screen as an SVG document. title: for whoever cannot see it."""
    width = round(screen.columns * CELL_WIDTH + 2 * MARGIN)
    height = screen.lines * CELL_HEIGHT + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="{FONTS}" font-size="{FONT_SIZE}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="6" fill="{PAPER}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})">',
    ]
    rows = [[screen.buffer[row][column] for column in range(screen.columns)] for row in range(screen.lines)]
    for row, cells in enumerate(rows):
        parts += _papers(row, cells)
    for row, cells in enumerate(rows):
        parts += _texts(row, cells)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _colours(cell: Char) -> tuple[str, str]:
    """Ink and paper."""
    ink, paper = _colour(cell.fg, INK), _colour(cell.bg, PAPER)
    return (paper, ink) if cell.reverse else (ink, paper)


def _colour(name: str, default: str) -> str:
    if name == "default":
        return default
    return NAMED.get(name) or f"#{name}"


def _papers(row: int, cells: list[Char]) -> Iterator[str]:
    column = 0
    for paper, group in groupby(cells, lambda cell: _colours(cell)[1]):
        count = len(list(group))
        if paper != PAPER:
            yield (
                f'<rect x="{column * CELL_WIDTH:.1f}" y="{row * CELL_HEIGHT}" '
                f'width="{count * CELL_WIDTH:.1f}" height="{CELL_HEIGHT}" fill="{paper}"/>'
            )
        column += count


def _texts(row: int, cells: list[Char]) -> Iterator[str]:
    column = 0
    for (ink, bold, italics, symbols), group in groupby(cells, _kind):
        run = list(group)
        # The cell of every character: a wide one fills two, the second of them empty.
        places = [column + place for place, cell in enumerate(run) for _ in cell.data]
        text = "".join(cell.data for cell in run)
        column += len(run)
        for words in _WORDS.finditer(text):
            inside = places[words.start() : words.end()]
            if symbols:
                where = f'x="{" ".join(f"{place * CELL_WIDTH:.1f}" for place in inside)}"'
            else:
                length = (inside[-1] + 1 - inside[0]) * CELL_WIDTH
                where = f'x="{inside[0] * CELL_WIDTH:.1f}" textLength="{length:.1f}"'
            weight = ' font-weight="bold"' if bold else ""
            slant = ' font-style="italic"' if italics else ""
            yield (
                f'<text {where} y="{row * CELL_HEIGHT + BASELINE}" fill="{ink}"{weight}{slant}>'
                f"{escape(words.group())}</text>"
            )


def _kind(cell: Char) -> tuple[str, bool, bool, bool]:
    symbol = cell.data != "" and ord(cell.data[0]) >= SYMBOLS
    return _colours(cell)[0], cell.bold, cell.italics, symbol
