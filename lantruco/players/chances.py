"""How good a hand looks to the seat that holds it."""

from __future__ import annotations

from itertools import product

from lantruco.protocol.views import TableView
from lantruco.rules import CANONICAL, HAND_SIZE, HIDDEN, SIDES, Card, side, strength

from .habits import EVEN, PARTNERS_SAVE, TIE_SAVES, TIED, wins


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
    past = tuple(TIED if each == "T" else SIDES.index(each) for each in view.vazas)
    return _hand(past, odds[: HAND_SIZE - len(past)], side(view.seat))


def _takes(worth: int, unseen: list[int], opponents: int, partners: int) -> float:
    """The chance that the side of one card takes a vaza."""
    against = sum(1.0 if other < worth else TIE_SAVES if other == worth else 0.0 for other in unseen)
    alone = float((against / len(unseen)) ** opponents)
    return alone + (1.0 - alone) * PARTNERS_SAVE[partners + 1]


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


def _hand(past: tuple[int, ...], odds: list[float], mine: int) -> float:
    """The chance to win the hand (R15) when the coming vazas are won with these odds."""
    total = 0.0
    for won in product((mine, 1 - mine), repeat=len(odds)):
        weight = 1.0
        for each, odd in zip(won, odds, strict=True):
            weight *= odd if each == mine else 1.0 - odd
        total += weight * wins((*past, *won), mine)
    return total
