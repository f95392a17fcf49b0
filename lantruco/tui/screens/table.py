"""The table drawn: seats round the felt, me at the bottom, and what a player needs to know beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from prompt_toolkit.utils import get_cwidth

from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN, RANKS, SIDES, STEP_ABOVE, SUITS, WORD_OF
from lantruco.tui.account import team, tentos, who
from lantruco.tui.faces import manilha_rank
from lantruco.tui.screens.ask import question_line
from lantruco.tui.screens.canvas import Canvas, wrap
from lantruco.tui.screens.cards import BIG, COMPACT, Size, draw_card, largest
from lantruco.tui.screens.helpbar import chat_items, help_items, put_help
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.scene import SHOUTS, Scene, my_side, proved
from lantruco.tui.screens.seats import draw_seats

MIN_WIDTH: Final = 72
MIN_HEIGHT: Final = 20
SIDE_WIDTH: Final = 22
ACCOUNT_FROM: Final = 112
"""Columns from which the account stands beside the table."""


def draw_table(scene: Scene, look: Look, width: int, height: int) -> Canvas:
    """The whole screen during a match."""
    view = scene.board.seen
    assert view is not None
    canvas, strip = draw_felt(scene, look, width, height)
    table_width = strip.width
    _hand(canvas, scene, view, look, strip.y, table_width, strip.size)
    put_sides(canvas, scene, look, strip)
    # Nothing comes while the disk takes nothing: what a key was answered would stand there for ever.
    notice = _disk(scene, look, table_width - 2) or (
        wrap(scene.notice, table_width - 2)[:2] if scene.notice else []
    )
    if len(notice) < 2:
        put_news(canvas, scene, look, height - 3, table_width)
    if scene.chat is not None:
        x = canvas.put(1, height - 2, look.texts("screen.chat") + " ", "class:ask")
        scene.chat.draw(canvas, x, height - 2, table_width - x - 1, active=True)
        put_help(canvas, chat_items(look), look, height - 1)
        return canvas
    for row, line in enumerate(notice or [question_line(scene, view, look)]):
        style = "class:bad" if notice else "class:ask"
        y = height - 2 + row - max(0, len(notice) - 1)
        canvas.put(1, y, look.fit(line, table_width - 2), style)
    put_help(canvas, help_items(view, scene.half, scene.board, look), look, height - 1)
    return canvas


@dataclass(frozen=True, slots=True)
class Strip:
    """The rows between the felt and the lines at the bottom, where my cards lie: first row, columns of the
    table, and the size of a card that stands in it with one row below.
    """

    y: int
    width: int
    size: Size


def draw_felt(scene: Scene, look: Look, width: int, height: int) -> tuple[Canvas, Strip]:
    """Score, seats and account. The strip below the felt and the last three rows are still empty."""
    canvas = Canvas(width, height, ascii=look.texts.ascii)
    view = scene.board.seen
    assert view is not None
    beside = width >= ACCOUNT_FROM
    table_width = width if not beside else width - min(54, max(34, width // 4)) - 1
    size = _hand_size(height, look)
    felt_height = height - 1 - (size.height + 1 + 3)
    _header(canvas, scene, view, look, width)
    canvas.fill(0, 1, table_width, felt_height, "class:felt")
    draw_seats(canvas, scene.board, view, look, (0, 1, table_width, felt_height))
    if beside:
        _account(canvas, scene, look, table_width + 1, 2, width - table_width - 2, height - 4)
    return canvas, Strip(1 + felt_height, table_width, size)


def put_sides(canvas: Canvas, scene: Scene, look: Look, strip: Strip) -> None:
    """The manilhas and the value of the hand, over whatever lies in the strip already."""
    view = scene.board.seen
    assert view is not None
    rows = strip.size.height + 1
    _manilhas(canvas, view, look, 1, strip.y, rows)
    _state(canvas, scene, view, look, strip.width - SIDE_WIDTH - 1, strip.y, rows)


def tally(count: int, look: Look) -> str:
    """Tentos as marks on a slate, a stroke across each five."""
    glyphs = look.glyphs
    fives = [glyphs.tally * 4 + glyphs.fifth] * (count // 5)
    rest = [glyphs.tally * (count % 5)] if count % 5 else []
    return " ".join(fives + rest)


def _hand_size(height: int, look: Look) -> Size:
    wanted = look.settings.cards
    if wanted == "compact" or (wanted == "auto" and height < 23):
        return COMPACT
    return BIG if height < 40 else largest(7 if height < 54 else 9, 1, look)


def _header(canvas: Canvas, scene: Scene, view: TableView, look: Look, width: int) -> None:
    texts = look.texts
    us = my_side(view)
    ours, theirs = view.score[us], view.score[1 - us]
    left, right = (
        (texts("screen.us"), texts("screen.them"))
        if view.seat is not None
        else (look.fit(team(0, view), 16), look.fit(team(1, view), 16))
    )
    x = canvas.put(1, 0, texts("screen.hand", number=view.hand + 1), "class:strong")
    banner = _banner(view)
    if banner is not None:
        x = canvas.put(x + 2, 0, f" {texts(banner)} ", "class:banner")
    parts = [
        (f"{left} ", "class:us"),
        (tally(ours, look), "class:us"),
        (f" {ours} ", "class:us"),
        ("x" if texts.ascii else "×", "class:dim"),
        (f" {theirs} ", "class:them"),
        (tally(theirs, look), "class:them"),
        (f" {right}", "class:them"),
    ]
    end = width - 1
    if end - sum(get_cwidth(text) for text, _ in parts) <= x:
        # What kind of hand it is matters more than marks of a number that stands there as well.
        del parts[5], parts[1]
    if banner is None and width >= MIN_WIDTH + 28:
        room = end - sum(get_cwidth(text) for text, _ in parts) - x - 4
        canvas.put(x + 2, 0, look.fit(scene.title, min(30, room)), "class:dim")
    for text, style in reversed(parts):
        end = canvas.put_right(end, 0, text, style)


def _banner(view: TableView) -> str | None:
    """What makes this hand unlike others."""
    if view.kind == "onze":
        return "screen.kind.onze"
    if view.kind == "ferro":
        # Who only watches sees no hand in either kind.
        seen = view.seat is None or any(code != HIDDEN for code in view.cards)
        return "screen.kind.ferro.open" if seen else "screen.kind.ferro"
    claimed = view.phase == "answer" and view.pending is None
    return "screen.kind.familia" if claimed else None


def _hand(canvas: Canvas, scene: Scene, view: TableView, look: Look, y: int, width: int, size: Size) -> None:
    # The longest name of a manilha behind its key, where there is room beside it.
    pitch = max(size.width + 2, 13 if width >= 80 else 12)
    count = len(view.cards)
    left = (width - (pitch * (count - 1) + size.width)) // 2 if count else 0
    for place, code in enumerate(view.cards):
        x = left + place * pitch
        draw_card(canvas, x, y, code, size, look)
        label = str(place + 1)
        name = manilha_name(code, view.vira, look)
        room = pitch if pitch > size.width + 2 else size.width
        start = x + (size.width - min(room, get_cwidth(name) + (4 if name else 3))) // 2
        after = canvas.put(start, y + size.height, f" {label} ", "class:key")
        canvas.put(after + 1, y + size.height, look.fit(name, room - 4), "class:accent")
        canvas.click(x, y, size.width, size.height + 1, label)
    if view.seat is not None and not count and view.vira is not None:
        text = look.texts("hand.no_cards")
        canvas.put_middle(SIDE_WIDTH, width - 2 * SIDE_WIDTH, y + size.height // 2, text, "class:dim")


def manilha_name(code: str, vira: str | None, look: Look) -> str:
    """Zap, Escopeta, Espadilha or Pica-fumo; empty for any other card."""
    if code == HIDDEN or vira is None or code[0] != manilha_rank(vira):
        return ""
    return look.texts(_MANILHAS[code[1]])


_MANILHAS: Final = {"P": "manilha.P", "C": "manilha.C", "E": "manilha.E", "O": "manilha.O"}


def _manilhas(canvas: Canvas, view: TableView, look: Look, x: int, y: int, rows: int) -> None:
    if view.vira is None:
        return
    rank = manilha_rank(view.vira)
    canvas.put(x, y, look.texts("screen.manilhas", rank=rank), "class:dim")
    order = " ".join(other for other in reversed(RANKS) if other != rank)
    if rows >= 6:
        for row, suit in enumerate(reversed(SUITS), 1):
            code = rank + suit
            style = "class:red" if suit in "CO" else "class:strong"
            after = canvas.put(x, y + row, rank + look.suit(code), style)
            canvas.put(after + 1, y + row, manilha_name(code, view.vira, look))
        canvas.put(x, y + 5, order, "class:dim")
        return
    after = x
    for suit in reversed(SUITS):
        style = "class:red" if suit in "CO" else "class:strong"
        after = canvas.put(after, y + 1, rank + look.suit(rank + suit), style)
        after = canvas.put(after, y + 1, " > " if suit != "O" else "")
    canvas.put(x, y + 2, order, "class:dim")


def _state(canvas: Canvas, scene: Scene, view: TableView, look: Look, x: int, y: int, rows: int) -> None:
    """Value, what a raise would make it, the vazas, and how the deal stands."""
    texts = look.texts
    lines: list[tuple[str, str]] = []
    if view.vira is not None or view.kind != "normal":
        worth = texts("screen.value", tentos=tentos(view.value, texts))
        if view.kind == "ferro":
            worth = texts("screen.value.match")
        if view.pending is not None:
            worth = texts("screen.value.asked", now=view.value, asked=view.pending)
        lines.append((worth, "class:accent"))
        step = STEP_ABOVE.get(view.pending or view.value)
        if view.kind == "normal" and step is not None:
            word = texts(SHOUTS[WORD_OF[step]]).rstrip("!")
            lines.append((texts("screen.raise", word=word, tentos=step), "class:dim"))
        elif view.kind == "normal":
            lines.append((texts("screen.raise.none"), "class:dim"))
        else:
            lines.append((texts("screen.raise.never"), "class:dim"))
        lines.append((texts("screen.vazas", vazas=_vazas(view, look)), ""))
    if view.vira is not None and view.deck[2]:
        lines.append((proved(view, look), "class:good"))
    wrapped = [(part, style) for text, style in lines for part in wrap(text, SIDE_WIDTH)]
    for row, (text, style) in enumerate(wrapped[:rows]):
        canvas.put(x, y + row, text, style)
    canvas.click(x, y, SIDE_WIDTH, rows, "d")


def _vazas(view: TableView, look: Look) -> str:
    texts, us = look.texts, my_side(view)
    if not view.vazas:
        return texts("screen.vazas.none")
    words = {"T": texts("vaza.nobody"), SIDES[us]: texts("vaza.us"), SIDES[1 - us]: texts("vaza.them")}
    if view.seat is None:
        words = {"T": texts("vaza.nobody"), "A": who(0, view), "B": who(1, view)}
    return ", ".join(words[result] for result in view.vazas)


def put_news(canvas: Canvas, scene: Scene, look: Look, y: int, width: int) -> None:
    """The last line of the account, or whom the table misses."""
    missing, view = scene.board.missing, scene.board.seen
    if missing is not None and view is not None:
        names = ", ".join(who(seat, view) for seat in missing.seats)
        if missing.left:
            text = look.texts("screen.gone", names=names)
        else:
            text = look.texts("screen.missing", names=names, seconds=missing.seconds)
        canvas.put(1, y, look.fit(text, width - 2), "class:bad")
    elif scene.board.held and view is not None:
        names = ", ".join(who(seat, view) for seat in sorted(scene.board.held))
        canvas.put(1, y, look.fit(look.texts("screen.held", names=names), width - 2), "class:bad")
    elif scene.board.news:
        canvas.put(1, y, look.fit(scene.board.news[-1], width - 2), "class:dim")


def _disk(scene: Scene, look: Look, width: int) -> list[str]:
    """What my disk does not take, in two lines, and as much of where as fits: the end says most."""
    refused, texts = scene.board.disk, look.texts
    if refused is None:
        return []
    reason = texts.reason(refused.reason)
    room = 2 * width - get_cwidth(texts("screen.disk", reason=reason, folder="")) - width // 4
    folder = look.tail(str(refused.folder), max(12, room))
    return wrap(texts("screen.disk", reason=reason, folder=folder), width)[:2]


def _account(canvas: Canvas, scene: Scene, look: Look, x: int, y: int, width: int, rows: int) -> None:
    """The last lines of the account, the newest at the bottom."""
    canvas.put(x, y - 1, look.texts("screen.account"), "class:dim")
    lines = [part for line in scene.board.news[-rows:] for part in wrap(line, width)][-rows:]
    for row, line in enumerate(lines):
        canvas.put(x, y + row, line, "class:strong" if line.startswith(("—", "-")) else "")
