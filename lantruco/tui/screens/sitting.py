"""At one table, from the first seat taken to the result: events in, keys out."""

from __future__ import annotations

import asyncio
import unicodedata
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from lantruco.peer.events import Ended, MatchBegun, Staying
from lantruco.protocol.emoji import without_strays
from lantruco.protocol.genesis import PROIBIDOS
from lantruco.protocol.sidetalk_messages import MAX_TEXT, ChatSaid
from lantruco.protocol.views import TableView
from lantruco.rules import VALUE_OF
from lantruco.tui.account import consult_word
from lantruco.tui.doors import Session
from lantruco.tui.glyphs import readable
from lantruco.tui.screens.board import MAX_NEWS, Board, follow, pause_after, settle, talking
from lantruco.tui.screens.canvas import Canvas
from lantruco.tui.screens.fields import Field
from lantruco.tui.screens.frame import box
from lantruco.tui.screens.gestures import (
    COVER,
    PLACES,
    RUN_KEYS,
    SHIFTED,
    TRUCO_CARD,
    Barred,
    Forget,
    Say,
    Waiting,
    meaning,
)
from lantruco.tui.screens.hosting import Host
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.reading import Reading, help_screen
from lantruco.tui.screens.result import Result
from lantruco.tui.screens.room import draw_room
from lantruco.tui.screens.scene import Scene, deck_words, proved
from lantruco.tui.screens.settings import SPEED
from lantruco.tui.screens.stage import ENTER, ESCAPE, Screen, Stage
from lantruco.tui.screens.table import draw_table
from lantruco.tui.screens.taste import Taste
from lantruco.tui.screens.whispers import Whisper, draw_whisper, whispered

BACKLOG: Final = 12
"""So many events behind, the screen catches up quickly: somebody was away."""
QUICK_SECONDS: Final = 0.1
GAME_KEYS: Final = frozenset({*PLACES, *SHIFTED, COVER, TRUCO_CARD, *RUN_KEYS, "a", "t", "j", "m", "k"})


class Sitting(Screen):
    """My place at one table. `again` opens another table like it."""

    moves = frozenset({"up", "down"})

    def __init__(
        self, stage: Stage, session: Session, title: str, again: Callable[[], None] | None = None
    ) -> None:
        self.stage = stage
        self.session = session
        self.title = title
        self.board = Board()
        self.half: Waiting | None = None
        self.notice = ""
        self.then: str | None = None
        self.leaving = False
        self.going = False
        self.chat: Field | None = None
        self.whisper: Whisper | None = None
        self._saying = False
        self._again = again
        self._then_hand = -1
        self._then_value = 0
        self._queue: deque[object] = deque()
        self._news = asyncio.Event()
        self._hurry = asyncio.Event()
        self._line_closed = asyncio.Event()
        self._all_read = False
        self._result: Result | None = None
        hosting = session.hosting
        self._host = None if hosting is None else Host(stage, hosting)

    # -- events

    def opened(self) -> None:
        self.session.stay()
        self.stage.spawn(self._read())
        self.stage.spawn(self._show())

    async def close(self) -> None:
        await self.session.leave()

    async def _read(self) -> None:
        async for event in self.session.events():
            self._queue.append(event)
            self._news.set()
        self._all_read = True
        self._news.set()

    async def _show(self) -> None:
        while True:
            while self._queue:
                event = self._queue.popleft()
                if self._is_muted(event):
                    continue
                if isinstance(event, MatchBegun):
                    # Nobody should go on reading while the table waits for his card.
                    self._sit_down_again()
                self.board = follow(self.board, event, self.session.view(), self.stage.look.texts)
                self._outdated(event)
                if self._result is not None:
                    self._result.board = self.board
                elif isinstance(event, Staying):
                    await self._typed()
                    self._show_result()
                self.stage.refresh()
                await self._pause(event)
            if self._all_read:
                break
            self._news.clear()
            self._settle()
            await self._news.wait()
        self.board = settle(self.board, None)
        await self._typed()
        self._end()

    async def _typed(self) -> None:
        """Wait until nothing is being typed: what goes into the line must never be a key of the result."""
        while self.chat is not None:
            self._line_closed.clear()
            await self._line_closed.wait()

    async def _pause(self, event: object) -> None:
        view = self.board.seen
        seconds = pause_after(event, None if view is None else view.seat)
        seconds *= SPEED[self.stage.look.settings.speed]
        if len(self._queue) > BACKLOG:
            seconds = min(seconds, QUICK_SECONDS)
        if seconds <= 0 or self._hurry.is_set():
            await asyncio.sleep(0)
            return
        try:
            async with asyncio.timeout(seconds):
                await self._hurry.wait()
        except TimeoutError:
            return

    def _settle(self) -> None:
        self._hurry.clear()
        self.board = settle(self.board, self.session.view())
        view = self.board.seen
        if self.then is not None and view is not None:
            self._go_on(view)
        self.stage.refresh()

    def _go_on(self, view: TableView) -> None:
        """The second half of card-and-truco: the card, once exactly this raise was accepted."""
        then = self.then
        raised = view.pending or view.value
        if view.hand != self._then_hand or raised != self._then_value or self.board.outcome is not None:
            self.then = None
        elif then in view.legal and view.pending is None:
            self.then = None
            self._say(str(then))

    def _outdated(self, event: object) -> None:
        """A half gesture or a complaint does not outlive what it was about."""
        if self.half is not None and self.half.half != "cover":
            self.half = None
        if not isinstance(event, Ended):
            self.notice = ""
        if self.whisper == "consult" and not self._is_asked():
            self.whisper = None

    def _is_asked(self) -> bool:
        view = self.session.view()
        return view is not None and view.asked

    def _is_muted(self, event: object) -> bool:
        """What a bot says in words, where the player wants none of it."""
        view = self.session.view()
        if not isinstance(event, ChatSaid) or view is None or self.stage.look.settings.talk:
            return False
        return view.bots[event.seat] is not None

    def _show_result(self) -> None:
        """The match is over and the table still together: the result lies on it until the next begins."""
        self._result = Result(self.stage, self.board, self.title, self._again, self)
        self.stage.show(self._result)

    def _sit_down_again(self) -> None:
        self.stage.uncover(self)
        if self._result is None:
            return
        self._result = None
        self.then = None
        self.board = Board(opened=self.board.opened, gathered=self.board.gathered, news=self.board.news)

    def _end(self) -> None:
        """The session is over: on to the result, unless there was no match to speak of and I left it."""
        ended = self.board.ended
        no_match = self.board.seen is None and (ended is None or ended.code == "E_LEFT")
        if self._result is not None or no_match:
            self.stage.replace(self, None)
        else:
            self.stage.replace(self, Result(self.stage, self.board, self.title, self._again))

    # -- what the result may ask for

    def want_again(self) -> None:
        """Agree to a rematch."""
        self._try(self.session.again)

    def part(self) -> None:
        """Leave the others."""
        if not self.going:
            self.going = True
            self.stage.spawn(self.session.leave())

    # -- keys

    @property
    def typing(self) -> Field | None:
        return self.chat

    def key(self, key: str) -> None:
        view = self.board.seen
        if self.leaving:
            self.leaving = False
            if key in (ENTER, "s", "y", "q"):
                self.going = True
                self.stage.spawn(self.session.leave())
            return
        if self.going:
            return
        if self.chat is not None:
            self._type(key, self.chat)
            return
        if self.whisper is not None:
            kind, self.whisper = self.whisper, None
            word = None if view is None else whispered(kind, key, view)
            if view is not None and word is not None:
                self._say_aside(kind, word, view)
            return
        if key == ESCAPE and (self.half is not None or self.notice):
            self.half, self.notice = None, ""
        elif key in (ESCAPE, "q"):
            self.leaving = True
        elif self.half is None and self._panel(key):
            return
        elif view is not None and view.winner is None and (key in GAME_KEYS or self.half is not None):
            self._play(key, view)

    def paste(self, text: str) -> None:
        if self.chat is not None:
            self.chat.insert(text)

    def _type(self, key: str, field: Field) -> None:
        """What is typed goes into the line and nowhere else."""
        if key == ESCAPE:
            self.chat = None
        elif key == ENTER:
            self.chat, text = None, unicodedata.normalize("NFC", without_strays(field.value).strip())
            view = self.board.seen
            if text and view is not None and self._try(lambda: self.session.chat(readable(text))):
                self._tell(talking(self.board, view.seat or 0, text), "talk.you", text=text)
        else:
            field.key(key)
        if self.chat is None:
            self._line_closed.set()

    def _say_aside(self, kind: Whisper, word: str, view: TableView) -> None:
        texts = self.stage.look.texts
        if kind == "sinal" and self._try(lambda: self.session.sinal(word)):
            self._tell(self.board, "talk.signed", sinal=texts("sinal." + word))
        elif kind == "consult" and self._try(lambda: self.session.consult(word)):
            self._tell(self.board, "talk.consult", word=consult_word(word, view, texts))

    def _tell(self, board: Board, key: str, **values: str) -> None:
        """A line of mine among the news: what I said myself comes back to me by no event."""
        line = self.stage.look.texts(key, **values)
        self.board = replace(board, news=(*board.news, line)[-MAX_NEWS:])

    def _try(self, act: Callable[[], None]) -> bool:
        """Whether the table took it; if not, the sentence that says why stands on the screen."""
        self.notice = ""
        try:
            act()
        except Exception as error:
            if not isinstance(getattr(error, "code", None), str):
                raise
            self.notice = self.stage.look.texts.failure(error)
        return not self.notice

    def _panel(self, key: str) -> bool:
        stage, view = self.stage, self.board.seen
        if view is None and self._host is not None and self._host.key(key, self.board.gathered):
            return True
        if key in ("?", "h"):
            stage.show(help_screen(stage))
        elif key == "d":
            stage.show(Reading(stage, lambda look: look.texts("screen.deal.title"), self._deal_lines))
        elif key == "l":
            stage.show(
                Reading(stage, lambda look: look.texts("screen.account"), self._news_lines, at_end=True)
            )
        elif key == "p":
            stage.show(Taste(stage))
        elif key == "/" and view is not None:
            self.chat, self.notice = Field(limit=MAX_TEXT), ""
        elif key in ("s", "o") and view is not None and view.players > 2:
            self.notice = self._open_whisper("sinal" if key == "s" else "consult", view)
        else:
            return False
        return True

    def _open_whisper(self, kind: Whisper, view: TableView) -> str:
        """Why there is nothing to say aside; empty: the box is open."""
        texts = self.stage.look.texts
        if kind == "sinal" and view.sinais == PROIBIDOS:
            return texts.error("E_SINAIS")
        if kind == "consult" and not view.asked:
            return texts.error("E_UNASKED")
        self.whisper = kind
        return ""

    def _play(self, key: str, view: TableView) -> None:
        if not self.board.settled or self._saying or not self._is_shown(view):
            # What is asked now is not on the screen yet: nobody answers what he has not seen.
            self._hurry.set()
            return
        self.notice = ""
        meant = meaning(key, view, self.half, careful=self.stage.look.settings.careful)
        self.half = None
        match meant:
            case Say(token, then):
                self._say(token, then)
            case Waiting():
                self.half = meant
            case Barred(token):
                self._refuse(token, view)
            case Forget() | None:
                pass

    def _is_shown(self, seen: TableView) -> bool:
        """Whether the table still asks what is on the screen."""
        view = self.session.view()
        return view is not None and _question(view) == _question(seen)

    def _say(self, token: str, then: str | None = None) -> None:
        self._saying = True
        self.stage.spawn(self._have_said(token, then))

    async def _have_said(self, token: str, then: str | None) -> None:
        """Say a word, and keep in mind what is to follow once it is accepted."""
        view = self.session.view()
        try:
            await self.session.say(token)
        except Exception as error:
            if not isinstance(getattr(error, "code", None), str):
                raise
            self.notice = why(token, self.session.view(), error, self.stage.look)
        else:
            if then is not None and view is not None:
                self.then, self._then_hand, self._then_value = then, view.hand, VALUE_OF[token]
        finally:
            self._saying = False
        self.stage.refresh()

    def _refuse(self, token: str, view: TableView) -> None:
        """Let the table itself say why a word is not legal; it changes nothing."""
        if view.legal or view.phase in ("turn", "answer"):
            self._say(token)
        else:
            self.notice = self.stage.look.texts("screen.why.cards")

    # -- drawing

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        if self.board.seen is None:
            canvas = draw_room(self.board, self.title, look, width, height, self._host)
        else:
            scene = Scene(self.board, self.title, self.half, self.notice, self.then, self.chat)
            canvas = draw_table(scene, look, width, height)
        if self.going:
            box(canvas, look, [look.texts("screen.leave.going")], 56)
        elif self.leaving:
            self._ask_leave(canvas, look)
        elif self.whisper is not None and self.board.seen is not None:
            draw_whisper(canvas, look, self.whisper, self.board.seen)
        return canvas

    def _ask_leave(self, canvas: Canvas, look: Look) -> None:
        texts, view = look.texts, self.board.seen
        playing = view is not None and view.winner is None
        text = texts("screen.leave.match" if playing else "screen.leave.room")
        box(canvas, look, [text, "", texts("screen.leave.keys")], 56, title=texts("screen.leave.title"))

    def _deal_lines(self, look: Look) -> Sequence[str]:
        texts, view = look.texts, self.board.seen
        lines = []
        if view is not None:
            lines = [texts("screen.deal.now", state=proved(view, look))]
            if view.vira is not None:
                lines.append(texts("screen.deal.next", state=deck_words(view, look)))
            lines.append("")
        return lines + texts("screen.deal").split("\n")

    def _news_lines(self, look: Look) -> Sequence[str]:
        return self.board.news


def _question(view: TableView) -> tuple[object, ...]:
    return view.hand, view.phase, view.actors, view.vazas, view.table, view.pending, view.value


def why(token: str, view: TableView | None, error: Exception, look: Look) -> str:
    """Why a word was not taken, with the rule that says so."""
    texts = look.texts
    code, clause = str(getattr(error, "code", "")), getattr(error, "clause", None)
    key = _why_key(code, view)
    if key is None:
        values = {"token": token} if clause is None else {"token": token, "clause": clause}
        return texts.error(code, values)
    return texts(key) if clause is None else texts("screen.why.rule", why=texts(key), clause=clause)


def _why_key(code: str, view: TableView | None) -> str | None:
    """The sentence of this screen for a word out of place; None: the usual one says it as well."""
    if code not in ("E_PHASE", "E_TURN") or view is None:
        return None
    if not view.legal:
        return "screen.why.turn"
    if code == "E_TURN":
        return None
    if view.pending is not None or "mostra" in view.legal or "joga" in view.legal:
        return "screen.why.answer"
    return "screen.why.nothing"
