"""The bot that thinks: raises and runs by what the match is worth, and remembers what it saw."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from lantruco.players.bot import Bot
from lantruco.players.chances import chance_of_hand
from lantruco.players.levels import FACIL
from lantruco.players.sight import view_of
from lantruco.protocol.views import TableView
from lantruco.rules import CANONICAL, Hand, Options, Raise

from .views import turn_view

MOODS = 12


def words(view: TableView, moods: int = MOODS) -> set[str | None]:
    """All that strong bots in different moods say to one view."""
    return {Bot(random.Random(seed)).decide(view) for seed in range(moods)}


def often(view: TableView, word: str, moods: int = 40) -> float:
    return [Bot(random.Random(seed)).decide(view) for seed in range(moods)].count(word) / moods


def legal(cards: tuple[str, ...], *more: str) -> tuple[str, ...]:
    return tuple(sorted((*cards, *more)))


ANSWER: dict[str, Any] = {"phase": "answer", "legal": ("aceita", "corre", "seis"), "pending": 3, "turn": 1}
TRUCO = (Raise(1, 3, False, False, 0),)


def test_a_weak_hand_runs_from_a_truco_and_a_strong_one_does_not() -> None:
    assert words(turn_view(("4O", "6O", "7O"), **ANSWER, leader=1, raises=TRUCO)) == {"corre"}
    assert "corre" not in words(turn_view(("5P", "5C", "3O"), **ANSWER, leader=1, raises=TRUCO))


def test_who_would_lose_the_match_by_running_stays() -> None:
    view = turn_view(("4O", "6O", "7O"), **ANSWER, leader=1, raises=TRUCO, score=(0, 11), value=1)
    assert "corre" not in words(view)


def familiar(seed: int, *, run: bool) -> tuple[Bot, int]:
    """A bot that has raised in some hands, whose opponents have always run, or never; and its tentos."""
    bot, score, cards = Bot(random.Random(seed)), 0, ("2O", "2C", "3O")
    for hand in range(5):
        view = turn_view(cards, legal=legal(cards, "truco"), hand=hand, score=(score, 0))
        if bot.decide(view) == "truco" and run:
            score += 1
        elif not run:
            bot.decide(replace(view, legal=cards, value=3, raises=(Raise(0, 3, False, False, 0),)))
    return bot, score


def familiar_words(view: TableView, *, run: bool) -> list[str | None]:
    said = []
    for seed in range(MOODS):
        bot, score = familiar(seed, run=run)
        said.append(bot.decide(replace(view, hand=5, score=(score, 0))))
    return said


def last_card(code: str, *table: tuple[int, str]) -> TableView:
    """The last vaza decides; the rival has led it, or is still to play."""
    past = (((0, "2P"), (1, "AE")), ((0, "6C"), (1, "KE")))
    return turn_view(
        (code,),
        counts=(1, 1 - len(table)),
        vazas=("A", "B"),
        past=past,
        table=table,
        leader=len(table),
        legal=legal((code,), "truco", f"({code})"),
    )


def test_who_has_always_run_is_bluffed_and_who_never_ran_is_not() -> None:
    assert "truco" in familiar_words(last_card("4O"), run=True)
    assert "truco" not in familiar_words(last_card("4O"), run=False)


def test_nobody_raises_when_all_can_see_that_the_hand_is_lost() -> None:
    """Under an ace there is a bluff to think of, against people who have always run; under the zap there is
    none.
    """
    assert "truco" in familiar_words(last_card("4O", (1, "AO")), run=True)
    assert "truco" not in familiar_words(last_card("4O", (1, "5P")), run=True)


def test_nobody_raises_a_hand_that_wins_the_match_as_it_is() -> None:
    cards = ("5P", "5C", "3O")
    view = turn_view(cards, legal=legal(cards, "seis"), value=3, score=(9, 0), raises=TRUCO)
    assert "seis" not in words(view)


def test_the_last_card_of_a_won_hand_asks_for_more() -> None:
    view = turn_view(
        ("5P",),
        counts=(1, 1),
        vazas=("A", "B"),
        past=(((0, "KO"), (1, "QO")), ((0, "4O"), (1, "6O"))),
        legal=legal(("5P",), "(5P)", "truco"),
    )
    assert words(view) == {"truco"}


@pytest.mark.parametrize("table", [(), ((1, "3O"),)])
def test_after_a_tied_first_vaza_the_best_card_comes(table: tuple[tuple[int, str], ...]) -> None:
    view = turn_view(
        ("KO", "5P"),
        counts=(2, 2 - len(table)),
        vazas=("T",),
        past=(((0, "AO"), (1, "AE")),),
        table=table,
        leader=1 if table else 0,
        legal=("5P", "KO"),
    )
    assert words(view) == {"5P"}


def test_the_lowest_card_that_wins_the_hand_is_enough() -> None:
    view = turn_view(
        ("2E", "5P"),
        counts=(2, 1),
        vazas=("A",),
        past=(((0, "3O"), (1, "QO")),),
        table=((1, "AO"),),
        leader=1,
        legal=("2E", "5P"),
    )
    assert words(view) <= {"2E", "5P"}
    assert words(view) != {"5P"}


def test_a_card_that_loses_anyway_is_covered_now_and_then() -> None:
    view = turn_view(
        ("4O", "5P"),
        counts=(2, 1),
        vazas=("A",),
        past=(((0, "3O"), (1, "QO")),),
        table=((1, "3C"),),
        leader=1,
        value=12,
        raises=(Raise(0, 3, False, False, 0),),
        legal=legal(("4O", "5P"), "(4O)", "(5P)"),
    )
    lost = turn_view(
        ("4O",),
        counts=(1, 0),
        vazas=("A", "B"),
        past=(((0, "3O"), (1, "QO")), ((0, "6C"), (1, "KO"))),
        table=((1, "3C"),),
        leader=1,
        value=12,
        legal=legal(("4O",), "(4O)"),
    )
    assert words(lost) == {"4O", "(4O)"}
    assert words(view) <= {"5P", "4O", "(4O)"}


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


def test_at_onze_the_partners_cards_are_counted() -> None:
    onze: dict[str, Any] = {
        "players": 4,
        "counts": (3, 3, 3, 3),
        "kind": "onze",
        "phase": "answer",
        "legal": ("corre", "joga"),
        "value": 3,
        "score": (11, 5),
        "cards": ("4O", "6O", "7O"),
    }
    strong = turn_view(partners=((2, ("5P", "5C", "3E")),), **onze)
    weak = turn_view(partners=((2, ("4E", "6E", "7E")),), **onze)
    assert words(strong) == {"joga"}
    assert words(weak) == {"corre"}


def test_cards_that_are_gone_frighten_nobody() -> None:
    """Whoever leads a 3 into the last vaza with the manilhas still out there is more careful."""
    hand: dict[str, Any] = {"counts": (1, 1), "vazas": ("A", "B"), "legal": legal(("3O",), "(3O)", "truco")}
    gone = turn_view(("3O",), past=(((0, "5C"), (1, "5O")), ((0, "5E"), (1, "5P"))), **hand)
    out = turn_view(("3O",), past=(((0, "3C"), (1, "3E")), ((0, "3P"), (1, "5P"))), **hand)
    assert words(gone) == {"truco"}
    assert often(out, "truco") <= often(gone, "truco")


def test_a_real_familia_is_claimed() -> None:
    cards = ("QO", "KE", "JC")
    assert "familia" in words(turn_view(cards, legal=legal(cards, "familia", "truco")))


def test_a_false_familia_is_rare_and_not_repeated_in_a_hand() -> None:
    cards = ("4O", "6O", "7E")
    view = turn_view(cards, legal=legal(cards, "familia", "truco"))
    assert often(view, "familia") < 0.35
    eager = Bot(random.Random(1))
    assert [eager.decide(view) for _ in range(30)].count("familia") <= 1


def test_a_claim_is_doubted_by_whoever_holds_the_kings_himself() -> None:
    claim: dict[str, Any] = {"phase": "answer", "legal": ("aceita", "mostra"), "turn": 1}
    assert words(turn_view(("KO", "KE", "QC"), **claim, vira="KP"), 30) == {"mostra"}
    assert "aceita" in words(turn_view(("4O", "6O", "7E"), **claim), 30)


def test_some_raises_are_bluffs_and_most_are_not() -> None:
    """The chance of the cards alone at every truco of some matches."""
    chances = []
    for seed in range(6):
        strong, weak = Bot(random.Random(seed)), Bot(random.Random(-seed), FACIL)
        for number in range(10):
            deck = random.Random(100 * seed + number).sample(CANONICAL, len(CANONICAL))
            hand = Hand.new(players=2, options=Options(), dealer=number % 2, score=(0, 0), deck=deck)
            while hand.outcome is None:
                seat = hand.actors[0]
                view = view_of(hand, seat, number)
                token = (strong, weak)[seat].decide(view)
                assert token is not None
                if token == "truco" and seat == 0:
                    chances.append(chance_of_hand(view))
                hand.act(seat, token)
    bluffs = sum(chance < 0.4 for chance in chances) / len(chances)
    assert 0.05 < bluffs < 0.6
