"""Scenario files: hands worked out beforehand, with what must come of them (``truco-scenarios/1``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from .actions import RuleError
from .cards import RANKS, SUITS, Card, manilha_rank, strength
from .hand import Hand
from .position import seat_view
from .table import TABLE_SIZES, OptionError, Options

SCHEMA: Final = "truco-scenarios/1"
"""What a file of scenarios calls itself."""

Scenario = Mapping[str, Any]
"""One scenario as it stands in its file."""
Place = Mapping[str, int | str]
"""Where in a scenario: names such as ``seat`` and ``after`` with their values."""
_Found = tuple[str, Place, object, object]

PLACED: Final = ("refused", "unchanged", "legal", "seen_hands", "seen_table")
"""What a `Difference` can be about beside the names of ``expect``: the refusal of an action, the state after
it, the legal list, and the cards and the vaza that a seat sees.
"""
FAULTS: Final = ("size", "utf8", "json", "schema", "scenarios", "defaults", "kind", "name", "value")
"""Why a file or a scenario is none, see `ScenarioError.fault`."""


class ScenarioError(ValueError):
    """A scenario or a file of them that cannot be read as one.

    fault: one of `FAULTS`; ``name`` is a name that is missing or not of the schema, ``value`` a name whose
    value cannot be. given: that name, or the limit, schema or kind in question. scenario: its id, empty for
    a whole file.
    """

    code: Final = "E_SCENARIO"
    """The one code of this error."""

    def __init__(self, fault: str, given: str = "", scenario: str = "") -> None:
        super().__init__(" ".join(filter(None, (scenario, fault, given))))
        self.fault = fault
        self.given = given
        self.scenario = scenario

    @property
    def values(self) -> dict[str, object]:
        """What its sentence needs."""
        return {"reason": str(self)}


@dataclass(frozen=True, slots=True)
class Difference:
    """What the engine does not do as a scenario says."""

    scenario: str
    """The scenario's id."""
    what: str
    """A name of the scenario's ``expect``, or one of `PLACED`."""
    at: Place
    """Where one of `PLACED` was found: ``seat``, and ``after`` so many actions, or the number of the
    ``action`` from 1 and its ``token``.
    """
    expected: object
    """What the scenario says."""
    got: object
    """What the engine does."""


def read_scenarios(text: str) -> list[dict[str, Any]]:
    """The scenarios of a file's text, each hand with the file's default options filled in.

    Raises ScenarioError when the text is not JSON of the schema.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise ScenarioError("json") from None
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise ScenarioError("schema", SCHEMA)
    scenarios, defaults = content.get("scenarios"), content.get("options_default", {})
    if not isinstance(scenarios, list) or not all(isinstance(scenario, dict) for scenario in scenarios):
        raise ScenarioError("scenarios")
    if not isinstance(defaults, dict):
        raise ScenarioError("defaults")
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
    name = str(scenario.get("id", "?"))
    run = _RUNNERS.get(str(scenario.get("kind")))
    if run is None:
        raise ScenarioError("kind", str(scenario.get("kind")), name)
    try:
        failures = run(scenario)
    except ScenarioError as error:
        raise ScenarioError(error.fault, error.given, name) from None
    return [Difference(name, *failure) for failure in failures]


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """Blame a part of the scenario for what goes wrong in reading it."""
    try:
        yield
    except KeyError as error:
        raise ScenarioError("name", str(error.args[0])) from None
    except OptionError as error:
        raise ScenarioError("value", error.name) from None
    except (AttributeError, IndexError, TypeError, ValueError):
        raise ScenarioError("value", name) from None


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


def _differs(what: str, expected: object, got: object, **at: int | str) -> list[_Found]:
    return [] if expected == got else [(what, at, expected, got)]


def _run_manilha(scenario: Scenario) -> list[_Found]:
    got = {rank: manilha_rank(Card.parse(rank + SUITS[0])) for rank in RANKS}
    with _reading("expect"):
        expected = scenario["expect"]["map"]
        return _differs("map", expected, {rank: got[rank] for rank in expected})


def _run_rank(scenario: Scenario) -> list[_Found]:
    groups: dict[int, list[str]] = {}
    with _reading("vira"):
        vira = Card.parse(scenario["vira"])
    with _reading("cards"):
        for code in scenario["cards"]:
            groups.setdefault(strength(Card.parse(code), vira), []).append(code)
    got = [sorted(groups[worth]) for worth in sorted(groups, reverse=True)]
    with _reading("expect"):
        return _differs("groups", scenario["expect"]["groups"], got)


def _run_deal(scenario: Scenario) -> list[_Found]:
    with _reading("deck"):
        deck = [Card.parse(code) for code in scenario["deck"]]
    with _reading("players, dealer, deck"):
        hand = Hand.new(
            players=scenario["players"],
            options=Options(),
            dealer=scenario["dealer"],
            score=(0, 0),
            deck=deck,
        )
    with _reading("expect"):
        expect = scenario["expect"]
        return [
            *_differs("hands", expect["hands"], [_codes(hand, held) for held in hand.hands]),
            *_differs("vira", expect["vira"], str(hand.vira)),
            *_differs("monte", expect["monte"], _codes(hand, hand.monte)),
        ]


def _codes(hand: Hand, slots: Sequence[int]) -> list[str]:
    return [str(hand.known(slot)) for slot in slots]


def _run_hand(scenario: Scenario) -> list[_Found]:
    with _reading("players, options, dealer, score, vira, hands, monte"):
        hand = hand_of(scenario)
    with _reading("actions"):
        actions = [split_action(text) for text in scenario["actions"]]
    for name in ("legal", "views"):
        with _reading(name):
            for asked in scenario.get(name, ()):
                if not 0 <= asked["after"] <= len(actions):
                    raise ValueError(asked)
    failures = _look(hand, scenario, 0)
    for done, (seat, token, refusal) in enumerate(actions, 1):
        before = hand.state()
        got = None
        try:
            hand.act(seat, token)
        except RuleError as error:
            got = error.code
        failures += _differs("refused", refusal, got, action=done, seat=seat, token=token)
        if got is not None:
            failures += _differs("unchanged", before, hand.state(), action=done, seat=seat, token=token)
        failures += _look(hand, scenario, done)
    state = {
        **hand.state(),
        "hands_end": [_codes(hand, held) for held in hand.hands],
        "monte_end": _codes(hand, hand.monte),
    }
    with _reading("expect"):
        for name, expected in scenario["expect"].items():
            failures += _differs(name, expected, state[name])
    return failures


def _look(hand: Hand, scenario: Scenario, done: int) -> list[_Found]:
    failures = []
    with _reading("legal"):
        for asked in scenario.get("legal", ()):
            if asked["after"] == done:
                seat = asked["seat"]
                failures += _differs("legal", asked["legal"], hand.legal(seat), seat=seat, after=done)
    with _reading("views"):
        for asked in scenario.get("views", ()):
            if asked["after"] == done:
                seat = asked["seat"]
                view = seat_view(hand, seat)
                for name in ("hands", "table"):
                    if name in asked:
                        failures += _differs(f"seen_{name}", asked[name], view[name], seat=seat, after=done)
    return failures


_RUNNERS: Final[dict[str, Callable[[Scenario], list[_Found]]]] = {
    "manilha": _run_manilha,
    "rank": _run_rank,
    "deal": _run_deal,
    "hand": _run_hand,
}
