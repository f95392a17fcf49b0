"""Seats round the felt as they sit, me at the bottom, and the vira in the middle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN, SIDES, partners_of, side
from lantruco.tui.account import team, tentos, who
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.canvas import Canvas, wrap
from lantruco.tui.screens.cards import COMPACT, SIZES, Size, card_word, draw_card, draw_gone
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.scene import SPEECH, deck_words, my_side

MAX_LABEL: Final = 24
LABEL_ROWS: Final = 3
FELT_WIDTH: Final = 112
FELT_HEIGHT: Final = 34
"""Columns and rows beyond which seats do not drift further apart."""

BANNER_WIDTH: Final = 30
"""Columns of the banner in the middle: narrow enough to leave the cards round it in view."""

PLACES: Final = {
    2: ("bottom", "top"),
    4: ("bottom", "right", "top", "left"),
    6: ("bottom", "right-low", "right-high", "top", "left-high", "left-low"),
}
"""Where the seats are, from mine on in the direction of play (R7: the next one sits to my right)."""

REASONS: Final = {
    "vazas": "reason.vazas",
    "correu": "reason.correu",
    "onze_correu": "reason.onze_correu",
    "empate": "reason.empate",
    "empate_exposta": "reason.empate_exposta",
    "empate_escuro": "reason.empate_escuro",
    "empate_onze": "reason.empate_onze",
    "fr_real": "reason.fr_real",
    "fr_blefe": "reason.fr_blefe",
    "penalidade": "reason.penalidade",
}

Rect = tuple[int, int, int, int]
"""Column, row, width, height."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a seat's card and its name stand; `align` of the name's lines; `beside` is where speech goes."""

    card: tuple[int, int]
    label: tuple[int, int, int]
    right: bool
    beside: tuple[int, int] | None


def draw_seats(canvas: Canvas, board: Board, view: TableView, look: Look, felt: Rect) -> None:
    """Everything that lies on the felt."""
    size = _card_size(felt[3], look)
    spots = _spots(view.players, felt, size)
    me = view.seat or 0
    lying = dict(view.table) or dict(board.last)
    for step, spot in enumerate(spots):
        seat = (me + step) % view.players
        _label(canvas, board, view, look, seat, spot)
        if seat in lying:
            x, y = spot.card
            if view.table:
                draw_card(canvas, x, y, lying[seat], size, look)
            else:
                draw_gone(canvas, x, y, lying[seat], size, look, won=seat == board.last_seat)
    _middle(canvas, board, view, look, felt, _free_rows(spots, view.players, size))


def _card_size(rows: int, look: Look) -> Size:
    """The largest card of which two and a small vira stand on top of each other."""
    if look.settings.cards == "compact":
        return COMPACT
    return next((size for size in SIZES if 2 * size.height + COMPACT.height + 1 <= rows), COMPACT)


def _spots(players: int, felt: Rect, size: Size) -> list[Spot]:
    x0, y0, width, height = felt
    spread = min(height, max(FELT_HEIGHT, 4 * size.height))
    y0, height = y0 + (height - spread) // 2, spread
    margin = x0 + max(1, (width - FELT_WIDTH) // 2)
    inner = width - 2 * (margin - x0)
    room = (inner - 3 * size.width - 6) // (4 if players == 6 else 3)
    label = max(8, min(MAX_LABEL, room))
    gap = 1 if height >= 2 * size.height + COMPACT.height + 3 else 0
    below = max(gap, min(1, height - 2 * size.height - COMPACT.height))
    middle_x = x0 + (width - size.width) // 2
    left_x = margin + label + 1
    right_x = x0 + width - (margin - x0) - label - 1 - size.width
    centre_label = label if players == 6 else min(MAX_LABEL, middle_x - 2 - margin)
    high = y0 + max(0, (height - 2 * size.height - 1) // 2)
    rows = {
        "left": y0 + (height - size.height) // 2,
        "right": y0 + (height - size.height) // 2,
        "left-high": high,
        "right-high": high,
        "left-low": high + size.height + 1,
        "right-low": high + size.height + 1,
    }
    spots = []
    for place in PLACES[players]:
        if place in ("top", "bottom"):
            y = y0 + gap if place == "top" else y0 + height - below - size.height
            label_y = y + max(0, (size.height - LABEL_ROWS) // 2)
            label_x = middle_x - 2 - centre_label
            spots.append(
                Spot((middle_x, y), (label_x, label_y, centre_label), True, (middle_x + size.width + 2, y))
            )
            continue
        y = rows[place]
        label_y = y + max(0, (size.height - LABEL_ROWS) // 2)
        if place.startswith("left"):
            spots.append(Spot((left_x, y), (margin, label_y, label), False, None))
        else:
            spots.append(Spot((right_x, y), (right_x + size.width + 1, label_y, label), False, None))
    return spots


def _label(canvas: Canvas, board: Board, view: TableView, look: Look, seat: int, spot: Spot) -> None:
    x, y, width = spot.label
    ours = side(seat) == my_side(view)
    style = "class:felt.us" if ours else "class:felt.them"
    speaks = seat == view.turn or (board.settled and seat in view.actors)
    name = look.fit(who(seat, view), width - 2 if speaks else width)
    if speaks:
        name, style = f"{look.glyphs.turn} {name}", f"{style} class:felt.turn"
    _put(canvas, spot, y, name, style)
    _held(canvas, view, look, seat, spot)
    said = board.said(seat)
    if said is not None:
        glyphs = look.glyphs
        text = f" {glyphs.open_speech} {look.texts(SPEECH[said])} {glyphs.close_speech} "
        if spot.beside is not None:
            canvas.put(spot.beside[0], spot.beside[1] + 1, text, "class:speech")
        else:
            canvas.put(x, y + 2, text, "class:speech")
            return
    elif (words := dict(board.talk).get(seat)) is not None:
        if spot.beside is not None:
            canvas.put(spot.beside[0], spot.beside[1] + 1, look.fit(words, width), "class:talk")
        else:
            canvas.put(x, y + 2, look.fit(words, width), "class:talk")
            return
    _owner(canvas, view, look, seat, spot)


def _owner(canvas: Canvas, view: TableView, look: Look, seat: int, spot: Spot) -> None:
    owner = view.bots[seat]
    if owner is not None:
        text = look.fit(look.texts("screen.bot", owner=owner), spot.label[2])
        _put(canvas, spot, spot.label[1] + 2, text, "class:felt.tag")


def _held(canvas: Canvas, view: TableView, look: Look, seat: int, spot: Spot) -> None:
    """Cards in hand as backs, a partner's at the mão de onze as they are; mão, pé and partner by name."""
    texts = look.texts
    shown = dict(view.partners).get(seat)
    parts = []
    if shown:
        parts.append(" ".join(card_word(code, look) for code in shown))
    elif seat != view.seat and seat < len(view.counts):
        parts.append(look.glyphs.held * view.counts[seat])
    if seat == view.mao:
        parts.append(texts("screen.mao"))
    if seat == view.dealer:
        parts.append(texts("screen.pe"))
    if seat == view.seat:
        parts.append(texts("who.you"))
    elif view.seat is not None and seat in partners_of(view.seat, view.players):
        parts.append(texts("screen.partner"))
    text = look.fit(" ".join(part for part in parts if part), spot.label[2])
    _put(canvas, spot, spot.label[1] + 1, text, "class:felt.won" if shown else "class:felt.tag")


def _put(canvas: Canvas, spot: Spot, y: int, text: str, style: str) -> None:
    x, _, width = spot.label
    if spot.right:
        canvas.put_right(x + width, y, text, style)
    else:
        canvas.put(x, y, text, style)


def _free_rows(spots: list[Spot], players: int, size: Size) -> tuple[int, int]:
    """The row below the card of the seat across, and how many rows there are from there to my card."""
    below = spots[players // 2].card[1] + size.height
    return below, spots[0].card[1] - below


def _middle(
    canvas: Canvas, board: Board, view: TableView, look: Look, felt: Rect, free: tuple[int, int]
) -> None:
    x0, _, width, _ = felt
    middle = x0 + width // 2
    if board.outcome is not None:
        _banner(canvas, _outcome_words(board, view, look), felt)
        return
    if view.vira is None:
        if view.deck[2]:
            _shuffling(canvas, view, look, felt)
        return
    top, rows = free
    size = _card_size(felt[3], look)
    vira_size = next((one for one in SIZES if one.height <= min(size.height, rows)), COMPACT)
    y = top + (rows - vira_size.height) // 2
    x = middle - vira_size.width // 2 - 1
    label = look.texts("screen.vira")
    canvas.put_right(x - 1, y + vira_size.height // 2, label, "class:felt.dim")
    draw_card(canvas, x + 2, y, HIDDEN, vira_size, look)
    draw_card(canvas, x, y, view.vira, vira_size, look)


def _shuffling(canvas: Canvas, view: TableView, look: Look, felt: Rect) -> None:
    x0, y0, width, height = felt
    _, done, total = view.deck
    bar = 20
    filled = bar * min(done, total) // max(1, total)
    y = y0 + height // 2 - 1
    canvas.put_middle(x0, width, y, deck_words(view, look), "class:felt.them")
    glyphs = look.glyphs
    canvas.put_middle(
        x0, width, y + 1, glyphs.full * filled + glyphs.empty * (bar - filled), "class:felt.dim"
    )


def _banner(canvas: Canvas, text: str, felt: Rect) -> None:
    x0, y0, width, height = felt
    lines = wrap(text, min(BANNER_WIDTH, width - 8))
    inner = max(len(line) for line in lines) + 4
    x = x0 + (width - inner) // 2
    y = y0 + (height - len(lines)) // 2
    for row, line in enumerate(lines):
        canvas.put(x, y + row, " " * inner, "class:speech")
        canvas.put_middle(x, inner, y + row, line, "class:speech")


def _outcome_words(board: Board, view: TableView, look: Look) -> str:
    outcome, texts = board.outcome, look.texts
    assert outcome is not None
    values = {"tentos": tentos(outcome.points, texts), "reason": texts(REASONS[outcome.reason])}
    if outcome.winner is None:
        return texts("event.hand.nobody", **values)
    winner = SIDES.index(outcome.winner)
    if view.seat is None:
        return texts("event.hand.side", side=team(winner, view), **values)
    return texts("event.hand.us" if winner == my_side(view) else "event.hand.them", **values)
