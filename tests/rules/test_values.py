"""Hands and matches as values: equal, copied, printed, asked for all that is legal."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given

from lantruco.rules import CANONICAL, HIDDEN, Hand, Match, Options, Phase, Reason, Refusal, RuleError
from tests.rules.tables import Game, at_any_pace, deal, games, play


@at_any_pace
@given(games())
def test_a_copy_is_equal_until_one_of_them_moves(game: Game) -> None:
    hand = game.hand.copy()
    while hand.outcome is None:
        before = hand.copy()
        assert before == hand
        assert before.key() == hand.key()
        assert hash(before.key()) == hash(hand.key())
        assert before.state() == hand.state()
        action = game.choose(hand)
        hand.act(*action)
        assert before != hand
        assert before.key() != hand.key()
        # What was tried on the one can be done on the other, and they are equal again.
        before.act(*action)
        assert before == hand
    assert copy.copy(hand) == copy.deepcopy(hand) == pickle.loads(pickle.dumps(hand)) == hand


@at_any_pace
@given(games())
def test_equal_hands_have_equal_state_and_the_same_legal_tokens(game: Game) -> None:
    one, two = game.hand.copy(), game.hand.copy()
    while one.outcome is None:
        action = game.choose(one)
        assert one.act(*action) == two.act(*action)
        assert one == two
        assert one.state() == two.state()
        assert one.legal_actions() == two.legal_actions()


def test_the_same_cards_played_another_way_make_another_hand() -> None:
    one = play(deal("3O 2O 7O", "AP 6P 6E"), "0 3O", "1 6P")
    two = play(deal("3O 2O 7O", "AP 6P 6E"), "0 2O", "1 6P")
    assert one != two


def test_a_copy_that_knows_fewer_cards_is_another_hand_until_it_learns_them() -> None:
    hand = deal("3O 2O 7O", "AP 6P 6E")
    seen = Hand.new(
        players=2, options=hand.options, dealer=hand.dealer, score=hand.score, deck=[None] * len(CANONICAL)
    )
    assert seen != hand
    for slot in range(len(CANONICAL)):
        card = hand.known(slot)
        assert card is not None
        seen.reveal(slot, card)
    assert seen == hand


def test_what_changes_is_not_hashable_and_its_key_is() -> None:
    hand, match = deal("3O 2O 7O", "AP 6P 6E"), Match.new(2, Options(), 0)
    for value in (hand, match):
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)
    assert len({hand.key(), hand.copy().key()}) == 1
    assert len({match.key(), match.copy().key()}) == 1


def test_a_hand_is_no_match_and_equal_to_nothing_else() -> None:
    assert deal("3O 2O 7O", "AP 6P 6E") != Match.new(2, Options(), 0)
    assert Match.new(2, Options(), 0) != (2, Options(), 0, (0, 0))


def test_a_hand_prints_where_it_stands_and_no_card_that_is_held() -> None:
    hand = deal("3O 2O 7O", "AP 6P 6E", score=(3, 2))
    assert repr(hand) == (
        "<Hand: 2 players, dealer 1, score 3-2, normal, vira 4O, vazas -, value 1, PLAY of 0>"
    )
    play(hand, "0 3O", "1 6P", "0 truco", "1 corre")
    assert repr(hand) == (
        "<Hand: 2 players, dealer 1, score 3-2, normal, vira 4O, vazas A, value 1, END correu>"
    )


def test_a_match_prints_as_it_is_made() -> None:
    match = Match(4, Options(limite="nunca"), 2, (3, 0))
    assert eval(repr(match), {"Match": Match, "Options": Options}) == match


def test_a_match_deals_its_own_hands() -> None:
    chance = random.Random(1)
    match = Match.new(4, Options(coberta=False), dealer=3)
    while match.winner is None:
        deck = chance.sample(CANONICAL, len(CANONICAL))
        hand = match.deal(deck)
        assert hand == Hand.new(
            players=4, options=match.options, dealer=match.dealer, score=match.score, deck=deck
        )
        while hand.outcome is None:
            hand.act(*chance.choice(hand.legal_actions()))
        before = match.copy()
        match.finish(hand.outcome)
        assert before != match or hand.outcome.winner is None
        assert before.deal(deck) == Hand.new(
            players=4, options=before.options, dealer=before.dealer, score=before.score, deck=deck
        )
    with pytest.raises(ValueError, match="over"):
        match.deal(CANONICAL)


@at_any_pace
@given(games())
def test_all_that_is_legal_is_what_each_seat_may_say(game: Game) -> None:
    hand = game.hand.copy()
    while hand.outcome is None:
        actions = hand.legal_actions()
        assert actions == [(seat, token) for seat in hand.actors for token in hand.legal(seat)]
        assert actions
        hand.act(*game.choose(hand))
    assert hand.legal_actions() == []


def test_every_ending_every_phase_and_every_refusal_is_also_its_plain_word() -> None:
    assert (Reason.CORREU, Phase.PLAY, Refusal.TURN) == ("correu", "PLAY", "E_TURN")
    assert f"{Reason.CORREU} {Phase.PLAY} {Refusal.TURN}" == "correu PLAY E_TURN"


def test_a_refusal_comes_as_its_name() -> None:
    hand = deal("3O 2O 7O", "AP 6P 6E")
    with pytest.raises(RuleError) as caught:
        hand.act(1, "AP")
    assert caught.value.code is Refusal.TURN
    assert (caught.value.clause, str(caught.value)) == ("R9", "E_TURN (R9)")


def test_a_view_hides_what_the_seat_does_not_see() -> None:
    assert deal("3O 2O 7O", "AP 6P 6E").view(0).hands == (("3O", "2O", "7O"), (HIDDEN,) * 3)
