"""A bot that plays by rules of thumb, one vaza at a time."""

from __future__ import annotations

import random
from typing import Final

from lantruco.protocol.views import TableView
from lantruco.rules import (
    GOAL,
    HIDDEN,
    ONZE,
    ONZE_REFUSED,
    RANKS,
    ROYAL,
    SIDES,
    START_VALUE,
    VALUE_OF,
    Card,
    side,
    strength,
)

from .chances import chance_of_hand
from .habits import EVEN, FEAR

RAISE_AT: Final = 0.70
"""Chance of winning the hand from which the bot raises, mostly."""
RERAISE_AT: Final = {3: 0.84, 6: 0.90, 9: 0.95}
"""The same over a raise to this value: whoever raised has shown strength, the more the higher."""
RAISE_OFTEN: Final = 0.8
BLUFF_OFTEN: Final = 0.04
COVER_OFTEN: Final = 0.15
"""Of the cards that lose anyway; mostly there is nothing to hide."""
DOUBT_OFTEN: Final = 0.3
"""Of the claims of a família real; two hands in ninety hold one."""
STRONG: Final = RANKS.index("3")
"""A 3 or a manilha: good enough to leave the vaza to a partner who has played it."""


class RuleOfThumb:
    """One seat's policy. The same ``rng`` and the same views give the same words."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def decide(self, view: TableView) -> str:
        """A token out of ``view.legal``, which is not empty."""
        if "mostra" in view.legal:
            return "mostra" if self._rng.random() < DOUBT_OFTEN else "aceita"
        if "joga" in view.legal:
            return "joga" if chance_of_hand(view) >= _least_for_onze(view) else "corre"
        if "aceita" in view.legal:
            return self._answer(view)
        return self._claim(view) or self._raise(view) or self._card(view)

    def _answer(self, view: TableView) -> str:
        assert view.seat is not None
        assert view.pending is not None
        theirs = view.score[1 - side(view.seat)]
        chance = chance_of_hand(view) - FEAR * (1 + view.pending // 6)
        word = next((token for token in view.legal if token in VALUE_OF), None)
        ours = view.score[side(view.seat)]
        if word and chance >= RERAISE_AT[view.pending] and ours + view.pending < GOAL:
            return word
        # Running would lose the match too, so there is nothing to save.
        if theirs + view.value >= GOAL:
            return "aceita"
        stake = min(view.pending, GOAL - theirs)
        gain = min(view.pending, GOAL - ours)
        least = (stake - view.value) / (stake + gain)
        return "aceita" if chance >= least else "corre"

    def _claim(self, view: TableView) -> str | None:
        """A família real is only claimed with one, and only when other cards can hardly be worse."""
        royal = all(code[0] in ROYAL for code in view.cards)
        return "familia" if "familia" in view.legal and royal and chance_of_hand(view) < EVEN else None

    def _raise(self, view: TableView) -> str | None:
        assert view.seat is not None
        word = next((token for token in view.legal if token in VALUE_OF), None)
        if word is None or view.kind != "normal":
            return None
        # The hand as it is would win the match: a raise could only frighten nobody and please the others.
        if view.score[side(view.seat)] + view.value >= GOAL:
            return None
        if chance_of_hand(view) >= RAISE_AT:
            return word if self._rng.random() < RAISE_OFTEN else None
        return word if word == "truco" and self._rng.random() < BLUFF_OFTEN else None

    def _card(self, view: TableView) -> str:
        assert view.seat is not None
        shown = sorted(token for token in view.legal if len(token) == 2)
        if view.vira is None or HIDDEN in view.cards or any(token.startswith("#") for token in shown):
            return self._rng.choice(shown)
        vira = Card.parse(view.vira)
        cards = sorted((Card.parse(code) for code in shown), key=lambda card: (strength(card, vira), card))
        if not view.table:
            return self._lead(view, cards, vira).code
        return self._follow(view, cards, vira)

    def _lead(self, view: TableView, cards: list[Card], vira: Card) -> Card:
        vazas = view.vazas
        if not vazas:
            # The manilhas wait, unless there is nothing else worth leading.
            plain = [card for card in cards if strength(card, vira) <= STRONG]
            return plain[-1] if plain and strength(plain[-1], vira) >= STRONG - 1 else cards[-1]
        if vazas[0] == "T" or len(cards) == 1:
            return cards[-1]
        if vazas[0] == SIDES[side(view.seat or 0)]:
            # One more vaza is enough: the best card comes last, when nobody can answer it.
            return cards[0] if strength(cards[-1], vira) > STRONG else cards[-1]
        return cards[-1]

    def _follow(self, view: TableView, cards: list[Card], vira: Card) -> str:
        assert view.seat is not None
        mine = side(view.seat)
        best = {0: -1, 1: -1}
        for seat, code in view.table:
            worth = -1 if code == HIDDEN else strength(Card.parse(code), vira)
            best[side(seat)] = max(best[side(seat)], worth)
        last = len(view.table) == view.players - 1
        partner_wins = best[mine] > best[1 - mine]
        if partner_wins and (last or best[mine] >= STRONG):
            return cards[0].code
        target = max(best.values()) if partner_wins else best[1 - mine]
        winners = [card for card in cards if strength(card, vira) > target]
        if winners:
            return (winners[0] if last else self._safer(winners, vira)).code
        ties = [card for card in cards if strength(card, vira) == target]
        if ties and view.vazas and view.vazas[0] == SIDES[mine]:
            return ties[0].code
        if ties and not view.vazas and len(cards) > 1 and strength(cards[-1], vira) > STRONG:
            # A tied first vaza leaves the hand to the best card, and that is here.
            return ties[0].code
        covered = f"({cards[0].code})"
        if covered in view.legal and self._rng.random() < COVER_OFTEN:
            return covered
        return cards[0].code

    @staticmethod
    def _safer(winners: list[Card], vira: Card) -> Card:
        """Somebody of the others is still to play: a good plain card, rather than the weakest that wins."""
        plain = [card for card in winners if strength(card, vira) <= STRONG]
        return plain[-1] if plain else winners[0]


def _least_for_onze(view: TableView) -> float:
    """The chance from which the mão de onze is worth playing: three tentos of theirs against one."""
    assert view.seat is not None
    theirs = view.score[1 - side(view.seat)]
    if theirs + START_VALUE["onze"] < GOAL:
        return 0.42
    return 0.30 if theirs + ONZE_REFUSED >= ONZE else 0.36
