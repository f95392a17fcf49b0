"""Hands follow one another until a side has twelve."""

from __future__ import annotations

import random

import pytest

from lantruco.rules import CANONICAL, Hand, Match, Options, Outcome, Reason
from tests.rules.tables import Game

WON = Outcome("A", 3, Reason.VAZAS, (3, 0), None, 1, "normal")


def deal_next(match: Match, chance: random.Random) -> Hand:
    deck = list(CANONICAL)
    chance.shuffle(deck)
    return Hand.new(
        players=match.players, options=match.options, dealer=match.dealer, score=match.score, deck=deck
    )


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("seed", range(10))
def test_a_match_of_random_hands_ends_at_twelve_and_the_maco_goes_round(players: int, seed: int) -> None:
    chance = random.Random(seed)
    match = Match.new(players, Options(), dealer=seed % players)
    hands = 0
    while match.winner is None:
        assert match.dealer == (seed + hands) % players
        hand = deal_next(match, chance)
        assert match.next_kind == hand.kind
        game = Game(hand, chance)
        while not hand.outcome:
            hand.act(*game.choose(hand))
        match.finish(hand.outcome)
        hands += 1
        assert match.score == hand.outcome.score
        assert match.winner == hand.outcome.match_winner
        assert match.next_kind == hand.outcome.next_kind
    assert max(match.score) == 12
    assert min(match.score) < 12


def test_a_finished_hand_moves_score_and_maco() -> None:
    match = Match.new(2, Options(), dealer=0)
    match.finish(WON)
    assert (match.score, match.dealer, match.winner, match.next_kind) == ((3, 0), 1, None, "normal")


def test_a_hand_of_another_score_is_not_booked() -> None:
    match = Match.new(2, Options(), dealer=0)
    match.finish(WON)
    with pytest.raises(ValueError, match="expects"):
        match.finish(WON)
    assert match.score == (3, 0)


def test_nothing_is_booked_after_the_match() -> None:
    match = Match(2, Options(), 0, (12, 3))
    assert match.next_kind is None
    with pytest.raises(ValueError, match="over"):
        match.finish(Outcome(None, 0, Reason.EMPATE, (12, 3), "A", None, None))


@pytest.mark.parametrize(("players", "dealer"), [(3, 0), (2, 2), (4, -1)])
def test_a_table_of_another_size_plays_no_match(players: int, dealer: int) -> None:
    with pytest.raises(ValueError, match="table"):
        Match.new(players, Options(), dealer)
