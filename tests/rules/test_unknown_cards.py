"""A copy of the hand that learns cards only as they are opened follows the one that knows them all."""

from __future__ import annotations

import pytest
from hypothesis import given

from lantruco.rules import CANONICAL, Answered, Card, Hand, Options, Played, Shown, Swapped
from tests.rules.tables import Game, at_any_pace, games


def unknowing(hand: Hand) -> Hand:
    """The same hand before its first action, with no card known."""
    return Hand.new(
        players=hand.players,
        options=hand.options,
        dealer=hand.dealer,
        score=hand.score,
        deck=[None] * len(CANONICAL),
    )


def tell(copy: Hand, hand: Hand, slots: tuple[int, ...]) -> None:
    for slot in slots:
        card = hand.known(slot)
        assert card is not None
        copy.reveal(slot, card)


@at_any_pace
@given(games())
def test_who_learns_cards_only_as_they_open_sees_the_same_hand(game: Game) -> None:
    hand = game.hand.copy()
    seats = [unknowing(hand) for _ in range(hand.players)]
    watcher = unknowing(hand)
    for seat, copy in enumerate(seats):
        if not hand.blind:
            tell(copy, hand, hand.hands[seat])
    for copy in (*seats, watcher):
        tell(copy, hand, (hand.vira_slot,))
    while not hand.outcome:
        for seat, copy in enumerate(seats):
            assert copy.legal(seat) == hand.legal(seat)
            if hand.kind != "onze":
                assert copy.view(seat) == hand.view(seat)
        seat, token = game.choose(hand)
        action = hand.check(seat, token)
        opened = hand.opens(action)
        if action.slot >= 0:
            place = f"#{hand.hands[seat].index(action.slot) + 1}"
            token = f"({place})" if action.covered else place
        events = hand.act(seat, token)
        for copy in (*seats, watcher):
            tell(copy, hand, opened)
            assert copy.act(seat, token) == events
            assert {**copy.state(), "cards": ()} == {**hand.state(), "cards": ()}
        for event in events:
            if isinstance(event, Swapped):
                tell(seats[event.seat], hand, event.slots)


@at_any_pace
@given(games())
def test_an_unopened_card_cannot_be_laid_open_and_nothing_moves(game: Game) -> None:
    hand = game.hand.copy()
    copy = unknowing(hand)
    copy.reveal(hand.vira_slot, CANONICAL[hand.known(hand.vira_slot) or 0])
    while not hand.outcome:
        seat, token = game.choose(hand)
        action = hand.check(seat, token)
        if action.slot >= 0:
            place = f"#{hand.hands[seat].index(action.slot) + 1}"
            token = f"({place})" if action.covered else place
        opened = [slot for slot in hand.opens(action) if copy.known(slot) is None]
        if opened:
            before = copy.state()
            with pytest.raises(ValueError, match="revealed"):
                copy.act(seat, token)
            assert copy.state() == before
        tell(copy, hand, tuple(opened))
        hand.act(seat, token)
        copy.act(seat, token)


def empty(*, players: int = 2, score: tuple[int, int] = (0, 0)) -> Hand:
    return Hand.new(players=players, options=Options(), dealer=players - 1, score=score, deck=[None] * 40)


def test_a_vaza_waits_for_the_vira() -> None:
    hand = empty()
    hand.reveal(0, Card.parse("3O"))
    hand.reveal(3, Card.parse("AO"))
    hand.act(0, "#1")
    before = hand.state()
    with pytest.raises(ValueError, match="vira"):
        hand.act(1, "#1")
    assert hand.state() == before
    hand.reveal(6, Card.parse("KO"))
    assert hand.act(1, "#1")[0] == Played(1, 3, Card.parse("AO"), False)
    assert hand.vazas == ("B",)


def test_a_card_is_known_at_one_slot_and_a_slot_as_one_card() -> None:
    hand = empty()
    three = Card.parse("3O")
    hand.reveal(0, three)
    hand.reveal(0, three)
    assert hand.known(0) is three
    with pytest.raises(ValueError, match="another card"):
        hand.reveal(0, Card.parse("3P"))
    with pytest.raises(ValueError, match="another slot"):
        hand.reveal(1, three)
    for slot in (-1, 40):
        with pytest.raises(ValueError, match="no slot"):
            hand.reveal(slot, Card.parse("3P"))
    assert hand.state()["cards"] == ["3O"] + [None] * 39


def test_what_a_copy_learns_stays_its_own() -> None:
    hand = empty()
    twin = hand.copy()
    twin.reveal(0, Card.parse("3O"))
    assert hand.known(0) is None


def test_cards_not_known_here_are_offered_by_position() -> None:
    hand = empty()
    hand.reveal(1, Card.parse("QO"))
    assert hand.legal(0) == ["#1", "#3", "QO", "familia", "truco"]
    assert hand.view(0).hands == (("??", "QO", "??"), ("??", "??", "??"))
    assert hand.view(0).vira == "??"


def test_a_challenged_claim_needs_its_three_cards() -> None:
    hand = empty()
    hand.act(0, "familia")
    for slot, code in enumerate(("QO", "QP")):
        hand.reveal(slot, Card.parse(code))
    assert hand.opens(hand.check(1, "mostra")) == (0, 1, 2)
    with pytest.raises(ValueError, match="real"):
        hand.act(1, "mostra")
    hand.reveal(2, Card.parse("JO"))
    answered, shown, _ended = hand.act(1, "mostra")
    cards = tuple(map(Card.parse, ("QO", "QP", "JO")))
    assert (answered, shown) == (Answered(1, "mostra"), Shown(0, (0, 1, 2), cards))


def test_running_and_accepting_need_no_card() -> None:
    hand = empty(score=(11, 0))
    hand.act(0, "joga")
    assert hand.actors == (0,)
    other = empty()
    for seat, token in ((0, "familia"), (1, "aceita"), (0, "truco"), (1, "corre")):
        other.act(seat, token)
    assert other.outcome is not None
    assert other.outcome.reason == "correu"
