"""The first pass: what is a record at all, and whose bytes are in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from lantruco.protocol.keys import check_public, verify
from lantruco.record import chain
from lantruco.record.chain import Chain, check_chain, read_record
from lantruco.record.errors import RecordError
from tests.record.golden import golden, join, lines_of

SHORT = golden("two-seats")


def checked(data: bytes) -> Chain:
    return check_chain(data, verify=verify, check_key=check_public)


def refused(data: bytes) -> tuple[str, int | None]:
    with pytest.raises(RecordError) as caught:
        checked(data)
    return caught.value.code, caught.value.line


def test_a_true_record_passes_line_by_line() -> None:
    found = checked(SHORT)
    assert [line.data for line in found.lines] == lines_of(SHORT)[1:]
    assert [line.number for line in found.lines] == list(range(2, len(lines_of(SHORT)) + 1))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"not a record\n",
        b"[]\n",
        b"{}\n",
        b'{"genesis":{"game":"chess"}}\n',
        b"\x89PNG\r\n\x1a\n",
        b"[" * 50_000,
        b"\xef\xbb\xbf" + SHORT,
        b"\xff\xfe" + SHORT.decode().encode("utf-16-le"),
        SHORT.split(b"\n", 1)[1],
    ],
)
def test_any_other_file_is_foreign(data: bytes) -> None:
    assert refused(data) == ("E_FOREIGN", None)


@pytest.mark.parametrize(
    "version", ["-1", "65536", "9" * 4000, "9" * 5000, "1e400", "NaN", "true", '"1"', "null"]
)
def test_a_version_that_cannot_be_is_damage_and_not_repeated(version: str) -> None:
    changed = SHORT.replace(b'"protocol":3,', f'"protocol":{version},'.encode())
    assert refused(changed) == ("E_FORMAT", 1)


def test_a_record_of_another_version_says_which() -> None:
    with pytest.raises(RecordError) as caught:
        checked(SHORT.replace(b'"protocol":3,', b'"protocol":7,'))
    assert (caught.value.code, caught.value.line) == ("E_VERSION", 1)
    assert caught.value.facts["theirs"] == 7
    assert caught.value.uncheckable


def test_windows_line_ends_are_not_the_record() -> None:
    assert refused(SHORT.replace(b"\n", b"\r\n")) == ("E_CANON", 1)


def test_blank_lines_have_no_place() -> None:
    assert refused(SHORT + b"\n") == ("E_FORMAT", len(lines_of(SHORT)) + 1)


def test_white_space_that_json_allows_is_refused() -> None:
    lines = lines_of(SHORT)
    lines[4] = lines[4].replace(b'"seat":', b'"seat": ')
    assert refused(join(lines)) == ("E_CANON", 5)


def test_a_field_more_is_refused() -> None:
    lines = lines_of(SHORT)
    lines[4] = lines[4][:-1] + b',"zzz":1}'
    assert refused(join(lines)) == ("E_FORMAT", 5)


def test_a_line_of_another_match_is_refused() -> None:
    lines = lines_of(SHORT)
    lines[3] = lines_of(golden("four-seats"))[3]
    assert refused(join(lines)) == ("E_MATCH", 4)


def test_two_records_in_one_file_are_refused() -> None:
    assert refused(SHORT + SHORT) == ("E_FORMAT", len(lines_of(SHORT)) + 1)


def test_a_second_end_is_refused() -> None:
    lines = lines_of(SHORT)
    assert refused(join([*lines, lines[-1]])) == ("E_ORDER", len(lines) + 1)
    assert refused(join([*lines, lines[1]])) == ("E_AFTER", len(lines) + 1)


def test_a_hand_that_names_another_deck_is_refused() -> None:
    # Both verdicts of the first deck gone: only the hand's first step knows that they were there.
    lines = [line for line in lines_of(SHORT) if not _is(line, "verdict", 0)]
    code, line = refused(join(lines))
    assert code == "E_CHAIN"
    assert line is not None
    assert _is(lines[line - 1], "hand", 0)


def test_the_deck_of_another_hand_cannot_be_slipped_in() -> None:
    lines = lines_of(SHORT)
    first = [line for line in lines if b'"log":"deck"' in line and b'"hand":0' in line]
    second = [line for line in lines if b'"log":"deck"' in line and b'"hand":1' in line]
    at = lines.index(second[0])
    swapped = [*lines[:at], *first, *lines[at + len(second) :]]
    assert refused(join(swapped)) == ("E_ORDER", at + 1)


def test_a_file_over_the_limit_is_refused_without_being_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "MAX_FILE", len(SHORT) - 1)
    assert refused(SHORT) == ("E_SIZE", None)
    monkeypatch.setattr(chain, "MAX_FILE", len(SHORT))
    monkeypatch.setattr(chain, "MAX_LINES", 10)
    assert refused(SHORT) == ("E_SIZE", None)


def test_a_line_over_the_limit_is_refused() -> None:
    lines = lines_of(SHORT)
    lines[6] = lines[6].replace(b'"kind":', b'"' + b"x" * 60_000 + b'":1,"kind":')
    assert refused(join(lines)) == ("E_SIZE", 7)


def test_no_more_than_the_limit_is_read_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "MAX_FILE", 100)
    (tmp_path / "large.jsonl").write_bytes(bytes(5000))
    assert len(read_record(tmp_path / "large.jsonl")) == 101


def _is(line: bytes, kind: str, hand: int) -> bool:
    return f'"kind":"{kind}"'.encode() in line and f'"hand":{hand},'.encode() in line
