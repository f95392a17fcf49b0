"""The line mode: a table told line by line, played by typed numbers and words.

Lines are only ever appended, so it works in a pipe, in a log, and with a screen reader.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from lantruco.peer.events import Ended, Gathered, MatchBegun, Missing, RematchOff, Staying
from lantruco.players.levels import DEFAULT_LEVEL, LEVELS
from lantruco.players.seat import Player, Talker, Thinker, converse, speak, think_and_speak
from lantruco.players.tongue import Remark
from lantruco.protocol.events import HandStarted, MatchClosed, MatchEnded
from lantruco.protocol.sidetalk_messages import SINAIS
from lantruco.protocol.views import TableView
from lantruco.tui.account import consult_word, table_lines, tell, waiting_lines
from lantruco.tui.choices import (
    MAX_ECHO,
    Command,
    Nothing,
    Say,
    Signal,
    Talk,
    Unclear,
    Whisper,
    question,
    read,
)
from lantruco.tui.doors import Session
from lantruco.tui.glyphs import readable
from lantruco.tui.keyboard import Keyboard
from lantruco.tui.rematch import AGAIN, LEAVE, rematch_choices, rematch_line
from lantruco.tui.texts import Texts

Write = Callable[[str], None]

BOT_WORDS = {"b": DEFAULT_LEVEL, "bots": DEFAULT_LEVEL, "bot": DEFAULT_LEVEL} | {
    f"b{number}": level for number, level in enumerate(LEVELS, 1)
}
BOT_AWAY = frozenset({"x", "tira", "tirar", "away"})

MISSING_SECONDS = 15  # between two reminders of one missing seat


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended for me.

    winner: side 0 or 1, None when the match is unfinished. closed: all have signed its end. code: why the
    session ended, None when nothing else was left to do (`lantruco.peer.events.Ended`).
    """

    winner: int | None
    closed: bool
    code: str | None


class LineTable:
    """One table in line mode. `write` gets one line of text at a time."""

    def __init__(self, session: Session, texts: Texts, write: Write) -> None:
        self._session = session
        self._texts = texts
        self._write = write
        self._asked: object = None
        self._told_waiting: object = None
        self._winner: int | None = None
        self._closed = False
        self._code: str | None = "E_UNFINISHED"
        self._over = False
        self._input_closed = False
        self._missing: Missing | None = None
        self._staying = False
        self._gathered: Gathered | None = None

    async def play(self, keyboard: Keyboard) -> Result:
        """Play until the table is over, or until the player leaves or closes the input."""
        typing = asyncio.create_task(self._type(keyboard))
        try:
            return await self.watch()
        finally:
            typing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await typing

    async def watch(
        self,
        player: Player | Thinker | None = None,
        pause: float = 0.0,
        renew: Callable[[], Player] | None = None,
    ) -> Result:
        """Tell the table until it is over; `player`, if given, decides, `pause` seconds before each word.

        renew: gives another player for each rematch; without it the same one plays on. The result is that of
        the last match.
        """
        self._session.stay()
        async for event, more in _with_more(self._session.events()):
            view = self._session.view()
            if isinstance(player, Thinker):
                player.hear(event, view)
            if isinstance(player, Talker):
                converse(self._session, player.listen(event, view), self._phrase)
            if isinstance(event, Missing) and self._heard_of(event):
                continue
            for line in tell(event, view, self._texts):
                self._write(line)
            match event:
                case Gathered() if player is None:
                    if self._gathered is None and self._session.hosting is not None:
                        self._write(self._texts("line.hosting"))
                    self._gathered = event
                case MatchBegun():
                    if self._closed and renew is not None:
                        player = renew()
                    self._winner, self._closed, self._staying = None, False, False
                case Staying() | RematchOff() if view is not None:
                    self._tell_rematch(event, view, player)
                case MatchEnded():
                    self._winner = event.winner
                case MatchClosed():
                    self._closed = True
                case Ended():
                    self._code, self._over = event.code, True
                    if self._input_closed:
                        self._write(self._texts("line.closed"))
            if player is None:
                # The view is ahead of the account while events wait to be told; between a hand's head and
                # its cards there is nothing to ask yet, and after the end nothing any more.
                self._ask(None if more or isinstance(event, HandStarted | Ended) else view)
            elif view is not None and view.legal:
                await self._let_speak(player, pause)
        return Result(self._winner, self._closed, self._code)

    async def rest(self) -> None:
        """Tell what came after the account was broken off: how the session ended, where the record is."""
        if not self._over:
            self._over = True
            async for event in self._session.events():
                for line in tell(event, self._session.view(), self._texts):
                    self._write(line)

    def _phrase(self, remark: Remark) -> str:
        return self._texts(f"bot.{remark.occasion}.{remark.number}")

    def _tell_rematch(
        self, event: Staying | RematchOff, view: TableView, player: Player | Thinker | None
    ) -> None:
        self._write(rematch_line(event, view, self._texts))
        asked, self._staying = self._staying, isinstance(event, Staying)
        if not isinstance(event, Staying) or view.seat in event.agreed:
            return
        if player is not None:
            self._session.again()
        elif not asked:
            for line in rematch_choices(self._texts):
                self._write(line)

    async def _let_speak(self, player: Player | Thinker, pause: float) -> None:
        await asyncio.sleep(pause)
        if isinstance(player, Thinker):
            await think_and_speak(self._session, player)
            return
        # Looked at only now: a partner may have spoken meanwhile.
        await speak(self._session, player, self._session.view())

    def _heard_of(self, event: Missing) -> bool:
        """Whether the player was told of the same seats a moment ago."""
        before = self._missing
        same = before is not None and (before.seats, before.left) == (event.seats, event.left)
        if before and same and 0 <= event.seconds - before.seconds < MISSING_SECONDS:
            return True
        self._missing = event
        return False

    async def _type(self, keyboard: Keyboard) -> None:
        while True:
            line = await keyboard.line()
            self._input_closed = line is None
            if line is not None and await self._host(line):
                continue
            if line is None or await self._obey(line):
                await self._session.leave()
                return

    async def _host(self, line: str) -> bool:
        """Whether a line was about the bots on the seats of my own table, before the match."""
        word, hosting = line.strip().casefold(), self._session.hosting
        if hosting is None or self._session.view() is not None or self._gathered is None:
            return False
        try:
            if word in BOT_WORDS:
                names, coming = self._gathered.names, hosting.coming
                free = [seat for seat, name in enumerate(names) if name is None and seat not in coming]
                if free:
                    await hosting.seat_bot(free[0], BOT_WORDS[word])
            elif word in BOT_AWAY and hosting.mine:
                hosting.send_away(max(hosting.mine))
            else:
                return False
        except Exception as error:
            if not isinstance(getattr(error, "code", None), str):
                raise
            self._write(self._texts.failure(error))
        return True

    async def _obey(self, line: str) -> bool:
        """Do what a line says. True: the player leaves."""
        view = self._session.view()
        if self._staying and not line.lstrip().startswith("/"):
            return self._answer_rematch(line)
        match read(line, view, self._texts):
            case Nothing():
                self._ask_again(view)
            case Command("quit"):
                return True
            case Command("help"):
                for text in self._texts("line.help").split("\n"):
                    self._write(text)
                self._write(self._texts("line.help.talk"))
                self._ask_again(view)
            case Command("table"):
                for text in table_lines(view, self._texts) if view else ():
                    self._write(text)
                self._ask_again(view)
            case Say(token):
                await self._say(token)
            case Talk(text):
                if self._try(lambda: self._session.chat(readable(text))):
                    self._write(self._texts("talk.you", text=text))
            case Signal(name):
                self._signal(name)
            case Whisper(word):
                if view is not None and self._try(lambda: self._session.consult(word)):
                    self._write(self._texts("talk.consult", word=consult_word(word, view, self._texts)))
            case Unclear(text):
                self._write(self._texts("line.unclear" if view and view.legal else "line.not_now", text=text))
        return False

    def _answer_rematch(self, line: str) -> bool:
        """What a line means while the table stays together. True: the player leaves."""
        word = line.strip().casefold()
        if word in LEAVE:
            return True
        if word in AGAIN:
            self._try(self._session.again)
        elif word:
            self._write(self._texts("rematch.unclear", text=word[:MAX_ECHO]))
        return False

    async def _say(self, token: str) -> None:
        try:
            await self._session.say(token)
        except Exception as error:
            self._refuse(error)
            self._ask_again(self._session.view())

    def _signal(self, name: str) -> None:
        if name not in SINAIS:
            names = "  ".join(f"!{sinal} ({self._texts('sinal.' + sinal)})" for sinal in SINAIS)
            self._write(self._texts("talk.sinais", names=names))
        elif self._try(lambda: self._session.sinal(name)):
            self._write(self._texts("talk.signed", sinal=self._texts("sinal." + name)))

    def _try(self, act: Callable[[], None]) -> bool:
        """Whether the table took it; if not, the sentence that says why stands on the screen."""
        try:
            act()
        except Exception as error:
            self._refuse(error)
            return False
        return True

    def _refuse(self, error: Exception) -> None:
        """Say why something was not taken. Raises what is no refusal."""
        if not isinstance(getattr(error, "code", None), str):
            raise error
        self._write(self._texts.failure(error))

    def _ask_again(self, view: TableView | None) -> None:
        self._asked = None
        self._ask(view)

    def _ask(self, view: TableView | None) -> None:
        """The question that stands, once; else whom the table waits for, once."""
        if view is None:
            return
        asked = (
            (view.hand, view.vazas, view.table, view.value, view.pending, view.legal) if view.legal else None
        )
        if asked is not None and asked != self._asked:
            for line in question(view, self._texts):
                self._write(line)
            if view.asked and view.players > 2:
                self._write(self._texts("talk.words"))
        self._asked = asked
        waiting = view.actors if view.actors and not view.legal else ()
        if waiting and waiting != self._told_waiting:
            for line in waiting_lines(view, self._texts):
                self._write(line)
        self._told_waiting = waiting


async def _with_more(events: AsyncIterator[object]) -> AsyncIterator[tuple[object, bool]]:
    """Each event, and whether the one after it has happened already."""
    following = asyncio.ensure_future(_next(events))
    try:
        while found := await following:
            following = asyncio.ensure_future(_next(events))
            # One turn of the loop is enough to fetch what is there.
            await asyncio.sleep(0)
            yield found[0], following.done() and following.result() is not None
    finally:
        following.cancel()


async def _next(events: AsyncIterator[object]) -> tuple[object] | None:
    """The next event, in a box, since it may be anything; None at the end."""
    async for event in events:
        return (event,)
    return None
