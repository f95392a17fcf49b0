"""What the screens outside of a table have in common: a head, a body, a bar of keys, boxes of text."""

from __future__ import annotations

from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

from lantruco.rules import SUITS
from lantruco.tui.screens.canvas import Canvas, wrap
from lantruco.tui.screens.helpbar import Item, put_help
from lantruco.tui.screens.look import Look

HEAD_ROWS = 2
FOOT_ROWS = 2


def framed(look: Look, width: int, height: int, title: str, aside: str, items: Sequence[Item]) -> Canvas:
    """A canvas with its head and its bar; the body is between the first two rows and the last two."""
    canvas = Canvas(width, height, ascii=look.texts.ascii)
    across = look.glyphs.across * (width - 2)
    x = 1
    for suit in reversed(SUITS):
        style = "class:red" if suit in "CO" else "class:strong"
        x = canvas.put(x, 0, look.suit("4" + suit), style) + 1
    canvas.put(x, 0, look.fit(title, width - x - 2 - get_cwidth(aside)), "class:title")
    canvas.put_right(width - 1, 0, aside, "class:dim")
    canvas.put(1, 1, across, "class:dim")
    canvas.put(1, height - 2, across, "class:dim")
    put_help(canvas, items, look, height - 1)
    return canvas


def put_lines(
    canvas: Canvas, lines: Sequence[str], x: int, y: int, width: int, rows: int, top: int = 0, style: str = ""
) -> int:
    """Wrapped lines from line `top` on. How many lines there are when wrapped."""
    wrapped = [part for line in lines for part in wrap(line, width)]
    for row, line in enumerate(wrapped[top : top + rows]):
        canvas.put(x, y + row, line, style)
    return len(wrapped)


def put_cut(
    canvas: Canvas, look: Look, text: str, x: int, y: int, width: int, rows: int, style: str = ""
) -> int:
    """A wrapped text on at most so many rows; what is cut is marked. How many rows it took."""
    lines = wrap(text, width)
    if len(lines) > rows > 0:
        lines = [*lines[: rows - 1], look.fit(" ".join(lines[rows - 1 :]), width)]
    return min(put_lines(canvas, lines, x, y, width, max(0, rows), style=style), max(0, rows))


def box(canvas: Canvas, look: Look, lines: Sequence[str], width: int, *, title: str = "") -> None:
    """A panel over the middle of the canvas, as large as its text needs."""
    width = min(width, canvas.width - 4)
    wrapped = [part for line in lines for part in wrap(line, width - 4)][: max(1, canvas.height - 4)]
    height = len(wrapped) + 2
    x, y = (canvas.width - width) // 2, max(0, (canvas.height - height) // 2)
    glyphs = look.glyphs
    left_top, right_top, left_bottom, right_bottom = tuple(glyphs.corners)
    canvas.areas.clear()
    canvas.fill(x, y, width, height, "class:panel")
    canvas.put(x, y, left_top + glyphs.across * (width - 2) + right_top)
    if title:
        canvas.put(x + 2, y, f" {look.fit(title, width - 6)} ", "class:title")
    for row, line in enumerate(wrapped, 1):
        canvas.put(x, y + row, glyphs.down)
        canvas.put(x + 2, y + row, line)
        canvas.put(x + width - 1, y + row, glyphs.down)
    canvas.put(x, y + height - 1, left_bottom + glyphs.across * (width - 2) + right_bottom)


def too_small(look: Look, width: int, height: int, wanted: tuple[int, int]) -> Canvas:
    """Instead of any screen: how large the window must be, and that one can still leave."""
    canvas = Canvas(width, height)
    text = look.texts("screen.small", columns=wanted[0], rows=wanted[1], width=width, height=height)
    for row, line in enumerate(wrap(text, max(1, width))):
        canvas.put(0, row, line)
    return canvas
