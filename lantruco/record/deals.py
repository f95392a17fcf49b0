"""How each deck of a record was made: who committed, revealed, shuffled and vouched for it."""

from __future__ import annotations

from dataclasses import dataclass

from lantruco.protocol.messages import Body, Commit, Play, Reveal, Shares, ShowCards, Shuffle, Verdict

from .report import Report


@dataclass(frozen=True, slots=True)
class DealReport:
    """The deck of hand ``hand``, from 0: seats in the order of their messages; ``shuffled`` in the order of
    shuffling. ``shares`` counts proven shares, ``dealt`` is False for a deck that was never played with."""

    hand: int
    committed: tuple[int, ...]
    revealed: tuple[int, ...]
    shuffled: tuple[int, ...]
    vouched: tuple[int, ...]
    shares: int
    dealt: bool


def deals(report: Report) -> tuple[DealReport, ...]:
    """One entry for each deck log of a record that holds; the fault of a seat stands in none of them."""
    bodies = [line.body for line in report.trail if not _is_fault(line.body, report)]
    made = sorted({body.hand for body in bodies if body.log == "deck"})
    played = {hand.hand for hand in report.hands}
    return tuple(_deal(hand, [body for body in bodies if body.hand == hand], hand in played) for hand in made)


def _deal(hand: int, bodies: list[Body], dealt: bool) -> DealReport:
    def seats(kind: type[Body]) -> tuple[int, ...]:
        return tuple(body.seat for body in bodies if isinstance(body, kind))

    return DealReport(
        hand=hand,
        committed=seats(Commit),
        revealed=seats(Reveal),
        shuffled=seats(Shuffle),
        vouched=seats(Verdict),
        shares=sum(map(_shares, bodies)),
        dealt=dealt,
    )


def _shares(body: Body) -> int:
    if isinstance(body, Shares):
        return len(body.shares) // 32
    if isinstance(body, ShowCards):
        return len(body.shares)
    return int(isinstance(body, Play) and body.share is not None)


def _is_fault(body: Body, report: Report) -> bool:
    fault = report.fault
    if fault is None or body.log != fault.log or body.step != fault.step or body.seat != fault.seat:
        return False
    return body.log == "main" or body.hand == fault.hand
