"""`lantruco replay` from outside: records and written matches, told at once or step by step."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from lantruco.cli import main
from lantruco.cli.commands import replay
from lantruco.rules import CANONICAL, DECK_SIZE, Card, Options, WrittenHand, WrittenMatch, parse_match
from tests.rules.test_notation import TEXT

GOLDEN = Path(__file__).resolve().parents[2] / "seeds" / "golden"
RECORD = GOLDEN / "two-seats.jsonl"
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTRUCO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "match.truco"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_written_match_is_told_hand_by_hand_and_vaza_by_vaza(capsys: Captured, written: Path) -> None:
    assert main.run(["replay", str(written)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "Opções: limite=nunca, coberta=false" in out
    assert "  Ana: 3♦ 2♦ 7♦\n" in out
    assert "Vaza 1: Ana 3♦ · " in out
    assert "o outro lado correu" in out
    assert out.count("Mão ") == 3
    assert out.endswith("Aqui ela para.\n")


def test_a_record_is_told_without_the_cards_that_nobody_saw(capsys: Captured) -> None:
    assert main.run(["replay", str(RECORD), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "Vaza 1: " in out
    assert "That was the match." in out


@pytest.mark.parametrize(
    ("name", "status"), [("two-seats", "finished"), ("fault", "fault"), ("unfinished", "unfinished")]
)
def test_a_script_gets_the_hands_and_the_match_as_text(capsys: Captured, name: str, status: str) -> None:
    assert main.run(["replay", "--json", str(GOLDEN / f"{name}.jsonl")]) == 0
    told: Any = json.loads(capsys.readouterr().out)
    assert told["schema"] == "lantruco-replay/1"
    assert told["source"] == "record"
    assert told["status"] == status
    match = parse_match(told["notation"])
    assert list(match.names) == told["names"]
    assert len(match.hands) == sum(hand["vira"] is not None for hand in told["hands"])


@pytest.mark.parametrize("first", CANONICAL, ids=str)
def test_every_card_that_was_dealt_is_told(first: Card) -> None:
    deck = tuple(CANONICAL[(first + place) % DECK_SIZE] for place in range(DECK_SIZE))
    hand = WrittenHand(6, Options(), 0, (0, 0), deck, ())
    dealt = replay._dealt(WrittenMatch(6, Options(), (), (hand,)), 0)
    started = hand.start()
    assert dealt == [[deck[slot].code for slot in held] for held in started.hands]


def test_a_wrong_text_is_refused_with_its_place(capsys: Captured, written: Path) -> None:
    written.write_text(TEXT.replace("1:truco", "1:seis", 1), encoding="utf-8")
    assert main.run(["replay", str(written)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"{written}: Linha 9, coluna 9: as regras recusam “1:seis” (E_STEP, R23).\n"
    assert main.run(["replay", "--json", str(written)]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "E_NOTE_ACTION"


def test_a_false_record_is_not_told(capsys: Captured, tmp_path: Path) -> None:
    lines = RECORD.read_bytes().split(b"\n")
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(b"\n".join([*lines[:9], *lines[10:]]))
    assert main.run(["replay", str(changed)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{changed}, linha " in err


def test_a_file_that_is_not_there_is_a_mistake_in_the_command(capsys: Captured, tmp_path: Path) -> None:
    assert main.run(["replay", str(tmp_path / "none")]) == 2
    assert main.run(["replay", str(tmp_path)]) == 4
    assert main.run(["replay"]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def stepped(
    typed: str, written: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, lang: str = "en"
) -> list[str]:
    """What is told up to each pause when a reader types these lines."""
    monkeypatch.setattr(replay, "_at_terminal", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main.run(["replay", str(written), "--lang", lang]) == 0
    return capsys.readouterr().out.split("…")


def test_in_a_terminal_the_reader_sets_the_pace(
    capsys: Captured, written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, first, rest, second = stepped("\nh\nq\n", written, capsys, monkeypatch)
    assert "Hand 1" in head
    assert "Vaza" not in head
    assert "Vaza 1" in first
    assert "Vaza 2" not in first
    assert "score 3 × 0" in rest
    assert "Hand 2" in rest
    assert second.strip() == ""


def test_the_keys_of_the_reader_are_those_of_the_language_and_a_closed_input_leaves(
    capsys: Captured, written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(stepped("m\ns\n", written, capsys, monkeypatch, "pt")) == 3
    assert len(stepped("", written, capsys, monkeypatch)) == 2
    told = stepped("\n" * 20, written, capsys, monkeypatch)
    assert told[-1].strip() == "Here it breaks off."


def test_a_record_of_a_match_that_was_left_says_by_whom(capsys: Captured) -> None:
    assert main.run(["replay", str(GOLDEN / "left.jsonl"), "--lang", "en"]) == 0
    assert "Ana left after step" in capsys.readouterr().out
    assert main.run(["replay", str(GOLDEN / "left.jsonl"), "--json"]) == 0
    assert [leave["seat"] for leave in json.loads(capsys.readouterr().out)["left"]] == [0, 1]
