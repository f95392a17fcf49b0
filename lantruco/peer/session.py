"""One participant at one table, from the lobby to the closed match."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from lantruco.fairdeal import Entropy, Group
from lantruco.net.mesh import Down, Frame, Mesh, Up
from lantruco.protocol.codec import b64, encode
from lantruco.protocol.effects import Refusal
from lantruco.protocol.errors import Refused
from lantruco.protocol.events import MatchClosed
from lantruco.protocol.genesis import SignedGenesis
from lantruco.protocol.keys import verify
from lantruco.protocol.lobby import MAX_CONTROL, Leave, Lobby, Start
from lantruco.protocol.open_table import Tell
from lantruco.protocol.parting import PARTING_HEAD
from lantruco.protocol.rematch import SPOKEN
from lantruco.protocol.sidetalk import SideTalk
from lantruco.protocol.sidetalk_messages import SAID_HEAD, SIDE_HEAD
from lantruco.protocol.sync import Have
from lantruco.protocol.views import TableView
from lantruco.record.errors import RecordError

from .absence import Absences
from .answers import Answers
from .control import CONTROL, ControlMessage
from .events import (
    Ended,
    Gathered,
    LinkDown,
    LinkUp,
    MatchBegun,
    PeerDropped,
    RecordKept,
    SeatLeft,
    Unfinished,
)
from .gathering import addresses, gathered
from .holding import HELD, DiskWord, Holding
from .live import LiveMatch
from .lobbywords import LobbyWords
from .news import News
from .participant import Participant
from .sides import LobbySide
from .staying import Stay
from .talking import Talking
from .turns import Turns

if TYPE_CHECKING:
    from .hosting import Hosting

log = logging.getLogger(__name__)

TICK_SECONDS: Final = 0.25
ANSWER_SECONDS: Final = 10.0
"""For what programs, not people, answer in the lobby: a signature, a start."""
SYNC_SECONDS: Final = 2.0
"""Without progress for so long, everybody is asked for what is missing here."""
RELAY_SECONDS: Final = 0.25
"""The same while a link is down, since the others may pass on what it would have brought."""
CLOSE_SECONDS: Final = 5.0
"""A closed match stays so long for those who have not all closing signatures yet."""
MAX_REFUSED: Final = 64
"""Frames of one peer that no honest program sends; then the link is closed for good."""
MAX_EARLY: Final = 256
"""Match messages kept while the start is still on its way: commits of all, and some resends."""

HARMLESS: Final = frozenset({"E_OWN", "E_PREV", "E_LATE", "E_AHEAD", "E_CLOSED", "E_DIVERGED", "E_WORD"})
"""Codes that an honest peer's message can meet: relayed, overtaken by a fault, or ahead of us."""

_SIGNED: Final = b'{"body":'
BESIDE: Final = (SIDE_HEAD, SAID_HEAD, PARTING_HEAD)
"""How the frames begin that stand beside the log."""


class Session:
    """My place at one table. Made by `opening.open_table` and `joining.join_table`.

    All that comes over any link goes through one door, in order of arrival; what it brings to a match is
    judged on a thread of its own, and proofs are made and checked on another.
    """

    def __init__(
        self,
        me: Participant,
        mesh: Mesh,
        side: LobbySide,
        *,
        group: Group,
        entropy: Entropy,
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        self.me = me
        self.mesh = mesh
        self.hosting: Hosting | None = None
        self._side = side
        self._group = group
        self._entropy = entropy
        self._clock = clock
        self._match: LiveMatch | None = None
        self._started: SignedGenesis | None = None
        self._talk: Talking | None = None
        self._seats: dict[bytes, int] = {}
        self._early: deque[tuple[bytes, bytes]] = deque(maxlen=MAX_EARLY)
        self._refused: dict[bytes, int] = {}
        self._barred: set[bytes] = set()
        self._answers = Answers()
        self._lobby_words = LobbyWords()
        self._absences = Absences()
        self._holding = Holding(
            tell=self.tell,
            tell_of=self._tell_while_playing,
            send=lambda word: self._send_frame(encode(word), None),
        )
        self._gathered: Gathered | None = None
        self._lobby_news = asyncio.Event()
        self._pending: tuple[object, float] = (None, 0.0)
        self._progress: tuple[object, float] = (None, 0.0)
        self._closed_at: float | None = None
        self._stays = False
        self._stay: Stay | None = None
        self._past = b""
        self._over = False
        self._news = News()
        self._executor = ThreadPoolExecutor(1, "lantruco-proofs")
        self._turns = Turns("lantruco-replica", self._break)
        self._closing = asyncio.Lock()
        self._closers: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._ended = asyncio.Event()
        self._ending: asyncio.Task[None] | None = None
        self._tasks = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._tick())]

    # -- for the participant

    @property
    def lobby(self) -> Lobby | None:
        """The table before the match, as far as it is known here."""
        return self._side.lobby

    async def lobby_changed(self) -> None:
        """Wait until somebody sits down or stands up, or has since the last call. For one reader."""
        await self._lobby_news.wait()
        self._lobby_news.clear()

    def view(self) -> TableView | None:
        """The table now; None before the match."""
        return None if self._match is None else self._match.now.view

    async def say(self, token: str) -> None:
        """Act. Raises protocol.Refused or rules.RuleError with a ``code``; nothing has changed then.

        E_SPOKEN while the word before is not taken yet.
        """
        if self._match is None or self._over:
            raise Refused("E_PHASE")
        await self._match.say(token)

    def stay(self) -> None:
        """Keep the table together after a match, for another one with the same seats, as long as all stay."""
        self._stays = True

    def again(self) -> None:
        """Agree to play the same again; all must. Raises Refused E_PHASE unless `Staying` has been told."""
        if self._stay is None or self._over:
            raise Refused("E_PHASE")
        self._stay.agree()

    def chat(self, text: str) -> None:
        """Say something to all. Raises protocol.Refused: E_TEXT, or E_PHASE outside a match."""
        self._at_talk().chat(text)

    def sinal(self, sinal: str) -> None:
        """Show all partners one of ``SINAIS``, sealed.

        Raises protocol.Refused: E_SINAIS where the table forbids them, E_PARTNER, E_SIDEKEY, E_PHASE.
        """
        self._at_talk().sinal(sinal)

    def consult(self, word: str) -> None:
        """Tell all partners one of ``CONSULT``, sealed, while an answer is our side's to give.

        Raises protocol.Refused: E_UNASKED at any other time, E_PARTNER, E_SIDEKEY, E_PHASE.
        """
        self._at_talk().consult(word)

    def _at_talk(self) -> Talking:
        if self._talk is None or self._match is None or self._over:
            raise Refused("E_PHASE")
        return self._talk

    def send_away(self, seat: int) -> None:
        """Free somebody's seat before the match, as the opener. Raises Refused E_PHASE otherwise."""
        if self._over or self._started is not None:
            raise Refused("E_PHASE")
        self._lobby_step(self._side.send_away(seat))

    async def events(self) -> AsyncIterator[object]:
        """What happens, in order, until `Ended`. For one reader."""
        while (event := await self._news.get()) is not None:
            yield event

    async def leave(self) -> None:
        """Leave in order: the others are told, the record is whole, files and links are closed."""
        self._end(None if self._stay is not None and self._stay.is_open else "E_LEFT")
        await self._ended.wait()

    def at_end(self, closer: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have something closed together with the session, the last added first."""
        self._closers.append(closer)

    def tell(self, event: object) -> None:
        """Put an event of the way to this table among the session's own."""
        self._news.put(event)

    def _tell_while_playing(self, event: object) -> None:
        """Once the match is closed, everybody may go: that is no news."""
        if self._closed_at is None:
            self.tell(event)

    # -- the links

    async def _listen(self) -> None:
        async for event in self.mesh.events():
            if self._over:
                return
            try:
                match event:
                    case Up(public, _):
                        self._up(public)
                    case Down(public, reason):
                        self._down(public, reason)
                    case Frame(public, data):
                        self._frame(public, data)
            except Exception as error:
                self._break(error)
            # The next frame may mean something else by what this one has changed; and who floods waits here.
            await self._turns.rest()

    def _up(self, key: bytes) -> None:
        if key in self._barred:
            self.mesh.drop(key)
        elif self._started is None:
            self._lobby_step(self._side.up(key))
        elif key in self._seats:
            self._send(key, Start(signed=self._started))
            self._send_have(key)
            seat = self._seats[key]
            if self._talk is not None:
                self._talk.greet(seat, self._now())
            if self._stay is not None:
                for message in self._stay.repeat():
                    self._send(key, message)
            self._absences.up(seat)
            self.tell(LinkUp(seat))
        else:
            self._post(self._side.up(key))

    def _down(self, key: bytes, reason: str) -> None:
        if key not in self._seats:
            self._refused.pop(key, None)
        if self._started is None:
            self._lobby_step(self._side.down(key))
        elif key in self._seats:
            seat = self._seats[key]
            self._absences.down(seat, self._now())
            self._holding.lost(seat)
            if self._talk is not None:
                self._talk.lost(seat)
            self._tell_while_playing(LinkDown(seat, reason))

    def _frame(self, key: bytes, data: bytes) -> None:
        if key in self._barred:
            return
        if self._closed_at is None and self._past and self._past in data:
            # Still on its way when the rematch began.
            return
        if data.startswith(_SIGNED):
            self._match_frame(key, data)
            return
        if data.startswith(BESIDE):
            self._beside_frame(key, data)
            return
        try:
            self._control(key, CONTROL.decode(data, limit=MAX_CONTROL))
        except Refused as refused:
            self._count_refusal(key, refused.code)

    def _beside_frame(self, key: bytes, data: bytes) -> None:
        """Table talk and good-byes: they stand beside the log, and never touch the match."""
        if self._talk is None or self._match is None or self._is_early(data):
            self._keep_early(key, data)
        elif key not in self._seats:
            self._count_refusal(key, "E_SEAT")
        elif data.startswith(PARTING_HEAD):
            self._take_parting(key, data, self._match)
        elif (code := self._talk.hear(data, self._seats[key], self._now())) is not None:
            self._count_refusal(key, code)

    def _take_parting(self, key: bytes, data: bytes, match: LiveMatch) -> None:
        """A signed good-bye, of the seat itself or passed on by another, where that one cannot be heard."""
        try:
            seat, news = match.take_parting(data)
        except Refused as refused:
            self._count_refusal(key, refused.code)
            return
        if seat == self._seats[key] or (news and seat not in self._linked_seats()):
            self._gone(seat)

    def _gone(self, seat: int) -> None:
        if seat in self._seats.values() and not self._absences.has_left(seat):
            self._absences.left(seat, self._now())
            self._tell_while_playing(SeatLeft(seat))
            if self._stay is not None:
                self._stay.left(seat)

    def _is_early(self, data: bytes) -> bool:
        """Whether a frame belongs to a match that has not begun here."""
        return self._match is None or (self._closed_at is not None and self._past not in data)

    def _match_frame(self, key: bytes, data: bytes) -> None:
        if self._match is None or self._is_early(data):
            self._keep_early(key, data)
        elif key not in self._seats:
            self._count_refusal(key, "E_SEAT")
        elif not self._match.stopped:
            self._match.take(data, partial(self._judge, key))

    def _keep_early(self, key: bytes, data: bytes) -> None:
        """A seat that has begun the match before us: its frames wait for the start."""
        lobby = self._side.lobby
        if lobby is not None and lobby.seat_of(key) is not None:
            self._early.append((key, data))

    def _judge(self, key: bytes, refusal: Refusal) -> None:
        """A refusal counts against the author's own link: others pass on what they have, and what came
        before its time is judged with the message that it waited for, whoever brings that."""
        if refusal.code not in HARMLESS and refusal.seat in (None, self._seats.get(key)):
            self._count_refusal(key, refusal.code)

    def _count_refusal(self, key: bytes, code: str) -> None:
        log.info("refused %s from %s", code, key.hex()[:8])
        self._refused[key] = self._refused.get(key, 0) + 1
        if self._refused[key] < MAX_REFUSED or key in self._barred:
            return
        if key in self._seats:
            self._barred.add(key)
            self._want()
            self.tell(PeerDropped(self._seats[key], code))
            if self._stay is not None:
                self._stay.left(self._seats[key])
        self.mesh.drop(key)

    def _control(self, key: bytes, message: ControlMessage) -> None:
        if isinstance(message, Have):
            self._take_have(key, message)
        elif isinstance(message, DiskWord):
            self._holding.hear(self._seats.get(key), message)
        elif self._started is None:
            self._lobby_step(self._side.take(key, message, self._lobby_word(key)))
        elif isinstance(message, SPOKEN) and key in self._seats:
            # Everybody sends a start when a link comes up, for those who have not got it yet.
            if self._stays and self._stay is not None:
                self._stay.take(self._seats[key], message)
        elif isinstance(message, Leave) and key in self._seats:
            self._gone(self._seats[key])
        else:
            self._post(self._side.take(key, message, self._lobby_word(key)))

    def _lobby_word(self, key: bytes) -> str | None:
        """The host that a lobby message came from. Raises Refused(E_RATE) when that host says too much."""
        link = self.mesh.link(key)
        host = None if link is None else link.address[0]
        if key != self._side.opener:
            self._lobby_words.count(host, self._now())
        return host

    def _send(self, key: bytes, message: ControlMessage) -> None:
        self.mesh.send(key, encode(message))

    def _post(self, tells: list[Tell]) -> None:
        for tell in tells:
            self._send(tell.key, tell.message)

    # -- the lobby

    def _lobby_step(self, tells: list[Tell]) -> None:
        self._post(tells)
        self.show_lobby()
        if self._side.started is not None:
            self._begin(self._side.started)
        elif self._side.ended is not None:
            self._end(self._side.ended)
        elif self._side.pending == "signed":
            self._want()

    def show_lobby(self) -> None:
        """Tell who sits at the table before the match, if that is news."""
        lobby = self._side.lobby
        if lobby is None:
            return
        self.mesh.welcome(bytes(seat.key) for seat in lobby.seats if seat is not None)
        found = gathered(lobby, self.me.identity.public)
        if found != self._gathered:
            self._gathered = found
            self._lobby_news.set()
            self.tell(found)

    def _want(self) -> None:
        self.mesh.want(addresses(self._side.lobby, self._side.places, self._barred))

    def _begin(self, signed: SignedGenesis) -> None:
        keys = signed.genesis.keys
        seat = keys.index(self.me.identity.public)
        self._started = signed
        self._seats = {key: number for number, key in enumerate(keys) if number != seat}
        now = self._now()
        for key, number in self._seats.items():
            if self.mesh.link(key) is None:
                self._absences.down(number, now)
        self._want()
        talk = SideTalk(
            signed.genesis, seat, sign=self.me.identity.sign, verify=verify, entropy=self._entropy
        )
        self._talk = Talking(
            talk, self.view, send=self._send_frame, tell=self.tell, linked=self._linked_seats
        )
        self._send_frame(self._talk.key_message(), None)
        self._stay = Stay(
            signed.genesis,
            seat,
            entropy=self._entropy,
            sign=self.me.identity.sign,
            say=lambda message: self._send_frame(encode(message), None),
            tell=self.tell,
            begin=self._begin_again,
            part=lambda: self._end(None),
        )
        self.tell(MatchBegun(signed.genesis.digest()))
        self._match = LiveMatch(
            signed,
            self.me,
            seat=seat,
            group=self._group,
            entropy=self._entropy,
            executor=self._executor,
            turns=self._turns,
            started=self._clock(),
            send=self._send_frame,
            show=self._show,
            held=self._holding.own,
            broken=self._break,
        )
        self._match.start()
        early, self._early = self._early, deque(maxlen=0)
        for key, data in early:
            self._frame(key, data)

    def _begin_again(self, signed: SignedGenesis) -> None:
        self._closed_at = None
        self._absences = Absences()
        self._answers = Answers()
        self._begin(signed)

    # -- the match

    def _send_frame(self, data: bytes, to: int | None) -> None:
        for key, seat in self._seats.items():
            if to is None or seat == to:
                self.mesh.send(key, data)

    def _show(self, event: object) -> None:
        self.tell(event)
        if isinstance(event, MatchClosed):
            self._closed_at = self._now()
            assert self._started is not None
            self._past = b'"genesis":"%s"' % b64(self._started.genesis.digest()).encode()
            self._early = deque(maxlen=MAX_EARLY)
            self._ask_all()

    def _send_have(self, key: bytes) -> None:
        if self._match is not None:
            self._send(key, self._match.now.have)
            if self._match.held is not None:
                self._send(key, HELD)

    def _ask_all(self) -> None:
        for key in self._seats:
            self._send_have(key)

    def _take_have(self, key: bytes, have: Have) -> None:
        if self._match is None or key not in self._seats:
            return
        if have.genesis == self._match.genesis and self._answers.hear(key, have, self._now()):
            self._match.missing(have, partial(self._answer, self._match, self._answers, key))

    def _answer(self, match: LiveMatch, answers: Answers, key: bytes, frames: Sequence[bytes]) -> None:
        for frame in answers.grant(key, frames, self._now()):
            match.send_kept(frame, self._seats[key])

    def _linked_seats(self) -> set[int]:
        return {seat for key, seat in self._seats.items() if self.mesh.link(key) is not None}

    def _linked_to_all(self) -> bool:
        return len(self._linked_seats()) == len(self._seats)

    def _all_closed(self) -> bool:
        assert self._match is not None
        whole = self._match.now.have.main
        linked = self.mesh.linked()
        return all(
            key not in linked or self._absences.has_left(seat) or self._answers.reaches(key, whole)
            for key, seat in self._seats.items()
        )

    # -- time

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _tick(self) -> None:
        while not self._over:
            await asyncio.sleep(TICK_SECONDS)
            try:
                if self._match is None:
                    self._tick_lobby()
                else:
                    await self._tick_match(self._match)
            except Exception as error:
                self._break(error)

    def _tick_lobby(self) -> None:
        pending, now = self._side.pending, self._now()
        if pending != self._pending[0]:
            self._pending = (pending, now)
        elif pending is not None and now - self._pending[1] >= ANSWER_SECONDS:
            self._lobby_step(self._side.overdue())

    async def _tick_match(self, match: LiveMatch) -> None:
        now = self._now()
        if self._closed_at is not None:
            if match.held is not None:
                # The others cannot close without what has not left yet.
                self._closed_at = now
                return
            await self._tick_closed(match, self._closed_at, now)
            return
        have = match.now.have
        if have != self._progress[0]:
            self._progress = (have, now)
        elif now - self._progress[1] >= (SYNC_SECONDS if self._linked_to_all() else RELAY_SECONDS):
            self._progress = (have, now)
            self._ask_all()
        for event in self._absences.tick(match.now.view.waiting, now):
            self.tell(event)
        if self._talk is not None:
            self._talk.tick(now)

    async def _tick_closed(self, match: LiveMatch, since: float, now: float) -> None:
        assert self._stay is not None
        if self._stay.is_open:
            self._stay.tick([seat for key, seat in self._seats.items() if self.mesh.link(key) is None], now)
        elif now - since >= CLOSE_SECONDS:
            self._end(None)
        elif self._all_closed():
            gone = any(key in self._barred or self._absences.has_left(at) for key, at in self._seats.items())
            if not self._stays or gone or not self._stay.has_person or match.now.view.fault is not None:
                self._end(None)
            elif (code := await self._close_match(None)) is not None:
                self._end(code)
            elif not self._over:
                self._stay.open(match.now.digest, now)

    # -- the end

    def _break(self, error: Exception) -> None:
        if isinstance(error, RecordError):
            log.error("the match stops: %s", error)
            self._end(error.code)
        else:
            log.critical("the session stops", exc_info=error)
            self._end("E_INTERNAL")

    def _end(self, code: str | None) -> None:
        if self._over:
            return
        self._over = True
        self._ending = asyncio.ensure_future(self._finish(code))

    async def _finish(self, code: str | None) -> None:
        try:
            if self._started is None:
                self._post(self._side.leave())
            code = await self._close_match(code)
            if self._match is None or not self._match.has_parted:
                # Closed, or nothing can be written any more: then it is said without a signature.
                for key in self._seats:
                    self._send(key, Leave())
            for task in self._tasks:
                task.cancel()
            self._turns.close()
            self._executor.shutdown(wait=False, cancel_futures=True)
            for closer in reversed(self._closers):
                with contextlib.suppress(OSError):
                    await closer()
            await self.mesh.close()
        except Exception:
            log.critical("the session did not end in order", exc_info=True)
            with contextlib.suppress(Exception):
                await self._close_match(code)
            code = code or "E_INTERNAL"
        finally:
            self.tell(Ended(code))
            self._news.put(None)
            self._ended.set()

    async def _close_match(self, code: str | None) -> str | None:
        """Let go of the match, once; whoever comes second waits until it is done."""
        async with self._closing:
            match = self._match
            if match is None or match.stopped:
                return code
            whole = True
            try:
                whole = await match.stop()
            except RecordError as error:
                log.error("something private is left: %s", error)
                code = error.code
            if not match.now.view.closed:
                self.tell(Unfinished(match.now.view.waiting, match.parted))
            if match.path is not None:
                self.tell(RecordKept(match.path, cut=not whole))
            return code
