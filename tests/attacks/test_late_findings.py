"""A finding that comes when the match has already ended by another fault."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from lantruco.protocol.codec import Octets32
from lantruco.protocol.decklog import VerifyJob
from lantruco.protocol.effects import Effect, Work
from lantruco.protocol.events import FaultFound
from lantruco.protocol.hashing import fault_digest
from lantruco.protocol.messages import SIGNED, Close, Message, Play, Shuffle
from tests.attacks.cheats import forge, sign_instead, signed_by, slot_of
from tests.attacks.test_faults import CHEAT, covered_in_first_vaza, proof_that_fails
from tests.attacks.verdicts import assert_caught
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import eager
from tests.simulation.staging import staged
from tests.simulation.table import Table


class SlowTable(Table):
    """Seat 0 does not come to the end of verifying the second deck."""

    held: VerifyJob | None = None

    def carry_out(self, seat: int, effects: list[Effect]) -> None:
        quick: list[Effect] = []
        for effect in effects:
            job = effect.job if isinstance(effect, Work) else None
            if seat == 0 and isinstance(job, VerifyJob) and job.context.hand == 1:
                self.held = job
            else:
                quick.append(effect)
        super().carry_out(seat, quick)


def test_a_bad_shuffle_found_after_another_fault_ended_the_match_changes_nothing() -> None:
    table = SlowTable(2, 3, SMALL)
    # Both decks are in the making before anybody plays.
    while table.held is None:
        assert table.deliver() or table.decide()
    forge(table, CHEAT, lambda body: covered_in_first_vaza(body) if isinstance(body, Play) else None)
    table.play()
    replica = table.replicas[0]
    assert replica.view().fault == CHEAT
    before = replica.digest, replica.view()
    assert table.held is not None
    for found in (1, 0):
        table.carry_out(0, replica.done(table.held, found))
    assert (replica.digest, replica.view()) == before
    assert len([event for event in table.events[0] if isinstance(event, FaultFound)]) == 1


def test_a_closing_that_rests_on_nothing_uses_no_doubt_up() -> None:
    """Guard: each further shuffle may be doubted. Nobody passes on what came after a bad one; who lacks that
    has no other cause to verify it than the closings of the others."""
    late, cheat = 2, 1
    # Seat 0 deals hand 1, and so shuffles first: then the cheat, and after both who is late.
    seed = seed_dealt_first_by(3)
    table = Table(
        4, seed, SMALL, policy=staged([(0, 9)], eager), shuffled=False, prepare=spoiling(cheat, hand=1)
    )
    early: list[Message] = []

    def losing(source: int, to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        if body.log == "main" or body.hand != 1 or to != late:
            return [frame]
        if isinstance(body, Shuffle) and body.seat == cheat:
            deck = table.replicas[late]._decks[1]
            false = Close(
                **{**slot_of(body), "log": "main", "step": 500},
                winner=0,
                score=(0, 0),
                fault=cheat,
                deck=Octets32(fault_digest(deck.log.steps[0].prev, cheat)),
                round=0,
                closed=False,
            )
            early.append(false)
            return [signed_by(table, cheat, false), frame]
        return [] if isinstance(body, Shuffle) and early else [frame]

    table.intercept = losing
    table.play()
    assert early
    assert_caught(table, cheat, "E_PROOF")
    deck = table.replicas[late]._logs.said.decks[1].whole
    assert deck.log.number < deck.verdict_step


def seed_dealt_first_by(dealer: int) -> int:
    """A number of a table of four whose first hand that seat deals."""
    for seed in count():
        table = Table(4, seed, SMALL, shuffled=False)
        while table.replicas[0]._decks[0].dealer is None:
            assert table.deliver()
        if table.replicas[0]._decks[0].dealer == dealer:
            return seed
    raise AssertionError


def spoiling(cheat: int, hand: int) -> Callable[[Table], None]:
    """A bad shuffle in the deck of that hand."""

    def lie(body: Message) -> Message | None:
        return proof_that_fails(body) if isinstance(body, Shuffle) and body.hand == hand else None

    return lambda table: sign_instead(table, cheat, lie)
