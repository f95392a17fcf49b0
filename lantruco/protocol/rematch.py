"""The same again: after a closed match its seats agree on the next genesis, all alike and with no opener."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .codec import Octets32, Octets64
from .errors import Refused
from .genesis import Genesis, SeatEntry, SignedGenesis, Verify, check_genesis, check_signatures, make_genesis
from .lobby import Again, LobbyMessage, Sign, Start

SPOKEN: Final = (Again, Sign, Start)
"""What the seats of a match say to each other about the next one."""


class Rematch:
    """One seat's part in the agreement. What a call returns goes to every other seat.

    The next genesis is the last one with a fresh value of each seat and the digest of the match before: there
    is nothing to propose and nothing to choose, so whoever has all values knows what all others will sign.
    `agreed` are the seats that want it, `unsigned` those whose signature is waited for once all do; `started`
    is set when all have signed, and nothing changes after that.
    """

    def __init__(
        self,
        genesis: Genesis,
        seat: int,
        *,
        sign: Callable[[bytes], bytes],
        check_key: Callable[[bytes], None],
        verify: Verify,
    ) -> None:
        self._genesis = genesis
        self._digest = Octets32(genesis.digest())
        self._seat = seat
        self._sign = sign
        self._check_key = check_key
        self._verify = verify
        self._values: dict[int, bytes] = {}
        self._signs: dict[int, Sign] = {}
        self._next: Genesis | None = None
        self._match: bytes | None = None
        self.started: SignedGenesis | None = None

    @property
    def agreed(self) -> tuple[int, ...]:
        return tuple(sorted(self._values))

    @property
    def unsigned(self) -> tuple[int, ...]:
        if self._next is None or self.started is not None:
            return ()
        return tuple(seat for seat in range(self._genesis.players) if seat not in self._signs)

    def agree(self, match: bytes, value: bytes) -> list[LobbyMessage]:
        """This seat wants it. match: the digest of the closed match; value: 32 fresh random bytes."""
        if self._seat in self._values:
            return []
        self._match = match
        self._values[self._seat] = value
        return [self._again(), *self._form()]

    def receive(self, seat: int, message: LobbyMessage) -> list[LobbyMessage]:
        """What another seat says on its own link; what belongs to another match is nothing.

        Raises:
            Refused: E_LOBBY for a second value or a message that has no place here, E_KEY for the value of
                another seat, E_SIGNATURE for a signature that does not hold. Nothing changed.
        """
        if isinstance(message, Again):
            return self._hear(seat, message)
        if isinstance(message, Sign):
            return self._take_signature(seat, message)
        if isinstance(message, Start):
            return self._take_start(message)
        raise Refused("E_LOBBY")

    def repeat(self) -> list[LobbyMessage]:
        """What a seat is told on each new link to it, since the old one may have lost it."""
        if self.started is not None or self._seat not in self._values:
            return []
        mine = self._signs.get(self._seat)
        return [self._again(), *([] if mine is None else [mine])]

    def _again(self) -> Again:
        return Again(genesis=self._digest, value=Octets32(self._values[self._seat]))

    def _hear(self, seat: int, again: Again) -> list[LobbyMessage]:
        if again.genesis != self._digest or self._values.get(seat) == again.value:
            return []
        if seat in self._values:
            raise Refused("E_LOBBY")
        if bytes(again.value) in self._values.values():
            raise Refused("E_KEY")
        self._values[seat] = bytes(again.value)
        return self._form()

    def _form(self) -> list[LobbyMessage]:
        """Sign, once all values are known and this seat is among those who want it."""
        before = self._genesis
        if self._match is None or len(self._values) < before.players:
            return []
        seats = [
            SeatEntry(key=one.key, name=one.name, value=Octets32(self._values[seat]), operator=one.operator)
            for seat, one in enumerate(before.seats)
        ]
        genesis = make_genesis(
            table_id=before.table_id,
            name=before.name,
            seats=seats,
            rules=before.rules,
            table=before.table,
            previous=self._match,
        )
        check_genesis(genesis, check_key=self._check_key, verify=self._verify)
        self._next = genesis
        digest = genesis.digest()
        mine = Sign(genesis=Octets32(digest), sig=Octets64(self._sign(digest)))
        self._signs[self._seat] = mine
        for seat in [seat for seat, each in self._signs.items() if not self._holds(seat, each)]:
            del self._signs[seat]
        return [mine, *self._complete()]

    def _take_signature(self, seat: int, message: Sign) -> list[LobbyMessage]:
        if self.started is not None:
            return []
        if self._next is None:
            # Who has all values already may sign before the last of them has come to us.
            self._signs[seat] = message
            return []
        if message.genesis != self._next.digest():
            return []
        if not self._holds(seat, message):
            raise Refused("E_SIGNATURE")
        self._signs[seat] = message
        return self._complete()

    def _take_start(self, message: Start) -> list[LobbyMessage]:
        if self._next is None or self.started is not None or message.signed.genesis != self._next:
            return []
        check_signatures(message.signed, self._verify)
        self.started = message.signed
        return [message]

    def _complete(self) -> list[LobbyMessage]:
        assert self._next is not None
        if len(self._signs) < self._genesis.players:
            return []
        sigs = [self._signs[seat].sig for seat in range(self._genesis.players)]
        self.started = SignedGenesis(self._next, sigs)
        return [Start(signed=self.started)]

    def _holds(self, seat: int, message: Sign) -> bool:
        assert self._next is not None
        digest = self._next.digest()
        return message.genesis == digest and self._verify(self._next.seats[seat].key, message.sig, digest)
