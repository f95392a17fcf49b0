"""Whatever a seat signs, honest seats stay of one mind and none of them is ever blamed."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lantruco.protocol.codec import Octets
from lantruco.protocol.events import FaultFound
from lantruco.protocol.messages import Message
from tests.attacks.cheats import forge, honest
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.table import Table


def garbled(value: Any, chance: random.Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, Octets):
        at = chance.randrange(len(value)) if value else 0
        return type(value)(value[:at] + bytes([value[at] ^ (1 << chance.randrange(8))]) + value[at + 1 :])
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return max(0, value + chance.choice((-1, 1)))
    if isinstance(value, tuple):
        return (min(12, value[0] + 1), value[1])
    if value in ("truco", "seis", "nove", "doze", "aceita", "corre", "joga"):
        return chance.choice(("truco", "seis", "nove", "doze", "aceita", "corre", "joga"))
    return value


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seats=st.sampled_from((2, 4)),
    seed=st.integers(0, 10_000),
    which=st.integers(0, 40),
    everybody=st.booleans(),
)
def test_a_seat_that_signs_nonsense_harms_only_itself(
    seats: int, seed: int, which: int, everybody: bool
) -> None:
    table = Table(seats, seed, SMALL)
    chance = random.Random(seed)
    cheat = chance.randrange(seats)
    victim = None if everybody else chance.choice(honest(table, cheat))
    seen: dict[bytes, Message] = {}

    def change(body: Message) -> Message | None:
        key = msgspec.json.encode((body.log, body.hand, body.step, type(body).__name__))
        if key not in seen:
            name = chance.choice([name for name in body.__struct_fields__ if name != "seat"])
            field = garbled(getattr(body, name), chance)
            seen[key] = msgspec.structs.replace(body, **{name: field}) if len(seen) == which else body
        return seen[key]

    forge(table, cheat, change, only_to=victim)
    table.play()
    for seat in honest(table, cheat):
        blamed = {event.seat for event in table.events[seat] if isinstance(event, FaultFound)}
        assert blamed <= {cheat}
    ended = [table.replicas[seat] for seat in honest(table, cheat) if table.replicas[seat].closed]
    assert len({(replica.digest, replica.view().winner) for replica in ended}) <= 1


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 1_000),
    rounds=st.integers(1, 60),
    data=st.binary(max_size=200),
    at=st.integers(0, 500),
)
def test_bytes_from_nobody_never_raise_nor_move_a_replica(
    seed: int, rounds: int, data: bytes, at: int
) -> None:
    table = Table(2, seed % 5, SMALL)
    for _ in range(rounds):
        if not table.deliver():
            table.decide()
    frame = table.sent[-1][1]
    for attempt in (data, frame[:at] + data + frame[at:], frame[: at % len(frame)] + data):
        if attempt == frame:
            continue
        before = table.replicas[0].have(), table.replicas[0].view()
        table.replicas[0].receive(attempt)
        assert (table.replicas[0].have(), table.replicas[0].view()) == before
