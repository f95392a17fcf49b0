"""The opener's side of a lobby: who sits where, and one genesis that all of them sign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .codec import Octets16, Octets32, Octets64
from .errors import Refused
from .genesis import (
    Genesis,
    SeatEntry,
    SignedGenesis,
    Table,
    Verify,
    check_genesis,
    check_name,
    make_genesis,
    rules_map,
)
from .hashing import operator_digest
from .lobby import (
    Leave,
    Lobby,
    LobbyMessage,
    LobbySeat,
    Newcomer,
    Place,
    Propose,
    Refuse,
    Sign,
    Sit,
    Start,
    check_place,
    distinct_name,
    gather_places,
    table_map,
)


@dataclass(frozen=True)
class Tell:
    """Send ``message`` to the peer with this key."""

    key: bytes
    message: LobbyMessage


class OpenTable:
    """A table that waits for its players. The opener sits, proposes, and can force nothing.

    Every call returns what to send. ``started`` is set once all have signed; nothing changes after that.

    Raises:
        Refused: E_NAME, E_TABLE, E_OPTION or E_SEAT for a table that nobody could play at.
    """

    def __init__(
        self,
        me: Newcomer,
        *,
        table_id: bytes,
        name: str,
        rules: Mapping[str, object],
        table: Table,
        sign: Callable[[bytes], bytes],
        check_key: Callable[[bytes], None],
        verify: Verify,
        seat: int = 0,
    ) -> None:
        check_name(name)
        check_name(me.name)
        self._table = table_map(table)
        self._rules = rules_map(rules)
        self._seats: list[Newcomer | None] = [None] * int(self._table["seats"])
        if not 0 <= seat < len(self._seats):
            raise Refused("E_SEAT", seat=seat)
        self._seats[seat] = me
        self._me = me.key
        self._table_id = table_id
        self._name = name
        self._sign = sign
        self._check_key = check_key
        self._verify = verify
        self._proposal: Genesis | None = None
        self._sigs: dict[bytes, bytes] = {}
        self.started: SignedGenesis | None = None

    @property
    def lobby(self) -> Lobby:
        """The table as everybody is told about it."""
        return Lobby(
            table_id=Octets16(self._table_id),
            name=self._name,
            rules=self._rules,
            table=self._table,
            seats=[None if one is None else _lobby_seat(one) for one in self._seats],
        )

    @property
    def taken(self) -> int:
        return sum(one is not None for one in self._seats)

    def unsigned(self) -> tuple[bytes, ...]:
        """Keys whose signature the proposal waits for; () while none is made."""
        if self._proposal is None or self.started is not None:
            return ()
        return tuple(key for key in self._keys() if key not in self._sigs)

    @property
    def places(self) -> tuple[tuple[Place, ...], ...]:
        """Where the peer of each seat listens, in seat order; () for a free seat."""
        return tuple(() if one is None else one.places for one in self._seats)

    def greet(self, key: bytes) -> list[Tell]:
        """A peer has linked up, perhaps anew: it is told what it could sit down to, or what it missed."""
        if self.started is not None and key in self._keys():
            return [Tell(key, Start(signed=self.started))]
        told = [Tell(key, self.lobby)]
        if self._proposal is not None and key in self._keys():
            told.append(Tell(key, self._proposed(self._proposal)))
        return told

    def receive(self, key: bytes, message: LobbyMessage, observed: str | None = None) -> list[Tell]:
        """A message from the peer with this key, whose address was ``observed`` on the link.

        Raises:
            Refused: E_LOBBY for a message that only an opener may send. Nothing changed.
        """
        if isinstance(message, Sit):
            return self._sit(key, message, observed)
        if isinstance(message, Sign):
            return self._take_signature(key, message)
        if isinstance(message, Leave):
            return self.gone(key)
        raise Refused("E_LOBBY")

    def gone(self, key: bytes) -> list[Tell]:
        """A peer left or its link broke: before the start its seat is free again and a proposal is void."""
        if self.started is not None or key == self._me or key not in self._keys():
            return []
        self._seats = [None if one is not None and one.key == key else one for one in self._seats]
        self._withdraw()
        return self._tell_all(self.lobby)

    def dismiss(self, key: bytes, code: str) -> list[Tell]:
        """The opener gives up on a peer, for instance one that does not sign."""
        if self.started is not None or key not in self._keys():
            return []
        return [Tell(key, Refuse(code=code)), *self.gone(key)]

    def close(self) -> list[Tell]:
        """The opener gives the table up before the start."""
        if self.started is not None:
            return []
        self._withdraw()
        return self._tell_all(Leave())

    def _sit(self, key: bytes, sit: Sit, observed: str | None) -> list[Tell]:
        try:
            seat, newcomer = self._place(key, sit, observed)
        except Refused as refused:
            return [Tell(key, Refuse(code=refused.code))]
        self._seats[seat] = newcomer
        told = self._tell_all(self.lobby)
        return told if None in self._seats else told + self._propose()

    def _place(self, key: bytes, sit: Sit, observed: str | None) -> tuple[int, Newcomer]:
        if key in self._keys():
            raise Refused("E_SEATED")
        if None not in self._seats:
            raise Refused("E_FULL")
        seat = self._seats.index(None) if sit.seat is None else sit.seat
        if seat >= len(self._seats) or self._seats[seat] is not None:
            raise Refused("E_SEAT")
        check_name(sit.name)
        self._check_key(key)
        if sit.operator is not None:
            check_name(sit.operator.name)
            self._check_key(sit.operator.key)
            if not self._verify(sit.operator.key, sit.operator.sig, operator_digest(key)):
                raise Refused("E_OPERATOR")
        for place in sit.addresses:
            check_place(place)
        sitters = [one for one in self._seats if one is not None]
        if any(one.value == sit.value for one in sitters):
            raise Refused("E_KEY")
        newcomer = Newcomer(
            key=key,
            name=distinct_name(sit.name, [one.name for one in sitters]),
            value=bytes(sit.value),
            operator=sit.operator,
            places=gather_places(observed, sit.port, sit.addresses),
        )
        return seat, newcomer

    def _propose(self) -> list[Tell]:
        seats = [one for one in self._seats if one is not None]
        entries = [
            SeatEntry(key=Octets32(one.key), name=one.name, value=Octets32(one.value), operator=one.operator)
            for one in seats
        ]
        genesis = make_genesis(
            table_id=self._table_id, name=self._name, seats=entries, rules=self._rules, table=self._table
        )
        check_genesis(genesis, check_key=self._check_key, verify=self._verify)
        self._proposal = genesis
        self._sigs = {self._me: self._sign(genesis.digest())}
        return self._tell_all(self._proposed(genesis))

    def _proposed(self, genesis: Genesis) -> Propose:
        return Propose(genesis=genesis, addresses=[list(places) for places in self.places])

    def _take_signature(self, key: bytes, message: Sign) -> list[Tell]:
        if self.started is not None or self._proposal is None or key not in self._keys():
            return []
        digest = self._proposal.digest()
        if message.genesis != digest:
            return []
        if not self._verify(key, message.sig, digest):
            return self.dismiss(key, "E_SIGNATURE")
        self._sigs[key] = bytes(message.sig)
        if len(self._sigs) < len(self._seats):
            return []
        sigs = [Octets64(self._sigs[signer]) for signer in self._proposal.keys]
        self.started = SignedGenesis(self._proposal, sigs)
        return self._tell_all(Start(signed=self.started))

    def _withdraw(self) -> None:
        self._proposal = None
        self._sigs = {}

    def _keys(self) -> list[bytes]:
        return [one.key for one in self._seats if one is not None]

    def _tell_all(self, message: LobbyMessage) -> list[Tell]:
        return [Tell(key, message) for key in self._keys() if key != self._me]


def _lobby_seat(one: Newcomer) -> LobbySeat:
    return LobbySeat(key=Octets32(one.key), name=one.name, operator=one.operator, addresses=list(one.places))
