"""Several files side by side: records of one match, or of one match after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from .chain import Line
from .report import Report

Relation = Literal["same", "leaves", "shorter", "longer", "pending", "bytes", "different", "other"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How file ``index`` stands to the first one.

    relation: *same* bytes; *leaves*, the same messages and other good-byes, which count for none of the
    following; *shorter* or *longer*, one being the beginning of the other; *pending*, the same complete steps
    and different messages of the step under way; *bytes*, the same log in other bytes, since somebody signed
    one message twice or two proofs of one fault were at hand; *different* histories; *other*, a record of
    another match. ``line`` is the first that differs, from 1, where two files of one
    match go apart. ``counts``: of two closed records of one match, one with a fault and one without, the file
    with the fault: only the cheat can have brought about the other, unless a second seat cheated with him.
    """

    index: int
    relation: Relation
    line: int | None = None
    counts: int | None = None

    @property
    def agrees(self) -> bool:
        """Nothing in one file contradicts the other."""
        return self.relation in ("same", "leaves", "shorter", "longer", "pending")


def compare(reports: Sequence[Report]) -> tuple[Comparison, ...]:
    """Every report but the first, compared with the first."""
    return tuple(
        Comparison(index, *_relate(reports[0], report), _counts(reports, index))
        for index, report in enumerate(reports[1:], start=1)
    )


def _counts(reports: Sequence[Report], index: int) -> int | None:
    ends = {reports[place].status: place for place in (0, index)}
    one_match = reports[0].genesis == reports[index].genesis
    return ends["fault"] if one_match and ends.keys() == {"finished", "fault"} else None


@dataclass(frozen=True, slots=True)
class Rematch:
    """The match of file ``index`` was played by the same seats after that of file ``of``."""

    index: int
    of: int


def rematches(reports: Sequence[Report]) -> tuple[Rematch, ...]:
    """Which files follow which: the same keys sit on the same seats and have signed the digest of the earlier
    record. Of several files of that match the first one is named.
    """
    found = []
    for index, report in enumerate(reports):
        before = next((of for of, other in enumerate(reports) if _follows(report, other)), None)
        if before is not None:
            found.append(Rematch(index, before))
    return tuple(found)


def _follows(report: Report, other: Report) -> bool:
    same_seats = [seat.key for seat in report.seats] == [seat.key for seat in other.seats]
    return report.previous == other.digest and other.status == "finished" and same_seats


def _relate(first: Report, second: Report) -> tuple[Relation, int | None]:
    if first.genesis != second.genesis:
        return "other", None
    if (first.head, first.trail) == (second.head, second.trail):
        # Who leaves before another does not hear that one's good-bye.
        return ("same" if first.leaves == second.leaves else "leaves"), None
    parting = _parting(first, second)
    if first.digest == second.digest and "unfinished" not in (first.status, second.status):
        return "bytes", parting
    known = {_slot(line): line for line in first.trail}
    twins = [(known[slot], line) for line in second.trail if (slot := _slot(line)) in known]
    if any(a.body != b.body for a, b in twins):
        return "different", parting
    if first.head != second.head or any(a.data != b.data for a, b in twins):
        return "bytes", parting
    return _lengths(first.trail, second.trail)


def _lengths(first: Sequence[Line], second: Sequence[Line]) -> tuple[Relation, int | None]:
    a, b = {line.data for line in first}, {line.data for line in second}
    if b < a:
        return "shorter", None
    return ("longer", None) if a < b else ("pending", None)


def _slot(line: Line) -> tuple[object, ...]:
    body = line.body
    return body.log, body.hand, body.attempt, body.step, body.seat


def _parting(first: Report, second: Report) -> int:
    pairs = zip((first.head, *_data(first)), (second.head, *_data(second)), strict=False)
    shorter = min(len(first.trail), len(second.trail)) + 1
    return next((number for number, (a, b) in enumerate(pairs, start=1) if a != b), shorter + 1)


def _data(report: Report) -> Iterator[bytes]:
    return (line.data for line in report.trail)
