"""The main log: the hands of a match, step by step, over one rules engine.

Like a deck log it checks what authors say and applies complete steps; signatures, order of
arrival and evidence are the replica's concern.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Final

from lantruco import fairdeal, rules
from lantruco.fairdeal import Invalid, Point
from lantruco.rules import CANONICAL, Hand, RuleError

from .codec import Octets32
from .decklog import DeckLog
from .errors import Fault, Refused
from .exchange import Exchange, Transfer
from .genesis import Genesis, Verify
from .hashing import main_origin
from .messages import (
    Boxes,
    BoxKeys,
    Call,
    Close,
    HandStart,
    Message,
    Opened,
    PartnerWord,
    Play,
    Shares,
    ShowCards,
    Signed,
    body_digest,
)
from .steplog import Step, StepLog, same_slot

DECK: Final = "deck"
HAND: Final = "hand"
DEAL: Final = "deal"
TURN: Final = "turn"
ANSWER: Final = "answer"
OPEN: Final = "open"
DRAW: Final = "draw"
SHOW: Final = "show"
KEYS: Final = "keys"
BOXES: Final = "boxes"
OPENED: Final = "opened"
CLOSE: Final = "close"
CLOSED: Final = "closed"

_KINDS: Final[dict[str, tuple[type[Message], ...]]] = {
    HAND: (HandStart,),
    DEAL: (Shares,),
    TURN: (Play, Call),
    ANSWER: (Call,),
    OPEN: (Shares,),
    DRAW: (Shares,),
    SHOW: (ShowCards,),
    KEYS: (BoxKeys,),
    BOXES: (Boxes,),
    OPENED: (Opened,),
    CLOSE: (Close,),
}
_SPOKEN: Final = {"RAISE", "ONZE", "FAMILIA"}


class Diverged(Refused):
    """The author's history is not ours: nobody's fault yet, the logs must be compared."""


class MatchLog:
    """State of the main log. ``phase`` names what the current step is for.

    ``joined`` tells which step rests on the deck log of which hand: a record has those lines before it.
    ``holders`` are the first holders of the positions dealt so far: theirs is the share that nobody
    else has seen. A position dealt again is in ``sealed``, with the digest that the proof of its
    first holder's share, sealed to the new holder, is bound to.
    """

    def __init__(self, genesis: Genesis, verify: Verify) -> None:
        self.genesis = genesis
        self.players = genesis.players
        self.options = genesis.options()
        self.log = StepLog(main_origin(genesis.digest()))
        self.phase = DECK
        self.number = 0
        self.score = (0, 0)
        self.dealer: int | None = None
        self.deck: DeckLog | None = None
        self.next_deck: DeckLog | None = None
        self.hand: Hand | None = None
        self.winner: int | None = None
        self.fault: int | None = None
        self.events: list[rules.Event] = []
        self._verify = verify
        self._checked: dict[int, list[Point]] = {}
        self._points: dict[int, dict[int, Point]] = {}
        self.holders: dict[int, int] = {}
        self.sealed: dict[int, bytes] = {}
        self.exchange: Exchange | None = None
        self._challenger: int | None = None
        self._drawn: tuple[int, ...] = ()
        self._awaited: tuple[int, int] | None = None
        self._scores: list[tuple[int, int]] = []
        self.joined: dict[int, int] = {}

    # -- who speaks, and what

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def attempt(self) -> int:
        deck = self.deck if self.next_deck is None else self.next_deck
        return 0 if deck is None else deck.attempt

    @property
    def authors(self) -> tuple[int, ...]:
        """Seats that speak in the current step."""
        if self.phase in (HAND, DEAL):
            return tuple(range(self.players))
        if self.phase == CLOSE:
            return tuple(seat for seat in range(self.players) if seat != self.fault)
        if self.phase == TURN:
            assert self.hand is not None
            return (self.hand.turn,)
        if self.phase == ANSWER:
            return (self.spokesman,)
        if self.phase == OPEN:
            assert self._awaited is not None
            return self._others(self._awaited[0])
        if self.phase == DRAW:
            return self._others(self._hand.turn)
        if self.phase == SHOW:
            return (self._hand.turn,)
        if self.exchange is not None and self.phase in (KEYS, OPENED):
            return self.exchange.receivers
        if self.exchange is not None and self.phase == BOXES:
            return self.exchange.senders
        return ()

    def _others(self, seat: int) -> tuple[int, ...]:
        return tuple(other for other in range(self.players) if other != seat)

    @property
    def kinds(self) -> tuple[type[Message], ...]:
        return _KINDS.get(self.phase, ())

    @property
    def answering(self) -> tuple[int, ...]:
        """Seats whose word may answer now, in polling order (R28); the spokesman logs it."""
        return self.hand.actors if self.hand is not None and self.phase == ANSWER else ()

    @property
    def spokesman(self) -> int:
        """The first in polling order; no bot while a person sits on that side."""
        return next((seat for seat in self.answering if not self.genesis.is_bot(seat)), self.answering[0])

    # -- checking one message

    def check(self, body: Message) -> None:
        """Whether ``body``, by an author of the current step, is legal there.

        Raises:
            Fault: it is not, and its signature proves that against its author.
            Diverged: it rests on another history than ours.
        """
        if not isinstance(body, self.kinds):
            raise Fault("E_PHASE")
        try:
            if isinstance(body, HandStart):
                self._check_start(body)
            elif isinstance(body, Shares):
                self._checked[body.seat] = self._check_shares(body)
            elif isinstance(body, Play):
                self._check_play(body)
            elif isinstance(body, Call):
                self._check_call(body)
            elif isinstance(body, ShowCards):
                self._check_show(body)
            elif isinstance(body, Close):
                self._check_close(body)
            else:
                self._check_exchange(body)
        except (Invalid, RuleError) as error:
            raise Fault(error.code) from error

    def check_word(self, body: PartnerWord) -> None:
        """Whether a partner's word may answer now; raises Fault otherwise.

        Its whole slot counts: the spokesman's `call` has to repeat it, and answers for it.
        """
        if (body.hand, body.attempt) != (self.number, self.attempt):
            raise Fault("E_SLOT")
        if body.seat not in self.answering or body.seat == self.spokesman:
            raise Fault("E_TURN")
        assert self.hand is not None
        try:
            self.hand.check(body.seat, body.word)
        except RuleError as error:
            raise Fault(error.code) from error

    def _check_start(self, body: HandStart) -> None:
        assert self.next_deck is not None
        if body.deck != self.next_deck.log.prev:
            raise Diverged("E_DIVERGED")
        if body.score != self.score:
            raise Fault("E_SCORE")

    def _check_shares(self, body: Shares) -> list[Point]:
        positions = self.due_positions(body.seat)
        shares, proof = bytes(body.shares), bytes(body.proof)
        return self._check_proof(body.seat, positions, bytes(body.prev), shares, proof)

    def _check_exchange(self, body: Message) -> None:
        exchange = self.exchange
        assert exchange is not None
        if isinstance(body, BoxKeys):
            exchange.check_keys(body)
        elif isinstance(body, Boxes):
            exchange.check_boxes(body)
        elif isinstance(body, Opened):
            exchange.check_opened(body, self.check_share)

    def _check_show(self, body: ShowCards) -> None:
        held = self._hand.hands[body.seat]
        self._checked[body.seat] = [
            self._check_holders_share(position, bytes(body.prev), bytes(share), bytes(proof))
            for position, share, proof in zip(held, body.shares, body.proofs, strict=True)
        ]

    def _check_holders_share(self, position: int, prev: bytes, share: bytes, proof: bytes) -> Point:
        """The share that only holders of ``position`` know: the first holder's, perhaps passed on sealed."""
        bind = self.sealed.get(position, prev)
        return self.check_share(self.holders[position], position, bind, share, proof)

    def check_share(self, seat: int, position: int, bind: bytes, share: bytes, proof: bytes) -> Point:
        """One share of ``seat`` with its own proof; raises fairdeal.Invalid."""
        return self._check_proof(seat, (position,), bind, share, proof)[0]

    def _check_proof(
        self, seat: int, positions: tuple[int, ...], bind: bytes, shares: bytes, proof: bytes
    ) -> list[Point]:
        made = self.deck
        assert made is not None
        public = made.publics[seat]
        return fairdeal.check_shares(
            made.context, seat, public, made.final_deck, positions, bind, shares, proof
        )

    def _check_play(self, body: Play) -> None:
        assert self.hand is not None
        if (body.share is None) != (body.proof is None):
            raise Fault("E_FORMAT")
        held = self.hand.hands[body.seat]
        if body.position not in held:
            raise Fault("E_CARD")
        token = f"#{held.index(body.position) + 1}"
        self.hand.check(body.seat, token if body.share is not None else f"({token})")
        if body.share is not None and body.proof is not None:
            share, proof = bytes(body.share), bytes(body.proof)
            point = self._check_holders_share(body.position, bytes(body.prev), share, proof)
            self._checked[body.seat] = [point]

    def _check_call(self, body: Call) -> None:
        assert self.hand is not None
        partner = body.partner
        if partner is None:
            self.hand.check(body.seat, body.word)
            return
        word = partner.body
        if self.phase != ANSWER or word.word != body.word or word.seat == body.seat:
            raise Fault("E_WORD")
        claimed = (word.genesis, word.log, word.hand, word.attempt, word.step, word.prev)
        if claimed != (body.genesis, body.log, body.hand, body.attempt, body.step, body.prev):
            raise Fault("E_WORD")
        if word.seat not in self.answering:
            raise Fault("E_WORD")
        if not self._verify(self.genesis.seats[word.seat].key, partner.sig, body_digest(word)):
            raise Fault("E_WORD")
        self.hand.check(word.seat, word.word)

    def _check_close(self, body: Close) -> None:
        assert self.winner is not None
        if body.fault != self.fault or body.deck != self.faulty_deck:
            raise Diverged("E_DIVERGED")
        if body.winner != self.winner or body.score != self.score:
            raise Fault("E_SCORE")

    @property
    def faulty_deck(self) -> bytes | None:
        """Digest of the deck log whose fault ended the match, if one did."""
        deck = self.next_deck
        return deck.log.prev if self.over and deck is not None and deck.faulty is not None else None

    def due_positions(self, seat: int) -> tuple[int, ...]:
        """Deck positions whose shares ``seat`` publishes in the current ``shares`` step, ascending."""
        assert self.hand is not None
        if self.phase == OPEN:
            assert self._awaited is not None
            return (self._awaited[1],)
        if self.phase == DRAW:
            return self._drawn
        due = {self.hand.vira_slot}
        if not self.hand.blind:
            due.update(*(held for other, held in enumerate(self.hand.hands) if other != seat))
        return tuple(sorted(due))

    # -- taking complete steps in

    def apply(self, step: Step) -> None:
        """Applies a complete step; what the rules report is added to ``events``."""
        body = step.messages[0].body
        if self.phase == HAND:
            self._start_hand()
        elif self.phase == DEAL:
            self._take_shares()
            self._open(self._hand.vira_slot)
            for seat, held in enumerate(self._hand.hands):
                self.holders.update(dict.fromkeys(held, seat))
            self._begin_exchange(self._onze_transfers())
        elif self.phase == DRAW:
            self._take_shares()
            self._begin_exchange(self._redealt_transfers())
        elif self.phase == SHOW:
            self._show()
        elif self.phase in (KEYS, BOXES, OPENED):
            self._go_on_exchanging(step)
        elif self.phase == OPEN:
            self._take_shares()
            assert self._awaited is not None
            seat, position = self._awaited
            self._awaited = None
            self._play(seat, position, covered=False)
        elif isinstance(body, Play):
            self._put(body)
        elif isinstance(body, Call):
            self._call(body)
        elif self.phase == CLOSE:
            self.phase = CLOSED
        self._checked = {}
        self._scores.append(self.score)

    @property
    def _hand(self) -> Hand:
        assert self.hand is not None
        return self.hand

    def _start_hand(self) -> None:
        deck = self.next_deck
        assert deck is not None
        assert deck.dealer is not None
        self.deck, self.next_deck, self.dealer = deck, None, deck.dealer
        self._points, self.holders, self.sealed = {}, {}, {}
        self.hand = Hand.new(
            players=self.players,
            options=self.options,
            dealer=deck.dealer,
            score=self.score,
            deck=[None] * len(CANONICAL),
        )
        self.phase = DEAL

    def _take_shares(self) -> None:
        for seat, points in self._checked.items():
            for position, point in zip(self.due_positions(seat), points, strict=True):
                self.add_share(seat, position, point)

    def add_share(self, seat: int, position: int, point: Point) -> None:
        """Notes a share (published and checked, or our own and private)."""
        self._points.setdefault(position, {})[seat] = point

    def _open(self, position: int) -> None:
        assert self.deck is not None
        shares = self._points.get(position, {})
        if len(shares) == self.players and self._hand.known(position) is None:
            points = [shares[seat] for seat in range(self.players)]
            card = fairdeal.open_position(self.deck.context, self.deck.final_deck, position, points)
            self._hand.reveal(position, CANONICAL[card])

    def open_own(self, seat: int) -> None:
        """Opens, for this replica only, the cards of ``seat`` whose shares are all here."""
        for position in self._hand.hands[seat]:
            self._open(position)

    def _put(self, body: Play) -> None:
        if body.share is None:
            self._play(body.seat, body.position, covered=True)
            return
        self.add_share(self.holders[body.position], body.position, self._checked[body.seat][0])
        if self._hand.blind:
            self._awaited = (body.seat, body.position)
            self.phase = OPEN
        else:
            self._play(body.seat, body.position, covered=False)

    def _play(self, seat: int, position: int, *, covered: bool) -> None:
        if not covered:
            self._open(position)
        token = f"#{self._hand.hands[seat].index(position) + 1}"
        self._act(seat, f"({token})" if covered else token)

    def _call(self, body: Call) -> None:
        actor = body.seat if body.partner is None else body.partner.body.seat
        if body.word == "mostra":
            # The rules need the claimant's cards, which he has to open first.
            self._challenger = actor
            self.phase = SHOW
            return
        claim = self._hand.phase == "FAMILIA"
        self._act(actor, body.word)
        if claim:
            self._draw()

    def _draw(self) -> None:
        """A claim was accepted: shares for the positions drawn, sealed where they were dealt before."""
        seat = self._hand.turn
        held = self._hand.hands[seat]
        self._drawn = tuple(sorted(position for position in held if position not in self.holders))
        self.holders.update(dict.fromkeys(self._drawn, seat))
        for position in held:
            if self.holders[position] == seat:
                self.sealed.pop(position, None)
        if self._drawn:
            self.phase = DRAW
        else:
            self._begin_exchange(self._redealt_transfers())

    def _show(self) -> None:
        """The claimant's cards are open: now the challenge can be judged."""
        challenger, seat = self._challenger, self._hand.turn
        assert challenger is not None
        for position, point in zip(self._hand.hands[seat], self._checked[seat], strict=True):
            self.add_share(self.holders[position], position, point)
            self._open(position)
        self._act(challenger, "mostra")

    def _onze_transfers(self) -> list[Transfer]:
        """At onze the partners of the side at eleven show one another their cards (R43)."""
        hand = self._hand
        if hand.kind != "onze" or not self.options.onze_ve_parceiro:
            return []
        partners = rules.seats_of(hand.score.index(rules.ONZE), self.players)
        return [
            Transfer(sender, receiver, hand.hands[sender])
            for sender in partners
            for receiver in partners
            if sender != receiver
        ]

    def _redealt_transfers(self) -> list[Transfer]:
        """Positions of the new hand that somebody else held first: the share goes to the new holder alone."""
        seat = self._hand.turn
        passed: dict[int, list[int]] = {}
        for position in self._hand.hands[seat]:
            if self.holders[position] != seat:
                passed.setdefault(self.holders[position], []).append(position)
        return [Transfer(sender, seat, tuple(positions)) for sender, positions in passed.items()]

    def _begin_exchange(self, transfers: list[Transfer]) -> None:
        if transfers:
            self.exchange = Exchange(transfers)
            self.phase = KEYS
        else:
            self._go_on()

    def _go_on_exchanging(self, step: Step) -> None:
        exchange = self.exchange
        assert exchange is not None
        for signed in step.messages:
            body = signed.body
            if isinstance(body, BoxKeys):
                exchange.take_keys(body)
                self.phase = BOXES
            elif isinstance(body, Boxes):
                exchange.take_boxes(body)
                self.phase = OPENED
            elif isinstance(body, Opened):
                exchange.take_opened(body)
        if isinstance(step.messages[0].body, Opened):
            self._end_exchange(exchange)

    def _end_exchange(self, exchange: Exchange) -> None:
        self.exchange = None
        if exchange.liar is not None:
            self._lose(exchange.liar)
            return
        if self._hand.kind == "normal":
            for transfer in exchange.transfers:
                self.sealed.update(dict.fromkeys(transfer.positions, exchange.bind))
        self._go_on()

    def _act(self, seat: int, token: str) -> None:
        self.events.extend(self._hand.act(seat, token))
        self._go_on()

    def _go_on(self) -> None:
        outcome = self._hand.outcome
        if outcome is None:
            self.phase = ANSWER if self._hand.phase in _SPOKEN else TURN
            return
        self.score = outcome.score
        if outcome.match_winner is not None:
            self.winner = rules.SIDES.index(outcome.match_winner)
            self.phase = CLOSE
        else:
            self.number += 1
            self.dealer = outcome.next_dealer
            self.phase = DECK

    def offer(self, deck: DeckLog) -> None:
        """The deck for the coming hand has ended, ready or spoiled: the main log goes on."""
        self.next_deck = deck
        self.joined[self.log.number] = deck.hand
        if deck.faulty is None:
            self.phase = HAND
        else:
            self._lose(deck.faulty)

    def _lose(self, seat: int) -> None:
        self.fault = seat
        self.winner = 1 - rules.side(seat)
        self.phase = CLOSE

    def rewind(self, number: int, hand: int) -> None:
        """Goes back to where step ``number``, which belongs to hand ``hand``, begins."""
        self.log.rewind(number)
        self.score = self._scores[number - 1] if number else (0, 0)
        del self._scores[number:]
        self.number = hand
        self.joined = {step: joined for step, joined in self.joined.items() if step <= number}
        self._awaited = self.exchange = None
        self._checked = {}

    def lose(self, number: int, hand: int, evidence: tuple[Signed, ...]) -> None:
        """A fault in step ``number``, by the author of the evidence, ends the match against its side."""
        seat = evidence[0].body.seat
        self.rewind(number, hand)
        self.log.cut(number, seat, evidence)
        self._scores.append(self.score)
        self._lose(seat)

    def copy(self, decks: Sequence[DeckLog]) -> MatchLog:
        """The same log on copies of its decks: what is said in one is not said in the other."""
        twin = copy(self)
        twin.log = self.log.copy()
        twin.deck = None if self.deck is None else decks[self.deck.hand]
        twin.next_deck = None if self.next_deck is None else decks[self.next_deck.hand]
        twin.joined, twin._scores, twin._checked = dict(self.joined), list(self._scores), dict(self._checked)
        return twin

    def close_body(self, seat: int, number: int, *, closed: bool) -> Close:
        """The closing of ``seat`` for the end that this log has come to, in round ``number``."""
        assert self.winner is not None
        return Close(
            genesis=Octets32(self.genesis.digest()),
            log="main",
            hand=self.number,
            attempt=self.attempt,
            step=self.log.number,
            prev=Octets32(self.log.prev),
            seat=seat,
            winner=self.winner,
            score=self.score,
            fault=self.fault,
            deck=None if self.faulty_deck is None else Octets32(self.faulty_deck),
            round=number,
            closed=closed,
        )


def same_move(a: Message, b: Message) -> bool:
    """Whether both are one seat's words for one slot: different bytes are then an equivocation.

    A partner's word stands beside the log. A closing on a fault may follow a ``hand`` message that was
    signed before the evidence came, or a closing on a fault of the same deck that was found first; and
    each round of closings is a place of its own.
    """
    if not same_slot(a, b):
        return False
    if isinstance(a, PartnerWord) or isinstance(b, PartnerWord):
        return type(a) is type(b)
    return _closes_on(a) == _closes_on(b)


def _closes_on(body: Message) -> tuple[object, ...] | None:
    """What ``body`` closes on and in which round, where it is no first word of a match without fault."""
    if not isinstance(body, Close) or (body.fault is None and not body.round and not body.closed):
        return None
    return body.fault, body.deck, body.round, body.closed
