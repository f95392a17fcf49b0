"""Scenario files: hands worked out beforehand, with what must come of them (``truco-scenarios/1``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .cards import RANKS, SUITS, Card, manilha_rank, strength
from .errors import RuleError
from .hand import Hand
from .options import Options
from .sides import TABLE_SIZES

SCHEMA: Final = "truco-scenarios/1"

Scenario = Mapping[str, Any]
_Found = tuple[str, object, object]


class ScenarioError(ValueError):
    """A scenario or a file of them that cannot be read as one; the text says where and why."""

    code: Final = "E_SCENARIO"

    @property
    def values(self) -> dict[str, object]:
        """What its sentence needs."""
        return {"reason": str(self)}


@dataclass(frozen=True, slots=True)
class Difference:
    """What the engine does not do as a scenario says; ``what``: a name of the schema, with its place."""

    scenario: str
    what: str
    expected: object
    got: object

    def __str__(self) -> str:
        return f"{self.scenario}: {self.what}: expected {self.expected!r}, got {self.got!r}"


def read_scenarios(text: str) -> list[dict[str, Any]]:
    """The scenarios of a file's text, each hand with the file's default options filled in.

    Raises ScenarioError when the text is not JSON of the schema.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ScenarioError(f"not JSON: {error}") from None
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise ScenarioError(f"not a file of the schema {SCHEMA}")
    scenarios, defaults = content.get("scenarios"), content.get("options_default", {})
    if not isinstance(scenarios, list) or not all(isinstance(scenario, dict) for scenario in scenarios):
        raise ScenarioError("scenarios is not a list of objects")
    if not isinstance(defaults, dict):
        raise ScenarioError("options_default is not an object")
    return [
        {**scenario, "options": {**defaults, **scenario.get("options", {})}}
        if scenario.get("kind") == "hand" and isinstance(scenario.get("options", {}), dict)
        else scenario
        for scenario in scenarios
    ]


def run_scenario(scenario: Scenario) -> list[Difference]:
    """Everything in which the engine differs from the scenario; empty when it agrees.

    Raises ScenarioError when the scenario is not complete or not of its schema.
    """
    name = scenario.get("id", "?")
    run = _RUNNERS.get(str(scenario.get("kind")))
    if run is None:
        raise ScenarioError(f"{name}: there is no scenario kind {scenario.get('kind')!r}")
    try:
        failures = run(scenario)
    except KeyError as error:
        raise ScenarioError(f"{name}: {error} is missing or unknown") from None
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        raise ScenarioError(f"{name}: {error}") from None
    return [Difference(str(name), *failure) for failure in failures]


def hand_of(scenario: Scenario) -> Hand:
    """The hand that a scenario of kind ``hand`` begins with, all its cards known.

    Raises KeyError, TypeError or ValueError when the scenario does not describe one.
    """
    players, dealer = scenario["players"], scenario["dealer"]
    hands = scenario["hands"]
    if players not in TABLE_SIZES or len(hands) != players:
        raise ValueError(f"{len(hands)} hands at a table of {players}")
    dealt = [code for step in range(1, players + 1) for code in hands[(dealer + step) % players]]
    a, b = scenario["score"]
    return Hand.new(
        players=players,
        options=Options.from_map(scenario["options"]),
        dealer=dealer,
        score=(a, b),
        deck=[Card.parse(code) for code in (*dealt, scenario["vira"], *scenario["monte"])],
    )


def split_action(text: str) -> tuple[int, str, str | None]:
    """Seat, token and the code it must be refused with, if any, of an entry of ``actions``."""
    seat, token, *refusal = text.split(" ")
    if len(refusal) > 1 or (refusal and not refusal[0].startswith("!")):
        raise ValueError(f"{text!r} is not an action")
    return int(seat), token, refusal[0][1:] if refusal else None


def _differs(what: str, expected: object, got: object) -> list[_Found]:
    return [] if expected == got else [(what, expected, got)]


def _run_manilha(scenario: Scenario) -> list[_Found]:
    expected = scenario["expect"]["map"]
    got = {rank: manilha_rank(Card.parse(rank + SUITS[0])) for rank in RANKS}
    return _differs("map", expected, {rank: got[rank] for rank in expected})


def _run_rank(scenario: Scenario) -> list[_Found]:
    vira = Card.parse(scenario["vira"])
    groups: dict[int, list[str]] = {}
    for code in scenario["cards"]:
        groups.setdefault(strength(Card.parse(code), vira), []).append(code)
    got = [sorted(groups[worth]) for worth in sorted(groups, reverse=True)]
    return _differs("groups", scenario["expect"]["groups"], got)


def _run_deal(scenario: Scenario) -> list[_Found]:
    hand = Hand.new(
        players=scenario["players"],
        options=Options(),
        dealer=scenario["dealer"],
        score=(0, 0),
        deck=[Card.parse(code) for code in scenario["deck"]],
    )
    expect = scenario["expect"]
    return [
        *_differs("hands", expect["hands"], [_codes(hand, held) for held in hand.hands]),
        *_differs("vira", expect["vira"], str(hand.vira)),
        *_differs("monte", expect["monte"], _codes(hand, hand.monte)),
    ]


def _codes(hand: Hand, slots: Sequence[int]) -> list[str]:
    return [str(hand.known(slot)) for slot in slots]


def _run_hand(scenario: Scenario) -> list[_Found]:
    hand = hand_of(scenario)
    actions = [split_action(text) for text in scenario["actions"]]
    for asked in (*scenario.get("legal", ()), *scenario.get("views", ())):
        if not 0 <= asked["after"] <= len(actions):
            raise ValueError(f"it has no moment after {asked['after']} actions")
    failures = _look(hand, scenario, 0)
    for done, (seat, token, refusal) in enumerate(actions, 1):
        before = hand.state()
        got = None
        try:
            hand.act(seat, token)
        except RuleError as error:
            got = error.code
        what = f"action {done} ({seat} {token})"
        failures += _differs(f"{what} refused with", refusal, got)
        if got is not None:
            failures += _differs(f"{what} was refused and leaves", before, hand.state())
        failures += _look(hand, scenario, done)
    state = {
        **hand.state(),
        "hands_end": [_codes(hand, held) for held in hand.hands],
        "monte_end": _codes(hand, hand.monte),
    }
    for name, expected in scenario["expect"].items():
        failures += _differs(name, expected, state[name])
    return failures


def _look(hand: Hand, scenario: Scenario, done: int) -> list[_Found]:
    failures = []
    for asked in scenario.get("legal", ()):
        if asked["after"] == done:
            seat = asked["seat"]
            failures += _differs(f"legal of seat {seat} after {done}", asked["legal"], hand.legal(seat))
    for asked in scenario.get("views", ()):
        if asked["after"] == done:
            seat = asked["seat"]
            view = hand.view(seat)
            if "hands" in asked:
                got = [list(held) for held in view.hands]
                failures += _differs(f"hands seen by seat {seat} after {done}", asked["hands"], got)
            if "table" in asked:
                failures += _differs(
                    f"table seen by seat {seat} after {done}", asked["table"], list(view.table)
                )
    return failures


_RUNNERS: Final[dict[str, Callable[[Scenario], list[_Found]]]] = {
    "manilha": _run_manilha,
    "rank": _run_rank,
    "deal": _run_deal,
    "hand": _run_hand,
}
