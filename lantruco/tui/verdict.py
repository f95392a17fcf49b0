"""What a verified record says, in lines that a player understands."""

from __future__ import annotations

from lantruco.record.compare import Comparison
from lantruco.record.report import HandReport, Move, Report, SeatReport, VazaReport
from lantruco.tui.account import tentos
from lantruco.tui.faces import face, table_face
from lantruco.tui.texts import Texts

SIDES = "AB"


def verdict_lines(report: Report, texts: Texts) -> list[str]:
    """The whole account: who played, hand by hand, the result, who has signed what, what was checked."""
    lines = [
        texts(
            "verify.table", name=report.table_name, one=_team(report, 0, texts), two=_team(report, 1, texts)
        )
    ]
    for hand in report.hands:
        lines += _hand(hand, report, texts)
    lines.append(_result(report, texts))
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


def comparison_line(comparison: Comparison, first: str, other: str, texts: Texts) -> str:
    """How two files of one match stand to each other."""
    return texts(f"verify.relation.{comparison.relation}", first=first, other=other, line=comparison.line)


def _name(seat: SeatReport, texts: Texts) -> str:
    return seat.name if seat.operator is None else texts("who.bot", name=seat.name, owner=seat.operator)


def _team(report: Report, side: int, texts: Texts) -> str:
    return " + ".join(_name(seat, texts) for seat in report.seats[side::2])


def _side(winner: str | None, report: Report, texts: Texts) -> str:
    if winner not in ("A", "B"):
        return texts("vaza.nobody")
    return " + ".join(seat.name for seat in report.seats[SIDES.index(winner) :: 2])


def _hand(hand: HandReport, report: Report, texts: Texts) -> list[str]:
    if hand.vira is None:
        return []
    kind = "" if hand.kind == "normal" else " · " + texts(f"verify.kind.{hand.kind}")
    head = texts(
        "verify.hand",
        number=hand.hand + 1,
        vira=face(hand.vira, texts),
        pe=report.seats[hand.dealer].name,
    )
    lines = [head + kind]
    for number, vaza in enumerate(hand.vazas, 1):
        lines.append("  " + _vaza(number, vaza, hand.vira, report, texts))
    if hand.reason is None:
        lines.append("  " + texts("verify.hand.open"))
    else:
        lines.append(
            "  "
            + texts(
                "verify.hand.end",
                side=_side(hand.winner, report, texts) if hand.winner else texts("verify.no_side"),
                tentos=tentos(hand.points, texts),
                reason=texts(f"reason.{hand.reason}"),
                one=hand.score[0],
                two=hand.score[1],
            )
        )
    return lines


def _vaza(number: int, vaza: VazaReport, vira: str, report: Report, texts: Texts) -> str:
    moves = " · ".join(_move(move, vira, report, texts) for move in vaza.moves)
    if vaza.winner is None:
        return texts("verify.vaza.open", moves=moves)
    return texts("verify.vaza", number=number, moves=moves, side=_side(vaza.winner, report, texts))


def _move(move: Move, vira: str, report: Report, texts: Texts) -> str:
    name = report.seats[move.seat].name
    if move.card is not None:
        return f"{name} {table_face(move.card, vira, texts)}"
    if move.value is not None:
        return f"{name}: {texts(f'shout.{move.word}')}"
    return f"{name}: {texts(f'choice.{move.word}')}"


def _result(report: Report, texts: Texts) -> str:
    values = {"one": report.score[0], "two": report.score[1]}
    waiting = ", ".join(report.seats[seat].name for seat in report.waiting)
    if report.fault is not None:
        name = report.seats[report.fault.seat].name
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
