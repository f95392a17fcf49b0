"""Whoever changes, drops, adds or moves a byte of a record is found, with the place."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lantruco.record.errors import RecordError
from lantruco.record.verify import verify_bytes
from tests.record.golden import flip, golden, join, lines_of

SHORT = golden("two-seats")
FULL_LENGTH = len(lines_of(SHORT))
HEAD_CODES = {"E_FORMAT", "E_CANON", "E_FOREIGN", "E_VERSION", "E_GENESIS", "E_SIGNATURE"}


def refusal(data: bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        verify_bytes(data)
    return caught.value


def check_changed(lines: list[bytes], index: int, at: int) -> None:
    error = refusal(join([*lines[:index], flip(lines[index], at), *lines[index + 1 :]]))
    if index:
        assert error.line == index + 1
    else:
        assert error.code in HEAD_CODES


def check_every_edit(lines: list[bytes], index: int) -> None:
    seats = lines[0].count(b'"operator":')
    before, line, after = lines[:index], lines[index], lines[index + 1 :]
    for at in (2, len(line) // 3, len(line) // 2, len(line) - 30, len(line) - 1):
        check_changed(lines, index, at)
    if after:
        dropped = refusal_or_waiting(join(before + after))
        if isinstance(dropped, RecordError):
            # The last move of a hand is missed where the next hand's first step comes, after its deck.
            assert dropped.line is None or index + 1 <= dropped.line <= index + 1 + 4 * seats
        else:
            assert lines[-seats:][0] in lines[index - seats :]
            assert dropped
        if len(after) > 0 and index > 0:
            swapped = refusal(join([*before, after[0], line, *after[1:]]))
            assert swapped.line is not None
            assert index + 1 <= swapped.line <= index + 2 + seats
    twice = refusal(join([*before, line, line, *after]))
    assert twice.line == index + 2
    cut = refusal(join(before) + line)
    assert (cut.code, cut.line) == ("E_TRUNCATED", index + 1)
    half = refusal(join(before) + line[: len(line) // 2])
    assert half.code in ("E_TRUNCATED", "E_FORMAT")
    assert half.line == index + 1


def refusal_or_waiting(data: bytes) -> RecordError | tuple[int, ...]:
    """Why a file is refused; if it is not, whom the unfinished record waits for."""
    try:
        report = verify_bytes(data)
    except RecordError as error:
        return error
    assert report.status == "unfinished"
    return report.waiting


@pytest.mark.parametrize("index", range(FULL_LENGTH))
def test_no_line_of_a_short_record_can_be_changed_dropped_doubled_or_moved(index: int) -> None:
    check_every_edit(lines_of(SHORT), index)


@pytest.mark.long
@pytest.mark.parametrize("name", ["four-seats", "fault"])
def test_no_line_of_the_other_golden_records_can_be_changed_dropped_doubled_or_moved(name: str) -> None:
    lines = lines_of(golden(name))
    for index in range(len(lines)):
        check_every_edit(lines, index)


@pytest.mark.long
def test_no_single_byte_of_a_line_can_be_changed() -> None:
    lines = lines_of(SHORT)
    kinds = {line.split(b'"kind":"')[1].split(b'"')[0]: index for index, line in enumerate(lines) if index}
    for index in (0, *kinds.values()):
        for at in range(0, len(lines[index]), 1 + len(lines[index]) // 800):
            check_changed(lines, index, at)


@settings(max_examples=150, deadline=None)
@given(
    at=st.integers(0, len(SHORT) - 1),
    removed=st.integers(0, 3),
    added=st.binary(max_size=3),
)
def test_no_small_edit_anywhere_goes_unseen(at: int, removed: int, added: bytes) -> None:
    edited = SHORT[:at] + added + SHORT[at + removed :]
    assume(edited != SHORT)
    assert refusal(edited).code.startswith("E_")


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=300))
def test_random_bytes_are_no_record(data: bytes) -> None:
    assume(not data.startswith(b'{"genesis":{'))
    assert refusal(data).code == "E_FOREIGN"


@settings(max_examples=40, deadline=None)
@given(
    first=st.integers(1, FULL_LENGTH - 1),
    second=st.integers(1, FULL_LENGTH - 1),
)
def test_no_two_lines_can_change_places(first: int, second: int) -> None:
    assume(first != second)
    lines = lines_of(SHORT)
    lines[first], lines[second] = lines[second], lines[first]
    assert refusal(join(lines)).line is not None
