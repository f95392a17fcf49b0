"""Guesses at hidden cards: they fit what was seen, and lean towards what explains it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lantruco.players.acquaintance import EVEN
from lantruco.players.guess import fit, guesses, pick, sight_of
from lantruco.players.sight import view_of
from lantruco.protocol.views import TableView
from lantruco.rules import CANONICAL, Hand, Options, Raise

from .views import turn_view

COUNT = 200


def rival_hands(view: TableView, seat: int = 1) -> list[tuple[int, ...]]:
    found, _ = guesses(sight_of(view), EVEN, COUNT, random.Random(5))
    return [hands[seat] for hands, _ in found]


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from((2, 4, 6)), st.integers(0, 11))
def test_every_guess_deals_the_unseen_cards_once_and_nobody_too_many(
    seed: int, players: int, plays: int
) -> None:
    rng = random.Random(seed)
    deck = rng.sample(CANONICAL, len(CANONICAL))
    hand = Hand.new(players=players, options=Options(), dealer=0, score=(0, 0), deck=deck)
    for _ in range(plays):
        if hand.outcome is None:
            hand.act(hand.actors[0], rng.choice(hand.legal(hand.actors[0])))
    if hand.outcome is not None:
        return
    sight = sight_of(view_of(hand, hand.turn))
    found, likely = guesses(sight, EVEN, 20, rng)
    assert len(found) == 20
    assert sum(likely) == pytest.approx(1.0)
    for hands, _ in found:
        assert [len(cards) for seat, cards in enumerate(hands) if seat != hand.turn] == [
            held for seat, held in enumerate(sight.counts) if seat != hand.turn
        ]
        dealt = [card for cards in hands for card in cards]
        assert all(dealt.count(card) <= sight.unseen.count(card) for card in dealt)


def test_a_card_of_a_finished_vaza_is_in_nobodys_hand() -> None:
    past = (((0, "5P"), (1, "5C")),)
    view = turn_view(("3O", "KO"), counts=(2, 2), vazas=("A",), past=past)
    assert all(12 not in hand and 13 not in hand for hand in rival_hands(view))


def test_who_did_not_beat_a_king_hardly_holds_a_three() -> None:
    lost = turn_view(("3O", "4O"), counts=(2, 2), vazas=("A",), past=(((0, "KO"), (1, "6E")),))
    strong = sum(hand[-1] >= 9 for hand in rival_hands(lost))
    before = sum(hand[-1] >= 9 for hand in rival_hands(turn_view(("3O", "4O", "KO"))))
    assert strong < before / 2


def test_who_raises_is_taken_to_hold_something() -> None:
    quiet = turn_view(("KO", "QO", "4O"), leader=1)
    raised = turn_view(
        ("KO", "QO", "4O"),
        leader=1,
        turn=1,
        phase="answer",
        pending=3,
        raises=(Raise(1, 3, False, False, 0),),
        legal=("aceita", "corre"),
    )
    assert sum(hand[-1] for hand in rival_hands(raised)) > sum(hand[-1] for hand in rival_hands(quiet))


def test_who_stays_is_taken_to_hold_something() -> None:
    stayed = turn_view(("KO", "QO", "4O"), value=3, raises=(Raise(0, 3, False, False, 0),))
    quiet = turn_view(("KO", "QO", "4O"))
    assert sum(hand[-1] for hand in rival_hands(stayed)) > sum(hand[-1] for hand in rival_hands(quiet))


def test_cards_that_partners_show_are_known() -> None:
    view = turn_view(
        ("KO", "QO", "4O"),
        players=4,
        counts=(3, 3, 3, 3),
        partners=((2, ("5P", "3O", "7E")),),
        kind="onze",
        score=(11, 3),
    )
    assert set(rival_hands(view, seat=2)) == {(3, 9, 13)}


def test_a_covered_card_explains_itself() -> None:
    view = turn_view(
        ("KO",), counts=(1, 1), vazas=("A", "T"), past=(((0, "3O"), (1, "2O")), ((0, "??"), (1, "??")))
    )
    found, _ = guesses(sight_of(view), EVEN, COUNT, random.Random(5))
    assert all(0.0 < fit(sight_of(view), guess) <= 1.0 for guess in found)


def test_what_weighs_nothing_is_not_picked_and_the_rest_by_weight() -> None:
    found = [(((), (card,)), 0) for card in range(3)]
    chosen = pick(found, [0.0, 1.0, 3.0], 100, random.Random(2))
    assert [chosen.count(guess) for guess in found] == [0, 25, 75]
