"""The bots of all levels: they obey the rules, see only their own seat, and the better level wins."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import bots as bench
from lantruco.players.bot import Bot
from lantruco.players.levels import FACIL, FORTE, LEVELS, MEDIO
from lantruco.players.sight import view_of
from lantruco.rules import CANONICAL, CHOICES, Hand, Options

from .views import turn_view


@settings(deadline=None, max_examples=25)
@given(st.data(), st.sampled_from(LEVELS))
def test_whatever_is_dealt_a_bot_plays_the_hand_to_its_end_by_the_rules(
    data: st.DataObject, level: str
) -> None:
    players = data.draw(st.sampled_from((2, 4, 6)))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    options = Options.from_map({name: data.draw(st.sampled_from(values)) for name, values in CHOICES.items()})
    hand = Hand.new(
        players=players,
        options=options,
        dealer=rng.randrange(players),
        score=data.draw(st.tuples(st.integers(0, 11), st.integers(0, 11))),
        deck=rng.sample(CANONICAL, len(CANONICAL)),
    )
    bots = [Bot(rng, level) for _ in range(players)]
    for _ in range(200):
        if hand.outcome is not None:
            break
        speaker = hand.actors[0]
        for seat in range(players):
            token = bots[seat].decide(view_of(hand, seat))
            if seat != speaker:
                assert token is None
            else:
                assert token in hand.legal(seat)
                said = token
        hand.act(speaker, said)
    assert hand.outcome is not None


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_change_nothing_that_a_bot_says(level: str) -> None:
    rng = random.Random(3)
    for _ in range(8):
        deck = rng.sample(CANONICAL, len(CANONICAL))
        hand = Hand.new(players=2, options=Options(), dealer=1, score=(0, 0), deck=deck)
        mine = {slot: hand.known(slot) for slot in (*hand.hands[0], hand.vira_slot)}
        others = [card for card in CANONICAL if card not in mine.values()]
        rng.shuffle(others)
        other_deck = [mine.get(slot) or others.pop() for slot in range(len(CANONICAL))]
        twin = Hand.new(players=2, options=Options(), dealer=1, score=(0, 0), deck=other_deck)
        said = [Bot(random.Random(7), level).decide(view_of(each, 0)) for each in (hand, twin)]
        assert said[0] == said[1]


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_mood_says_the_same(level: str) -> None:
    view = turn_view(("5P", "5C", "3O"), legal=("5P", "5C", "3O", "truco"))
    assert len({Bot(random.Random(7), level).decide(view) for _ in range(3)}) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_waits_for_its_turn(level: str) -> None:
    bot = Bot(random.Random(0), level)
    assert bot.decide(turn_view(("3O",), legal=())) is None
    assert bot.decide(turn_view(("3O",), seat=None)) is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_partner_that_is_not_the_spokesman_keeps_quiet(level: str) -> None:
    view = turn_view(
        ("5P", "5C", "3O"),
        players=4,
        counts=(3, 3, 3, 3),
        pending=3,
        phase="answer",
        waiting=(2,),
        legal=("aceita", "corre", "seis"),
    )
    assert Bot(random.Random(0), level).decide(view) is None


@pytest.mark.parametrize("level", LEVELS)
def test_in_a_blind_hand_any_card_is_as_good_as_another(level: str) -> None:
    view = turn_view(("??", "??", "??"), legal=("#1", "#2", "#3"), kind="ferro", vira=None)
    bots = [Bot(random.Random(seed), level) for seed in range(100)]
    assert {bot.decide(view) for bot in bots} == {"#1", "#2", "#3"}


def test_there_is_no_fourth_level() -> None:
    with pytest.raises(ValueError, match="gênio"):
        Bot(random.Random(0), "gênio")


def share(first: str, second: str, matches: int) -> float:
    return sum(tally.won for tally in bench.block((first, second), range(matches))) / matches


def test_the_strong_bot_mostly_beats_the_baseline() -> None:
    assert share(FORTE, "baseline", 12) >= 0.6


def test_the_weakest_bot_beats_one_that_plays_at_random() -> None:
    assert share(FACIL, "random", 40) > 0.7


@pytest.mark.long
def test_each_level_beats_the_one_below() -> None:
    assert share(MEDIO, FACIL, 120) > 0.55
    assert share(FORTE, MEDIO, 120) > 0.55


def test_the_baseline_plays_by_its_sentence() -> None:
    baseline = bench.Baseline()
    turn = turn_view(("7O", "KE", "AO"), table=((1, "QO"),))
    assert baseline.decide(turn) == "KE"
    assert baseline.decide(replace(turn, table=((1, "3O"),))) == "7O"
    assert baseline.decide(replace(turn, table=())) == "7O"
    raising = turn_view(("5P", "5C", "4O"), legal=("4O", "5C", "5P", "familia", "truco"))
    assert baseline.decide(raising) == "truco"
    assert baseline.decide(replace(raising, cards=("5P", "3C", "4O"))) == "4O"
    asked = turn_view(("4O", "6O", "3E"), phase="answer", legal=("aceita", "corre", "seis"), pending=3)
    assert baseline.decide(asked) == "aceita"
    assert baseline.decide(replace(asked, cards=("4O", "6O", "5O"))) == "aceita"
    assert baseline.decide(replace(asked, cards=("4O", "6O", "2O"))) == "corre"
    onze = replace(asked, legal=("corre", "joga"), pending=None, kind="onze", score=(11, 0))
    assert baseline.decide(onze) == "joga"
    assert baseline.decide(replace(onze, cards=("4O", "6O", "2O"))) == "corre"
    assert baseline.decide(replace(asked, legal=("aceita", "mostra"), pending=None)) == "mostra"


def test_an_interval_holds_its_share_and_narrows_with_the_matches() -> None:
    low, high = bench.interval(75, 100)
    assert low < 0.75 < high
    closer, nearer = bench.interval(1500, 2000)
    assert low < closer < 0.75 < nearer < high
    assert bench.interval(100, 100)[1] == pytest.approx(1.0)
