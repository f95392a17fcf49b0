"""The engine against a second, plain writing of the rules: the same moves, hands and counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from lantruco.rules import CHOICES, TABLE_SIZES, Card, Hand, Options
from tests.rules import plain
from tests.rules.tables import Game, at_any_pace, games

PERFT = sorted((Path(__file__).parents[2] / "seeds" / "perft").glob("*.json"))


def plain_of(hand: Hand) -> plain.Table:
    deck = [str(hand.known(slot)) for slot in range(40)]
    return plain.deal(hand.players, hand.options.to_map(), hand.dealer, hand.score, deck)


def as_plain(hand: Hand) -> dict[str, Any]:
    """What both tell of a hand, from the engine's state."""
    state = hand.state()
    return {
        "actors": state["actors"],
        "value": state["value"],
        "vazas": state["vazas"],
        "torna": state["torna"],
        "raises": state["raises"],
        "hands": [[state["cards"][slot] for slot in held] for held in state["hands"]],
        "monte": [state["cards"][slot] for slot in state["monte"]],
        "table": [
            [seat, None if covered else state["cards"][slot]] for seat, slot, covered in state["table"]
        ],
        "end": None
        if hand.outcome is None
        else (hand.outcome.winner, hand.outcome.points, hand.outcome.reason),
        "score": state["score"],
    }


def of_plain(table: plain.Table) -> dict[str, Any]:
    """The same, from the plain table."""
    return {
        "actors": plain.actors(table),
        "value": table.value,
        "vazas": list(table.vazas),
        "torna": list(table.torna),
        "raises": [told(call) for call in table.calls],
        "hands": [list(held) for held in table.hands],
        "monte": list(table.monte),
        "table": [list(laid) for laid in table.table],
        "end": table.end,
        "score": list(plain.score_after(table)),
    }


def told(call: plain.Call) -> str:
    manner = "exposta" if call.exposta else "escuro"
    return f"{call.seat}:{call.value}:{manner}{':over' if call.over else ''}"


def legal(hand: Hand) -> list[plain.Move]:
    return sorted((seat, token) for seat in hand.actors for token in hand.legal(seat))


@at_any_pace
@given(games())
def test_both_writings_of_the_rules_play_any_hand_alike(game: Game) -> None:
    hand = game.hand.copy()
    table = plain_of(hand)
    while not hand.outcome:
        assert as_plain(hand) == of_plain(table)
        assert legal(hand) == sorted(plain.moves(table))
        seat, token = game.choose(hand)
        hand.act(seat, token)
        table = plain.after(table, seat, token)
    assert as_plain(hand) == of_plain(table)


def counted(hand: Hand, depths: int) -> list[int]:
    """Sequences of exactly 1, 2, … ``depths`` legal actions, by the engine."""
    found, ahead = [], [hand]
    for _ in range(depths):
        following = []
        for each in ahead:
            for seat, token in legal(each):
                then = each.copy()
                then.act(seat, token)
                following.append(then)
        ahead = following
        found.append(len(ahead))
    return found


def positions() -> list[Any]:
    return [
        pytest.param(position, id=f"{path.stem}-{position['id']}")
        for path in PERFT
        for position in json.loads(path.read_text(encoding="utf-8"))["positions"]
    ]


@pytest.mark.parametrize("position", positions())
def test_the_counts_on_file_are_those_of_the_engine_and_of_brute_force(position: dict[str, Any]) -> None:
    options = Options.from_map(position["options"])
    start = Hand.new(
        players=position["players"],
        options=options,
        dealer=position["dealer"],
        score=(position["score"][0], position["score"][1]),
        deck=[Card.parse(code) for code in position["deck"]],
    )
    table = plain_of(start)
    for text in position["moves"]:
        seat, token = text.split()
        start.act(int(seat), token)
        table = plain.after(table, int(seat), token)
    counts = position["counts"]
    assert counted(start, len(counts)) == counts
    assert plain.counts(table, most=sum(counts) + 1, depths=len(counts)) == counts


def test_the_counts_meet_every_table_size_and_every_option_value() -> None:
    content = [position.values[0] for position in positions()]
    assert {position["players"] for position in content} == set(TABLE_SIZES)
    for name, values in CHOICES.items():
        for value in values:
            assert any(Options.from_map(position["options"]).to_map()[name] == value for position in content)
    scores = {tuple(tentos == 11 for tentos in position["score"]) for position in content}
    assert scores == {(False, False), (True, False), (False, True), (True, True)}
