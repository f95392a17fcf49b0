"""How good a hand looks to the seat that holds it."""

from __future__ import annotations

from itertools import product
from typing import Final

from lantruco.protocol.views import TableView
from lantruco.rules import CANONICAL, HIDDEN, SIDES, Card, side, strength

EVEN: Final = 0.5
"""The chance of a hand that nobody has seen."""
PARTNERS_SAVE: Final = (0.0, 0.25, 0.33)
"""How often no, one or two partners take a vaza that the own card lost: over many deals, chances are even."""
TIE_SAVES: Final = 0.5
"""A tie counts as half a win of the vaza, whoever it helps in the end."""
VAZAS: Final = 3


def chance_of_hand(view: TableView) -> float:
    """A rough chance, 0..1, that the viewer's side wins this hand.

    Every card not seen is taken to be anywhere; every vaza to come is one own card against a random card
    of each opponent, with a little help from partners. Half for a blind hand.
    """
    if view.seat is None or view.vira is None or HIDDEN in view.cards:
        return EVEN
    vira = Card.parse(view.vira)
    mine = [Card.parse(code) for code in view.cards]
    seen = {vira, *mine, *(Card.parse(code) for _, code in view.table if code != HIDDEN)}
    unseen = [strength(card, vira) for card in CANONICAL if card not in seen]
    each_side = view.players // 2
    odds = sorted(
        (_takes(strength(card, vira), unseen, each_side, each_side - 1) for card in mine), reverse=True
    )
    odds += _on_table(view, vira, unseen)
    side_name = SIDES[side(view.seat)]
    past = ["T" if each == "T" else "W" if each == side_name else "L" for each in view.vazas]
    return _hand(past, odds[: VAZAS - len(past)])


def _takes(worth: int, unseen: list[int], opponents: int, partners: int) -> float:
    """The chance that the side of one card takes a vaza."""
    against = sum(1.0 if other < worth else TIE_SAVES if other == worth else 0.0 for other in unseen)
    alone = float((against / len(unseen)) ** opponents)
    return alone + (1.0 - alone) * PARTNERS_SAVE[partners]


def _on_table(view: TableView, vira: Card, unseen: list[int]) -> list[float]:
    """The card that the viewer has played to the vaza in progress, against what lies there by now."""
    own = [code for seat, code in view.table if seat == view.seat]
    if not own:
        return []
    worth = _worth(own[0], vira)
    others = [_worth(code, vira) for seat, code in view.table if side(seat) != side(view.seat or 0)]
    best = max(others, default=-1)
    if worth <= best:
        return [TIE_SAVES if worth == best else 0.0]
    each_side = view.players // 2
    return [_takes(worth, unseen, each_side - len(others), each_side - 1)]


def _worth(code: str, vira: Card) -> int:
    return -1 if code == HIDDEN else strength(Card.parse(code), vira)


def _hand(past: list[str], odds: list[float]) -> float:
    """The chance to win the hand (R15) when the coming vazas are won with these odds."""
    total = 0.0
    for won in product((True, False), repeat=len(odds)):
        weight = 1.0
        for each, odd in zip(won, odds, strict=True):
            weight *= odd if each else 1.0 - odd
        total += weight * _wins([*past, *("W" if each else "L" for each in won)])
    return total


def _wins(results: list[str]) -> float:
    decided = [each for each in results if each != "T"]
    if not decided:
        return EVEN
    if "T" in results or len(decided) < 2:
        return 1.0 if decided[0] == "W" else 0.0
    if decided[0] == decided[1] or len(decided) == 2:
        return 1.0 if decided[0] == "W" else 0.0
    return 1.0 if decided[2] == "W" else 0.0
