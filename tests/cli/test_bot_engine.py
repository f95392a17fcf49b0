"""`lantruco bot --engine`: a whole match in which a program of another language decides for the bot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lantruco.cli import main
from lantruco.net.address import DEFAULT_PORT
from lantruco.record.verify import verify_file
from tests.patience import PATIENCE

ENGINE = """\
import json, sys
log = open(sys.argv[1], "w")
for line in sys.stdin:
    log.write(line)
    turn = json.loads(line).get("turn")
    if turn:
        loud = ("truco", "seis", "nove", "doze", "aceita", "joga")
        words = [token for token in loud if token in turn["legal"]]
        print(json.dumps({"token": (words or turn["legal"])[0], "number": turn["number"]}), flush=True)
"""


def lantruco(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "lantruco", *arguments, "--interface", "127.0.0.1", "--lang", "en"]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env=environment,
    )


def port_of(line: str) -> int:
    return int(line.split(" at port ")[1].split(".")[0])


def test_a_program_plays_a_whole_match_and_hears_every_word(tmp_path: Path) -> None:
    source, heard = tmp_path / "engine.py", tmp_path / "heard"
    source.write_text(ENGINE, encoding="utf-8")
    table = lantruco("open", "Mesa", "--auto", "--pace", "0", "--port", "0", "--home", str(tmp_path / "a"))
    try:
        assert table.stdout is not None
        port = port_of(next(line for line in table.stdout if " at port " in line))
        engine = f'"{sys.executable}" "{source}" "{heard}"'
        place = f"127.0.0.1:{port}"
        bot = lantruco(
            "bot", place, "--pace", "0", "--port", "0", "--home", str(tmp_path / "b"), "--engine", engine
        )
        told, _ = bot.communicate(timeout=PATIENCE)
        assert bot.returncode == 0, told
        table.communicate(timeout=PATIENCE)
        assert table.returncode == 0
    finally:
        table.kill()
        table.wait()
    (record,) = (tmp_path / "b").rglob("*.jsonl")
    report = verify_file(record)
    messages: list[Any] = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    assert messages[0]["hello"]["options"]["limite"] == "empate"
    assert messages[-1]["end"]["score"] == list(report.score)
    assert not any("error" in message for message in messages)
    moves = [move for hand in report.hands for vaza in hand.vazas for move in vaza.moves]
    events = [message["event"] for message in messages if "event" in message]
    assert [event["seat"] for event in events] == [move.seat for move in moves]
    spoken = [move.card or move.word for move in moves]
    assert all(event["token"] == word or word == "??" for event, word in zip(events, spoken, strict=True))


def test_a_program_that_does_not_start_sits_down_nowhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    place = f"127.0.0.1:{DEFAULT_PORT}"
    wrong = ["bot", place, "--home", str(tmp_path), "--lang", "en", "--engine", "/no/such/program"]
    assert main.run(wrong) == 4
    assert "/no/such/program" in capsys.readouterr().err
    assert main.run([*wrong, "--engine-time", "0"]) == 2


@pytest.mark.parametrize("command", ["", "  ", "node 'bot.js"])
def test_a_command_that_is_none_is_refused_with_its_reason(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    place = f"127.0.0.1:{DEFAULT_PORT}"
    assert main.run(["bot", place, "--home", str(tmp_path), "--lang", "en", "--engine", command]) == 4
    assert f"“{command}” does not start (unreadable)" in capsys.readouterr().err
