"""`lantruco rules check` and `lantruco engine` from outside."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lantruco.cli import main
from lantruco.cli.commands.engine import serve
from lantruco.rules import CODES
from lantruco.rules.engine import MAX_REQUEST

SCENARIOS = Path(__file__).resolve().parents[2] / "seeds" / "scenarios"
TIES = SCENARIOS / "ties.json"
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTRUCO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """The scenarios of ties with one wrong expectation, one that is none, and the others as they are."""
    content = json.loads(TIES.read_text(encoding="utf-8"))
    hands = [scenario for scenario in content["scenarios"] if scenario["kind"] == "hand"]
    hands[0]["expect"]["value"] = 7
    del hands[1]["expect"]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_true_scenarios_are_counted(capsys: Captured) -> None:
    assert main.run(["rules", "check", str(TIES)]) == 0
    out, err = capsys.readouterr()
    count = len(json.loads(TIES.read_text(encoding="utf-8"))["scenarios"])
    assert out == f"{TIES}: os {count} casos são jogados assim.\n"
    assert err == ""


def test_each_failure_is_shown_with_expected_and_got(capsys: Captured, wrong: Path) -> None:
    assert main.run(["rules", "check", str(TIES), str(wrong), "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert f"{TIES}: all" in out
    assert ": value: expected 7, got 1" in out
    assert "(expect is missing or does not exist)" in err
    assert err.count("\n") == 1


def test_a_script_gets_the_failures_as_one_object(capsys: Captured, wrong: Path) -> None:
    assert main.run(["rules", "check", str(wrong), "--json", str(TIES)]) == 1
    told: Any = json.loads(capsys.readouterr().out)
    assert told["schema"] == "lantruco-rules-check/1"
    first, second = told["files"]
    assert (first["holds"], second["holds"]) == (False, True)
    (failure,) = first["failures"]
    assert (failure["what"], failure["at"], failure["expected"], failure["got"]) == ("value", {}, 7, 1)
    assert [error["code"] for error in first["errors"]] == ["E_SCENARIO"]
    assert second["failures"] == second["errors"] == []


@pytest.mark.parametrize(
    ("lang", "refused", "legal", "kind"),
    [
        (
            "pt",
            "ação 1 (0 3O), recusada com: esperado",
            "o que o jogador 1 pode fazer",
            "não há casos do tipo poker",
        ),
        ("en", "action 1 (0 3O), refused with: expected", "what seat 1 may do", "no scenarios of kind poker"),
    ],
)
def test_a_difference_and_its_place_are_told_in_the_players_language(
    capsys: Captured, tmp_path: Path, lang: str, refused: str, legal: str, kind: str
) -> None:
    content = json.loads(TIES.read_text(encoding="utf-8"))
    hand = next(scenario for scenario in content["scenarios"] if scenario["kind"] == "hand")
    hand["legal"] = [{"after": 0, "seat": 1, "legal": ["AO"]}]
    seat, token = hand["actions"][0].split(" ")
    hand["actions"][0] += " !E_CARD"
    content["scenarios"] = [hand, {**hand, "id": "X1", "kind": "poker"}]
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    assert main.run(["rules", "check", str(path), "--lang", lang]) == 1
    out, err = capsys.readouterr()
    assert refused.replace("0 3O", f"{seat} {token}") in out
    assert legal in out
    assert "X1: " in err
    assert kind in err


@pytest.mark.parametrize(
    ("data", "status"),
    [(None, 2), (b"{}", 4), (b"\xff", 4), (b"", 4), (b'{"schema":"truco-scenarios/1","scenarios":[{}]}', 4)],
)
def test_what_cannot_be_checked_is_told_from_what_is_false(
    capsys: Captured, tmp_path: Path, data: bytes | None, status: int
) -> None:
    path = tmp_path / "some.json"
    if data is not None:
        path.write_bytes(data)
    assert main.run(["rules", "check", str(TIES), str(path)]) == status
    assert str(path) in capsys.readouterr().err
    assert main.run(["rules", "check", str(tmp_path)]) == 4


def test_the_command_needs_its_word_and_a_file(capsys: Captured) -> None:
    assert main.run(["rules"]) == 2
    assert main.run(["rules", "check"]) == 2
    assert main.run(["rules", "play", str(TIES)]) == 2
    assert "check" in capsys.readouterr().err


def test_the_engine_is_a_program_that_answers_line_by_line() -> None:
    new = {"players": 2, "options": {}, "dealer": 1, "score": [0, 0], "deck": list(CODES)}
    with subprocess.Popen(
        [sys.executable, "-m", "lantruco", "engine", "--lang", "pt"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        answers = []
        for request in ({"new": new}, {"act": {"seat": 0, "token": "seis"}}, {"legal": {"seat": 0}}):
            program.stdin.write(json.dumps(request).encode() + b"\r\n")
            program.stdin.flush()
            # Each answer is there before the next request.
            answers.append(json.loads(program.stdout.readline()))
        program.stdin.close()
        assert program.wait() == 0
    assert answers[0]["state"]["hands"][0] == ["4O", "4E", "4C"]
    assert answers[1]["error"] == "E_STEP"
    assert "R23" in answers[1]["message"]
    assert answers[2] == {"ok": True, "legal": ["4C", "4E", "4O", "familia", "truco"]}


def test_a_long_line_is_one_line_and_the_last_needs_no_end() -> None:
    target = io.BytesIO()
    asked: list[bytes] = []

    def answer(line: bytes) -> bytes:
        asked.append(line)
        return b"-"

    long = b"x" * (3 * MAX_REQUEST)
    serve(io.BytesIO(b"a\n" + long + b"\n\nb"), target, answer)
    assert [line[:1] for line in asked] == [b"a", b"x", b"", b"b"]
    assert len(asked[1]) == MAX_REQUEST + 1
    assert target.getvalue() == b"-\n" * 4
