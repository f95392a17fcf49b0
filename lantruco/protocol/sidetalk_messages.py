"""What is said beside the log: the messages of table talk, and the words that sinais and partners know.

Side messages are signed and counted but stand in no log and no record.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec import Meta

from lantruco.fairdeal.transcript import digest

from .codec import Codec, Octets, Octets32, Octets64, encode
from .emoji import JOINED
from .errors import Refused
from .messages import MAX_HANDS, Seat

MAX_TEXT: Final = 200
"""Characters of one chat message: three lines of a small terminal."""
MAX_SIDE: Final = 2_048
"""Bytes of one side message: 200 characters of up to four bytes, twice escaped at worst, and the rest."""
MAX_COUNTER: Final = 2**31
MAX_RIVALS: Final = 3
MAX_PARTNERS: Final = 2
"""Of six seats."""
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
CONSULT: Final = ("pergunta", "aceita", "corre", "pede", "mostra", "decide")
"""What partners say to each other about an answer that is theirs to give: what do you think; accept, or
play the mão de onze; run; ask for more; have the família real shown; you decide."""


class SealedSinal(Octets):
    SIZE: ClassVar[int | None] = 48 + PADDED


class SealedOpening(Octets):
    """A sinal and the nonce of its veil."""

    SIZE: ClassVar[int | None] = 48 + PADDED + 32


Counter = Annotated[int, Meta(ge=0, lt=MAX_COUNTER)]


class SideBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """``counter`` grows with every side message of a seat in a match."""

    genesis: Octets32
    hand: Annotated[int, Meta(ge=0, lt=MAX_HANDS)]
    seat: Seat
    counter: Counter


class Chat(SideBody, frozen=True, tag="chat"):
    text: str


class SideKey(SideBody, frozen=True, tag="sidekey"):
    """The X25519 key that partners seal to, for this match."""

    key: Octets32


class Sinal(SideBody, frozen=True, tag="sinal"):
    to: Seat
    box: SealedSinal


class Consult(SideBody, frozen=True, tag="consult"):
    """One of ``CONSULT`` to a partner, sealed like a sinal."""

    to: Seat
    box: SealedSinal


class VeilBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    to: Seat
    box: SealedOpening


class Veiled(SideBody, frozen=True, tag="veiled"):
    """A sinal that an opponent may glimpse.

    veil: commitment to the sinal. coins: a commitment for each opponent, by seat, to what decides with his
    own value whether he glimpses it. boxes: the opening for each partner, by seat.
    """

    veil: Octets32
    coins: Annotated[list[Octets32], Meta(min_length=1, max_length=MAX_RIVALS)]
    boxes: Annotated[list[VeilBox], Meta(min_length=1, max_length=MAX_PARTNERS)]


class Look(SideBody, frozen=True, tag="look"):
    """An opponent looks at the veiled sinal with counter ``of``; ``value`` is fresh."""

    to: Seat
    of: Counter
    value: Octets32


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    sinal: str
    nonce: Octets32


class Glimpse(SideBody, frozen=True, tag="glimpse"):
    """The author's answer to a look: the coin, and the sinal if it was glimpsed."""

    to: Seat
    of: Counter
    coin: Octets32
    opening: Opening | None


ToAll = Chat | SideKey | Veiled
AnySide = ToAll | Sinal | Consult | Look | Glimpse


class SideSigned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: AnySide
    sig: Octets64


class SaidToAll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side message of a kind that its author sends to everybody alike."""

    side: ToAll
    sig: Octets64


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat has heard from another, for those who may have heard something else; itself unsigned.

    said: one message that is passed on, or two of one seat that contradict each other.
    """

    said: Annotated[list[SaidToAll], Meta(min_length=1, max_length=2)]


SIDE: Final[Codec[SideSigned]] = Codec(SideSigned)
SIDE_HEAD: Final = b'{"side":'
"""How the canonical bytes of a side message begin, and those of no other frame."""
SAID: Final[Codec[Said]] = Codec(Said)
SAID_HEAD: Final = b'{"said":'
"""The same of what is passed on."""
MAX_SAID: Final = 2 * MAX_SIDE + 16


@dataclass(frozen=True, slots=True)
class ChatSaid:
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class SinalSeen:
    """A partner's sinal, one of ``SINAIS``, for this seat alone."""

    seat: int
    sinal: str


@dataclass(frozen=True, slots=True)
class Consulted:
    """A partner's word about an answer of our side, one of ``CONSULT``."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class SinalGlimpsed:
    """An opponent's sinal that this seat has caught."""

    seat: int
    sinal: str


@dataclass(frozen=True, slots=True)
class SinalCaught:
    """The opponent ``seat`` has caught a sinal of ours."""

    seat: int
    sinal: str


@dataclass(frozen=True, slots=True)
class SinalHidden:
    """An opponent did not open a sinal to this seat that was glimpsed, or did not answer in time."""

    seat: int


@dataclass(frozen=True, slots=True)
class SaidTwoThings:
    """A seat has signed two things where it has one to say, and shown each to others: it is heard no more.

    kind: of both messages, or `mixed`.
    """

    seat: int
    kind: Literal["chat", "sidekey", "veiled", "mixed"]


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A side message to be sent to a seat, or to all others if ``to`` is None."""

    data: bytes
    to: int | None


Heard = ChatSaid | SinalSeen | Consulted | SinalGlimpsed | SinalCaught | SinalHidden


def check_text(text: str) -> None:
    """Raises Refused(E_TEXT) unless ``text`` is 1 to 200 printable NFC characters.

    A joiner between two emoji counts as printable: it draws nothing, but what it joins is one picture.
    """
    seen = JOINED.sub("", text)
    printable = not any(unicodedata.category(char).startswith(("C", "Zl", "Zp")) for char in seen)
    if not (1 <= len(text) <= MAX_TEXT and printable and unicodedata.normalize("NFC", text) == text):
        raise Refused("E_TEXT", limit=MAX_TEXT)


def padded(word: str) -> bytes:
    """A word as it is sealed and committed to: all are equally long."""
    return word.encode("ascii").ljust(PADDED, b"\0")


def unpadded(plain: bytes) -> str:
    return plain.rstrip(b"\0").decode("ascii", "replace")


def side_digest(body: SideBody) -> bytes:
    """The 32 bytes that the author of a side message signs."""
    return digest("side", [("body", encode(body))])
