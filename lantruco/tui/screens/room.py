"""The table before the match: who sits, who is still missing, and how others find it."""

from __future__ import annotations

from typing import Final

from lantruco.rules import SIDES, side
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.canvas import Canvas, wrap
from lantruco.tui.screens.forms import option_words
from lantruco.tui.screens.frame import FOOT_ROWS, framed, put_cut, put_lines
from lantruco.tui.screens.helpbar import Item
from lantruco.tui.screens.hosting import Host
from lantruco.tui.screens.look import Look

SEAT_WIDTH: Final = 46
MARGIN: Final = 4
ADDRESS_ROWS: Final = 4
"""For the addresses: a machine with many interfaces has more than anybody types."""
NOTICE_ROWS: Final = 2
"""Above the bar, for what the table answers to its host."""


def draw_room(
    board: Board, title: str, look: Look, width: int, height: int, host: Host | None = None
) -> Canvas:
    """The seats one below the other, and the way to this table for those who do not see it.

    host: what I may do about the seats, at a table of mine.
    """
    texts = look.texts
    items: list[Item] = [("?", "?", texts("screen.key.help")), ("escape", "Esc", texts("screen.key.leave"))]
    if host is not None and board.gathered is not None:
        items = host.items(look, board.gathered) + items
    canvas = framed(look, width, height, title, "", items)
    gathered, opened = board.gathered, board.opened
    room, bottom = width - 2 * MARGIN, height - FOOT_ROWS
    where: list[str] = []
    if opened is not None and opened.addresses:
        addresses = ", ".join(f"{address}:{opened.port}" for address in opened.addresses)
        where = wrap(texts("screen.room.address", where=addresses), room)
    y = 3
    if gathered is None:
        head = texts("screen.room.entering" if opened is None else "screen.room.open")
        canvas.put_middle(0, width, y, head, "class:strong")
        y += 2
    else:
        taken = sum(name is not None for name in gathered.names)
        head = texts("screen.room.waiting", taken=taken, seats=len(gathered.names))
        canvas.put_middle(0, width, y, head, "class:strong")
        y += 2
        y = _seats(canvas, board, look, y, host)
        if gathered.options:
            terms = texts("screen.room.terms", terms=option_words(gathered.options, look))
            rows = bottom - min(ADDRESS_ROWS, len(where) + 1) - y - 1
            y += 1 + put_cut(canvas, look, terms, MARGIN, y + 1, room, max(1, rows))
    if opened is None:
        where = [part for line in board.news[-3:] for part in wrap(line, room)][-3:]
        y = max(y, bottom - len(where) - 1)
    put_lines(
        canvas, where, MARGIN, y + 1, room, max(0, min(ADDRESS_ROWS, bottom - y - 1)), style="class:dim"
    )
    if host is not None:
        failed = board.bot_failed
        notice = host.notice or ("" if failed is None else texts("event.bot_failed", words=failed.words))
        put_lines(canvas, [notice], MARGIN, bottom - NOTICE_ROWS, room, NOTICE_ROWS, style="class:bad")
    return canvas


def _seats(canvas: Canvas, board: Board, look: Look, y: int, host: Host | None) -> int:
    gathered, texts, glyphs = board.gathered, look.texts, look.glyphs
    assert gathered is not None
    x = (canvas.width - SEAT_WIDTH) // 2
    for seat, (name, bot) in enumerate(zip(gathered.names, gathered.bots, strict=True)):
        style = "class:us" if side(seat) == 0 else "class:them"
        canvas.put(x, y + seat, SIDES[side(seat)], style)
        if host is not None:
            if seat == host.place:
                canvas.put(x - 2, y + seat, glyphs.turn, "class:accent")
            canvas.click(x - 2, y + seat, SEAT_WIDTH + 2, 1, f"seat {seat}")
        if name is None:
            coming = host is not None and seat in host.hosting.coming
            words = texts("screen.room.coming" if coming else "who.free")
            canvas.put(x + 3, y + seat, f"{glyphs.free} {words}", "class:accent" if coming else "class:dim")
            continue
        label = name if bot is None else texts("who.bot", name=name, owner=bot)
        after = canvas.put(
            x + 3, y + seat, f"{glyphs.taken} {look.fit(label, SEAT_WIDTH - 14)}", "class:strong"
        )
        if seat == gathered.seat:
            canvas.put(after + 1, y + seat, f"({texts('who.you')})", "class:dim")
    return y + len(gathered.names)
