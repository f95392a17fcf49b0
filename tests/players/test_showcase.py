"""Players that show every special hand, and bots that meet each of them by themselves."""

from __future__ import annotations

import random

import pytest

from lantruco.players.bot import Bot
from lantruco.players.course import Course
from lantruco.players.levels import LEVELS
from lantruco.players.showcase import Showcase
from lantruco.players.sight import view_of
from lantruco.rules import CANONICAL, TABLE_SIZES, VALUE_OF, Card, Hand, Options, manilha_rank
from lantruco.rules.events import LUCK, SPECIAL, WITH_PARTNERS, special_of

from .staging import Stage
from .views import turn_view

MOST_HANDS = 16
"""Of a match of showcases: eleven by plan, and ties that give nobody anything."""


@pytest.mark.parametrize("players", TABLE_SIZES)
@pytest.mark.parametrize("seed", range(12))
def test_one_match_meets_every_special_hand_whatever_is_dealt(players: int, seed: int) -> None:
    stage = Stage(players, seed)
    stage.play()
    met = {seat.met for seat in stage.seats}
    assert len(met) == 1
    assert set(special_of(players)) - met.pop() == set()
    assert len(stage.outcomes) <= MOST_HANDS
    assert max(stage.outcomes[-2].score) == min(stage.outcomes[-2].score) == 11


def test_luck_is_taken_where_it_comes() -> None:
    met: set[str] = set()
    for seed in range(400):
        stage = Stage(2 + 2 * (seed % 3), 1000 + seed)
        stage.play()
        met |= stage.seats[0].met
        if met.issuperset(LUCK):
            return
    assert set(LUCK) - met == set()


def test_two_players_are_promised_nothing_that_needs_partners() -> None:
    assert set(SPECIAL) - set(special_of(2)) == set(WITH_PARTNERS)
    assert special_of(4) == special_of(6) == SPECIAL
    assert not set(SPECIAL) & set(LUCK)


def test_a_partner_answers_once_while_the_first_of_the_side_waits() -> None:
    stage = Stage(4, 1)
    stage.play()
    (hand,) = [said for said in stage.said if {"truco", "seis", "nove", "doze"} <= {word for _, word in said}]
    words = [each for each in hand if each[1] in VALUE_OF or each[1] in ("aceita", "corre")]
    caller = words[0][0]
    assert words[:2] == [(caller, "truco"), ((caller + 3) % 4, "aceita")]
    assert words[2][1:] + words[3][1:] + words[4][1:] + words[5][1:] == ("seis", "nove", "doze", "corre")


def test_a_showcase_that_was_told_nothing_plays_as_a_bot() -> None:
    view = turn_view(("5P", "5C", "3O"), legal=("5P", "5C", "3O", "truco"))
    assert Showcase(random.Random(0), "facil").decide(view) in view.legal


def test_the_course_keeps_room_for_the_hands_to_come() -> None:
    start = Course((0, 0), frozenset())
    assert (start.goal, start.ahead) == ("familia", 0)
    drawn = frozenset({"familia_de_novo"})
    assert (Course((1, 0), drawn).goal, Course((2, 1), drawn).goal) == ("any", "blefe")
    assert [Course((1, 1), drawn).fits(side, 3) for side in (0, 1)] == [True, True]
    assert [Course((2, 1), drawn).fits(side, 3) for side in (0, 1)] == [False, True]
    bluffed = drawn | {"familia_blefe"}
    assert (Course((2, 6), bluffed).goal, Course((2, 6), bluffed).winner(1)) == ("any", 1)
    assert (Course((2, 7), bluffed).goal, Course((2, 7), bluffed).ahead) == ("escada", 0)
    assert Course((3, 7), bluffed).goal == "escada"
    assert Course((11, 8), frozenset()).goal == "joga"
    assert Course((11, 9), frozenset()).goal == "corre"
    assert Course((11, 4), frozenset({"onze_joga"})).goal == "corre"
    assert Course((11, 4), frozenset()).winner(3) == 1


WORDS = (
    *VALUE_OF,
    *("corre", "aceita", "familia", "familia aceita", "mostra", "coberta"),
    *("onze joga", "onze corre", "ferro"),
)
SCORES = ((0, 0), (5, 3), (11, 8), (0, 7), (11, 11), (4, 11))
MOST_DEALS = 3000


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_of_each_level_uses_every_word_there_is(level: str) -> None:
    rng = random.Random(f"words {level}")
    bots = [Bot(random.Random(f"{level} {seat}"), level) for seat in (0, 1)]
    unused = set(WORDS)
    for number in range(MOST_DEALS):
        hand = Hand.new(
            players=2,
            options=Options(),
            dealer=number % 2,
            score=SCORES[number % len(SCORES)],
            deck=strong_deal(rng),
        )
        while hand.outcome is None:
            actor = hand.actors[0]
            for seat in (1 - actor, actor):
                token = bots[seat].decide(view_of(hand, seat, number))
            assert token is not None
            unused.discard(word(hand, token))
            hand.act(actor, token)
        if not unused:
            return
    assert unused == set()


def word(hand: Hand, token: str) -> str:
    """A token with what it means now, where it can mean several things."""
    if hand.phase in ("ONZE", "FAMILIA") and token != "mostra":
        return f"{hand.phase.lower()} {token}"
    if token.startswith("("):
        return "coberta"
    return "ferro" if hand.kind == "ferro" else token


def strong_deal(rng: random.Random) -> list[Card]:
    """A deal with strong hands on both sides, or none, so that rare words are not waited for so long."""
    deck = rng.sample(CANONICAL, len(CANONICAL))
    if rng.random() < 0.5:
        return deck
    vira = deck[6]
    manilhas = [card for card in deck if card.rank == manilha_rank(vira)]
    rng.shuffle(manilhas)
    for place, card in zip((0, 1, 3, 4), manilhas, strict=True):
        at = deck.index(card)
        deck[place], deck[at] = deck[at], deck[place]
    return deck
