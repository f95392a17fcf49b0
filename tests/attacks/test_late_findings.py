"""A finding that comes when the match has already ended by another fault."""

from __future__ import annotations

from lantruco.protocol.decklog import VerifyJob
from lantruco.protocol.effects import Effect, Work
from lantruco.protocol.events import FaultFound
from lantruco.protocol.messages import Play
from tests.attacks.cheats import forge
from tests.attacks.test_faults import CHEAT, covered_in_first_vaza
from tests.fairdeal.smallgroup import SMALL
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
