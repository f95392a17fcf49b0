"""What a verified record says, in lines that a player understands."""

from __future__ import annotations

from lantruco.record.compare import Comparison
from lantruco.record.farewell import leave_sentences
from lantruco.record.report import Report, SeatReport
from lantruco.rules import seats_of
from lantruco.tui.glyphs import shown_name
from lantruco.tui.retelling import hand_steps
from lantruco.tui.texts import Texts


def verdict_lines(report: Report, texts: Texts) -> list[str]:
    """The whole account: who played, hand by hand, who left, the result, who has signed what, what was
    checked."""
    table = shown_name(report.table_name)
    lines = [texts("verify.table", name=table, one=_team(report, 0, texts), two=_team(report, 1, texts))]
    if report.chosen:
        lines.append(texts("replay.options", options=report.chosen))
    names = [shown_name(seat.name) for seat in report.seats]
    for hand in report.hands:
        lines += [line for step in hand_steps(hand, names, texts) for line in step]
    return lines + checked_lines(report, texts)


def checked_lines(report: Report, texts: Texts) -> list[str]:
    """The account without the hands: who left, the result, who has signed what, what was checked."""
    names = [_name(seat, texts) for seat in report.seats]
    lines = [*leave_sentences(report.left, names, texts), _result(report, texts)]
    lines += [_signed(seat, report, texts) for seat in report.seats]
    checked = report.checked
    lines.append(
        texts(
            "verify.checked",
            signatures=checked.signatures,
            commits=checked.commits,
            reveals=checked.reveals,
            shuffles=checked.shuffles,
            shares=checked.shares,
        )
    )
    lines.append(texts("verify.digest", digest=report.digest.hex()))
    lines.append(texts("verify.unprovable"))
    return lines


def refusal(path: str, error: Exception, texts: Texts) -> str:
    """Why a record does not hold, and where; or that it could not be judged, which accuses nobody."""
    reason, line = texts.failure(error), getattr(error, "line", None)
    if getattr(error, "uncheckable", False):
        return reason
    if line is None:
        return texts("verify.false", path=path, reason=reason)
    return texts("verify.false.line", path=path, line=line, reason=reason)


def comparison_line(comparison: Comparison, first: str, other: str, texts: Texts) -> str:
    """How two files of one match stand to each other, and which of two ends counts."""
    line = texts(f"verify.relation.{comparison.relation}", first=first, other=other, line=comparison.line)
    if comparison.counts is None:
        return line
    return line + " " + texts("verify.counts", file=other if comparison.counts == comparison.index else first)


def rematch_line(first: str, other: str, texts: Texts) -> str:
    """The match of the file ``other`` follows that of ``first``."""
    return texts("verify.rematch", first=first, other=other)


def _name(seat: SeatReport, texts: Texts) -> str:
    name = shown_name(seat.name)
    return name if seat.operator is None else texts("who.bot", name=name, owner=shown_name(seat.operator))


def _team(report: Report, side: int, texts: Texts) -> str:
    return " + ".join(_name(report.seats[seat], texts) for seat in seats_of(side, report.players))


def _result(report: Report, texts: Texts) -> str:
    values = {"one": report.score[0], "two": report.score[1]}
    waiting = ", ".join(shown_name(report.seats[seat].name) for seat in report.waiting)
    if report.fault is not None:
        name = shown_name(report.seats[report.fault.seat].name)
        code = report.fault.code
        ended = texts("verify.fault", name=name, code=code, **values)
        return ended if report.status == "fault" else ended + " " + texts("verify.waits", names=waiting)
    if report.status == "finished" and report.winner is not None:
        return texts("verify.finished", side=_team(report, report.winner, texts), **values)
    return texts("verify.unfinished", names=waiting, **values)


def _signed(seat: SeatReport, report: Report, texts: Texts) -> str:
    name = _name(seat, texts)
    if seat.signed_close:
        return texts("verify.signed.close", name=name)
    ended = sum(hand.reason is not None for hand in report.hands)
    if seat.signed_line is None:
        return texts("verify.signed.none", name=name)
    return texts("verify.signed", name=name, hands=seat.signed_hands, ended=ended, line=seat.signed_line)
