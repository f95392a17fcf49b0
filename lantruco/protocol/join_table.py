"""The joiner's side of a lobby: sign nothing but what was shown."""

from __future__ import annotations

from collections.abc import Callable

from .codec import Octets32, Octets64
from .errors import Refused
from .genesis import Genesis, SignedGenesis, Verify, check_genesis, check_signatures
from .lobby import (
    REFUSALS,
    Leave,
    Lobby,
    LobbyMessage,
    Newcomer,
    Place,
    Propose,
    Refuse,
    Sign,
    Sit,
    Start,
    check_lobby,
    check_place,
    is_form_of,
)


class JoinTable:
    """One joiner at one table. ``receive`` returns what to send to the opener.

    ``state`` goes looking → asked → seated → signed → started, back from signed to seated when the
    opener withdraws a proposal, and ends in over (with ``code``) when there will be no match here.

    A proposal is signed only if it says what the lobby showed: the table, its rules, the other seats
    with their keys, names and operators, and on the own seat the own key, name, operator and fresh value.
    """

    def __init__(
        self,
        me: Newcomer,
        *,
        opener: bytes,
        seat: int | None,
        port: int,
        sign: Callable[[bytes], bytes],
        check_key: Callable[[bytes], None],
        verify: Verify,
    ) -> None:
        self._me = me
        self._opener = opener
        self._wanted = seat
        self._port = port
        self._sign = sign
        self._check_key = check_key
        self._verify = verify
        self._proposal: Genesis | None = None
        self._places: tuple[tuple[Place, ...], ...] = ()
        self.state = "looking"
        self.code: str | None = None
        self.lobby: Lobby | None = None
        self.seat: int | None = None
        self.started: SignedGenesis | None = None

    @property
    def places(self) -> tuple[tuple[Place, ...], ...]:
        """Where the peer of each seat listens, in seat order; () before a proposal."""
        return self._places

    def receive(self, key: bytes, message: LobbyMessage) -> list[LobbyMessage]:
        """A message from the peer with this key. Only ``start`` may come from another than the opener.

        Raises:
            Refused: E_LOBBY for a message that has no place here, E_SIGNATURE for a start that not all
                have signed. Nothing changed.
        """
        if isinstance(message, Start):
            return self._start(key, message)
        if key != self._opener:
            raise Refused("E_LOBBY")
        if self.state in ("started", "over"):
            return []
        if isinstance(message, Lobby):
            return self._guarded(self._look, message)
        if isinstance(message, Propose):
            return self._guarded(self._consider, message)
        if isinstance(message, Refuse):
            return self._end(message.code if message.code in REFUSALS else "E_TABLE_CLOSED")
        if isinstance(message, Leave):
            return self._end("E_TABLE_CLOSED")
        raise Refused("E_LOBBY")

    def gone(self) -> None:
        """The link to the opener broke. Once signed, the start may still come from another peer."""
        if self.state != "signed":
            self.abandon()

    def abandon(self) -> None:
        """No start will come any more."""
        if self.state not in ("started", "over"):
            self._end("E_OPENER_GONE")

    def leave(self) -> list[LobbyMessage]:
        """The joiner gets up."""
        if self.state in ("started", "over"):
            return []
        self._end("E_LEFT")
        return [Leave()]

    def _guarded(self, take: Callable[..., list[LobbyMessage]], message: LobbyMessage) -> list[LobbyMessage]:
        try:
            return take(message)
        except Refused as refused:
            self._end(refused.code)
            return [Leave()]

    def _look(self, lobby: Lobby) -> list[LobbyMessage]:
        check_lobby(lobby, self._opener)
        first = self.lobby
        if first is not None and _terms(first) != _terms(lobby):
            raise Refused("E_PROPOSAL", reason="terms")
        self.lobby = lobby
        if self.state == "looking":
            return self._ask(lobby)
        seat = lobby.seat_of(self._me.key)
        if seat is None and self.state == "asked":
            return []
        self._check_own_seat(lobby, seat)
        self.seat = seat
        self.state = "seated"
        self._proposal = None
        return []

    def _ask(self, lobby: Lobby) -> list[LobbyMessage]:
        if None not in lobby.seats:
            raise Refused("E_FULL")
        if self._wanted is not None and (
            self._wanted >= len(lobby.seats) or lobby.seats[self._wanted] is not None
        ):
            raise Refused("E_SEAT")
        self.state = "asked"
        me = self._me
        sit = Sit(
            name=me.name,
            seat=self._wanted,
            operator=me.operator,
            value=Octets32(me.value),
            port=self._port,
            addresses=list(me.places),
        )
        return [sit]

    def _check_own_seat(self, lobby: Lobby, seat: int | None) -> None:
        shown = None if seat is None else lobby.seats[seat]
        if shown is None or (self.seat is not None and seat != self.seat):
            raise Refused("E_PROPOSAL", reason="seat")
        if self._wanted is not None and seat != self._wanted:
            raise Refused("E_PROPOSAL", reason="seat")
        if not is_form_of(shown.name, self._me.name) or shown.operator != self._me.operator:
            raise Refused("E_PROPOSAL", reason="name")

    def _consider(self, proposal: Propose) -> list[LobbyMessage]:
        lobby = self.lobby
        if self.state != "seated" or lobby is None or self.seat is None:
            raise Refused("E_PROPOSAL", reason="order")
        genesis = proposal.genesis
        check_genesis(genesis, check_key=self._check_key, verify=self._verify)
        terms = (genesis.table_id, genesis.name, genesis.rules, genesis.table)
        if terms != _terms(lobby) or genesis.previous is not None:
            raise Refused("E_PROPOSAL", reason="terms")
        shown = [None if one is None else (one.key, one.name, one.operator) for one in lobby.seats]
        if [(entry.key, entry.name, entry.operator) for entry in genesis.seats] != shown:
            raise Refused("E_PROPOSAL", reason="seats")
        if genesis.seats[self.seat].value != self._me.value:
            raise Refused("E_PROPOSAL", reason="value")
        if len(proposal.addresses) != genesis.players:
            raise Refused("E_PROPOSAL", reason="addresses")
        for places in proposal.addresses:
            for place in places:
                check_place(place)
        self._proposal = genesis
        self._places = tuple(tuple(places) for places in proposal.addresses)
        self.state = "signed"
        digest = genesis.digest()
        return [Sign(genesis=Octets32(digest), sig=Octets64(self._sign(digest)))]

    def _start(self, key: bytes, message: Start) -> list[LobbyMessage]:
        if self.state in ("started", "over"):
            return []
        mine = key == self._opener and self._me.key in message.signed.genesis.keys
        if self.state == "looking" and mine:
            # We sat in this match before our program was started anew.
            check_signatures(message.signed, self._verify)
            return self._end("E_RETURN")
        if self._proposal is None or message.signed.genesis != self._proposal:
            raise Refused("E_LOBBY")
        check_signatures(message.signed, self._verify)
        self.started = message.signed
        self.state = "started"
        return []

    def _end(self, code: str) -> list[LobbyMessage]:
        self.state = "over"
        self.code = code
        return []


def _terms(lobby: Lobby) -> tuple[bytes, str, dict[str, bool | str], dict[str, bool | int | str]]:
    return lobby.table_id, lobby.name, lobby.rules, lobby.table
