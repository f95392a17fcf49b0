"""What whoever opened a table does about its seats before the match: bring bots, and send them away again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .companions import Companions
from .errors import PeerError

if TYPE_CHECKING:
    from .session import Session


class Hosting:
    """The opener's bots at one table. session: the opener's own."""

    def __init__(self, session: Session, companions: Companions) -> None:
        self._session = session
        self._companions = companions

    @property
    def mine(self) -> frozenset[int]:
        """Seats on which a bot of the opener sits."""
        lobby = self._session.lobby
        seats = () if lobby is None else lobby.seats
        key = self._session.me.identity.public
        return frozenset(
            number
            for number, seat in enumerate(seats)
            if seat is not None and seat.operator is not None and seat.operator.key == key
        )

    @property
    def coming(self) -> frozenset[int]:
        """Free seats to which a bot is on its way."""
        return self._companions.coming & self._free()

    async def seat_bot(self, seat: int, level: str) -> None:
        """Bring a bot to a free seat; it sits down a moment later. Raises PeerError E_BOT (an OSError is the
        cause) if it does not start, E_SEAT if there is no room for one.
        """
        if seat not in self._free() - self.coming:
            raise PeerError("E_SEAT")
        try:
            await self._companions.bring(level, seat)
        except OSError as error:
            raise PeerError("E_BOT") from error

    async def gone(self, seat: int) -> None:
        """Wait until the bot that was brought to a seat has ended, if one was."""
        await self._companions.ended(seat)

    def send_away(self, seat: int) -> None:
        """Free a seat that a bot of the opener has. Raises PeerError E_SEAT for any other."""
        if seat not in self.mine:
            raise PeerError("E_SEAT")
        self._session.send_away(seat)

    def _free(self) -> frozenset[int]:
        lobby = self._session.lobby
        seats = () if lobby is None or self._session.view() is not None else lobby.seats
        return frozenset(number for number, seat in enumerate(seats) if seat is None)
