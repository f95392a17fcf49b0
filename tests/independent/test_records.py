"""The second verifier accepts every golden record, and nothing that was changed in one."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.independent.canonical import encode
from tests.independent.chain import Message, read, step_digest
from tests.independent.forging import accused, body_of, lies_about, seeds_of, signed
from tests.independent.record import Replay, Verdict, judge
from tests.independent.refusal import Refused
from tests.independent.schema import octets

GOLDEN = Path(__file__).resolve().parents[2] / "seeds" / "golden"
EXPECTED: dict[str, dict[str, Any]] = {
    name: entry
    for index in ("index.json", "special.json")
    for name, entry in json.loads((GOLDEN / index).read_text("utf-8")).items()
}
LONG = ("four-seats", "onze-partners", "ferro-blind")


def golden(name: str) -> bytes:
    return (GOLDEN / f"{name}.jsonl").read_bytes()


def lines_of(name: str) -> list[bytes]:
    return golden(name).split(b"\n")[:-1]


def join(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


@cache
def judged(name: str) -> Verdict:
    return judge(golden(name))


def some_long(names: list[str]) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in names]


def test_the_golden_records_are_all_known() -> None:
    assert {path.stem for path in GOLDEN.glob("*.jsonl")} == set(EXPECTED)


@pytest.mark.parametrize("name", some_long(sorted(EXPECTED)))
def test_a_golden_record_is_judged_as_its_index_says(name: str) -> None:
    found = judged(name)
    expected = EXPECTED[name]
    assert found.status == expected["status"]
    assert list(found.score) == expected["score"]
    assert found.digest.hex() == expected["digest"]


def test_what_an_unfinished_record_waits_for_is_named() -> None:
    assert judged("unfinished").waiting == (1,)


def test_a_seat_at_fault_is_named() -> None:
    assert [judged(name).fault for name in EXPECTED if EXPECTED[name]["status"] == "fault"] == [1] * 4


def flip(line: bytes, at: int) -> bytes:
    return line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]


@pytest.mark.parametrize("at", [0.3, 0.9])
def test_no_line_of_a_record_can_be_changed(at: float) -> None:
    lines = lines_of("two-seats")
    for index, line in enumerate(lines):
        changed = [*lines[:index], flip(line, int(len(line) * at)), *lines[index + 1 :]]
        with pytest.raises(Refused) as caught:
            judge(join(changed))
        assert caught.value.line == index + 1


def test_no_line_can_be_left_out_doubled_or_moved() -> None:
    lines = lines_of("covered-card")
    for index in range(len(lines) - 2):
        before, line, after = lines[:index], lines[index], lines[index + 1 :]
        for edited in (before + after, [*before, line, line, *after], [*before, after[0], line, *after[1:]]):
            with pytest.raises(Refused):
                judge(join(edited))


def test_a_record_that_was_cut_is_unfinished_wherever_a_line_ends() -> None:
    lines = lines_of("covered-card")
    for end in (1, 2, 4, 6, 9, 11, 15, len(lines) - 1):
        found = judge(join(lines[:end]))
        assert found.status == "unfinished"
        assert found.waiting


def moments(name: str) -> Iterator[tuple[Replay, list[bytes], list[Message]]]:
    """Before each step: a replay that has followed the record so far, those lines, the step's messages."""
    genesis, digest, steps = read(golden(name))
    lines = lines_of(name)
    replay = Replay(genesis, digest)
    for step in steps:
        yield replay, lines[: step[0].line - 1], step
        replay.take(step, last=True)


def check_lies(name: str, *, every: int) -> None:
    """Tells one in ``every`` lies, each in its place of the record."""
    lines = lines_of(name)
    number = count()
    for replay, _, step in moments(name):
        for message in step:
            alone = copy.deepcopy(replay)
            alone.take([message], last=True)
            assert alone.fault is None
            for lie in lies_about(body_of(lines[message.line - 1])):
                if next(number) % every == 0:
                    hearing = copy.deepcopy(replay)
                    hearing.take([lie.message(message.line)], last=True)
                    assert hearing.fault == message.seat, lie
    assert next(number) > 3 * len(lines)


@pytest.mark.parametrize("name", ["two-seats", "dealt-twice"])
def test_a_lie_is_its_authors_fault_and_no_honest_word_is(name: str) -> None:
    check_lies(name, every=7)


@pytest.mark.long
@pytest.mark.parametrize("name", ["two-seats", "dealt-twice", "familia-bluff", *LONG])
def test_every_lie_in_every_place_is_its_authors_fault_and_no_honest_word_is(name: str) -> None:
    check_lies(name, every=1)


@cache
def blamed() -> list[tuple[str, bytes, int]]:
    """Well-signed files that accuse a seat of a lie, one of each kind: (about what, the file, who)."""
    lines = lines_of("covered-card")
    seeds = seeds_of(20, 2)
    found: dict[str, tuple[bytes, int]] = {}
    for replay, kept, step in moments("covered-card"):
        for message in step:
            for lie in lies_about(body_of(lines[message.line - 1])):
                about = f"{lie.body['log']} {message.body['kind']}: {lie.about}"
                evidence = join(accused(kept, replay, lie.body, seeds))
                found.setdefault(about, (evidence, message.seat))
    return [(about, data, seat) for about, (data, seat) in found.items()]


def test_a_liar_is_convicted_by_a_whole_record_of_its_own_words() -> None:
    for about, data, seat in blamed():
        if about.endswith((": proof", ": shares", ": word", ": nonce")):
            found = judge(data)
            assert (found.status, found.fault) == ("fault", seat), about


@pytest.mark.long
def test_every_liar_is_convicted_by_a_whole_record_of_its_own_words() -> None:
    for about, data, seat in blamed():
        found = judge(data)
        assert (found.status, found.fault) == ("fault", seat), about


def test_an_honest_word_convicts_nobody_even_if_all_others_sign_it() -> None:
    lines = lines_of("covered-card")
    seeds = seeds_of(20, 2)
    for replay, kept, step in list(moments("covered-card"))[:-1:2]:
        with pytest.raises(Refused):
            judge(join(accused(kept, replay, body_of(lines[step[-1].line - 1]), seeds)))
        assert replay.fault is None


def test_two_words_in_one_place_convict_and_the_same_word_twice_does_not() -> None:
    seeds = seeds_of(20, 2)
    for replay, kept, step in moments("covered-card"):
        if step[0].body["kind"] == "verdict":
            honest = lines_of("covered-card")[step[0].line - 1]
            other = signed(body_of(honest) | {"kind": "commit", "commitment": "A" * 43}, seeds)
            *_, close = accused(kept, replay, body_of(honest), seeds)
            pair = sorted([honest, other], key=lambda line: line.split(b'"sig"')[0])
            assert judge(join([*kept, *pair, close])) == Verdict(
                "fault", (0, 0), 0, replay_digest(close), step[0].seat, ()
            )
            for false in ([*pair[::-1], close], [honest, honest, close]):
                with pytest.raises(Refused):
                    judge(join([*kept, *false]))
            return
    pytest.fail("no verdict in this record")


def replay_digest(close: bytes) -> bytes:
    """The digest of a main log that consists of ``close`` alone."""
    body = body_of(close)
    return step_digest(octets(body["prev"], 32), [encode(body)])
