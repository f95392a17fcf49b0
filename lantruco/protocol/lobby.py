"""The words of the lobby: control messages between two peers before a match (docs/protocol.md, "Lobby").

They travel unsigned over an authenticated link, so their author is the key at the other end. None of
them binds anybody: only the signatures under the genesis do.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from lantruco.rules import TABLE_SIZES, OptionError, Options

from .codec import Codec, Octets16, Octets32, Octets64
from .errors import Refused
from .genesis import (
    TABLE_DEFAULTS,
    Genesis,
    Operator,
    SignedGenesis,
    Table,
    check_table,
)
from .names import MAX_NAME, check_name

REFUSALS: Final = frozenset(
    {
        *("E_FULL", "E_SEAT", "E_SEATED", "E_NAME", "E_KEY", "E_OPERATOR", "E_ADDRESS", "E_SIGNATURE"),
        *("E_LATE", "E_SENT_AWAY"),
    }
)
"""Why an opener may send somebody away; a joiner believes no other reason."""
MAX_CONTROL: Final = 32_768
"""Longest control message in bytes: a signed genesis of six seats with operators takes less than 5,000."""
MAX_ADDRESSES: Final = 8
"""Addresses told per seat: a machine rarely has more usable ones, and each costs everybody a dial."""
MAX_HOST: Final = 45
"""Characters of the longest literal IPv6 address."""

SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Code = Annotated[str, Meta(pattern=r"^E_[A-Z_]{1,30}\Z")]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a peer listens: a literal address and a port."""

    host: Annotated[str, Meta(max_length=MAX_HOST)]
    port: Annotated[int, Meta(ge=1, le=65535)]


Places = Annotated[list[Place], Meta(max_length=MAX_ADDRESSES)]


class LobbySeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits on one seat of an open table, and where that peer listens."""

    key: Octets32
    name: str
    operator: Operator | None
    addresses: Places


class Control(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """Any message that is not a signed message of a match."""


class Sit(Control, frozen=True, tag="sit"):
    """Joiner: give me this seat, or any (null). ``value`` is the joiner's fresh value for the genesis."""

    name: Annotated[str, Meta(max_length=MAX_NAME)]
    seat: SeatNumber | None
    operator: Operator | None
    value: Octets32
    port: Annotated[int, Meta(ge=1, le=65535)]
    addresses: Places


class Lobby(Control, frozen=True, tag="lobby"):
    """Opener: the table as it stands. It withdraws a proposal that was made before it."""

    table_id: Octets16
    name: str
    rules: dict[str, bool | str]
    table: dict[str, bool | int | str]
    seats: Annotated[list[LobbySeat | None], Meta(min_length=min(TABLE_SIZES), max_length=max(TABLE_SIZES))]

    def seat_of(self, key: bytes) -> int | None:
        """The seat where ``key`` sits, if it does."""
        for number, seat in enumerate(self.seats):
            if seat is not None and seat.key == key:
                return number
        return None


class Refuse(Control, frozen=True, tag="refuse"):
    """Opener: no, and why. The link may be closed after it."""

    code: Code


class Propose(Control, frozen=True, tag="propose"):
    """Opener: the table is full; this is what everybody would sign. ``addresses`` has one list per seat."""

    genesis: Genesis
    addresses: Annotated[list[Places], Meta(min_length=min(TABLE_SIZES), max_length=max(TABLE_SIZES))]


class Sign(Control, frozen=True, tag="sign"):
    """Joiner: my signature under the genesis of this digest."""

    genesis: Octets32
    sig: Octets64


class Start(Control, frozen=True, tag="start"):
    """Anybody who has it: the genesis that all have signed. The match begins."""

    signed: SignedGenesis


class Leave(Control, frozen=True, tag="leave"):
    """I leave the table; from the opener before the start: the table is closed."""


class Again(Control, frozen=True, tag="again"):
    """A seat of a closed match: the same again. ``genesis`` is that match's, ``value`` fresh for the next."""

    genesis: Octets32
    value: Octets32


LobbyMessage = Sit | Lobby | Refuse | Propose | Sign | Start | Leave | Again
LOBBY: Final[Codec[LobbyMessage]] = Codec(LobbyMessage)


@dataclass(frozen=True)
class Newcomer:
    """Somebody who sits or wants to: what goes into the genesis, and where the peer listens."""

    key: bytes
    name: str
    value: bytes
    operator: Operator | None = None
    places: tuple[Place, ...] = ()


def check_place(place: Place) -> None:
    """Raises Refused(E_ADDRESS) unless the host is a literal address, in its usual form, to be dialled."""
    try:
        address = ipaddress.ip_address(place.host)
    except ValueError as error:
        raise Refused("E_ADDRESS") from error
    # A scoped address means something on one machine only.
    if str(address) != place.host or "%" in place.host or address.is_unspecified or address.is_multicast:
        raise Refused("E_ADDRESS")


def gather_places(observed: str | None, port: int, told: Sequence[Place]) -> tuple[Place, ...]:
    """The addresses of a peer, likeliest first: where it was seen, then what it told; loopback last."""
    places = list(told)
    if observed is not None:
        seen = Place(observed, port)
        try:
            check_place(seen)
        except Refused:
            pass
        else:
            places.insert(0, seen)
    unique = list(dict.fromkeys(places))
    unique.sort(key=lambda place: ipaddress.ip_address(place.host).is_loopback)
    return tuple(unique[:MAX_ADDRESSES])


def distinct_name(name: str, taken: Collection[str]) -> str:
    """``name``, or with a number behind it when somebody at the table is called so already.

    Raises Refused(E_NAME) when all forms are taken: a name of full length that ends in a number has fewer.
    """
    lowered = {other.casefold() for other in taken}
    for form in _forms(name):
        if form.casefold() not in lowered:
            return form
    raise Refused("E_NAME")


def is_form_of(shown: str, name: str) -> bool:
    """Whether a table may show somebody who is called ``name`` as ``shown``."""
    return shown in _forms(name)


def _forms(name: str) -> list[str]:
    numbered = [f"{name[: MAX_NAME - 2].rstrip()} {number}" for number in range(2, max(TABLE_SIZES) + 1)]
    return [name, *numbered]


def table_map(chosen: Table) -> dict[str, int | str]:
    """The complete ``table`` map for what was chosen.

    Raises:
        Refused: E_TABLE with the ``name`` of the entry that is unknown or out of its limits.
    """
    full = {**TABLE_DEFAULTS, **chosen}
    check_table(full)
    return full


def unusual(rules: Mapping[str, bool | str], table: Table) -> str:
    """What differs from the usual rules and table in kind, as ``name=value`` words for people."""
    usual: dict[str, object] = {**Options().to_map(), "sinais": TABLE_DEFAULTS["sinais"]}
    chosen = {**rules, "sinais": table["sinais"]}
    return " ".join(
        f"{name}={str(value).lower()}" for name, value in sorted(chosen.items()) if usual[name] != value
    )


def check_lobby(lobby: Lobby, opener: bytes) -> None:
    """What a joiner asks of a table before it thinks of sitting there.

    Raises:
        Refused: E_NAME, E_TABLE, E_OPTION, E_KEY (one key on two seats), E_ADDRESS,
            E_PROPOSAL when the opener does not sit at the table itself.
    """
    check_name(lobby.name)
    check_table(lobby.table)
    if len(lobby.seats) != lobby.table["seats"]:
        raise Refused("E_TABLE", name="seats")
    try:
        full = Options.from_map(lobby.rules).to_map()
    except OptionError as error:
        raise Refused("E_OPTION", name=error.name, value=error.value) from error
    if full != lobby.rules:
        raise Refused("E_OPTION", name="rules", value="incomplete")
    taken = [seat for seat in lobby.seats if seat is not None]
    if len({bytes(seat.key) for seat in taken}) != len(taken):
        raise Refused("E_KEY", reason="repeated")
    for seat in taken:
        check_name(seat.name)
        if seat.operator is not None:
            check_name(seat.operator.name)
        for place in seat.addresses:
            check_place(place)
    if lobby.seat_of(opener) is None:
        raise Refused("E_PROPOSAL", reason="opener")
