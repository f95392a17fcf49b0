"""`lantruco verify FILE…`: is this record true?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lantruco.cli.failure import ENVIRONMENT, FALSE, OK, UNFINISHED, USAGE
from lantruco.cli.invocation import Invocation
from lantruco.cli.progress import ProgressLine
from lantruco.record.compare import Comparison, Rematch, compare, rematches
from lantruco.record.errors import RecordError
from lantruco.record.report import SCHEMA, Report
from lantruco.record.verify import verify_file
from lantruco.tui.report_page import check_page, save_page
from lantruco.tui.verdict import comparison_line, refusal, rematch_line, verdict_lines


@dataclass(frozen=True)
class _Judged:
    """One file: its report, or what speaks against it."""

    file: str
    report: Report | None = None
    error: RecordError | None = None


def run(invocation: Invocation) -> int:
    """Check every file, and all against the first.

    0: all hold; 1: one does not, or two contradict each other; 2: there is no such file, or no page can be
    where it is wanted; 3: a match without its end; 4: a file that this program cannot judge.
    """
    wanted: str | None = invocation.arguments.html
    inputs = [Path(file) for file in invocation.arguments.files]
    if wanted is not None:
        check_page(Path(wanted), inputs)
    judged = [_judge(file, invocation) for file in invocation.arguments.files]
    readable = [one for one in judged if one.report is not None]
    reports = [one.report for one in readable if one.report is not None]
    compared = compare(reports) if reports else ()
    followed = rematches(reports)
    if not invocation.arguments.json:
        _tell(judged, readable, compared, followed, invocation)
    if wanted is not None and readable:
        _write_page(readable[0], Path(wanted), inputs, invocation)
    # Last: what stops the page is then the one object.
    if invocation.arguments.json:
        invocation.output.json(SCHEMA, _plain(judged, readable, compared, followed, invocation))
    return (
        max(
            (_status(one) for one in judged),
            key=(OK, UNFINISHED, ENVIRONMENT, USAGE, FALSE).index,
        )
        if all(_consistent(one) for one in compared)
        else FALSE
    )


def _judge(file: str, invocation: Invocation) -> _Judged:
    with ProgressLine(ascii=invocation.output.ascii) as line:

        def progress(done: int, total: int) -> None:
            percent = 100 * done // total
            line.show(invocation.texts("verify.progress", path=file, percent=percent))

        try:
            return _Judged(file, report=verify_file(Path(file), progress=progress))
        except RecordError as error:
            return _Judged(file, error=error)


def _write_page(one: _Judged, path: Path, inputs: list[Path], invocation: Invocation) -> None:
    assert one.report is not None
    save_page(one.report, path, invocation.texts.lang, inputs)
    if not invocation.arguments.json:
        invocation.output.line(invocation.texts("verify.page", path=path))


def _consistent(comparison: Comparison) -> bool:
    # Records of different matches may be checked in one go.
    return comparison.agrees or comparison.relation == "other"


def _status(one: _Judged) -> int:
    if one.error is not None:
        if isinstance(one.error.__cause__, FileNotFoundError):
            return USAGE
        return ENVIRONMENT if one.error.uncheckable else FALSE
    return UNFINISHED if one.report is not None and one.report.status == "unfinished" else OK


def _tell(
    judged: list[_Judged],
    readable: list[_Judged],
    compared: tuple[Comparison, ...],
    followed: tuple[Rematch, ...],
    invocation: Invocation,
) -> None:
    texts, output = invocation.texts, invocation.output
    for one in judged:
        if one.report is None:
            output.error(_reason(one, invocation))
            continue
        output.line(texts("verify.true", path=one.file))
        for line in verdict_lines(one.report, texts):
            output.line("  " + line)
    evening = {place for one in followed for place in (one.index, one.of)}
    for comparison in compared:
        if comparison.relation == "other" and comparison.index in evening:
            continue
        other = readable[comparison.index].file
        output.line(comparison_line(comparison, readable[0].file, other, texts))
    for rematch in followed:
        output.line(rematch_line(readable[rematch.of].file, readable[rematch.index].file, texts))


def _reason(one: _Judged, invocation: Invocation) -> str:
    assert one.error is not None
    return refusal(one.file, one.error, invocation.texts)


def _plain(
    judged: list[_Judged],
    readable: list[_Judged],
    compared: tuple[Comparison, ...],
    followed: tuple[Rematch, ...],
    invocation: Invocation,
) -> dict[str, object]:
    files: list[dict[str, object]] = []
    for one in judged:
        if one.report is not None:
            told = {key: value for key, value in one.report.to_json().items() if key != "schema"}
            files.append({"file": one.file, "holds": True, **told})
        elif one.error is not None:
            error = {"code": one.error.code, "line": one.error.line, "message": _reason(one, invocation)}
            files.append(
                {"file": one.file, "holds": None if one.error.uncheckable else False, "error": error}
            )
    return {
        "files": files,
        "comparisons": [
            {
                "file": readable[each.index].file,
                "relation": each.relation,
                "line": each.line,
                "counts": None if each.counts is None else readable[each.counts].file,
            }
            for each in compared
        ],
        "rematches": [{"file": readable[each.index].file, "of": readable[each.of].file} for each in followed],
    }
