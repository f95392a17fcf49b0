"""Who at the table waits for a disk, and says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from lantruco.protocol.errors import Refused

from .disk import Refusal
from .events import DiskRefused, DiskTook, SeatHeld


class DiskWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="disk"):
    """A seat of a match: my disk does not take what I have to say (``held``), or takes it again."""

    held: bool


HELD: Final = DiskWord(held=True)
GOES_ON: Final = DiskWord(held=False)


class Holding:
    """My own wait, told here and to the others, and theirs: who says the same again says nothing new.

    tell: called with events of mine; tell_of: with those about others. send: called with a word for all.
    """

    def __init__(
        self,
        *,
        tell: Callable[[object], None],
        tell_of: Callable[[object], None],
        send: Callable[[DiskWord], None],
    ) -> None:
        self._tell = tell
        self._tell_of = tell_of
        self._send = send
        self._seats: set[int] = set()

    def own(self, refusal: Refusal | None) -> None:
        """My disk does not take what I say, or takes it again."""
        self._tell(DiskTook() if refusal is None else DiskRefused(refusal.folder, refusal.reason))
        self._send(GOES_ON if refusal is None else HELD)

    def hear(self, seat: int | None, word: DiskWord) -> None:
        """Raises Refused E_LOBBY for a word of nobody at the table."""
        if seat is None:
            raise Refused("E_LOBBY")
        if word.held != (seat in self._seats):
            self._seats ^= {seat}
            self._tell_of(SeatHeld(seat, word.held))

    def lost(self, seat: int) -> None:
        """The link to a seat is down: what it said is old, and it will say it again."""
        self._seats.discard(seat)
