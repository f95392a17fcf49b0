"""Boxes by which a player tells only his side something: a sinal, or a word about the answer that is due."""

from __future__ import annotations

from typing import Final, Literal

from lantruco.protocol.genesis import ESPIADOS
from lantruco.protocol.sidetalk_messages import SINAIS
from lantruco.protocol.views import TableView
from lantruco.tui.account import consult_word
from lantruco.tui.screens.canvas import Canvas
from lantruco.tui.screens.frame import box
from lantruco.tui.screens.look import Look

Whisper = Literal["sinal", "consult"]

SINAL_KEYS: Final = "1234567890"
"""By which the sinais are shown, in the order of `SINAIS`."""
CONSULT_KEYS: Final = {
    "o": "pergunta",
    "a": "aceita",
    "f": "corre",
    "r": "corre",
    "t": "pede",
    "m": "mostra",
    "d": "decide",
}
"""The keys that would give the answer itself, where there is one."""
WIDTH: Final = 56


def whispered(kind: Whisper, key: str, view: TableView) -> str | None:
    """The sinal or the word that a key means in the box; None: none."""
    if kind == "sinal":
        return SINAIS[SINAL_KEYS.index(key)] if key in SINAL_KEYS else None
    word = CONSULT_KEYS.get(key)
    return word if word in consult_words(view) else None


def consult_words(view: TableView) -> tuple[str, ...]:
    """What there is to say about the answer that is due."""
    if view.pending is not None:
        return ("pergunta", "aceita", "corre", "pede", "decide")
    if view.kind == "onze":
        return ("pergunta", "aceita", "corre", "decide")
    return ("pergunta", "aceita", "mostra", "decide")


def draw_whisper(canvas: Canvas, look: Look, kind: Whisper, view: TableView) -> None:
    """The box over the table, with a key for each thing to say."""
    texts = look.texts
    if kind == "sinal":
        ask = "screen.sinal.glimpsed" if view.sinais == ESPIADOS else "screen.sinal.ask"
        names = [f"{key}  {texts('sinal.' + sinal)}" for key, sinal in zip(SINAL_KEYS, SINAIS, strict=True)]
        box(canvas, look, [texts(ask), "", *names], WIDTH, title=texts("screen.sinal.title"))
        return
    offered = consult_words(view)
    names = [
        f"{key}  {consult_word(word, view, texts)}"
        for key, word in CONSULT_KEYS.items()
        if word in offered and key != "r"
    ]
    box(canvas, look, [texts("screen.consult.ask"), "", *names], WIDTH, title=texts("screen.consult.title"))
