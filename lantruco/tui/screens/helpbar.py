"""The bar at the bottom: which keys mean something now. A click on one is the same as pressing it."""

from __future__ import annotations

from collections.abc import Sequence

from prompt_toolkit.utils import get_cwidth

from lantruco.protocol.genesis import PROIBIDOS
from lantruco.protocol.views import TableView
from lantruco.rules import VALUE_OF
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.canvas import Canvas
from lantruco.tui.screens.gestures import COVER, RUN_KEYS, TRUCO_CARD, Waiting, cards_now
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.scene import SHOUTS

Item = tuple[str, str, str]
"""The key as the screens name it, as it is written, and what it does."""


def help_items(view: TableView, half: Waiting | None, board: Board, look: Look) -> list[Item]:
    """The keys that are legal at the table now, the ones that always are last."""
    texts = look.texts
    items: list[Item] = []
    if half is not None:
        if half.half == "sure":
            items.append((half.key, half.key, texts("screen.key.again")))
        else:
            items += [(str(n), str(n), texts("screen.key.card")) for n in range(1, len(view.cards) + 1)]
        return [*items, ("escape", "Esc", texts("screen.key.undo"))]
    if board.settled:
        items += _legal(view, look)
    if view.players > 2 and view.asked and board.settled:
        items.append(("o", "o", texts("screen.key.consult")))
    if view.players > 2 and view.seat is not None and view.sinais != PROIBIDOS:
        items.append(("s", "s", texts("screen.key.sinal")))
    return [
        *items,
        ("/", "/", texts("screen.key.chat")),
        ("d", "d", texts("screen.key.deal")),
        ("?", "?", texts("screen.key.help")),
        ("escape", "Esc", texts("screen.key.leave")),
    ]


def chat_items(look: Look) -> list[Item]:
    """The keys while something is being typed: none of them is a key of the game."""
    texts = look.texts
    return [("enter", "Enter", texts("screen.key.send")), ("escape", "Esc", texts("screen.key.undo"))]


def put_help(canvas: Canvas, items: Sequence[Item], look: Look, y: int) -> None:
    """Write the bar; what does not fit is left out from the right, but never help and the way out."""
    x, width = 1, canvas.width - 1
    always = [item for item in items if item[0] in ("?", "escape")]
    for item in items:
        rest = always[always.index(item) + 1 :] if item in always else always
        if item not in always and x + _length(item) + sum(map(_length, rest)) > width:
            continue
        start = x
        x = canvas.put(x, y, f" {item[1]} ", "class:key")
        x = canvas.put(x, y, f" {item[2]}")
        canvas.click(start, y, x - start, 1, item[0])
        x += 1


def _length(item: Item) -> int:
    return get_cwidth(item[1]) + get_cwidth(item[2]) + 4


def _legal(view: TableView, look: Look) -> list[Item]:
    texts, legal = look.texts, view.legal
    items: list[Item] = []
    if "aceita" in legal:
        items.append(("a", "a", texts("screen.key.accept")))
    if "joga" in legal:
        items.append(("a", "a", texts("choice.joga")))
    if "corre" in legal:
        items.append((RUN_KEYS[0], RUN_KEYS[0], texts("choice.corre")))
    if "mostra" in legal:
        items.append(("m", "m", texts("screen.key.show")))
    playing = cards_now(view)
    if playing:
        places = " ".join(str(n) for n in range(1, len(view.cards) + 1))
        items.append(("1", places, texts("screen.key.play")))
    if any(token.startswith("(") for token in legal):
        items.append((COVER, COVER, texts("screen.key.cover")))
    word = next((token for token in legal if token in VALUE_OF), None)
    if word is not None and "joga" not in legal:
        shout = texts(SHOUTS[word]).rstrip("!").lower()
        items.append(("t", "t", shout))
        if playing:
            items.append((TRUCO_CARD, TRUCO_CARD, texts("screen.key.truco_card", word=shout)))
    if "familia" in legal:
        items.append(("k", "k", texts("screen.key.familia")))
    return items
