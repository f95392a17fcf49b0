"""The engine for programs in any language: a JSON request and an answer a line (``docs/engine.md``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from .actions import Refusal, RuleError
from .cards import CODES, DECK_SIZE, Card
from .hand import Hand
from .position import public_state, seat_view
from .scoring import GOAL
from .table import CHOICES, TABLE_SIZES, OptionError, Options

PROTOCOL: Final = 1
"""Version of the requests and answers; grows when older programs would misunderstand."""
MAX_REQUEST: Final = 65_536
"""Bytes of a line: the longest request, a deck with all options, has a hundredth of it."""

Sentence = Callable[[str, Mapping[str, object]], str]
"""``sentence(code, values)``: what a person is told about an error."""

_NEW: Final = frozenset({"players", "dealer", "score", "deck"})


class RequestError(ValueError):
    """A line that is no request, or one that cannot be fulfilled; ``expected`` is what could stand there."""

    code: Final = "E_REQUEST"
    """As in ``docs/engine.md``."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


class Engine:
    """One hand at a time, all its cards known; `answer` never raises."""

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence
        self._hand: Hand | None = None

    def answer(self, line: bytes) -> bytes:
        """The answer to a line, both without the line's end."""
        try:
            answer = self._obey(*_request(line))
        except RequestError as error:
            answer = self._error(error.code, {"expected": error.expected})
        return json.dumps(answer, separators=(",", ":")).encode("ascii")

    def _obey(self, name: str, body: Mapping[str, Any]) -> dict[str, Any]:
        if name == "new":
            self._hand = _new_hand(body)
            return {"ok": True, "state": self._state(self._hand)}
        hand = self._hand
        if hand is None:
            raise RequestError('{"new":{…}}')
        if name == "act":
            return self._act(hand, body)
        if name == "state":
            _only(body, ())
            return {"ok": True, "state": self._state(hand)}
        _only(body, ("seat",))
        seat = _whole(body, "seat", hand.players)
        if name == "legal":
            return {"ok": True, "legal": hand.legal(seat)}
        return {"ok": True, "view": seat_view(hand, seat)}

    def _act(self, hand: Hand, body: Mapping[str, Any]) -> dict[str, Any]:
        _only(body, ("seat", "token"))
        token = body.get("token")
        if not isinstance(token, str):
            raise RequestError('"token":"truco"')
        seat = _whole(body, "seat", None)
        try:
            if not 0 <= seat < hand.players:
                raise RuleError(Refusal.TURN, "R9")
            hand.act(seat, token)
        except RuleError as error:
            return {**self._error(error.code, error.values), "state": self._state(hand)}
        return {"ok": True, "state": self._state(hand)}

    def _error(self, code: str, values: Mapping[str, object]) -> dict[str, Any]:
        return {"ok": False, "error": code, "message": self._sentence(code, values)}

    @staticmethod
    def _state(hand: Hand) -> dict[str, Any]:
        return {
            **public_state(hand),
            "hands": [[str(hand.known(slot)) for slot in held] for held in hand.hands],
            "monte": [str(hand.known(slot)) for slot in hand.monte],
        }


def _request(line: bytes) -> tuple[str, Mapping[str, Any]]:
    expected = '{"new" | "act" | "legal" | "view" | "state":{…}}'
    if len(line) > MAX_REQUEST:
        raise RequestError(f"<= {MAX_REQUEST} bytes")
    try:
        request = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise RequestError(expected) from None
    if not isinstance(request, dict) or len(request) != 1:
        raise RequestError(expected)
    ((name, body),) = request.items()
    if name not in ("new", "act", "legal", "view", "state") or not isinstance(body, dict):
        raise RequestError(expected)
    return name, body


def _new_hand(body: Mapping[str, Any]) -> Hand:
    _only(body, (*_NEW, "options"))
    players = body.get("players")
    dealer = _whole(body, "dealer", None)
    score, deck, options = body.get("score"), body.get("deck"), body.get("options", {})
    if not isinstance(score, list) or len(score) != 2 or not all(type(tentos) is int for tentos in score):
        raise RequestError('"score":[0,0]')
    if not isinstance(deck, list) or not all(isinstance(code, str) for code in deck):
        raise RequestError('"deck":["4O", …]')
    if not isinstance(options, dict):
        raise RequestError('"options":{…}')
    if type(players) is not int or players not in TABLE_SIZES:
        raise RequestError('"players":2 | 4 | 6')
    if dealer not in range(players):
        raise RequestError(f'"dealer":0 … {players - 1}')
    if not all(0 <= tentos < GOAL for tentos in score):
        raise RequestError(f'"score":0 … {GOAL - 1}')
    if sorted(deck) != sorted(CODES):
        raise RequestError(f'"deck":{DECK_SIZE} × 1')
    try:
        chosen = Options.from_map(options)
    except OptionError as error:
        values = CHOICES.get(error.name, tuple(CHOICES))
        raise RequestError(" | ".join(json.dumps(value) for value in values)) from None
    return Hand.new(
        players=players,
        options=chosen,
        dealer=dealer,
        score=(score[0], score[1]),
        deck=[Card.parse(code) for code in deck],
    )


def _only(body: Mapping[str, Any], names: tuple[str, ...]) -> None:
    if not body.keys() <= set(names):
        raise RequestError("{" + ",".join(f'"{name}":…' for name in sorted(names)) + "}")


def _whole(body: Mapping[str, Any], name: str, below: int | None) -> int:
    """A whole number of the request, from 0 up to ``below`` unless that is None."""
    value = body.get(name)
    # True is an int to Python, and no number to JSON.
    if type(value) is not int or (below is not None and not 0 <= value < below):
        raise RequestError(f'"{name}":0' if below is None else f'"{name}":0 … {below - 1}')
    return value
