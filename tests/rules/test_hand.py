"""What holds in every hand at every table, whatever is played."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lantruco.rules import (
    CANONICAL,
    CODES,
    CODES_OF_REFUSAL,
    Called,
    Card,
    Event,
    Hand,
    HandEnded,
    Options,
    Phase,
    Played,
    RuleError,
    VazaEnded,
    kind_of,
    side,
)
from tests.rules.refusals import refusal
from tests.rules.tables import Game, at_any_pace, deal, games, play, stacked_deck

POSITIONS = ("#0", "#1", "#2", "#3", "#4", "#", "#01")
WORDS = (
    "truco",
    "seis",
    "nove",
    "doze",
    "aceita",
    "corre",
    "joga",
    "mostra",
    "familia",
    "carta",
    "",
    "quinze",
)
NAMES = (*CODES, *POSITIONS)
VOCABULARY = (*WORDS, *NAMES, *(f"({name})" for name in NAMES), "((3O))", "(truco)", " 3O", "3o")


def finish(game: Game) -> Hand:
    """The hand played to its end, which is at most so far away as there are cards, raises and answers."""
    hand = game.hand.copy()
    left = 3 * hand.players + 4 + 4 + 1
    while not hand.outcome:
        seat, token = game.choose(hand)
        if token != "familia" and hand.phase is not Phase.FAMILIA:
            left -= 1
        assert left >= 0
        hand.act(seat, token)
    return hand


def refused(hand: Hand, seat: int, token: str) -> RuleError | None:
    try:
        hand.check(seat, token)
    except RuleError as error:
        return error
    return None


@at_any_pace
@given(games())
def test_every_hand_ends_with_points_for_one_side_at_most(game: Game) -> None:
    hand = finish(game)
    outcome = hand.outcome
    assert outcome is not None
    assert hand.phase is Phase.END
    assert hand.actors == ()
    assert all(hand.legal(seat) == [] for seat in range(hand.players))
    gains = [after - before for after, before in zip(outcome.score, hand.score, strict=True)]
    if outcome.winner is None:
        assert (outcome.points, outcome.reason, gains) == (0, "empate", [0, 0])
    else:
        winner = "AB".index(outcome.winner)
        assert outcome.points in (1, 3, 6, 9, 12)
        assert gains[winner] == min(outcome.points, 12 - hand.score[winner])
        assert gains[1 - winner] == 0
    assert (outcome.match_winner is not None) == (12 in outcome.score)
    if outcome.match_winner is None:
        assert outcome.next_dealer == (hand.dealer + 1) % hand.players
        assert outcome.next_kind == kind_of(outcome.score)


@at_any_pace
@given(games())
def test_the_forty_cards_are_always_all_there_once(game: Game) -> None:
    hand = game.hand.copy()
    while not hand.outcome:
        hand.act(*game.choose(hand))
        places = [
            *(slot for held in hand.hands for slot in held),
            *(played.slot for vaza in (*hand.past, hand.table) for played in vaza),
            *hand.monte,
            *hand.discards,
            hand.vira_slot,
        ]
        assert sorted(places) == list(range(40))
        assert {hand.known(slot) for slot in places} == set(CANONICAL)


@at_any_pace
@given(games())
def test_raises_climb_the_ladder_one_step_at_a_time_and_never_twice_by_one_side(game: Game) -> None:
    hand = finish(game)
    assert [raised.value for raised in hand.raises] == [3, 6, 9, 12][: len(hand.raises)]
    sides = [side(raised.seat) for raised in hand.raises]
    assert all(one != next_one for one, next_one in pairwise(sides))
    agreed = {raised.value for raised in hand.raises} | {3 if hand.kind == "onze" else 1}
    assert hand.value in agreed
    if hand.kind != "normal":
        assert hand.raises == ()


@settings(at_any_pace, max_examples=40)
@given(games())
def test_an_action_is_refused_for_the_first_reason_of_the_book_and_changes_no_bit(game: Game) -> None:
    hand = game.hand.copy()
    while True:
        before = hand.state()
        for seat in (*range(hand.players), -1, hand.players):
            listed = hand.legal(seat)
            assert listed == sorted(listed)
            for token in VOCABULARY:
                expected = refusal(before, seat, token)
                error = refused(hand, seat, token)
                if error is None:
                    assert expected is None, (before, seat, token)
                    assert "#" in token or token in listed
                    continue
                assert error.code == expected, (before, seat, token)
                assert error.code in CODES_OF_REFUSAL
                assert 1 <= int(error.clause.removeprefix("R")) <= 44
                assert token not in listed
                with pytest.raises(RuleError):
                    hand.act(seat, token)
        assert hand.state() == before
        if hand.outcome:
            break
        hand.act(*game.choose(hand))


@at_any_pace
@given(games())
def test_a_copy_goes_its_own_way(game: Game) -> None:
    hand = game.hand.copy()
    while not hand.outcome:
        before = hand.state()
        twin = hand.copy()
        assert twin.state() == before
        seat, token = game.choose(hand)
        events = twin.act(seat, token)
        assert hand.state() == before
        assert twin.state() != before
        assert hand.act(seat, token) == events
        assert hand.state() == twin.state()


@at_any_pace
@given(games())
def test_the_events_tell_the_hand(game: Game) -> None:
    hand = game.hand.copy()
    told: list[Event] = []
    while not hand.outcome:
        told += hand.act(*game.choose(hand))
    ends = [event for event in told if isinstance(event, HandEnded)]
    assert ends == [HandEnded(hand.outcome)]
    assert told[-1] == ends[0]
    vazas = [event for event in told if isinstance(event, VazaEnded)]
    assert [(vaza.index, vaza.winner, vaza.torna) for vaza in vazas] == [
        (index, winner, torna)
        for index, (winner, torna) in enumerate(zip(hand.vazas, hand.torna, strict=True))
    ]
    on_the_table = [played for vaza in (*hand.past, hand.table) for played in vaza]
    assert [event for event in told if isinstance(event, Played)] == on_the_table
    called = [(event.seat, event.value) for event in told if isinstance(event, Called)]
    if hand.outcome.reason == "penalidade":
        called.pop()
    assert called == [(raised.seat, raised.value) for raised in hand.raises]


@at_any_pace
@given(games())
def test_nobody_sees_a_card_that_is_not_his_to_see(game: Game) -> None:
    hand = game.hand.copy()
    while True:
        eleven = {"normal": None, "ferro": None, "onze": hand.score.index(max(hand.score))}[hand.kind]
        shown = hand.outcome is not None and hand.outcome.reason in ("fr_real", "fr_blefe")
        for seat in range(hand.players):
            view = hand.view(seat)
            for other, held in enumerate(view.hands):
                partner = (
                    hand.options.onze_ve_parceiro
                    and eleven is not None
                    and side(seat) == eleven == side(other)
                )
                if (seat == other and not hand.blind) or partner or (shown and other == hand.claimant):
                    assert held == tuple(str(hand.known(slot)) for slot in hand.hands[other])
                else:
                    assert held == ("??",) * len(hand.hands[other])
            covered = [played.covered for vaza in (*hand.past, hand.table) for played in vaza]
            lying = [text.split()[1] for vaza in (*view.past, view.table) for text in vaza]
            assert [card == "??" for card in lying] == covered
        if hand.outcome:
            break
        hand.act(*game.choose(hand))


@at_any_pace
@given(st.integers(0, 11), st.integers(0, 11))
def test_the_kind_of_a_hand_follows_the_score(a: int, b: int) -> None:
    assert kind_of((a, b)) == ["normal", "onze", "ferro"][(a == 11) + (b == 11)]
    hand = deal("3O 2O 7O", "AO KO 6O", score=(a, b))
    assert hand.kind == kind_of((a, b))
    assert hand.value == (3 if hand.kind == "onze" else 1)
    assert hand.blind == (hand.kind == "ferro")


@pytest.mark.parametrize(
    "change",
    [
        {"players": 3},
        {"players": 8},
        {"dealer": 2},
        {"dealer": -1},
        {"score": (12, 0)},
        {"score": (0, -1)},
        {"score": (0, 0, 0)},
        {"deck": list(CANONICAL[:39])},
        {"deck": [*CANONICAL[:39], CANONICAL[0]]},
    ],
)
def test_a_hand_that_no_table_can_have_is_not_dealt(change: dict[str, object]) -> None:
    table: dict[str, object] = {
        "players": 2,
        "options": Options(),
        "dealer": 0,
        "score": (0, 0),
        "deck": list(CANONICAL),
    }
    Hand.new(**table)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"table|begins|deck"):
        Hand.new(**{**table, **change})  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 2])
def test_who_does_not_sit_at_the_table_has_no_view(seat: int) -> None:
    with pytest.raises(ValueError, match="not at a table"):
        deal("3O 2O 7O", "AO KO 6O").view(seat)


@pytest.mark.parametrize(
    ("actions", "seat", "token", "code", "clause"),
    [
        ((), 0, "corre", "E_PHASE", "R24"),
        ((), 1, "3O", "E_TURN", "R9"),
        ((), 0, "AO", "E_CARD", "R44"),
        ((), 0, "(3O)", "E_COVER", "R32"),
        ((), 0, "seis", "E_STEP", "R23"),
        (("0 truco", "1 aceita"), 0, "seis", "E_SIDE", "R25"),
        (("0 truco",), 1, "AO", "E_PHASE", "R27"),
        (("0 truco",), 0, "aceita", "E_TURN", "R28"),
        (("0 truco", "1 aceita"), 0, "familia", "E_FR", "R36"),
        (("0 familia",), 1, "corre", "E_PHASE", "R38"),
        (("0 truco", "1 corre"), 0, "3O", "E_END", "R44"),
    ],
)
def test_a_refusal_names_its_clause(
    actions: tuple[str, ...], seat: int, token: str, code: str, clause: str
) -> None:
    hand = play(deal("3O 2O 7O", "AO KO 6O"), *actions)
    with pytest.raises(RuleError) as refused:
        hand.act(seat, token)
    assert (refused.value.code, refused.value.clause) == (code, clause)
    assert str(refused.value) == f"{code} ({clause})"


def test_an_action_says_what_it_is_before_it_is_done() -> None:
    hand = play(deal("3O 2O 7O", "AO KO 6O"), "0 #1", "1 AO")
    action = hand.check(0, "(#2)")
    assert dataclasses.astuple(action) == (0, "carta", 2, True, 0)
    assert hand.check(0, "(7O)") == action
    assert hand.check(0, "truco").value == 3


def test_the_deal_serves_three_cards_at_a_time_from_the_mao_on() -> None:
    hand = Hand.new(
        players=4,
        options=Options(),
        dealer=1,
        score=(0, 0),
        deck=stacked_deck(("3O 2O 7O", "AO KO 6O", "QO QC QE", "JO JC JE"), dealer=1),
    )
    assert hand.hands == ((6, 7, 8), (9, 10, 11), (0, 1, 2), (3, 4, 5))
    assert (hand.turn, hand.leader, hand.vira_slot, hand.vira) == (2, 2, 12, Card.parse("4O"))
    assert hand.monte == tuple(range(13, 40))


def test_cards_of_accepted_claims_lie_apart_when_the_table_wants_it_so() -> None:
    hand = deal("KO QO JO", "AO KC 6O", fr_descarte="fora")
    play(hand, "0 familia", "1 aceita", "0 familia", "1 aceita")
    assert hand.hands[0] == (10, 11, 12)
    assert hand.discards == (0, 1, 2, 7, 8, 9)
    assert hand.monte == tuple(range(13, 40))
