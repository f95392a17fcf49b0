"""Decks, hands and whole games for the tests of the rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from lantruco.rules import CANONICAL, CHOICES, TABLE_SIZES, Card, Hand, Options
from lantruco.rules.scenario import read_scenarios

SCENARIO_FILES = sorted((Path(__file__).parents[2] / "seeds" / "scenarios").glob("*.json"))

CLAIMS_KEPT = 0.3
"""Share of the família real claims that a random game makes: the rules set no limit (R40)."""


at_any_pace = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""Whole games on a busy machine: what they show does not depend on how long they take."""


def scenarios() -> list[dict[str, Any]]:
    """Every scenario under seeds/scenarios."""
    return [
        scenario for path in SCENARIO_FILES for scenario in read_scenarios(path.read_text(encoding="utf-8"))
    ]


def stacked_deck(hands: Sequence[str], vira: str = "4O", dealer: int | None = None) -> list[Card]:
    """A deck that deals these hands ("3O 2O 7O", by seat), by default with seat 0 as the mão."""
    players = len(hands)
    dealer = players - 1 if dealer is None else dealer
    top = [
        Card.parse(code) for step in range(players) for code in hands[(dealer + 1 + step) % players].split()
    ]
    top.append(Card.parse(vira))
    return [*top, *(card for card in CANONICAL if card not in top)]


def deal(
    *hands: str, vira: str = "4O", dealer: int | None = None, score: tuple[int, int] = (0, 0), **options: Any
) -> Hand:
    """A hand of these cards, all known."""
    dealer = len(hands) - 1 if dealer is None else dealer
    return Hand.new(
        players=len(hands),
        options=Options.from_map(options),
        dealer=dealer,
        score=score,
        deck=stacked_deck(hands, vira, dealer),
    )


def play(hand: Hand, *actions: str) -> Hand:
    """Do ``"seat token"`` after ``"seat token"``."""
    for action in actions:
        seat, token = action.split()
        hand.act(int(seat), token)
    return hand


@dataclass(frozen=True)
class Game:
    """A hand before its first action, and the chance that plays it."""

    hand: Hand
    chance: random.Random

    def choose(self, hand: Hand) -> tuple[int, str]:
        """A seat that may act and one of its legal tokens."""
        seat = self.chance.choice(hand.actors)
        tokens = hand.legal(seat)
        if "familia" in tokens and self.chance.random() > CLAIMS_KEPT:
            tokens.remove("familia")
        return seat, self.chance.choice(tokens)


def options() -> st.SearchStrategy[Options]:
    """Any table options."""
    return st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()}).map(
        Options.from_map
    )


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Any hand of any table, with special hands often."""
    chance = draw(st.randoms(use_true_random=False))
    players = draw(st.sampled_from(TABLE_SIZES))
    tentos = st.one_of(st.integers(0, 11), st.just(11))
    deck = list(CANONICAL)
    random.Random(draw(st.integers(0, 2**32))).shuffle(deck)
    hand = Hand.new(
        players=players,
        options=draw(options()),
        dealer=draw(st.integers(0, players - 1)),
        score=(draw(tentos), draw(tentos)),
        deck=deck,
    )
    return Game(hand, chance)
