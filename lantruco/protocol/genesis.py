"""Genesis: who sits where, by which rules, under which fresh values, signed by every seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from lantruco.rules import TABLE_SIZES, OptionError, Options

from .codec import Codec, Octets16, Octets32, Octets64, encode
from .errors import Refused
from .hashing import VERSION, genesis_digest
from .hashing import operator_digest as operator_digest
from .names import check_name as check_name

MAX_GENESIS: Final = 16_384
LIVRES, ESPIADOS, PROIBIDOS = "livres", "espiados", "proibidos"
SINAIS_CHOICES: Final = (LIVRES, ESPIADOS, PROIBIDOS)
"""Partner signals: free, such that an opponent may glimpse one, or forbidden."""
Table = Mapping[str, int | str]
TABLE_DEFAULTS: Final[Table] = {"seats": 2, "tempo": 0, "waiting": 120, "sinais": LIVRES}
"""Seats; seconds for a decision (0: none); seconds a table waits for one who is gone; partner signals."""
TABLE_LIMITS: Final = {"tempo": (0, 600), "waiting": (10, 3600)}

Verify = Callable[[bytes, bytes, bytes], bool]
"""``verify(public key, signature, data)``: Ed25519, keys already checked."""


class Operator(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The person who runs a bot: key, name and a signature over the bot's key."""

    key: Octets32
    name: str
    sig: Octets64


class SeatEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat: identity key, name, the seat's own fresh value, and the operator if a bot sits there."""

    key: Octets32
    name: str
    value: Octets32
    operator: Operator | None


class Genesis(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    game: Literal["truco-paulista"]
    protocol: Annotated[int, Meta(ge=0, le=65535)]
    table_id: Octets16
    name: str
    entry: Annotated[int, Meta(ge=0, le=0)]
    previous: Octets32 | None
    rules: dict[str, bool | str]
    table: dict[str, bool | int | str]
    seats: Annotated[list[SeatEntry], Meta(min_length=min(TABLE_SIZES), max_length=max(TABLE_SIZES))]

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def keys(self) -> tuple[bytes, ...]:
        return tuple(bytes(seat.key) for seat in self.seats)

    def digest(self) -> bytes:
        """The hash that stands in every later message, and that every seat signs."""
        return genesis_digest(encode(self))

    def options(self) -> Options:
        return Options.from_map(self.rules)

    def is_bot(self, seat: int) -> bool:
        return self.seats[seat].operator is not None


class SignedGenesis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The genesis with one signature per seat, in seat order: the first line of a record."""

    genesis: Genesis
    sigs: Annotated[list[Octets64], Meta(min_length=min(TABLE_SIZES), max_length=max(TABLE_SIZES))]

    def to_bytes(self) -> bytes:
        return encode(self)


SIGNED_GENESIS: Final[Codec[SignedGenesis]] = Codec(SignedGenesis)


def rules_map(options: Mapping[str, object] | None = None) -> dict[str, bool | str]:
    """The complete ``rules`` map for chosen options; Refused(E_OPTION) for an unknown one or value."""
    try:
        return dict(Options.from_map(options or {}).to_map())
    except OptionError as error:
        raise Refused("E_OPTION", name=error.name, value=error.value) from error


def check_genesis(genesis: Genesis, *, check_key: Callable[[bytes], None], verify: Verify) -> None:
    """Everything about a genesis that does not depend on who reads it.

    Raises:
        Refused: E_VERSION, E_NAME, E_TABLE, E_OPTION, E_KEY (bad or repeated), E_OPERATOR.
    """
    if genesis.protocol != VERSION:
        raise Refused("E_VERSION", theirs=genesis.protocol, ours=VERSION)
    if genesis.players not in TABLE_SIZES:
        raise Refused("E_TABLE", name="seats")
    check_table(genesis.table)
    if genesis.table["seats"] != genesis.players:
        raise Refused("E_TABLE", name="seats")
    check_name(genesis.name)
    if rules_map(genesis.rules) != genesis.rules:
        raise Refused("E_OPTION", name="rules", value="incomplete")
    keys = genesis.keys
    operators = [bytes(seat.operator.key) for seat in genesis.seats if seat.operator]
    if len(set(keys)) != len(keys) or len({seat.value for seat in genesis.seats}) != len(keys):
        raise Refused("E_KEY", reason="repeated")
    for key in {*keys, *operators}:
        check_key(key)
    for seat in genesis.seats:
        check_name(seat.name)
        if seat.operator is not None:
            check_name(seat.operator.name)
            if not verify(seat.operator.key, seat.operator.sig, operator_digest(seat.key)):
                raise Refused("E_OPERATOR")


def check_table(table: Table) -> None:
    """Raises Refused(E_TABLE, name=…) unless ``table`` is a complete map of values within their limits."""
    if set(table) != set(TABLE_DEFAULTS):
        raise Refused("E_TABLE", name=min(set(table) ^ set(TABLE_DEFAULTS)))
    if isinstance(table["seats"], bool) or table["seats"] not in TABLE_SIZES:
        raise Refused("E_TABLE", name="seats")
    if table["sinais"] not in SINAIS_CHOICES:
        raise Refused("E_TABLE", name="sinais")
    for name, (low, high) in TABLE_LIMITS.items():
        value = table[name]
        if isinstance(value, bool | str) or not low <= value <= high:
            raise Refused("E_TABLE", name=name)


def check_signatures(signed: SignedGenesis, verify: Verify) -> None:
    """Raises Refused(E_SIGNATURE, seat=…) for the first seat whose signature does not hold."""
    digest = signed.genesis.digest()
    if len(signed.sigs) != signed.genesis.players:
        raise Refused("E_SIGNATURE", seat=len(signed.sigs))
    for seat, (entry, sig) in enumerate(zip(signed.genesis.seats, signed.sigs, strict=True)):
        if not verify(entry.key, sig, digest):
            raise Refused("E_SIGNATURE", seat=seat)


def make_genesis(
    *,
    table_id: bytes,
    name: str,
    seats: Sequence[SeatEntry],
    rules: Mapping[str, bool | str],
    table: Table,
    previous: bytes | None = None,
) -> Genesis:
    return Genesis(
        game="truco-paulista",
        protocol=VERSION,
        table_id=Octets16(table_id),
        name=name,
        entry=0,
        previous=None if previous is None else Octets32(previous),
        rules=dict(rules),
        table={**TABLE_DEFAULTS, **table, "seats": len(seats)},
        seats=list(seats),
    )
