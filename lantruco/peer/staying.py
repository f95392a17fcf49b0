"""Between a closed match and the next: who stays at the table, and whether all want the same again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from lantruco.fairdeal import Entropy
from lantruco.protocol.errors import Refused
from lantruco.protocol.genesis import Genesis, SignedGenesis
from lantruco.protocol.keys import check_public, verify
from lantruco.protocol.lobby import LobbyMessage
from lantruco.protocol.rematch import Rematch

from .events import RematchOff, Staying

AWAY_SECONDS: Final = 15.0
"""Without a link to a seat: who only changed the network is back sooner, who pulled the plug is not."""
STAY_SECONDS: Final = 900.0
"""For people to make up their minds; who has not in a quarter of an hour has gone away."""
SIGN_SECONDS: Final = 10.0
"""For the programs' signatures, once all people have agreed."""


class Stay:
    """One seat's stay at the table after its match. Times in seconds of any steady clock.

    say: called with what goes to every other seat. tell: with events. begin: with the genesis that all have
    signed. part: when there will be no rematch. Others are heard from the match's first moment on, since they
    may have closed it before us; the player is told from `open` on.
    """

    def __init__(
        self,
        genesis: Genesis,
        seat: int,
        *,
        entropy: Entropy,
        sign: Callable[[bytes], bytes],
        say: Callable[[LobbyMessage], None],
        tell: Callable[[object], None],
        begin: Callable[[SignedGenesis], None],
        part: Callable[[], None],
    ) -> None:
        self._rematch = Rematch(genesis, seat, sign=sign, check_key=check_public, verify=verify)
        self._entropy = entropy
        self._say = say
        self._tell = tell
        self._begin = begin
        self._part = part
        self._match: bytes | None = None
        self._told: tuple[int, ...] | None = None
        self._since = 0.0
        self._full_since: float | None = None
        self._away_since: float | None = None
        self.has_person = not all(genesis.is_bot(each) for each in range(genesis.players))

    @property
    def is_open(self) -> bool:
        return self._match is not None

    def open(self, match: bytes, now: float) -> None:
        """The match is closed under this digest, and its record kept."""
        self._match = match
        self._since = now
        self._show()

    def agree(self) -> None:
        """Want the same again. Raises Refused E_PHASE while no match is closed."""
        if self._match is None:
            raise Refused("E_PHASE")
        self._step(self._rematch.agree(self._match, self._entropy.bytes(32)))

    def take(self, seat: int, message: LobbyMessage) -> None:
        """What a seat says about the next match. Raises Refused as `Rematch.receive`."""
        self._step(self._rematch.receive(seat, message))

    def repeat(self) -> list[LobbyMessage]:
        """For a new link to a seat."""
        return self._rematch.repeat()

    def left(self, seat: int) -> None:
        """A seat has left the table, or is not heard any more."""
        if self.is_open:
            self._off("left", (seat,))

    def tick(self, absent: Sequence[int], now: float) -> None:
        """Time goes on; absent: seats to which there is no link."""
        self._away_since = None if not absent else (self._away_since or now)
        unsigned = self._rematch.unsigned
        self._full_since = None if not unsigned else (self._full_since or now)
        if self._away_since is not None and now - self._away_since >= AWAY_SECONDS:
            self._off("away", tuple(absent))
        elif self._full_since is not None and now - self._full_since >= SIGN_SECONDS:
            self._off("unsigned", unsigned)
        elif now - self._since >= STAY_SECONDS:
            self._off("late", ())

    def _step(self, messages: list[LobbyMessage]) -> None:
        for message in messages:
            self._say(message)
        if self.is_open:
            self._show()
        if self._rematch.started is not None:
            self._begin(self._rematch.started)

    def _show(self) -> None:
        agreed = self._rematch.agreed
        if agreed != self._told:
            self._told = agreed
            self._tell(Staying(agreed))

    def _off(self, reason: str, seats: tuple[int, ...]) -> None:
        self._match = None
        self._tell(RematchOff(reason, seats))
        self._part()
