"""Good-byes at the end of a golden record, signed with keys that everybody knows."""

from __future__ import annotations

from collections.abc import Sequence

from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.parting import Parting, SignedParting
from tests.independent.chain import read
from tests.independent.record import Replay
from tests.simulation.table import identity


def place_of(data: bytes) -> tuple[bytes, list[bytes]]:
    """The genesis digest of a record, and what each step of its main log rests on, the one under way too."""
    genesis, digest, steps = read(data)
    replay = Replay(genesis, digest)
    for at, step in enumerate(steps):
        replay.take(step, last=at == len(steps) - 1)
    return digest, [prev for prev, _ in replay.places]


def parting(
    data: bytes,
    seat: int,
    *,
    step: int | None = None,
    prev: bytes | None = None,
    spoken: bool = False,
    after: Sequence[Parting] = (),
) -> Parting:
    """``seat`` leaves the match of ``data`` in the step under way, or in another one."""
    genesis, places = place_of(data)
    at = len(places) - 1 if step is None else step
    rests_on = prev if prev is not None else places[at]
    return Parting(
        genesis=Octets32(genesis),
        seat=seat,
        step=at,
        prev=Octets32(rests_on),
        spoken=spoken,
        after=sorted(Octets32(leave.digest()) for leave in after),
    )


def line_of(leave: Parting, table: int, *, signer: int | None = None) -> bytes:
    """The line that says it, at the golden table of seed ``table``, with its LF."""
    key = identity(100 * table + (leave.seat if signer is None else signer) + 1)
    return SignedParting(leave, Octets64(key.sign(leave.digest()))).to_bytes() + b"\n"
