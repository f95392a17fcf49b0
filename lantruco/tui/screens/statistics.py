"""What a verified match looks like in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from lantruco.record.report import Report
from lantruco.rules import SIDES
from lantruco.rules import side as side_of


@dataclass(frozen=True, slots=True)
class SideNumbers:
    """One side: hands and vazas won, raises called, those of the others it accepted (a raise over one is an
    acceptance) and ran from, and the most tentos won in one hand.
    """

    hands: int = 0
    vazas: int = 0
    raises: int = 0
    accepted: int = 0
    ran: int = 0
    best: int = 0


def numbers(report: Report) -> tuple[SideNumbers, SideNumbers]:
    """Both sides, A first."""
    return _of(report, 0), _of(report, 1)


def _of(report: Report, side: int) -> SideNumbers:
    name = SIDES[side]
    won = [hand for hand in report.hands if hand.winner == name]
    vazas = [vaza for hand in report.hands for vaza in hand.vazas]
    raises = accepted = ran = 0
    for hand in report.hands:
        standing = None
        for move in (move for vaza in hand.vazas for move in vaza.moves if move.word is not None):
            mine = side_of(move.seat) == side
            if move.value is not None:
                raises += mine
                accepted += mine and standing is not None
                standing = move.seat
            elif standing is not None:
                accepted += mine and move.word == "aceita"
                ran += mine and move.word == "corre"
                standing = None
    return SideNumbers(
        hands=len(won),
        vazas=sum(vaza.winner == name for vaza in vazas),
        raises=raises,
        accepted=accepted,
        ran=ran,
        best=max((hand.points for hand in won), default=0),
    )
