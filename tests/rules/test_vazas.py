"""Who wins a vaza and what three of them make."""

from __future__ import annotations

from itertools import product

import pytest

from lantruco.rules import Card, Hand, Played
from lantruco.rules.cards import STRENGTHS
from lantruco.rules.scoring import RESULT, judge
from tests.rules.tables import deal, play

R15 = [
    ("AA", "A"),
    ("AT", "A"),
    ("ABA", "A"),
    ("ABB", "B"),
    ("ABT", "A"),
    ("TA", "A"),
    ("TTA", "A"),
    ("TTT", None),
    ("BB", "B"),
    ("BT", "B"),
    ("BAA", "A"),
    ("BAB", "B"),
    ("BAT", "B"),
    ("TB", "B"),
    ("TTB", "B"),
]


def hand_for(vazas: str) -> Hand:
    """A hand of two in which both seats play their cards in order and the vazas come out as given."""
    suits = (("O", "E"), ("C", "P"), ("O", "E"))
    ranks = ({"A": "3A", "B": "A3", "T": "22"},) * 2 + ({"A": "KJ", "B": "JK", "T": "QQ"},)
    pairs = [
        (chosen[result][0] + mine, chosen[result][1] + yours)
        for result, chosen, (mine, yours) in zip(vazas.ljust(3, "T"), ranks, suits, strict=True)
    ]
    return deal(" ".join(pair[0] for pair in pairs), " ".join(pair[1] for pair in pairs))


@pytest.mark.parametrize(("vazas", "winner"), R15)
def test_the_vazas_decide_the_hand_as_the_table_says(vazas: str, winner: str | None) -> None:
    hand = hand_for(vazas)
    for index in range(len(vazas)):
        assert hand.outcome is None, f"decided after {vazas[:index]}"
        hand.act(hand.turn, "#1")
        hand.act(hand.turn, "#1")
        assert "".join(hand.vazas) == vazas[: index + 1]
    assert hand.outcome is not None
    assert hand.outcome.winner == winner
    assert hand.outcome.points == (0 if winner is None else 1)


def test_every_course_of_three_vazas_ends_in_exactly_one_row() -> None:
    ends = {tuple(vazas) for vazas, _ in R15}
    assert set(RESULT) == ends
    for course in product("ABT", repeat=3):
        assert sum(course[:length] in ends for length in (1, 2, 3)) == 1


def played(*cards: str, leader: int = 0, players: int = 4) -> list[Played]:
    return [
        Played((leader + step) % players, step, None if card == "()" else Card.parse(card), card == "()")
        for step, card in enumerate(cards)
    ]


@pytest.mark.parametrize(
    ("cards", "winner", "primeiro", "ultimo", "abridor"),
    [
        ("4P 3O 2O AO", "B", 1, 1, 1),
        ("3P 4P 3O 4C", "A", 0, 0, 0),
        ("4P 3P 3O 3E", "T", 1, 3, 0),
        ("3P 3O 7O 7C", "T", 0, 1, 0),
        ("4P 7O 6E 7E", "B", 1, 1, 1),
        ("() () () ()", "T", 0, 3, 0),
        ("() () 4P ()", "A", 2, 2, 2),
        ("() 4E 4P ()", "T", 1, 2, 0),
        ("5O 5P 5C 3P", "B", 1, 1, 1),
    ],
)
def test_the_best_open_card_wins_and_ties_are_led_on_by_the_table_option(
    cards: str, winner: str, primeiro: int, ultimo: int, abridor: int
) -> None:
    table = played(*cards.split())
    strengths = STRENGTHS[Card.parse("4O")]
    assert judge(table, strengths, "primeiro") == (winner, primeiro)
    assert judge(table, strengths, "ultimo") == (winner, ultimo)
    assert judge(table, strengths, "abridor") == (winner, abridor)


def test_the_opener_is_who_led_and_not_seat_zero() -> None:
    table = played("4P", "3P", "3O", "7E", leader=2)
    assert judge(table, STRENGTHS[Card.parse("4O")], "abridor") == ("T", 2)


def test_the_winner_of_a_vaza_leads_the_next() -> None:
    hand = play(deal("4P 3O AO", "6P 2O 7O", "3P QO KO", "7P JO JC"), "0 4P", "1 6P", "2 3P", "3 7P")
    assert (hand.leader, hand.turn, hand.actors) == (2, 2, (2,))
