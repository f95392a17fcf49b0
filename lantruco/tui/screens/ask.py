"""The line that says what is asked of me, or whom the table waits for."""

from __future__ import annotations

from lantruco.protocol.views import TableView
from lantruco.rules import HAND_SIZE, HIDDEN, VALUE_OF, WORD_OF
from lantruco.tui.account import who
from lantruco.tui.screens.gestures import Waiting
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.scene import SHOUTS, Scene, caller, deck_words


def question_line(scene: Scene, view: TableView, look: Look) -> str:
    """One sentence; empty while there is nothing to ask and nobody to wait for."""
    if scene.half is not None:
        return _half(scene.half, look)
    if not scene.board.settled:
        return ""
    advice = "".join(f"{who(seat, view)}: {text} " for seat, text in scene.board.advice)
    if view.legal:
        return advice + _asked(scene, view, look)
    if scene.then is not None:
        return look.texts("screen.then")
    return advice + _waiting(scene, view, look)


def _half(half: Waiting, look: Look) -> str:
    texts = look.texts
    if half.half == "cover":
        return texts("screen.half.cover")
    if half.half == "truco-card":
        return texts("screen.half.truco")
    if half.token == "corre":
        return texts("screen.half.run", key=half.key)
    return texts("screen.half.covered", key=half.key)


def _asked(scene: Scene, view: TableView, look: Look) -> str:
    texts = look.texts
    if view.pending is not None:
        seat = caller(scene.board)
        more = next((token for token in view.legal if token in VALUE_OF), None)
        return texts(
            "screen.ask.raise" if more is None else "screen.ask.raise.more",
            name="?" if seat is None else who(seat, view),
            word=texts(SHOUTS[WORD_OF[view.pending]]),
            asked=view.pending,
            now=view.value,
            more="" if more is None else texts(SHOUTS[more]).rstrip("!").lower(),
        )
    if "joga" in view.legal:
        pe, mao = (who(seat, view) if seat is not None else "?" for seat in (view.dealer, view.mao))
        return texts("screen.ask.onze", pe=pe, mao=mao)
    if "mostra" in view.legal:
        return texts("screen.ask.familia")
    if view.cards and all(code == HIDDEN for code in view.cards):
        return texts("screen.ask.blind" if len(view.cards) == HAND_SIZE else "screen.ask.blind.rest")
    return texts("screen.ask.play")


def _waiting(scene: Scene, view: TableView, look: Look) -> str:
    texts = look.texts
    if view.winner is not None:
        return texts("screen.closing")
    if view.phase == "deck":
        return deck_words(view, look)
    others = ", ".join(who(seat, view) for seat in view.waiting if seat != view.seat)
    if not others:
        return ""
    if view.phase == "turn":
        return texts("screen.wait.turn", names=others)
    if view.phase == "answer":
        return texts("screen.wait.answer", names=others)
    return texts("screen.wait.deal", names=others)
