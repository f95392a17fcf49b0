"""Which special hands a verified record holds, from what is in the record alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from lantruco.protocol.messages import Boxes, Call
from lantruco.rules import FAMILIA, HIDDEN, VALUE_OF
from lantruco.rules.events import ENDS, LUCK, SPECIAL

if TYPE_CHECKING:
    from .report import HandReport, Move, Report


def special_hands(report: Report) -> dict[str, tuple[int, ...]]:
    """The hands, from 0, in which each of `lantruco.rules.events.SPECIAL` was met; () where none has."""
    found: dict[str, list[int]] = {name: [] for name in (*SPECIAL, *LUCK)}
    sealed = {line.body.hand for line in report.trail if isinstance(line.body, Boxes)}
    partner = {
        line.body.hand
        for line in report.trail
        if isinstance(line.body, Call) and line.body.partner is not None
    }
    blind = report.rules.get("ferro_escuro", True) is True
    for hand in report.hands:
        for name in _told(hand, blind):
            found[name].append(hand.hand)
        if hand.hand in partner:
            found["parceiro"].append(hand.hand)
        if hand.hand in sealed:
            found["onze_parceiros" if hand.kind == "onze" else "familia_de_novo"].append(hand.hand)
    return {name: tuple(hands) for name, hands in found.items()}


def _told(hand: HandReport, blind: bool) -> Iterator[str]:
    """What the moves and the end of a hand tell."""
    moves: list[Move] = [move for vaza in hand.vazas for move in vaza.moves]
    words = [move.word for move in moves]
    if any(move.card == HIDDEN for move in moves):
        yield "coberta"
    if set(VALUE_OF) <= set(words):
        yield "escada"
    if (FAMILIA, "aceita") in pairwise(words):
        yield "familia"
    if "joga" in words:
        yield "onze_joga"
    if hand.kind == "ferro" and blind and moves:
        yield "ferro"
    if hand.reason in ENDS:
        yield ENDS[hand.reason]
