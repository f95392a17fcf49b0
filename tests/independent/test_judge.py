"""The second judge of the rules agrees with every hand that was worked out beforehand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.independent.judge import ABOVE, Hand, kind_of
from tests.independent.refusal import Illegal
from tests.independent.schema import RULES, WORDS

SCENARIOS = Path(__file__).resolve().parents[2] / "seeds" / "scenarios"
CASES = [
    case
    for path in sorted(SCENARIOS.glob("*.json"))
    for case in json.loads(path.read_text("utf-8"))["scenarios"]
    if case["kind"] == "hand"
]


def begin(case: dict[str, Any]) -> tuple[Hand, list[str]]:
    """A hand, and the codes by position: hands first, then the vira, then the monte."""
    codes = [code for hand in case["hands"] for code in hand] + [case["vira"], *case["monte"]]
    options = {name: values[0] for name, values in RULES.items()} | case.get("options", {})
    players = case["players"]
    hand = Hand(
        options,
        case["dealer"],
        case["score"],
        [[3 * seat + at for at in range(3)] for seat in range(players)],
        range(3 * players + 1, len(codes)),
        lambda: codes[3 * players],
        lambda position: codes[position],
    )
    return hand, codes


def act(hand: Hand, codes: list[str], seat: int, token: str) -> None:
    if token in WORDS:
        hand.check_call(seat, token)
        hand.call(seat, token)
        return
    covered = token.startswith("(")
    name = token.strip("()")
    held = hand.hands[seat]
    blind = hand.kind == "ferro" and hand.options["ferro_escuro"]
    position = -1
    if name.startswith("#"):
        place = int(name[1:])
        position = held[place - 1] if 1 <= place <= len(held) else -1
    elif name in codes and not blind:
        position = codes.index(name)
    hand.check_play(seat, position, covered)
    hand.play(seat, position, covered)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_second_judge_sees_each_hand_as_it_was_worked_out(case: dict[str, Any]) -> None:
    hand, codes = begin(case)
    for entry in case["actions"]:
        seat, token, *refusal = entry.split()
        if refusal:
            with pytest.raises(Illegal) as caught:
                act(hand, codes, int(seat), token)
            assert "!" + caught.value.code == refusal[0], entry
        else:
            act(hand, codes, int(seat), token)
    expected = case["expect"]
    sides: dict[int | None, str | None] = {0: "A", 1: "B", None: None}
    assert hand.phase == expected["phase"].lower()
    assert hand.actors() == expected["actors"]
    assert hand.value == expected["value"]
    assert [sides[vaza] or "T" for vaza in hand.vazas] == expected["vazas"]
    assert hand.torna == expected["torna"]
    assert [
        f"{one.seat}:{one.value}:{'exposta' if one.exposed else 'escuro'}{':over' * one.over}"
        for one in hand.raises
    ] == expected["raises"]
    assert sides[hand.winner] == expected["winner"]
    assert hand.reason == expected["reason"]
    if hand.phase == "end":
        assert hand.points == expected["points"]
        assert list(hand.score_after()) == expected["score"]
        if 12 not in hand.score_after():
            assert kind_of(hand.score_after()) == expected["next_kind"]
    if "hands_end" in expected:
        assert [[codes[position] for position in held] for held in hand.hands] == expected["hands_end"]
    if "monte_end" in expected:
        assert [codes[position] for position in hand.monte] == expected["monte_end"]


def test_the_ladder_ends_at_twelve() -> None:
    assert 12 not in ABOVE
