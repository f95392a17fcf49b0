"""What is said at the table beside the match, out of this seat and into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from lantruco.protocol.errors import Refused
from lantruco.protocol.sidetalk import SideTalk
from lantruco.protocol.sidetalk_messages import Heard, Outgoing
from lantruco.protocol.views import TableView

HARMLESS_TALK: Final = frozenset({"E_STALE", "E_RATE", "E_HAND", "E_BOX"})
"""Codes of table talk that an honest peer can meet: said again on a new link, too much, late."""


class Talking:
    """One seat's talk in one match. view: the table as this seat sees it. send: called with a frame and the
    seat it is for, or None for all others. tell: called with what the player hears.
    """

    def __init__(
        self,
        talk: SideTalk,
        view: Callable[[], TableView | None],
        *,
        send: Callable[[bytes, int | None], None],
        tell: Callable[[object], None],
    ) -> None:
        self._talk = talk
        self._view = view
        self._send = send
        self._tell = tell

    def key_message(self) -> bytes:
        """For each new link to a seat."""
        return self._talk.key_message()

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
        """A side message over this seat's link. The code, if no honest program would have sent it."""
        try:
            heard = self._talk.receive(data, self._hand(), now, by=seat)
        except Refused as refused:
            return None if refused.code in HARMLESS_TALK else refused.code
        self._spread(heard)
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

    def _spread(self, news: Sequence[Heard | Outgoing]) -> None:
        for item in news:
            if isinstance(item, Outgoing):
                self._send(item.data, item.to)
            else:
                self._tell(item)
