"""What an honest table, and a third party with nothing but a record, make of a cheat."""

from __future__ import annotations

from lantruco.protocol.effects import Refusal, Work
from lantruco.protocol.events import FaultFound
from lantruco.protocol.replica import Replica
from lantruco.record.verify import verify_bytes
from tests.attacks.cheats import honest
from tests.fairdeal.entropy import SeededEntropy
from tests.simulation.signatures import verify
from tests.simulation.table import Table


def observed(lines: list[bytes], table: Table) -> Replica:
    """A third party who has nothing but the record."""
    observer = Replica(table.genesis, group=table.group, verify=verify, entropy=SeededEntropy(7))
    effects = observer.start()
    for line in lines[1:]:
        effects += observer.receive(line)
        while any(isinstance(effect, Work) for effect in effects):
            jobs = [effect.job for effect in effects if isinstance(effect, Work)]
            assert not [effect for effect in effects if isinstance(effect, Refusal)]
            effects = [later for job in jobs for later in observer.done(job, job.run())]
        assert not [effect for effect in effects if isinstance(effect, Refusal)]
        effects = []
    return observer


def blamed(table: Table, seat: int) -> list[FaultFound]:
    """The faults that ``seat`` has found, in order."""
    return [event for event in table.events[seat] if isinstance(event, FaultFound)]


def assert_caught(table: Table, cheat: int, code: str | None = None) -> None:
    """Every honest seat has closed against ``cheat``, with one digest and a record that convinces anybody."""
    seats = honest(table, cheat)
    for seat in seats:
        replica = table.replicas[seat]
        assert replica.closed
        assert replica.view().fault == cheat
        assert replica.view().winner == 1 - cheat % 2
        assert {found.seat for found in blamed(table, seat)} == {cheat}
        assert code is None or blamed(table, seat)[-1].code == code
        report = verify_bytes(table.file(seat), group=table.group)
        assert report.status == "fault"
        assert report.fault is not None
        assert (report.digest, report.fault.seat) == (replica.digest, cheat)
    assert len({table.replicas[seat].digest for seat in seats}) == 1
