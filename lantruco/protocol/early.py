"""Messages that come before their time: kept, within bounds, until they can be judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from .errors import Refused
from .messages import Body, Signed

MAX_AHEAD: Final = 24
"""Steps that a peer may be ahead of us and still be remembered; more than that, we ask again."""
MAX_EARLY: Final = 32
"""Messages remembered per seat that cannot be judged yet."""


class Early:
    """What each seat has said too early. A seat can fill only its own share."""

    def __init__(self, seats: int) -> None:
        self._kept: dict[int, list[Signed]] = {seat: [] for seat in range(seats)}

    def keep(self, signed: Signed, number: int) -> None:
        """Keeps a message for a log that stands at step ``number``; Refused(E_AHEAD) beyond the bounds."""
        kept = self._kept[signed.body.seat]
        if any(other.body == signed.body for other in kept):
            return
        if signed.body.step > number + MAX_AHEAD or len(kept) >= MAX_EARLY:
            raise Refused("E_AHEAD")
        kept.append(signed)

    def take(self, ripe: Callable[[Body], bool]) -> Signed | None:
        """The first message that is ripe, which is then no longer kept."""
        for signed in self._all():
            if ripe(signed.body):
                self._kept[signed.body.seat].remove(signed)
                return signed
        return None

    def drop(self, stale: Callable[[Body], bool]) -> None:
        for kept in self._kept.values():
            kept[:] = [signed for signed in kept if not stale(signed.body)]

    def _all(self) -> Iterator[Signed]:
        for kept in self._kept.values():
            yield from list(kept)
