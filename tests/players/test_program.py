"""A program decides for a seat; whatever it does or leaves undone, the seat speaks by the rules."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from lantruco.players.bot import Bot
from lantruco.players.program import ProgramError, ProgramPlayer, split_command
from lantruco.players.seat import Thinker, think_and_speak
from lantruco.protocol.events import CardsDealt, HandStarted, MatchEnded, RuleEvent
from lantruco.protocol.views import TableView
from lantruco.rules import CANONICAL, HIDDEN, Hand, Options, Phase
from tests.patience import PATIENCE
from tests.players.views import turn_view

SAMPLE = Path(__file__).resolve().parents[2] / "docs" / "bots" / "careful.js"

LOOP = "import sys, json, time\nfor line in sys.stdin:\n m = json.loads(line)\n t = m.get('turn')\n"
ANSWER = LOOP + " if t: print({}, flush=True)"
"""A program that answers each turn with an expression over `t`."""


class HandTable:
    """A table at which one hand is played: seat 0 thinks, the others say the first legal token."""

    def __init__(
        self, seed: int = 1, players: int = 2, score: tuple[int, int] = (0, 0), **options: Any
    ) -> None:
        deck = random.Random(seed).sample(CANONICAL, len(CANONICAL))
        self.options = Options.from_map(options)
        self.hand = Hand.new(players=players, options=self.options, dealer=1, score=score, deck=deck)
        self.said: list[str] = []

    def view(self) -> TableView:
        hand = self.hand
        vira = None if hand.vira is None else hand.vira.code
        return turn_view(
            hand.view(0).hands[0],
            vira=vira,
            players=hand.players,
            names=tuple("ABCDEF"[: hand.players]),
            bots=(None,) * hand.players,
            dealer=hand.dealer,
            mao=(hand.dealer + 1) % hand.players,
            turn=hand.turn,
            leader=hand.leader,
            score=hand.score,
            kind=hand.kind,
            value=hand.value,
            pending=hand.pending,
            phase="turn" if hand.phase is Phase.PLAY else "answer",
            actors=hand.actors,
            counts=tuple(map(len, hand.hands)),
            table=tuple((each.seat, HIDDEN if each.card is None else each.card.code) for each in hand.table),
            vazas=hand.vazas,
            legal=tuple(hand.legal(0)),
            waiting=hand.actors[:1],
        )

    async def say(self, token: str) -> None:
        self.said.append(token)
        self._do(0, token)

    async def events(self) -> AsyncIterator[object]:
        events: list[object] = []
        for event in events:
            yield event

    async def play(self, thinker: Thinker) -> None:
        hand, self.thinker = self.hand, thinker
        cards = hand.view(0).hands[0]
        for event in (HandStarted(0, 1, hand.kind, hand.score), CardsDealt(0, str(hand.vira), cards)):
            thinker.hear(event, self.view())
        while not hand.outcome:
            if 0 in hand.actors[:1]:
                assert await think_and_speak(self, thinker)
            else:
                seat = hand.actors[0]
                tokens = hand.legal(seat)
                self._do(seat, "aceita" if "aceita" in tokens else tokens[0])
        thinker.hear(MatchEnded(0, (12, 3), None), self.view())

    def _do(self, seat: int, token: str) -> None:
        for event in self.hand.act(seat, token):
            self.thinker.hear(RuleEvent(event), self.view())


def program(source: str) -> list[str]:
    return [sys.executable, "-c", source]


def answering(expression: str) -> list[str]:
    return program(ANSWER.format(expression))


def play(command: list[str], table: HandTable, *, seconds: float = 20.0) -> list[str]:
    """Play the hand with a program; the troubles in order."""
    troubles: list[str] = []

    async def work() -> None:
        async with asyncio.timeout(PATIENCE):
            player = await ProgramPlayer.start(
                command,
                Bot(random.Random(0)),
                rules=table.options.to_map,
                seconds=seconds,
                trouble=troubles.append,
            )
            try:
                await table.play(player)
            finally:
                await player.close()

    asyncio.run(work())
    assert table.hand.outcome is not None
    return troubles


def test_the_program_decides() -> None:
    table = HandTable(limite="nunca")
    assert play(answering("json.dumps({'token': t['legal'][-1]})"), table) == []
    assert table.said[0] == "truco"


@pytest.mark.parametrize("score", [(11, 3), (11, 11), (0, 0)])
@pytest.mark.parametrize("players", [2, 4])
def test_the_program_is_told_what_its_seat_may_know(
    tmp_path: Path, players: int, score: tuple[int, int]
) -> None:
    heard = tmp_path / "heard"
    source = (
        f"out = open({str(heard)!r}, 'w')\n{LOOP} out.write(line)\n"
        " if t: print(json.dumps({'token': t['legal'][0]}), flush=True)"
    )
    table = HandTable(3, players, score)
    assert play(program(source), table) == []
    told = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    assert told[0] == {
        "hello": {"protocol": 1, "seat": 0, "players": players, "options": table.options.to_map()}
    }
    assert told[-1] == {"end": {"winner": "A", "score": [12, 3]}}
    turns = [message["turn"] for message in told if "turn" in message]
    assert [turn["number"] for turn in turns] == list(range(1, len(turns) + 1))
    own = [message["event"]["token"] for message in told if message.get("event", {}).get("seat") == 0]
    assert len(own) == len(turns) == len(table.said)
    for turn in turns:
        assert turn["seat"] == 0
        assert turn["legal"]
        assert "hands" not in turn["state"]
        assert "monte" not in turn["state"]
        others = turn["view"]["hands"][1:]
        seen = {code for held in others for code in held} - {"??"}
        assert bool(seen) is False
        assert turn["view"]["hands"][0].count("??") == (
            len(turn["view"]["hands"][0]) if score == (11, 11) else 0
        )


@pytest.mark.parametrize(
    ("expression", "trouble"),
    [
        ("json.dumps({'token': 'quinze'})", "illegal"),
        ("json.dumps({'token': None})", "illegal"),
        ("json.dumps(['truco'])", "illegal"),
        ("'truco'", "illegal"),
        ("'x' * 200_000", "illegal"),
    ],
)
def test_after_a_wrong_answer_the_built_in_bot_decides(expression: str, trouble: str) -> None:
    table = HandTable()
    troubles = play(answering(expression), table)
    assert troubles == [trouble] * len(table.said)


def test_a_late_answer_is_told_once_and_not_taken_for_the_next_turn() -> None:
    source = (
        LOOP + " if t:\n  time.sleep(0.6 if t['number'] == 1 else 0)\n"
        "  print(json.dumps({'token': t['legal'][0], 'number': t['number']}), flush=True)"
    )
    table = HandTable(5)
    troubles = play(program(source), table, seconds=0.3)
    assert troubles[0] == "late"
    assert set(troubles) == {"late"}


@pytest.mark.parametrize(
    "source",
    ["", "import sys; sys.stdin.readline()", "import os; os.close(0); import time; time.sleep(0.1)"],
)
def test_when_the_program_has_gone_the_built_in_bot_plays_on(source: str) -> None:
    assert play(program(source), HandTable()) == ["gone"]


def test_a_wrong_answer_gets_one_error_line(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    source = f"out = open({str(heard)!r}, 'w')\n{LOOP} out.write(line)\n if t: print('{{}}', flush=True)"
    table = HandTable()
    play(program(source), table)
    told = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    errors = [message["error"] for message in told if "error" in message]
    assert errors == [{"reason": "illegal", "number": each + 1} for each in range(len(table.said))]


def test_a_program_that_will_not_leave_is_ended() -> None:
    table = HandTable()
    source = "import sys, time\nfor line in sys.stdin: pass\ntime.sleep(600)"
    assert set(play(program(source), table, seconds=0.05)) == {"late"}


def test_a_program_that_does_not_start_is_named() -> None:
    async def work() -> None:
        await ProgramPlayer.start(
            ["/no/such/program"],
            Bot(random.Random(0)),
            rules=dict,
            seconds=1.0,
            trouble=print,
        )

    with pytest.raises(ProgramError) as caught:
        asyncio.run(work())
    assert caught.value.values == {"command": "/no/such/program"}


@pytest.mark.parametrize("command", ["", "  ", 'node "bot.js'])
def test_a_command_line_that_is_none_is_refused(command: str) -> None:
    with pytest.raises(ProgramError):
        split_command(command)


def test_a_command_line_may_have_quotes() -> None:
    assert split_command('node "my bot.js" 3') == ["node", "my bot.js", "3"]


def test_the_sample_bot_is_short_and_plays_by_the_rules() -> None:
    assert len(SAMPLE.read_text(encoding="utf-8").splitlines()) <= 50
    node = shutil.which("node")
    for seed, score in ((1, (0, 0)), (2, (11, 0)), (3, (11, 11)), (4, (9, 9))):
        for players in (2, 4):
            assert node is None or play([node, str(SAMPLE)], HandTable(seed, players, score)) == []
