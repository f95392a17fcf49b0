"""Cards drawn as cards, in four sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lantruco.rules import HIDDEN
from lantruco.tui.screens.canvas import Canvas
from lantruco.tui.screens.look import Look, suit_style


@dataclass(frozen=True, slots=True)
class Size:
    """Columns and rows of a card, its border included."""

    width: int
    height: int


COMPACT: Final = Size(5, 3)
BIG: Final = Size(7, 5)
HUGE: Final = Size(9, 7)
GIANT: Final = Size(13, 9)
SIZES: Final = (GIANT, HUGE, BIG, COMPACT)

_PICTURES: Final = {
    "P": (" ▟██▙ ", " ▜██▛ ", "▟█▙▟█▙", "▜█▛▜█▛", "  ▟▙  "),
    "C": ("▟█▙▟█▙", "██████", "▜████▛", " ▜██▛ ", "  ▜▛  "),
    "E": ("  ▟▙  ", " ▟██▙ ", "▟████▙", "▜█▛▜█▛", "  ▟▙  "),
    "O": ("  ▟▙  ", " ▟██▙ ", "██████", " ▜██▛ ", "  ▜▛  "),
}
"""The suits as pictures for the largest cards: shapes, not colours, tell them apart."""


def largest(rows: int, needed: int, look: Look) -> Size:
    """The largest size of which `needed` cards stand on top of each other in so many rows."""
    allowed = (COMPACT,) if look.settings.cards == "compact" else SIZES
    return next((size for size in allowed if size.height * needed <= rows), COMPACT)


def draw_card(
    canvas: Canvas, x: int, y: int, code: str, size: Size, look: Look, *, edge: str = "class:card.edge"
) -> None:
    """A card face up; `HIDDEN`: its back. edge: the style of the border."""
    if code == HIDDEN:
        _back(canvas, x, y, size, look)
        return
    _frame(canvas, x, y, size, look, "class:card", edge)
    ink = suit_style(code)
    rank, suit = code[0], look.suit(code)
    if size is COMPACT:
        canvas.put(x + 1, y + 1, f"{rank} {suit}", ink)
        return
    canvas.put(x + 1, y + 1, rank, ink)
    canvas.put(x + size.width // 2, y + size.height // 2, suit, ink)
    canvas.put(x + size.width - 2, y + size.height - 2, rank, ink)
    if size in (HUGE, GIANT):
        canvas.put(x + 1, y + 2, suit, ink)
        canvas.put(x + size.width - 2, y + size.height - 3, suit, ink)
    if size is GIANT and not look.texts.ascii:
        for row, line in enumerate(_PICTURES[code[1]]):
            canvas.put(x + (size.width - len(line)) // 2, y + 2 + row, line, ink)


def draw_gone(canvas: Canvas, x: int, y: int, code: str, size: Size, look: Look, *, won: bool) -> None:
    """A card of a finished vaza: pale, the one that won with a strong border."""
    if won:
        draw_card(canvas, x, y, code, size, look, edge="class:card.won")
        return
    _frame(canvas, x, y, size, look, "class:card.gone", "class:card.gone")
    face = look.glyphs.back * 3 if code == HIDDEN else f"{code[0]} {look.suit(code)}"
    canvas.put(x + (size.width - 3) // 2, y + size.height // 2, face, "class:card.gone")


def card_word(code: str, look: Look) -> str:
    """A card in two columns, such as `Q♣`; its back as two columns too."""
    return look.glyphs.held * 2 if code == HIDDEN else code[0] + look.suit(code)


def _back(canvas: Canvas, x: int, y: int, size: Size, look: Look) -> None:
    _frame(canvas, x, y, size, look, "class:card.back", "class:card.back")
    for row in range(1, size.height - 1):
        canvas.put(x + 1, y + row, look.glyphs.back * (size.width - 2), "class:card.back")


def _frame(canvas: Canvas, x: int, y: int, size: Size, look: Look, paper: str, edge: str) -> None:
    glyphs = look.glyphs
    left_top, right_top, left_bottom, right_bottom = tuple(glyphs.corners)
    across = glyphs.across * (size.width - 2)
    canvas.fill(x, y, size.width, size.height, paper)
    canvas.put(x, y, left_top + across + right_top, edge)
    for row in range(1, size.height - 1):
        canvas.put(x, y + row, glyphs.down, edge)
        canvas.put(x + size.width - 1, y + row, glyphs.down, edge)
    canvas.put(x, y + size.height - 1, left_bottom + across + right_bottom, edge)
