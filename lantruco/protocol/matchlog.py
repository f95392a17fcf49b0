"""The main log: the hands of a match, step by step, over one rules engine.

Like a deck log it checks what authors say and applies complete steps; signatures, order of
arrival and evidence are the replica's concern.
"""

from __future__ import annotations

from typing import Final

from lantruco import fairdeal, rules
from lantruco.fairdeal import Invalid, Point
from lantruco.rules import CANONICAL, Hand, RuleError

from .decklog import DeckLog
from .errors import Fault, Refused
from .genesis import Genesis, Verify
from .hashing import main_origin
from .messages import Call, Close, HandStart, Message, PartnerWord, Play, Shares, body_digest
from .steplog import Step, StepLog, same_slot

DECK: Final = "deck"
HAND: Final = "hand"
DEAL: Final = "deal"
TURN: Final = "turn"
ANSWER: Final = "answer"
OPEN: Final = "open"
CLOSE: Final = "close"
CLOSED: Final = "closed"

_KINDS: Final[dict[str, tuple[type[Message], ...]]] = {
    HAND: (HandStart,),
    DEAL: (Shares,),
    TURN: (Play, Call),
    ANSWER: (Call,),
    OPEN: (Shares,),
    CLOSE: (Close,),
}
_SPOKEN: Final = {"RAISE", "ONZE", "FAMILIA"}


class Diverged(Refused):
    """The author's history is not ours: nobody's fault yet, the logs must be compared."""


class MatchLog:
    """State of the main log. ``phase`` names what the current step is for.

    ``joined`` tells which step rests on the deck log of which hand: a record has those lines before it.
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
            return tuple(seat for seat in range(self.players) if seat != self._awaited[0])
        return ()

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
            elif isinstance(body, Close):
                self._check_close(body)
        except (Invalid, RuleError) as error:
            raise Fault(error.code) from error

    def check_word(self, body: PartnerWord) -> None:
        """Whether a partner's word may answer now; raises Fault otherwise."""
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
            points = self._check_proof(
                body.seat, (body.position,), body.prev, bytes(body.share), bytes(body.proof)
            )
            self._checked[body.seat] = points

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
        dealt = (
            ()
            if self.hand.blind
            else (slot for other, held in enumerate(self.hand.hands) if other != seat for slot in held)
        )
        return tuple(sorted((*dealt, self.hand.vira_slot)))

    # -- taking complete steps in

    def apply(self, step: Step) -> None:
        """Applies a complete step; what the rules report is added to ``events``."""
        body = step.messages[0].body
        if self.phase == HAND:
            self._start_hand()
        elif self.phase == DEAL:
            self._take_shares()
            self._open(self._hand.vira_slot)
            self._go_on()
        elif self.phase == OPEN:
            self._take_shares()
            assert self._awaited is not None
            seat, position = self._awaited
            self._awaited = None
            self._play(seat, position, covered=False)
        elif isinstance(body, Play):
            self._put(body)
        elif isinstance(body, Call):
            actor = body.seat if body.partner is None else body.partner.body.seat
            self._act(actor, body.word)
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
        self._points = {}
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
        self.add_share(body.seat, body.position, self._checked[body.seat][0])
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

    def withdraw(self) -> None:
        """The offered deck was spoiled by later evidence, before the hand's first step was complete."""
        self.log.pending = {}
        self._checked = {}
        self.phase = DECK

    def _lose(self, seat: int) -> None:
        self.fault = seat
        self.winner = 1 - rules.side(seat)
        self.phase = CLOSE

    def final(self, number: int) -> bool:
        """Whether every seat has signed on top of step ``number``: evidence then changes no score."""
        return len(self.log.heard_after(number)) == self.players

    def cut(self, number: int, hand: int) -> None:
        """Goes back to before step ``number``, which belongs to hand ``hand``, after evidence of a fault."""
        self.score = self._scores[number - 1] if number else (0, 0)
        del self._scores[number:]
        self._scores.append(self.score)
        self.number = hand
        self.joined = {step: joined for step, joined in self.joined.items() if step <= number}
        self._awaited = None
        self._checked = {}

    def lose(self, number: int, hand: int, seat: int) -> None:
        """A fault of ``seat`` in step ``number`` ends the match against its side."""
        self.cut(number, hand)
        self._lose(seat)


def same_move(a: Message, b: Message) -> bool:
    """Whether both are one seat's words for one slot: different bytes are then an equivocation.

    A partner's word stands beside the log; a closing after a fault may follow a ``hand``
    message that was signed before the evidence came.
    """
    if not same_slot(a, b):
        return False
    kinds = {type(a), type(b)}
    return len(kinds) == 1 or not (PartnerWord in kinds or Close in kinds)
