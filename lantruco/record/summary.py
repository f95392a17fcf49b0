"""A report as the lines that a player reads, in codes and values; the sentences belong to the screens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lantruco.rules import SIDES, side
from lantruco.rules.match import next_dealer

from .report import HandReport, Report

LINE_CODES: Final = (
    "table",
    "seat",
    "bot",
    "option",
    "hand",
    "vaza",
    "hand.ended",
    "hand.nobody",
    "hand.open",
    "fault",
    "result",
    "finished",
    "ended_by_fault",
    "unfinished",
    "signed",
    "signed.close",
    "signed.nothing",
    "checked",
    "digest",
    "unprovable",
)
"""Every code that `summarize` can give, in the order of their first lines."""


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """One line. ``values`` holds plain values: names, card codes, numbers, sides A and B, other codes.

    Hands and vazas are counted from 1 here, as people count.
    """

    code: str
    values: dict[str, object]


def summarize(report: Report) -> tuple[SummaryLine, ...]:
    """The lines of a report, from the table to what a record cannot prove."""
    return tuple(_lines(report))


def _lines(report: Report) -> Iterator[SummaryLine]:
    names = [seat.name for seat in report.seats]
    yield _line("table", name=report.table_name, players=report.players)
    for seat in report.seats:
        facts: dict[str, object] = {"seat": seat.seat, "name": seat.name, "side": SIDES[side(seat.seat)]}
        if seat.operator is None:
            yield _line("seat", **facts, key=seat.key)
        else:
            yield _line("bot", **facts, key=seat.key, operator=seat.operator, operator_key=seat.operator_key)
    for name, value in (*report.rules.items(), *report.table.items()):
        yield _line("option", name=name, value=value)
    before = (0, 0)
    for hand in report.hands:
        yield from _hand(hand, before, names)
        before = hand.score
    if report.fault is not None:
        fault = report.fault
        yield _line("fault", name=names[fault.seat], reason=fault.code, hand=fault.hand + 1, step=fault.step)
    yield from _end(report, names)
    yield from _signed(report)
    checked = report.checked
    yield _line(
        "checked",
        signatures=checked.signatures,
        commits=checked.commits,
        reveals=checked.reveals,
        shuffles=checked.shuffles,
        shares=checked.shares,
    )
    yield _line("digest", digest=report.digest.hex())
    for code in report.unprovable:
        yield _line("unprovable", reason=code)


def _hand(hand: HandReport, before: tuple[int, int], names: list[str]) -> Iterator[SummaryLine]:
    number = hand.hand + 1
    yield _line(
        "hand",
        hand=number,
        dealer=names[hand.dealer],
        mao=names[next_dealer(hand.dealer, len(names))],
        kind=hand.kind,
        vira=hand.vira,
        a=before[0],
        b=before[1],
    )
    for index, vaza in enumerate(hand.vazas, start=1):
        moves = tuple((names[move.seat], move.card, move.word, move.value) for move in vaza.moves)
        torna = None if vaza.torna is None else names[vaza.torna]
        yield _line("vaza", hand=number, vaza=index, moves=moves, winner=vaza.winner, torna=torna)
    a, b = hand.score
    if hand.reason is None:
        yield _line("hand.open", hand=number, a=a, b=b)
    elif hand.winner is None:
        yield _line("hand.nobody", hand=number, reason=hand.reason, a=a, b=b)
    else:
        yield _line(
            "hand.ended",
            hand=number,
            winner=hand.winner,
            points=hand.points,
            reason=hand.reason,
            a=a,
            b=b,
        )


def _end(report: Report, names: list[str]) -> Iterator[SummaryLine]:
    a, b = report.score
    if report.winner is not None:
        winners = tuple(names[seat] for seat in range(report.players) if side(seat) == report.winner)
        yield _line("result", winner=SIDES[report.winner], names=winners, a=a, b=b)
    if report.status == "unfinished":
        yield _line("unfinished", waiting=tuple(names[seat] for seat in report.waiting), a=a, b=b)
    else:
        yield _line("finished" if report.status == "finished" else "ended_by_fault")


def _signed(report: Report) -> Iterator[SummaryLine]:
    for seat in report.seats:
        if seat.signed_close:
            yield _line("signed.close", name=seat.name)
        elif seat.signed_line is None:
            yield _line("signed.nothing", name=seat.name)
        else:
            yield _line("signed", name=seat.name, hands=seat.signed_hands, line=seat.signed_line)


def _line(code: str, /, **values: object) -> SummaryLine:
    return SummaryLine(code, values)
