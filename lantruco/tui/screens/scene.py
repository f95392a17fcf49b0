"""What the table's screen shows, and the words that several of its parts need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lantruco.protocol.views import TableView
from lantruco.rules import VALUE_OF, side
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.fields import Field
from lantruco.tui.screens.gestures import Waiting
from lantruco.tui.screens.look import Look

SHOUTS: Final = {"truco": "shout.truco", "seis": "shout.seis", "nove": "shout.nove", "doze": "shout.doze"}
SPEECH: Final = {
    **SHOUTS,
    "aceita": "screen.speech.aceita",
    "corre": "screen.speech.corre",
    "joga": "screen.speech.joga",
    "mostra": "screen.speech.mostra",
    "familia": "screen.speech.familia",
}
DECK_WORDS: Final = {
    "commit": "screen.deck.commit",
    "reveal": "screen.deck.reveal",
    "shuffle": "screen.deck.shuffle",
    "verdict": "screen.deck.verdict",
    "ready": "screen.deck.ready",
    "fault": "screen.deck.fault",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """title: the table's name. half: a gesture that wants one more key. notice: one sentence about the last
    key, if it went wrong. then: the card that follows once the raise is accepted. chat: what is being
    typed for all.
    """

    board: Board
    title: str
    half: Waiting | None = None
    notice: str = ""
    then: str | None = None
    chat: Field | None = None


def my_side(view: TableView) -> int:
    """Side 0 for who only watches."""
    return 0 if view.seat is None else side(view.seat)


def caller(board: Board) -> int | None:
    """The seat whose raise waits for an answer, as far as its word still stands."""
    return next((speech.seat for speech in board.speech if speech.word in VALUE_OF), None)


def deck_words(view: TableView, look: Look) -> str:
    """How far the newest deck is, in words."""
    stage, done, total = view.deck
    return look.texts(DECK_WORDS.get(stage, "screen.deck.commit"), done=done, total=total)


def proved(view: TableView, look: Look) -> str:
    """The state of the fair deal in words: of this hand's deck once it is dealt, else of the one in making.

    A hand is dealt only from a deck whose every shuffle all seats have found right.
    """
    if view.vira is None:
        return deck_words(view, look)
    count = view.players
    return f"{look.glyphs.check} " + look.texts("screen.deal.proved", done=count, total=count)
