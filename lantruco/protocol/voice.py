"""What one seat says: bodies of messages, built but not yet signed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, get_args

import msgspec

from lantruco import fairdeal
from lantruco.fairdeal import Entropy, Point

from .codec import Octets32, Octets64
from .decklog import COMMIT, REVEAL, DeckLog
from .errors import Refused
from .exchange import Exchange, Transfer
from .matchlog import ANSWER, BOXES, CLOSE, DEAL, DRAW, HAND, KEYS, OPEN, OPENED, SHOW, TURN, MatchLog
from .messages import (
    Boxes,
    BoxKeys,
    BoxOctets,
    Call,
    Commit,
    DeckOctets,
    HandStart,
    Message,
    Opened,
    PartnerWord,
    Play,
    ProofOctets,
    Reveal,
    Shares,
    SharesOctets,
    ShowCards,
    Shuffle,
    Signed,
    SignedWord,
    Slot,
    Verdict,
    Word,
    body_digest,
)
from .sealing import Unsealable, public_of, seal

WORDS: Final = frozenset(get_args(Word))


class Voice:
    """A seat with its signing key and its source of randomness."""

    def __init__(self, genesis: bytes, seat: int, sign: Callable[[bytes], bytes], entropy: Entropy) -> None:
        self.genesis = Octets32(genesis)
        self.seat = seat
        self.entropy = entropy
        self._sign = sign
        self._box_secrets: dict[tuple[int, int], bytes] = {}
        self._complaints: set[int] = set()
        self._received: dict[int, tuple[bytes, bytes]] = {}

    def forget(self) -> None:
        """The hand is over: one-time keys and shares received go."""
        self._box_secrets, self._complaints, self._received = {}, set(), {}

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

    def main_body(self, main: MatchLog, words: Iterable[Signed], round_number: int) -> Message | None:
        """What is due in the main log without a decision of ours, if anything; a closing in its round."""
        slot = self._main_slot(main)
        if main.phase == HAND:
            assert main.next_deck is not None
            return HandStart(**slot, deck=Octets32(main.next_deck.log.prev), score=main.score)
        if main.phase in (DEAL, OPEN, DRAW):
            shares, proof = self._make_shares(main, main.due_positions(self.seat))
            return Shares(**slot, shares=SharesOctets(shares), proof=ProofOctets(proof))
        if main.phase == SHOW:
            return self._show_body(main, slot)
        if main.phase in (KEYS, BOXES, OPENED):
            assert main.exchange is not None
            return self._exchange_body(main, main.exchange, slot)
        if main.phase == CLOSE:
            return main.close_body(self.seat, round_number, closed=False)
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
        share, proof = self._holders_share(main, action.slot)
        return Play(**slot, position=action.slot, share=Octets32(share), proof=ProofOctets(proof))

    def _holders_share(self, main: MatchLog, position: int) -> tuple[bytes, bytes]:
        """The share that opens a card of ours: our own, or the first holder's that came sealed."""
        if position in main.sealed:
            return self._received[position]
        return self._make_shares(main, (position,))

    def _show_body(self, main: MatchLog, slot: Slot) -> Message:
        assert main.hand is not None
        pairs = [self._holders_share(main, position) for position in main.hand.hands[self.seat]]
        shares, proofs = [Octets32(share) for share, _ in pairs], [Octets64(proof) for _, proof in pairs]
        return ShowCards(**slot, shares=shares, proofs=proofs)

    def _exchange_body(self, main: MatchLog, exchange: Exchange, slot: Slot) -> Message:
        if main.phase == KEYS:
            keys = []
            for transfer in exchange.incoming(self.seat):
                secret = self.entropy.bytes(32)
                self._box_secrets[transfer.sender, transfer.receiver] = secret
                keys.append(Octets32(public_of(secret)))
            return BoxKeys(**slot, keys=keys)
        if main.phase == BOXES:
            exchange.bind = main.log.prev
            boxes = [self._box(main, exchange, transfer) for transfer in exchange.outgoing(self.seat)]
            return Boxes(**slot, boxes=boxes)
        secrets = []
        for transfer in exchange.incoming(self.seat):
            secret = self._box_secrets[transfer.sender, transfer.receiver]
            secrets.append(Octets32(secret) if transfer.sender in self._complaints else None)
        return Opened(**slot, secrets=secrets)

    def _box(self, main: MatchLog, exchange: Exchange, transfer: Transfer) -> BoxOctets:
        pieces = [b"".join(self._make_shares(main, (position,))) for position in transfer.positions]
        receiver = exchange.keys[transfer.sender, transfer.receiver]
        context, ephemeral = exchange.context(transfer), self.entropy.bytes(32)
        return BoxOctets(seal(b"".join(pieces), receiver, context, ephemeral))

    def box_secrets(self) -> bytes:
        """The one-time keys in use, for the private file: sender, receiver and key, 34 bytes each."""
        return b"".join(bytes(pair) + secret for pair, secret in sorted(self._box_secrets.items()))

    def open_boxes(self, main: MatchLog, exchange: Exchange) -> list[tuple[int, int, Point]]:
        """Opens the boxes sent to us: (sender, position, share) for each; bad ones are noted."""
        found = []
        for transfer in exchange.incoming(self.seat):
            secret = self._box_secrets[transfer.sender, transfer.receiver]
            try:
                contents = exchange.contents(transfer, secret, main.check_share)
            except Unsealable:
                self._complaints.add(transfer.sender)
                continue
            for position, (share, proof, point) in zip(transfer.positions, contents, strict=True):
                self._received[position] = share, proof
                found.append((transfer.sender, position, point))
        return found

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
