"""The engine for other programs: every line gets one answer, and only good requests move the hand."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.rules import CODES, CODES_OF_REFUSAL, Hand, public_state, seat_view
from lantruco.rules.engine import MAX_REQUEST, Engine
from lantruco.rules.scenario import hand_of, split_action
from tests.rules.tables import Game, at_any_pace, games, scenarios

NEW = {"players": 2, "options": {}, "dealer": 1, "score": [0, 0], "deck": list(CODES)}
EXPECT = (
    *("phase", "actors", "value", "vazas", "torna", "raises", "winner", "points", "reason", "score"),
    *("match_winner", "next_dealer", "next_kind"),
)


def sentence(code: str, values: Mapping[str, object]) -> str:
    return f"{code} {sorted(values)}"


def engine() -> Engine:
    return Engine(sentence)


def ask(one: Engine, **request: object) -> Any:
    return json.loads(one.answer(json.dumps(request).encode()))


def started(**changes: object) -> Engine:
    one = engine()
    assert ask(one, new={**NEW, **changes})["ok"]
    return one


def new_of(hand: Hand) -> dict[str, object]:
    return {
        "players": hand.players,
        "options": hand.options.to_map(),
        "dealer": hand.dealer,
        "score": list(hand.score),
        "deck": [str(hand.known(slot)) for slot in range(len(CODES))],
    }


@pytest.mark.parametrize(
    "scenario", [each for each in scenarios() if each["kind"] == "hand"], ids=lambda each: each["id"]
)
def test_the_engine_plays_the_scenarios(scenario: dict[str, Any]) -> None:
    one = engine()
    state = ask(one, new=new_of(hand_of(scenario)))["state"]
    for done, text in enumerate(["", *scenario["actions"]]):
        if text:
            seat, token, refusal = split_action(text)
            answer = ask(one, act={"seat": seat, "token": token})
            assert (answer["ok"], answer.get("error")) == (refusal is None, refusal)
            assert refusal is None or answer["state"] == state
            state = answer["state"]
        for asked in scenario.get("legal", ()):
            if asked["after"] == done:
                answer = ask(one, legal={"seat": asked["seat"]})
                assert answer == {"ok": True, "legal": asked["legal"]}
        for asked in scenario.get("views", ()):
            if asked["after"] == done:
                view = ask(one, view={"seat": asked["seat"]})["view"]
                assert view == {**view, **{name: asked[name] for name in ("hands", "table") if name in asked}}
    assert ask(one, state={}) == {"ok": True, "state": state}
    for name, expected in scenario["expect"].items():
        if name in EXPECT:
            assert state[name] == expected
    assert scenario["expect"].get("hands_end", state["hands"]) == state["hands"]
    assert scenario["expect"].get("monte_end", state["monte"]) == state["monte"]


@at_any_pace
@given(games())
def test_a_random_hand_is_the_same_through_the_engine(game: Game) -> None:
    hand, one = game.hand.copy(), engine()
    assert ask(one, new=new_of(hand))["ok"]
    while not hand.outcome:
        seat, token = game.choose(hand)
        hand.act(seat, token)
        answer = ask(one, act={"seat": seat, "token": token})
        assert answer["ok"]
        state = answer["state"]
        assert {name: state[name] for name in public_state(hand)} == public_state(hand)
        for other in range(hand.players):
            assert ask(one, legal={"seat": other})["legal"] == hand.legal(other)
            assert ask(one, view={"seat": other})["view"] == seat_view(hand, other)


def test_nothing_public_tells_a_hidden_card() -> None:
    chance = random.Random(5)
    for _ in range(40):
        deck = chance.sample(CODES, len(CODES))
        one = started(players=4, deck=deck)
        while (state := ask(one, state={})["state"])["phase"] != "END":
            hidden = {code for held in state["hands"] for code in held} | set(state["monte"])
            public = {name: value for name, value in state.items() if name not in ("hands", "monte")}
            assert not any(f'"{code}"' in json.dumps(public) for code in hidden)
            seat = chance.choice(state["actors"])
            token = chance.choice(ask(one, legal={"seat": seat})["legal"])
            assert ask(one, act={"seat": seat, "token": token})["ok"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"new",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 20_000,
        b'{"new":{},"state":{}}',
        b'{"state":null}',
        b'{"state":{"seat":0}}',
        b'{"stat":{}}',
        b'{"legal":{"seat":2}}',
        b'{"legal":{"seat":-1}}',
        b'{"legal":{"seat":true}}',
        b'{"legal":{"seat":"0"}}',
        b'{"legal":{}}',
        b'{"view":{"seat":9}}',
        b'{"view":{"seat":0.0}}',
        b'{"act":{"seat":0}}',
        b'{"act":{"token":"truco"}}',
        b'{"act":{"seat":0,"token":3}}',
        b'{"act":{"seat":null,"token":"truco"}}',
        b'{"act":{"seat":0,"token":"truco","now":1}}',
        b'{"act":{"seat":' + b"9" * 5000 + b',"token":"truco"}}',
        b'{"state":{}}' + b" " * MAX_REQUEST,
    ],
)
def test_a_line_that_is_no_request_is_said_to_be_none_and_the_engine_goes_on(line: bytes) -> None:
    one = started()
    before = ask(one, state={})
    answer = json.loads(one.answer(line))
    assert (answer["ok"], answer["error"]) == (False, "E_REQUEST")
    assert answer["message"]
    assert ask(one, state={}) == before


@pytest.mark.parametrize(
    "change",
    [
        {"players": 3},
        {"players": True},
        {"players": None},
        {"dealer": 2},
        {"dealer": -1},
        {"score": [12, 0]},
        {"score": [-1, 0]},
        {"score": [0]},
        {"score": [0, "0"]},
        {"score": [0, 0.0]},
        {"score": {}},
        {"deck": []},
        {"deck": list(CODES[1:])},
        {"deck": [*CODES[1:], CODES[1]]},
        {"deck": [*CODES[1:], "8O"]},
        {"deck": [*CODES[1:], 1]},
        {"deck": "4O"},
        {"options": {"limite": "talvez"}},
        {"options": {"trucao": True}},
        {"options": {"coberta": 1}},
        {"options": []},
        {"seed": 1},
    ],
)
def test_a_hand_that_does_not_exist_is_not_begun(change: dict[str, object]) -> None:
    one = started()
    ask(one, act={"seat": 0, "token": "truco"})
    before = ask(one, state={})
    assert ask(one, new={**NEW, **change})["error"] == "E_REQUEST"
    assert ask(one, state={}) == before
    fresh = engine()
    assert ask(fresh, new={**NEW, **change})["error"] == "E_REQUEST"
    assert ask(fresh, state={})["error"] == "E_REQUEST"


@pytest.mark.parametrize("players", [0, 1, 3, 8, "2", 2.0, True, None])
def test_how_many_may_play_is_said_whatever_else_was_asked_for(players: object) -> None:
    one = Engine(lambda code, values: f"{code} {values['expected']}")
    assert ask(one, new={**NEW, "players": players})["message"] == 'E_REQUEST "players":2 | 4 | 6'


@pytest.mark.parametrize("request_", [{"state": {}}, {"legal": {"seat": 0}}, {"view": {"seat": 0}}])
def test_before_the_first_hand_there_is_nothing_to_ask(request_: dict[str, object]) -> None:
    assert ask(engine(), **request_)["error"] == "E_REQUEST"
    assert ask(engine(), act={"seat": 0, "token": "truco"})["error"] == "E_REQUEST"


@pytest.mark.parametrize("seat", [-1, 2, 99, 10**30])
@pytest.mark.parametrize("token", ["truco", "aceita", "3O", "#1", ""])
def test_a_seat_that_is_not_there_may_not_act_whatever_it_says(seat: int, token: str) -> None:
    answer = ask(started(), act={"seat": seat, "token": token})
    assert (answer["ok"], answer["error"]) == (False, "E_TURN")
    assert answer["state"]["raises"] == []


@given(
    st.integers(0, 1), st.one_of(st.text(max_size=6), st.sampled_from(["truco", "seis", "#1", "(#1)", "4O"]))
)
def test_any_token_is_done_or_refused_by_a_rule(seat: int, token: str) -> None:
    answer = ask(started(), act={"seat": seat, "token": token})
    if not answer["ok"]:
        assert answer["error"] in CODES_OF_REFUSAL
        assert answer["message"] == sentence(answer["error"], {"clause": ""})


@given(st.binary(max_size=60))
def test_no_line_stops_the_engine(line: bytes) -> None:
    one = engine()
    assert json.loads(one.answer(line))["error"] == "E_REQUEST"
    assert ask(one, new=NEW)["ok"]
