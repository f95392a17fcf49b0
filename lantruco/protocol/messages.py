"""Every message of the two logs, as typed, frozen values (docs/protocol.md, "Messages").

A message on the wire is ``{"body":{…},"sig":"…"}``; the signature covers the exact bytes of
the body. All bodies carry their slot: genesis, log, hand, attempt, step, kind, previous
digest and the seat that speaks.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypedDict

import msgspec
from msgspec import Meta

from lantruco.rules import DECK_SIZE, GOAL, HAND_SIZE, TABLE_SIZES

from .codec import Codec, Octets, Octets32, Octets64, encode
from .hashing import signed_digest

MAX_SEATS: Final = max(TABLE_SIZES)
MAX_HANDS: Final = 10_000
"""A match of tied hands could go on for ever; nobody plays this long."""
MAX_STEPS: Final = 1_000_000
MAX_ROUND: Final = 6
"""Rounds of closings after the first: one cheat alone makes two necessary."""
DECK_BYTES: Final = DECK_SIZE * 64
MAX_PROOF_BYTES: Final = 8_192
"""The shuffle proof of 40 cards takes less than 6,700."""
MAX_BOX_BYTES: Final = 512
"""A box of three shares with their proofs takes 336."""
MAX_SHARES_BYTES: Final = DECK_SIZE * 32

Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Score = Annotated[int, Meta(ge=0, le=GOAL)]
Word = Literal["truco", "seis", "nove", "doze", "aceita", "corre", "joga", "mostra", "familia"]


class DeckOctets(Octets):
    SIZE = DECK_BYTES


class ProofOctets(Octets):
    MAX: ClassVar[int] = MAX_PROOF_BYTES


class BoxOctets(Octets):
    MAX: ClassVar[int] = MAX_BOX_BYTES


class SharesOctets(Octets):
    MAX: ClassVar[int] = MAX_SHARES_BYTES


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """The slot of a message. ``hand`` and ``attempt`` count from 0; so does ``step`` in each log."""

    genesis: Octets32
    log: Literal["main", "deck"]
    hand: Annotated[int, Meta(ge=0, lt=MAX_HANDS)]
    attempt: Annotated[int, Meta(ge=0, lt=256)]
    step: Annotated[int, Meta(ge=0, lt=MAX_STEPS)]
    prev: Octets32
    seat: Seat

    @property
    def kind(self) -> str:
        tag = self.__struct_config__.tag
        assert isinstance(tag, str)
        return tag


class Commit(Body, frozen=True, tag="commit"):
    commitment: Octets32


class Reveal(Body, frozen=True, tag="reveal"):
    nonce: Octets32
    key: Octets32
    proof: Octets64


class Shuffle(Body, frozen=True, tag="shuffle"):
    deck: DeckOctets
    proof: ProofOctets


class Verdict(Body, frozen=True, tag="verdict"):
    """The seat has verified every shuffle of this deck and found it good.

    A shuffle that is not good needs no complaint: the message itself is the evidence, and every
    peer finds the same.
    """


class HandStart(Body, frozen=True, tag="hand"):
    """Acknowledges the score so far and names the deck log that the hand is played with."""

    deck: Octets32
    score: tuple[Score, Score]


class Shares(Body, frozen=True, tag="shares"):
    """Shares for the positions that the rules open now, in ascending order of position."""

    shares: SharesOctets
    proof: ProofOctets


class Play(Body, frozen=True, tag="play"):
    """A card by its deck position: face up with the owner's share and proof, covered with neither."""

    position: Annotated[int, Meta(ge=0, lt=DECK_SIZE)]
    share: Octets32 | None
    proof: ProofOctets | None


class ShowCards(Body, frozen=True, tag="show"):
    """The three cards of a challenged família real: a share and a proof for each, in hand order."""

    shares: Annotated[list[Octets32], Meta(min_length=HAND_SIZE, max_length=HAND_SIZE)]
    proofs: Annotated[list[Octets64], Meta(min_length=HAND_SIZE, max_length=HAND_SIZE)]


class BoxKeys(Body, frozen=True, tag="boxkeys"):
    """One-time X25519 keys of a receiver, one per sender, in the order of the senders' seats."""

    keys: Annotated[list[Octets32], Meta(min_length=1, max_length=MAX_SEATS)]


class Boxes(Body, frozen=True, tag="boxes"):
    """Sealed shares of a sender, one box per receiver, in the order of the receivers' seats."""

    boxes: Annotated[list[BoxOctets], Meta(min_length=1, max_length=MAX_SEATS)]


class Opened(Body, frozen=True, tag="opened"):
    """For each box, in the order of the senders: null, or the one-time secret of one that is bad."""

    secrets: Annotated[list[Octets32 | None], Meta(min_length=1, max_length=MAX_SEATS)]


class PartnerWord(Body, frozen=True, tag="word"):
    """A partner's answer, sent to the spokesman, who logs it inside his own ``call``."""

    word: Word


class SignedWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    body: PartnerWord
    sig: Octets64


class Call(Body, frozen=True, tag="call"):
    """A raise, a claim, an answer or an onze decision; with ``partner`` the word is the partner's."""

    word: Word
    partner: SignedWord | None


class Close(Body, frozen=True, tag="close"):
    """The result, signed by every seat but one at fault.

    ``winner`` is side 0 (even seats) or 1; ``fault`` names the seat at fault; ``deck`` is the
    digest of the deck log that holds the fault, when it is not in the main log. ``round`` counts the
    rounds in which the seats agree on one end; ``closed`` says that the author has closed on this one, or
    returned to it (`closing`).
    """

    winner: Annotated[int, Meta(ge=0, le=1)]
    score: tuple[Score, Score]
    fault: Seat | None
    deck: Octets32 | None
    round: Annotated[int, Meta(ge=0, le=MAX_ROUND)]
    closed: bool


Message = (
    Commit
    | Reveal
    | Shuffle
    | Verdict
    | HandStart
    | Shares
    | Play
    | ShowCards
    | BoxKeys
    | Boxes
    | Opened
    | PartnerWord
    | Call
    | Close
)
DECK_KINDS: Final = (Commit, Reveal, Shuffle, Verdict)


class Slot(TypedDict):
    """The common fields of a body, ready to be passed to its constructor."""

    genesis: Octets32
    log: Literal["main", "deck"]
    hand: int
    attempt: int
    step: int
    prev: Octets32
    seat: int


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message with its signature, as it travels and as it stands in a record."""

    body: Message
    sig: Octets64

    def to_bytes(self) -> bytes:
        return encode(self)


SIGNED: Final[Codec[Signed]] = Codec(Signed)


def body_bytes(body: Body) -> bytes:
    """The exact bytes that the signature and the step digest cover."""
    return encode(body)


def body_digest(body: Body) -> bytes:
    return signed_digest(encode(body))
