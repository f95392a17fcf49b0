"""What each seat has said to all, as this seat has heard it: whether somebody told others something else.

An author says one thing under one number, and has one key for sinais in a match. Two signatures of his that
break this prove it to anybody; no word of another seat does, and nothing that a link has lost.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Literal

from .sidetalk_messages import Chat, SaidToAll, SaidTwoThings, SideKey

KEPT_SAID: Final = 32
"""Messages of one seat that are compared: half a minute of all that may be shown of it."""
REPEATED: Final = 8
"""Messages of one seat that are passed on again over a new link: fewer than the sinais that may be looked at,
so that nobody looks in vain at what its author has forgotten."""
ECHO_BURST: Final = 256
"""Messages that one seat may pass on at once: what six seats say in a minute."""
ECHO_PER_SECOND: Final = 16.0
"""And how fast it earns new ones: all others together have four a second to pass on."""

Pair = tuple[SaidToAll, SaidToAll]


class Witness:
    """What ``players`` seats have said to all, within bounds."""

    def __init__(self, players: int) -> None:
        self._said: list[OrderedDict[int, SaidToAll]] = [OrderedDict() for _ in range(players)]
        self._keys: dict[int, SaidToAll] = {}
        self._dropped = [-1] * players
        self._proofs: dict[int, Pair] = {}

    def is_convicted(self, seat: int) -> bool:
        """Whether it has said two things."""
        return seat in self._proofs

    def knows(self, said: SaidToAll) -> bool:
        """Whether the very same was heard before, or is too old to be told apart from it."""
        held = self._held(said)
        return said.side.counter <= self._dropped[said.side.seat] if held is None else held.side == said.side

    def keep(self, said: SaidToAll) -> None:
        """This seat has heard it."""
        side = said.side
        if isinstance(side, SideKey):
            self._keys[side.seat] = said
        held = self._said[side.seat]
        held[side.counter] = said
        while len(held) > KEPT_SAID:
            self._dropped[side.seat] = max(self._dropped[side.seat], held.popitem(last=False)[0])

    def contradicted(self, said: SaidToAll) -> Pair | None:
        """What was heard of the same author and ``said``, if he can have said one of both only.

        The signature of ``said`` holds.
        """
        side = said.side
        others = [self._held(said), self._keys.get(side.seat) if isinstance(side, SideKey) else None]
        return next(((other, said) for other in others if other is not None and other.side != side), None)

    def convict(self, pair: Pair) -> SaidTwoThings | None:
        """Takes two messages that contradict each other; None if their author was known for it before."""
        seat = pair[0].side.seat
        if seat in self._proofs:
            return None
        self._proofs[seat] = pair
        kinds = {_kind(said) for said in pair}
        return SaidTwoThings(seat, kinds.pop() if len(kinds) == 1 else "mixed")

    def repeated(self, to: int) -> list[list[SaidToAll]]:
        """For a new link to a seat, which may have missed it: proofs, and the newest of what others said."""
        frames: list[list[SaidToAll]] = [list(pair) for seat, pair in self._proofs.items() if seat != to]
        for seat, held in enumerate(self._said):
            if seat != to and seat not in self._proofs:
                newest = list(held.values())[-REPEATED:]
                key = self._keys.get(seat)
                frames += [[said] for said in (newest if key is None or key in newest else [key, *newest])]
        return frames

    def _held(self, said: SaidToAll) -> SaidToAll | None:
        return self._said[said.side.seat].get(said.side.counter)


def contradict(one: SaidToAll, two: SaidToAll) -> bool:
    """Whether one author cannot honestly have signed both."""
    a, b = one.side, two.side
    two_keys = isinstance(a, SideKey) and isinstance(b, SideKey)
    return a != b and a.seat == b.seat and (a.counter == b.counter or two_keys)


def _kind(said: SaidToAll) -> Literal["chat", "sidekey", "veiled"]:
    match said.side:
        case SideKey():
            return "sidekey"
        case Chat():
            return "chat"
    return "veiled"
