"""What one seat says: bodies of messages, built but not yet signed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, get_args

import msgspec

from lantruco import fairdeal
from lantruco.fairdeal import Entropy

from .codec import Octets32, Octets64
from .decklog import COMMIT, REVEAL, DeckLog
from .errors import Refused
from .matchlog import ANSWER, CLOSE, DEAL, HAND, OPEN, TURN, MatchLog
from .messages import (
    Call,
    Close,
    Commit,
    DeckOctets,
    HandStart,
    Message,
    PartnerWord,
    Play,
    ProofOctets,
    Reveal,
    Shares,
    SharesOctets,
    Shuffle,
    Signed,
    SignedWord,
    Slot,
    Verdict,
    Word,
    body_digest,
)

WORDS: Final = frozenset(get_args(Word))


class Voice:
    """A seat with its signing key and its source of randomness."""

    def __init__(self, genesis: bytes, seat: int, sign: Callable[[bytes], bytes], entropy: Entropy) -> None:
        self.genesis = Octets32(genesis)
        self.seat = seat
        self.entropy = entropy
        self._sign = sign

    def sign(self, body: Message) -> Signed:
        return Signed(body, Octets64(self._sign(body_digest(body))))

    def deck_body(self, deck: DeckLog) -> Message | None:
        """What is due in a deck log without a heavy job, if anything; a commit makes the seat's secret."""
        slot = self._deck_slot(deck)
        if deck.log.number == COMMIT:
            deck.secret, commitment = fairdeal.make_commit(deck.context, self.seat, self.entropy)
            return Commit(**slot, commitment=Octets32(commitment))
        if deck.log.number == REVEAL:
            assert deck.secret is not None
            opened = deck.secret.reveal()
            nonce, key, proof = Octets32(opened.nonce), Octets32(opened.key), Octets64(opened.proof)
            return Reveal(**slot, nonce=nonce, key=key, proof=proof)
        if deck.log.number == deck.verdict_step and deck.verified:
            return Verdict(**slot)
        return None

    def shuffle_body(self, deck: DeckLog, data: bytes, proof: bytes) -> Message:
        return Shuffle(**self._deck_slot(deck), deck=DeckOctets(data), proof=ProofOctets(proof))

    def main_body(self, main: MatchLog, words: Iterable[Signed]) -> Message | None:
        """What is due in the main log without a decision of ours, if anything."""
        slot = self._main_slot(main)
        if main.phase == HAND:
            assert main.next_deck is not None
            return HandStart(**slot, deck=Octets32(main.next_deck.log.prev), score=main.score)
        if main.phase in (DEAL, OPEN):
            shares, proof = self._make_shares(main, main.due_positions(self.seat))
            return Shares(**slot, shares=SharesOctets(shares), proof=ProofOctets(proof))
        if main.phase == CLOSE:
            assert main.winner is not None
            deck = None if main.faulty_deck is None else Octets32(main.faulty_deck)
            return Close(**slot, winner=main.winner, score=main.score, fault=main.fault, deck=deck)
        if main.phase == ANSWER:
            for word in words:
                assert isinstance(word.body, PartnerWord)
                return Call(**slot, word=word.body.word, partner=SignedWord(word.body, word.sig))
        return None

    def move_body(self, main: MatchLog, token: str) -> Message:
        """The message that says ``token`` now; raises Refused(E_PHASE) or rules.RuleError."""
        if main.hand is None or main.phase not in (TURN, ANSWER):
            raise Refused("E_PHASE")
        action = main.hand.check(self.seat, token)
        slot = self._main_slot(main)
        if token in WORDS:
            word = msgspec.convert(token, Word)
            if self.seat in main.authors:
                return Call(**slot, word=word, partner=None)
            return PartnerWord(**slot, word=word)
        if action.covered:
            return Play(**slot, position=action.slot, share=None, proof=None)
        share, proof = self._make_shares(main, (action.slot,))
        return Play(**slot, position=action.slot, share=Octets32(share), proof=ProofOctets(proof))

    def _make_shares(self, main: MatchLog, positions: tuple[int, ...]) -> tuple[bytes, bytes]:
        """Shares for positions that the phase opens; the proof is bound to the step's slot."""
        deck = main.deck
        assert deck is not None
        assert deck.secret is not None
        return fairdeal.make_shares(
            deck.context, self.seat, deck.secret, deck.final_deck, positions, main.log.prev, self.entropy
        )

    def _deck_slot(self, deck: DeckLog) -> Slot:
        return Slot(
            genesis=self.genesis,
            log="deck",
            hand=deck.hand,
            attempt=deck.attempt,
            step=deck.log.number,
            prev=Octets32(deck.log.prev),
            seat=self.seat,
        )

    def _main_slot(self, main: MatchLog) -> Slot:
        return Slot(
            genesis=self.genesis,
            log="main",
            hand=main.number,
            attempt=main.attempt,
            step=main.log.number,
            prev=Octets32(main.log.prev),
            seat=self.seat,
        )
