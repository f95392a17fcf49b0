"""Both verifiers, which share no line, agree on whole records: true ones, and lies of every kind."""

from __future__ import annotations

import pytest

from lantruco.record.errors import RecordError
from lantruco.record.verify import verify_bytes
from tests.independent.record import judge
from tests.independent.refusal import Refused
from tests.independent.test_records import blamed

Told = tuple[str, tuple[int, ...], int | None, tuple[int, ...], bytes]


def by_the_package(data: bytes) -> Told | None:
    """None: refused."""
    try:
        report = verify_bytes(data)
    except RecordError:
        return None
    fault = report.fault.seat if report.fault is not None else None
    return report.status, tuple(report.score), fault, tuple(report.waiting), report.digest


def by_the_second(data: bytes) -> Told | None:
    try:
        found = judge(data)
    except Refused:
        return None
    return found.status, found.score, found.fault, found.waiting, found.digest


def agree(data: bytes) -> Told | None:
    one, two = by_the_package(data), by_the_second(data)
    assert one == two
    return one


def test_both_convict_the_author_of_each_lie() -> None:
    for about, data, seat in blamed()[::4]:
        told = agree(data)
        assert told is not None, about
        assert told[2] == seat, about


@pytest.mark.long
def test_both_convict_the_author_of_every_lie() -> None:
    for about, data, seat in blamed():
        told = agree(data)
        assert told is not None, about
        assert told[2] == seat, about
