"""Hands worked out beforehand: the engine must agree with every one of them."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from lantruco.rules import CHOICES
from lantruco.rules.scenario import FAULTS, SCHEMA, ScenarioError, read_scenarios, run_scenario
from tests.rules.tables import SCENARIO_FILES, scenarios

ALL = scenarios()
HANDS = {scenario["id"]: scenario for scenario in ALL if scenario["kind"] == "hand"}


@pytest.mark.parametrize("scenario", ALL, ids=lambda scenario: f"{scenario['id']} {scenario['title']}")
def test_the_engine_agrees_with_the_scenario(scenario: dict[str, Any]) -> None:
    assert run_scenario(scenario) == []


def test_no_two_scenarios_have_one_name() -> None:
    names = [scenario["id"] for scenario in ALL]
    assert len(names) == len(set(names))


def test_every_clause_has_a_scenario() -> None:
    cited = {clause for scenario in ALL for clause in scenario["clauses"]}
    assert {f"R{number}" for number in range(1, 45)} == cited


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, values in CHOICES.items() for v in values[1:]])
def test_every_option_value_has_a_scenario(name: str, value: object) -> None:
    assert any(scenario["options"][name] == value for scenario in HANDS.values())


def test_every_reason_a_hand_can_end_for_has_a_scenario() -> None:
    reasons = {scenario["expect"]["reason"] for scenario in HANDS.values()}
    assert reasons == {
        None,
        "vazas",
        "correu",
        "onze_correu",
        "empate",
        "empate_exposta",
        "empate_escuro",
        "empate_onze",
        "fr_real",
        "fr_blefe",
        "penalidade",
    }


@pytest.mark.parametrize("name", ["K01", "K02", "D01"])
def test_a_scenario_that_expects_something_else_fails(name: str) -> None:
    scenario = copy.deepcopy(next(scenario for scenario in ALL if scenario["id"] == name))
    key = next(iter(scenario["expect"]))
    scenario["expect"][key] = scenario["expect"][key][:-1] if key != "map" else {"4": "6"}
    assert [failure.scenario for failure in run_scenario(scenario)] == [name]


@pytest.mark.parametrize(
    ("change", "what", "at", "expected"),
    [
        ({"actions": ["0 3O !E_CARD"]}, "refused", {"action": 1, "seat": 0, "token": "3O"}, "E_CARD"),
        ({"actions": ["0 corre !E_TURN"]}, "refused", {"action": 1, "seat": 0, "token": "corre"}, "E_TURN"),
        ({"legal": [{"after": 0, "seat": 1, "legal": ["AO"]}]}, "legal", {"seat": 1, "after": 0}, ["AO"]),
        ({"views": [{"after": 0, "seat": 0, "hands": []}]}, "seen_hands", {"seat": 0, "after": 0}, []),
        ({"views": [{"after": 0, "seat": 0, "table": [""]}]}, "seen_table", {"seat": 0, "after": 0}, [""]),
        ({"expect": {"phase": "END"}, "actions": []}, "phase", {}, "END"),
        ({"expect": {"monte_end": []}}, "monte_end", {}, []),
    ],
)
def test_every_difference_names_its_place(
    change: dict[str, Any], what: str, at: dict[str, Any], expected: object
) -> None:
    failures = run_scenario({**HANDS["R20"], **change})
    assert (what, at, expected) in [(one.what, one.at, one.expected) for one in failures]
    assert all(one.scenario == "R20" and one.expected != one.got for one in failures)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "poker"},
        {"kind": None},
        {"kind": "deal"},
        {"kind": "rank"},
        {"kind": "manilha"},
        {"hands": [["3O", "2O", "7O"]]},
        {"hands": 5},
        {"vira": "9P"},
        {"vira": "3O"},
        {"monte": []},
        {"score": [12, 0]},
        {"score": [1]},
        {"players": 3},
        {"dealer": 2},
        {"dealer": "0"},
        {"options": {"limite": "talvez"}},
        {"options": {"truco": True}},
        {"actions": ["truco"]},
        {"actions": ["x truco"]},
        {"actions": ["0 truco E_TURN"]},
        {"actions": [7]},
        {"legal": [{"after": 9, "seat": 0, "legal": []}]},
        {"legal": [{"after": 0}]},
        {"views": [{"after": 0, "seat": 2, "hands": []}]},
        {"expect": {"phaze": "END"}},
    ],
)
def test_a_broken_scenario_is_named_and_not_run(change: dict[str, Any]) -> None:
    with pytest.raises(ScenarioError) as caught:
        run_scenario({**HANDS["R20"], **change})
    assert caught.value.scenario == "R20"
    assert caught.value.fault in FAULTS


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"schema": "truco-scenarios/2", "scenarios": []}',
        json.dumps({"schema": SCHEMA}),
        json.dumps({"schema": SCHEMA, "scenarios": [1]}),
        json.dumps({"schema": SCHEMA, "scenarios": [], "options_default": 1}),
        "[" * 100_000,
    ],
)
def test_a_file_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(ScenarioError):
        read_scenarios(text)


def test_the_default_options_of_a_file_reach_its_hands() -> None:
    text = SCENARIO_FILES[0].read_text(encoding="utf-8")
    content = json.loads(text)
    content["options_default"] = {"torna_empate": "abridor"}
    content["scenarios"] = [{**HANDS["N03"], "options": {}}]
    (read,) = read_scenarios(json.dumps(content))
    assert run_scenario(read) != []
    assert run_scenario({**read, "options": {}}) == []
