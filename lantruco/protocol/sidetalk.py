"""Table talk beside the log, as one seat speaks and hears it.

Chat is for all. Sinais and what partners ask each other are sealed to a key that the partner announces for
this match, and padded, so that their length tells nothing. Where the table has it so, an opponent may
glimpse a sinal with a chance that neither side can choose. What is for all is passed on by all who hear it,
so that who tells some one thing and others another is found out.
"""

from __future__ import annotations

from collections.abc import Callable, Container
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
    MAX_SAID,
    MAX_SIDE,
    PADDED,
    SAID,
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
    Said,
    SaidToAll,
    SaidTwoThings,
    SealedOpening,
    SealedSinal,
    SideKey,
    SideSigned,
    Sinal,
    SinalGlimpsed,
    SinalHidden,
    SinalSeen,
    ToAll,
    VeilBox,
    Veiled,
    check_text,
    padded,
    side_digest,
    unpadded,
)
from .sidetalk_veil import Looks, OwnVeils, slot_of, veil_of
from .sidetalk_witness import ECHO_BURST, ECHO_PER_SECOND, Pair, Witness, contradict

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
        self._echoes = {seat: (float(ECHO_BURST), 0.0) for seat in range(genesis.players)}
        self._witness = Witness(genesis.players)
        self._due: list[Outgoing | SaidTwoThings] = []
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
                E_SINAIS, E_SINAL, E_PARTNER, E_BOX; E_STALE for an old counter, what others have passed on
                before, or an answer that nothing waits for, E_RATE for one too many, E_HAND for a hand that
                is neither this nor a neighbour, E_TWICE for a seat that has said two things.
        """
        signed = SIDE.decode(data, limit=MAX_SIDE)
        body = signed.side
        if body.genesis != self._digest:
            raise Refused("E_GENESIS")
        if body.seat >= self.genesis.players or body.seat == self.seat or by not in (None, body.seat):
            raise Refused("E_SEAT")
        self._check_signature(body, signed.sig)
        if self._witness.is_convicted(body.seat) and not isinstance(body, Look):
            raise Refused("E_TWICE")
        said = SaidToAll(body, signed.sig) if isinstance(body, ToAll) else None
        if said is not None:
            self._compare(said)
        if body.counter <= self._heard[body.seat]:
            raise Refused("E_STALE")
        self._check_hand(body, hand)
        self._heard[body.seat] = body.counter
        if said is not None and self._witness.knows(said):
            raise Refused("E_STALE")
        return self._take(body, signed.sig, hand, now)

    def receive_said(
        self, data: bytes, hand: int, now: float, *, by: int, linked: Container[int]
    ) -> list[Heard | Outgoing]:
        """What the seat ``by`` has heard from another. linked: seats that an answer can go to.

        What was not heard yet is taken as if its author had said it here. What was heard costs nobody
        anything, whoever says so.

        Raises:
            Refused: those of `receive`; E_ECHO for one too many of ``by``, and E_FORMAT for two messages that
                do not contradict each other too.
        """
        self._spend(self._echoes, by, now, ECHO_BURST, ECHO_PER_SECOND, "E_ECHO")
        messages = SAID.decode(data, limit=MAX_SAID).said
        for message in messages:
            body = message.side
            if body.genesis != self._digest:
                raise Refused("E_GENESIS")
            if body.seat >= self.genesis.players or body.seat in (self.seat, by):
                raise Refused("E_SEAT")
            if len(encode(message)) > MAX_SIDE:
                raise Refused("E_SIZE", limit=MAX_SIDE)
        message = messages[0]
        author = message.side.seat
        proof = len(messages) > 1
        if proof and not contradict(*messages):
            raise Refused("E_FORMAT")
        if self._witness.is_convicted(author) or (not proof and self._witness.knows(message)):
            return []
        for each in messages:
            self._check_signature(each.side, each.sig)
        if proof:
            self._convict((message, messages[1]))
            return []
        self._compare(message)
        if self._witness.is_convicted(author):
            return []
        self._check_hand(message.side, hand)
        return self._take(message.side, message.sig, hand, now, linked=author in linked)

    def due(self) -> list[Outgoing | SaidTwoThings]:
        """What else there is to send and to tell after what was heard, also where that was refused."""
        due, self._due = self._due, []
        return due

    def greeting(self, seat: int) -> list[bytes]:
        """For a new link to a seat: our key, and what it may not have heard of others meanwhile."""
        return [self.key_message(), *map(self._passed_on, self._witness.repeated(seat))]

    def _check_signature(self, body: AnySide, sig: bytes) -> None:
        if not self._verify(self.genesis.seats[body.seat].key, sig, side_digest(body)):
            raise Refused("E_SIGNATURE")

    def _check_hand(self, body: AnySide, hand: int) -> None:
        if not isinstance(body, SideKey) and abs(body.hand - hand) > 1:
            raise Refused("E_HAND")

    def _compare(self, said: SaidToAll) -> None:
        """Finds out whether its author has told somebody else something else."""
        pair = self._witness.contradicted(said)
        if pair is not None:
            self._convict(pair)

    def _convict(self, pair: Pair) -> None:
        """Both messages go to all others: whoever has them can check them."""
        event = self._witness.convict(pair)
        if event is not None:
            self._looks.lost(event.seat)
            self._pass_on(list(pair))
            self._due.append(event)

    def _witnessed(self, body: ToAll, sig: Octets64) -> None:
        """It was said to us; others shall know what."""
        said = SaidToAll(body, sig)
        self._witness.keep(said)
        self._pass_on([said])

    def _pass_on(self, messages: list[SaidToAll]) -> None:
        data, author = self._passed_on(messages), messages[0].side.seat
        others = (seat for seat in range(self.genesis.players) if seat not in (self.seat, author))
        self._due += [Outgoing(data, seat) for seat in others]

    def _passed_on(self, messages: list[SaidToAll]) -> bytes:
        return encode(Said(said=messages))

    def lost(self, seat: int) -> None:
        """The link to a seat broke: what it owes an answer to is not held against it."""
        self._looks.lost(seat)

    def overdue(self, now: float) -> list[SinalHidden]:
        """Sinais that their authors have not answered for in time."""
        return self._looks.overdue(now)

    def _take(
        self, body: AnySide, sig: Octets64, hand: int, now: float, *, linked: bool = True
    ) -> list[Heard | Outgoing]:
        if isinstance(body, Look):
            # No more of them than sinais of ours, each counted once: they cost the looker nothing.
            return self._take_look(body, hand)
        if isinstance(body, Glimpse):
            return self._take_glimpse(body)
        self._spend(self._left, body.seat, now, BURST, PER_SECOND, "E_RATE")
        match body:
            case SideKey():
                self._take_key(body)
                self._witnessed(body, sig)
                return []
            case Chat():
                check_text(body.text)
                self._witnessed(body, sig)
                return [ChatSaid(body.seat, body.text)]
            case Veiled():
                self._check_veiled(body)
                self._witnessed(body, sig)
                return self._take_veiled(body, hand, now, linked=linked)
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

    def _check_veiled(self, body: Veiled) -> None:
        if self.genesis.table["sinais"] != ESPIADOS:
            raise Refused("E_SINAIS")
        boxes = tuple(box.to for box in body.boxes)
        if len(body.coins) != len(self._rivals(body.seat)) or boxes != self._partners(body.seat):
            raise Refused("E_PARTNER")

    def _take_veiled(self, body: Veiled, hand: int, now: float, *, linked: bool) -> list[Heard | Outgoing]:
        rivals, partners = self._rivals(body.seat), self._partners(body.seat)
        if self.seat in partners:
            return [self._seen(body, bytes(body.boxes[partners.index(self.seat)].box))]
        if not linked:
            # Who cannot hear that we look cannot be blamed for not answering.
            return []
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

    @staticmethod
    def _spend(
        accounts: dict[int, tuple[float, float]], seat: int, now: float, most: int, rate: float, code: str
    ) -> None:
        left, since = accounts[seat]
        left = min(float(most), left + (now - since) * rate)
        accounts[seat] = (left - 1 if left >= 1 else left, now)
        if left < 1:
            raise Refused(code)

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
