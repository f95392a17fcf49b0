"""Who left first is a fact that a broken-off record tells, and nobody can put it into another's mouth."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from lantruco.protocol.codec import Octets32, encode
from lantruco.protocol.parting import MAX_PARTING, Parting, in_order
from lantruco.record.compare import compare
from lantruco.record.errors import RecordError
from lantruco.record.html import page
from lantruco.record.report import LeaveReport, Report
from lantruco.record.verify import verify_bytes
from lantruco.tui.texts import Texts
from lantruco.tui.verdict import verdict_lines
from tests.independent.record import judge
from tests.independent.refusal import Refused
from tests.record.golden import flip, golden, join, lines_of
from tests.record.leaving import line_of, parting, place_of

TABLE = 21
"""Of the golden record that breaks off in the deal of its second hand, where Beto's shares are missing."""
BROKEN = golden("unfinished")


def leaves_of(report: Report) -> list[tuple[int, int]]:
    return [(leave.seat, leave.step) for leave in report.left]


def refused(data: bytes) -> tuple[str, int | None]:
    """The code and the line for which both verifiers refuse a record."""
    with pytest.raises(RecordError) as by_one:
        verify_bytes(data)
    with pytest.raises(Refused) as by_other:
        judge(data)
    assert (by_other.value.code, by_other.value.line) == (by_one.value.code, by_one.value.line)
    return by_one.value.code, by_one.value.line


def accepted(data: bytes) -> Report:
    """The report; both verifiers say the same of who left."""
    report, other = verify_bytes(data), judge(data)
    assert [(one.seat, one.step, one.hand, one.after, one.went_on) for one in report.left] == [
        (one.seat, one.step, one.hand, one.after, one.went_on) for one in other.left
    ]
    return report


def test_a_record_says_who_left_and_then_whom_it_waits_for() -> None:
    """Ana quits when it is Beto who must speak: the record waits for him, and names her first."""
    ana = parting(BROKEN, 0, spoken=True)
    report = accepted(BROKEN + line_of(ana, TABLE))
    assert report.waiting == (1,)
    assert report.status == "unfinished"
    assert report.left == (LeaveReport(0, ana.step, 1, (), went_on=False, line=report.lines),)
    for lang, words in (
        ("pt", ("Ana saiu depois do passo", "espera por: Beto")),
        ("en", ("Ana left after step", "waits for: Beto")),
    ):
        told = verdict_lines(report, Texts(lang))
        at = [next(number for number, line in enumerate(told) if word in line) for word in words]
        assert at[0] < at[1]
        shown = page(report, [Texts(lang)])
        assert shown.index(words[0]) < shown.index(words[1])
    assert f"step {ana.step - 1}, in hand 2" in " ".join(verdict_lines(report, Texts("en")))


def test_of_two_who_left_in_one_step_the_later_names_the_first() -> None:
    beto = parting(BROKEN, 1)
    ana = parting(BROKEN, 0, spoken=True, after=[beto])
    report = accepted(BROKEN + line_of(ana, TABLE) + line_of(beto, TABLE))
    assert [leave.seat for leave in report.left] == [1, 0]
    assert report.left[1].after == (1,)


def test_who_left_in_an_earlier_step_left_first() -> None:
    beto = parting(BROKEN, 1, step=2)
    ana = parting(BROKEN, 0, spoken=True)
    report = accepted(BROKEN + line_of(ana, TABLE) + line_of(beto, TABLE))
    assert [leave.seat for leave in report.left] == [1, 0]


def test_a_good_bye_names_those_of_seats_that_the_record_does_not_hold() -> None:
    beto = parting(BROKEN, 1)
    ana = parting(BROKEN, 0, after=[beto])
    assert accepted(BROKEN + line_of(ana, TABLE)).left[0].after == ()


def test_a_chain_of_good_byes_is_told_in_its_order_whatever_the_steps_say() -> None:
    base = parting(BROKEN, 0)
    late = replace(base, seat=3, step=9)
    middle = replace(base, seat=1, step=4, after=[Octets32(late.digest())])
    last = replace(base, seat=0, step=2, after=[Octets32(middle.digest())])
    other = replace(base, seat=2, step=3)
    assert [leave.seat for leave in in_order([last, middle, other, late])] == [2, 3, 1, 0]


def test_who_goes_on_signing_after_his_good_bye_is_said_to() -> None:
    """Both stand in the record: the good-bye and what came after."""
    _, places = place_of(BROKEN)
    early = parting(BROKEN, 0, step=1)
    report = accepted(BROKEN + line_of(early, TABLE))
    assert report.left[0].went_on
    assert "Ana went on signing" in " ".join(verdict_lines(report, Texts("en")))
    # In the very step, it is the author's word whether it came before.
    before = parting(BROKEN, 0, step=len(places) - 1, spoken=True)
    assert not accepted(BROKEN + line_of(before, TABLE)).left[0].went_on
    after = parting(BROKEN, 0, step=len(places) - 1, spoken=False)
    assert accepted(BROKEN + line_of(after, TABLE)).left[0].went_on


def test_before_the_first_step_a_seat_can_leave_too() -> None:
    first = join(lines_of(BROKEN)[:1])
    report = accepted(first + line_of(parting(first, 1), TABLE))
    assert leaves_of(report) == [(1, 0)]
    assert "Beto left before the first step" in " ".join(verdict_lines(report, Texts("en")))


def test_nobody_signs_anothers_good_bye() -> None:
    beto = parting(BROKEN, 1)
    lines = BROKEN.count(b"\n") + 1
    assert refused(BROKEN + line_of(beto, TABLE, signer=0)) == ("E_SIGNATURE", lines)
    ana = line_of(parting(BROKEN, 0), TABLE)
    assert refused(BROKEN + ana.replace(b'"seat":0', b'"seat":1')) == ("E_SIGNATURE", lines)


@pytest.mark.parametrize("step", [0, 1000])
def test_a_place_that_the_log_does_not_have_is_refused(step: int) -> None:
    lines = BROKEN.count(b"\n") + 1
    _, places = place_of(BROKEN)
    wrong = parting(BROKEN, 1, step=step, prev=places[-1])
    assert refused(BROKEN + line_of(wrong, TABLE)) == ("E_CHAIN", lines)


def wrong_order(ana: bytes, beto: bytes) -> list[tuple[bytes, str, int]]:
    message = BROKEN.splitlines(keepends=True)[-1]
    before = BROKEN.removesuffix(message)
    return [
        (BROKEN + ana + ana, "E_ORDER", 2),
        (BROKEN + beto + ana, "E_ORDER", 2),
        (before + ana + message, "E_ORDER", 1),
    ]


@pytest.mark.parametrize("case", range(3))
def test_good_byes_stand_last_by_seat_and_once_each(case: int) -> None:
    """The last line but one could be Ana's own message of the step under way: it is not."""
    ana, beto = (line_of(parting(BROKEN, seat, step=1), TABLE) for seat in (0, 1))
    data, code, further = wrong_order(ana, beto)[case]
    assert refused(data) == (code, BROKEN.count(b"\n") + further)


def other_genesis(leave: Parting) -> Parting:
    return replace(leave, genesis=Octets32(bytes(32)))


def no_such_seat(leave: Parting) -> Parting:
    return replace(leave, seat=2)


def out_of_order(leave: Parting) -> Parting:
    return replace(leave, after=[Octets32(b"\2" * 32), Octets32(b"\1" * 32)])


def doubled(leave: Parting) -> Parting:
    return replace(leave, after=[Octets32(b"\2" * 32)] * 2)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (other_genesis, "E_MATCH"),
        (no_such_seat, "E_SLOT"),
        (out_of_order, "E_FORMAT"),
        (doubled, "E_FORMAT"),
    ],
)
def test_a_good_bye_that_is_none_is_refused_with_its_code(
    change: Callable[[Parting], Parting], code: str
) -> None:
    line = line_of(change(parting(BROKEN, 0)), TABLE, signer=0)
    assert refused(BROKEN + line) == (code, BROKEN.count(b"\n") + 1)


def test_a_good_bye_has_one_form() -> None:
    lines = BROKEN.count(b"\n") + 1
    ana = line_of(parting(BROKEN, 0), TABLE)
    assert refused(BROKEN + ana.replace(b'"seat":0', b'"seat": 0')) == ("E_CANON", lines)
    assert refused(BROKEN + ana.replace(b'"spoken":false', b'"spoken":0')) == ("E_FORMAT", lines)
    assert refused(BROKEN + ana.replace(b'"after":[],', b"")) == ("E_FORMAT", lines)
    long = ana[:-2] + b',"more":"' + b"x" * MAX_PARTING + b'"}\n'
    assert refused(BROKEN + long) == ("E_SIZE", lines)
    assert refused(BROKEN + ana[:-1])[0] == "E_TRUNCATED"


def test_no_byte_of_a_good_bye_can_be_changed() -> None:
    ana = line_of(parting(BROKEN, 0), TABLE).removesuffix(b"\n")
    for at in range(0, len(ana), 7):
        with pytest.raises(RecordError) as caught:
            verify_bytes(BROKEN + flip(ana, at) + b"\n")
        assert caught.value.line == BROKEN.count(b"\n") + 1


@pytest.mark.parametrize(("name", "table"), [("covered-card", 20), ("fault", 6)])
def test_a_closed_record_holds_no_good_byes(name: str, table: int) -> None:
    data = golden(name)
    assert refused(data + line_of(parting(data, 0), table)) == ("E_AFTER", data.count(b"\n") + 1)


def test_a_record_without_its_last_closing_may_hold_one() -> None:
    data = join(lines_of(golden("covered-card"))[:-1])
    report = accepted(data + line_of(parting(data, 1), 20))
    assert (report.status, report.waiting, leaves_of(report)[0][0]) == ("unfinished", (1,), 1)


def test_other_good_byes_make_no_other_history() -> None:
    ana, beto = (line_of(parting(BROKEN, seat), TABLE) for seat in (0, 1))
    reports = [verify_bytes(data) for data in (BROKEN + ana, BROKEN, BROKEN + beto, BROKEN + ana)]
    found = compare(reports)
    assert [one.relation for one in found] == ["leaves", "leaves", "same"]
    assert all(one.agrees for one in found)
    whole = lines_of(BROKEN)
    shorter = join(whole[:-1])
    early = line_of(parting(shorter, 1, step=1), TABLE)
    (one,) = compare([verify_bytes(BROKEN + ana), verify_bytes(shorter + early)])
    assert (one.relation, one.agrees) == ("shorter", True)


def test_every_whole_line_less_is_still_a_record() -> None:
    data = golden("left")
    lines = lines_of(data)
    assert len(leaves_of(accepted(data))) == 2
    assert len(leaves_of(accepted(join(lines[:-1])))) == 1
    assert leaves_of(accepted(join(lines[:-2]))) == []


def test_the_bytes_of_a_good_bye_are_those_of_the_contract() -> None:
    ana = parting(BROKEN, 0)
    assert list(json.loads(encode(ana))) == ["after", "genesis", "prev", "seat", "spoken", "step"]
    assert line_of(ana, TABLE).startswith(b'{"leave":{"after":[],"genesis":"')
