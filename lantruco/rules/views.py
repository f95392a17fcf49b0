"""What one seat sees of a hand (R43)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .phases import Phase
from .sides import SIDES, side

if TYPE_CHECKING:
    from .hand import Hand

HIDDEN: Final = "??"
"""Stands for a card that the seat does not see."""


@dataclass(frozen=True, slots=True)
class View:
    """The cards as one seat sees them.

    seat: who looks. hands: by seat, one code or `HIDDEN` per card still held, in hand order. table: the
    current vaza in order of play, ``"seat card"`` each. past: the finished vazas in the same form. vira:
    its code, or `HIDDEN` while it is not known here.
    """

    seat: int
    hands: tuple[tuple[str, ...], ...]
    table: tuple[str, ...]
    past: tuple[tuple[str, ...], ...]
    vira: str


def view_of(hand: Hand, seat: int) -> View:
    """What ``seat`` sees of a hand (R43); a card that this copy of it does not know is hidden too.

    Raises ValueError for a seat that is not at the table.
    """
    if not 0 <= seat < hand.players:
        raise ValueError(f"seat {seat} is not at a table of {hand.players}")
    seen = set() if hand.blind else {seat}
    if hand.kind == "onze" and hand.options.onze_ve_parceiro and hand.score[side(seat)] == max(hand.score):
        seen.update(range(side(seat), hand.players, len(SIDES)))
    if hand.phase is Phase.END and hand.claimant is not None:
        seen.add(hand.claimant)
    return View(
        seat=seat,
        hands=tuple(
            tuple(_code(hand, slot) if other in seen else HIDDEN for slot in held)
            for other, held in enumerate(hand.hands)
        ),
        table=tuple(map(str, hand.table)),
        past=tuple(tuple(map(str, vaza)) for vaza in hand.past),
        vira=_code(hand, hand.vira_slot),
    )


def _code(hand: Hand, slot: int) -> str:
    card = hand.known(slot)
    return HIDDEN if card is None else card.code
