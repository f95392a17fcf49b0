"""What is said at the table beside the match, out of this seat and into it."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Final

from lantruco.protocol.errors import Refused
from lantruco.protocol.sidetalk import SideTalk
from lantruco.protocol.sidetalk_messages import SAID_HEAD, Heard, Outgoing, SaidTwoThings
from lantruco.protocol.views import TableView

HARMLESS_TALK: Final = frozenset({"E_STALE", "E_RATE", "E_HAND", "E_BOX", "E_TWICE", "E_TEXT"})
"""Codes of table talk that an honest peer can meet: said again on a new link, too much, late, in characters
that only its Python knows; and that of one who is heard no more: he is shown already, and the match needs his
link."""
SEALED: Final = frozenset({"E_SINAL"})
"""Codes of what a box holds, into which nobody who passes it on can look."""
GREETING_SECONDS: Final = 10.0
"""Between two greetings of a seat that tell what others said: a loose cable makes no flood."""


class Talking:
    """One seat's talk in one match. view: the table as this seat sees it. send: called with a frame and the
    seat it is for, or None for all others. tell: called with what the player hears. linked: the seats that
    there is a link to.
    """

    def __init__(
        self,
        talk: SideTalk,
        view: Callable[[], TableView | None],
        *,
        send: Callable[[bytes, int | None], None],
        tell: Callable[[object], None],
        linked: Callable[[], Container[int]],
    ) -> None:
        self._talk = talk
        self._linked = linked
        self._greeted: dict[int, float] = {}
        self._view = view
        self._send = send
        self._tell = tell

    def key_message(self) -> bytes:
        """For the beginning."""
        return self._talk.key_message()

    def greet(self, seat: int, now: float) -> None:
        """There is a new link to a seat."""
        if now - self._greeted.get(seat, -GREETING_SECONDS) < GREETING_SECONDS:
            self._send(self.key_message(), seat)
            return
        self._greeted[seat] = now
        for frame in self._talk.greeting(seat):
            self._send(frame, seat)

    def chat(self, text: str) -> None:
        """Say something to all. Raises Refused: E_TEXT."""
        self._spread([self._talk.chat(text, self._hand())])

    def sinal(self, sinal: str) -> None:
        """Show all partners a sinal. Raises Refused: E_SINAIS, E_PARTNER, E_SIDEKEY."""
        self._spread(self._talk.sinal(sinal, self._hand()))

    def consult(self, word: str) -> None:
        """Tell all partners a word about an answer. Raises Refused: E_UNASKED, E_PARTNER, E_SIDEKEY."""
        view = self._view()
        if view is None or not view.asked:
            raise Refused("E_UNASKED")
        self._spread(self._talk.consult(word, view.hand))

    def hear(self, data: bytes, seat: int, now: float) -> str | None:
        """A frame of talk over this seat's link. The code, if no honest program would have sent it."""
        if data.startswith(SAID_HEAD):
            return self._hear_said(data, seat, now)
        return self._judged(lambda: self._talk.receive(data, self._hand(), now, by=seat), HARMLESS_TALK)

    def _hear_said(self, data: bytes, seat: int, now: float) -> str | None:
        """What this seat has heard from another."""
        linked = self._linked()
        return self._judged(
            lambda: self._talk.receive_said(data, self._hand(), now, by=seat, linked=linked),
            HARMLESS_TALK | SEALED,
        )

    def _judged(
        self, receive: Callable[[], Sequence[Heard | Outgoing]], harmless: frozenset[str]
    ) -> str | None:
        try:
            self._spread(receive())
        except Refused as refused:
            return None if refused.code in harmless else refused.code
        finally:
            self._spread(self._talk.due())
        return None

    def lost(self, seat: int) -> None:
        """The link to a seat broke."""
        self._talk.lost(seat)

    def tick(self, now: float) -> None:
        """Time goes on: what was not answered is told."""
        self._spread(self._talk.overdue(now))

    def _hand(self) -> int:
        view = self._view()
        return 0 if view is None else view.hand

    def _spread(self, news: Sequence[Heard | Outgoing | SaidTwoThings]) -> None:
        for item in news:
            if isinstance(item, Outgoing):
                self._send(item.data, item.to)
            else:
                self._tell(item)
