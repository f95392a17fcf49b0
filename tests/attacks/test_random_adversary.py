"""Whatever a seat signs, honest seats stay of one mind and none of them is ever blamed."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.attacks.adversary import adversarial, judge
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.table import Table


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_cheats_in_any_company_and_at_any_time_harm_only_themselves(seed: int) -> None:
    """One cheat, a whole side of them, or all but one; lies to all or to some, silence, false blame."""
    judge(adversarial(seed))


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_a_thousand_more_tables_with_cheats_end_without_a_wrong_word(first: int) -> None:
    for seed in range(first, first + 100):
        judge(adversarial(seed))


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
