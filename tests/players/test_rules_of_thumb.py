"""The bot that plays by rules of thumb: it obeys the rules and plays with some sense."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lantruco.players.chances import chance_of_hand
from lantruco.players.rules_of_thumb import RuleOfThumb
from lantruco.players.sight import view_of
from lantruco.rules import CANONICAL, Hand, Options

from .views import turn_view


def bot(seed: int = 0) -> RuleOfThumb:
    return RuleOfThumb(random.Random(seed))


def words(view: Any, tries: int = 200) -> set[str]:
    """All that bots in different moods say to one view."""
    return {bot(seed).decide(view) for seed in range(tries)}


def test_the_same_mood_says_the_same() -> None:
    view = turn_view(("5P", "5C", "3O"), legal=("5P", "5C", "3O", "truco"))
    assert [bot(7).decide(view) for _ in range(3)] == [bot(7).decide(view)] * 3


def test_the_lowest_card_that_wins_is_enough_for_the_last_to_play() -> None:
    view = turn_view(("KO", "2E", "5P"), table=((1, "AO"),))
    assert words(view) == {"2E"}


def test_a_vaza_that_is_lost_costs_the_lowest_card() -> None:
    view = turn_view(("7O", "KE", "AO"), table=((1, "3O"),))
    assert words(view) == {"7O"}


def test_a_partner_who_wins_is_left_alone() -> None:
    view = turn_view(("4O", "5C", "3E"), players=4, table=((1, "KO"), (2, "3O"), (3, "QE")))
    assert words(view) == {"4O"}


def test_after_a_tied_first_vaza_the_best_card_comes() -> None:
    assert words(turn_view(("KO", "5P"), vazas=("T",))) == {"5P"}
    assert words(turn_view(("KO", "5P"), vazas=("T",), table=((1, "3O"),))) == {"5P"}


def test_the_first_vaza_is_not_led_with_a_manilha_when_a_three_will_do() -> None:
    assert words(turn_view(("5P", "3O", "7E"))) == {"3O"}


def test_two_manilhas_and_a_three_are_worth_a_truco() -> None:
    assert "truco" in words(turn_view(("5P", "5C", "3O"), legal=("5P", "5C", "3O", "truco")))


def test_a_bluff_is_rare() -> None:
    view = turn_view(("4O", "6O", "7O"), legal=("4O", "6O", "7O", "truco"))
    said = [bot(seed).decide(view) for seed in range(1000)]
    assert 0 < said.count("truco") < 100


def test_nobody_raises_a_hand_that_would_win_the_match_already() -> None:
    view = turn_view(("5P", "5C", "3O"), legal=("5P", "5C", "3O", "seis"), value=3, score=(9, 0))
    assert "seis" not in words(view)


ANSWER: dict[str, Any] = {"phase": "answer", "legal": ("aceita", "corre", "seis"), "pending": 3, "turn": 1}


def test_a_weak_hand_runs_and_a_strong_one_does_not() -> None:
    assert words(turn_view(("4O", "6O", "7O"), **ANSWER)) == {"corre"}
    assert "corre" not in words(turn_view(("5P", "5C", "3O"), **ANSWER))


def test_zap_and_escopeta_ask_for_more() -> None:
    assert words(turn_view(("5P", "5C", "3O"), **ANSWER)) == {"seis"}


def test_who_would_lose_the_match_by_running_stays() -> None:
    assert words(turn_view(("4O", "6O", "7O"), **ANSWER, score=(0, 11))) == {"aceita"}


def test_the_mao_de_onze_is_played_with_cards_and_left_without() -> None:
    onze: dict[str, Any] = {
        "kind": "onze",
        "phase": "answer",
        "legal": ("corre", "joga"),
        "value": 3,
        "score": (11, 5),
    }
    assert words(turn_view(("5P", "3C", "3O"), **onze)) == {"joga"}
    assert words(turn_view(("4O", "6O", "7O"), **onze)) == {"corre"}


def test_in_a_blind_hand_any_card_is_as_good_as_another() -> None:
    view = turn_view(("??", "??", "??"), legal=("#1", "#2", "#3"), kind="ferro", vira=None)
    assert words(view) == {"#1", "#2", "#3"}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (("5P", "5C", "3O"), ("3E", "2C", "AO")),
        (("3E", "2C", "AO"), ("KE", "QC", "JO")),
        (("5P", "4O", "4E"), ("7O", "4O", "4E")),
    ],
)
def test_a_better_hand_has_a_better_chance(better: tuple[str, ...], worse: tuple[str, ...]) -> None:
    assert chance_of_hand(turn_view(better)) > chance_of_hand(turn_view(worse))


@settings(deadline=None)
@given(st.lists(st.sampled_from(CANONICAL), min_size=4, max_size=4, unique=True), st.sampled_from((2, 4, 6)))
def test_a_chance_is_a_chance(cards: list[Any], players: int) -> None:
    view = turn_view(tuple(card.code for card in cards[:3]), vira=cards[3].code, players=players)
    assert 0.0 <= chance_of_hand(view) <= 1.0


@pytest.mark.parametrize("players", [2, 4, 6])
def test_over_many_deals_the_chances_are_even(players: int) -> None:
    rng = random.Random(players)
    chances = []
    for _ in range(600):
        deck = rng.sample(CANONICAL, len(CANONICAL))
        hand = Hand.new(players=players, options=Options(), dealer=0, score=(0, 0), deck=deck)
        chances.append(chance_of_hand(view_of(hand, 1)))
    assert 0.45 < sum(chances) / len(chances) < 0.55


def test_the_first_vaza_won_is_half_the_hand() -> None:
    hand = ("2O", "KE")
    won, lost = (chance_of_hand(turn_view(hand, vazas=(winner,))) for winner in ("A", "B"))
    assert won > 0.5 > lost
