"""The log in which one deck is made: commit, reveal, one shuffle a seat, verdict.

A deck log checks what is said in it and knows what comes next; signatures, order of arrival
and evidence are the replica's concern.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Final

from lantruco import fairdeal
from lantruco.fairdeal import Context, DealSecret, Deck, Entropy, Invalid, Joint, Point

from .errors import Fault
from .hashing import deck_origin
from .messages import Commit, Message, Reveal, Shuffle, Signed, Verdict
from .steplog import Step, StepLog

COMMIT: Final = 0
REVEAL: Final = 1
FIRST_SHUFFLE: Final = 2


@dataclass(frozen=True, slots=True)
class ShuffleJob:
    """Shuffles the deck for one seat and proves it; the result is (deck bytes, proof)."""

    context: Context
    seat: int
    joint: Joint
    deck: Deck
    entropy: Entropy

    def run(self) -> tuple[bytes, bytes]:
        deck, proof = fairdeal.shuffle(self.context, self.seat, self.joint, self.deck, self.entropy)
        return deck.encode(), proof


@dataclass(frozen=True, slots=True)
class VerifyJob:
    """Verifies all shuffles of a deck; the result is the seat of the first bad one, or None."""

    context: Context
    joint: Joint
    decks: tuple[Deck, ...]
    seats: tuple[int, ...]
    proofs: tuple[bytes, ...]
    own: tuple[int, ...]
    entropy: Entropy

    def run(self) -> int | None:
        return fairdeal.verify_chain(
            self.context, self.joint, self.decks, self.seats, self.proofs, self.entropy, own=self.own
        )


class DeckLog:
    """The deck of one hand in the making.

    ``dealer`` is None for the first hand, whose dealer follows from its own joint seed.
    ``verified`` says that this peer has found every shuffle good. ``faulty`` is the seat that
    spoiled the deck, ``code`` how.
    """

    def __init__(self, context: Context, dealer: int | None) -> None:
        self.context = context
        self.hand = context.hand
        self.attempt = context.attempt
        self.players = len(context.keys)
        self.dealer = dealer
        self.log = StepLog(deck_origin(context.genesis, context.hand, context.attempt))
        self.secret: DealSecret | None = None
        self.publics: dict[int, Point] = {}
        self.joint: Joint | None = None
        self.decks: list[Deck] = []
        self.proofs: list[bytes] = []
        self.verified = False
        self.faulty: int | None = None
        self.code = ""
        self._whole: DeckLog | None = None

    @property
    def verdict_step(self) -> int:
        return FIRST_SHUFFLE + self.players

    @property
    def ended(self) -> bool:
        return self.faulty is not None or (self.verified and self.log.number > self.verdict_step)

    @property
    def ready(self) -> bool:
        """All seats found every proof good: the deck may be played."""
        return self.ended and self.faulty is None

    @property
    def void(self) -> bool:
        """The keys of all seats cancel out (E_JOINT): there is no deck, and nobody honest to blame for it."""
        return self.log.number > REVEAL and self.joint is None and self.faulty is None

    @property
    def order(self) -> tuple[int, ...]:
        """Seats in the order of shuffling: the dealer, then round the table."""
        assert self.dealer is not None
        return tuple((self.dealer + turn) % self.players for turn in range(self.players))

    def shuffle_step(self, seat: int) -> int:
        return FIRST_SHUFFLE + self.order.index(seat)

    @property
    def authors(self) -> tuple[int, ...]:
        """Seats that speak in the current step."""
        number = self.log.number
        if self.faulty is not None or number > self.verdict_step or self.void:
            return ()
        if FIRST_SHUFFLE <= number < self.verdict_step:
            return (self.order[number - FIRST_SHUFFLE],)
        return tuple(range(self.players))

    @property
    def kind(self) -> type[Commit] | type[Reveal] | type[Shuffle] | type[Verdict]:
        number = self.log.number
        if number == COMMIT:
            return Commit
        if number == REVEAL:
            return Reveal
        return Shuffle if number < self.verdict_step else Verdict

    @property
    def progress(self) -> tuple[str, int, int]:
        """(stage, done, total) for screens; shuffles count through all seats."""
        if self.faulty is not None:
            return "fault", 0, self.players
        number = self.log.number
        if number > self.verdict_step:
            return "ready", self.players, self.players
        if FIRST_SHUFFLE <= number < self.verdict_step:
            return "shuffle", number - FIRST_SHUFFLE, self.players
        stage = {COMMIT: "commit", REVEAL: "reveal"}.get(number, "verdict")
        return stage, len(self.log.pending), self.players

    def check(self, body: Message) -> None:
        """Raises Fault if ``body``, by an author of the current step, is illegal there."""
        if not isinstance(body, self.kind):
            raise Fault("E_PHASE")
        try:
            if isinstance(body, Reveal):
                self.publics[body.seat] = self._checked_reveal(body)
            elif isinstance(body, Shuffle):
                Deck.decode(self.context, bytes(body.deck))
                fairdeal.check_proof_form(self.context, bytes(body.proof))
        except Invalid as error:
            raise Fault(error.code) from error

    def _checked_reveal(self, body: Reveal) -> Point:
        commit = self.log.steps[COMMIT].by(body.seat)
        assert commit is not None
        assert isinstance(commit.body, Commit)
        reveal = fairdeal.Reveal(bytes(body.nonce), bytes(body.key), bytes(body.proof))
        return fairdeal.check_reveal(self.context, body.seat, bytes(commit.body.commitment), reveal)

    def apply(self, step: Step) -> None:
        """Takes a complete step in; raises fairdeal.Invalid if the keys cancel out: then the deck is void."""
        if step.number == REVEAL:
            self._join(step)
        elif FIRST_SHUFFLE <= step.number < self.verdict_step:
            body = step.messages[0].body
            assert isinstance(body, Shuffle)
            self.decks.append(Deck.decode(self.context, bytes(body.deck)))
            self.proofs.append(bytes(body.proof))

    def _join(self, step: Step) -> None:
        nonces = [bytes(signed.body.nonce) for signed in step.messages if isinstance(signed.body, Reveal)]
        self.joint = fairdeal.joint(
            self.context, [self.publics[seat] for seat in range(self.players)], nonces
        )
        self.decks = [fairdeal.first_deck(self.context, self.joint)]
        if self.dealer is None:
            self.dealer = fairdeal.first_dealer(self.context, self.joint.seed, self.players)

    def shuffle_job(self, seat: int, entropy: Entropy) -> ShuffleJob:
        assert self.joint is not None
        return ShuffleJob(self.context, seat, self.joint, self.decks[-1], entropy)

    def verify_job(self, seat: int | None, entropy: Entropy) -> VerifyJob:
        """Verifies the shuffles so far; ``seat`` made one of them itself and need not check that."""
        own = () if seat is None else (seat,)
        assert self.joint is not None
        seats = self.order[: len(self.proofs)]
        decks, proofs = tuple(self.decks), tuple(self.proofs)
        return VerifyJob(self.context, self.joint, decks, seats, proofs, own, entropy)

    @property
    def whole(self) -> DeckLog:
        """This deck log with all that was said in it, also where a fault has ended it."""
        return self._whole or self

    def spoil(self, number: int, seat: int, code: str, evidence: tuple[Signed, ...]) -> None:
        """A fault of ``seat`` in step ``number`` ends this deck."""
        self._whole = self._whole or self.copy()
        self.log = self._whole.log.copy()
        self.log.cut(number, seat, evidence)
        self.faulty, self.code = seat, code

    def copy(self) -> DeckLog:
        """The same deck log, without its secret: what is said in one is not said in the other."""
        twin = copy(self)
        twin.log, twin.secret = self.log.copy(), None
        twin.publics, twin.decks, twin.proofs = dict(self.publics), list(self.decks), list(self.proofs)
        return twin

    def own_share(self, position: int) -> Point:
        """Our share for one of our own cards; it stays with us until the card is played."""
        assert self.secret is not None
        return self.context.group.mul(self.secret.key.value, self.final_deck.left[position])

    @property
    def final_deck(self) -> Deck:
        return self.decks[-1]
