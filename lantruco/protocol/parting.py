"""A good-bye in a match, signed by who leaves: a fact for the record, which accuses nobody.

It stands beside the log, moves nothing in it, and says where the log stood and who had left before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from .codec import Codec, Octets32, Octets64, encode
from .errors import Refused
from .genesis import Genesis, Verify
from .hashing import leave_digest
from .messages import MAX_SEATS, MAX_STEPS, Seat

MAX_PARTING: Final = 1_024
"""Bytes of a signed good-bye: with five others named it has some 600."""
PARTING_HEAD: Final = b'{"leave":'
"""How the canonical bytes of a signed good-bye begin, and those of no other frame or line of a record."""


class Parting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``seat`` leaves when ``step`` of the main log is under way, which rests on ``prev``.

    spoken: it has said its message of that step. after: the digests of the good-byes that it knew of,
    ascending.
    """

    genesis: Octets32
    seat: Seat
    step: Annotated[int, Meta(ge=0, lt=MAX_STEPS)]
    prev: Octets32
    spoken: bool
    after: Annotated[list[Octets32], Meta(max_length=MAX_SEATS - 1)]

    def digest(self) -> bytes:
        """What its author signs, and what a later good-bye names it by."""
        return leave_digest(encode(self))


class SignedParting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A good-bye as it travels and as it stands in a record."""

    leave: Parting
    sig: Octets64

    def to_bytes(self) -> bytes:
        return encode(self)


PARTING: Final[Codec[SignedParting]] = Codec(SignedParting)


def read_parting(data: bytes) -> SignedParting:
    """Raises Refused: E_SIZE, E_FORMAT (also for names in another order), E_CANON."""
    signed = PARTING.decode(data, limit=MAX_PARTING)
    named = [bytes(digest) for digest in signed.leave.after]
    if named != sorted(set(named)):
        raise Refused("E_FORMAT")
    return signed


class Partings:
    """The good-byes of one match, one of each seat."""

    def __init__(self, genesis: Genesis, verify: Verify) -> None:
        self._genesis = genesis
        self._digest = Octets32(genesis.digest())
        self._verify = verify
        self._held: dict[int, SignedParting] = {}

    @property
    def seats(self) -> tuple[int, ...]:
        """Who has said good-bye."""
        return tuple(sorted(self._held))

    def sign(
        self, seat: int, step: int, prev: bytes, sign: Callable[[bytes], bytes], *, spoken: bool
    ) -> bytes:
        """Our own good-bye; once it is signed, the same bytes whenever they are asked for."""
        if seat not in self._held:
            after = sorted(Octets32(held.leave.digest()) for held in self._held.values())
            leave = Parting(
                genesis=self._digest, seat=seat, step=step, prev=Octets32(prev), spoken=spoken, after=after
            )
            self._held[seat] = SignedParting(leave, Octets64(sign(leave.digest())))
        return self._held[seat].to_bytes()

    def take(self, data: bytes) -> tuple[int, bool]:
        """Whose good-bye it is, and whether it is news. Of several of a seat that of the latest step is kept.

        Raises Refused: those of `read_parting`, E_GENESIS, E_SEAT, E_SIGNATURE.
        """
        signed = read_parting(data)
        leave = signed.leave
        if leave.genesis != self._digest:
            raise Refused("E_GENESIS")
        if leave.seat >= self._genesis.players:
            raise Refused("E_SEAT")
        held = self._held.get(leave.seat)
        if held is not None and held.leave == leave:
            return leave.seat, False
        if not self._verify(self._genesis.seats[leave.seat].key, signed.sig, leave.digest()):
            raise Refused("E_SIGNATURE")
        news = held is None or held.leave.step < leave.step
        if news:
            self._held[leave.seat] = signed
        return leave.seat, news

    def frames(self) -> list[bytes]:
        """All of them, for who asks what is missing."""
        return [self._held[seat].to_bytes() for seat in self.seats]

    def lines(self, stands: Callable[[int, bytes], bool]) -> list[bytes]:
        """Those that a record may end with, by seat: ``stands`` says of a step and its ``prev`` whether the
        record has them."""
        fitting = (self._held[seat] for seat in self.seats)
        return [held.to_bytes() for held in fitting if stands(held.leave.step, bytes(held.leave.prev))]


def in_order(partings: Iterable[Parting]) -> list[Parting]:
    """Who left first: nobody before those whose good-bye his own names, and otherwise by step, then seat."""
    waiting = sorted(partings, key=lambda leave: (leave.step, leave.seat))
    digests = {leave.seat: leave.digest() for leave in waiting}
    found: list[Parting] = []
    while waiting:
        open_digests = {digests[leave.seat] for leave in waiting}
        # Nobody can name what did not exist yet: there is always one who names none of the rest.
        first = next(leave for leave in waiting if open_digests.isdisjoint(map(bytes, leave.after)))
        waiting.remove(first)
        found.append(first)
    return found
