"""Table talk beside the log, as one seat speaks and hears it.

Chat is for all. Sinais and what partners ask each other are sealed to a key that the partner announces for
this match, and padded, so that their length tells nothing. Where the table has it so, an opponent may
glimpse a sinal with a chance that neither side can choose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from lantruco.fairdeal import Entropy
from lantruco.fairdeal.transcript import digest
from lantruco.rules import partners_of, seats_of, side

from .codec import Octets32, Octets64, encode
from .errors import Refused
from .genesis import ESPIADOS, PROIBIDOS, Genesis, Verify
from .sealing import Unsealable, check_box_key, public_of, seal, unseal
from .sidetalk_messages import (
    CONSULT,
    MAX_SIDE,
    PADDED,
    SIDE,
    SINAIS,
    AnySide,
    Chat,
    ChatSaid,
    Consult,
    Consulted,
    Glimpse,
    Heard,
    Look,
    Outgoing,
    SealedOpening,
    SealedSinal,
    SideKey,
    SideSigned,
    Sinal,
    SinalGlimpsed,
    SinalHidden,
    SinalSeen,
    VeilBox,
    Veiled,
    check_text,
    padded,
    side_digest,
    unpadded,
)
from .sidetalk_veil import Looks, OwnVeils, slot_of, veil_of

BURST: Final = 6
"""Side messages that one seat may send at once."""
PER_SECOND: Final = 1.0
"""And how fast it earns new ones; more is not shown."""


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
        self._veils = OwnVeils(self._rivals(seat), entropy)
        self._looks = Looks(seat, entropy)

    @property
    def partners(self) -> tuple[int, ...]:
        """Seats that sinais may go to."""
        return self._partners(self.seat)

    # -- speaking

    def key_message(self) -> bytes:
        """Announces our key for sinais; the same bytes whenever a link comes up."""
        if self._key_message is None:
            key = Octets32(public_of(self._secret))
            self._key_message = self._signed(
                SideKey(genesis=self._digest, hand=0, seat=self.seat, counter=self._next(), key=key)
            )
        return self._key_message

    def chat(self, text: str, hand: int) -> Outgoing:
        """A chat message for all; raises Refused(E_TEXT)."""
        check_text(text)
        slot = {"genesis": self._digest, "hand": hand, "seat": self.seat, "counter": self._next()}
        return Outgoing(self._signed(msgspec.convert({**slot, "text": text, "kind": "chat"}, Chat)), None)

    def sinal(self, sinal: str, hand: int) -> list[Outgoing]:
        """A sinal for all partners; raises Refused: E_SINAIS, E_SINAL, E_PARTNER, E_SIDEKEY."""
        if self.genesis.table["sinais"] == PROIBIDOS:
            raise Refused("E_SINAIS")
        if sinal not in SINAIS:
            raise Refused("E_SINAL")
        keys = self._partner_keys()
        if self.genesis.table["sinais"] == ESPIADOS:
            return [Outgoing(self._veiled(sinal, hand, keys), None)]
        return [Outgoing(self._sealed(Sinal, sinal, to, key, hand), to) for to, key in keys.items()]

    def consult(self, word: str, hand: int) -> list[Outgoing]:
        """A word of ``CONSULT`` for all partners; raises Refused: E_SINAL, E_PARTNER, E_SIDEKEY."""
        if word not in CONSULT:
            raise Refused("E_SINAL")
        keys = self._partner_keys()
        return [Outgoing(self._sealed(Consult, word, to, key, hand), to) for to, key in keys.items()]

    def _partner_keys(self) -> dict[int, bytes]:
        if not self.partners:
            raise Refused("E_PARTNER")
        if any(partner not in self._keys for partner in self.partners):
            raise Refused("E_SIDEKEY")
        return {partner: self._keys[partner] for partner in self.partners}

    def _sealed(self, kind: type[Sinal] | type[Consult], word: str, to: int, key: bytes, hand: int) -> bytes:
        counter = self._next()
        context = self._context(kind, hand, self.seat, to, counter)
        box = SealedSinal(seal(padded(word), key, context, self._entropy.bytes(32)))
        return self._signed(
            kind(genesis=self._digest, hand=hand, seat=self.seat, counter=counter, to=to, box=box)
        )

    def _veiled(self, sinal: str, hand: int, keys: dict[int, bytes]) -> bytes:
        counter = self._next()
        veil, nonce, coins = self._veils.show((bytes(self._digest), hand, self.seat, counter), sinal)
        boxes = []
        for to, key in keys.items():
            context = self._context(Veiled, hand, self.seat, to, counter)
            box = seal(padded(sinal) + nonce, key, context, self._entropy.bytes(32))
            boxes.append(VeilBox(to=to, box=SealedOpening(box)))
        return self._signed(
            Veiled(
                genesis=self._digest,
                hand=hand,
                seat=self.seat,
                counter=counter,
                veil=Octets32(veil),
                coins=coins,
                boxes=boxes,
            )
        )

    # -- hearing

    def receive(self, data: bytes, hand: int, now: float, *, by: int | None = None) -> list[Heard | Outgoing]:
        """What a side message tells this seat, and what its program answers by itself.

        by: the seat at the other end of the link, where there is one. Messages of others are refused: passed
        on before its time, a later one would make the author's own earlier ones stale.

        Raises:
            Refused: E_SIZE, E_FORMAT, E_CANON, E_GENESIS, E_SEAT, E_SIGNATURE, E_TEXT, E_SIDEKEY,
                E_SINAIS, E_SINAL, E_PARTNER, E_BOX; E_STALE for an old counter or an answer that nothing
                waits for, E_RATE for one too many, E_HAND for a hand that is neither this nor a neighbour.
        """
        signed = SIDE.decode(data, limit=MAX_SIDE)
        body = signed.side
        if body.genesis != self._digest:
            raise Refused("E_GENESIS")
        if body.seat >= self.genesis.players or body.seat == self.seat or by not in (None, body.seat):
            raise Refused("E_SEAT")
        if not self._verify(self.genesis.seats[body.seat].key, signed.sig, side_digest(body)):
            raise Refused("E_SIGNATURE")
        if body.counter <= self._heard[body.seat]:
            raise Refused("E_STALE")
        if not isinstance(body, SideKey) and abs(body.hand - hand) > 1:
            raise Refused("E_HAND")
        self._heard[body.seat] = body.counter
        return self._take(body, hand, now)

    def lost(self, seat: int) -> None:
        """The link to a seat broke: what it owes an answer to is not held against it."""
        self._looks.lost(seat)

    def overdue(self, now: float) -> list[SinalHidden]:
        """Sinais that their authors have not answered for in time."""
        return self._looks.overdue(now)

    def _take(self, body: AnySide, hand: int, now: float) -> list[Heard | Outgoing]:
        if isinstance(body, Look):
            # No more of them than sinais of ours, each counted once: they cost the looker nothing.
            return self._take_look(body, hand)
        if isinstance(body, Glimpse):
            return self._take_glimpse(body)
        self._spend(body.seat, now)
        match body:
            case SideKey():
                self._take_key(body)
                return []
            case Chat():
                check_text(body.text)
                return [ChatSaid(body.seat, body.text)]
            case Veiled():
                return self._take_veiled(body, hand, now)
            case Sinal():
                if self.genesis.table["sinais"] in (PROIBIDOS, ESPIADOS):
                    raise Refused("E_SINAIS")
                word = self._unsealed(body, SINAIS)
                return [] if word is None else [SinalSeen(body.seat, word)]
        word = self._unsealed(body, CONSULT)
        return [] if word is None else [Consulted(body.seat, word)]

    def _take_key(self, body: SideKey) -> None:
        if body.seat in self._keys:
            raise Refused("E_SIDEKEY")
        try:
            check_box_key(bytes(body.key))
        except Unsealable as error:
            raise Refused("E_SIDEKEY") from error
        self._keys[body.seat] = bytes(body.key)

    def _unsealed(self, body: Sinal | Consult, words: tuple[str, ...]) -> str | None:
        """The word in a box for us; None if it is for another partner."""
        if side(body.to) != side(body.seat):
            raise Refused("E_PARTNER")
        if body.to != self.seat:
            return None
        word = unpadded(self._opened(bytes(body.box), type(body), body))
        if word not in words:
            raise Refused("E_SINAL")
        return word

    def _opened(self, box: bytes, kind: type[AnySide], body: AnySide) -> bytes:
        context = self._context(kind, body.hand, body.seat, self.seat, body.counter)
        try:
            return unseal(box, self._secret, context)
        except Unsealable as error:
            raise Refused("E_BOX") from error

    def _take_veiled(self, body: Veiled, hand: int, now: float) -> list[Heard | Outgoing]:
        if self.genesis.table["sinais"] != ESPIADOS:
            raise Refused("E_SINAIS")
        rivals = self._rivals(body.seat)
        partners = self._partners(body.seat)
        if len(body.coins) != len(rivals) or tuple(box.to for box in body.boxes) != partners:
            raise Refused("E_PARTNER")
        if self.seat in partners:
            return [self._seen(body, bytes(body.boxes[partners.index(self.seat)].box))]
        value = self._looks.look(body, bytes(body.coins[rivals.index(self.seat)]), now)
        if value is None:
            return []
        look = Look(
            genesis=self._digest,
            hand=hand,
            seat=self.seat,
            counter=self._next(),
            to=body.seat,
            of=body.counter,
            value=Octets32(value),
        )
        return [Outgoing(self._signed(look), body.seat)]

    def _seen(self, body: Veiled, box: bytes) -> SinalSeen:
        """The partner sees what an opponent would: a box that says something else is refused."""
        plain = self._opened(box, Veiled, body)
        sinal, nonce = unpadded(plain[:PADDED]), plain[PADDED:]
        if sinal not in SINAIS:
            raise Refused("E_SINAL")
        if veil_of(slot_of(body), sinal, nonce) != bytes(body.veil):
            raise Refused("E_BOX")
        return SinalSeen(body.seat, sinal)

    def _take_look(self, body: Look, hand: int) -> list[Heard | Outgoing]:
        if body.to != self.seat or side(body.seat) == side(self.seat):
            raise Refused("E_PARTNER")
        coin, opening, caught = self._veils.answer(body.seat, body.of, bytes(body.value))
        glimpse = Glimpse(
            genesis=self._digest,
            hand=hand,
            seat=self.seat,
            counter=self._next(),
            to=body.seat,
            of=body.of,
            coin=coin,
            opening=opening,
        )
        answer = Outgoing(self._signed(glimpse), body.seat)
        return [answer] if caught is None else [answer, caught]

    def _take_glimpse(self, body: Glimpse) -> list[Heard | Outgoing]:
        if body.to != self.seat:
            raise Refused("E_PARTNER")
        seen = self._looks.take(body)
        if seen is None:
            return []
        if isinstance(seen, SinalHidden):
            return [seen]
        return [SinalGlimpsed(body.seat, seen) if seen in SINAIS else SinalHidden(body.seat)]

    def _spend(self, seat: int, now: float) -> None:
        left, since = self._left[seat]
        left = min(float(BURST), left + (now - since) * PER_SECOND)
        if left < 1:
            self._left[seat] = (left, now)
            raise Refused("E_RATE")
        self._left[seat] = (left - 1, now)

    # -- both

    def _partners(self, seat: int) -> tuple[int, ...]:
        return partners_of(seat, self.genesis.players)

    def _rivals(self, seat: int) -> tuple[int, ...]:
        return tuple(seats_of(1 - side(seat), self.genesis.players))

    def _context(self, kind: type[AnySide], hand: int, seat: int, to: int, counter: int) -> bytes:
        purpose = "consult-box" if kind is Consult else "side-box"
        return digest(
            purpose,
            [("genesis", self._digest), ("hand", hand), ("seat", seat), ("to", to), ("counter", counter)],
        )

    def _next(self) -> int:
        self._counter += 1
        return self._counter

    def _signed(self, body: AnySide) -> bytes:
        return encode(SideSigned(body, Octets64(self._sign(side_digest(body)))))
