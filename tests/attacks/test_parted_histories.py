"""A cheat who tells two histories apart, in words of his own that follow each other."""

from __future__ import annotations

import pytest

from lantruco import fairdeal
from lantruco.protocol.codec import Octets32
from lantruco.protocol.hashing import step_digest
from lantruco.protocol.messages import SIGNED, Call, Message, Play, ProofOctets, body_bytes
from tests.attacks.cheats import replaced, signed_by, slot_of
from tests.attacks.verdicts import assert_caught, blamed
from tests.fairdeal.entropy import SeededEntropy
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import calm
from tests.simulation.table import Table

CHEAT, SEED, STEP = 1, 11, 5
"""At this table the cheat plays the last card of a vaza in that step of the main log, wins, and leads."""


class Parted:
    """One card shown with two proofs, both good, to two sides of the table; and all that follows of him."""

    def __init__(self, others: tuple[int, ...], *, illegal: bool) -> None:
        self.others, self.illegal = others, illegal
        self.prev: bytes | None = None
        self.table = Table(4, SEED, SMALL, policy=calm, shuffled=False)
        self.table.intercept = self.intercept

    def intercept(self, source: int, to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        if source != CHEAT or body.seat != CHEAT or body.log != "main":
            return [frame]
        if body.step == STEP and isinstance(body, Play):
            return [signed_by(self.table, CHEAT, self.proved_anew(body))] if to in self.others else [frame]
        if body.step == STEP + 1:
            assert isinstance(body, Play)
            said: Message = Call(**slot_of(body), word="aceita", partner=None) if self.illegal else body
            if to in self.others:
                assert self.prev is not None
                said = self.proved_anew(replaced(said, prev=Octets32(self.prev)))
            return [signed_by(self.table, CHEAT, said)]
        return [frame]

    def proved_anew(self, body: Message) -> Message:
        """The same card by another proof."""
        if not isinstance(body, Play):
            return body
        deck = self.table.replicas[CHEAT]._decks[0]
        assert deck.secret is not None
        share, proof = fairdeal.make_shares(
            deck.context,
            CHEAT,
            deck.secret,
            deck.final_deck,
            (body.position,),
            bytes(body.prev),
            SeededEntropy(5),
        )
        anew = replaced(body, share=Octets32(share), proof=ProofOctets(proof))
        if body.step == STEP:
            self.prev = step_digest(bytes(body.prev), [body_bytes(anew)])
        return anew


@pytest.mark.parametrize("others", [(0,), (2, 3)])
def test_two_words_on_two_histories_come_out_by_the_step_before(others: tuple[int, ...]) -> None:
    """Guard: who refuses a word of another history shows all what he has before it, and so on back to where
    the two part. Otherwise each half waits for the other, and nobody is named."""
    parted = Parted(others, illegal=False)
    parted.table.play()
    assert_caught(parted.table, CHEAT, "E_EQUIVOCATION")


@pytest.mark.parametrize("others", [(0,), (2, 3)])
@pytest.mark.parametrize("shuffled", [True, False])
def test_a_fault_on_each_of_two_histories_gives_one_end(others: tuple[int, ...], shuffled: bool) -> None:
    """Guard: an end that cannot come of one's own history is not waited for. What parts them counts."""
    parted = Parted(others, illegal=True)
    while parted.prev is None:
        assert parted.table.deliver() or parted.table.decide()
    parted.table.shuffled = shuffled
    parted.table.play()
    seats = [seat for seat in range(4) if seat != CHEAT]
    for seat in seats:
        assert parted.table.replicas[seat].closed
        assert {found.seat for found in blamed(parted.table, seat)} == {CHEAT}
    assert len({parted.table.replicas[seat].digest for seat in seats}) == 1
