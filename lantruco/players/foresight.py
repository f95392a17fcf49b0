"""A bot that thinks: it guesses the hidden cards and plays every choice through to the end of the hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import comb
from typing import Final

from lantruco.protocol.views import TableView
from lantruco.rules import (
    CANONICAL,
    DECK_SIZE,
    FAMILIA,
    FAMILIA_POINTS,
    HAND_SIZE,
    HIDDEN,
    ONZE_REFUSED,
    ROYAL,
    SUITS,
    VALUE_OF,
    Card,
    side,
    strength,
)

from .acquaintance import Acquaintance
from .guess import guesses, position_of, sight_of
from .habits import COVERED, RESULTS
from .hearsay import Told
from .standing import match_chance
from .thought import Guess, Position, Thought

RAISE_GAIN: Final = 0.002
"""Chance of the match that a raise must add: it is not said for nothing."""
COVER_OFTEN: Final = 0.6
"""Of the cards that may as well be covered: always would tell as much as never."""
CLAIM_OFTEN: Final = 0.1
"""How often a false claim is thought of; it may then look worse than the hand by CLAIM_SLACK."""
CLAIM_SLACK: Final = 0.03
MAX_CLAIMS: Final = 2
"""Claims of one hand; the rules know no end of them (R40)."""
WAVERS: Final = 0.02
"""Chance of the match, up or down, by which an answer to a claim is drawn: nobody is to be sure of it."""
TABLE_SHARE: Final = {2: 1.0, 4: 1.5, 6: 1.0}
"""Of the guesses: more seats make each of them longer."""


class Foresight:
    """One seat's policy for a match. count: guesses at a two-seat table. learns: from hand to hand."""

    def __init__(self, rng: random.Random, *, count: int, learns: bool) -> None:
        self._rng = rng
        self._count = count
        self._learns = learns
        self._known = Acquaintance()
        self._claims = (-1, 0)

    def notice(self, view: TableView) -> None:
        """Take in a view that asks for nothing."""
        if self._learns:
            self._known.notice(view)

    def decide(self, view: TableView, told: Mapping[int, Told] | None = None) -> str:
        """A token out of ``view.legal``, which is not empty; own cards and the vira must be known.

        told: what seats say they hold, by sinais.
        """
        if view.phase == "turn" and len(view.legal) == 1:
            return view.legal[0]
        if "mostra" in view.legal:
            return self._doubt(view)
        sight, thought = sight_of(view), _thought(view)
        count = self._guesses(view)
        group, self._known.habits = guesses(sight, self._known.before, count, self._rng, told)
        at = position_of(view, sight)
        worth = {token: total / count for token, total in _choices(view, thought, group, at).items()}
        best = _best(worth)
        if FAMILIA in view.legal and self._claims_now(view, worth[best]):
            return FAMILIA
        if best in VALUE_OF:
            self._known.raised(view, thought.running(group, at, view.pending or view.value))
            return best
        covered = f"({best})"
        if worth.get(covered, -1.0) >= worth[best] and self._rng.random() < COVER_OFTEN:
            return covered
        return best

    def opinion(self, view: TableView, told: Mapping[int, Told] | None = None) -> str:
        """What it would answer, without having answered. Not for the question of a família real."""
        sight, count = sight_of(view), self._guesses(view)
        group, _ = guesses(sight, self._known.before, count, self._rng, told)
        worth = _choices(view, _thought(view), group, position_of(view, sight))
        return _best({token: total / count for token, total in worth.items()})

    def _guesses(self, view: TableView) -> int:
        return max(1, round(self._count * TABLE_SHARE[view.players]))

    def _claims_now(self, view: TableView, otherwise: float) -> bool:
        """Whether to claim the família real, held or not."""
        mine = side(view.seat or 0)
        hand, claims = self._claims if self._claims[0] == view.hand else (view.hand, 0)
        if claims >= MAX_CLAIMS:
            return False
        held = all(code[0] in ROYAL for code in view.cards)
        challenged = self._known.challenged
        fresh = (_worth(view, mine, view.value) + _worth(view, 1 - mine, view.value)) / 2
        shown = _worth(view, mine if held else 1 - mine, FAMILIA_POINTS)
        value = challenged * shown + (1 - challenged) * fresh
        if not held:
            value = value + CLAIM_SLACK if not claims and self._rng.random() < CLAIM_OFTEN else 0.0
        if value < otherwise:
            return False
        self._claims = hand, claims + 1
        self._known.claimed()
        return True

    def _doubt(self, view: TableView) -> str:
        """The answer to a claim: the royal hands that unseen cards allow, against how often they bluff."""
        mine = side(view.seat or 0)
        seen = {view.vira, *view.cards, *(code for _, code in view.table)}
        royal = sum(rank + suit not in seen for rank in ROYAL for suit in SUITS)
        unseen = DECK_SIZE - len(seen - {HIDDEN})
        honest = comb(royal, HAND_SIZE) / comb(unseen, HAND_SIZE)
        lies = (1 - honest) * self._known.bluffed
        false = lies / (lies + honest)
        shown = false * _worth(view, mine, FAMILIA_POINTS) + (1 - false) * _worth(
            view, 1 - mine, FAMILIA_POINTS
        )
        if shown + self._rng.uniform(-WAVERS, WAVERS) < _worth(view, -1, 0):
            return "aceita"
        self._known.challenges(view)
        return "mostra"


def _thought(view: TableView) -> Thought:
    assert view.seat is not None
    return Thought(
        view.seat,
        view.players,
        view.score,
        lambda winner, tentos: _worth(view, winner, tentos),
        raising=view.kind == "normal",
    )


def _worth(view: TableView, winner: int, tentos: int) -> float:
    """The chance of the match once ``winner`` (-1: nobody) has these tentos of the hand."""
    mine = side(view.seat or 0)
    ours, theirs = view.score[mine], view.score[1 - mine]
    if winner == mine:
        return match_chance(ours + tentos, theirs)
    return match_chance(ours, theirs + tentos if winner >= 0 else theirs)


def _choices(view: TableView, thought: Thought, group: list[Guess], at: Position) -> dict[str, float]:
    """The legal tokens with what they are worth in sum; only the lowest card is thought of as covered."""
    worth: dict[str, float] = {}
    vira = Card.parse(view.vira or "")
    for token in view.legal:
        if token == "joga":
            worth[token] = thought.value(group, at)
        elif token == "corre":
            worth[token] = thought.run(group, ONZE_REFUSED if view.pending is None else view.value)
        elif token == "aceita" and view.pending is not None:
            worth[token] = thought.stay(group, at, view.pending)
        elif token in VALUE_OF:
            if view.kind == "normal" and not _is_lost(view, at):
                worth[token] = (
                    thought.call(group, at)
                    if view.pending is None
                    else thought.retruca(group, at, view.pending)
                )
        elif token != FAMILIA:
            card = strength(Card.parse(token.strip("()")), vira)
            if len(token) == 2:
                worth[token] = thought.card(group, at, card)
            elif card == at.mine[0]:
                worth[token] = thought.card(group, at, COVERED)
    return worth


def _best(worth: Mapping[str, float]) -> str:
    """What is worth most; a raise only if it adds something, a covered card not before the same one shown."""

    def order(token: str) -> tuple[float, bool]:
        return worth[token] - (RAISE_GAIN if token in VALUE_OF else 0.0), token != "corre"

    return max((token for token in worth if not token.startswith("(")), key=order)


def _is_lost(view: TableView, at: Position) -> bool:
    """Whether all at the table can see that the others win the hand with the card that lies there."""
    mine = side(view.seat or 0)
    theirs = max((card for seat, card in at.table if side(seat) != mine), default=COVERED)
    decides = RESULTS.get((*at.results, 1 - mine)) == 1 - mine
    return decides and theirs == _strongest_left(view)


def _strongest_left(view: TableView) -> int:
    """The strongest card that no finished vaza has used up."""
    vira = Card.parse(view.vira or "")
    gone = {code for vaza in view.past for _, code in vaza}
    return max(strength(card, vira) for card in CANONICAL if card.code not in gone and card != vira)
