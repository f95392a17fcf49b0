"""Table talk beside the log: chat for all, sinais for a partner alone.

Side messages are signed and counted but stand in no log and no record. A sinal is sealed to a
key that the partner announces for this match, and padded, so that its length tells nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import Meta

from lantruco.fairdeal import Entropy
from lantruco.fairdeal.transcript import digest
from lantruco.rules import SIDES, side

from .codec import Codec, Octets, Octets32, Octets64, encode
from .errors import Refused
from .genesis import Genesis, Verify
from .messages import MAX_HANDS, Seat
from .sealing import Unsealable, check_box_key, public_of, seal, unseal

MAX_TEXT: Final = 200
"""Characters of one chat message: three lines of a small terminal."""
MAX_SIDE: Final = 2_048
"""Bytes of one side message: 200 characters of up to four bytes, twice escaped at worst, and the rest."""
MAX_COUNTER: Final = 2**31
BURST: Final = 6
"""Side messages that one seat may send at once."""
PER_SECOND: Final = 1.0
"""And how fast it earns new ones; more is not shown."""
PADDED: Final = 32
SINAIS: Final = (
    "zap",
    "escopeta",
    "espadilha",
    "pica_fumo",
    "tres",
    "dois",
    "as",
    "fraco",
    "truca",
    "espera",
)
"""The signals of tradition: the four manilhas, a 3, a 2, an ace, nothing; call truco; hold back."""


class SealedSinal(Octets):
    SIZE: ClassVar[int | None] = 48 + PADDED


class SideBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """``counter`` grows with every side message of a seat in a match."""

    genesis: Octets32
    hand: Annotated[int, Meta(ge=0, lt=MAX_HANDS)]
    seat: Seat
    counter: Annotated[int, Meta(ge=0, lt=MAX_COUNTER)]


class Chat(SideBody, frozen=True, tag="chat"):
    text: str


class SideKey(SideBody, frozen=True, tag="sidekey"):
    """The X25519 key that partners seal sinais to, for this match."""

    key: Octets32


class Sinal(SideBody, frozen=True, tag="sinal"):
    to: Seat
    box: SealedSinal


class SideSigned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Chat | SideKey | Sinal
    sig: Octets64


SIDE: Final[Codec[SideSigned]] = Codec(SideSigned)
SIDE_HEAD: Final = b'{"side":'
"""How the canonical bytes of a side message begin, and those of no other frame."""


@dataclass(frozen=True, slots=True)
class ChatSaid:
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class SinalSeen:
    """A partner's sinal, one of ``SINAIS``, for this seat alone."""

    seat: int
    sinal: str


def check_text(text: str) -> None:
    """Raises Refused(E_TEXT) unless ``text`` is 1 to 200 printable NFC characters."""
    printable = not any(unicodedata.category(char).startswith(("C", "Zl", "Zp")) for char in text)
    if not (1 <= len(text) <= MAX_TEXT and printable and unicodedata.normalize("NFC", text) == text):
        raise Refused("E_TEXT", limit=MAX_TEXT)


def side_digest(body: SideBody) -> bytes:
    """The 32 bytes that the author of a side message signs."""
    return digest("side", [("body", encode(body))])


class SideTalk:
    """One seat's side messages, sent and received. Time is an argument, in seconds of any steady clock."""

    def __init__(
        self, genesis: Genesis, seat: int, *, sign: Callable[[bytes], bytes], verify: Verify, entropy: Entropy
    ) -> None:
        self.genesis = genesis
        self.seat = seat
        self._digest = Octets32(genesis.digest())
        self._sign = sign
        self._verify = verify
        self._entropy = entropy
        self._secret = entropy.bytes(32)
        self._counter = 0
        self._heard = dict.fromkeys(range(genesis.players), -1)
        self._keys: dict[int, bytes] = {}
        self._left = {seat: (float(BURST), 0.0) for seat in range(genesis.players)}
        self._key_message: bytes | None = None

    @property
    def partners(self) -> tuple[int, ...]:
        """Seats that sinais may go to."""
        same = range(side(self.seat), self.genesis.players, len(SIDES))
        return tuple(other for other in same if other != self.seat)

    def key_message(self) -> bytes:
        """Announces our key for sinais; the same bytes whenever a link comes up."""
        if self._key_message is None:
            self._key_message = self._signed(
                SideKey(
                    genesis=self._digest,
                    hand=0,
                    seat=self.seat,
                    counter=self._next(),
                    key=Octets32(public_of(self._secret)),
                )
            )
        return self._key_message

    def chat(self, text: str, hand: int) -> bytes:
        """A chat message for all; raises Refused(E_TEXT)."""
        check_text(text)
        slot = {"genesis": self._digest, "hand": hand, "seat": self.seat, "counter": self._next()}
        return self._signed(msgspec.convert({**slot, "text": text, "kind": "chat"}, Chat))

    def sinal(self, sinal: str, to: int, hand: int) -> bytes:
        """A sinal for the partner ``to``; raises Refused: E_SINAIS, E_SINAL, E_PARTNER, E_SIDEKEY."""
        if not self.genesis.table["sinais"]:
            raise Refused("E_SINAIS")
        if sinal not in SINAIS:
            raise Refused("E_SINAL")
        if to not in self.partners:
            raise Refused("E_PARTNER")
        if to not in self._keys:
            raise Refused("E_SIDEKEY")
        counter = self._next()
        context = self._context(hand, self.seat, to, counter)
        plain = sinal.encode("ascii").ljust(PADDED, b"\0")
        box = SealedSinal(seal(plain, self._keys[to], context, self._entropy.bytes(32)))
        return self._signed(
            Sinal(genesis=self._digest, hand=hand, seat=self.seat, counter=counter, to=to, box=box)
        )

    def receive(self, data: bytes, hand: int, now: float) -> ChatSaid | SinalSeen | None:
        """What a side message tells this seat, if anything.

        Raises:
            Refused: E_SIZE, E_FORMAT, E_CANON, E_GENESIS, E_SEAT, E_SIGNATURE, E_TEXT, E_SIDEKEY,
                E_SINAIS, E_PARTNER, E_BOX; E_STALE for an old counter, E_RATE for one too many,
                E_HAND for a hand that is neither this nor a neighbour.
        """
        signed = SIDE.decode(data, limit=MAX_SIDE)
        body = signed.side
        if body.genesis != self._digest:
            raise Refused("E_GENESIS")
        if body.seat >= self.genesis.players or body.seat == self.seat:
            raise Refused("E_SEAT")
        if not self._verify(self.genesis.seats[body.seat].key, signed.sig, side_digest(body)):
            raise Refused("E_SIGNATURE")
        if body.counter <= self._heard[body.seat]:
            raise Refused("E_STALE")
        if not isinstance(body, SideKey) and abs(body.hand - hand) > 1:
            raise Refused("E_HAND")
        self._heard[body.seat] = body.counter
        self._spend(body.seat, now)
        if isinstance(body, SideKey):
            self._take_key(body)
            return None
        if isinstance(body, Chat):
            check_text(body.text)
            return ChatSaid(body.seat, body.text)
        return self._take_sinal(body)

    def _take_key(self, body: SideKey) -> None:
        if body.seat in self._keys:
            raise Refused("E_SIDEKEY")
        try:
            check_box_key(bytes(body.key))
        except Unsealable as error:
            raise Refused("E_SIDEKEY") from error
        self._keys[body.seat] = bytes(body.key)

    def _take_sinal(self, body: Sinal) -> SinalSeen | None:
        if not self.genesis.table["sinais"]:
            raise Refused("E_SINAIS")
        if side(body.to) != side(body.seat):
            raise Refused("E_PARTNER")
        if body.to != self.seat:
            return None
        try:
            context = self._context(body.hand, body.seat, body.to, body.counter)
            plain = unseal(bytes(body.box), self._secret, context)
        except Unsealable as error:
            raise Refused("E_BOX") from error
        sinal = plain.rstrip(b"\0").decode("ascii", "replace")
        if sinal not in SINAIS:
            raise Refused("E_SINAL")
        return SinalSeen(body.seat, sinal)

    def _spend(self, seat: int, now: float) -> None:
        left, since = self._left[seat]
        left = min(float(BURST), left + (now - since) * PER_SECOND)
        if left < 1:
            self._left[seat] = (left, now)
            raise Refused("E_RATE")
        self._left[seat] = (left - 1, now)

    def _context(self, hand: int, seat: int, to: int, counter: int) -> bytes:
        return digest(
            "side-box",
            [("genesis", self._digest), ("hand", hand), ("seat", seat), ("to", to), ("counter", counter)],
        )

    def _next(self) -> int:
        self._counter += 1
        return self._counter

    def _signed(self, body: Chat | SideKey | Sinal) -> bytes:
        return encode(SideSigned(body, Octets64(self._sign(side_digest(body)))))
